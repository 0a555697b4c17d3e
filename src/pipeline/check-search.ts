/** Checks the search of a site with typical queries: runs the pipeline without writing files. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { hashOf } from '../cache/file-hashes.ts';
import { contains, realFolder } from '../config/folders.ts';
import type { loadConfig } from '../config/load.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { readOwnSource, readSource } from '../content/read-source.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { applyLevels, type LevelSettings, type Rules } from '../diagnostics/levels.ts';
import {
  NOTHING_SUPPRESSED,
  type SuppressedFindings,
  selectFindings,
} from '../links/select-findings.ts';
import type { OutputFile, OutputKeep } from '../publish/output-file.ts';
import { loadSite } from '../publish/recover.ts';
import { type Comparison, compareReports } from '../search/evaluate/compare.ts';
import type { SearchQuery } from '../search/evaluate/evaluation.ts';
import {
  findingsOf,
  type Measured,
  measureSearch,
  type OpenIndex,
  type SearchReport,
} from '../search/evaluate/measure.ts';
import { EXAMPLE, readQueries } from '../search/evaluate/read-queries.ts';
import { openIndex } from '../search/query/open-index.ts';
import type { SearchIndexFile } from '../search/query/search-index.ts';
import type { Slice, SlicedIndex } from '../search/query/slice-format.ts';
import { toFilePath } from '../shared/paths.ts';
import { searchesCommonSynonyms } from '../site/search-data.ts';
import { configLocator } from './build.ts';
import { openSiteCache, type SiteCache } from './cache.ts';
import type { CheckPart } from './check-links.ts';
import { SLICES_FOLDER } from './files.ts';
import { type ProgressEvent, produceSite } from './produce.ts';
import { compareProblem, findCommit, openCopy, type SiteCommit } from './repository-copy.ts';

export interface CheckSearchOptions {
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string;
  /** Absolute; default: `queries.json` in the site folder. */
  readonly queriesFile?: string;
  /** A commit of the site's repository to compare with, as Git names it. */
  readonly compare?: string;
  /** Levels that win over those of the configuration, by code. */
  readonly rules?: Rules | undefined;
  readonly onProgress: (event: ProgressEvent) => void;
}

export interface CheckSearchResult extends SuppressedFindings {
  /** Problems that make `docs build` fail, and problems of the query file. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute folder that the diagnostics' files are relative to. */
  readonly siteDir: string;
  /** True if the configuration is invalid, the query file is missing or there is nothing to compare with: exit code 2. */
  readonly badUsage: boolean;
  /** Undefined without a site or without queries. */
  readonly report?: SearchReport | undefined;
  /** Undefined if it was not requested, or is not possible. */
  readonly comparison?: Comparison;
  /** Levels for the findings of the report. */
  readonly levels: LevelSettings;
}

/** The result of a run without queries. */
export const NOTHING_ASKED = {
  ...NOTHING_SUPPRESSED,
  levels: { openapi: [], links: { rules: {} }, rules: {} },
} as const;

/** Builds the search index as a build does, and runs all queries of the query file. Writes nothing. */
export async function checkSearch(options: CheckSearchOptions): Promise<CheckSearchResult> {
  const loaded = await loadSite({ ...options, siteDir: realFolder(options.siteDir) });
  const { config } = loaded;
  const refuse = (siteDir: string, diagnostics: readonly Diagnostic[]): CheckSearchResult => ({
    ...NOTHING_ASKED,
    diagnostics,
    siteDir,
    badUsage: true,
  });
  if (config === undefined) return refuse(options.siteDir, loaded.diagnostics);
  const { siteDir } = config;
  // Who asks queries wants to know of failures.
  const levels: LevelSettings = { ...config, isAssumed: false, flags: options.rules };
  const source = readQueriesFile(siteDir, options.queriesFile);
  if (!source.ok) return refuse(siteDir, [source.diagnostic]);
  const commit = options.compare === undefined ? undefined : findCommit(siteDir, options.compare);
  if (commit?.ok === false) return refuse(siteDir, [commit.diagnostic]);
  const { queries, diagnostics } = readQueries(source.file, source.text);
  const cache = openSiteCache({ config, compiled: loaded.compiled });
  const asked = await askSite({ config, cache }, queries, options);
  cache?.save();
  const compared =
    commit === undefined || asked.report === undefined
      ? undefined
      : await compareWith(commit.value, { config, queries, options, report: asked.report });
  const problem = compared !== undefined && 'code' in compared ? [compared] : [];
  const found = [...loaded.diagnostics, ...diagnostics, ...asked.diagnostics, ...problem];
  const own = applyLevels(found, levels);
  return {
    report: asked.report,
    ...(compared === undefined || 'code' in compared ? {} : { comparison: compared }),
    diagnostics: [...asked.errors, ...own.diagnostics],
    known: asked.known,
    suppressed: asked.suppressed,
    lowered: [...asked.lowered, ...own.lowered],
    spared: 0,
    siteDir,
    badUsage: problem.length > 0,
    levels,
  };
}

