import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { type ParseSession, report } from '../parse-session.ts';
import {
  createPageCode,
  type PageCode,
  type PageElement,
  type PageText,
  type TagText,
} from './page-code.ts';
import type { JsxTag } from './read-jsx.ts';

/** Tokens of elements and expressions; `meta.index` is their number in the page's code. */
const OPEN = 'jsx_open';
const CLOSE = 'jsx_close';
const EXPRESSION = 'jsx_expression';

type State = StateBlock | StateInline;

/** Pushes the start of an element; returns its number. */
export function openElement(session: ParseSession, state: State, tag: TagText): number {
  const { name, nameStart, start } = tag.tag;
  const span =
    name === '' ? tag.locate(start, start + 1) : tag.locate(nameStart, nameStart + name.length);
  return openNumbered(session, state, { name, span, tag });
}

/** Pushes the start of a directive with the name of a component. */
export function openNumbered(session: ParseSession, state: State, element: PageElement): number {
  const { elements } = codeOf(session);
  const index = elements.push(element) - 1;
  state.push(OPEN, '', 1).meta = { index };
  return index;
}

export function closeElement(state: State, index: number): void {
  state.push(CLOSE, '', -1).meta = { index };
}

/** Pushes an expression, without its braces. Comments have no effect. */
export function pushExpression(session: ParseSession, state: State, expression: PageText): void {
  if (isEmpty(expression.text)) return;
  const index = codeOf(session).expressions.push(expression) - 1;
  state.push(EXPRESSION, '', 0).meta = { index };
}

/** True for spaces and comments. */
export function isEmpty(text: string): boolean {
  return text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '').trim() === '';
}

/** The code of the page, created for the first component of a page without JSX. */
function codeOf(session: ParseSession): PageCode {
  session.code ??= createPageCode();
  return session.code;
}

/** Reports a tag without its partner. */
export function reportUnpaired(
  session: ParseSession,
  tag: JsxTag,
  locate: TagText['locate'],
): void {
  const { kind, name, start, end } = tag;
  report(session, 'mdx-syntax', {
    span: locate(start, end),
    message:
      kind === 'close'
        ? `</${name}> closes nothing that is open here`
        : `<${name}> is never closed`,
    hint:
      kind === 'close'
        ? 'remove it, or write the start tag in the same paragraph, list item or quote'
        : `add </${name}> in the same paragraph, list item or quote, or write <${name} />`,
  });
}

/** Renders elements and expressions as marks. */
export function renderCodeMarks(md: MarkdownIt): void {
  const mark =
    (sign: string) =>
    (tokens: readonly Token[], at: number): string =>
      `\0{${sign}${tokens[at]?.meta?.['index']}}`;
  md.renderer.rules[OPEN] = mark('<');
  md.renderer.rules[CLOSE] = mark('>');
  md.renderer.rules[EXPRESSION] = mark('=');
}
