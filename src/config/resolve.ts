import { resolve } from 'node:path';
import type { Locale } from '../shared/page.ts';
import { toFilePath, toRoute } from '../shared/paths.ts';
import type { SitePlace } from './checks/folders.ts';
import { DEFAULT_API_ID, DEFAULT_TOC } from './checks/site-checks.ts';
import { contains, outputFolder, type SiteFolders, siteFolders, siteRelative } from './folders.ts';
import type {
  ApiSource,
  DocsConfig,
  DocsSet,
  LocaleConfig,
  OpenApiConfig,
  ResolvedConfig,
  SiteConfig,
} from './site-config.ts';
import { resolveVersions, versionsFolder } from './versions.ts';

/** Fills in every default of a valid configuration. Pure but for `place.exists`. */
export function resolveConfig(config: SiteConfig, place: SitePlace): ResolvedConfig {
  const folders = siteFolders(place.siteDir, place.exists);
  const site = { folders, place };
  const docs = (config.docs ?? [{ path: defaultDocsPath(site) }]).map((set, index) =>
    resolveDocsSet(set, index, site),
  );
  return {
    siteDir: place.siteDir,
    configFile: place.configFile,
    ...folders,
    outDir: outputFolder(place.siteDir, config.outDir, place.outDir),
    ...resolveIdentity(config),
    ...resolveLocales(config.i18n ?? {}),
    docs,
    openapi: (config.openapi ?? []).map((entry) => resolveApi(entry, docs)),
    ...resolveChrome(config),
    ...resolveBehaviour(config),
  };
}

type Part<Key extends keyof ResolvedConfig> = Pick<ResolvedConfig, Key>;

