import { siteRelative } from '../config/folders.ts';
import { hasDownload } from '../openapi/outline.ts';
import {
  dirname,
  type FilePath,
  pathToRoute,
  printFile,
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
import { feedPath, inLocale, localeBase, localeOfRoute } from './locales.ts';
import { markdownOf } from './markdown-pages.ts';
import { searchData } from './search-data.ts';

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
  for (const name of ['index.md', 'index.tsx', 'README.md', 'index.mdx'])
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
  const own = pagesOfLocale(graph, reference.from.route);
  const existing =
    firstFolded(graph, own, pageFiles(wanted)) ??
    firstFolded(graph, graph.assetByFile, pageFiles(wanted));
  if (existing !== undefined) return mismatch(wanted, existing);
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

function firstFolded(
  { findFolded }: SiteGraph,
  map: ReadonlyMap<string, unknown>,
  names: Iterable<string>,
): string | undefined {
  for (const name of names) {
    const found = findFolded(map, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mismatch(wanted: string, existing: string): LinkProblem {
  const isCase = wanted.normalize('NFC') !== existing.normalize('NFC');
  return { code: 'case-mismatch', wanted, existing, differs: isCase ? 'case' : 'normalization' };
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

function isFeed(config: SiteGraph['config'], path: SitePath): boolean {
  const paths = config.locales.map((locale) => feedPath(config, locale));
  return config.feed !== undefined && paths.some((feed) => path === `/${feed}`);
}

/** True for a file that the build writes in addition to pages and static files, under a predictable name. */
export function isEmittedFile(graph: SiteGraph, path: SitePath): boolean {
  if (path === '/robots.txt' || (path === '/sitemap.xml' && graph.config.sitemap !== undefined))
    return true;
  if (isList(graph, path)) return true;
  return (
    isNotFoundPage(graph, path) ||
    isFeed(graph.config, path) ||
    isMachineFile(graph, path) ||
    (path.includes('/search-index-') && isSearchIndex(graph, path))
  );
}

/** Hosts look for the 404 page at a fixed address, which does not follow the address style. */
function isNotFoundPage({ pages }: SiteGraph, path: SitePath): boolean {
  const route = /^(.*\/404)\.html$/.exec(path)?.[1];
  const node = route === undefined ? undefined : pages.get(toRoute(route));
  return node?.type === 'generated' && node.generated === 'notFound';
}

/** True for the lists of pages for agents. */
function isList({ config }: SiteGraph, path: SitePath): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const { agents } = config;
  const isMade = name === 'llms.txt' ? agents?.llms : name === 'llms-full.txt' && agents?.full;
  return (
    isMade === true &&
    config.locales.some((locale) => toSitePath(inLocale(config, locale, name)) === path)
  );
}

/** True for the Markdown version of a page. */
export function isMarkdownVersion(graph: SiteGraph, path: SitePath): boolean {
  if (!path.endsWith('.md')) return false;
  const node = graph.pages.get(toRoute(path === '/index.md' ? '/' : path.slice(0, -3)));
  return node !== undefined && markdownOf(graph, node) === toOutputPath(path);
}

/** True for files that API pages offer to programs: Markdown, the description and its parts as JSON. */
function isMachineFile(graph: SiteGraph, path: SitePath): boolean {
  const { pages, config } = graph;
  const [, route, extension] = /^(.+?)\.(md|openapi\.json)$/.exec(path) ?? [];
  const node = route === undefined ? undefined : pages.get(toRoute(route));
  if (node?.type !== 'api' || node.locale.code !== config.defaultLocale) return false;
  return extension === 'md'
    ? isMarkdownVersion(graph, path)
    : hasDownload(node.api, node.page.kind);
}

function isSearchIndex(graph: SiteGraph, path: SitePath): boolean {
  const style = { ...graph.config, baseUrl: '/' };
  const root: SiteGraph = { ...graph, config: style };
  return graph.config.locales.some((locale) =>
    Object.values(searchData(root, locale).indexes).some(
      (url) => toSitePath(url) === toSitePath(printFile(path, style)),
    ),
  );
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
