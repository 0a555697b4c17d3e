import { readStored, readStoredList, writeStored } from '../app/storage.ts';
import type { SearchBackend } from './backend.ts';
import type { SearchQuestion, SearchReply } from './messages.ts';

/** Milliseconds after which the reader sees that the answer loads. */
const STALL = 300;

export interface SearchSnapshot {
  readonly status: 'idle' | 'loading' | 'stalled';
  /** The latest answer, and its question; undefined before the first one and for a blank query. */
  readonly answered: { readonly question: SearchQuestion; readonly reply: SearchReply } | undefined;
}

export interface SearchSession {
  readonly ask: (question: SearchQuestion) => void;
  /** Forgets the answer and the question under way. */
  readonly clear: () => void;
}

/**
 * Keeps the state of the reader's question. The old answer stays until there is a newer one, and an
 * older one never replaces it.
 */
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
  return {
    ask: (question) => {
      latest = question;
      timer ??= setTimeout(() => change({ status: 'stalled' }), STALL);
      if (snapshot.status === 'idle') change({ status: 'loading' });
      ask(question)
        .catch(() => NO_ANSWER)
        .then((reply) => {
          if (latest === question && reply !== undefined) settle({ question, reply });
        });
    },
    clear: () => settle(undefined),
  };
}

/** The reply where the search does not work. */
const NO_ANSWER: SearchReply = { hits: [], corrections: [], types: [], incomplete: true };

const KEY = 'docwright.searches';

/** Searches that are remembered. */
const KEPT = 6;

/** Queries that led to a chosen hit, on this device, the latest first. */
export interface RecentSearches {
  readonly list: () => readonly string[];
  readonly add: (query: string) => void;
  readonly clear: () => void;
}

/** Remembers searches; where the browser blocks storage, as long as the page lives. */
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

/** Reads stored searches; anything that is not one is left out. */
export function readSearches(text: string | null): readonly string[] {
  return readStoredList(text, (entry) => typeof entry === 'string').slice(0, KEPT);
}
