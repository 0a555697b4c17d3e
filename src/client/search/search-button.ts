import { readStored, writeStored } from '../app/storage.ts';

/** Local storage key for turning off the shortcuts (WCAG 2.1.4). */
const KEY = 'docwright.hotkeys';
const OFF = 'off';

/** The state of the search buttons. */
export interface SearchButtonState {
  /** The query, kept while the dialog is closed. */
  readonly query: string;
  /** The shortcut that opens the search; undefined if shortcuts are off. */
  readonly keys: string | undefined;
  /** Only on the 404 page. */
  readonly guess: SearchGuess | undefined;
}

/** Suggestions for an unknown address. */
export interface SearchGuess {
  /** The words of the address. */
  readonly words: string;
  readonly pages: readonly { readonly label: string; readonly href: string }[];
}

export interface SearchButtonStore {
  readonly get: () => SearchButtonState;
  readonly setQuery: (query: string) => void;
  readonly setGuess: (guess: SearchGuess) => void;
  /** Turns the shortcuts off or on, and stores the choice. */
  readonly switchKeys: () => void;
  /** Calls back at every change; returns the unsubscribe function. */
  readonly subscribe: (changed: () => void) => () => void;
}

/** Creates the state of a page's search buttons; `keys` is the shortcut, undefined if the site has none. */
export function createButtonStore(
  storage: () => Storage,
  keys: string | undefined,
): SearchButtonStore {
  let state: SearchButtonState = {
    query: '',
    keys: areKeysOff(storage) ? undefined : keys,
    guess: undefined,
  };
  const listeners = new Set<() => void>();
  const change = (changes: Partial<SearchButtonState>): void => {
    state = { ...state, ...changes };
    for (const changed of listeners) changed();
  };
  return {
    get: () => state,
    setQuery: (query) => change({ query }),
    setGuess: (guess) => change({ guess }),
    switchKeys: () => {
      const isOn = state.keys !== undefined;
      writeStored(storage, KEY, isOn ? OFF : 'on');
      change({ keys: isOn ? undefined : keys });
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

/** True if the reader has turned the shortcuts off. */
export function areKeysOff(storage: () => Storage): boolean {
  return readStored(storage, KEY) === OFF;
}

/** Turns the links of the search buttons into buttons, with the shortcut of the reader's keyboard. */
export function applySearchButtons(page: Document): void {
  for (const button of page.querySelectorAll('[data-search]')) {
    button.setAttribute('role', 'button');
    button.setAttribute('aria-haspopup', 'dialog');
  }
  for (const keys of page.querySelectorAll<HTMLElement>('[data-search] kbd')) {
    keys.textContent = printKeys(navigator.platform);
    keys.hidden = areKeysOff(() => localStorage);
  }
}

/** The shortcut with the modifier of the reader's keyboard. */
export function printKeys(platform: string): string {
  return /mac|iphone|ipad/i.test(platform) ? '⌘K' : 'Ctrl K';
}

type KeyFacts = Readonly<
  Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>
>;

/** True for Ctrl or Cmd with K, and for `/` without them. Shift matters only if it changes the key. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, isComposing }: KeyFacts): boolean {
  if (isComposing || altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && ctrlKey !== metaKey;
  return key === '/';
}

/** True if keys are typed as text. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}
