import type { StateBlock, Token } from 'markdown-it';
import { slugify, uniqueSlug } from '../../shared/slug.ts';
import { type CodeLabel, codeLabel } from '../code/code-block.ts';
import { closeElement, openNumbered } from '../mdx/code-tokens.ts';
import { type ParseSession, report } from '../parse-session.ts';
import { BLOCK_OPTIONS } from './block-options.ts';
import { type Directive, type DirectiveHandler, optionsOf } from './directive.ts';
import { openGroup, openPanel } from './tabs.ts';

export const CODE_GROUP = 'code-group';

/** Adds `:::code-group`: each code block in it becomes a tab with the block's title as its label. */
export function codeGroup(
  session: ParseSession,
  directive: Directive,
): DirectiveHandler | undefined {
  if (directive.name.toLowerCase() !== CODE_GROUP) return undefined;
  const options = optionsOf(session, directive, BLOCK_OPTIONS[CODE_GROUP]);
  const { nameSpan } = directive;
  return (state) => {
    const group = { nameSpan, group: options.get('group')?.value, selected: undefined };
    const close = openGroup(session, state, group);
    const first = state.tokens.length;
    return () => {
      const taken = new Set<string>();
      const next = new Map<string, number>();
      const open: Wrapping['open'] = ({ text, span }, map) => {
        const value = uniqueSlug(slugify(text) || 'tab', { has: (used) => taken.has(used), next });
        taken.add(value);
        return openPanel(session, state, {
          nameSpan: span,
          given: { value, span },
          isDefault: false,
          pushLabel: () => {
            const label = new state.Token('text', '', 0);
            label.content = text;
            Object.assign(state.push('inline', '', 0), { children: [label], map });
          },
        });
      };
      wrapCode(session, state, { first, open });
      close();
    };
  };
}

/**
 * Puts the code blocks of Markdown in the component `CodeGroup` into elements `<Tab>`, since components cannot look into
 * Markdown. `first` is the index of the first token in the component.
 */
export function groupCode(
  session: ParseSession,
  state: StateBlock,
  { name, first }: { readonly name: string; readonly first: number },
): void {
  if (name !== 'CodeGroup') return;
  wrapCode(session, state, {
    first,
    open: ({ text, span }) => {
      const tab = { name: 'Tab', span, attributes: [], props: { label: text } };
      const index = openNumbered(session, state, tab);
      return () => closeElement(state, index);
    },
  });
}

interface Wrapping {
  /** Index of the first token. */
  readonly first: number;
  /** Pushes the start of the tab of a code block with these lines; the result pushes its end. */
  readonly open: (label: CodeLabel, map: Token['map']) => () => void;
}

/** Puts each code block into a tab; other tokens stay as they are. Reports labels that two tabs of the group have. */
function wrapCode(session: ParseSession, state: StateBlock, { first, open }: Wrapping): void {
  const labels = new Set<string>();
  for (const token of state.tokens.splice(first)) {
    if (token.type !== 'fence' || token.level > state.level) {
      state.tokens.push(token);
      continue;
    }
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
    const close = open(label, token.map);
    Object.assign(token, { level: state.level, meta: { isTab: true } });
    state.tokens.push(token);
    close();
  }
}
