import { readStored, readStoredList, writeStored } from '../app/storage.ts';
import type { SearchBackend } from './backend.ts';
import type { SearchQuestion, SearchReply } from './messages.ts';

/** Milliseconds before a loading indicator is shown. */
const STALL = 300;

export interface SearchSnapshot {
  readonly status: 'idle' | 'loading' | 'stalled';
  /** The latest answer with its question; undefined before the first one and for a blank query. */
  readonly answered: { readonly question: SearchQuestion; readonly reply: SearchReply } | undefined;
}

export interface SearchSession {
  readonly ask: (question: SearchQuestion) => void;
  /** Asks the question in progress again; with `answered`, also one that is answered. */
  readonly repeat: (answered: boolean) => void;
  /** Asks the answered question again, and shows that at once. */
  readonly retry: () => void;
  /** Clears the answer and the question in progress. */
  readonly clear: () => void;
}

/** Keeps the latest answer to the reader's questions. The old answer stays until there is a newer one. */
export function createSession(
  ask: SearchBackend['ask'],
  changed: (snapshot: SearchSnapshot) => void,
): SearchSession {
  let latest: SearchQuestion | undefined;
  let snapshot: SearchSnapshot = { status: 'idle', answered: undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const change = (next: Partial<SearchSnapshot>): void => {
    snapshot = { ...snapshot, ...next };
    changed(snapshot);
  };
  const settle = (answered: SearchSnapshot['answered']): void => {
    clearTimeout(timer);
    timer = undefined;
    latest = undefined;
    change({ status: 'idle', answered });
  };
  const start = (question: SearchQuestion): void => {
    latest = question;
    timer ??= setTimeout(() => change({ status: 'stalled' }), STALL);
    if (snapshot.status === 'idle') change({ status: 'loading' });
    ask(question)
      .catch(() => NO_ANSWER)
      .then((reply) => {
        if (latest === question && reply !== undefined) settle({ question, reply });
      });
  };
  return {
    ask: start,
    repeat: (answered) => {
      const question = latest ?? (answered ? snapshot.answered?.question : undefined);
      // A copy, because replies to the earlier request are ignored by identity.
      if (question !== undefined) start({ ...question });
    },
    retry: () => {
      if (snapshot.answered === undefined) return;
      start({ ...snapshot.answered.question });
      change({ status: 'stalled' });
    },
    clear: () => settle(undefined),
  };
}

/** The reply if the search does not work. */
const NO_ANSWER: SearchReply = {
  hits: [],
  corrections: [],
  synonyms: [],
  types: [],
  incomplete: true,
};

const KEY = 'docwright.searches';

/** Number of stored searches. */
const KEPT = 6;

/** Queries that led to a chosen result on this device, latest first. */
export interface RecentSearches {
  readonly list: () => readonly string[];
  readonly add: (query: string) => void;
  readonly clear: () => void;
}

/** Stores searches; if the browser blocks storage, keeps them as long as the page lives. */
export function createRecentSearches(storage: () => Storage): RecentSearches {
  let list = readSearches(readStored(storage, KEY));
  const keep = (next: readonly string[]): void => {
    list = next;
    writeStored(storage, KEY, JSON.stringify(next));
  };
  return {
    list: () => list,
    add: (query) => {
      const text = query.trim();
      if (text !== '') keep([text, ...list.filter((other) => other !== text)].slice(0, KEPT));
    },
    clear: () => keep([]),
  };
}

/** Parses stored searches; invalid ones are left out. */
export function readSearches(text: string | null): readonly string[] {
  return readStoredList(text, (entry) => typeof entry === 'string').slice(0, KEPT);
}
