import type { TextRange } from '../config/config-location.ts';
import type { DocsSet, DocsVersion, ResolvedConfig } from '../config/site-config.ts';
import type { CategoryFiles } from '../content/category-file.ts';
import type { Refusal } from '../content/file-rules.ts';
import type { RepositoryFile } from '../content/repository.ts';
import type { SourceFile, Sources } from '../content/source-file.ts';
import type { LocaleMessages } from '../content/ui-messages.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import type { Loads } from '../html/reference-attributes.ts';
import type { Summaries } from '../markdown/summary.ts';
import type { DocHead } from '../markdown/parsed-doc.ts';
import type { ApiOutline, ApiPageOutline } from '../openapi/outline.ts';
import type { Locale } from '../shared/page.ts';
import type { FilePath, Route, SitePath } from '../shared/paths.ts';

import type { Labels } from './locales.ts';

/** A resolved reference, with the location where its author wrote it. */
export interface LinkUse {
  readonly href: string;
  readonly target: LinkTarget;
  /** How a browser loads it, if it does. */
  readonly loads?: Loads | undefined;
  readonly location: Location;
  /** For references in the layout: the number of pages that show them. */
  readonly pages?: number;
  /** True for the target of a redirect. */
  readonly isRedirect?: boolean;
  /** The page with the reference; undefined for the configuration. */
  readonly route?: Route;
  /** The Markdown file that relative paths are resolved against. */
  readonly file?: FilePath;
  /** The key of the configuration that has the destination, for a use that is elsewhere. */
  readonly setting?: string;
}

/** The `meta` export of a React page. */
export interface ReactPageMeta {
  readonly title: string;
  readonly description: string;
  readonly unlisted: boolean;
  /** The page has no state and no effects: its HTML needs no script. */
  readonly static: boolean;
}

export type PageNode = DocNode | ReactNode | ApiNode | GeneratedNode;

/** A page that sidebars list, with a previous and a next page. */
export type SidebarPage = DocNode | ApiNode;

/** One version of a docs set in one locale, with its own sidebars, pagination and search index. */
export interface Edition {
  readonly set: DocsSet;
  readonly version: DocsVersion;
  readonly locale: Locale;
  /** Includes the locale's prefix. */
  readonly routeBase: Route;
}

export interface DocNode {
  readonly type: 'doc';
  readonly route: Route;
  readonly locale: Locale;
  readonly doc: DocHead;
  /** In a locale without a translation, the file of the default locale. */
  readonly source: SourceFile;
  /** Path below the docs folder (or the content folder), without extension. */
  readonly id: string;
  /** Undefined for Markdown outside of all docs sets. */
  readonly edition: Edition | undefined;
}

export interface ReactNode {
  readonly type: 'react';
  readonly route: Route;
  readonly locale: Locale;
  readonly source: SourceFile;
}

export interface ApiNode {
  readonly type: 'api';
  readonly route: Route;
  readonly locale: Locale;
  readonly api: ApiOutline;
  readonly page: ApiPageOutline;
  /** The edition with the nearest route base above the description's; else the last version of the first docs set. */
  readonly edition: Edition | undefined;
}

/** A page without a source file. */
export interface GeneratedNode {
  readonly type: 'generated';
  readonly route: Route;
  readonly locale: Locale;
  readonly generated: 'home' | 'siteIndex' | 'notFound' | 'tags' | 'posts';
}

/** The site as later stages see it. Plain data, rebuilt on each run. */
export interface SiteGraph {
  readonly config: ResolvedConfig;
  /** Sorted by route. */
  readonly pages: ReadonlyMap<Route, PageNode>;
  /** By locale code: the page of each source file, also found by the file that it translates. */
  readonly pageByFile: ReadonlyMap<string, ReadonlyMap<FilePath, PageNode>>;
  /** Files whose route another page or the build itself already has: not reported as missing. */
  readonly refused: ReadonlyMap<FilePath, Route>;
  /** Drafts: not built, but known to the link check. */
  readonly drafts: ReadonlyMap<FilePath, Route>;
  readonly draftRoutes: ReadonlySet<Route>;
  /** Finds the first key of a map of the graph that differs from a name only in case or Unicode normalization. */
  readonly findFolded: (map: ReadonlyMap<string, unknown>, name: string) => string | undefined;
  readonly assetByFile: ReadonlyMap<FilePath, SourceFile>;
  /** Files next to the content that links must not name. */
  readonly refusedFiles: Sources['refused'];
  /** Files of the repository that are no part of the site. */
  readonly repository: SiteRepository;
  /** The configured target of each redirect. */
  readonly redirects: ReadonlyMap<Route, string>;
  /** Redirects from all addresses below a folder: `/old/*`. */
  readonly redirectPatterns: ResolvedConfig['redirects'];
  /** Static files by published path. */
  readonly statics: ReadonlyMap<SitePath, SourceFile>;
  /** Files that the build writes in addition to pages and static files, under predictable names. */
  readonly emitted: ReadonlySet<SitePath>;
  /** In the order of locales and docs sets, newest version first. */
  readonly editions: readonly Edition[];
  readonly sidebars: ReadonlyMap<Edition, readonly Sidebar[]>;
  /** The sidebar that lists each page. */
  readonly sidebarOf: ReadonlyMap<Route, Sidebar>;
  /** For a page without a sidebar entry, the page in the sidebar that it belongs to. */
  readonly parents: ReadonlyMap<Route, SidebarPage>;
  /** UI messages by locale code. */
  readonly messages: ReadonlyMap<string, LocaleMessages>;
}

