import type { SearchChoice, SearchRow } from './dialog-props.ts';
import { ask, type DialogContext, setQuery } from './dialog-state.ts';
import { CHOICE_EVENT } from './events.ts';
import { SOUGHT_KEY, type SoughtWords } from './host.ts';
import { printKeys } from './hotkeys.ts';

/** Does what a row stands for. */
export function chooseRow(context: DialogContext, { choice, href = '' }: SearchRow): void {
  const { recent, state, render } = context;
  switch (choice.type) {
    case 'hit':
      return go(context, href, noteHit(context, choice));
    case 'go':
      return go(context, href, {});
    case 'search':
      return setQuery(context, choice.query);
    case 'literal':
      return ask(context, true);
    case 'filter':
      state.only = choice.only;
      return ask(context, false);
    case 'clearRecent':
      recent.clear();
      return render();
    case 'switchHotkeys':
      return switchHotkeys(context);
  }
}

/** Tells of a chosen hit; returns what the page that it leads to has to know. */
function noteHit(
  { host, answers, recent }: DialogContext,
  { hit, position }: Extract<SearchChoice, { readonly type: 'hit' }>,
): Readonly<Record<string, SoughtWords>> {
  const { query } = host.button.get();
  const { sectionRoute, type } = hit.document;
  answers.tell({ type: CHOICE_EVENT, detail: { query, position, sectionRoute } });
  recent.add(query);
  return { [SOUGHT_KEY]: { terms: hit.terms, type } };
}

function go(
  { host, answers, window, state }: DialogContext,
  href: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  window.close();
  host.button.change({ query: '' });
  state.only = undefined;
  answers.clear();
  host.navigate(new URL(href, location.href), fields);
}

function switchHotkeys({ host, render }: DialogContext): void {
  const on = !host.hotkeys.isOn();
  host.hotkeys.set(on);
  host.button.change({ keys: on ? printKeys(navigator.platform).open : undefined });
  render();
}
