import { printFile, type SitePath, toRoute, toSitePath } from '../shared/paths.ts';
import { searchData } from './search-data.ts';
import type { SiteGraph } from './site-graph.ts';

/** True for a file that the build writes beside pages and static files, under a name that authors can know. */
export function isEmittedFile(graph: SiteGraph, path: SitePath): boolean {
  if (path === '/sitemap.xml' || path === '/robots.txt') return true;
  return (
    isNotFoundPage(graph, path) ||
    isMachineFile(graph, path) ||
    (path.includes('/search-index-') && isSearchIndex(graph, path))
  );
}

/** A 404 page stands where hosts look for it, whatever addresses other pages have. */
function isNotFoundPage({ pages }: SiteGraph, path: SitePath): boolean {
  const route = /^(.*\/404)\.html$/.exec(path)?.[1];
  const node = route === undefined ? undefined : pages.get(toRoute(route));
  return node?.type === 'generated' && node.generated === 'notFound';
}

/** What the pages of an API offer to programs: each as Markdown, the description and its parts as JSON. */
function isMachineFile({ pages, config }: SiteGraph, path: SitePath): boolean {
  const [, route, extension] = /^(.+?)\.(md|openapi\.json)$/.exec(path) ?? [];
  const node = route === undefined ? undefined : pages.get(toRoute(route));
  if (node?.type !== 'api' || node.locale.code !== config.defaultLocale) return false;
  return extension === 'md' || node.page.kind === 'info' || node.page.kind === 'operation';
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
