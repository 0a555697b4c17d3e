import type { ComponentType, FormEvent, KeyboardEvent, MouseEvent } from 'react';
import type { SearchDocument } from '../../shared/search/types.ts';
import { fillText, searchTexts as texts } from '../../shared/texts.ts';
import { isPlainClick } from '../page-address.ts';
import { createAnswers } from './answers.ts';
import type { SearchDialogProps, SearchRow } from './dialog-props.ts';
import { CHOICE_EVENT } from './events.ts';
import type { Search, SearchHost, SoughtWords } from './host.ts';
import { SOUGHT_KEY } from './host.ts';
import { printKeys } from './hotkeys.ts';
import { createMarking } from './marking.ts';
import { firstActive, moveActive, rowsOf } from './moves.ts';
import { type BuiltPanel, buildPanel, type SearchChoice } from './panel.ts';
import { createRecentSearches } from './recent.ts';
import { siteLinks } from './site-links.ts';
import { createWindow } from './window.ts';

/** Characters of a query that are used (rule 41). */
const MAX_QUERY = 512;

/** Makes the search of a page: the dialog, its worker, and the marks on the pages that its hits lead to. */
export function createSearchDialog(
  host: SearchHost,
  Dialog: ComponentType<SearchDialogProps>,
): Search {
  const recent = createRecentSearches(() => localStorage);
  const marking = createMarking(host);
  const dialogWindow = createWindow(host.page, () => escape());
  let built: BuiltPanel | undefined;
  let activeId: string | undefined;
  /** The reader has chosen a row with the arrows or the pointer. */
  let moved = false;
  /** Enter came before the answer. */
  let impatient = false;
  /** The dialog was opened with a query that was left in it. */
  let kept = false;
  let only: SearchDocument['type'] | undefined;

  const answers = createAnswers(host, {
    changed: () => render(),
    answered: () => {
      moved = false;
      render();
      if (impatient) chooseActive();
      impatient = false;
    },
  });

  const build = (): void => {
    const { site } = host.input();
    const keys = printKeys(navigator.platform);
    const mayHaveKeys = site.search.hotkeys && !matchMedia('(hover: none)').matches;
    built = buildPanel({
      texts,
      query: host.button.get().query,
      answered: answers.snapshot().answered,
      recent: recent.list(),
      links: siteLinks(site),
      hotkeys: mayHaveKeys
        ? { keys: `${keys.open}, ${keys.slash}`, on: host.hotkeys.isOn() }
        : undefined,
      excerpts: answers.excerpts(),
      hrefOf: host.hrefOf,
      searchUrl: (query) => `?q=${encodeURIComponent(query)}`,
    });
    const groups = built?.panel.groups ?? [];
    const isThere = rowsOf(groups).some(({ id }) => id === activeId);
    if (!moved || !isThere) activeId = firstActive(groups);
  };

  const render = (): void => {
    build();
    const { query } = host.button.get();
    host.render(
      <Dialog
        texts={texts}
        title={fillText(texts.placeholder, { title: host.input().site.title })}
        query={query}
        status={answers.snapshot().status}
        announcement={announcement()}
        panel={built?.panel}
        activeId={activeId}
        on={{ attach: dialogWindow.attach, input, key, click, point, close: leave }}
      />,
    );
  };

  const announcement = (): string => {
    const { status, answered } = answers.snapshot();
    if (status === 'stalled') return texts.searching;
    if (built === undefined || answered === undefined) return '';
    const { count, warning, nothingFor, correctedTo } = built.panel;
    const found =
      count === 1 ? texts.oneResult : fillText(texts.manyResults, { count: `${count}` });
    const nothing = nothingFor === undefined ? found : `${texts.nothing} ${nothingFor}`;
    const corrected = correctedTo === undefined ? '' : `${texts.correctedTo} ${correctedTo}`;
    return [nothing, corrected, warning].filter(Boolean).join('. ');
  };

  const ask = (literal: boolean): void =>
    answers.ask(host.button.get().query, {
      literal,
      ...(only === undefined ? {} : { types: [only] }),
    });

  const setQuery = (text: string): void => {
    host.button.change({ query: text.slice(0, MAX_QUERY) });
    kept = false;
    impatient = false;
    moved = false;
    ask(false);
    render();
  };

  /** Closes, and gives the focus back to the search button. The query stays there (D2). */
  const leave = (): void => {
    dialogWindow.close();
    dialogWindow.focusButton();
  };

  const escape = (): void => {
    if (kept && host.button.get().query !== '') setQuery('');
    else leave();
  };

  const input = ({ currentTarget }: FormEvent<HTMLInputElement>): void =>
    setQuery(currentTarget.value);

  const key = (event: KeyboardEvent<HTMLInputElement>): void => {
    // The key belongs to the composition of a text (rule 41); 229 is what Safari tells of its last one.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault();
        move(event.key === 'ArrowDown' ? 'down' : 'up');
        break;
      case 'Enter':
        event.preventDefault();
        enter(event);
        break;
      case 'Escape':
        event.preventDefault();
        event.stopPropagation();
        escape();
        break;
      case 'Tab':
        // The browser goes on from the button.
        leave();
        break;
    }
  };

  const move = (step: 'up' | 'down'): void => {
    activeId = moveActive(built?.panel.groups ?? [], activeId, step);
    moved = true;
    render();
    dialogWindow.showRow(activeId);
  };

  const enter = ({ ctrlKey, metaKey, shiftKey }: KeyboardEvent): void => {
    const row = rowsOf(built?.panel.groups ?? []).find(({ id }) => id === activeId);
    if ((ctrlKey || metaKey || shiftKey) && row?.href !== undefined) {
      dialogWindow.openApart(row.href, shiftKey);
    } else if (answers.snapshot().status !== 'idle' && !moved) impatient = true;
    else chooseActive();
  };

  const chooseActive = (): void => {
    const choice = built?.choices.get(activeId ?? '');
    if (choice !== undefined) choose(choice);
  };

  const click = (event: MouseEvent<HTMLElement>, row: SearchRow): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const choice = built?.choices.get(row.id);
    if (choice !== undefined) choose(choice);
  };

  const point = (row: SearchRow): void => {
    if (row.id === activeId) return;
    activeId = row.id;
    moved = true;
    render();
  };

  const choose = (choice: SearchChoice): void => {
    const { query } = host.button.get();
    switch (choice.type) {
      case 'hit': {
        const { hit, position, href } = choice;
        const { sectionRoute, type } = hit.document;
        const detail = { query, position, sectionRoute };
        answers.tell({ type: CHOICE_EVENT, detail });
        recent.add(query);
        const sought: SoughtWords = { terms: hit.terms, type };
        return go(href, { [SOUGHT_KEY]: sought });
      }
      case 'go':
        return go(choice.href, {});
      case 'search':
        return setQuery(choice.query);
      case 'literal':
        return ask(true);
      case 'filter':
        only = choice.only;
        return ask(false);
      case 'clearRecent':
        recent.clear();
        return render();
      case 'switchHotkeys':
        host.hotkeys.set(!host.hotkeys.isOn());
        host.button.change({
          keys: host.hotkeys.isOn() ? printKeys(navigator.platform).open : undefined,
        });
        return render();
    }
  };

  const go = (href: string, fields: Readonly<Record<string, unknown>>): void => {
    dialogWindow.close();
    host.button.change({ query: '' });
    only = undefined;
    answers.clear();
    host.navigate(new URL(href, location.href), fields);
  };

  return {
    prepare: answers.prepare,
    open: (query) => {
      if (query !== undefined) host.button.change({ query: query.slice(0, MAX_QUERY) });
      kept = query === undefined && host.button.get().query !== '';
      moved = false;
      dialogWindow.open();
      ask(false);
      render();
    },
    shown: () => {
      dialogWindow.close();
      marking.shown();
    },
  };
}
