import type { Rules } from '../diagnostics/levels.ts';
import type { DialectName } from '../dialects/dialects.ts';
import type { SiteDialect } from '../dialects/site-dialect.ts';
import type { Locale } from '../shared/page.ts';
import type { FilePath, Route } from '../shared/paths.ts';
import type { SampleModule } from './api-samples.ts';
import type { HeadTag, LoadedPlugin } from './plugins.ts';
import type { CheckedConfig, SiteConfig } from './schema.ts';
import type { SidebarItemConfig } from './schema-docs.ts';

/** An API description after defaults. */
export interface ApiSource {
  /** For one of several versions, the id of the API, `@` and the version's name. */
  readonly id: string;
  /** Its entry in `openapi`, and the one in `versions` there. */
  readonly path: readonly (string | number)[];
  /** The set that it is a version of. */
  readonly set: DocsSet | undefined;
  readonly spec: FilePath;
  readonly routeBase: Route;
  readonly infoSlug?: string | undefined;
  readonly rules: Rules;
  readonly strict: boolean;
  readonly linkBase: string | undefined;
  readonly downloads: 'whole' | 'operations' | 'none';
  /** Index in `servers`, or part of a server's address or description. */
  readonly server?: number | string | undefined;
  /** Module with samples of the site. */
  readonly samples: FilePath | undefined;
  /** Whether readers can fill in the requests of samples. */
  readonly builder: boolean;
  /** Whether `docs dev` answers requests from a mock. */
  readonly isMocked?: boolean;
  /** Settings of the requests that readers send; undefined if they send none. */
  readonly console: { readonly cors: boolean; readonly clientId?: string | undefined } | undefined;
  /** Address with `{code}` that explains a status code. */
  readonly errors?: string | undefined;
  /** Overlays in the order in which they are applied, relative to the site folder. */
  readonly overlays: readonly FilePath[];
  /** Schemas that have pages: all, or those that operations use. */
  readonly schemas: 'all' | 'used';
  /** Parts of the description without pages. */
  readonly exclude: ApiExclusion;
  /** Settings of its history in git; undefined if pages do not show it. */
  readonly history: ApiHistorySettings | undefined;
}

/** Tags, paths (globs) and operations (by id, or as `GET /path`) that pages do not show. */
export interface ApiExclusion {
  readonly tags?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly operations?: readonly string[] | undefined;
}

/** Which history of a description counts. */
export interface ApiHistorySettings {
  readonly from?: string | undefined;
  readonly tags?: string | undefined;
  readonly sunsetDays?: number | undefined;
  readonly keepRemoved?: number | undefined;
}

type SidebarsConfig = Readonly<Record<string, readonly SidebarItemConfig[] | 'auto'>>;

/** A version of a docs set after defaults. */
export interface DocsVersion {
  /** `current` for the docs under development, else the name of its folder. */
  readonly name: string;
  readonly label: string | undefined;
  /** Folder of its docs, relative to the site folder. */
  readonly path: string;
  /** Base route of its docs in the default locale. */
  readonly routeBase: Route;
  readonly banner: 'unreleased' | 'unmaintained' | undefined;
  readonly noindex: boolean;
  /** The version's sidebars; undefined to use those of the set. */
  readonly sidebars: SidebarsConfig | undefined;
}

/** The frozen versions of a docs set. */
export interface FrozenVersions {
  /** Folder of their folders, relative to the site folder. */
  readonly folder: string;
  /** Start of the names of their folders. */
  readonly prefix: string;
  /** Absolute path of the file that lists their names. */
  readonly list?: string;
  /** Newest first. */
  readonly names: readonly string[];
}

/** A docs set after defaults: paths are relative to the site folder, `routeBase` is a route. */
export interface DocsSet {
  readonly id: string;
  /** The versions of an API: there are no docs. */
  readonly isApi?: true;
  readonly path: string;
  readonly routeBase: string;
  /** Undefined: one sidebar named `docs`, generated from the folder. */
  readonly sidebars: SidebarsConfig | undefined;
  readonly frozen: FrozenVersions;
  /** Newest first. */
  readonly versions: readonly DocsVersion[];
  /** The default version for readers: one of `versions`. */
  readonly last: DocsVersion;
  readonly editUrl: string | undefined;
  readonly searchType: 'docs' | 'blog' | 'others';
}

/** The feed of changes after defaults. */
interface FeedSettings {
  readonly title: string;
  readonly limit: number;
  readonly include: readonly string[];
  /** Path inside the site. */
  readonly page: string | undefined;
}

