import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { type SiteDialect, siteDialect } from '../dialects/site-dialect.ts';
import { toFilePath, toRoute } from '../shared/paths.ts';
import type { SiteLocation } from './checks/folders.ts';
import { DEFAULT_TOC } from './checks/site-checks.ts';
import {
  contains,
  outputFolder,
  repositoryFolder,
  type SiteFolders,
  siteFolders,
  siteRelative,
} from './folders.ts';
import { parseWebUrl } from './formats/address.ts';
import type { HeadTag } from './plugins.ts';
import { AGENTS, type CheckedConfig } from './schema.ts';
import { DOCS_SET, type DocsConfig } from './schema-docs.ts';
import type { ApiSource, DocsSet, ResolvedConfig } from './site-config.ts';
import { themeFolder } from './checks/themes.ts';
import { frozenVersions, resolveApiVersions, resolveVersions } from './versions.ts';

/** Fills in the defaults that depend on other keys or on the disk. Pure except for `location.exists` and the search for `.git`. */
export function resolveConfig(config: CheckedConfig, location: SiteLocation): ResolvedConfig {
  const { siteDir, exists, found } = location;
  const dialects = config.markdown.dialects ?? (found === undefined ? [] : [found.dialect.id]);
  const dialect = siteDialect(dialects);
  const { layout } = dialect;
  const { layout: _, ...folders } = siteFolders(siteDir, exists, {
    ...config,
    toolDir: config.markdown.toolDir,
    layout,
    found,
  });
  const pagesDir = layout?.pages && resolve(folders.toolDir, layout.pages);
  const { blog } = config;
  const posts = blog && v.parse(DOCS_SET, { id: 'blog', ...pathsOf(blog), searchType: 'blog' });
  const sets = [...(config.docs ?? [DEFAULT_SET]), ...(posts === undefined ? [] : [posts])];
  const docs = sets.map((set, index) =>
    resolveDocsSet(set, index, { folders: { ...folders, layout }, location }),
  );
  const openapi = config.openapi.flatMap((entry, index) => resolveApi(entry, index, docs));
  const { i18n, theme, ...others } = config;
  const { components } = config.markdown;
  const { min = DEFAULT_TOC.min } = config.toc;
  const themes = [theme].flat().flatMap((name) => themeFolder(siteDir, name) ?? []);
  const { md, map = {} } = typeof components === 'object' ? components : { md: components };
  return {
    ...others,
    siteDir: location.siteDir,
    configFile: location.configFile,
    isAssumed: location.isAssumed === true,
    ...folders,
    themes,
    templatesDirs: [
      folders.templatesDir,
      ...themes.toReversed().map((folder) => join(folder, 'templates')),
    ],
    pagesDir:
      pagesDir && exists(pagesDir) && contains(siteDir, pagesDir) && pagesDir !== folders.contentDir
        ? pagesDir
        : undefined,
    translationDirs: new Map(
      i18n.locales?.flatMap(({ code, path }) =>
        path === undefined ? [] : [[code, resolve(siteDir, path)] as const],
      ),
    ),
    outDir: outputFolder(location.siteDir, config.outDir, location.outDir),
    includeRoots: config.includeRoots?.map((folder) => resolve(siteDir, folder)) ?? [
      ...new Set([
        repositoryFolder(siteDir),
        siteDir,
        folders.contentDir,
        ...includeFolders(location, dialect),
      ]),
    ],
    trailingSlash: config.trailingSlash ?? layout?.trailingSlash ?? true,
    dialect,
    dialectFile:
      config.markdown.dialects === undefined && found !== undefined
        ? siteRelative(siteDir, found.file)
        : undefined,
    rules: { ...layout?.rules, ...config.rules },
    markdown: {
      ...config.markdown,
      dialects,
      ignoredKeys: config.frontmatter.ignore,
      variables: config.variables,
      components: { md: md ?? dialect.mdIsMdx === true, map },
    },
    url: new URL(config.url).origin,
    baseUrl: `/${config.baseUrl}/`.replace(/^\/+|\/+$/g, '/'),
    favicon: staticPath(config.favicon),
    touchIcon: staticPath(config.touchIcon),
    ...resolveLocales(i18n),
    docs,
    sets: [...docs, ...new Set(openapi.flatMap(({ set }) => set ?? []))],
    openapi,
    sampleModules: [],
    navbar: { ...config.navbar, title: config.navbar.title ?? config.title },
    agents: config.agents === true ? v.parse(AGENTS, {}) : config.agents || undefined,
    // If only one bound is set, the default of the other one moves with it if necessary.
    toc: { min, max: config.toc.max ?? Math.max(min, dialect.tocDepth ?? DEFAULT_TOC.max) },
    links: {
      ...config.links,
      schemes: config.links.schemes.map((scheme) => scheme.toLowerCase()),
    },
    security: { ...config.security, origins: resolveOrigins(config) },
    ...resolveDates(config),
    head: config.head.map(resolveTag),
  };
}

