import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Route, type SitePath, toSitePath } from '../../shared/paths.ts';
import type { Sidebar, SiteGraph } from '../site-graph.ts';
import type { SourceFile, Sources } from '../types.ts';
import type { GraphInput } from './graph-input.ts';
import { checkPagination } from './pagination.ts';
import { collectPages } from './routes.ts';
import { buildSidebars } from './sidebars.ts';

/** Builds the graph of the whole site from everything that was parsed. */
export function buildGraph(input: GraphInput): {
  graph: SiteGraph;
  diagnostics: readonly Diagnostic[];
} {
  const collected = collectPages(input);
  const { sidebars, diagnostics } = buildSidebars(input, collected.pages);
  const sidebarOf = new Map<Route, Sidebar>();
  for (const sidebar of [...sidebars.values()].flat()) {
    for (const { route } of sidebar.pages) if (!sidebarOf.has(route)) sidebarOf.set(route, sidebar);
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
  return {
    graph,
    diagnostics: [...collected.diagnostics, ...diagnostics, ...checkPagination(graph)],
  };
}

function staticFiles(sources: Sources): Map<SitePath, SourceFile> {
  return new Map(sources.statics.map((source) => [toSitePath(source.path), source]));
}
