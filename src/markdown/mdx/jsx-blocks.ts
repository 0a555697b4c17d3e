import type { MarkdownIt, StateBlock } from 'markdown-it';
import type { Span } from '../../content/source-text.ts';
import { itemAt } from '../../shared/item-at.ts';
import { VOID } from '../html/html-allowed.ts';
import { type SessionHolder, wrapBlockRule } from '../parse-session.ts';
import type { SpanFinder } from '../positions.ts';
import { closeElement, openElement, pushExpression, reportUnpaired } from './code-tokens.ts';
import { addInlineJsx } from './jsx-inline.ts';
import { expressionEnd, type JsxTag, readingSteps } from './read-jsx.ts';
import { type JsxScan, scanJsx } from './scan-jsx.ts';
import { tokenizeBetween } from './tokenize-between.ts';

interface Jsx {
  readonly holder: SessionHolder;
  readonly scanOf: (text: string) => JsxScan;
}

const INTERRUPTS = ['paragraph', 'reference', 'blockquote', 'list'];

/** Adds JSX as MDX 3 has it: elements around Markdown, expressions in braces, imports and exports. */
export function addJsx(md: MarkdownIt, holder: SessionHolder, spanOf: SpanFinder): void {
  const last = { text: '', scan: scanJsx('') };
  const scanOf = (text: string): JsxScan => {
    if (last.text !== text) Object.assign(last, { text, scan: scanJsx(text) });
    return last.scan;
  };
  const jsx: Jsx = { holder, scanOf };
  md.block.ruler.before('code', 'jsx_module', (state, line, end, silent) =>
    readModule(jsx, state, { line, end, silent }),
  );
  md.block.ruler.before(
    'code',
    'jsx_flow',
    (state, line, end, silent) => readFlow(jsx, state, { line, end, silent }),
    { alt: INTERRUPTS },
  );
  // Indentation has no meaning in MDX.
  md.block.ruler.disable('code');
  wrapBlockRule(md, 'fence', (rule) => (state, line, end, silent) => {
    const isDeep = itemAt(state.sCount, line) - state.blkIndent >= 4;
    return isDeep ? readDeepFence(state, { line, end, silent }) : rule(state, line, end, silent);
  });
  wrapBlockRule(md, 'html_block', (rule) => (state, line, end, silent) => {
    const start = itemAt(state.bMarks, line) + itemAt(state.tShift, line);
    return state.src.startsWith('<!--', start) && rule(state, line, end, silent);
  });
  addInlineJsx(md, holder, spanOf);
}

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/** Reads fenced code that is indented like indented code, which JSX does not have. */
function readDeepFence(state: StateBlock, { line, end, silent }: Lines): boolean {
  const textOf = (at: number): string =>
    state.src.slice(itemAt(state.bMarks, at) + itemAt(state.tShift, at), state.eMarks[at]);
  const [, markup, info = ''] = FENCE.exec(textOf(line)) ?? [];
  if (markup === undefined || silent) return markup !== undefined;
  let last = line + 1;
  const isIn = (at: number): boolean =>
    at < end && (state.isEmpty(at) || itemAt(state.sCount, at) >= state.blkIndent);
  const closes = (text: string): boolean =>
    text.startsWith(markup) && text.replaceAll(markup.charAt(0), '').trim() === '';
  while (isIn(last) && !closes(textOf(last))) last += 1;
  state.line = isIn(last) ? last + 1 : last;
  const token = state.push('fence', 'code', 0);
  const content = state.getLines(line + 1, last, itemAt(state.sCount, line), true);
  Object.assign(token, { info, markup, content, map: [line, state.line] });
  return true;
}

interface Lines {
  readonly line: number;
  readonly end: number;
  readonly silent: boolean;
}

