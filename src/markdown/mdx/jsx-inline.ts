import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { VOID } from '../../html/raw-text.ts';
import { wrapInlineRule } from '../parse-session.ts';
import type { SpanFinder } from '../positions.ts';
import { noteJsxElement } from '../suppressions.ts';
import {
  closeElement,
  isCode,
  openElement,
  pushExpression,
  reportExpression,
  reportTag,
  reportUnpaired,
} from './code-tokens.ts';
import type { CodeViews } from './code-views.ts';
import { type CodeError, expressionEnd, TOO_MANY } from './read-code.ts';
import { type JsxTag, readTag } from './read-jsx.ts';

interface InlineJsx {
  readonly spanOf: SpanFinder;
  readonly views: CodeViews;
  /** The open elements of each text, innermost last. */
  readonly open: WeakMap<StateInline, OpenElement[]>;
}

interface OpenElement {
  readonly tag: JsxTag;
  readonly index: number;
}

/** Adds elements and expressions within a line. */
export function addInlineJsx(
  md: MarkdownIt,
  { spanOf, views }: Pick<InlineJsx, 'spanOf' | 'views'>,
): void {
  const jsx: InlineJsx = { spanOf, views, open: new WeakMap() };
  md.inline.ruler.before('autolink', 'jsx_inline', (state, silent) => {
    const sign = state.src.charCodeAt(state.pos);
    if (sign === 0x7b) return readExpression(jsx, state, silent);
    return sign === 0x3c && readInlineTag(jsx, state, silent);
  });
  md.inline.ruler2.push('jsx_unclosed', (state) => {
    closeDownTo(jsx, state, 0);
    if (jsx.open.has(state)) dropCrossings(jsx, state);
    return false;
  });
  // Other HTML is JSX.
  wrapInlineRule(
    md,
    'html_inline',
    (rule) => (state, silent) => state.src.startsWith('<!--', state.pos) && rule(state, silent),
  );
  md.core.ruler.after('inline', 'jsx_unravel', (state) => {
    unravel(state.tokens);
  });
}

function readExpression(jsx: InlineJsx, state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const { reader, session } = jsx.views.file();
  const end = expressionEnd(reader, src.slice(0, state.posMax), pos);
  if (typeof end === 'number') {
    const text = src.slice(pos + 1, end - 1);
    if (!silent) pushExpression(session, state, { text, span: jsx.spanOf(pos, end) });
    state.pos = end;
    return true;
  }
  if (!silent && end.reason !== '') reportBrace(jsx, pos, end);
  return false;
}

/** Most braces of a file that are reported. */
const MAX_REPORTS = 100;

/** Reports a brace that begins no expression in a text. The begin of a block may go on after the paragraph. */
function reportBrace({ views, spanOf }: InlineJsx, pos: number, error: CodeError): void {
  const { session, failures, reported } = views.file();
  const brace = spanOf(pos, pos + 1);
  const known = failures.get(brace.start);
  const at = known === undefined ? spanOf(error.at, error.at + 1).start : known.at;
  const span = (known ?? error).isOpen ? brace : { start: at, end: at + 1 };
  const key = error.reason === TOO_MANY ? -1 : span.start;
  if (reported.has(key) || reported.size >= MAX_REPORTS) return;
  reported.add(key);
  reportExpression(session, known ?? error, span);
}

