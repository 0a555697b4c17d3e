import { readStored, readStoredList, writeStored } from '../app/storage.ts';

const STORAGE_KEY = 'docwright.scroll';
const STATE_KEY = 'docwright';
const COVER_KEY = 'docwrightCover';

/** Number of history entries whose scroll position is stored. */
const KEPT = 100;

/** A scroll position in CSS pixels. */
export interface Position {
  readonly left: number;
  readonly top: number;
}

/** Fields of other modules in the state of an entry. */
export type EntryFields = Readonly<Record<string, unknown>>;

/** The entries of this tab's history with their scroll positions. */
export interface HistoryEntries {
  /** Stores the scroll position of the current entry, before it is left or scrolled by a link. */
  readonly leave: () => void;
  /** Adds an entry and makes it the current one; the fields are added to its state. */
  readonly push: (url: URL, fields?: EntryFields) => void;
  /** Adds an entry for the current page, so that Back closes an overlay; `push` replaces it. */
  readonly cover: () => void;
  /** True for an entry added by `cover`. */
  readonly isCover: (state: unknown) => boolean;
  /** Makes the entry the current one; returns its scroll position, if known. */
  readonly enter: (state: unknown) => Position | undefined;
  /** True for an entry that `push` or `enter` has marked. */
  readonly isKnown: (state: unknown) => boolean;
}

/**
 * Marks each entry with a key in its state. The browser restores scroll positions itself until the first `leave`, and
 * again after the document is left.
 */
export function manageHistory(page: Window): HistoryEntries {
  const { history } = page;
  const nextKey = (): string => `${prefix}-${(count += 1)}`;
  const notePosition = (): void =>
    void positions.set(current, { left: page.scrollX, top: page.scrollY });
  const storage = (): Storage => page.sessionStorage;
  const positions = new Map(readPositions(readStored(storage, STORAGE_KEY)));
  const prefix = Date.now().toString(36);
  let count = 0;
  let managed = false;
  const mark = (state: unknown): string => {
    const key = entryKey(state) ?? nextKey();
    if (entryKey(state) === undefined) history.replaceState(marked(state, key), '');
    return key;
  };
  let current = mark(history.state);

  page.addEventListener('pagehide', () => {
    notePosition();
    history.scrollRestoration = 'auto';
    writeStored(storage, STORAGE_KEY, JSON.stringify([...positions].slice(-KEPT)));
  });
  page.addEventListener('pageshow', () => {
    if (managed) history.scrollRestoration = 'manual';
  });

  const leave = (): void => {
    managed = true;
    history.scrollRestoration = 'manual';
    positions.delete(current);
    notePosition();
  };
  return {
    leave,
    push: (url, fields) => {
      current = nextKey();
      const step = isCover(history.state) ? 'replaceState' : 'pushState';
      history[step](marked(fields, current), '', url);
    },
    cover: () => {
      leave();
      current = nextKey();
      history.pushState(marked({ [COVER_KEY]: true }, current), '');
    },
    isCover,
    enter: (state) => {
      current = mark(state);
      return positions.get(current);
    },
    isKnown: (state) => entryKey(state) !== undefined,
  };
}

function isCover(state: unknown): boolean {
  return typeof state === 'object' && state !== null && COVER_KEY in state;
}

export function entryKey(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !(STATE_KEY in state)) return undefined;
  const key = state[STATE_KEY];
  return typeof key === 'string' ? key : undefined;
}

function marked(state: unknown, key: string): Readonly<Record<string, unknown>> {
  const fields = typeof state === 'object' && state !== null ? state : {};
  return { ...fields, [STATE_KEY]: key };
}

/** Parses stored positions; invalid ones are left out. */
export function readPositions(text: string | null): readonly (readonly [string, Position])[] {
  return readStoredList(text, (value): value is readonly [string, Position] => {
    if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
    const { left, top }: Partial<Position> = { ...value[1] };
    return typeof left === 'number' && typeof top === 'number';
  });
}
