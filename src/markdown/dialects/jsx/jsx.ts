import type { MarkdownIt, StateBlock } from 'markdown-it';
import type { Dialect } from '../../../config/dialects.ts';
import { itemAt } from '../../../shared/item-at.ts';
import { admonitions } from '../../blocks/admonition.ts';
import { TABS_DIRECTIVES, tabs } from '../../blocks/tabs.ts';
import { VOID } from '../../html/html-allowed.ts';
import { reportForeign, type SessionHolder, wrapBlockRule } from '../../parse-session.ts';
import type { SpanFinder } from '../../positions.ts';
import {
  type Element,
  findComponent,
  INLINE_COMPONENTS,
  noteUnknown,
  pushTag,
  pushTextOf,
} from './components.ts';
import { addInlineJsx } from './inline-jsx.ts';
import { expressionEnd, type JsxTag, readingSteps, readLiteral, skipSpace } from './read-jsx.ts';
import { type JsxScan, scanJsx } from './scan-jsx.ts';
import { PHRASING, tokenizeBetween } from './tokenize-between.ts';

type Shared = Pick<Element, 'directives' | 'groups'>;

interface Jsx extends Shared {
  readonly holder: SessionHolder;
  readonly applies: () => boolean;
  readonly scanOf: (text: string) => JsxScan;
}

/** The files of each dialect that may contain JSX. */
const JSX_FILES = { docusaurus: /\.mdx?$/, starlight: /\.mdx$/ } as const;

/** Returns true for a file that may contain JSX in one of the dialects. */
export function mayHaveJsx(file: string, dialects: readonly Dialect[]): boolean {
  return dialects.some(
    (dialect) =>
      (dialect === 'docusaurus' || dialect === 'starlight') && JSX_FILES[dialect].test(file),
  );
}

const INTERRUPTS = ['paragraph', 'reference', 'blockquote', 'list'];

/**
 * Adds JSX in the files of a dialect: tags around Markdown, expressions and imports. Components of the tools become our
 * blocks; of others, the content is kept.
 */
