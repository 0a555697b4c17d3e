import type { MarkdownIt, StateInline } from 'markdown-it';
import { VOID } from '../../html/html-allowed.ts';
import { reportForeign, type SessionHolder } from '../../parse-session.ts';
import type { SpanFinder } from '../../positions.ts';
import { INLINE_COMPONENTS, isKnown, noteUnknown } from './components.ts';
import { printTag } from './jsx-html.ts';
import {
  attributeText,
  expressionEnd,
  type JsxTag,
  readingSteps,
  readLiteral,
  readTag,
  skipSpace,
} from './read-jsx.ts';

interface InlineJsx {
  readonly holder: SessionHolder;
  readonly spanOf: SpanFinder;
  readonly applies: () => boolean;
}

/** Adds tags and expressions within a line. */
export function addInlineJsx(md: MarkdownIt, jsx: InlineJsx): void {
  md.inline.ruler.before('html_inline', 'jsx_inline', (state, silent) => {
    const sign = state.src.charCodeAt(state.pos);
    if ((sign !== 0x3c && sign !== 0x7b) || !jsx.applies()) return false;
    return sign === 0x7b ? readExpression(jsx, state, silent) : readInlineTag(jsx, state, silent);
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
  holder.session.steps += readingSteps(src, pos, end);
  if (end === undefined || end > state.posMax) return false;
  const inner = skipSpace(src, pos + 1);
  const value = readLiteral(src, { start: pos + 1, end: end - 1 });
  // Formulas have braces after letters and signs.
  if (value === undefined && src[inner] !== '/' && /[\w^\\}]/.test(src.charAt(pos - 1)))
    return false;
  state.pos = end;
  if (silent) return true;
  if (src.startsWith('/*', inner)) return true;
  if (typeof value === 'string' || typeof value === 'number') state.pending += String(value);
  else if (value === undefined && inner < end - 1)
    reportForeign(holder.session, 'expression', {
      message: 'an expression in braces is left out',
      span: spanOf(pos, end),
      hint: 'write its result as Markdown, or \\{ for a brace',
    });
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
  const inline = INLINE_COMPONENTS.get(tag.name);
  if (inline === undefined && !/^[a-z][\w-]*$/.test(tag.name)) {
    if (tag.kind === 'close' || isKnown(tag.name)) return;
    const { start } = jsx.spanOf(tag.start, tag.end);
    noteUnknown({ session, tag: { ...tag, start: start - session.bodyStart } });
    return;
  }
  pushTag(jsx, state, tag);
  const text = attributeText(state.src, tag, 'text');
  if (text !== undefined && inline !== undefined) state.pending += text.text;
  if (tag.kind === 'empty' && !VOID.has(inline?.name ?? tag.name))
    pushTag(jsx, state, { ...tag, kind: 'close' });
}

function pushTag({ holder, spanOf }: InlineJsx, state: StateInline, tag: JsxTag): void {
  const { session } = holder;
  const inline = INLINE_COMPONENTS.get(tag.name);
  const options = { session, text: state.src, locate: spanOf, ...inline };
  const html = printTag(tag, options);
  const token = state.push('html_inline', '', 0);
  token.content = html.content;
  session.rawLocations.set(token, { map: html, offset: 0 });
  if ((inline?.name ?? tag.name) === 'a') state.linkLevel += tag.kind === 'close' ? -1 : 1;
}
