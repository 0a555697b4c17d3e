import type { Route, Url } from './paths.ts';
import type { SearchMessages, UiMessages } from './ui-messages.ts';

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

/** An item of the breadcrumbs; the last one is the page itself, without a link. */
export interface Breadcrumb {
  readonly label: string;
  readonly href?: Url;
}

/** A neighbor in the flattened sidebar, with its full title: short labels repeat across folders. */
export interface PagerLink {
  readonly label: string;
  readonly href: Url;
}

/** Validated attributes that the configuration adds to a link. */
export type LinkAttributes = Readonly<Record<string, string>>;

interface NavbarItemBase {
  /** The item's position in the configuration (`0`, `2.1`); the key in `PageData.activeItems`. */
  readonly key: string;
  readonly position: 'left' | 'right';
  readonly className?: string;
}

/** A resolved navbar item: addresses are printed, labels are translated. */
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
        /** A menu of `SiteData.locales`; default label: the page's locale. */
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

/** A link to the main doc of a version: the page's version, else the preferred one, else the last one. */
export interface NavbarVersionLink extends NavbarItemBase {
  readonly type: 'docsVersion';
  readonly setId: string;
  /** Default: the version's label. */
  readonly label?: string;
  /** Sanitized HTML instead of a label. */
  readonly html?: string;
  readonly attributes?: LinkAttributes;
}

/** A menu of the versions of a docs set in `SiteData.docsSets`. */
interface NavbarVersionDropdown extends NavbarItemBase {
  readonly type: 'docsVersionDropdown';
  readonly setId: string;
  /** Default: the label of the current version. */
  readonly label?: string;
}

/** An item that a template of the site renders. */
interface NavbarCustomItem extends NavbarItemBase {
  readonly type: 'custom';
  /** The configured type: `custom-…`. */
  readonly kind: string;
  /** The item as configured. */
  readonly config: Readonly<Record<string, unknown>>;
}

export type SidebarEntry = SidebarLink | SidebarCategory;

export interface SidebarLink {
  readonly type: 'link';
  readonly label: string;
  readonly href: string;
  /** Shown before the label, as text: the HTTP method of an operation. */
  readonly badge?: string;
  /** Shown behind the label: `New`. */
  readonly note?: string;
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
  /** Set if the items are left out of this page's HTML: the first doc below, whose page has them. */
  readonly firstHref?: string;
  /** True for a chapter that is not written yet: only its label is shown. */
  readonly draft?: boolean;
  /** Shown behind the label: `New`. */
  readonly note?: string;
  readonly className?: string;
}

/** The part of a long sidebar that its page adds. */
export type SidebarBranch =
  /** The open category, and its index at the top level. */
  | { readonly index: number; readonly entry: SidebarEntry }
  /** For a top level with very many entries, those around the page. */
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
  /** The configured id, else a hash of the content; remembered when a reader closes the bar. */
  readonly id: string;
  /** Sanitized HTML. */
  readonly html: string;
  readonly isCloseable: boolean;
}

export interface LogoData {
  readonly src: string;
  /** In place of `src` in dark mode. */
  readonly srcDark?: string;
  readonly alt: string;
  readonly width?: number;
  readonly height?: number;
}

export interface SearchData {
  readonly limit: number;
  /** Whether Ctrl+K, Cmd+K and `/` open the search. */
  readonly hotkeys: boolean;
  /** The URL of each index file, by search tag. */
  readonly indexes: Readonly<Record<string, string>>;
  /** The docs sets that have pages. */
  readonly sets: readonly SearchSet[];
  /** Whether other everyday English words for the same are searched, too. */
  readonly commonSynonyms?: boolean;
  /** The address that receives searches, from a share of page loads. */
  readonly report?: { readonly to: string; readonly sample: number };
  /** The script to load, and the address that receives events. */
  readonly analytics?: { readonly src: string; readonly endpoint: string };
}

/**
 * The part of an API reference that a section describes; `reference`: a page in a folder of that name; `news`: release notes,
 * migration guides, blog posts.
 */
export type SectionKind =
  | 'info'
  | 'reference'
  | 'operation'
  | 'parameter'
  | 'property'
  | 'schema'
  | 'news';

/** Words that are also searched for others; one way. */
export interface Synonym {
  readonly from: string;
  readonly to: readonly string[];
}

/** The versions of a docs set for the search. */
export interface SearchSet {
  readonly id: string;
  /** The search tag of each version, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Name of the default version. */
  readonly last: string;
}

export interface DocsSetData {
  readonly id: string;
  /** Newest first. */
  readonly versions: readonly DocsVersionData[];
  /** Name of the default version. */
  readonly last: string;
}

export interface DocsVersionData {
  readonly name: string;
  readonly label: string;
  readonly href: Url;
}

/** A locale of the site with its base route. */
export interface SiteLocale extends Locale {
  readonly homeHref: Url;
}

