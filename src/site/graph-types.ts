import type { TextRange } from '../config/config-location.ts';
import type { DocsSet, DocsVersion, ResolvedConfig } from '../config/site-config.ts';
import type { CategoryFiles } from '../content/category-file.ts';
import type { SourceFile, Sources } from '../content/source-file.ts';
import type { LocaleTexts } from '../content/ui-messages.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import type { DocHead } from '../markdown/parsed-doc.ts';
import type { ApiOutline, ApiPageOutline } from '../openapi/outline.ts';
import type { Locale } from '../shared/page.ts';
import type { FilePath, Route, SitePath } from '../shared/paths.ts';

import type { Labels } from './locales.ts';

/** A reference anywhere in the site, resolved, with the place where its author wrote it. */
export interface LinkUse {
  readonly href: string;
  readonly target: LinkTarget;
  readonly location: Location;
  /** How many pages show it, where it stands around the articles. */
  readonly pages?: number;
  /** True for where a redirect leads. */
  readonly isRedirect?: boolean;
  /** The page that the reference stands on; undefined for the configuration. */
  readonly route?: Route;
  /** The Markdown file that relative paths start at. */
  readonly file?: FilePath;
}

/** What a React page says of itself: its `meta` export. */
export interface ReactPageMeta {
  readonly title: string;
  readonly description: string;
  readonly unlisted: boolean;
}

/** A page of the site, by what it is made of. */
export type PageNode = DocNode | ReactNode | ApiNode | GeneratedNode;

/** A page that stands in sidebars and has neighbours. */
export type SidebarPage = DocNode | ApiNode;

/** One version of a docs set in one locale: what has sidebars, neighbours and a search index of its own. */
export interface Edition {
  readonly set: DocsSet;
  readonly version: DocsVersion;
  readonly locale: Locale;
  /** With the locale's prefix. */
  readonly routeBase: Route;
}

export interface DocNode {
  readonly type: 'doc';
  readonly route: Route;
  readonly locale: Locale;
  readonly doc: DocHead;
  /** In a locale without a translation, the file of the default one. */
  readonly source: SourceFile;
  /** Path below the docs folder (or the content folder) without extension. */
  readonly id: string;
  /** Undefined for Markdown outside every docs set. */
  readonly edition: Edition | undefined;
}

export interface ReactNode {
  readonly type: 'react';
  readonly route: Route;
  readonly locale: Locale;
  readonly source: SourceFile;
}

/** A page of an API description. */
export interface ApiNode {
  readonly type: 'api';
  readonly route: Route;
  readonly locale: Locale;
  readonly api: ApiOutline;
  readonly page: ApiPageOutline;
  /** The one whose route base is nearest above the description's, else the last version of the first docs set. */
  readonly edition: Edition | undefined;
}

/** A page that no file of the site stands for. */
export interface GeneratedNode {
  readonly type: 'generated';
  readonly route: Route;
  readonly locale: Locale;
  readonly generated: 'home' | 'siteIndex' | 'notFound';
}

/** Everything that stages after it need to know about the whole site. Plain data, made anew each run. */
export interface SiteGraph {
  readonly config: ResolvedConfig;
  /** Sorted by route. */
  readonly pages: ReadonlyMap<Route, PageNode>;
  /** By code of the locale: the page of each source file, and of each file that it translates. */
  readonly pageByFile: ReadonlyMap<string, ReadonlyMap<FilePath, PageNode>>;
  /** Files without a page, because another one has their route or the build itself writes it: not missing. */
  readonly refused: ReadonlyMap<FilePath, Route>;
  /** Drafts: not built, but known to the link check. */
  readonly drafts: ReadonlyMap<FilePath, Route>;
  readonly assetByFile: ReadonlyMap<FilePath, SourceFile>;
  /** Where each redirect leads, as configured. */
  readonly redirects: ReadonlyMap<Route, string>;
  /** Static files by the path they are served at. */
  readonly statics: ReadonlyMap<SitePath, SourceFile>;
  /** In the order of locales and docs sets, versions newest first. */
  readonly editions: readonly Edition[];
  readonly sidebars: ReadonlyMap<Edition, readonly Sidebar[]>;
  /** The sidebar that each page stands in. */
  readonly sidebarOf: ReadonlyMap<Route, Sidebar>;
  /** The page of the same sidebar that a page without an entry of its own belongs to. */
  readonly parents: ReadonlyMap<Route, SidebarPage>;
  /** Tables of texts by code of the locale. */
  readonly texts: ReadonlyMap<string, LocaleTexts>;
}

