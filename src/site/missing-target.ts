import { siteRelative } from '../config/folders.ts';
import { apiFilePaths } from './api-files.ts';
import {
  dirname,
  type FilePath,
  pathToRoute,
  type Route,
  resolveDotSegments,
  type SitePath,
  toFilePath,
  toOutputPath,
  toRoute,
  toSitePath,
} from '../shared/paths.ts';
import { editionOfFile, pathBelow } from './editions.ts';
import type { LinkProblem, LinkTarget, PageNode, SiteGraph } from './graph-types.ts';
import { blogFeeds } from './feed-formats.ts';
import { feedPath, inLocale, localeBase, localeOfRoute } from './locales.ts';
import { markdownOf } from './markdown-pages.ts';
import { searchIndexFile, searchTags } from './search-data.ts';

/** A reference without a target, and the page that contains it. */
interface BrokenReference {
  readonly kind: 'page' | 'asset';
  readonly from: { readonly route: Route };
}

/** The pages in the same locale as a route. */
export function pagesOfLocale(
  { config, pageByFile }: SiteGraph,
  route: Route,
): ReadonlyMap<FilePath, PageNode> {
  return pageByFile.get(localeOfRoute(config, route).code) ?? new Map();
}

/** Lists the files that a relative destination can name, best first. */
export function* pageFiles(wanted: FilePath): Generator<FilePath> {
  const bare = wanted.replace(/\/$/, '');
  if (!wanted.endsWith('/')) {
    yield wanted;
    for (const ending of ['md', 'tsx', 'mdx']) yield toFilePath(`${bare}.${ending}`);
  }
  for (const name of ['index.md', 'index.tsx', 'README.md', 'index.mdx', '_index.md'])
    yield toFilePath(`${bare}/${name}`);
}

export function fileNotFound(
  graph: SiteGraph,
  wanted: FilePath,
  reference: BrokenReference,
): LinkProblem {
  for (const candidate of pageFiles(wanted)) {
    if (graph.drafts.has(candidate)) return { code: 'draft-target', wanted: candidate };
  }
  const refusal = graph.refusedFiles.get(wanted);
  if (refusal !== undefined) return { code: 'asset-not-found', wanted, refusal };
  for (const map of [pagesOfLocale(graph, reference.from.route), graph.assetByFile])
    for (const candidate of pageFiles(wanted)) {
      const existing = graph.findFolded(map, candidate);
      if (existing !== undefined) return mismatch(wanted, existing);
    }
  return { code: notFoundCode(wanted, reference), wanted };
}

export function notFound(
  graph: SiteGraph,
  wanted: SitePath,
  reference: BrokenReference,
): LinkProblem {
  const route = pathToRoute(wanted);
  if (graph.draftRoutes.has(route)) return { code: 'draft-target', wanted };
  const page = graph.findFolded(graph.pages, route);
  if (page !== undefined && page !== route) return mismatch(wanted, page);
  const file = graph.findFolded(graph.statics, wanted);
  if (file !== undefined) return mismatch(wanted, file);
  return { code: notFoundCode(wanted, reference), wanted };
}

/** The address that a file would have as a page, or its path in the site folder. */
export function addressOfFile(
  { config, editions }: SiteGraph,
  file: FilePath,
  from: Route,
): string {
  const locale = localeOfRoute(config, from);
  const own = editions.filter((edition) => edition.locale.code === locale.code);
  const edition = editionOfFile(own, file);
  const content = siteRelative(config.siteDir, config.contentDir);
  const isInside = content === '' || file.startsWith(`${content}/`);
  if (edition === undefined && !isInside) return `/${file}`;
  const below = pathBelow(file, edition?.version.path ?? content);
  const base = edition?.routeBase ?? localeBase(config, locale);
  const route = pathToRoute(below.replace(/\.(?:md|tsx)$/, '.html'));
  return toRoute(`${base}/${route}`.replace(/\/index$/, ''));
}

function mismatch(wanted: string, existing: string): LinkProblem {
  return { code: 'case-mismatch', wanted, existing, differs: difference(wanted, existing) };
}

/** How two names that some file systems do not tell apart differ. */
export function difference(wanted: string, existing: string): 'case' | 'normalization' {
  return wanted.normalize('NFC') === existing.normalize('NFC') ? 'normalization' : 'case';
}

