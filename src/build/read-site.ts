/** The first half of the map: from the files of a site to its graph. Nothing is bundled or rendered. */
import type { ResolvedConfig } from '../config/types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { createProseCache, INFO_PROSE, type ProseCache } from './api-prose.ts';
import { readSource } from './discover/read-source.ts';
import { type DocTargets, resolveDocLinks } from './graph/doc-links.ts';
import { buildGraph } from './graph/graph.ts';
import type { LocateConfig } from './graph/graph-input.ts';
import { createLabels, type Labels } from './graph/labels.ts';
import { articleTextsOf, defaultLocale } from './graph/locales.ts';
import { type LoadedApi, loadApis } from './load-apis.ts';
import { parseSources } from './parse/parse-sources.ts';
import { createProseParser } from './parse/prose.ts';
import type { SiteGraph } from './site-graph.ts';
import type { Sources } from './types.ts';

/** A site, read. */
export interface ReadSite {
  readonly graph: SiteGraph;
  readonly labels: Labels;
  /** Where the links of docs lead. */
  readonly targets: DocTargets;
  readonly apis: readonly LoadedApi[];
  /** The texts of API descriptions that are parsed already. */
  readonly prose: ProseCache;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses every source and puts them into one graph. */
export function readSite(config: ResolvedConfig, sources: Sources, locate: LocateConfig): ReadSite {
  const settings = { ...config.markdown, defaultLocale: config.defaultLocale };
  const parsed = parseSources(sources, settings, readSource);
  const texts = articleTextsOf(parsed.texts, defaultLocale(config));
  const prose = createProseCache(createProseParser(texts));
  const loaded = loadApis(config, ({ text }) => prose.parse(text, INFO_PROSE).text);
  const labels = createLabels(parsed.texts);
  const apis = loaded.apis.map(({ outline }) => outline);
  const { graph, diagnostics } = buildGraph({ config, sources, locate, labels, ...parsed, apis });
  return {
    graph,
    labels,
    targets: resolveDocLinks(graph),
    apis: loaded.apis,
    prose,
    diagnostics: [
      ...sources.diagnostics,
      ...parsed.diagnostics,
      ...loaded.diagnostics,
      ...diagnostics,
    ],
  };
}