export interface Sidebar {
  readonly id: string;
  readonly edition: Edition;
  readonly nodes: readonly SidebarNode[];
  /** Its pages in reading order. */
  readonly pages: readonly SidebarPage[];
}

/** A sidebar entry before its address is printed. */
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
      /** Path of the item in the configuration. */
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
  /** Undefined: it depends on the length of the sidebar. */
  readonly collapsed: boolean | undefined;
  /** A chapter that is not written yet. */
  readonly draft?: boolean;
  /** Shown behind the label, in place of that of its page. */
  readonly note?: string;
  readonly className?: string;
}

/** The target of a resolved href. */
export type LinkTarget =
  | { readonly type: 'external'; readonly url: string; readonly via?: Route }
  | {
      readonly type: 'page';
      readonly route: Route;
      readonly query: string;
      readonly fragment: string | undefined;
      /** The redirect that the link points to. */
      readonly via?: Route;
      /** The link as written, if it names the site's host. */
      readonly absolute?: string;
      /** The form of a link that is no address and not relative to its file: `x.html`, or `/x.md` and `x.md/`. */
      readonly form?: 'html' | 'source';
    }
  /** A file beside the content, published with a hash in its name. */
  | { readonly type: 'asset'; readonly source: SourceFile; readonly suffix: string }
  /** A file below `static/`. */
  | {
      readonly type: 'static';
      readonly path: SitePath;
      readonly suffix: string;
      readonly via?: Route;
    }
  | { readonly type: 'broken'; readonly problem: LinkProblem };

/** Why an href has no target; `at` is the address that the missing file would have. */
export type LinkProblem = LinkFault & { readonly at?: string };

/** `wanted` is the path that was not found. */
type LinkFault =
  | {
      readonly code: 'page-not-found' | 'asset-not-found';
      readonly wanted: string;
      /** True if a page exists where a file is needed. */
      readonly isPage?: boolean;
      /** Why the file, which exists, must not be published. */
      readonly refusal?: Refusal;
    }
  | {
      readonly code: 'case-mismatch';
      readonly wanted: string;
      readonly existing: string;
      /** Whether names differ in case, or only in Unicode normalization. */
      readonly differs: 'case' | 'normalization';
    }
  | { readonly code: 'draft-target'; readonly wanted: string }
  /** `isLong`: too many redirects follow. */
  | { readonly code: 'redirect-loop'; readonly wanted: string; readonly isLong?: boolean }
  /** A printed address without the site's base path. */
  | { readonly code: 'missing-base-path'; readonly wanted: string; readonly existing: string }
  | {
      readonly code:
        | 'unknown-scheme'
        | 'unsafe-scheme'
        | 'malformed-url'
        | 'malformed-escape'
        | 'outside-root'
        | 'above-site'
        | 'empty-href';
    };

/** The Git repository that contains a site. */
export interface SiteRepository {
  /** Path of the site folder in it: empty for the repository itself. */
  readonly siteFolder: string;
  /** Finds a file by its path from the site folder. */
  readonly find: (path: string) => RepositoryFile | undefined;
}

export interface GraphInput {
  readonly config: ResolvedConfig;
  readonly sources: Sources;
  readonly docs: ReadonlyMap<FilePath, DocHead>;
  /** By locale code; the default locale has the empty string. */
  readonly categories: ReadonlyMap<string, CategoryFiles>;
  readonly summaries: Summaries;
  /** By locale code. */
  readonly messages: ReadonlyMap<string, LocaleMessages>;
  readonly labels: Labels;
  /** API descriptions, in the order of the configuration. */
  readonly apis: readonly ApiOutline[];
  /** Default: there are none. */
  readonly repositoryFile?: SiteRepository['find'];
  readonly locate: LocateConfig;
}

/** Locates a configuration path such as `['navbar', 'items', 2, 'to']`, or a part of the text there. */
export type LocateConfig = (path: readonly (string | number)[], part?: TextRange) => Location;
