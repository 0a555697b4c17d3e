import type { ControlMessages } from '../../shared/control-messages.ts';
import { readStored, writeStored } from './storage.ts';

export type ColorMode = 'dark' | 'light';

/** Local storage key of the reader's choice. */
const CHOICE = 'docwright.theme';

/** The current mode; head.ts has set it before the first paint. */
export function shownMode(): ColorMode {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

/** Changes the mode and stores it as the reader's choice. */
export function chooseMode(mode: ColorMode): void {
  show(mode);
  writeStored(() => localStorage, CHOICE, mode);
}

/** Subscribes to changes of the mode; returns the unsubscribe function. */
export function watchMode(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/**
 * Names the mode on its buttons, which head.ts handles, and follows a choice in another tab and, without a choice, the
 * system. Returns a function for the buttons of a page that has just been shown.
 */
export function manageColorMode(page: Document, messages: ControlMessages): () => void {
  // The early script has the settings; none if readers cannot choose.
  const settings = page.querySelector<HTMLElement>('head > script[data-theme]')?.dataset;
  if (settings === undefined) return () => undefined;
  const apply = (): void => {
    const label = shownMode() === 'dark' ? messages.darkMode : messages.lightMode;
    for (const button of page.querySelectorAll<HTMLButtonElement>('[data-color-mode]')) {
      button.disabled = false;
      button.setAttribute('aria-label', label);
    }
  };
  watchMode(apply);
  addEventListener('storage', ({ key, newValue }) => {
    const mode = key === CHOICE ? toColorMode(newValue) : undefined;
    if (mode !== undefined) show(mode);
  });
  if ('system' in settings)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
      const query = new URLSearchParams(location.search).get('theme');
      const choice = toColorMode(query) ?? toColorMode(readStored(() => localStorage, CHOICE));
      if (choice === undefined) show(matches ? 'dark' : 'light');
    });
  return apply;
}

export function toColorMode(name: string | null): ColorMode | undefined {
  return name === 'dark' || name === 'light' ? name : undefined;
}

function show(mode: ColorMode): void {
  document.documentElement.dataset['theme'] = mode;
}
