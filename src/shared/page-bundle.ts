import { type AddressStyle, printRoute, type Route, toRoute, type Url } from './paths.ts';
import type { PageData, SidebarEntry, SiteData } from './page.ts';

/** Version of the shapes in this file. A bundle of another one is a failed bundle. */
export const BUNDLE_SCHEMA = 1;

/** What the browser loads to show another page without loading a document. */
export interface PageBundle {
  readonly schema: typeof BUNDLE_SCHEMA;
  /** Hash of client code and schema; never of content. */
  readonly generation: string;
  /** Where the page's `SiteFile` is. */
  readonly siteFile: Url;
  /** What `document.title` becomes. */
  readonly title: string;
  readonly page: PageData;
  /** The article; empty for React pages. */
  readonly html: string;
}

/** Sidebars by `PageData.sidebarId`. */
export type Sidebars = Readonly<Record<string, readonly SidebarEntry[]>>;

/**
 * What the pages of one locale share, of the last versions or of one other version: a file with a fixed name,
 * revalidated by ETag.
 */
export interface SiteFile {
  readonly schema: typeof BUNDLE_SCHEMA;
  readonly generation: string;
  readonly site: SiteData;
  /** Sidebars by `PageData.sidebarId`; long ones are closed, each page brings its own branch. */
  readonly sidebars: Sidebars;
}

/** What stands in the HTML as JSON, in the script right behind the root: enough to hydrate the layout of this page. */
export interface EmbeddedPage {
  readonly generation: string;
  /** Where the `SiteFile` is. */
  readonly siteFile: Url;
  readonly page: PageData;
}

/** Where a page's bundle is: `x/index.json`, or `x.json` without trailing slashes. */
export function bundleUrl(route: Route, style: AddressStyle): string {
  if (route === toRoute('/')) return `${style.baseUrl}index.json`;
  const path = printRoute(route, { ...style, trailingSlash: false });
  return style.trailingSlash ? `${path}/index.json` : `${path}.json`;
}
