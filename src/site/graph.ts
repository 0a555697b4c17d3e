import { isPattern } from '../config/redirect-patterns.ts';
import type { SourceFile, Sources } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Route, type SitePath, toRoute, toSitePath } from '../shared/paths.ts';
import { listEditions } from './editions.ts';
import type {
  ApiNode,
  GraphInput,
  PageNode,
  Sidebar,
  SidebarPage,
  SiteGraph,
} from './graph-types.ts';
import { collectPages } from './routes.ts';
import { checkPagination } from './sidebar-entries.ts';
import { buildSidebars } from './sidebars.ts';

/** Builds the graph of the site from everything that was parsed. */
export function buildGraph(input: GraphInput): {
  graph: SiteGraph;
  diagnostics: readonly Diagnostic[];
} {
  const editions = listEditions(input.config);
  const collected = collectPages(input, editions);
  const { sidebars, diagnostics } = buildSidebars(input, editions, collected.pages);
  const sidebarOf = new Map<Route, Sidebar>();
  for (const sidebar of [...sidebars.values()].flat()) {
    for (const { route } of sidebar.pages) if (!sidebarOf.has(route)) sidebarOf.set(route, sidebar);
  }
  const chapters = [...collected.starts].map(([route, { chapter }]) => [route, chapter] as const);
  const parents = new Map<Route, SidebarPage>([...schemaParents(collected.pages), ...chapters]);
  for (const [route, parent] of parents) {
    const sidebar = sidebarOf.get(parent.route);
    if (sidebar !== undefined) sidebarOf.set(route, sidebar);
  }
  const graph: SiteGraph = {
    config: input.config,
    pages: collected.pages,
    pageByFile: collected.pageByFile,
    refused: collected.refused,
    drafts: collected.drafts,
    draftRoutes: new Set(collected.drafts.values()),
    findFolded: foldedFinder(),
    assetByFile: new Map(input.sources.assets.map((source) => [source.file, source])),
    refusedFiles: input.sources.refused,
    statics: staticFiles(input.sources),
    redirects: new Map(
      input.config.redirects
        .filter((redirect) => !isPattern(redirect))
        .map(({ from, to }) => [toRoute(from), to]),
    ),
    redirectPatterns: input.config.redirects.filter(isPattern),
    editions,
    sidebars,
    sidebarOf,
    parents,
    messages: input.messages,
  };
  return {
    graph,
    diagnostics: [...collected.diagnostics, ...diagnostics, ...checkPagination(graph)],
  };
}

/** Schemas have no sidebar entries: they belong to the page that lists all schemas. */
function schemaParents(pages: ReadonlyMap<Route, PageNode>): ReadonlyMap<Route, ApiNode> {
  const nodes = [...pages.values()].filter((node) => node.type === 'api');
  const key = ({ locale, api }: ApiNode): string => JSON.stringify([locale.code, api.id]);
  const lists = new Map(
    nodes.filter(({ page }) => page.kind === 'schemas').map((node) => [key(node), node] as const),
  );
  return new Map(
    nodes.flatMap((node): (readonly [Route, ApiNode])[] => {
      const list = node.page.kind === 'schema' ? lists.get(key(node)) : undefined;
      return list === undefined ? [] : [[node.route, list]];
    }),
  );
}

/** Reads the keys of each map once. */
function foldedFinder(): SiteGraph['findFolded'] {
  const known = new Map<ReadonlyMap<string, unknown>, ReadonlyMap<string, string>>();
  return (map, name) => {
    const names = known.get(map) ?? foldedKeys(map);
    known.set(map, names);
    return names.get(fold(name));
  };
}

function foldedKeys(map: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const name of map.keys()) if (!names.has(fold(name))) names.set(fold(name), name);
  return names;
}

/** Folds differences that some file systems ignore. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function staticFiles(sources: Sources): Map<SitePath, SourceFile> {
  return new Map(sources.statics.map((source) => [toSitePath(source.path), source]));
}
