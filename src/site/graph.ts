import { repositoryFolder, siteRelative } from '../config/folders.ts';
import { isPattern } from '../config/redirect-patterns.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DocHead } from '../markdown/parsed-doc.ts';
import { getOrInsert } from '../shared/maps.ts';
import { type FilePath, foldName, type Route, toRoute, toSitePath } from '../shared/paths.ts';
import { isLast, listEditions } from './editions.ts';
import type {
  ApiNode,
  GraphInput,
  PageNode,
  Sidebar,
  SidebarNode,
  SidebarPage,
  SiteGraph,
} from './graph-types.ts';
import { emittedFiles } from './missing-target.ts';
import { collectPages } from './routes.ts';
import { checkPagination } from './sidebar-entries.ts';
import { docLabel } from './sidebar-tree.ts';
import { buildSidebars } from './sidebars.ts';
import { strayTranslations } from './stray-translations.ts';

interface BuiltGraph {
  readonly graph: SiteGraph;
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds the graph of the site from everything that was parsed. A doc without a title has that of its sidebar entry. */
export function buildGraph(input: GraphInput): BuiltGraph {
  const built = graphOf(input);
  const named = namedBySidebars(built.graph);
  if (named.size === 0) return built;
  return graphOf({ ...input, docs: new Map([...input.docs, ...named]) });
}

function namedBySidebars({ sidebars }: SiteGraph): GraphInput['docs'] {
  const named = new Map<FilePath, DocHead>();
  const visit = (entry: SidebarNode): void => {
    if (entry.type === 'link') return;
    const { node, label } = entry;
    const isNamed = node?.type === 'doc' && node.doc.title === '' && label !== docLabel(node);
    if (isNamed && !named.has(node.source.file))
      named.set(node.source.file, { ...node.doc, title: label });
    if (entry.type === 'category') entry.items.forEach(visit);
  };
  for (const { nodes } of [...sidebars.values()].flat()) nodes.forEach(visit);
  return named;
}

function graphOf(input: GraphInput): BuiltGraph {
  const { config, sources, messages } = input;
  const editions = listEditions(config);
  const { diagnostics: problems, starts, ...collected } = collectPages(input, editions);
  const { sidebars, diagnostics } = buildSidebars(input, editions, collected.pages);
  const sidebarOf = new Map<Route, Sidebar>();
  for (const sidebar of [...sidebars.values()].flat()) {
    for (const { route, edition } of sidebar.pages) {
      // Sidebars of other versions link to the pages, which have their own.
      const isShared = edition !== undefined && isLast(edition) && isLast(sidebar.edition);
      if ((edition === sidebar.edition || isShared) && !sidebarOf.has(route))
        sidebarOf.set(route, sidebar);
    }
  }
  const chapters = [...starts].map(([route, { chapter }]) => [route, chapter] as const);
  const parents = new Map<Route, SidebarPage>([...apiParents(collected.pages), ...chapters]);
  for (const [route, parent] of parents) {
    const sidebar = sidebarOf.get(parent.route);
    if (sidebar !== undefined) sidebarOf.set(route, sidebar);
  }
  const plain = config.redirects.filter((redirect) => !isPattern(redirect));
  const graph: SiteGraph = {
    config,
    ...collected,
    draftRoutes: new Set(collected.drafts.values()),
    findFolded: foldedFinder(),
    assetByFile: new Map(sources.assets.map((source) => [source.file, source])),
    refusedFiles: sources.refused,
    repository: {
      siteFolder: siteRelative(repositoryFolder(config.siteDir), config.siteDir),
      find: input.repositoryFile ?? (() => undefined),
    },
    statics: new Map(sources.statics.map((source) => [toSitePath(source.path), source])),
    emitted: emittedFiles(config, collected.pages),
    redirects: new Map(plain.map(({ from, to }) => [toRoute(from), to])),
    redirectPatterns: config.redirects.filter(isPattern),
    editions,
    sidebars,
    sidebarOf,
    parents,
    messages,
  };
  return {
    graph,
    diagnostics: [
      ...problems,
      ...diagnostics,
      ...checkPagination(graph),
      ...strayTranslations(input, graph),
    ],
  };
}

/** Schemas and removed operations have no sidebar entries: they belong to the page that lists all of them. */
function apiParents(pages: ReadonlyMap<Route, PageNode>): ReadonlyMap<Route, ApiNode> {
  const nodes = [...pages.values()].filter((node) => node.type === 'api');
  const key = ({ locale, api }: ApiNode, kind: string | undefined): string =>
    JSON.stringify([locale.code, api.id, kind]);
  const byKind = new Map(nodes.map((node) => [key(node, node.page.kind), node] as const));
  return new Map(
    nodes.flatMap((node): (readonly [Route, ApiNode])[] => {
      const parent = byKind.get(key(node, PARENTS.get(node.page.kind)));
      return parent === undefined ? [] : [[node.route, parent]];
    }),
  );
}

/** Pages that no sidebar lists, and those that lead to them. */
const PARENTS: ReadonlyMap<string, string> = new Map([
  ['schema', 'schemas'],
  ['removed', 'changes'],
]);

/** Folds differences that some file systems ignore; reads the keys of each map once. */
function foldedFinder(): SiteGraph['findFolded'] {
  const known = new Map<ReadonlyMap<string, unknown>, ReadonlyMap<string, string>>();
  return (map, name) => {
    // The first of equal names wins.
    const names = getOrInsert(
      known,
      map,
      () => new Map([...map.keys()].reverse().map((key) => [foldName(key), key])),
    );
    return names.get(foldName(name));
  };
}
