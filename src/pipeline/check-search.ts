/** Checks the search of a site with typical queries: runs the pipeline without writing files. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { realFolder } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { readSource } from '../content/read-source.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { applyLevels, type LevelSettings, type Rules } from '../diagnostics/levels.ts';
import {
  NOTHING_SUPPRESSED,
  type SuppressedFindings,
  selectFindings,
} from '../links/select-findings.ts';
import { loadSite } from '../publish/recover.ts';
import { measureSearch, type SearchReport } from '../search/evaluate/measure.ts';
import { EXAMPLE, readQueries } from '../search/evaluate/read-queries.ts';
import { toFilePath } from '../shared/paths.ts';
import { configLocator } from './build.ts';
import { type ProgressEvent, produceSite, type SiteSink } from './produce.ts';

export interface CheckSearchOptions {
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string;
  /** Absolute; default: `queries.json` in the site folder. */
  readonly queriesFile?: string;
  /** Levels that win over those of the configuration, by code. */
  readonly rules?: Rules | undefined;
  readonly onProgress: (event: ProgressEvent) => void;
}

export interface CheckSearchResult extends SuppressedFindings {
  /** Problems that make `docs build` fail, and problems of the query file. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute folder that the diagnostics' files are relative to. */
  readonly siteDir: string;
  /** True if the configuration is invalid or the query file is missing: exit code 2. */
  readonly badUsage: boolean;
  /** Undefined without a site or without queries. */
  readonly report?: SearchReport;
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
  if (config === undefined) {
    const { siteDir } = options;
    return { ...NOTHING_ASKED, diagnostics: loaded.diagnostics, siteDir, badUsage: true };
  }
  const { siteDir } = config;
  const levels: LevelSettings = { ...config, flags: options.rules };
  const absolute = options.queriesFile ?? join(siteDir, 'queries.json');
  const file = toFilePath(relative(siteDir, absolute));
  const text = readSource({ absolute, file });
  if (!text.ok) {
    const diagnostics = [unreadable(text.diagnostic, absolute)];
    return { ...NOTHING_ASKED, diagnostics, siteDir, badUsage: true };
  }
  const { queries, diagnostics } = readQueries(file, text.text);
  const made = await makeIndexes(config, options.onProgress);
  const selected = selectFindings({
    ...made,
    run: { command: 'build' },
    config,
    flags: options.rules,
  });
  const errors = selected.diagnostics.filter(({ severity }) => severity === 'error');
  const { indexes } = made;
  const measured =
    errors.length > 0
      ? { diagnostics: [] }
      : measureSearch({ indexes, queries, baseUrl: config.baseUrl });
  const own = applyLevels([...loaded.diagnostics, ...diagnostics, ...measured.diagnostics], levels);
  return {
    ...measured,
    diagnostics: [...errors, ...own.diagnostics],
    known: selected.known,
    suppressed: selected.suppressed,
    lowered: [...selected.lowered, ...own.lowered],
    siteDir,
    badUsage: false,
    levels,
  };
}

/** Explains how to write a query file: most first-time users have none. */
function unreadable(problem: Diagnostic, absolute: string): Diagnostic {
  if (existsSync(absolute)) return problem;
  const message = `there is no "${absolute}"`;
  const hint = `create it with queries and the sections that answer them, ${EXAMPLE}`;
  return diagnostic('queries-not-found', { message, hint });
}

/** Builds the whole site, so that the scores are those of the published search; keeps only the index. */
async function makeIndexes(config: ResolvedConfig, progress: CheckSearchOptions['onProgress']) {
  const indexes: string[] = [];
  const wanted = lastIndexFiles(config);
  const sink: SiteSink = {
    put({ path, content }) {
      if (typeof content === 'string' && wanted.has(path)) indexes.push(content);
    },
    copy: () => {},
  };
  const locate = configLocator(config);
  const { diagnostics, docs, links } = await produceSite({ config, locate, sink, progress });
  return { indexes, diagnostics, docs, uses: links };
}

/** The index files for a reader of the default locale who has not chosen a version. */
function lastIndexFiles({ docs }: ResolvedConfig): ReadonlySet<string> {
  const tags = ['default', ...docs.map(({ id, last }) => `docs-${id}-${last.name}`)];
  return new Set(tags.map((tag) => `search-index-${tag}.json`));
}
