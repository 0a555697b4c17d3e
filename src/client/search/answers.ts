import type { SearchHit, SearchOptions } from '../../search/query/search-index.ts';
import type { SearchData } from '../../shared/page.ts';
import { readPreferredVersion } from '../menus/preferred-version.ts';
import { createBackend } from './backend.ts';
import { dispatchSearchEvent, QUERY_EVENT, type SearchEvent } from './events.ts';
import { createExcerpts } from './excerpts.ts';
import type { SearchHost } from './host.ts';
import type { SearchQuestion } from './messages.ts';
import { createSession, type SearchSnapshot } from './session.ts';

export interface Answers {
  /** Starts to load the index files in scope. */
  readonly prepare: () => void;
  /** Asks a question; a blank query clears the answer. */
  readonly ask: (query: string, options: Pick<SearchOptions, 'literal' | 'types'>) => void;
  readonly clear: () => void;
  /** Asks the answered question again, because the answer was incomplete. */
  readonly repeat: () => void;
  /** Results that are not shown in the dialog; none if the reader asks a question in the meantime. */
  readonly guess: (query: string) => Promise<readonly SearchHit[]>;
  /** Clears the cached index files, because they have changed. Repeats the question in progress; with `again`, the answered one too. */
  readonly renew: (again: boolean) => void;
  readonly snapshot: () => SearchSnapshot;
  /** Text around matches, by their section's route. */
  readonly excerpts: () => ReadonlyMap<string, string>;
  /** Sends an event to the page and to the site's analytics. */
  readonly emit: (event: SearchEvent) => void;
}

/** `answered` is called for the answer to a new question. */
type Listener = Readonly<Record<'changed' | 'answered', () => void>>;

/** Number of results among which pages are guessed: several may be of one page. */
const GUESSES = 20;

export function createAnswers(host: SearchHost, listener: Listener): Answers {
  const backend = createBackend(host);
  const excerpts = createExcerpts({
    loadHtml: (sectionRoute) => host.loadHtml(new URL(sectionRoute, location.href)),
    mayLoad: host.mayLoadAhead,
    changed: listener.changed,
  });
  const emit = createEmitter(host);
  // The query of the last event: reopening the dialog repeats it.
  let reported = '';
  let snapshot: SearchSnapshot = { status: 'idle', answered: undefined };
  const session = createSession(backend.ask, (next) => {
    const isNew = next.answered !== snapshot.answered;
    snapshot = next;
    if (!isNew) return listener.changed();
    noteAnswer(next.answered);
    listener.answered();
  });
  const noteAnswer = (answered: SearchSnapshot['answered']): void => {
    if (answered === undefined) {
      reported = '';
      return excerpts.want([]);
    }
    const { question, reply } = answered;
    excerpts.want(reply.hits);
    const { query, options } = question;
    const key = JSON.stringify([query, options]);
    if (key === reported) return;
    reported = key;
    const [type] = options.types ?? [];
    const only = type === undefined ? {} : { only: type };
    const detail = { query, count: reply.hits.length, corrections: reply.corrections, ...only };
    emit({ type: QUERY_EVENT, detail });
  };
  const files = (): readonly string[] => {
    const { search } = host.site();
    return filesInScope(search, host.tag(), (setId) => readPreferredVersion(setId) ?? undefined);
  };
  const questionOf = (
    query: string,
    options: Partial<SearchQuestion['options']>,
  ): SearchQuestion => {
    const { limit, commonSynonyms = false } = host.site().search;
    return { query, files: files(), options: { limit, commonSynonyms, ...options } };
  };
  return {
    prepare: () => backend.load(files()),
    ask: (query, options) => {
      if (query.trim() === '') return session.clear();
      session.ask(questionOf(query, options));
    },
    clear: session.clear,
    repeat: session.retry,
    guess: async (query) => {
      // Would cancel the question of the reader, who no longer needs a guess.
      if (snapshot.status !== 'idle') return [];
      const reply = await backend.ask(questionOf(query, { limit: GUESSES })).catch(ignore);
      return reply?.hits ?? [];
    },
    renew: (again) => {
      backend.forget();
      session.repeat(again);
    },
    snapshot: () => snapshot,
    excerpts: excerpts.known,
    emit,
  };
}

/** Sends events to the page and, unless they were canceled, to the site's analytics. */
function createEmitter({ page, site, importAnalytics, trust }: SearchHost): Answers['emit'] {
  const { analytics, report } = site().search;
  const receivers =
    analytics === undefined && report === undefined
      ? undefined
      : importAnalytics().then(({ startAnalytics, startReport }) => [
          ...(analytics === undefined ? [] : [startAnalytics(analytics, trust.loadScript)]),
          ...(report === undefined ? [] : [startReport(report)]),
        ]);
  return (event) => {
    if (!dispatchSearchEvent(page, event)) return;
    receivers?.then((all) => all.forEach(({ note }) => note(event)), ignore);
  };
}

/** The site works without its analytics and guesses. */
function ignore(): undefined {
  return undefined;
}

/** The search tag of pages outside of docs sets. */
const DEFAULT_TAG = 'default';

/**
 * URLs of the index files in scope: of pages outside of docs sets, and of one version of each docs set, which is the
 * page's, else the preferred one, else the last one.
 */
export function filesInScope(
  { indexes, sets }: SearchData,
  searchTag: string,
  preferredVersion: (setId: string) => string | undefined,
): readonly string[] {
  const tags = sets.map(({ id, versions, last }) => {
    const active = Object.values(versions).find((tag) => tag === searchTag);
    return active ?? own(versions, preferredVersion(id) ?? last) ?? own(versions, last);
  });
  return [DEFAULT_TAG, ...tags].flatMap((tag) => own(indexes, tag ?? '') ?? []);
}

function own(record: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
