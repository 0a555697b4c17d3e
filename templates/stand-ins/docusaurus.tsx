/** Stand-ins for the modules of Docusaurus. Pages are made in the build: there is no browser, and nothing changes later. */
import { createElement, Fragment, type HTMLAttributes, type ReactNode } from 'react';
import './docusaurus.css';

export { default as Admonition } from '../components/Callout.tsx';
export { default as CodeBlock } from '../components/Code.tsx';
export { default as IdealImage, default as ThemedImage } from '../components/Image.tsx';
export { default as Link } from '../components/Link.tsx';
export { default as TabItem } from '../components/Tab.tsx';
export { default as Tabs } from '../components/Tabs.tsx';

/** Set by the bundler. */
declare const DOCWRIGHT_SITE: {
  readonly title: string;
  readonly tagline: string;
  readonly url: string;
  readonly baseUrl: string;
};

interface Children {
  readonly children?: ReactNode;
}

/** The navbar and the footer are those of the site. */
export function Layout({ children }: Children): ReactNode {
  return <div className="docusaurus-page">{children}</div>;
}

/** Joins names of classes; of a record, those with a value. */
export function clsx(...names: readonly unknown[]): string {
  return names
    .flatMap((name) => {
      if (Array.isArray(name)) return clsx(...name);
      if (typeof name !== 'object' || name === null) return name;
      return Object.entries(name).flatMap(([key, value]) => (value ? key : []));
    })
    .filter((name) => typeof name === 'string' && name !== '')
    .join(' ');
}

export function Heading({
  as = 'h2',
  ...attributes
}: HTMLAttributes<HTMLHeadingElement> & { readonly as?: string }): ReactNode {
  return createElement(as, attributes);
}

/** Leaves out content for browsers. */
export function BrowserOnly({ fallback }: { readonly fallback?: ReactNode }): ReactNode {
  return fallback ?? null;
}

export function Head(): ReactNode {
  return null;
}

export function TOCInline(): ReactNode {
  return null;
}

type Values = Readonly<Record<string, ReactNode>>;

/** Puts values into a text: `Hello {name}`. */
export function interpolate(text: string, values: Values = {}): ReactNode {
  const parts = text.split(/\{(\w+)\}/g).map((part, index) => (index % 2 ? values[part] : part));
  return parts.every((part) => typeof part === 'string') ? parts.join('') : wrap(parts);
}

function wrap(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}

export function Interpolate({ children, values }: Children & { readonly values?: Values }) {
  return interpolate(String(children), values);
}

export function Translate(properties: Parameters<typeof Interpolate>[0]): ReactNode {
  return Interpolate(properties);
}

export function translate(
  { message, id = '' }: { readonly message?: string; readonly id?: string },
  values?: Values,
): ReactNode {
  return interpolate(message ?? id, values);
}

export function useBaseUrl(path: string): string {
  return path;
}

export function useBaseUrlUtils() {
  return { withBaseUrl: useBaseUrl };
}

export function useDocusaurusContext() {
  const siteConfig = { ...DOCWRIGHT_SITE, customFields: {}, themeConfig: {}, favicon: '' };
  const i18n = { currentLocale: 'en', defaultLocale: 'en', locales: ['en'], localeConfigs: {} };
  return { siteConfig, i18n, siteMetadata: {}, globalData: {} };
}

export function useIsBrowser(): boolean {
  return false;
}

export const ExecutionEnvironment = {
  canUseDOM: false,
  canUseEventListeners: false,
  canUseIntersectionObserver: false,
  canUseViewport: false,
};

export function useLocation() {
  return { pathname: '/', search: '', hash: '' };
}

export function useColorMode() {
  return { colorMode: 'light', isDarkTheme: false, setColorMode: () => undefined };
}
