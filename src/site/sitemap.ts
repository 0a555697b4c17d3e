import picomatch from 'picomatch';
import { escapeHtml } from '../shared/escape-html.ts';
import { printFile, printRoute } from '../shared/paths.ts';
import { isUntranslated } from './alternates.ts';
import { editionOf, isDestination, isRemoved } from './editions.ts';
import type { PageNode, SiteGraph } from './graph-types.ts';
import { isoTime, type PageDates } from './page-dates.ts';
import { pageAddresses } from './page-head.ts';

export interface SitemapInput {
  readonly graph: SiteGraph;
  readonly isUnlisted: (node: PageNode) => boolean;
  readonly dates: PageDates;
}

/** The pages that search engines may show, in route order: no 404 page, generated list or unlisted page. */
export function publicPages({
  graph,
  isUnlisted,
}: Pick<SitemapInput, 'graph' | 'isUnlisted'>): readonly PageNode[] {
  return [...graph.pages.values()]
    .filter((node) => !isUnlisted(node) && !isUntranslated(graph, node))
    .filter((node) => editionOf(node)?.version.noindex !== true && !isRemoved(node))
    .filter((node) => isDestination(graph, node));
}

/** Returns a function that tells whether a page's path matches one of some globs. */
export function pathMatcher(globs: readonly string[]): (node: PageNode) => boolean {
  const isMatch = picomatch(
    globs.map((glob) => (glob === '/' ? glob : glob.replace(/\/$/, ''))),
    { dot: true, nonegate: true, posix: true, windows: false },
  );
  return ({ route }) => globs.length > 0 && isMatch(route);
}

/** The limits of a sitemap's file (sitemaps.org, protocol 0.9), less some bytes for its head and end. */
const SITEMAP_LIMITS = { urls: 50_000, bytes: 49_900_000 };

interface SitemapFile {
  readonly name: string;
  readonly content: string;
}

/** The files of the sitemap: one, or an index and as many as the limits need. None if the site has no sitemap. */
export function sitemapFiles(input: SitemapInput, limits = SITEMAP_LIMITS): readonly SitemapFile[] {
  const { config } = input.graph;
  if (config.sitemap === undefined) return [];
  const isExcluded = pathMatcher(config.sitemap.exclude);
  const entries = publicPages(input)
    .filter((node) => !isExcluded(node))
    .map((node) => entryOf(input, node));
  const parts: string[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(entry) + 1;
    const last = parts.at(-1);
    const fits = last !== undefined && last.length < limits.urls && bytes + size <= limits.bytes;
    if (fits) last.push(entry);
    else parts.push([entry]);
    bytes = fits ? bytes + size : size;
  }
  const [only = []] = parts;
  if (parts.length < 2) return [{ name: SITEMAP, content: urlset(only) }];
  const files = parts.map((part, index) => ({
    name: `sitemap-${index + 1}.xml`,
    content: urlset(part),
  }));
  const locations = files.map(
    ({ name }) =>
      `<sitemap><loc>${escapeHtml(config.url + printFile(name, config))}</loc></sitemap>`,
  );
  return [{ name: SITEMAP, content: document('sitemapindex', '', locations) }, ...files];
}

export const SITEMAP = 'sitemap.xml';

function entryOf({ graph, dates }: SitemapInput, node: PageNode): string {
  const { config } = graph;
  const { url, locales, sitemap } = config;
  const time = sitemap?.lastmod === true ? dates.timeOf(node) : undefined;
  const { alternates } = locales.length < 2 ? { alternates: [] } : pageAddresses(graph, node);
  return [
    `<url><loc>${escapeHtml(url + printRoute(node.route, config))}</loc>`,
    time === undefined ? '' : `<lastmod>${isoTime(time)}</lastmod>`,
    ...alternates.map(
      ({ hreflang, href }) =>
        `<xhtml:link rel="alternate" hreflang="${escapeHtml(hreflang)}" href="${escapeHtml(url + href)}"/>`,
    ),
    '</url>',
  ].join('');
}

function urlset(entries: readonly string[]): string {
  const isTranslated = entries.some((entry) => entry.includes('<xhtml:link'));
  const names = isTranslated ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  return document('urlset', names, entries);
}

function document(root: string, names: string, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${names}>
${entries.join('\n')}
</${root}>
`;
}