/** Reads the named file of queries, by default that of the site. */
function readQueriesFile(siteDir: string, queriesFile: string | undefined) {
  const absolute = queriesFile ?? join(siteDir, 'queries.json');
  const file = toFilePath(relative(siteDir, absolute));
  const found = { absolute, file };
  const source = queriesFile === undefined ? readOwnSource(found, siteDir) : readSource(found);
  if (source.ok || existsSync(absolute)) return { ...source, file };
  // Most first-time users have none.
  const message = `there is no "${absolute}"`;
  const hint = `create it with queries and the sections that answer them, ${EXAMPLE}`;
  return {
    ok: false,
    diagnostic: diagnostic('queries-not-found', { message, hint }),
    file,
  } as const;
}

interface CachedSite {
  readonly config: ResolvedConfig;
  readonly cache?: SiteCache | undefined;
}

/** Builds a site and runs the queries; there is no report if the site has errors. */
async function askSite(
  site: CachedSite,
  queries: readonly SearchQuery[],
  { rules, onProgress }: CheckSearchOptions,
) {
  const { config } = site;
  const indexes = collectIndexes(site);
  const made = await produceSite({
    config,
    locate: configLocator(config),
    sink: { put: () => {}, copy: () => {} },
    cache: site.cache,
    progress: onProgress,
    makes: 'findings',
    indexSink: indexes,
  });
  const run = { command: 'build' } as const;
  const selected = selectFindings({ ...made, run, config, flags: rules });
  const errors = selected.diagnostics.filter(({ severity }) => severity === 'error');
  const { known, suppressed, lowered } = selected;
  const measured =
    errors.length > 0 ? { diagnostics: [], report: undefined } : await indexes.measure(queries);
  return { ...measured, errors, known, suppressed, lowered };
}

/** Opens an index as the search dialog does. */
function openIndexFile(
  text: string,
  readText: (path: string) => string,
  commonSynonyms: boolean,
): OpenIndex {
  const file: SearchIndexFile & { readonly index: Partial<SlicedIndex> } = JSON.parse(text);
  const readSlice = (path: string): Slice => JSON.parse(readText(path));
  const index = openIndex(file, async (path) => readSlice(path));
  const { folder = '', slices: { documents = [] } = {} } = file.index;
  const sliced = documents.flatMap((name) => slicedRoutes(readSlice(folder + name)));
  return {
    routes: [...file.documents.map(({ sectionRoute }) => sectionRoute), ...sliced],
    search: (query, limit) => index.search(query, { limit, commonSynonyms }),
  };
}

function slicedRoutes(slice: Slice): readonly string[] {
  if (slice.type !== 'documents') return [];
  return slice.pages.flatMap(({ route, sections }) => sections.map(([anchor]) => route + anchor));
}

/** Takes the index files of a site, and runs queries over them. Slices are kept in the cache: most stay the same. */
function collectIndexes({ config, cache }: CachedSite) {
  const indexes: string[] = [];
  const slices = new Map<string, string>();
  // The index files for a reader of the default locale who has not chosen a version.
  const { sets } = config;
  const tags = ['default', ...sets.map(({ id, last }) => `docs-${id}-${last.name}`)];
  const wanted = new Set(tags.map((tag) => `search-index-${tag}.json`));
  const { baseUrl, defaultLocale, locales } = config;
  const language = locales.find(({ code }) => code === defaultLocale)?.htmlLang ?? '';
  const readText = (path: string): string =>
    slices.get(path) ?? cache?.records.read(path)?.toString() ?? '';
  return {
    put: ({ path, content }: OutputFile): void => {
      if (typeof content !== 'string') return;
      if (wanted.has(path)) indexes.push(content);
      if (!path.startsWith(SLICES_FOLDER)) return;
      if (cache === undefined) slices.set(path, content);
      else cache.records.write(path, content);
    },
    keep: (files: readonly OutputKeep[]): boolean =>
      files.every(({ path }) => cache?.records.touch(path) === true),
    measure: async (queries: readonly SearchQuery[], findsGaps = true): Promise<Measured> => {
      // Slices have names of their content.
      const asked = [language, baseUrl, indexes, queries, findsGaps];
      const key = `answers ${hashOf(JSON.stringify(asked))}`;
      const known = cache?.records.read(key);
      if (known !== undefined) return JSON.parse(known.toString());
      const synonyms = searchesCommonSynonyms(config, language);
      const opened = indexes.map((text) => openIndexFile(text, readText, synonyms));
      const measured = await measureSearch({ indexes: opened, queries, baseUrl, findsGaps });
      cache?.records.write(key, JSON.stringify(measured));
      return measured;
    },
  };
}

