/** What the search button shows. */
export interface SearchButtonState {
  /** The text that is searched for, kept while the dialog is closed (D2). */
  readonly query: string;
  /** The shortcut that opens the search; undefined where shortcuts are off. */
  readonly keys: string | undefined;
}

export interface SearchButtonStore {
  readonly get: () => SearchButtonState;
  readonly change: (changes: Partial<SearchButtonState>) => void;
  /** Calls back at every change; returns what ends that. */
  readonly subscribe: (changed: () => void) => () => void;
}

/** Keeps what the search buttons of a page show: the app and the dialog change it, the buttons watch it. */
export function createButtonStore(first: SearchButtonState): SearchButtonStore {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    change: (changes) => {
      state = { ...state, ...changes };
      for (const changed of listeners) changed();
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