/** Data that all pages of one locale share. */
export interface SiteData {
  readonly title: string;
  readonly tagline: string;
  readonly baseUrl: string;
  readonly trailingSlash: boolean;
  readonly version?: string;
  readonly locale: Locale;
  /** All locales of the site, in the order of the configuration. */
  readonly locales: readonly SiteLocale[];
  /** Base route of the locale: `/`, or `/fr`. */
  readonly localeBase: Route;
  /** The docs sets that have pages. */
  readonly docsSets: readonly DocsSetData[];
  /** UI messages of the locale; missing ones are in English. */
  readonly messages?: Partial<UiMessages>;
  readonly searchMessages?: Partial<SearchMessages>;
  readonly navbar: {
    readonly title: string;
    readonly homeHref: Url;
    readonly logo?: LogoData;
    readonly style?: 'dark' | 'primary';
    readonly hideOnScroll: boolean;
    readonly items: readonly NavbarItem[];
  };
  /** The list of all pages: the target of the search button without JavaScript. */
  readonly searchHref: Url;
  readonly search: SearchData;
  readonly announcementBar?: AnnouncementBarData;
  /** The assistants in the menu of a page, by label: addresses with `{url}` and `{markdownUrl}`. */
  readonly assistants?: readonly { readonly label: string; readonly url: string }[];
  readonly footer?: FooterData;
  /** Address for the answers of readers: of a form, or with `{title}` and `{url}` of a link. */
  readonly feedback?: string;
  /** Options of docs sidebars; undefined if none is set. */
  readonly sidebar?: { readonly hideable: boolean; readonly autoCollapse: boolean };
  readonly colorMode: {
    readonly default: 'dark' | 'light';
    readonly disableSwitch: boolean;
    readonly respectPrefersColorScheme: boolean;
  };
}

/**
 * The kind of a page determines its template: `doc` has the layout for docs, `api` the same around a wide article with
 * its own columns, `page` is a plain article, `landing` an article that begins with a hero, `react` controls its content,
 * `home` is the generated home page.
 */
export type PageKind = 'doc' | 'api' | 'page' | 'landing' | 'react' | 'home' | 'notFound';

/** The page's own data, in addition to `SiteData`: plain JSON, the same in HTML and templates. */
export interface PageData {
  readonly kind: PageKind;
  readonly route: Route;
  readonly href: Url;
  /** The page's own title, as text. */
  readonly title: string;
  /** Of the document's title. */
  readonly titleTemplate?: string | false;
  readonly description: string;
  readonly toc: readonly TocEntry[];
  readonly breadcrumbs: readonly Breadcrumb[];
  /** The tags of a doc, if the site has pages for them. */
  readonly tags?: readonly { readonly label: string; readonly href: Url }[];
  readonly pager: { readonly previous?: PagerLink; readonly next?: PagerLink };
  /** Keys of active navbar items: `page` for the exact page, `true` within the item's section. */
  readonly activeItems: Readonly<Record<string, 'page' | 'true'>>;
  /** From plug-ins, for templates. */
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Key of the page's sidebar, unique across all docs sets: `<set>/<sidebar>`. */
  readonly sidebarId?: string;
  readonly searchTag: string;
  /** Only if the docs set has several versions. */
  readonly version?: PageVersion;
  /** The page in each locale, by code, if there are several; for a locale without it, its home page. */
  readonly localeHrefs?: Readonly<Record<string, Url>>;
  /** Language of the article, if it is not translated to the page's locale. */
  readonly untranslated?: { readonly htmlLang: string; readonly dir: 'ltr' | 'rtl' };
  /** Set for a translation whose original has changed since: its date, and the sections of this page that follow it no more. */
  readonly outdated?: OutdatedTranslation;
  readonly editUrl?: string;
  readonly lastUpdate?: LastUpdate;
  /** URL of the Markdown version. */
  readonly markdown?: Url;
}

/** The state of a translation that is behind its original. */
export interface OutdatedTranslation {
  /** ISO 8601. */
  readonly date: string;
  /** The date in the language of the page. */
  readonly text: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** When a page last changed, and who changed it. */
export interface LastUpdate {
  /** ISO 8601, in UTC. */
  readonly date?: string;
  /** The date in the language of the page. */
  readonly text?: string;
  /** Names, those of most commits first. */
  readonly contributors?: readonly string[];
}

export interface PageVersion {
  readonly setId: string;
  readonly name: string;
  /** The banner above the page. */
  readonly banner?: 'unreleased' | 'unmaintained';
  /** The same doc in the other versions that have it, by name. */
  readonly hrefs: Readonly<Record<string, Url>>;
}

/** The input of templates; its hash is the key of the render cache. */
export interface PageInput {
  readonly site: SiteData;
  readonly page: PageData;
  /** The sidebar of this page, shortened if it is long. */
  readonly sidebar: readonly SidebarEntry[];
  /** The article's HTML; empty for React pages. */
  readonly html: string;
  /** The entries of a collection; only while the page is made. */
  readonly collection?: (name: string) => readonly unknown[];
}

/**
 * `<page> | <site>`; only the site title if the page's is empty or equal. A template takes the place of the site title, or
 * has `:title` for that of the page; false leaves only the page's.
 */
export function documentTitle(
  pageTitle: string,
  siteTitle: string,
  template: string | false = siteTitle,
): string {
  if (template === false) return pageTitle === '' ? siteTitle : pageTitle;
  if (template.includes(':title')) return template.replaceAll(':title', () => pageTitle);
  if (template !== siteTitle) return `${pageTitle === '' ? siteTitle : pageTitle} | ${template}`;
  return pageTitle === '' || pageTitle === siteTitle ? siteTitle : `${pageTitle} | ${siteTitle}`;
}

/** The methods that a path of an API can have (OpenAPI 3.2, Path Item Object), in lower case. */
export const HTTP_METHODS: readonly string[] =
  'get put post delete options head patch trace query'.split(' ');

export function isHttpMethod(text: string): boolean {
  return HTTP_METHODS.includes(text.toLowerCase());
}
