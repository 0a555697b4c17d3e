import type { StateBlock, Token } from 'markdown-it';
import { slugify, uniqueSlug } from '../../shared/slug.ts';
import { codeLabel } from '../code/code-block.ts';
import { closeElement, openNumbered } from '../mdx/code-tokens.ts';
import { type ParseSession, report, type SessionHolder, type TabGroup } from '../parse-session.ts';
import { BLOCK_OPTIONS } from './block-options.ts';
import { type DirectiveRegistry, optionsOf } from './directive.ts';

export const CODE_GROUP = 'code-group';

/** Adds `:::code-group`: each code block in it becomes a tab with the block's title as its label. */
export function codeGroups(holder: SessionHolder, others: DirectiveRegistry): DirectiveRegistry {
  return (directive) => {
    if (directive.name.toLowerCase() !== CODE_GROUP) return others(directive);
    const options = optionsOf(holder.session, directive, BLOCK_OPTIONS[CODE_GROUP]);
    const group: TabGroup = {
      nameSpan: directive.nameSpan,
      group: options.get('group')?.value,
      selected: undefined,
      panels: [],
    };
    let first = 0;
    return {
      open: (state) => {
        holder.session.tabGroups.set(state.push('tabs_open', 'div', 1), group);
        first = state.tokens.length;
      },
      close: (state) => {
        const content = state.tokens.splice(first);
        const values: Values = { taken: new Set(), next: new Map(), labels: new Set() };
        for (const token of content) {
          if (token.type !== 'fence' || token.level > state.level) state.tokens.push(token);
          else pushTab(holder, state, { token, values });
        }
        state.push('tabs_close', 'div', -1);
      },
    };
  };
}

/**
 * Puts the code blocks of Markdown in the component `CodeGroup` into elements `<Tab>`, since components cannot look into
 * Markdown. Others stay as they are. `first` is the index of the first token in the component.
 */
export function groupCode(
  session: ParseSession,
  state: StateBlock,
  { name, first }: { readonly name: string; readonly first: number },
): void {
  if (name !== 'CodeGroup') return;
  const content = state.tokens.splice(first);
  const labels = new Set<string>();
  for (const token of content) {
    if (token.type !== 'fence' || token.level > state.level) {
      state.tokens.push(token);
      continue;
    }
    const { text: label, span } = tabLabel(session, token, labels);
    const index = openNumbered(session, state, {
      name: 'Tab',
      span,
      attributes: [],
      props: { label },
    });
    token.level = state.level;
    token.meta = { isTab: true };
    state.tokens.push(token);
    closeElement(state, index);
  }
}

/** The label of a code block's tab; reports one that an earlier tab of the group has. */
function tabLabel(
  session: ParseSession,
  token: Token,
  labels: Set<string>,
): ReturnType<typeof codeLabel> {
  const label = codeLabel(session, token);
  const { text, span, isTitle } = label;
  if (labels.has(text))
    report(session, 'code-options', {
      span: span.end > span.start ? span : { start: span.start - 3, end: span.start },
      message: `two tabs of the group are called "${text}"`,
      hint: isTitle
        ? 'give each block another title'
        : 'write a title after the language, as in ```sh [npm]',
    });
  labels.add(text);
  return label;
}

interface Values {
  readonly labels: Set<string>;
  readonly taken: Set<string>;
  readonly next: Map<string, number>;
}

function pushTab(
  { session }: SessionHolder,
  state: StateBlock,
  { token, values }: { readonly token: Token; readonly values: Values },
): void {
  const { text, span } = tabLabel(session, token, values.labels);
  const has = (used: string): boolean => values.taken.has(used);
  const value = uniqueSlug(slugify(text) || 'tab', { has, next: values.next });
  values.taken.add(value);
  session.tabPanels.set(state.push('tab_open', 'div', 1), {
    nameSpan: span,
    given: { value, span },
    value,
    labelHtml: '',
    isDefault: false,
    id: undefined,
  });
  state.push('tab_label_open', 'p', 1);
  const label = state.push('inline', '', 0);
  const content = new state.Token('text', '', 0);
  content.content = text;
  label.children = [content];
  label.map = token.map;
  state.push('tab_label_close', 'p', -1);
  token.level = state.level;
  token.meta = { isTab: true };
  state.tokens.push(token);
  state.push('tab_close', 'div', -1);
}