/** The folders of included files that the tool's configuration names, in the repository. */
function includeFolders(
  { siteDir, found, exists }: SiteLocation,
  dialect: SiteDialect,
): readonly string[] {
  if (found === undefined || dialect.layout !== found.dialect.layout) return [];
  const names = dialect.includeFolders?.(readFileSync(found.file, 'utf8')) ?? [];
  return names
    .map((name) => resolve(dirname(found.file), name))
    .filter((folder) => exists(folder) && contains(repositoryFolder(siteDir), folder));
}

function pathsOf({ path, routeBase }: NonNullable<CheckedConfig['blog']>) {
  return { path, routeBase };
}

/** Attributes without a value are empty texts; false leaves one out. */
function resolveTag({ tag, attributes }: CheckedConfig['head'][number]): HeadTag {
  const entries = Object.entries(attributes).flatMap(([name, value]) =>
    value === false ? [] : [[name, value === true ? '' : value] as const],
  );
  return { tag, attributes: Object.fromEntries(entries) };
}

function resolveDates({
  lastUpdate,
  sitemap,
  feed,
  title: siteTitle,
}: CheckedConfig): Part<'lastUpdate' | 'sitemap' | 'feed'> {
  const { time, contributors } =
    typeof lastUpdate === 'object' ? lastUpdate : { time: lastUpdate, contributors: false };
  const { exclude = [], lastmod = time } = typeof sitemap === 'object' ? sitemap : {};
  const settings: Partial<Exclude<typeof feed, boolean>> = typeof feed === 'object' ? feed : {};
  const { title = siteTitle, limit = 20, include = [], page } = settings;
  return {
    lastUpdate: { time, contributors },
    sitemap: sitemap === false ? undefined : { exclude, lastmod },
    feed: feed === false ? undefined : { title, limit, include, page },
  };
}

