import type { StateBlock } from 'markdown-it';
import { type ParseSession, report, type SessionHolder } from '../parse-session.ts';
import type { Directive, DirectiveHandler, DirectiveRegistry } from './directive.ts';
import { type DirectiveOption, readDirectiveOptions } from './directive-options.ts';

export const TABS_DIRECTIVES = ['tabs', 'tab'] as const;

/** Begins the id of each panel; a full stop is in no slug of a heading. */
export const PANEL_PREFIX = 'tab.';

/** Tokens that say what a `:::tab` is called: its label, as inline Markdown. */
export const LABEL_OPEN = 'tab_label_open';

/**
 * Tabs (rule 35): `::::tabs{group="lang" default="py"}` around `:::tab[Python]{value="py"}` blocks. All options may be
 * left out: the value is a slug of the label, the first tab is selected, and a group of no name stands for itself.
 */
export function tabs(holder: SessionHolder, others: DirectiveRegistry): DirectiveRegistry {
  return (directive) => {
    switch (directive.name.toLowerCase()) {
      case 'tabs':
        return { open: (state) => openTabs(holder.session, state, directive), close: closing };
      case 'tab':
        return { open: (state) => openTab(holder.session, state, directive), close: closing };
      default:
        return others(directive);
    }
  };
}

const closing: DirectiveHandler['close'] = (state, { name }) => {
  state.push(`${name.toLowerCase()}_close`, 'div', -1);
};

function openTabs(session: ParseSession, state: StateBlock, directive: Directive): void {
  const { label, options } = optionsOf(session, directive, ['group', 'default']);
  if (label.text !== '') {
    const span = { start: label.start, end: label.start + label.text.length };
    const hint = 'labels belong to the tabs inside: :::tab[Label]';
    report(session, 'tab-options', { span, message: 'a group of tabs has no label', hint });
  }
  session.tabGroups.set(state.push('tabs_open', 'div', 1), {
    nameSpan: directive.nameSpan,
    group: options.get('group')?.value,
    selected: options.get('default'),
    panels: [],
  });
}

function openTab(session: ParseSession, state: StateBlock, directive: Directive): void {
  const { nameSpan } = directive;
  const { label, options } = optionsOf(session, directive, ['value']);
  if (label.text === '') {
    const hint = 'write what the tab is called: :::tab[Label]';
    report(session, 'tab-options', { span: nameSpan, message: 'a tab has no label', hint });
  }
  session.tabPanels.set(state.push('tab_open', 'div', 1), {
    nameSpan,
    given: options.get('value'),
    value: '',
    labelHtml: '',
    isDefault: false,
    id: undefined,
  });
  state.push(LABEL_OPEN, 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = label.text;
  inline.children = [];
  inline.map = [state.line, state.line + 1];
  session.titles.set(inline, label.start);
  state.push('tab_label_close', 'p', -1);
}

interface Options {
  readonly label: { readonly text: string; readonly start: number };
  readonly options: ReadonlyMap<string, DirectiveOption>;
}

function optionsOf(session: ParseSession, { rest }: Directive, known: readonly string[]): Options {
  const { label, options, problems } = readDirectiveOptions(rest, known);
  for (const problem of problems) report(session, 'tab-options', problem);
  return { label, options };
}
