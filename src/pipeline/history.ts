/** Reads the dates of pages from git, or from the cache of an earlier run of the same commit. */
import { join } from 'node:path';
import { hashOf } from '../cache/file-hashes.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import {
  type FileHistory,
  type HistoryProblem,
  readHead,
  readLog,
  type SiteHistory,
} from '../content/git-log.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { readText } from '../diagnostics/frame.ts';
import type { LocateConfig } from '../site/graph-types.ts';
import type { CacheName, SiteCache } from './cache.ts';

interface HistoryInput {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  readonly cache?: SiteCache | undefined;
}

interface ReadHistory {
  readonly files: SiteHistory;
  readonly diagnostics: readonly Diagnostic[];
}

const NO_HISTORY: ReadHistory = { files: new Map(), diagnostics: [] };

interface KeptHistory {
  /** Changes with the commit, and with the file that unites names of authors. */
  readonly key: string;
  readonly files: readonly (readonly [file: string, history: FileHistory])[];
}

const HISTORY: CacheName<KeptHistory> = { name: 'history' };

/** Reads the history of all files of a site, if the configuration asks for dates. */
export async function readHistory(input: HistoryInput): Promise<ReadHistory> {
  const { config, locate, cache } = input;
  const path = wantedBy(config);
  if (path === undefined) return NO_HISTORY;
  const failed = ({ reason, hint }: HistoryProblem): ReadHistory => ({
    ...NO_HISTORY,
    diagnostics: [
      diagnostic('git-history', {
        message: `dates of pages cannot be read: ${reason}`,
        hint,
        location: locate(path),
      }),
    ],
  });
  const head = await readHead(config.siteDir);
  if (!head.ok) return failed(head);
  if (head.commit === undefined) return { ...NO_HISTORY };
  const key = hashOf(`${head.commit} ${head.prefix} ${readText(join(head.top, '.mailmap')) ?? ''}`);
  const kept = cache?.get(HISTORY);
  if (kept?.key === key) return { ...NO_HISTORY, files: new Map(kept.files) };
  const log = await readLog(config.siteDir, head.prefix);
  if (!('files' in log)) return failed(log);
  cache?.set(HISTORY, { key, files: [...log.files] });
  return { ...NO_HISTORY, files: log.files };
}

/** Creates a reader that reads the history once, when a configuration first asks for dates. */
export function createHistoryReader(): (input: HistoryInput) => Promise<ReadHistory> {
  let known = NO_HISTORY;
  return async (input) => {
    if (known === NO_HISTORY) known = await readHistory(input);
    return known;
  };
}

/** The path of the setting that needs dates. */
function wantedBy({ lastUpdate, sitemap, feed }: ResolvedConfig): readonly string[] | undefined {
  if (lastUpdate.time || lastUpdate.contributors) return ['lastUpdate'];
  if (feed !== undefined) return ['feed'];
  return sitemap?.lastmod === true ? ['sitemap', 'lastmod'] : undefined;
}
