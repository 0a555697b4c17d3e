import type { SearchDocument } from '../../search/query/search-index.ts';
import { fillMessage, type SearchMessages } from '../../shared/ui-messages.ts';
import type { Answers } from './answers.ts';
import type { DialogWindow } from './dialog-element.ts';
import type { SearchGroup, SearchPanel, SearchRow } from './dialog-props.ts';
import type { SearchHost } from './host.ts';
import { buildPanel, firstActive, rowsOf } from './panel.ts';
import { printKeys } from './search-button.ts';
import type { RecentSearches } from './session.ts';

/** Maximum length of a query. */
const MAX_QUERY = 512;

export interface DialogContext {
  readonly host: SearchHost;
  readonly messages: SearchMessages;
  readonly recent: RecentSearches;
  readonly answers: Answers;
  readonly window: DialogWindow;
  readonly state: DialogState;
  readonly render: () => void;
}

/** State of the dialog between events. */
interface DialogState {
  panel: SearchPanel | undefined;
  activeId: string | undefined;
  /** The reader has selected a row with the arrow keys or the pointer. */
  moved: boolean;
  /** Enter was pressed before the answer came. */
  impatient: boolean;
  /** The dialog was opened with the query of the last time. */
  kept: boolean;
  /** The type to which the reader has limited the search. */
  only: SearchDocument['type'] | undefined;
}

export function groupsOf({ panel }: DialogState): readonly SearchGroup[] {
  return panel?.groups ?? [];
}

/** The row that Enter chooses. */
export function activeRow(state: DialogState): SearchRow | undefined {
  return rowsOf(groupsOf(state)).find(({ id }) => id === state.activeId);
}

/** Builds the panel. The first result is active until the reader selects another row. */
export function rebuild({ host, messages, recent, answers, state }: DialogContext): void {
  const site = host.site();
  state.panel = buildPanel({
    messages,
    query: host.button.query(),
    answered: answers.snapshot().answered,
    recent: recent.list(),
    links: [
      ...site.entryPages.map(([href, label = messages.docs]) => ({ label, href })),
      { label: messages.allPages, href: site.searchHref },
    ],
    // Without a keyboard, there are no shortcuts to turn off.
    hotkeys:
      site.search.hotkeys && !matchMedia('(hover: none)').matches
        ? { keys: `${printKeys(navigator.platform)}, /`, on: host.button.areKeysOn() }
        : undefined,
    excerpts: answers.excerpts(),
    hrefOf: host.hrefOf,
    searchUrl: (query) => `?q=${encodeURIComponent(query)}`,
  });
  if (!state.moved || activeRow(state) === undefined) state.activeId = firstActive(groupsOf(state));
}

/** Describes the answer for screen readers. */
export function announcement({ messages, answers, state }: DialogContext): string {
  const { status, answered } = answers.snapshot();
  if (status === 'stalled') return messages.searching;
  if (state.panel === undefined || answered === undefined) return '';
  const { count, warning, nothingFor, correctedTo, alsoFor } = state.panel;
  const found =
    count === 1 ? messages.oneResult : fillMessage(messages.manyResults, { count: `${count}` });
  const nothing = nothingFor === undefined ? found : `${messages.nothing} ${nothingFor}`;
  const corrected = correctedTo === undefined ? '' : `${messages.correctedTo} ${correctedTo}`;
  const also = alsoFor.length === 0 ? '' : `${messages.alsoFor} ${alsoFor.join(', ')}`;
  return [nothing, corrected, also, warning].filter(Boolean).join('. ');
}

/** Searches for the typed query; `literal` disables corrections. */
export function ask({ host, answers, state }: DialogContext, literal: boolean): void {
  const types = state.only === undefined ? {} : { types: [state.only] };
  answers.ask(host.button.query(), { literal, ...types });
}

export function setQuery(context: DialogContext, text: string): void {
  const { host, state, render } = context;
  host.button.setQuery(text.slice(0, MAX_QUERY));
  Object.assign(state, { kept: false, impatient: false, moved: false });
  ask(context, false);
  render();
}

/** Closes the dialog and focuses the search button. The query is kept. */
export function leave({ window }: DialogContext): void {
  window.close();
  window.focusButton();
}

/** Escape closes the dialog; it clears a query of the last time first. */
export function dismiss(context: DialogContext): void {
  const { host, state } = context;
  if (state.kept && host.button.query() !== '') setQuery(context, '');
  else leave(context);
}
