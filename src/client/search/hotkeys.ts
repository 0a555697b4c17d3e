import { readStored, writeStored } from '../app/storage.ts';

const KEY = 'docwright.hotkeys';
const OFF = 'off';

/** The reader's switch for the shortcuts (WCAG 2.1.4), remembered. */
export interface HotkeySwitch {
  readonly isOn: () => boolean;
  readonly set: (on: boolean) => void;
}

export function createHotkeySwitch(storage: () => Storage): HotkeySwitch {
  let on = readStored(storage, KEY) !== OFF;
  return {
    isOn: () => on,
    set: (next) => {
      on = next;
      writeStored(storage, KEY, next ? 'on' : OFF);
    },
  };
}

type KeyFacts = Readonly<
  Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>
>;

/** True for Ctrl or Cmd with K, and for `/` without them (D8). Shift counts only for what it makes of a key. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, isComposing }: KeyFacts): boolean {
  if (isComposing || altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && ctrlKey !== metaKey;
  return key === '/';
}

/** True where what is typed is taken as text. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}

/** How the shortcuts are written on the reader's keyboard. */
export function printKeys(platform: string): { readonly open: string; readonly slash: string } {
  return { open: /mac|iphone|ipad/i.test(platform) ? '⌘K' : 'Ctrl K', slash: '/' };
}

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