function readInlineTag(jsx: InlineJsx, state: StateInline, silent: boolean): boolean {
  const { reader, session, reported } = jsx.views.file();
  const tag = readTag(reader, state.src.slice(0, state.posMax), state.pos);
  if (tag === undefined || 'reason' in tag) {
    session.steps += 1;
    if (tag === undefined || silent) return false;
    const { src, pos } = state;
    const [start = '', name = ''] = /^<\/?([^\s>{]*)/.exec(src.slice(pos)) ?? [];
    const span = tag.isOpen ? jsx.spanOf(pos, pos + start.length) : jsx.spanOf(tag.at, tag.at + 1);
    reported.add(span.start);
    reportTag(session, tag, { what: `the tag <${name}>`, span });
    return false;
  }
  session.steps += (tag.end - tag.start) >> 2;
  if (!silent) writeTag(jsx, state, tag);
  state.pos = tag.end;
  return true;
}

function writeTag(jsx: InlineJsx, state: StateInline, tag: JsxTag): void {
  const { session } = jsx.views.file();
  const open = openIn(jsx, state);
  if (tag.name === 'a' && tag.kind !== 'empty') state.linkLevel += tag.kind === 'open' ? 1 : -1;
  if (tag.kind === 'close') {
    const at = open.findLastIndex((element) => element.tag.name === tag.name);
    if (at >= 0) {
      closeDownTo(jsx, state, at + 1);
      const element = open.pop();
      if (element !== undefined) endElement(jsx, state, { ...element, close: tag });
    } else if (!VOID.has(tag.name)) reportUnpaired(session, tag, jsx.spanOf);
    return;
  }
  const index = openElement(session, state, { text: state.src, tag, locate: jsx.spanOf });
  if (tag.kind === 'empty' || VOID.has(tag.name) || open.length >= MAX_OPEN)
    endElement(jsx, state, { tag, index });
  else open.push({ tag, index });
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
    reportUnpaired(jsx.views.file().session, element.tag, jsx.spanOf);
    endElement(jsx, state, element);
  }
}

function endElement(
  { views, spanOf }: InlineJsx,
  state: StateInline,
  { tag, index, close = tag }: OpenElement & { readonly close?: JsxTag },
): void {
  closeElement(state, index);
  noteJsxElement(views.file().session, index, {
    tag: spanOf(tag.start, tag.end),
    whole: spanOf(tag.start, close.end),
  });
}

/** Reports elements that emphasis or a link begins or ends in, and leaves them out. */
function dropCrossings({ views }: InlineJsx, { tokens }: StateInline): void {
  const open: Token[] = [];
  const drop = (token: Token): void => {
    const index = token.meta?.['index'];
    const { session } = views.file();
    const element = session.code?.elements[Number(index)];
    if (element !== undefined) {
      const { name, span } = element;
      // The span is that of the name; a fragment has none.
      const whole = { start: name === '' ? span.start : span.start - 1, end: span.end };
      reportUnpaired(session, { kind: 'open', name, ...whole }, (start, end) => ({ start, end }));
    }
    for (const other of tokens) {
      if (!isCode(other) || other.meta?.['index'] !== index) continue;
      Object.assign(other, { type: 'text', nesting: 0 });
    }
  };
  for (const token of tokens) {
    if (token.nesting > 0) open.push(token);
    if (token.nesting >= 0) continue;
    if (isCode(token)) {
      const at = open.findLastIndex((other) => other.meta?.['index'] === token.meta?.['index']);
      const [opener] = open.splice(at, 1);
      if (opener !== undefined && at < open.length) drop(opener);
    } else {
      for (let opener = open.pop(); opener !== undefined && isCode(opener); opener = open.pop())
        drop(opener);
    }
  }
}

/** Takes paragraphs of code and spaces alone off their content. */
function unravel(tokens: Token[]): void {
  for (const [at, token] of tokens.entries()) {
    const [inline, close] = [tokens[at + 1], tokens[at + 2]];
    if (token.type !== 'paragraph_open' || !/^[<{]/.test(inline?.content ?? '')) continue;
    let depth = 0;
    const outside = (inline?.children ?? []).filter((child) => {
      const isInside = depth > 0;
      if (isCode(child)) depth += child.nesting;
      return !isInside && !isCode(child);
    });
    const spaces = new Set(outside);
    const isSpace = ({ type, content }: Token): boolean =>
      type === 'softbreak' || (type === 'text' && content.trim() === '');
    if (inline === undefined || close === undefined || !outside.every(isSpace)) continue;
    token.hidden = true;
    close.hidden = true;
    // Space between elements would be text of a table or list that contains them.
    inline.children = inline.children?.filter((child) => !spaces.has(child)) ?? null;
  }
}
