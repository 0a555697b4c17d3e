import { delegate } from '../app/root.ts';
import { readStored, writeStored } from '../app/storage.ts';

/** Prefix of the local storage keys of remembered choices. */
const CHOICE = 'docwright.tabs.';

/**
 * Handles tabs (ARIA Authoring Practices, tabs pattern with selection that follows focus) in
 * `<div class="tabs" data-tabs="group">` with a tab list and panels, matched by `data-value`. Groups with the same name
 * show the same value; `data-tabs-remember` keeps the choice for other pages and browser tabs. `apply` initializes new
 * groups in articles below the root.
 */
export function manageTabs(root: HTMLElement): { readonly apply: () => void } {
  const chosen = new Map<string, string>();
  const isModified = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent | KeyboardEvent) =>
    metaKey || ctrlKey || shiftKey || altKey;
  delegate(root, 'click', {
    [TAB]: (tab, event) => {
      if (isModified(event)) return;
      event.preventDefault();
      choose(root, tab, chosen);
    },
  });
  delegate(root, 'keydown', {
    [TAB]: (tab, event) => {
      const group = tab.closest<HTMLElement>('[data-tabs]');
      const tabs = group === null ? [] : tabsIn(group);
      const isRtl = getComputedStyle(tab).direction === 'rtl';
      const keys = isRtl
        ? (['ArrowRight', 'ArrowLeft'] as const)
        : (['ArrowLeft', 'ArrowRight'] as const);
      const next =
        tabs[indexAfter(event.key, { index: tabs.indexOf(tab), count: tabs.length, keys }) ?? -1];
      if (next === undefined || isModified(event)) return;
      event.preventDefault();
      next.focus({ preventScroll: true });
      choose(root, next, chosen);
    },
  });
  // The browser is about to show a hidden panel: it has found text or an anchor there.
  delegate(root, 'beforematch', {
    '.tab-panel': (panel) => {
      const group = panel.parentElement;
      if (group) keepPosition(group, () => showPanels(panel));
    },
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === null || newValue === null || !key.startsWith(CHOICE)) return;
    const name = key.slice(CHOICE.length);
    chosen.set(name, newValue);
    for (const group of groupsOf(root, name)) if (isRemembered(group)) select(group, newValue);
  });
  return {
    apply: () => {
      for (const group of root.querySelectorAll<HTMLElement>('article [data-tabs]'))
        if (!('managed' in group.dataset)) takeOver(group, chosen);
    },
  };
}

/** Shows the panels around an element; true if one was hidden. */
export function showPanels(element: Element): boolean {
  let changed = false;
  let panel = element.closest<HTMLElement>('.tab-panel');
  while (panel !== null) {
    const group = panel.parentElement;
    if (group !== null && 'managed' in group.dataset && !('selected' in panel.dataset)) {
      selectAll(group.closest('article') ?? group, group, panel.dataset['value'] ?? '');
      changed = true;
    }
    panel = group?.closest<HTMLElement>('.tab-panel') ?? null;
  }
  return changed;
}

/** The place of an item in a list, and the keys that move back and forward in it. */
interface ListPlace {
  readonly index: number;
  readonly count: number;
  readonly keys: readonly [back: string, forward: string];
}

/** The index that a key moves to, from an item or from before the first (-1); undefined for other keys. */
export function indexAfter(key: string, { index, count, keys }: ListPlace): number | undefined {
  const [back, forward] = keys;
  if (key === forward) return (index + 1) % count;
  if (key === back) return index <= 0 ? count - 1 : index - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

const TAB = '[data-tabs][data-managed] [role="tab"]';

/** Selects a tab's value in all groups of the same name; the tab keeps its position on the screen. */
function choose(root: HTMLElement, tab: HTMLElement, chosen: Map<string, string>): void {
  const group = tab.closest<HTMLElement>('[data-tabs]');
  const value = tab.dataset['value'];
  if (group === null || value === undefined) return;
  const name = group.dataset['tabs'] ?? '';
  keepPosition(tab, () => selectAll(root, group, value));
  if (name === '' || !isRemembered(group)) return;
  chosen.set(name, value);
  writeStored(() => localStorage, CHOICE + name, value);
}

/** Makes a change; the element keeps its position on the screen. */
export function keepPosition(element: Element, change: () => void): void {
  const before = element.getBoundingClientRect().top;
  change();
  const moved = element.getBoundingClientRect().top - before;
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
}

/** Selects a value in a group and in all groups of the same name. */
function selectAll(root: HTMLElement, group: HTMLElement, value: string): void {
  const name = group.dataset['tabs'] ?? '';
  for (const one of name === '' ? [group] : groupsOf(root, name)) select(one, value);
}

function groupsOf(root: HTMLElement, name: string): readonly HTMLElement[] {
  const groups = root.querySelectorAll<HTMLElement>('[data-tabs][data-managed]');
  return [...groups].filter((group) => group.dataset['tabs'] === name);
}

function isRemembered(group: HTMLElement): boolean {
  return 'tabsRemember' in group.dataset;
}

/** Makes tabs of links: without scripts they are none. */
function takeOver(group: HTMLElement, chosen: ReadonlyMap<string, string>): void {
  group.querySelector(':scope > .tab-list')?.setAttribute('role', 'tablist');
  const tabs = tabsIn(group);
  for (const panel of panelsIn(group)) {
    const tab = tabs.find(({ dataset }) => dataset['value'] === panel.dataset['value']);
    if (tab === undefined || panel.id === '') continue;
    tab.id = `tab:${panel.id}`;
    tab.setAttribute('aria-controls', panel.id);
  }
  const initial =
    tabs.find((tab) => tab.matches('[aria-current], [aria-selected="true"]')) ?? tabs[0];
  select(group, initial?.dataset['value'] ?? '');
  const name = group.dataset['tabs'] ?? '';
  const before = isRemembered(group)
    ? (chosen.get(name) ?? readStored(() => localStorage, CHOICE + name))
    : null;
  if (before !== null) select(group, before);
  group.dataset['managed'] = '';
}

/** Shows the panel with a value, if the group has one. The browser's find looks into the others, too. */
function select(group: HTMLElement, value: string): void {
  const isChosen = ({ dataset }: HTMLElement): boolean => dataset['value'] === value;
  const panels = panelsIn(group);
  const tabs = tabsIn(group);
  if (!panels.some(isChosen)) return;
  for (const panel of panels) {
    panel.toggleAttribute('data-selected', isChosen(panel));
    for (const name of ['hidden', ...PANEL]) panel.removeAttribute(name);
    const tab = tabs.find(isChosen);
    if (!isChosen(panel)) panel.setAttribute('hidden', 'until-found');
    else if (tab !== undefined && panel.id !== '') {
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tab.id);
      // A panel without focusable content must be focusable itself.
      if (panel.querySelector('a[href], button, pre, summary') === null) panel.tabIndex = 0;
    }
  }
  for (const tab of tabs) {
    tab.role = 'tab';
    tab.ariaCurrent = null;
    tab.setAttribute('aria-selected', String(isChosen(tab)));
    tab.tabIndex = isChosen(tab) ? 0 : -1;
  }
}

/** Attributes of a panel that is shown: browsers report and focus hidden ones, too. */
const PANEL = ['role', 'aria-labelledby', 'tabindex'] as const;

function panelsIn(group: HTMLElement): readonly HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(':scope > .tab-panel')];
}

function tabsIn(group: HTMLElement): readonly HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(':scope > .tab-list > .tab')];
}
