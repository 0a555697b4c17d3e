/** `docwright/components`: what components in Markdown can ask the generator for. */
import {
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  useContext,
} from 'react';
import { type ArticleMessages, articleMessages } from '../shared/ui-messages.ts';

export { type AdmonitionName, admonitionKind, admonitionTitle } from '../shared/admonitions.ts';
export { findIcon, iconHint } from '../shared/icons.ts';
export { slugify } from '../shared/slug.ts';

/** A code block of a component. */
export interface CodeBlockProps {
  readonly code: string;
  readonly language?: string | undefined;
  /** Options as after the language of a fenced code block: `title="a.ts" {1,3-5}`. */
  readonly meta?: string | undefined;
}

/** Help of the generator for a component while its page is made. */
export interface PageServices {
  /** UI messages of articles in the page's language. */
  readonly messages: ArticleMessages;
  /** Renders a code block like those of Markdown. */
  readonly code: (block: CodeBlockProps) => ReactNode;
  /** Returns the id, or the id with a number if the page has it already; records it. */
  readonly uniqueId: (id: string) => string;
  /** Returns true if the policy allows a frame with this address (`security.origins.frame`); else reports it. */
  readonly allowsFrame: (address: string) => boolean;
  /** Reports a warning at the component. */
  readonly warn: (message: string, hint?: string) => void;
}

const PLAIN: PageServices = {
  messages: articleMessages,
  code: ({ code }) => code,
  uniqueId: (id) => id,
  allowsFrame: () => false,
  warn: () => undefined,
};

/** Provides the services of a page; without it, components render plainly, as in a browser. */
export const PageServicesContext = createContext<PageServices>(PLAIN);

/** The services of the page that the component is on. */
export function usePageServices(): PageServices {
  return useContext(PageServicesContext);
}

/** A component of a module that begins with 'use client', where it is rendered. */
export interface IslandUse {
  /** Name of the module. */
  readonly module: string;
  /** Name of the export. */
  readonly name: string;
  readonly Component: ComponentType<object>;
  readonly props: object;
  /** The module's export `security`: what it needs in addition to the site's policy. */
  readonly security: unknown;
  /** True for the component of a React page. */
  readonly isPage?: boolean;
}

/** Renders islands while a page is made; elsewhere they are plain components. */
export const IslandContext = createContext<(use: IslandUse) => ReactNode>(({ Component, props }) =>
  createElement(Component, props),
);

/** The exports of a module that begins with 'use client', with its components as islands. */
export function islandModule(module: string, exports: object): object {
  const own = typeof exports === 'function' ? { default: exports } : { ...exports };
  const security: unknown = Reflect.get(own, 'security');
  const islands = Object.entries(own).map(([name, value]: readonly [string, unknown]) => [
    name,
    isComponent(name, value)
      ? Object.assign(
          (props: object) =>
            useContext(IslandContext)({ module, name, Component: value, props, security }),
          { isIsland: true },
        )
      : value,
  ]);
  return Object.fromEntries([...islands, ['__esModule', true]]);
}

/** True for functions with a component's name, and for the objects of `memo`, `lazy` and `forwardRef`. */
function isComponent(name: string, value: unknown): value is ComponentType<object> {
  if (typeof value === 'function') return name === 'default' || /^[A-Z]/.test(name);
  if (typeof value !== 'object' || value === null || 'props' in value) return false;
  return '$$typeof' in value && value.$$typeof !== Symbol.for('react.context');
}