interface OpenQueries extends CheckPart {
  /** Relative to the site folder. */
  readonly file: string;
  /** Undefined before they were asked. */
  readonly report: () => SearchReport | undefined;
}

/**
 * The queries of a site as a part of `docs check`: undefined if it has none. Without gaps, beginnings of queries are not
 * asked, which costs most.
 */
export function openQueries(
  { config, cache }: CachedSite,
  queriesFile: string | undefined,
  findsGaps = true,
): OpenQueries | undefined {
  const { siteDir } = config;
  if (queriesFile === undefined && !existsSync(join(siteDir, 'queries.json'))) return undefined;
  const source = readQueriesFile(siteDir, queriesFile);
  const indexes = collectIndexes({ config, cache });
  let report: SearchReport | undefined;
  return {
    file: source.file,
    report: () => report,
    indexSink: indexes,
    finish: async () => {
      if (!source.ok) return [source.diagnostic];
      const { queries, diagnostics } = readQueries(source.file, source.text);
      const measured = await indexes.measure(queries, findsGaps);
      report = measured.report;
      const misses = report?.outcomes.flatMap(findingsOf) ?? [];
      return [...diagnostics, ...measured.diagnostics, ...misses];
    },
  };
}

interface CompareInput {
  readonly config: ResolvedConfig;
  readonly queries: readonly SearchQuery[];
  readonly options: CheckSearchOptions;
  readonly report: SearchReport;
}

/** Runs the queries on the site as of a commit, and compares the answers. */
async function compareWith(
  { ref, hash, root, prefix }: SiteCommit,
  { config, queries, options, report }: CompareInput,
): Promise<Comparison | Diagnostic> {
  const configFile = options.configFile && realFolder(options.configFile);
  if (configFile !== undefined && !contains(root, configFile))
    return compareProblem(`the repository "${root}" does not contain "${configFile}"`);
  const copy = openCopy(config.siteDir, { root, prefix });
  if (!copy.ok) return copy.diagnostic;
  try {
    const shown = copy.value.show(hash);
    if (!shown.ok) return shown.diagnostic;
    const loaded = await copy.value.load(configFile);
    if (!config.isAssumed && isWithoutConfig(loaded))
      return compareProblem(
        `the site did not exist at ${ref}: the commit has no configuration of it`,
      );
    if (loaded.config === undefined) return notBuilt(ref, loaded.diagnostics, copy.value.root);
    const cache = openSiteCache({ config: loaded.config, compiled: loaded.compiled });
    const asked = await askSite({ config: loaded.config, cache }, queries, options);
    cache?.save();
    if (asked.report === undefined)
      return notBuilt(ref, [...asked.errors, ...asked.diagnostics], copy.value.root);
    return { ref, hash, ...compareReports(asked.report, report) };
  } finally {
    copy.value.release();
  }
}

type Loaded = Awaited<ReturnType<typeof loadConfig>>;

/** True for a folder without a configuration: any folder of Markdown would be a site. */
function isWithoutConfig({ config, diagnostics }: Loaded): boolean {
  return diagnostics.some(({ code }) => code === 'config-not-found') || config?.isAssumed === true;
}

function notBuilt(ref: string, problems: readonly Diagnostic[], root: string): Diagnostic {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const { file, line } = first?.location ?? {};
  const place = file === undefined ? '' : `${file}:${line}: `;
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  const message = `the site as of ${ref} has ${count} and cannot be searched`;
  if (first === undefined) return compareProblem(message);
  const reason = first.message.replaceAll(root, '');
  return compareProblem(message, `the first one: ${place}${reason}`);
}
