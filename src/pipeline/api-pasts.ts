/** Reads the histories of API descriptions from git, and what earlier runs found. */
import { GitError, openRepository } from '../api-history/git-revisions.ts';
import { type ApiHistory, type KnownHistory, readApiHistory } from '../api-history/history.ts';
import { pastOf } from '../api-history/page-history.ts';
import type { ApiSource, ResolvedConfig } from '../config/site-config.ts';
import { FETCH_ALL } from '../content/git.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { ApiPast } from '../openapi/past.ts';
import type { LocateConfig } from '../site/graph-types.ts';
import type { CacheName, SiteCache } from './cache.ts';

/** Results of earlier runs, by the id of the description. */
const HISTORY: CacheName<Readonly<Record<string, KnownHistory>>> = { name: 'API history' };

export type NamedHistory = ApiHistory & { readonly id: string };

interface HistoriesInput {
  readonly siteDir: string;
  readonly cache: SiteCache | undefined;
  /** Takes what is missing. */
  readonly warn: (source: ApiSource, message: string, hint: string | undefined) => void;
}

/** Reads histories; what is found is kept for the next run. */
export function readHistories(
  sources: readonly ApiSource[],
  { siteDir, cache, warn }: HistoriesInput,
): readonly NamedHistory[] {
  const kept = cache?.get(HISTORY) ?? {};
  const all: Record<string, KnownHistory> = { ...kept };
  const found = sources.flatMap((source): NamedHistory[] => {
    const { id, spec, exclude } = source;
    try {
      const repository = openRepository(siteDir, spec);
      if (repository.head === undefined) return [];
      const { history, known } = readApiHistory({
        repository,
        known: kept[id],
        exclude,
        ...source.history,
      });
      all[id] = known;
      if (repository.isShallow)
        warn(source, 'the clone is shallow: older changes of the API are missing', FETCH_ALL);
      else if (history.revisions.length === 0)
        warn(source, `no commit has "${spec}": nothing is known of its changes`, UNKNOWN);
      return [{ id, ...history }];
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      const { message, hint = 'build in a clone of the repository, or turn the history off' } =
        error;
      warn(source, `the history of the API cannot be read: ${message}`, hint);
      return [];
    }
  });
  cache?.set(HISTORY, all);
  return found;
}

const UNKNOWN = 'commit the description, or turn its history off';

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
  const diagnostics: Diagnostic[] = [];
  const found = readHistories(sources, {
    siteDir: config.siteDir,
    cache,
    warn: ({ path }, message, hint) => {
      const location = locate([...path.slice(0, 2), 'history']);
      // Descriptions of one repository lack the same.
      if (!diagnostics.some((entry) => entry.message === message))
        diagnostics.push(diagnostic('api-history', { message, hint, location }));
    },
  });
  const histories = new Map(
    found.map(({ id, ...history }) => [
      id,
      pastOf(history, sources.find((source) => source.id === id)?.history),
    ]),
  );
  return { histories, diagnostics };
}
