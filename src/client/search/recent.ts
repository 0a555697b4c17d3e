import { readStored, writeStored } from '../app/storage.ts';

const KEY = 'docwright.searches';

/** Searches that are remembered. */
const KEPT = 6;

/** What the reader has searched for with success, on this device, the latest first. */
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
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value)
      ? value.filter((entry) => typeof entry === 'string').slice(0, KEPT)
      : [];
  } catch {
    return [];
  }
}
