import type { ComponentType } from 'react';
import { fillText, siteSearchTexts } from '../../shared/texts.ts';
import { isPlainClick } from '../navigation/page-address.ts';
import { createAnswers } from './answers.ts';
import { chooseRow } from './dialog-choices.ts';
import { handleKey } from './dialog-keys.ts';
import type { SearchDialogProps, SearchHandlers } from './dialog-props.ts';
import {
  activeRow,
  announcement,
  type DialogContext,
  dismiss,
  leave,
  rebuild,
  setQuery,
} from './dialog-state.ts';
import type { Search, SearchHost } from './host.ts';
import { createMarking } from './marking.ts';
import { createRecentSearches } from './recent.ts';
import { createWindow } from './window.ts';

/** Makes the search of a page: the dialog, its worker, and the marks on the pages that its hits lead to. */
export function createSearchDialog(
  host: SearchHost,
  Dialog: ComponentType<SearchDialogProps>,
): Search {
  const marking = createMarking(host);
  const context = createContext(host, () => {
    rebuild(context);
    const { answers, state, texts, window } = context;
    host.render(
      <Dialog
        texts={texts}
        title={fillText(texts.placeholder, { title: host.input().site.title })}
        query={host.button.get().query}
        status={answers.snapshot().status}
        announcement={announcement(context)}
        panel={state.panel}
        activeId={state.activeId}
        attach={window.attach}
        on={handlers}
      />,
    );
  });
  const handlers = createHandlers(context);
  return {
    prepare: context.answers.prepare,
    open: (query) => open(context, query),
    shown: () => {
      context.window.close();
      marking.shown();
    },
    // Rows do not move away from a reader who chooses among them.
    renew: () => context.answers.renew(context.window.isOpen() && !context.state.moved),
  };
}

function createContext(host: SearchHost, render: () => void): DialogContext {
  const context: DialogContext = {
    host,
    render,
    texts: siteSearchTexts(host.input().site),
    recent: createRecentSearches(() => localStorage),
    window: createWindow(host.page, () => dismiss(context)),
    answers: createAnswers(host, { changed: render, answered: () => showAnswer(context) }),
    state: {
      panel: undefined,
      activeId: undefined,
      moved: false,
      impatient: false,
      kept: false,
      only: undefined,
    },
  };
  return context;
}

/** A new answer: its first hit is active, and chosen where Enter came before it. */
function showAnswer(context: DialogContext): void {
  const { state, render } = context;
  state.moved = false;
  render();
  const row = activeRow(state);
  if (state.impatient && row !== undefined) chooseRow(context, row);
  state.impatient = false;
}

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

function open(context: DialogContext, query: string | undefined): void {
  const { host, state, window } = context;
  const left = host.button.get().query;
  window.open();
  setQuery(context, query ?? left);
  state.kept = query === undefined && left !== '';
}
