import type { Route, Url } from './paths.ts';

/** A locale as the configuration declares it; `htmlLang` is a BCP 47 tag. */
export interface Locale {
  readonly code: string;
  readonly label: string;
  readonly htmlLang: string;
  readonly dir: 'ltr' | 'rtl';
}

/** One entry of a table of contents; `html` is the heading's inline markup without links. */
export interface TocEntry {
  readonly id: string;
  readonly html: string;
  readonly level: number;
  readonly children: readonly TocEntry[];
}

/** One step of the breadcrumb trail; the last one is the page itself and has no link. */
export interface Breadcrumb {
  readonly label: string;
  readonly href?: Url;
}

/** A neighbour in the flattened sidebar, by its full title: short labels repeat from folder to folder. */
export interface PagerLink {
  readonly label: string;
  readonly href: Url;
}

/** Attributes that the configuration passes through to a link, already checked. */
export type LinkAttributes = Readonly<Record<string, string>>;

/**
 * A navbar item, resolved: addresses are printed, labels are filled in.
 * `key` is the item's place in the configuration (`0`, `2.1`) and the key of `PageData.activeItems`.
 */
export type NavbarItem =
  | NavbarLink
  | {
      readonly type: 'dropdown';
      readonly key: string;
      readonly label: string;
      readonly items: readonly NavbarItem[];
      readonly position: 'left' | 'right';
      readonly className?: string;
    }
  | {
      readonly type: 'html';
      readonly key: string;
      readonly html: string;
      readonly position: 'left' | 'right';
      readonly className?: string;
    }
  | {
      readonly type: 'search';
      readonly key: string;
      readonly position: 'left' | 'right';
      readonly className?: string;
    };

export interface NavbarLink {
  readonly type: 'link';
  readonly key: string;
  readonly label?: string;
  /** Sanitised HTML instead of a label. */
  readonly html?: string;
  readonly href: string;
  readonly external: boolean;
  readonly position: 'left' | 'right';
  readonly className?: string;
  readonly attributes?: LinkAttributes;
}

/** One entry of a docs sidebar, resolved. */
export type SidebarEntry = SidebarLink | SidebarCategory;

export interface SidebarLink {
  readonly type: 'link';
  readonly label: string;
  readonly href: string;
  readonly external: boolean;
  /** Shown before the label, as text: the HTTP method of an operation. */
  readonly badge?: string;
  readonly className?: string;
}

export interface SidebarCategory {
  readonly type: 'category';
  readonly label: string;
  /** The category's own page. */
  readonly href?: string;
  readonly collapsible: boolean;
  readonly collapsed: boolean;
  readonly items: readonly SidebarEntry[];
  /** True where the items were left out of this page's HTML; `href` then leads to the first doc below. */
  readonly trimmed?: boolean;
  readonly className?: string;
}

/** A part of a long sidebar. `index` is its place at the top level. */
export interface SidebarBranch {
  readonly index: number;
  readonly entry: SidebarEntry;
}

export interface FooterColumn {
  readonly title?: string;
  readonly items: readonly FooterItem[];
}

export type FooterItem =
  | {
      readonly type: 'link';
      readonly label: string;
      readonly href: string;
      readonly external: boolean;
    }
  | { readonly type: 'html'; readonly html: string };

export interface FooterData {
  readonly columns: readonly FooterColumn[];
  /** Sanitised HTML. */
  readonly copyright?: string;
}

export interface AnnouncementBarData {
  /** The configured id, else a hash of the content: what a reader's closing is remembered by. */
  readonly id: string;
  /** Sanitised HTML. */
  readonly html: string;
  readonly isCloseable: boolean;
}

export interface LogoData {
  readonly src: string;
  readonly alt: string;
  readonly width?: number;
  readonly height?: number;
}

/** What the search of a site needs to know. */
export interface SearchData {
  /** Most hits shown. */
  readonly limit: number;
  /** Ctrl or Cmd with K, and `/`, open the search. */
  readonly hotkeys: boolean;
  /** The URL of each index file, by search tag. */
  readonly indexes: Readonly<Record<string, string>>;
  /** The docs sets that have pages. */
  readonly sets: readonly SearchSet[];
  /** The script that is loaded and the address that events are sent to. */
  readonly analytics?: { readonly src: string; readonly endpoint: string };
}

/** A docs set, as the search chooses one of its versions. */
export interface SearchSet {
  readonly id: string;
  /** The search tag of each version, by its name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Name of the version that readers get who have chosen none. */
  readonly last: string;
}

/** What every page of one locale and version shares. */
export interface SiteData {
  readonly title: string;
  readonly tagline: string;
  readonly baseUrl: string;
  readonly trailingSlash: boolean;
  readonly version?: string;
  readonly locale: Locale;
  readonly navbar: {
    readonly title: string;
    readonly homeHref: Url;
    readonly logo?: LogoData;
    readonly style?: 'dark' | 'primary';
    readonly hideOnScroll: boolean;
    readonly items: readonly NavbarItem[];
  };
  /** Where the search button leads without JavaScript: the list of all pages. */
  readonly searchHref: Url;
  readonly search: SearchData;
  readonly announcementBar?: AnnouncementBarData;
  readonly footer?: FooterData;
  readonly colorMode: {
    readonly default: 'dark' | 'light';
    readonly disableSwitch: boolean;
    readonly respectPrefersColorScheme: boolean;
  };
}

/**
 * The kind of a page decides its template: `doc` has the docs chrome, `api` the same around a wide article that
 * brings its own columns, `page` is a plain article, `react` owns its content.
 */
export type PageKind = 'doc' | 'api' | 'page' | 'react' | 'home' | 'notFound';

/** What one page adds to `SiteData`: plain JSON, the same in the HTML, the page bundle and the templates. */
export interface PageData {
  readonly kind: PageKind;
  readonly route: Route;
  readonly href: Url;
  /** The page's own title, as text. */
  readonly title: string;
  readonly description: string;
  readonly toc: readonly TocEntry[];
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly pager: { readonly previous?: PagerLink; readonly next?: PagerLink };
  /** Keys of active navbar items: `page` on the exact page, `true` inside the item's section. */
  readonly activeItems: Readonly<Record<string, 'page' | 'true'>>;
  /** Key of the page's sidebar, unique over all docs sets: `<set>/<sidebar>`. */
  readonly sidebarId?: string;
  /** Where the sidebar is long: the top-level category that the page stands in, open on the way to it. */
  readonly sidebarBranch?: SidebarBranch;
  readonly searchTag: string;
  readonly editUrl?: string;
  /** The URL of the script of a React page. */
  readonly entry?: Url;
}

/** All that a template may read. Its hash is the key of the render cache. */
export interface PageInput {
  readonly site: SiteData;
  readonly page: PageData;
  /** The sidebar of this page, trimmed when it is long. */
  readonly sidebar: readonly SidebarEntry[];
  /** The article's finished HTML; empty for React pages. */
  readonly html: string;
}

/** `<page> | <site>`, or only the site title where the page's is empty or equal (rule 5). */
export function documentTitle(pageTitle: string, siteTitle: string): string {
  return pageTitle === '' || pageTitle === siteTitle ? siteTitle : `${pageTitle} | ${siteTitle}`;
}
