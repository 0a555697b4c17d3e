import { siteRelative } from '../config/folders.ts';
import {
  type FilePath,
  pathToRoute,
  type Route,
  type SitePath,
  toFilePath,
  toRoute,
} from '../shared/paths.ts';
import { editionOfFile, pathBelow } from './editions.ts';
import { localeBase, localeOfRoute } from './locales.ts';
import type { LinkProblem, PageNode, SiteGraph } from './site-graph.ts';

/** A reference that leads nowhere, and the page that it stands on. */
interface Asked {
  readonly kind: 'page' | 'asset';
  readonly from: { readonly route: Route };
}

/** The pages of the locale that a route belongs to. */
export function pagesOfLocale(
  { config, pageByFile }: SiteGraph,
  route: Route,
): ReadonlyMap<FilePath, PageNode> {
  return pageByFile.get(localeOfRoute(config, route).code) ?? NO_PAGES;
}

const NO_PAGES: ReadonlyMap<FilePath, PageNode> = new Map();

/** The files that a relative destination may mean, best first. */
export function pageFiles(wanted: FilePath): readonly FilePath[] {
  const bare = wanted.replace(/\/$/, '');
  const index = [toFilePath(`${bare}/index.md`), toFilePath(`${bare}/index.tsx`)];
  if (wanted.endsWith('/')) return index;
  return [wanted, toFilePath(`${bare}.md`), toFilePath(`${bare}.tsx`), ...index];
}

export function fileNotFound(graph: SiteGraph, wanted: FilePath, asked: Asked): LinkProblem {
  for (const candidate of pageFiles(wanted)) {
    if (graph.drafts.has(candidate)) return { code: 'draft-target', wanted: candidate };
  }
  const files = [...pagesOfLocale(graph, asked.from.route).keys(), ...graph.assetByFile.keys()];
  const existing = findFolded(pageFiles(wanted), files);
  if (existing !== undefined) return mismatch(wanted, existing);
  return { code: notFoundCode(wanted, asked), wanted };
}

export function notFound(graph: SiteGraph, wanted: SitePath, asked: Asked): LinkProblem {
  const route = pathToRoute(wanted);
  if ([...graph.drafts.values()].includes(route)) return { code: 'draft-target', wanted };
  const page = findFolded([route], graph.pages.keys());
  if (page !== undefined && page !== route) return mismatch(wanted, page);
  const file = findFolded([wanted], graph.statics.keys());
  if (file !== undefined) return mismatch(wanted, file);
  return { code: notFoundCode(wanted, asked), wanted };
}

/** The address that a file would have as a page, or its place in the site folder. */
export function addressOfFile(
  { config, editions }: SiteGraph,
  file: FilePath,
  route: Route,
): string {
  const locale = localeOfRoute(config, route);
  const own = editions.filter((edition) => edition.locale.code === locale.code);
  const edition = editionOfFile(own, file);
  const content = siteRelative(config.siteDir, config.contentDir);
  const isInside = content === '' || file.startsWith(`${content}/`);
  if (edition === undefined && !isInside) return `/${file}`;
  const below = pathBelow(file, edition?.version.path ?? content);
  return toRoute(
    `${edition?.routeBase ?? localeBase(config, locale)}/${pathToRoute(below.replace(/\.(?:md|tsx)$/, '.html'))}`.replace(
      /\/index$/,
      '',
    ),
  );
}

/** The first name that is one of the wanted ones but for case and the way in which letters are composed. */
function findFolded(wanted: readonly string[], names: Iterable<string>): string | undefined {
  const folded = new Set(wanted.map(fold));
  const lengths = new Set(wanted.map(({ length }) => length));
  for (const name of names) {
    // In ASCII both have the same length; most names need no look at their letters.
    const maySame = lengths.has(name.length) || /[^\0-\x7f]/.test(name + wanted[0]);
    if (maySame && folded.has(fold(name))) return name;
  }
  return undefined;
}

/** What some file systems and people take for the same name. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function mismatch(wanted: string, existing: string): LinkProblem {
  const isCase = wanted.normalize('NFC') !== existing.normalize('NFC');
  return { code: 'case-mismatch', wanted, existing, differs: isCase ? 'case' : 'normalization' };
}

/** A destination with another extension than a page's is missed as a file. */
function notFoundCode(wanted: string, { kind }: Asked): 'page-not-found' | 'asset-not-found' {
  if (kind === 'asset') return 'asset-not-found';
  const extension = /\.([a-z][a-z0-9]{0,7})$/i.exec(wanted)?.[1]?.toLowerCase();
  const isPage = extension === undefined || /^(?:mdx?|markdown|html?)$/.test(extension);
  return isPage ? 'page-not-found' : 'asset-not-found';
}
