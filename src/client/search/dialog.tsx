import type { ComponentType, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { fillMessage, siteSearchMessages } from '../../shared/ui-messages.ts';
import { createHighlighter } from '../article/highlight.ts';
import { entryKey } from '../navigation/history-entries.ts';
import { isPlainClick } from '../navigation/page-address.ts';
import { createAnswers } from './answers.ts';
import { createWindow } from './dialog-element.ts';
import type { SearchChoice, SearchDialogProps, SearchHandlers, SearchRow } from './dialog-props.ts';
import {
  activeRow,
  announcement,
  ask,
  type DialogContext,
  dismiss,
  groupsOf,
  leave,
  rebuild,
  setQuery,
} from './dialog-state.ts';
import { COMPOSING } from './early-field.ts';
import { CHOICE_EVENT } from './events.ts';
import { type Search, type SearchHost, SOUGHT_KEY, type SoughtWords } from './host.ts';
import { moveActive } from './panel.ts';
import { createRecentSearches } from './session.ts';

/** Creates the search of a page: the dialog, its worker, and the highlighting on pages. */
export function createSearchDialog(
  host: SearchHost,
  Dialog: ComponentType<SearchDialogProps>,
): Search {
  const { page, site, button } = host;
  const showMarks = createMarking(page);
  let root: Root | undefined;
  const render = (): void => {
    rebuild(context);
    const { answers, state, messages, window } = context;
    const dialog = (
      <Dialog
        messages={messages}
        title={fillMessage(messages.placeholder, { title: site().title })}
        query={button.query()}
        status={answers.snapshot().status}
        announcement={announcement(context)}
        panel={state.panel}
        activeId={state.activeId}
        attach={window.attach}
        on={handlers}
      />
    );
    if (root !== undefined) return root.render(dialog);
    // Outside of the page's root.
    const first = createRoot(page.body.appendChild(page.createElement('div')));
    root = first;
    // The dialog takes over from the early field at once: no key is lost between them.
    flushSync(() => first.render(dialog));
  };
  const context: DialogContext = {
    host,
    render,
    messages: siteSearchMessages(site()),
    recent: createRecentSearches(() => localStorage),
    window: createWindow(page, () => dismiss(context)),
    answers: createAnswers(host, {
      changed: render,
      // Shows a new answer with its first result active, and chooses it if Enter was pressed before.
      answered: () => {
        state.moved = false;
        render();
        const row = activeRow(state);
        if (state.impatient && row?.type === 'hit') chooseRow(context, row);
        state.impatient = false;
      },
    }),
    state: { ...CLOSED },
  };
  const handlers = createHandlers(context);
  const { answers, state, window: dialogWindow } = context;
  return {
    prepare: answers.prepare,
    open: (opener, typed) => {
      const left = button.query();
      const text = typed?.text ?? '';
      dialogWindow.open(opener, typed);
      setQuery(context, text === '' ? left : text);
      state.kept = text === '' && left !== '';
      state.impatient = text !== '' && typed?.entered === true;
    },
    // Pages with the best results for the words of an address.
    guess: async (words) => {
      const pages = new Map<string, string>();
      for (const { document } of await answers.guess(words))
        pages.set(document.sectionRoute.replace(/#.*/, ''), document.pageTitle);
      const best = [...pages].slice(0, MOST_GUESSES);
      return best.map(([route, label]) => ({ label, href: host.hrefOf(route) }));
    },
    shown: () => {
      dialogWindow.close();
      showMarks();
    },
    // Rows must not move while the reader selects one.
    renew: () => answers.renew(dialogWindow.isOpen() && !state.moved),
  };
}

const CLOSED: DialogContext['state'] = {
  panel: undefined,
  activeId: undefined,
  moved: false,
  impatient: false,
  kept: false,
  only: undefined,
};

const MOST_GUESSES = 5;

function createHandlers(context: DialogContext): SearchHandlers {
  const { state, render } = context;
  return {
    input: ({ currentTarget }) => setQuery(context, currentTarget.value),
    key: (event) => handleKey(context, event),
    click: (event, row) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      chooseRow(context, row);
    },
    point: ({ id }) => {
      if (id === state.activeId) return;
      state.activeId = id;
      state.moved = true;
      render();
    },
    close: () => leave(context),
  };
}

/** Handles the keys of the input. */
function handleKey(context: DialogContext, event: KeyboardEvent<HTMLInputElement>): void {
  // The key belongs to a text composition.
  if (event.nativeEvent.isComposing || event.keyCode === COMPOSING) return;
  // The browser moves on from the button.
  if (event.key === 'Tab') return leave(context);
  const { state, window, render } = context;
  if (event.key === 'Enter') enter(context, event);
  else if (event.key === 'Escape') dismiss(context);
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const step = event.key === 'ArrowDown' ? 'down' : 'up';
    state.activeId = moveActive(groupsOf(state), state.activeId, step);
    state.moved = true;
    render();
    window.showRow(state.activeId);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function enter(context: DialogContext, { ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const { answers, state, window } = context;
  const row = activeRow(state);
  const apart = ctrlKey || metaKey || shiftKey;
  if (apart && row?.href !== undefined) window.openApart(row.href, shiftKey);
  // The intended result may not have arrived.
  else if (answers.snapshot().status !== 'idle' && !state.moved) state.impatient = true;
  else if (row !== undefined) chooseRow(context, row);
}

/** Marks are removed when the page is left, and by Escape and Back; a history entry adds them only once. */
function createMarking(page: Document): () => void {
  const highlighter = createHighlighter(page);
  addEventListener('popstate', ({ state }) => {
    // A link to a part of this page adds an entry without marks.
    if (entryKey(state) !== undefined) highlighter.clear();
  });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') highlighter.clear();
  });
  return () => {
    highlighter.clear();
    const { [SOUGHT_KEY]: sought, ...rest } = { ...history.state };
    if (!isSoughtWords(sought)) return;
    history.replaceState(rest, '');
    highlighter.mark({ terms: sought.terms, area: sought.type === 'others' ? 'main' : 'article' });
  };
}

function isSoughtWords(value: unknown): value is SoughtWords {
  return (
    typeof value === 'object' && value !== null && 'terms' in value && Array.isArray(value.terms)
  );
}

function chooseRow(context: DialogContext, { choice, href = '' }: SearchRow): void {
  const { host, answers, recent, state, render } = context;
  switch (choice.type) {
    case 'hit':
      return go(context, href, noteHit(context, choice));
    case 'go':
      return go(context, href, {});
    case 'search':
      return setQuery(context, choice.query);
    case 'literal':
      return ask(context, true);
    case 'repeat':
      return answers.repeat();
    case 'filter':
      state.only = choice.only;
      return ask(context, false);
    case 'clearRecent':
      recent.clear();
      return render();
    case 'switchHotkeys':
      host.button.switchKeys();
      return render();
  }
}

/** Reports a chosen result; returns the fields of its history entry. */
function noteHit(
  { host, answers, recent }: DialogContext,
  { hit, position }: Extract<SearchChoice, { readonly type: 'hit' }>,
): Readonly<Record<string, SoughtWords>> {
  const query = host.button.query();
  const { sectionRoute, type } = hit.document;
  answers.emit({ type: CHOICE_EVENT, detail: { query, position, sectionRoute } });
  recent.add(query);
  return { [SOUGHT_KEY]: { terms: hit.terms, type } };
}

function go(
  { host, answers, window, state }: DialogContext,
  href: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  window.close();
  host.button.setQuery('');
  state.only = undefined;
  answers.clear();
  host.navigate(new URL(href, location.href), fields);
}
