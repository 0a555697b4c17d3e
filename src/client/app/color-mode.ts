import type { SiteData } from '../../shared/page.ts';
import { readStored, writeStored } from './storage.ts';

export type ColorMode = 'dark' | 'light';

/** Local storage key of the reader's choice; used in head.ts too. */
const CHOICE = 'docwright.theme';

const ATTRIBUTE = 'data-theme';

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
  observer.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] });
  return () => observer.disconnect();
}

/** Follows a choice in another tab and, without a choice, the system. */
export function manageColorMode(config: SiteData['colorMode']): void {
  if (config.disableSwitch) return;
  addEventListener('storage', ({ key, newValue }) => {
    const mode = key === CHOICE ? toColorMode(newValue) : undefined;
    if (mode !== undefined) show(mode);
  });
  if (!config.respectPrefersColorScheme) return;
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    const query = new URLSearchParams(location.search).get('theme');
    const choice = toColorMode(query) ?? toColorMode(readStored(() => localStorage, CHOICE));
    if (choice === undefined) show(matches ? 'dark' : 'light');
  });
}

export function toColorMode(name: string | null): ColorMode | undefined {
  return name === 'dark' || name === 'light' ? name : undefined;
}

function show(mode: ColorMode): void {
  document.documentElement.setAttribute(ATTRIBUTE, mode);
}