function staticPath(path: string | undefined): string | undefined {
  return path === undefined ? undefined : toFilePath(path).replace(/^\//, '');
}

const DEFAULT_SET = v.parse(DOCS_SET, {});

type Part<Key extends keyof ResolvedConfig> = Pick<ResolvedConfig, Key>;

function resolveOrigins({
  security,
  search,
  searchReport,
  head,
}: CheckedConfig): CheckedConfig['security']['origins'] {
  const { img, media, frame, script, connect } = security.origins;
  const { src, endpoint } = search.analytics ?? {};
  return {
    img: originsOf(img),
    media: originsOf(media),
    frame: originsOf(frame),
    script: originsOf([...script, ...scriptOrigins(head)], src),
    connect: originsOf([...connect, ...webOrigin(searchReport?.to)], endpoint),
  };
}

/** The origins of the scripts in `head`, which the security policy allows. */
export function scriptOrigins(
  head: Readonly<CheckedConfig['head']> | readonly HeadTag[],
): readonly string[] {
  return head.flatMap(({ tag, attributes }) => {
    const url = tag === 'script' ? parseWebUrl(String(attributes['src'])) : undefined;
    return url === undefined ? [] : [url.origin];
  });
}

/** The origin of an address outside of the site. */
function webOrigin(address: string | undefined): readonly string[] {
  const url = address === undefined ? undefined : parseWebUrl(address);
  return url === undefined ? [] : [url.origin];
}

/** The distinct origins of addresses. */
function originsOf(addresses: readonly string[], further?: string): string[] {
  const all = further === undefined ? addresses : [...addresses, further];
  return [...new Set(all.map((address) => new URL(address).origin))];
}

function resolveLocales(i18n: CheckedConfig['i18n']): Part<'defaultLocale' | 'locales'> {
  const locales: NonNullable<typeof i18n.locales> = i18n.locales ?? [
    { code: i18n.defaultLocale ?? 'en' },
  ];
  return {
    defaultLocale: i18n.defaultLocale ?? locales[0]?.code ?? 'en',
    locales: locales.map(({ code, label, htmlLang = code, dir }) => ({
      code,
      // A name would hide the region of a tag.
      label: label ?? NAMES.get(code.toLowerCase()) ?? code,
      htmlLang,
      dir: dir ?? languageDirection(htmlLang),
    })),
  };
}

/** An API after defaults: one source for each of its versions. */
function resolveApi(
  entry: CheckedConfig['openapi'][number],
  index: number,
  docs: readonly DocsSet[],
): readonly ApiSource[] {
  const { links, samples, history, console, versions = [], spec, ...others } = entry;
  const base = toRoute(entry.routeBase ?? `${docs[0]?.routeBase ?? '/'}/api`);
  const set = versions.length === 0 ? undefined : resolveApiVersions(entry.id, versions, base);
  const common = {
    ...others,
    console: console === true ? { cors: true } : console === false ? undefined : console,
    history: history === true ? {} : history === false ? undefined : history,
    linkBase: links?.base,
    samples: samples === undefined ? undefined : toFilePath(samples),
    set,
  };
  const overlaysOf = ({
    overlays = entry.overlays,
  }: {
    readonly overlays?: string[] | undefined;
  }) => overlays.map(toFilePath);
  if (set === undefined)
    return [
      {
        ...common,
        spec: toFilePath(spec ?? ''),
        routeBase: base,
        overlays: overlaysOf(entry),
        path: ['openapi', index],
      },
    ];
  return set.versions.map((version, at) => ({
    ...common,
    id: `${entry.id}@${version.name}`,
    spec: toFilePath(version.path),
    routeBase: version.routeBase,
    overlays: overlaysOf(versions[at] ?? {}),
    path: ['openapi', index, 'versions', at],
  }));
}

interface Site {
  readonly folders: SiteFolders;
  readonly location: SiteLocation;
}

function resolveDocsSet(set: DocsConfig, index: number, site: Site): DocsSet {
  const { siteDir, exists } = site.location;
  const { contentDir } = site.folders;
  const docs = resolve(siteDir, 'content/docs');
  const byDefault = exists(docs) ? docs : contentDir;
  const folder = set.path === undefined ? byDefault : resolve(siteDir, toFilePath(set.path));
  const { id } = set;
  const path = siteRelative(siteDir, folder);
  const inDialect = set.path === undefined ? site.folders.layout?.routeBase : undefined;
  // Outside of the content folder, its path in the site folder.
  const below = siteRelative(contains(contentDir, folder) ? contentDir : siteDir, folder);
  const routeBase = toRoute(set.routeBase ?? inDialect ?? below);
  const frozen = frozenVersions(site.location, site.folders, { id, index });
  return {
    id,
    path,
    routeBase,
    // Without a prototype, so that no sidebar name finds an inherited property.
    sidebars: set.sidebars && Object.assign(Object.create(null), set.sidebars),
    frozen,
    ...resolveVersions({ config: set, path, routeBase, frozen }),
    editUrl: set.editUrl,
    searchType: set.searchType,
  };
}

/** Names of languages in the language itself, for locales without a label. */
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

/** Languages usually written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set('ar ckb dv fa he ps sd ug ur yi'.split(' '));

/** The writing direction of a language, by its BCP 47 tag; a script in the tag decides. */
function languageDirection(tag: string): 'ltr' | 'rtl' {
  const [language = '', script = ''] = tag.toLowerCase().split('-');
  if (/^(?:arab|hebr|thaa|syrc|nkoo|adlm)$/.test(script)) return 'rtl';
  return RIGHT_TO_LEFT.has(language) && script.length !== 4 ? 'rtl' : 'ltr';
}