/** One sidebar of a docs set. */
export interface Sidebar {
  readonly id: string;
  readonly edition: Edition;
  readonly nodes: readonly SidebarNode[];
  /** Its pages in reading order. */
  readonly pages: readonly SidebarPage[];
}

/** A sidebar before its addresses are printed. */
export type SidebarNode =
  | {
      readonly type: 'page';
      readonly node: SidebarPage;
      readonly label: string;
      /** Shown before the label: an HTTP method. */
      readonly badge?: string;
      readonly className?: string;
    }
  | {
      readonly type: 'link';
      readonly label: string;
      readonly href: string;
      /** Where its address stands in the configuration. */
      readonly path: readonly (string | number)[];
      readonly className?: string;
    }
  | SidebarCategoryNode;

export interface SidebarCategoryNode {
  readonly type: 'category';
  readonly label: string;
  /** The category's own page. */
  readonly node?: SidebarPage;
  readonly items: readonly SidebarNode[];
  readonly collapsible: boolean;
  readonly collapsed: boolean;
  readonly className?: string;
}

/** What an href means in this site. */
export type LinkTarget =
  | { readonly type: 'external'; readonly url: string; readonly via?: Route }
  | {
      readonly type: 'page';
      readonly route: Route;
      readonly query: string;
      readonly fragment: string | undefined;
      /** The redirect that the link names. */
      readonly via?: Route;
      /** The link as written, where it names the site's own host. */
      readonly absolute?: string;
    }
  /** A file beside the content: published with a hash in its name. */
  | { readonly type: 'asset'; readonly source: SourceFile; readonly suffix: string }
  /** A file below `static/`. */
  | {
      readonly type: 'static';
      readonly path: SitePath;
      readonly suffix: string;
      readonly via?: Route;
    }
  | { readonly type: 'broken'; readonly problem: LinkProblem };

/** Why an href leads nowhere; `at` is the address of a file that was looked for. */
export type LinkProblem = LinkFault & { readonly at?: string };

/** `wanted` is the path that was looked for. */
type LinkFault =
  | {
      readonly code: 'page-not-found' | 'asset-not-found';
      readonly wanted: string;
      /** True where a page is there, but a file is needed. */
      readonly isPage?: boolean;
    }
  | {
      readonly code: 'case-mismatch';
      readonly wanted: string;
      readonly existing: string;
      /** In case, or only in how letters are composed (Unicode normalization). */
      readonly differs: 'case' | 'normalization';
    }
  | { readonly code: 'draft-target' | 'redirect-loop'; readonly wanted: string }
  /** A printed address without the site's base path. */
  | { readonly code: 'missing-base-path'; readonly wanted: string; readonly existing: string }
  | {
      readonly code:
        | 'unknown-scheme'
        | 'unsafe-scheme'
        | 'malformed-url'
        | 'malformed-escape'
        | 'outside-root'
        | 'empty-href';
    };

export interface GraphInput {
  readonly config: ResolvedConfig;
  readonly sources: Sources;
  readonly docs: ReadonlyMap<FilePath, DocHead>;
  /** By code of the locale; those of the default one under the empty text. */
  readonly categories: ReadonlyMap<string, CategoryFiles>;
  /** By code of the locale. */
  readonly texts: ReadonlyMap<string, LocaleTexts>;
  readonly labels: Labels;
  /** API descriptions, in the order of the configuration. */
  readonly apis: readonly ApiOutline[];
  /** Place of a path in the configuration file. */
  readonly locate: LocateConfig;
}

/** Finds the place of a configuration path such as `['navbar', 'items', 2, 'to']`, or of a part of the text there. */
export type LocateConfig = (path: readonly (string | number)[], part?: TextRange) => Location;
