import { swallowedBy } from '../code/swallowed.ts';
import createMarkdownIt, {
  type MarkdownIt,
  type StateBlock,
  type StateInline,
  type Token,
} from 'markdown-it';
import type { Span } from '../../content/source-text.ts';
import { type ParseSession, report } from '../parse-session.ts';
import {
  createPageCode,
  type PageAttribute,
  type PageCode,
  type PageElement,
  type PageText,
} from './page-code.ts';
import type { CodeError } from './read-code.ts';
import { isEmpty, type JsxTag } from './read-jsx.ts';

/** Tokens of elements and expressions; `meta.index` is their number in the page's code. */
const OPEN = 'jsx_open';
const CLOSE = 'jsx_close';
const EXPRESSION = 'jsx_expression';

/** True for tokens of elements and expressions. */
export function isCode({ type }: Token): boolean {
  return type === OPEN || type === CLOSE || type === EXPRESSION;
}

type State = StateBlock | StateInline;

/** A tag, the text that its offsets count in, and where that text is. */
export interface TagText {
  readonly text: string;
  readonly tag: JsxTag;
  readonly locate: (start: number, end: number) => Span;
}

/** Pushes the start of an element; returns its number. */
export function openElement(
  session: ParseSession,
  state: State,
  { text, tag, locate }: TagText,
): number {
  const { name, nameStart, start } = tag;
  const span = name === '' ? locate(start, start + 1) : locate(nameStart, nameStart + name.length);
  for (const problem of tag.problems)
    reportTag(session, problem, {
      what: `an attribute of <${name}>`,
      span: locate(problem.at, problem.at + 1),
    });
  // Located now: the function knows only the text that is being parsed.
  const attributes = tag.attributes.map(
    ({ name: attribute, start: at, value, isExpression }): PageAttribute => ({
      name: attribute,
      nameSpan: locate(at, at + attribute.length),
      kind: value === undefined ? 'name' : isExpression ? 'expression' : 'text',
      text: value === undefined ? '' : text.slice(value.start, value.end),
      span: value === undefined ? span : locate(value.start, value.end),
    }),
  );
  return openNumbered(session, state, { name, span, attributes });
}

/** Pushes the start of a directive with the name of a component. */
export function openNumbered(session: ParseSession, state: State, element: PageElement): number {
  const { elements } = codeOf(session);
  const index = elements.push(element) - 1;
  state.push(OPEN, '', 1).meta = { index };
  return index;
}

/** Makes the tokens around the children of an element, for tokens that are put between those of the page. */
export function elementTokens(
  session: ParseSession,
  element: PageElement,
): readonly [open: Token, close: Token] {
  const meta = { index: codeOf(session).elements.push(element) - 1 };
  const [open, close] = [
    new createMarkdownIt.Token(OPEN, '', 1),
    new createMarkdownIt.Token(CLOSE, '', -1),
  ];
  open.meta = meta;
  close.meta = meta;
  return [open, close];
}

export function closeElement(state: State, index: number): void {
  state.push(CLOSE, '', -1).meta = { index };
}

/** Pushes an expression, without its braces. Comments have no effect. */
export function pushExpression(session: ParseSession, state: State, expression: PageText): void {
  if (isEmpty(expression.text)) {
    session.jsxComments.push(expression.span);
    return;
  }
  const index = codeOf(session).expressions.push(expression) - 1;
  state.push(EXPRESSION, '', 0).meta = { index };
}

/** The code of the page, created for the first component of a page without JSX. */
function codeOf(session: ParseSession): PageCode {
  session.code ??= createPageCode();
  return session.code;
}

/** Reports a tag without its partner. */
export function reportUnpaired(
  session: ParseSession,
  tag: Pick<JsxTag, 'kind' | 'name' | 'start' | 'end'>,
  locate: TagText['locate'],
): void {
  const { kind, name, start, end } = tag;
  const span = locate(start, end);
  report(session, 'mdx-syntax', {
    span,
    message:
      kind === 'close'
        ? `</${name}> closes nothing that is open here`
        : `<${name}> is never closed`,
    hint:
      kind === 'close'
        ? 'remove it, or write the start tag in the same paragraph, list item or quote'
        : (swallowedBy(session, `</${name}>`, span.end) ??
          `add </${name}> in the same paragraph, list item or quote; write <${name} /> without content, \\<${name}> for text`),
  });
}

/** Reports an expression that cannot be read. */
export function reportExpression(
  session: ParseSession,
  { reason, isOpen }: CodeError,
  span: Span,
): void {
  report(session, 'mdx-syntax', {
    span,
    message: isOpen
      ? 'the expression that begins here is never closed'
      : `the expression cannot be read: ${reason}`,
    hint: isOpen
      ? 'add } where it ends; write \\{ for a brace that is text'
      : 'correct it, or write \\{ for a brace that is text',
  });
}

/** Reports a tag that cannot be read, or an attribute that is left out. */
export function reportTag(
  session: ParseSession,
  { reason }: CodeError,
  { what, span }: { readonly what: string; readonly span: Span },
): void {
  report(session, 'mdx-syntax', {
    span,
    message: `${what} cannot be read: ${reason}`,
    hint: 'write attributes as name="text" or name={expression}, and \\< for a sign that is text',
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
