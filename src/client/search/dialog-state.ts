import type { SearchDocument } from '../../search/query/search-index.ts';
import type { NavbarItem, SiteData } from '../../shared/page.ts';
import { fillText, type SearchTexts } from '../../shared/texts.ts';
import type { Answers } from './answers.ts';
import type { DialogWindow } from './dialog-element.ts';
import type { SearchGroup, SearchPanel, SearchRow } from './dialog-props.ts';
import type { SearchHost } from './host.ts';
import { buildPanel, firstActive, type PanelInput, rowsOf } from './panel.ts';
import { printKeys } from './search-button.ts';
import type { RecentSearches } from './session.ts';

/** Characters of a query that are used. */
const MAX_QUERY = 512;

export interface DialogContext {
  readonly host: SearchHost;
  readonly texts: SearchTexts;
  readonly recent: RecentSearches;
  readonly answers: Answers;
  readonly window: DialogWindow;
  readonly state: DialogState;
  readonly render: () => void;
}

/** State of the dialog between events. */
export interface DialogState {
  panel: SearchPanel | undefined;
  activeId: string | undefined;
  /** The reader has chosen a row with the arrows or the pointer. */
  moved: boolean;
  /** Enter came before the answer. */
  impatient: boolean;
  /** The dialog was opened with a query that was left in it. */
  kept: boolean;
  /** The kind of page that the reader has narrowed the search to. */
  only: SearchDocument['type'] | undefined;
}

export function groupsOf({ panel }: DialogState): readonly SearchGroup[] {
  return panel?.groups ?? [];
}

/** The row that Enter chooses. */
export function activeRow(state: DialogState): SearchRow | undefined {
  return rowsOf(groupsOf(state)).find(({ id }) => id === state.activeId);
}

/** Builds the panel. The first hit is active until the reader chooses another row. */
export function rebuild({ host, texts, recent, answers, state }: DialogContext): void {
  const { site } = host.input();
  state.panel = buildPanel({
    texts,
    query: host.button.get().query,
    answered: answers.snapshot().answered,
    recent: recent.list(),
    links: siteLinks(site, texts.allPages),
    hotkeys: hotkeysOf(host),
    excerpts: answers.excerpts(),
    hrefOf: host.hrefOf,
    searchUrl: (query) => `?q=${encodeURIComponent(query)}`,
  });
  if (!state.moved || activeRow(state) === undefined) state.activeId = firstActive(groupsOf(state));
}

/** Without a keyboard, there is nothing to turn off. */
function hotkeysOf({ input, button }: SearchHost): PanelInput['hotkeys'] {
  if (!input().site.search.hotkeys || matchMedia('(hover: none)').matches) return undefined;
  const keys = `${printKeys(navigator.platform)}, /`;
  return { keys, on: button.get().keys !== undefined };
}

/** What screen readers are told of the answer. */
export function announcement({ texts, answers, state }: DialogContext): string {
  const { status, answered } = answers.snapshot();
  if (status === 'stalled') return texts.searching;
  if (state.panel === undefined || answered === undefined) return '';
  const { count, warning, nothingFor, correctedTo } = state.panel;
  const found = count === 1 ? texts.oneResult : fillText(texts.manyResults, { count: `${count}` });
  const nothing = nothingFor === undefined ? found : `${texts.nothing} ${nothingFor}`;
  const corrected = correctedTo === undefined ? '' : `${texts.correctedTo} ${correctedTo}`;
  return [nothing, corrected, warning].filter(Boolean).join('. ');
}

/** Asks for what is typed; `literal` without corrections. */
export function ask({ host, answers, state }: DialogContext, literal: boolean): void {
  const types = state.only === undefined ? {} : { types: [state.only] };
  answers.ask(host.button.get().query, { literal, ...types });
}

export function setQuery(context: DialogContext, text: string): void {
  const { host, state, render } = context;
  host.button.setQuery(text.slice(0, MAX_QUERY));
  Object.assign(state, { kept: false, impatient: false, moved: false });
  ask(context, false);
  render();
}

/** Closes, and gives the focus back to the search button. The query stays there. */
export function leave({ window }: DialogContext): void {
  window.close();
  window.focusButton();
}

/** Escape closes; it clears a query that was left in the dialog. */
export function dismiss(context: DialogContext): void {
  const { host, state } = context;
  if (state.kept && host.button.get().query !== '') setQuery(context, '');
  else leave(context);
}

/** Most links of the navbar that are offered. */
const MOST = 4;

/** Where to look when the search finds nothing: links of the navbar, and the list of all pages. */
function siteLinks({ navbar, searchHref }: SiteData, allPages: string): PanelInput['links'] {
  const links = navbar.items.flatMap(linksOf).slice(0, MOST);
  return [...links, { label: allPages, href: searchHref }];
}

function linksOf(item: NavbarItem): PanelInput['links'] {
  if (item.type === 'dropdown') return item.items.flatMap(linksOf);
  if (item.type !== 'link' || item.external || item.label === undefined) return [];
  return [{ label: item.label, href: item.href }];
}
