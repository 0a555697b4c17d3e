/** Reads the histories of API descriptions from git, and what earlier runs found. */
import { join } from 'node:path';
import { GitError, openRepository, type Repository } from '../api-history/git-revisions.ts';
import { type ApiHistory, type KnownChanges, readApiHistory } from '../api-history/history.ts';
import { pastOf } from '../api-history/page-history.ts';
import type { ApiSource, ResolvedConfig } from '../config/site-config.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { textOfFile } from '../diagnostics/frame.ts';
import type { ApiPast } from '../openapi/past.ts';
import type { LocateConfig } from '../site/graph-types.ts';
import type { CacheName, SiteCache } from './cache.ts';

/** The changes of histories, by the id of the description. */
const HISTORY: CacheName<Readonly<Record<string, KnownChanges>>> = { name: 'API history' };

export type NamedHistory = ApiHistory & { readonly id: string };

interface HistoriesInput {
  readonly siteDir: string;
  readonly repository: Repository;
  readonly cache: SiteCache | undefined;
}

/** Reads histories; what is found is kept for the next run. */
export function readHistories(
  sources: readonly ApiSource[],
  { siteDir, repository, cache }: HistoriesInput,
): readonly NamedHistory[] {
  const kept = cache?.get(HISTORY) ?? {};
  const all: Record<string, KnownChanges> = { ...kept };
  const found = sources.map((source) => {
    const { history, known } = readApiHistory({
      repository,
      root: source.spec,
      isMany: isMany(siteDir, source),
      known: kept[source.id],
      ...source.history,
    });
    all[source.id] = known;
    return { id: source.id, ...history };
  });
  cache?.set(HISTORY, all);
  return found;
}

/** The histories of APIs for pages, by id. */
export interface ApiPasts {
  readonly histories: ReadonlyMap<string, ApiPast>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the histories that the configuration asks for; a warning if there is no whole one. */
export function readApiPasts({
  config,
  locate,
  cache,
}: {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  readonly cache?: SiteCache | undefined;
}): ApiPasts {
  const sources = config.openapi.filter(({ history }) => history !== undefined);
  const [first] = sources;
  if (first === undefined) return { histories: new Map(), diagnostics: [] };
  const warning = (message: string, hint: string): Diagnostic => {
    const location = locate([...first.path.slice(0, 2), 'history']);
    return diagnostic('api-history', { message, hint, location });
  };
  try {
    const { siteDir } = config;
    const repository = openRepository(siteDir);
    if (repository.head === undefined) return { histories: new Map(), diagnostics: [] };
    const found = readHistories(sources, { siteDir, repository, cache });
    return {
      histories: new Map(
        found.map(({ id, ...history }) => [
          id,
          pastOf(history, sources.find((source) => source.id === id)?.history),
        ]),
      ),
      diagnostics: repository.isShallow
        ? [
            warning(
              'the clone is shallow: pages show only the changes of the commits that it has',
              'fetch the whole history: fetch-depth: 0 in a workflow, or git fetch --unshallow',
            ),
          ]
        : [],
    };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const message = `the history of the API cannot be read: ${error.message}`;
    return {
      histories: new Map(),
      diagnostics: [
        warning(message, 'build in a clone of the repository, or turn the history off'),
      ],
    };
  }
}

/** True if a description refers to other files. */
function isMany(siteDir: string, { spec }: ApiSource): boolean {
  const text = textOfFile(join(siteDir, spec)) ?? '';
  return /\$ref["']?\s*:\s*["']?[^#"'\s]/.test(text);
}
