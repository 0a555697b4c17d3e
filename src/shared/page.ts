import type { Route, Url } from './paths.ts';
import type { SearchTexts, Texts } from './texts.ts';

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

/** A neighbor in the flattened sidebar, by its full title: short labels repeat from folder to folder. */
export interface PagerLink {
  readonly label: string;
  readonly href: Url;
}

/** Attributes that the configuration passes through to a link, already checked. */
export type LinkAttributes = Readonly<Record<string, string>>;

interface NavbarItemBase {
  /** The item's position in the configuration (`0`, `2.1`), and the key of `PageData.activeItems`. */
  readonly key: string;
  readonly position: 'left' | 'right';
  readonly className?: string;
}

/** A navbar item, resolved: addresses are printed, labels are filled in. */
export type NavbarItem =
  | NavbarLink
  | NavbarVersionLink
  | NavbarVersionDropdown
  | NavbarCustomItem
  | (NavbarItemBase &
      (
        | {
            readonly type: 'dropdown';
            readonly label: string;
            readonly items: readonly NavbarItem[];
          }
        | { readonly type: 'html'; readonly html: string }
        | { readonly type: 'search' }
        /** The locales of the site, which are in `SiteData.locales`; default label: the page's locale. */
        | { readonly type: 'localeDropdown'; readonly label?: string }
      ));

export interface NavbarLink extends NavbarItemBase {
  readonly type: 'link';
  readonly label?: string;
  /** Sanitized HTML instead of a label. */
  readonly html?: string;
  readonly href: string;
  readonly external: boolean;
  readonly attributes?: LinkAttributes;
}

/** A link to the main doc of the version that the page belongs to, else the preferred, else the last one. */
export interface NavbarVersionLink extends NavbarItemBase {
  readonly type: 'docsVersion';
  readonly setId: string;
  /** Default: the version's label. */
  readonly label?: string;
  /** Sanitized HTML instead of a label. */
  readonly html?: string;
  readonly attributes?: LinkAttributes;
}

/** The versions of a docs set, which are in `SiteData.docsSets`. */
interface NavbarVersionDropdown extends NavbarItemBase {
  readonly type: 'docsVersionDropdown';
  readonly setId: string;
  /** Default: the label of the version that is shown. */
  readonly label?: string;
}

/** An item that a template of the site renders. */
interface NavbarCustomItem extends NavbarItemBase {
  readonly type: 'custom';
  /** The configured type: `custom-…`. */
  readonly kind: string;
  /** The item as it is in the configuration. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** One entry of a docs sidebar, resolved. */
export type SidebarEntry = SidebarLink | SidebarCategory;

export interface SidebarLink {
  readonly type: 'link';
  readonly label: string;
  readonly href: string;
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

/** The part of a long sidebar on its page. */
export type SidebarBranch =
  /** The open category, and its index at the top level. */
  | { readonly index: number; readonly entry: SidebarEntry }
  /** Of a top level with very many entries, the ones around the page. */
  | { readonly entries: readonly SidebarEntry[] };

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
  /** Sanitized HTML. */
  readonly copyright?: string;
}

export interface AnnouncementBarData {
  /** The configured id, else a hash of the content: what a reader's closing is remembered by. */
  readonly id: string;
  /** Sanitized HTML. */
  readonly html: string;
  readonly isCloseable: boolean;
}

export interface LogoData {
  readonly src: string;
  readonly alt: string;
  readonly width?: number;
  readonly height?: number;
}

export interface SearchData {
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

export interface DocsSetData {
  readonly id: string;
  /** Newest first. */
  readonly versions: readonly DocsVersionData[];
  /** Name of the version that readers get who have chosen none. */
  readonly last: string;
}

export interface DocsVersionData {
  readonly name: string;
  readonly label: string;
  readonly href: Url;
}

/** A locale of the site, and where its pages begin. */
export interface SiteLocale extends Locale {
  readonly homeHref: Url;
}

/** What every page of one locale shares. */
export interface SiteData {
  readonly title: string;
  readonly tagline: string;
  readonly baseUrl: string;
  readonly trailingSlash: boolean;
  readonly version?: string;
  readonly locale: Locale;
  /** Every locale of the site, in the order of the configuration. */
  readonly locales: readonly SiteLocale[];
  /** Where the pages of this locale are below the base path: `/`, or `/fr`. */
  readonly localeBase: Route;
  /** Where the long sidebars of these pages are whole. */
  readonly wholeSidebars?: Url;
  /** The docs sets that have pages. */
  readonly docsSets: readonly DocsSetData[];
  /** Interface texts of this locale; a name that is missing has the English text. */
  readonly texts?: Partial<Texts>;
  readonly searchTexts?: Partial<SearchTexts>;
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
  /** What docs sidebars do besides listing pages; undefined where they do nothing. */
  readonly sidebar?: { readonly hideable: boolean; readonly autoCollapse: boolean };
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

/** What one page adds to `SiteData`: plain JSON, the same in the HTML and in the templates. */
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
  /** Where the sidebar is long: what its page shows of it besides what all pages share. */
  readonly sidebarBranch?: SidebarBranch;
  readonly searchTag: string;
  /** Only where the docs set has several versions. */
  readonly version?: PageVersion;
  /** The same page in every locale, by code, where there are several; a locale without it leads to its home page. */
  readonly localeHrefs?: Readonly<Record<string, Url>>;
  /** Language of the article, where the page's locale has no translation of it. */
  readonly untranslated?: { readonly htmlLang: string; readonly dir: 'ltr' | 'rtl' };
  readonly editUrl?: string;
  /** The URL of the script of a React page. */
  readonly entry?: Url;
}

export interface PageVersion {
  readonly setId: string;
  readonly name: string;
  /** The notice above the page. */
  readonly banner?: 'unreleased' | 'unmaintained';
  /** The same doc in the other versions that have it, by name. */
  readonly hrefs: Readonly<Record<string, Url>>;
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

/** `<page> | <site>`, or only the site title where the page's is empty or equal. */
export function documentTitle(pageTitle: string, siteTitle: string): string {
  return pageTitle === '' || pageTitle === siteTitle ? siteTitle : `${pageTitle} | ${siteTitle}`;
}

/** The methods that a path of an API may have (OpenAPI 3.2, Path Item Object), in lower case. */
export const HTTP_METHODS: readonly string[] =
  'get put post delete options head patch trace query'.split(' ');

export function isHttpMethod(text: string): boolean {
  return HTTP_METHODS.includes(text.toLowerCase());
}