/** A destination with an extension other than a page's is reported as a missing file. */
export function notFoundCode(
  wanted: string,
  { kind }: Pick<BrokenReference, 'kind'>,
): 'page-not-found' | 'asset-not-found' {
  if (kind === 'asset') return 'asset-not-found';
  const extension = /\.([a-z][a-z0-9]{0,7})$/i.exec(wanted)?.[1]?.toLowerCase();
  const isPage = extension === undefined || /^(?:mdx?|markdown|html?)$/.test(extension);
  return isPage ? 'page-not-found' : 'asset-not-found';
}

/** Lists files that the build writes in addition to pages and static files, under predictable names. */
export function emittedFiles(
  config: SiteGraph['config'],
  pages: SiteGraph['pages'],
): ReadonlySet<SitePath> {
  const { agents, locales, defaultLocale } = config;
  const ofSite = [
    'robots.txt',
    ...(config.sitemap === undefined ? [] : ['sitemap.xml']),
    ...blogFeeds(config.blog).map(({ path }) => path),
  ];
  const ofLocales = locales.flatMap((locale) => [
    ...(config.feed === undefined ? [] : [feedPath(config, locale)]),
    ...(agents?.llms === true ? [inLocale(config, locale, 'llms.txt')] : []),
    ...(agents?.full === true ? [inLocale(config, locale, 'llms-full.txt')] : []),
    ...searchTags(pages, locale).map((tag) => searchIndexFile(config, locale, tag)),
  ]);
  const ofPages = [...pages.values()].flatMap((node) => {
    // Hosts look for the 404 page at a fixed address, which does not follow the address style.
    if (node.type === 'generated')
      return node.generated === 'notFound' ? [`${node.route}.html`] : [];
    if (node.type !== 'api' || node.locale.code !== defaultLocale) return [];
    const markdown = markdownOf({ config }, node) ?? [];
    const files = apiFilePaths(node, config).map(([, path]) => `/${path}`);
    return [markdown, files].flat();
  });
  return new Set([...ofSite, ...ofLocales, ...ofPages].map(toSitePath));
}

/** True for the Markdown version of a page. */
export function isMarkdownVersion(graph: SiteGraph, path: SitePath): boolean {
  if (!path.endsWith('.md')) return false;
  const node = graph.pages.get(toRoute(path === '/index.md' ? '/' : path.slice(0, -3)));
  return node !== undefined && markdownOf(graph, node) === toOutputPath(path);
}

/**
 * Other tools leave links to browsers, also those to what another site publishes above this one. `own` is the file that the
 * path names, undefined outside of the site folder.
 */
export function aboveSite(
  { config }: SiteGraph,
  { own, route }: { readonly own: FilePath | undefined; readonly route: Route },
  { kind, path, suffix }: Pick<BrokenReference, 'kind'> & Record<'path' | 'suffix', string>,
): LinkTarget | undefined {
  const content = siteRelative(config.siteDir, config.contentDir);
  const isAbove = own === undefined || (content !== '' && !own.startsWith(`${content}/`));
  const isAddress = kind === 'page' && /(?:\.html|\/)$/.test(path);
  if (!config.dialect.isForeign || !isAbove || !isAddress) return undefined;
  const whole = `${config.baseUrl}/${dirname(route)}/${path}`.replace(/\/{2,}/g, '/');
  const { path: wanted, escaped } = resolveDotSegments(whole);
  if (escaped) return { type: 'broken', problem: { code: 'above-site' } };
  if (`${wanted}/`.startsWith(config.baseUrl)) return undefined;
  return { type: 'external', url: config.url + wanted + suffix };
}

/**
 * The folder whose page a path names: tools know it as `x/`, `x/index`, `x/README`, and both as `.md` and `.html`. Undefined
 * for other paths; without a dialect, only built files have several names.
 */
export function folderOf({ config }: SiteGraph, path: string): string | undefined {
  const names = config.dialect.isForeign
    ? /(?:^|\/)(?:index|README)(?:\.(?:html|mdx?))?\/?$/i
    : /(?:^|\/)(?:index|README)\.html$/;
  return names.test(path)
    ? path.replace(names, (start) => (start.startsWith('/') ? '/' : './'))
    : undefined;
}

/** Joins a relative path to the folder of a file; undefined if it leaves the site folder. */
export function joinFilePath(from: string, path: string): FilePath | undefined {
  // Repeated slashes count as one, as in file paths.
  const whole = `${dirname(`/${from}`)}/${path}`.replace(/\/{2,}/g, '/');
  const { path: joined, escaped } = resolveDotSegments(whole);
  return escaped ? undefined : toFilePath(joined.slice(1));
}
