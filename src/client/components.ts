/** `docwright/components`: what components in Markdown can ask the generator for. */
import { createContext, type ReactNode, useContext } from 'react';
import { type ArticleMessages, articleMessages } from '../shared/ui-messages.ts';

export { admonitionKind, admonitionTitle } from '../shared/admonitions.ts';
export { slugify } from '../shared/slug.ts';

/** A code block of a component. */
export interface CodeBlockProps {
  readonly code: string;
  readonly language?: string | undefined;
  /** Options as after the language of a fenced code block: `title="a.ts" {1,3-5}`. */
  readonly meta?: string | undefined;
}

/** What the generator does for a component while its page is made. */
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
