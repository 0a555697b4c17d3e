import type { MarkdownIt, StateInline } from 'markdown-it';
import { VOID } from '../html/html-allowed.ts';
import type { SessionHolder } from '../parse-session.ts';
import type { SpanFinder } from '../positions.ts';
import { closeElement, openElement, pushExpression, reportUnpaired } from './code-tokens.ts';
import { expressionEnd, type JsxTag, readingSteps, readTag } from './read-jsx.ts';

interface InlineJsx {
  readonly holder: SessionHolder;
  readonly spanOf: SpanFinder;
  /** The open elements of each text, innermost last. */
  readonly open: WeakMap<StateInline, OpenElement[]>;
}

interface OpenElement {
  readonly tag: JsxTag;
  readonly index: number;
}

/** Adds elements and expressions within a line. */
export function addInlineJsx(md: MarkdownIt, holder: SessionHolder, spanOf: SpanFinder): void {
  const jsx: InlineJsx = { holder, spanOf, open: new WeakMap() };
  md.inline.ruler.before('html_inline', 'jsx_inline', (state, silent) => {
    const sign = state.src.charCodeAt(state.pos);
    if (sign === 0x7b) return readExpression(jsx, state, silent);
    return sign === 0x3c && readInlineTag(jsx, state, silent);
  });
  md.inline.ruler2.push('jsx_unclosed', (state) => {
    closeDownTo(jsx, state, 0);
    return false;
  });
}

function readExpression(
  { holder, spanOf }: InlineJsx,
  state: StateInline,
  silent: boolean,
): boolean {
  const { src, pos } = state;
  // `{#id}` of a heading.
  const end = src[pos + 1] === '#' ? undefined : expressionEnd(src, pos);
  const { session } = holder;
  session.steps += readingSteps(src, pos, end);
  if (end === undefined || end > state.posMax) return false;
  if (!silent)
    pushExpression(session, state, { text: src.slice(pos + 1, end - 1), span: spanOf(pos, end) });
  state.pos = end;
  return true;
}

function readInlineTag(jsx: InlineJsx, state: StateInline, silent: boolean): boolean {
  const tag = readTag(state.src, state.pos);
  jsx.holder.session.steps += readingSteps(state.src, state.pos, tag?.end);
  if (tag === undefined || tag.end > state.posMax) return false;
  if (!silent) writeTag(jsx, state, tag);
  state.pos = tag.end;
  return true;
}

function writeTag(jsx: InlineJsx, state: StateInline, tag: JsxTag): void {
  const { session } = jsx.holder;
  const open = openIn(jsx, state);
  if (tag.kind === 'close') {
    const at = open.findLastIndex((element) => element.tag.name === tag.name);
    if (at < 0) reportUnpaired(session, tag, jsx.spanOf);
    else {
      closeDownTo(jsx, state, at + 1);
      closeElement(state, open.pop()?.index ?? 0);
    }
    if (tag.name === 'a') state.linkLevel -= 1;
    return;
  }
  const index = openElement(session, state, { text: state.src, tag, locate: jsx.spanOf });
  if (tag.kind === 'empty' || VOID.has(tag.name) || open.length >= MAX_OPEN)
    closeElement(state, index);
  else open.push({ tag, index });
  if (tag.name === 'a' && tag.kind === 'open') state.linkLevel += 1;
}

/** Maximum depth of elements in a line. */
const MAX_OPEN = 100;

function openIn({ open }: InlineJsx, state: StateInline): OpenElement[] {
  const known = open.get(state) ?? [];
  open.set(state, known);
  return known;
}

/** Closes elements that have no end tag in their text. */
function closeDownTo(jsx: InlineJsx, state: StateInline, count: number): void {
  const open = openIn(jsx, state);
  while (open.length > count) {
    const element = open.pop();
    if (element === undefined) return;
    reportUnpaired(jsx.holder.session, element.tag, jsx.spanOf);
    closeElement(state, element.index);
  }
}
