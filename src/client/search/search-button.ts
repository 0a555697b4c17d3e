import { element } from '../app/root.ts';
import { readStored, writeStored } from '../app/storage.ts';

/** Local storage key for turning off the shortcuts (WCAG 2.1.4). */
const KEY = 'docwright.hotkeys';
const OFF = 'off';

/** A page that fits an unknown address. */
export interface GuessedPage {
  readonly label: string;
  readonly href: string;
}

/** The state of the search buttons. */
export interface SearchButtonStore {
  /** The query, kept while the dialog is closed. */
  readonly query: () => string;
  readonly setQuery: (query: string) => void;
  readonly areKeysOn: () => boolean;
  /** Turns the shortcuts off or on, and stores the choice. */
  readonly switchKeys: () => void;
  /** Applies the state to the buttons of a page that has just been shown. */
  readonly apply: () => void;
}

/** Creates the state of a page's search buttons; `show` applies it to them. */
export function createButtonStore(
  storage: () => Storage,
  show: (query: string, areKeysOn: boolean) => void,
): SearchButtonStore {
  let query = '';
  let areOn = !areKeysOff(storage);
  const apply = (): void => show(query, areOn);
  return {
    query: () => query,
    setQuery: (text) => {
      query = text;
      apply();
    },
    areKeysOn: () => areOn,
    switchKeys: () => {
      areOn = !areOn;
      writeStored(storage, KEY, areOn ? 'on' : OFF);
      apply();
    },
    apply,
  };
}

/** Shows the query of a closed dialog, after a word for it, in place of the label of each button, and the keys if they are on. */
export function showButtonState(searchFor: string): (query: string, areKeysOn: boolean) => void {
  return (query, areKeysOn) => {
    for (const text of document.querySelectorAll<HTMLElement>(
      '[data-search] .search-button-text',
    )) {
      const { label } = text.dataset;
      if (query !== '') {
        text.dataset['label'] ??= text.textContent ?? '';
        const word = element('span', 'search-for', `${searchFor} `);
        text.replaceChildren(word, element('span', 'search-query', query));
      } else if (label !== undefined) text.replaceChildren(label);
    }
    for (const keys of document.querySelectorAll<HTMLElement>(KEYS)) keys.hidden = !areKeysOn;
  };
}

/** Shows the shortcut; there is none if the configuration turns the shortcuts off. */
const KEYS = '[data-search] kbd';

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
  for (const keys of page.querySelectorAll<HTMLElement>(KEYS)) {
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

/** True for a key that opens the search. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || !isSearchKey(event) || isField(event.target)) return false;
  return document.querySelector(`${KEYS}:not([hidden])`) !== null;
}

/** True if keys are typed as text. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}
