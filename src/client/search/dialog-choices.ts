import { type DialogContext, ask, setQuery } from './dialog-state.ts';
import { CHOICE_EVENT } from './events.ts';
import { SOUGHT_KEY, type SoughtWords } from './host.ts';
import { printKeys } from './hotkeys.ts';
import type { SearchChoice } from './panel.ts';

/** Does what a row stands for. */
export function chooseRow(context: DialogContext, id: string | undefined): void {
  const choice = context.state.built?.choices.get(id ?? '');
  if (choice !== undefined) choose(context, choice);
}

function choose(context: DialogContext, choice: SearchChoice): void {
  const { recent, state, render } = context;
  switch (choice.type) {
    case 'hit':
      return chooseHit(context, choice);
    case 'go':
      return go(context, choice.href, {});
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

function chooseHit(
  context: DialogContext,
  { hit, position, href }: Extract<SearchChoice, { readonly type: 'hit' }>,
): void {
  const { host, answers, recent } = context;
  const { query } = host.button.get();
  const { sectionRoute, type } = hit.document;
  answers.tell({ type: CHOICE_EVENT, detail: { query, position, sectionRoute } });
  recent.add(query);
  const sought: SoughtWords = { terms: hit.terms, type };
  go(context, href, { [SOUGHT_KEY]: sought });
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