/** The configuration with all defaults; never changed after loading. */
export interface ResolvedConfig {
  /** Absolute path of the site folder. */
  readonly siteDir: string;
  /** The configuration file, relative to the site folder: the `file` of configuration diagnostics. */
  readonly configFile: string;
  /** True without a configuration file: title and folders are guesses, and the site has no address. */
  readonly isAssumed: boolean;
  /** Absolute paths. */
  readonly contentDir: string;
  readonly staticDir: string;
  readonly templatesDir: string;
  /** The folders in which templates are looked up: the site's own, then those of themes, the last one first. */
  readonly templatesDirs: readonly string[];
  /** The folders of themes in their order. */
  readonly themes: readonly string[];
  /** Contains a folder for each locale. */
  readonly i18nDir: string;
  /** The folder of the configuration of the site's tool. */
  readonly toolDir: string;
  /** Pages outside of the docs: Markdown, and modules whose default export is a page. */
  readonly pagesDir: string | undefined;
  /** Folders of translations that are elsewhere, by the code of the locale. */
  readonly translationDirs: ReadonlyMap<string, string>;
  readonly outDir: string;
  /** Absolute folders whose files pages may include. */
  readonly includeRoots: readonly string[];
  readonly title: string;
  readonly tagline: string;
  readonly version?: string | undefined;
  /** Origin without a final slash. */
  readonly url: string;
  readonly baseUrl: string;
  readonly trailingSlash: boolean;
  readonly favicon: string | undefined;
  readonly touchIcon: string | undefined;
  readonly themeColor?: CheckedConfig['themeColor'];
  readonly image?: CheckedConfig['image'];
  readonly socialImage?: CheckedConfig['socialImage'];
  readonly defaultLocale: string;
  readonly locales: readonly Locale[];
  readonly docs: readonly DocsSet[];
  /** All that has versions: the docs sets, then the APIs with several versions, which have no docs. */
  readonly sets: readonly DocsSet[];
  readonly openapi: readonly ApiSource[];
  /** The modules that `openapi` names, once each. */
  readonly sampleModules: readonly SampleModule[];
  readonly samples: CheckedConfig['samples'];
  readonly navbar: CheckedConfig['navbar'] & { readonly title: string };
  readonly announcementBar?: CheckedConfig['announcementBar'];
  readonly footer?: CheckedConfig['footer'];
  readonly feedback?: CheckedConfig['feedback'];
  readonly searchReport?: CheckedConfig['searchReport'];
  /** Undefined if the site has no files for agents. */
  readonly agents: Exclude<CheckedConfig['agents'], boolean> | undefined;
  readonly colorMode: CheckedConfig['colorMode'];
  readonly sidebar: CheckedConfig['sidebar'];
  readonly toc: { readonly min: number; readonly max: number };
  readonly search: CheckedConfig['search'];
  readonly markdown: Omit<CheckedConfig['markdown'], 'dialects' | 'components'> & {
    readonly dialects: readonly DialectName[];
    readonly components: {
      /** Whether `.md` files are read like `.mdx`. */
      readonly md: boolean;
      /** A component's name, or a module relative to the site folder, by another name. */
      readonly map: Readonly<Record<string, string>>;
    };
    /** Unknown frontmatter keys without a warning. */
    readonly ignoredKeys: readonly string[];
    readonly variables: CheckedConfig['variables'];
  };
  /** The rules of the dialects. */
  readonly dialect: SiteDialect;
  /** The configuration file of another tool whose dialect is used, relative to the site folder. */
  readonly dialectFile: string | undefined;
  readonly links: CheckedConfig['links'];
  readonly rules: Rules;
  /** Undefined if the site does not say where it is served. */
  readonly hosting?: CheckedConfig['hosting'];
  readonly security: CheckedConfig['security'];
  readonly redirects: CheckedConfig['redirects'];
  readonly lastUpdate: { readonly time: boolean; readonly contributors: boolean };
  /** Undefined if there is none. */
  readonly sitemap: { readonly exclude: readonly string[]; readonly lastmod: boolean } | undefined;
  /** Undefined if there is none. */
  readonly feed: FeedSettings | undefined;
  readonly collections: CheckedConfig['collections'];
  readonly blog?: CheckedConfig['blog'];
  readonly tags?: CheckedConfig['tags'];
  readonly head: readonly HeadTag[];
  readonly plugins: readonly LoadedPlugin[];
}

/** Returns its argument: gives editors the types of `site.config.ts` without an annotation. */
export function defineConfig(config: SiteConfig): SiteConfig {
  return config;
}
