import type { PageData, SidebarEntry, SiteData } from './page.ts';
import type { Url } from './paths.ts';

/** Version of the types in this file; a part of every generation. */
export const DATA_SCHEMA = 2;

/** A script or style sheet with its Subresource Integrity value. */
export interface HeadAsset {
  readonly href: Url;
  readonly integrity: string;
}

/** Additions to the site's security policy that a plug-in or an island needs: origins, and Trusted Types policies. */
export interface PagePolicy
  extends Readonly<
    Record<'script' | 'style' | 'font' | 'img' | 'connect' | 'trustedTypes', readonly string[]>
  > {
  readonly inlineStyles: boolean;
}

/** Sidebars by `PageData.sidebarId`. */
export type Sidebars = Readonly<Record<string, readonly SidebarEntry[]>>;

/** Data that the pages of one locale share: of the last versions, or of one other version. */
export interface SiteFile {
  readonly schema: typeof DATA_SCHEMA;
  readonly generation: string;
  /** The site's address without base path, for readers of the files; undefined without a configuration. */
  readonly url?: string;
  /** The site's instructions for agents, as Markdown. */
  readonly instructions?: string;
  readonly site: SiteData;
  /** Sidebars by `PageData.sidebarId`; long ones are closed, and each page adds its own branch. */
  readonly sidebars: Sidebars;
}

/**
 * The data of a page as JSON, in the script after the root: enough to hydrate its layout, and with the article to show
 * the page without loading the document.
 */
export interface EmbeddedPage<Page = PageData> {
  /** Hash of client code and schema, not of content. */
  readonly generation: string;
  /** URL of the `SiteFile`. */
  readonly siteFile: Url;
  readonly page: Page;
  /** Style sheets and scripts of single pages, in addition to those of all pages; in the assets folder. */
  readonly styles?: readonly HeadAsset[];
  readonly scripts?: readonly HeadAsset[];
  /** Hash of the scripts and style sheets that plug-ins add to the head; a page with another one needs a document. */
  readonly head?: string;
  /** Of the page's islands; a page with others needs a document. */
  readonly policies?: readonly PagePolicy[];
}

/** The page as the document has it: its table of contents is printed by `printToc`. */
export type PrintedPage = Omit<PageData, 'toc'> & { readonly toc: readonly string[] };

/** Dispatched on `document` when the app has shown another page, or the page again, for the scripts of pages. */
export const PAGE_EVENT = 'docs-page';
