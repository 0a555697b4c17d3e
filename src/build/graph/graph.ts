import type { ResolvedConfig } from '../../config/types.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FilePath, Route, SitePath } from '../../shared/paths.ts';
import type { Sidebar, SiteGraph } from '../site-graph.ts';
import type { ParsedDoc, SourceFile, Sources } from '../types.ts';
import { checkPagination } from './pagination.ts';
import { collectPages } from './routes.ts';
import type { CategoryFiles } from './sidebar-tree.ts';
import { buildSidebars } from './sidebars.ts';

export interface GraphInput {
  readonly config: ResolvedConfig;
  readonly sources: Sources;
  readonly docs: ReadonlyMap<FilePath, ParsedDoc>;
  readonly categories: CategoryFiles;
  /** Place of a path in the configuration file. */
  readonly locate: LocateConfig;
}

/** Finds the place of a configuration path such as `['navbar', 'items', 2, 'to']`. */
export type LocateConfig = (path: readonly (string | number)[]) => NonNullable<Diagnostic['location']>;

/** Builds the graph of the whole site from everything that was parsed. */
export function buildGraph(input: GraphInput): { graph: SiteGraph; diagnostics: readonly Diagnostic[] } {
  const collected = collectPages(input);
  const { sidebars, diagnostics } = buildSidebars(input, collected.pages);
  const sidebarOf = new Map<Route, Sidebar>();
  for (const sidebar of [...sidebars.values()].flat()) {
    for (const { route } of sidebar.docs) if (!sidebarOf.has(route)) sidebarOf.set(route, sidebar);
  }
  const graph: SiteGraph = {
    config: input.config,
    pages: collected.pages,
    pageByFile: collected.pageByFile,
    drafts: collected.drafts,
    assetByFile: new Map(input.sources.assets.map((source) => [source.file, source])),
    statics: staticFiles(input.sources),
    sidebars,
    sidebarOf,
  };
  return { graph, diagnostics: [...collected.diagnostics, ...diagnostics, ...checkPagination(graph)] };
}

function staticFiles(sources: Sources): Map<SitePath, SourceFile> {
  return new Map(sources.statics.map((source) => [`/${source.path}` as SitePath, source]));
}
