// The early script: `src/publish/early-script.ts` compiles it to the text that is inline in the head of every page, before
// the first paint. Its settings are the `data-` attributes of its element.
import { areKeysOff, isField, isSearchKey } from '../search/search-button.ts';
import { chooseMode, shownMode, toColorMode } from './color-mode.ts';
import { readStored, writeStored } from './storage.ts';

const root = document.documentElement;
const { announcement, hotkeys, sidebar, theme, system } = document.currentScript?.dataset ?? {};
const storage = (): Storage => localStorage;
const read = (key: string): string | null => readStored(storage, `docwright.${key}`);
const closeAnnouncement = (): void => root.setAttribute('data-announcement-closed', '');

// Style rules show some controls only if scripts run.
root.setAttribute('data-script', 'on');
if (read('announcement.closed') === announcement) closeAnnouncement();
if (sidebar !== undefined && read('sidebar.hidden')) root.setAttribute('data-sidebar-hidden', '');
if (theme !== undefined) {
  const query = new URLSearchParams(location.search).get('theme');
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const given = system === undefined ? theme : dark ? 'dark' : 'light';
  root.setAttribute('data-theme', toColorMode(query) ?? toColorMode(read('theme')) ?? given);
}

// Buttons and keys that are pressed before the controls are there are pressed again then.
const pressed = new Set<HTMLElement>();
let keys: KeyboardEvent | undefined;
let hasControls = false;
addEventListener(
  'dw-controls',
  () => {
    hasControls = true;
    for (const button of pressed) button.click();
    keys?.target?.dispatchEvent(new KeyboardEvent('keydown', keys));
  },
  { once: true },
);
addEventListener(
  'keydown',
  (event) => {
    // Without controls after loading, none will come.
    const isWaiting = !hasControls && document.readyState !== 'complete';
    if (!isWaiting || hotkeys === undefined || areKeysOff(storage)) return;
    if (!isSearchKey(event) || isField(event.target)) return;
    event.preventDefault();
    keys = event;
  },
  true,
);
addEventListener(
  'click',
  (event) => {
    const { target } = event;
    const control = target instanceof Element ? target.closest('button, .skip-link') : null;
    if (control instanceof HTMLButtonElement) {
      // These two are answered here, with or without controls.
      if (control.matches('[data-color-mode]'))
        return chooseMode(shownMode() === 'dark' ? 'light' : 'dark');
      if (control.matches('[data-close-announcement]')) {
        closeAnnouncement();
        writeStored(storage, 'docwright.announcement.closed', announcement ?? '');
      }
      if (!hasControls && control.type === 'button' && !control.matches('article *'))
        pressed.add(control);
    } else if (control !== null) {
      // The target stays out of the address.
      event.preventDefault();
      document.getElementById('dw-main')?.focus();
    }
  },
  true,
);

// Shows remembered tabs while the page is parsed, so that nothing moves when tab-groups.ts does the same.
const showTabs = (): void => {
  for (const group of root.querySelectorAll<HTMLElement>('article [data-tabs-remember]')) {
    const value = read(`tabs.${group.dataset['tabs']}`);
    const [list, ...panels] = group.children;
    const is = (item: Element): boolean => item.getAttribute('data-value') === value;
    const tabs = [...(list?.children ?? [])];
    if (!tabs.some(is)) continue;
    group.dataset['chosen'] = '';
    for (const tab of tabs) tab.ariaCurrent = is(tab) ? 'true' : null;
    for (const panel of panels) panel.toggleAttribute('data-selected', is(panel));
  }
};
let hasTabs = false;
try {
  hasTabs = Object.keys(localStorage).some((key) => key.startsWith('docwright.tabs.'));
} catch {
  // Storage is blocked.
}
const observer = new MutationObserver(() => {
  if (hasTabs) showTabs();
  // The color mode's buttons are above the main part.
  else if (document.getElementById('dw-main')) observer.disconnect();
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-color-mode]'))
    button.disabled = false;
});
observer.observe(root, { childList: true, subtree: true });
addEventListener('DOMContentLoaded', () => observer.disconnect());
