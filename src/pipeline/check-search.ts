/** The search of a site, asked what readers type: wires the pipeline to a sink in memory. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { realFolder } from '../config/folders.ts';
import { loadConfig } from '../config/load.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { readSource } from '../content/read-source.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { applyLevels } from '../diagnostics/levels.ts';
import { measureSearch, type SearchReport } from '../search/evaluate/measure.ts';
import { EXAMPLE, readQueries } from '../search/evaluate/read-queries.ts';
import { toFilePath } from '../shared/paths.ts';
import { configLocator } from './build.ts';
import { type ProgressEvent, produceSite, type SiteSink } from './produce.ts';

export interface CheckSearchOptions {
  /** The site folder. */
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string;
  /** Absolute; default: `queries.json` in the site folder. */
  readonly queriesFile?: string;
  readonly onProgress: (event: ProgressEvent) => void;
}

export interface CheckSearchResult {
  /** Problems of the site that `docs build` fails on, and of the file of queries. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute folder that the diagnostics' files are relative to. */
  readonly siteDir: string;
  /** True when the configuration was wrong or there was no file of queries: exit code 2. */
  readonly badUsage: boolean;
  /** Absent where there is no site or no query to ask. */
  readonly report?: SearchReport;
}

/** Makes the index files that a build would publish, and asks each query of the site's file. Writes nothing. */
export async function checkSearch(options: CheckSearchOptions): Promise<CheckSearchResult> {
  const loaded = await loadConfig({ ...options, siteDir: realFolder(options.siteDir) });
  const { config } = loaded;
  if (config === undefined) {
    return { diagnostics: loaded.diagnostics, siteDir: options.siteDir, badUsage: true };
  }
  const { siteDir } = config;
  const absolute = options.queriesFile ?? join(siteDir, 'queries.json');
  const file = toFilePath(relative(siteDir, absolute));
  const text = readSource({ absolute, file });
  if (!text.ok) {
    return { diagnostics: [unreadable(text.diagnostic, absolute)], siteDir, badUsage: true };
  }
  const { queries, diagnostics } = readQueries(file, text.text);
  const made = await makeIndexes(config, options.onProgress);
  const errors = applyLevels(made.diagnostics, config).filter(
    ({ severity }) => severity === 'error',
  );
  const found = [...errors, ...diagnostics];
  if (errors.length > 0) return { diagnostics: found, siteDir, badUsage: false };
  const { indexes } = made;
  const measured = measureSearch({ indexes, queries, baseUrl: config.baseUrl });
  return {
    ...measured,
    diagnostics: [...found, ...measured.diagnostics],
    siteDir,
    badUsage: false,
  };
}

/** A file that is not there is the first thing that most readers of this command meet. */
function unreadable(problem: Diagnostic, absolute: string): Diagnostic {
  if (existsSync(absolute)) return problem;
  const message = `there is no "${absolute}"`;
  const hint = `write what readers of the site type and the sections that answer it, ${EXAMPLE}`;
  return diagnostic('queries-not-found', { message, hint });
}

/** Makes everything as a build does, so that what is scored is what is published; only the indexes are kept. */
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
  const { diagnostics } = await produceSite({ config, locate, sink, progress });
  return { indexes, diagnostics };
}

/** What a reader of the default language searches who has chosen no version. */
function lastIndexFiles({ docs }: ResolvedConfig): ReadonlySet<string> {
  const tags = ['default', ...docs.map(({ id, last }) => `docs-${id}-${last.name}`)];
  return new Set(tags.map((tag) => `search-index-${tag}.json`));
}