const MODULE_LINE =
  /(?:import(?:\s+["']|\s*[{*]|\s+[\w$]+(?:\s+from\b|\s*,))|export\s+(?:default|const|let|var|function|async|class|[{*]))/y;

/** Reads `import` and `export` up to a blank line that is in no bracket. */
function readModule({ holder }: Jsx, state: StateBlock, { line, end, silent }: Lines): boolean {
  const start = itemAt(state.bMarks, line);
  const isLineStart = start === 0 || state.src[start - 1] === '\n';
  if (silent || !isLineStart || itemAt(state.tShift, line) > 0) return false;
  MODULE_LINE.lastIndex = start;
  if (!MODULE_LINE.test(state.src)) return false;
  const next = moduleEnd(state, line, end);
  state.line = next;
  const stop = itemAt(state.eMarks, next - 1);
  const { session } = holder;
  session.code?.modules.push({
    text: state.src.slice(start, stop),
    span: { start: session.bodyStart + start, end: session.bodyStart + stop },
  });
  return true;
}

/** The line after the module code that begins on a line. */
function moduleEnd(state: StateBlock, line: number, end: number): number {
  let last = line;
  let at = itemAt(state.bMarks, line);
  for (;;) {
    const stop = itemAt(state.eMarks, last);
    while (at < stop) {
      const isBracket = '{[('.includes(state.src.charAt(at));
      at = (isBracket ? expressionEnd(state.src, at) : undefined) ?? at + 1;
    }
    if (last + 1 >= end || (at === stop && state.isEmpty(last + 1))) return last + 1;
    last += 1;
    at = Math.max(at, itemAt(state.bMarks, last));
  }
}

/** An element or expression among others on the same lines. */
interface Part {
  readonly tag?: JsxTag;
  readonly close?: JsxTag | undefined;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly lastLine: number;
}

function readFlow(jsx: Jsx, state: StateBlock, { line, end, silent }: Lines): boolean {
  const parts = flowParts(jsx, state, { line, end });
  if (parts === undefined) return false;
  if (silent) return true;
  for (const part of parts) {
    state.line = part.line;
    if (part.tag === undefined) writeExpression(jsx, state, part);
    else writeElement(jsx, state, { ...part, tag: part.tag });
  }
  state.line = (parts.at(-1)?.lastLine ?? line) + 1;
  return true;
}

/** The elements and expressions that fill whole lines; undefined if other text is on one of their lines. */
function flowParts(
  jsx: Jsx,
  state: StateBlock,
  { line: first, end }: { readonly line: number; readonly end: number },
): readonly Part[] | undefined {
  const { src } = state;
  const parts: Part[] = [];
  let line = first;
  let at = itemAt(state.bMarks, line) + itemAt(state.tShift, line);
  for (;;) {
    const part = partAt(jsx, state, at);
    if (part === undefined) return undefined;
    let lastLine = line;
    while (lastLine < end && itemAt(state.eMarks, lastLine) < part.end) lastLine += 1;
    if (lastLine >= end) return undefined;
    parts.push({ ...part, start: at, line, lastLine });
    line = lastLine;
    at = state.skipSpaces(part.end);
    if (at >= itemAt(state.eMarks, line) || src[at] === '\n') return parts;
  }
}

function partAt(
  jsx: Jsx,
  { src }: StateBlock,
  at: number,
): Pick<Part, 'tag' | 'close' | 'end'> | undefined {
  if (src[at] === '{') {
    const end = expressionEnd(src, at);
    jsx.holder.session.steps += readingSteps(src, at, end);
    return end === undefined ? undefined : { end };
  }
  const scan = src[at] === '<' ? jsx.scanOf(src) : undefined;
  const tag = scan?.tags.get(at);
  if (tag === undefined) return undefined;
  const close = scan?.closing.get(at);
  const end = close?.end ?? tag.end;
  return { tag, close, end };
}

function writeExpression({ holder }: Jsx, state: StateBlock, { start, end }: Part): void {
  const { session } = holder;
  const span = { start: session.bodyStart + start, end: session.bodyStart + end };
  pushExpression(session, state, { text: state.src.slice(start + 1, end - 1), span });
}

type ElementPart = Part & { readonly tag: JsxTag };

function writeElement({ holder }: Jsx, state: StateBlock, part: ElementPart): void {
  const { session } = holder;
  const { tag, close } = part;
  const locate = (start: number, end: number): Span => ({
    start: session.bodyStart + start,
    end: session.bodyStart + end,
  });
  if (tag.kind === 'close') {
    reportUnpaired(session, tag, locate);
    return;
  }
  if (tag.kind === 'open' && close === undefined && !VOID.has(tag.name))
    reportUnpaired(session, tag, locate);
  const index = openElement(session, state, { text: state.src, tag, locate });
  if (close !== undefined) {
    const { line, lastLine } = part;
    const between = { name: tag.name, start: tag.end, end: close.start, line, lastLine };
    tokenizeBetween(state, session, between);
  }
  closeElement(state, index);
}
