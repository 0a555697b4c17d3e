import type { SearchOptions } from '../../search/query/search-index.ts';
import type { SearchData } from '../../shared/page.ts';
import { readPreferredVersion } from '../menus/preferred-version.ts';
import { createBackend } from './backend.ts';
import { dispatchSearchEvent, QUERY_EVENT, type SearchEvent } from './events.ts';
import { createExcerpts } from './excerpts.ts';
import type { SearchHost } from './host.ts';
import type { SearchQuestion } from './messages.ts';
import { createSession, type SearchSnapshot } from './session.ts';

/** What the dialog asks, and what it then knows. */
export interface Answers {
  /** Starts loading the index files in scope. */
  readonly prepare: () => void;
  /** Asks; a blank query clears what was answered. */
  readonly ask: (query: string, options: Pick<SearchOptions, 'literal' | 'types'>) => void;
  readonly clear: () => void;
  /** Index files have changed. `again` asks what is answered a second time, unless another question is under way. */
  readonly renew: (again: boolean) => void;
  readonly snapshot: () => SearchSnapshot;
  /** Texts around matches, by their section's route. */
  readonly excerpts: () => ReadonlyMap<string, string>;
  /** Tells the page, and the site's analytics, what the reader has done. */
  readonly tell: (event: SearchEvent) => void;
}

interface Listener {
  readonly changed: () => void;
  /** There is an answer to a new question. */
  readonly answered: () => void;
}

export function createAnswers(host: SearchHost, listener: Listener): Answers {
  const backend = createBackend({
    startWorker: host.startWorker,
    importService: host.importWorker,
  });
  const excerpts = createExcerpts({
    loadHtml: (sectionRoute) => host.loadHtml(new URL(sectionRoute, location.href)),
    mayLoad: host.mayLoadAhead,
    changed: listener.changed,
  });
  const tell = createTell(host);
  /** The query of the last event: reopening the dialog asks it again. */
  let told = '';
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
      told = '';
      return excerpts.want([]);
    }
    const { question, reply } = answered;
    const { corrections } = reply;
    excerpts.want(
      reply.hits.map(({ document, terms }) => ({
        sectionRoute: document.sectionRoute,
        content: document.content,
        terms,
      })),
    );
    const key = JSON.stringify([question.query, question.options]);
    if (key === told) return;
    told = key;
    tell({
      type: QUERY_EVENT,
      detail: {
        query: question.query,
        count: reply.hits.length,
        corrections,
        ...(question.options.types?.[0] === undefined ? {} : { only: question.options.types[0] }),
      },
    });
  };
  const files = (): readonly string[] => {
    const { site, page } = host.input();
    return filesInScope(site.search, page, (setId) => readPreferredVersion(setId) ?? undefined);
  };
  const ask: Answers['ask'] = (query, options) => {
    if (query.trim() === '') return session.clear();
    const { limit } = host.input().site.search;
    const question: SearchQuestion = { query, files: files(), options: { ...options, limit } };
    session.ask(question);
  };
  return {
    prepare: () => backend.load(files()),
    ask,
    clear: session.clear,
    renew: (again) => {
      backend.forget();
      const { status, answered } = snapshot;
      if (again && status === 'idle' && answered !== undefined) session.ask(answered.question);
    },
    snapshot: () => snapshot,
    excerpts: excerpts.known,
    tell,
  };
}

/** Events go to the page and, where nobody has cancelled them, to the site's analytics. */
function createTell({ page, input, importAnalytics, loadScript }: SearchHost): Answers['tell'] {
  const configured = input().site.search.analytics;
  const analytics =
    configured &&
    importAnalytics().then(({ startAnalytics }) => startAnalytics(configured, loadScript));
  return (event) => {
    if (dispatchSearchEvent(page, event)) analytics?.then(({ note }) => note(event), ignore);
  };
}

/** A site without its analytics is a site all the same. */
function ignore(): void {}

/** The page that the reader is on, as the search needs to know it. */
interface ScopePage {
  readonly searchTag: string;
}

/** The search tag of pages that belong to no docs set. */
const DEFAULT_TAG = 'default';

/**
 * URLs of the index files in scope: pages outside of docs sets, and of each docs set the version that the
 * page belongs to, else the preferred, else the last one (rule 39).
 */
export function filesInScope(
  { indexes, sets }: SearchData,
  { searchTag }: ScopePage,
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