function resolveIdentity(
  config: SiteConfig,
): Part<'title' | 'tagline' | 'version' | 'url' | 'baseUrl' | 'trailingSlash' | 'favicon'> {
  return {
    title: config.title,
    tagline: config.tagline ?? '',
    version: config.version,
    url: new URL(config.url).origin,
    baseUrl: normalizeBase(config.baseUrl ?? '/'),
    trailingSlash: config.trailingSlash ?? true,
    favicon:
      config.favicon === undefined ? undefined : toFilePath(config.favicon).replace(/^\//, ''),
  };
}

function resolveChrome(
  config: SiteConfig,
): Part<'navbar' | 'announcementBar' | 'footer' | 'colorMode' | 'sidebar' | 'head'> {
  const {
    title = config.title,
    items = [],
    hideOnScroll = false,
    logo,
    style,
  } = config.navbar ?? {};
  return {
    navbar: {
      title,
      items,
      hideOnScroll,
      ...(logo === undefined ? {} : { logo }),
      ...(style === undefined ? {} : { style }),
    },
    announcementBar: config.announcementBar,
    footer: config.footer,
    colorMode: {
      default: config.colorMode?.default ?? 'light',
      disableSwitch: config.colorMode?.disableSwitch ?? false,
      respectPrefersColorScheme: config.colorMode?.respectPrefersColorScheme ?? true,
    },
    sidebar: {
      hideable: config.sidebar?.hideable ?? false,
      autoCollapse: config.sidebar?.autoCollapse ?? false,
    },
    head: config.head ?? [],
  };
}

function resolveBehaviour(
  config: SiteConfig,
): Part<'toc' | 'search' | 'markdown' | 'links' | 'rules' | 'security' | 'redirects'> {
  const { toc, search, markdown } = config;
  const origins = config.security?.origins ?? {};
  const { src, endpoint } = search?.analytics ?? {};
  return {
    toc: resolveToc(toc ?? {}),
    search: {
      maxSearchResults: search?.maxSearchResults ?? 8,
      hotkeys: search?.hotkeys ?? true,
      maxIndexKilobytes: search?.maxIndexKilobytes,
      analytics: search?.analytics,
    },
    markdown: {
      html: markdown?.html ?? 'sanitize',
      searchHeadingLevel: markdown?.searchHeadingLevel ?? 4,
    },
    links: {
      rules: copyRecord(config.links?.rules ?? {}),
      schemes: (config.links?.schemes ?? []).map((scheme) => scheme.toLowerCase()),
      trailingSlash: config.links?.trailingSlash ?? 'any',
    },
    rules: copyRecord(config.rules ?? {}),
    security: {
      origins: {
        img: normalizeOrigins(origins.img),
        media: normalizeOrigins(origins.media),
        frame: normalizeOrigins(origins.frame),
        script: withOriginOf(normalizeOrigins(origins.script), src),
        connect: withOriginOf(normalizeOrigins(origins.connect), endpoint),
      },
    },
    redirects: config.redirects ?? [],
  };
}

/** The origins that the policy of the site has to allow, with the one of an address. */
function withOriginOf(origins: readonly string[], address: string | undefined): readonly string[] {
  if (address === undefined || !URL.canParse(address)) return origins;
  return [...new Set([...origins, new URL(address).origin])];
}

// A bound that is given alone moves the other one's default along where that is needed.
function resolveToc({ min, max }: NonNullable<SiteConfig['toc']>): ResolvedConfig['toc'] {
  const low = min ?? DEFAULT_TOC.min;
  return { min: low, max: max ?? Math.max(low, DEFAULT_TOC.max) };
}

function resolveLocales(i18n: NonNullable<SiteConfig['i18n']>): Part<'defaultLocale' | 'locales'> {
  const locales = i18n.locales ?? [{ code: i18n.defaultLocale ?? 'en' }];
  return {
    defaultLocale: i18n.defaultLocale ?? locales[0]?.code ?? 'en',
    locales: locales.map(resolveLocale),
  };
}

function resolveLocale({ code, label, htmlLang = code, dir }: LocaleConfig): Locale {
  return {
    code,
    label: label ?? languageName(code),
    htmlLang,
    dir: dir ?? languageDirection(htmlLang),
  };
}

function resolveApi(entry: OpenApiConfig, docs: readonly DocsSet[]): ApiSource {
  const base = docs[0]?.routeBase ?? '/';
  return {
    id: entry.id ?? DEFAULT_API_ID,
    spec: toFilePath(entry.spec),
    routeBase: toRoute(entry.routeBase ?? `${base}/api`),
    infoSlug: entry.infoSlug,
    rules: copyRecord(entry.rules ?? {}),
    strict: entry.strict ?? false,
    linkBase: entry.links?.base,
  };
}

interface Site {
  readonly folders: SiteFolders;
  readonly place: SitePlace;
}

/** `content/docs` where it exists, else the content folder; relative to the site folder. */
function defaultDocsPath({ folders, place }: Site): string {
  const docs = resolve(place.siteDir, 'content/docs');
  return siteRelative(place.siteDir, place.exists(docs) ? docs : folders.contentDir);
}

function resolveDocsSet(set: DocsConfig, index: number, site: Site): DocsSet {
  const folder = resolve(site.place.siteDir, toFilePath(set.path ?? defaultDocsPath(site)));
  const id = set.id ?? 'default';
  const path = siteRelative(site.place.siteDir, folder);
  const routeBase = toRoute(set.routeBase ?? folderRoute(folder, site));
  const versioned = { config: set, path, routeBase, folder: versionsFolder(index, id) };
  return {
    id,
    path,
    routeBase,
    sidebars: set.sidebars === undefined ? undefined : copyRecord(set.sidebars),
    ...resolveVersions(versioned, site.place),
    editUrl: set.editUrl,
    searchType: set.searchType ?? 'docs',
  };
}

/** The folder's place below the content folder; a folder elsewhere has its place in the site folder. */
function folderRoute(folder: string, { folders, place }: Site): string {
  const root = contains(folders.contentDir, folder) ? folders.contentDir : place.siteDir;
  return siteRelative(root, folder);
}

function normalizeBase(baseUrl: string): string {
  const inner = baseUrl.replace(/^\/+|\/+$/g, '');
  return inner === '' ? '/' : `/${inner}/`;
}

function normalizeOrigins(origins: readonly string[] | undefined): string[] {
  return (origins ?? []).map((origin) => new URL(origin).origin);
}

/** A copy without a prototype, so that no key of the author's finds something inherited. */
function copyRecord<Value>(source: Readonly<Record<string, Value>>): Record<string, Value> {
  const copy: Record<string, Value> = Object.create(null);
  for (const [key, value] of Object.entries(source)) copy[key] = value;
  return copy;
}

/** Names of languages in themselves, for locales without a label. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['ar', 'العربية'],
  ['de', 'Deutsch'],
  ['en', 'English'],
  ['es', 'Español'],
  ['fa', 'فارسی'],
  ['fr', 'Français'],
  ['he', 'עברית'],
  ['hi', 'हिन्दी'],
  ['id', 'Bahasa Indonesia'],
  ['it', 'Italiano'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['nl', 'Nederlands'],
  ['pl', 'Polski'],
  ['pt', 'Português'],
  ['ru', 'Русский'],
  ['tr', 'Türkçe'],
  ['uk', 'Українська'],
  ['vi', 'Tiếng Việt'],
  ['zh', '中文'],
]);

/** Languages that are written from right to left in their usual script. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set('ar ckb dv fa he ps sd ug ur yi'.split(' '));

/** The language's name in itself; the tag where it is not known or names a region, which a name would hide. */
function languageName(tag: string): string {
  return NAMES.get(tag.toLowerCase()) ?? tag;
}

/** The direction in which a language is written, by its BCP 47 tag; a script in the tag decides. */
function languageDirection(tag: string): 'ltr' | 'rtl' {
  const [language = '', script = ''] = tag.toLowerCase().split('-');
  if (/^(?:arab|hebr|thaa|syrc|nkoo|adlm)$/.test(script)) return 'rtl';
  return RIGHT_TO_LEFT.has(language) && script.length !== 4 ? 'rtl' : 'ltr';
}