export function addJsx(dialect: keyof typeof JSX_FILES) {
  const files = JSX_FILES[dialect];
  return (md: MarkdownIt, holder: SessionHolder, spanOf: SpanFinder): void => {
    const last = { text: '', scan: scanJsx('') };
    const scanOf = (text: string): JsxScan => {
      if (last.text !== text) Object.assign(last, { text, scan: scanJsx(text) });
      return last.scan;
    };
    const jsx: Jsx = {
      holder,
      applies: () => holder.session.hasJsx,
      scanOf,
      directives: tabs(holder, admonitions(holder, TABS_DIRECTIVES)),
      groups: [],
    };
    // An interrupted run may leave groups behind.
    md.core.ruler.before('block', 'jsx_start', () => {
      jsx.groups.splice(0);
      holder.session.hasJsx ||= files.test(holder.session.source.file);
    });
    md.block.ruler.before('code', 'jsx_imports', (state, line, end, silent) =>
      jsx.applies() ? readImports(jsx, state, { line, end, silent }) : false,
    );
    const flow = { alt: INTERRUPTS };
    md.block.ruler.before(
      'code',
      'jsx_flow',
      (state, line, end, silent) =>
        jsx.applies() ? readFlow(jsx, state, { line, end, silent }) : false,
      flow,
    );
    wrapBlockRule(
      md,
      'code',
      (rule) => (state, line, end, silent) => !jsx.applies() && rule(state, line, end, silent),
    );
    wrapBlockRule(md, 'fence', (rule) => (state, line, end, silent) => {
      const isDeep = itemAt(state.sCount, line) - state.blkIndent >= 4;
      return isDeep && jsx.applies()
        ? readDeepFence(state, { line, end, silent })
        : rule(state, line, end, silent);
    });
    wrapBlockRule(md, 'html_block', (rule) => (state, line, end, silent) => {
      const start = itemAt(state.bMarks, line) + itemAt(state.tShift, line);
      if (jsx.applies() && !state.src.startsWith('<!--', start)) return false;
      return rule(state, line, end, silent);
    });
    addInlineJsx(md, { holder, spanOf, applies: jsx.applies });
  };
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
  /(?:import(?:\s+["']|\s*[{*]|\s+[\w$]+(?:\s+from\b|\s*,))|export\s+(?:default|const|let|var|function|async|class|type|interface|enum|[{*]))/y;
/** Imports of the tools, of files that are shown and of images. */
const PROVIDED =
  /\sfrom\s+["'](?:(?:@theme|@docusaurus|@astrojs|astro:)|!!raw-loader!|[^"']+(?:\?raw|\.(?:mdx?|png|jpe?g|svg|gif|webp|avif))["'])/;
const IMPORTED = /^import\s+(\w+)\s+from\s+["']([^"']+)["']/;

/** Leaves out `import` and `export` up to a blank line that is in no bracket. */
function readImports({ holder }: Jsx, state: StateBlock, { line, end, silent }: Lines): boolean {
  const start = itemAt(state.bMarks, line);
  const isLineStart = start === 0 || state.src[start - 1] === '\n';
  if (silent || !isLineStart || itemAt(state.tShift, line) > 0) return false;
  MODULE_LINE.lastIndex = start;
  if (!MODULE_LINE.test(state.src)) return false;
  const next = moduleEnd(state, line, end);
  state.line = next;
  for (let at = line; at < next; at++) {
    const [from, to] = [itemAt(state.bMarks, at), itemAt(state.eMarks, at)];
    const written = state.src.slice(from, to);
    const [, name, path] = IMPORTED.exec(written) ?? [];
    if (name !== undefined && path !== undefined) holder.session.imports.set(name, path);
    if (!/^(?:import|export)\b/.test(written) || PROVIDED.test(written)) continue;
    const { session } = holder;
    reportForeign(session, 'module', {
      message: 'imports and exports are left out',
      span: { start: session.bodyStart + from, end: session.bodyStart + to },
      hint: 'components that the page imports are shown by their content',
    });
  }
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
    if (part.tag === undefined) noteExpression(jsx, state, part);
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
    const value = end === undefined ? '' : readLiteral(src, { start: at + 1, end: end - 1 });
    return end === undefined || (typeof value === 'string' && value.trim() !== '')
      ? undefined
      : { end };
  }
  const scan = src[at] === '<' ? jsx.scanOf(src) : undefined;
  const tag = scan?.tags.get(at);
  if (tag === undefined) return undefined;
  const close = scan?.closing.get(at);
  const end = close?.end ?? tag.end;
  const isPartOfLine = PHRASING.has(tag.name) || INLINE_COMPONENTS.has(tag.name);
  // A line of attributes may look like a block.
  const isOnLine = !src.slice(at, tag.end).includes('\n') && scan?.blocks.has(at) !== true;
  if (isPartOfLine && isOnLine) return undefined;
  return { tag, close, end };
}

function noteExpression({ holder }: Jsx, { src }: StateBlock, { start, end }: Part): void {
  const inner = skipSpace(src, start + 1);
  if (inner === end - 1 || src.startsWith('/*', inner)) return;
  if (readLiteral(src, { start: start + 1, end: end - 1 }) !== undefined) return;
  const { session } = holder;
  reportForeign(session, 'expression', {
    message: 'an expression in braces is left out',
    span: { start: session.bodyStart + start, end: session.bodyStart + end },
    hint: 'write its result as Markdown',
  });
}

type ElementPart = Part & { readonly tag: JsxTag };

function writeElement(jsx: Jsx, state: StateBlock, part: ElementPart): void {
  const { session } = jsx.holder;
  const { tag, close } = part;
  const scan = jsx.scanOf(state.src);
  const element: Element = {
    session,
    state,
    tag,
    first: state.tokens.length,
    scan,
    directives: jsx.directives,
    groups: jsx.groups,
  };
  const component = findComponent(element);
  const inline = INLINE_COMPONENTS.get(tag.name);
  if (component !== undefined) {
    if (tag.kind === 'close') return;
    component.open(element);
    if (component.isClosed !== true) writeContent(element, part);
    component.close(element);
  } else if (inline !== undefined || /^[a-z][\w-]*$/.test(tag.name)) {
    const options = inline ?? {};
    pushTag(element, tag, options);
    if (inline !== undefined) pushTextOf(element, 'text');
    writeContent(element, part);
    if (close !== undefined) pushTag(element, close, options);
    else if (tag.kind === 'empty' && !VOID.has(inline?.name ?? tag.name))
      pushTag(element, { ...tag, kind: 'close' }, options);
  } else {
    if (tag.kind !== 'close') noteUnknown(element);
    writeContent(element, part);
  }
}

function writeContent({ state, session, tag }: Element, part: Part): void {
  const { close, line, lastLine } = part;
  if (close === undefined) return;
  const name = INLINE_COMPONENTS.get(tag.name)?.name ?? tag.name;
  const between = { name, start: tag.end, end: close.start, line, lastLine };
  tokenizeBetween(state, session, between);
}
