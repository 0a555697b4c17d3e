import type { MarkdownIt, StateBlock } from 'markdown-it';
import type { Span } from '../../content/source-text.ts';
import { VOID } from '../../html/raw-text.ts';
import { itemAt } from '../../shared/item-at.ts';
import { addBlock, textStart } from '../blocks/block-lines.ts';
import { groupCode } from '../blocks/code-group.ts';
import { type InlineMap, toSourceSpan } from '../inline-map.ts';
import type { ParseSession, SessionHolder } from '../parse-session.ts';
import { noteJsxElement } from '../suppressions.ts';
import {
  closeElement,
  openElement,
  pushExpression,
  reportUnpaired,
  type TagText,
} from './code-tokens.ts';
import type { CodeView, CodeViews } from './code-views.ts';
import { type JsxTag, readTag } from './read-jsx.ts';

interface Flow {
  readonly holder: SessionHolder;
  readonly views: CodeViews;
}

/** Adds elements and expressions that fill whole lines. */
export function addFlow(md: MarkdownIt, holder: SessionHolder, views: CodeViews): void {
  const flow = { holder, views };
  addBlock(md, { name: 'jsx_flow', before: 'code' }, (state, line, end) => {
    const parts = flowParts(flow, state, { line, end });
    return parts && (() => writeParts(flow, state, parts));
  });
}

/** An element or expression among others on the same lines. */
interface Part extends Span {
  readonly tag?: JsxTag;
  readonly close?: JsxTag | undefined;
  /** True for an element with text, but no blocks. */
  readonly isText?: boolean;
  readonly line: number;
  readonly lastLine: number;
}

/** The elements and expressions that fill whole lines; undefined if text is on one of their lines. */
function flowParts(
  flow: Flow,
  state: StateBlock,
  { line: first, end }: { readonly line: number; readonly end: number },
): readonly Part[] | undefined {
  const parts: Part[] = [];
  let line = first;
  let at = textStart(state, line);
  if (!'<{'.includes(state.src.charAt(at)) || at >= itemAt(state.eMarks, line)) return undefined;
  for (;;) {
    const part = partAt(flow, state, { line, end, at });
    if (part === undefined) return undefined;
    parts.push(part);
    line = part.lastLine;
    at = state.skipSpaces(part.end);
    if (at >= itemAt(state.eMarks, line)) return parts;
  }
}

interface Place {
  readonly line: number;
  readonly end: number;
  readonly at: number;
}

function partAt({ views }: Flow, state: StateBlock, place: Place): Part | undefined {
  const view = views.viewOf(state);
  const offset = place.at - view.start;
  const stop = view.scan.expressions.get(offset);
  if (stop !== undefined) {
    const { failures, session } = views.file();
    if (typeof stop === 'number') return withLines(state, place, { end: view.start + stop });
    if (stop.close !== undefined)
      failures.set(session.bodyStart + place.at, {
        ...stop,
        at: session.bodyStart + view.start + stop.at,
      });
    return undefined;
  }
  const tag = view.scan.tags.get(offset);
  if (tag === undefined) return undefined;
  const close = view.scan.closing.get(offset);
  const content = close && contentOf(view, tag, close);
  if (content === 'inline') return undefined;
  const found = { tag, close, end: view.start + (close ?? tag).end, isText: content === 'text' };
  // An element that ends outside of its list item or quote is not closed.
  return (
    withLines(state, place, found) ??
    (close && withLines(state, place, { tag, end: view.start + tag.end }))
  );
}

type Found = Pick<Part, 'tag' | 'close' | 'end' | 'isText'>;

/** Finds the last line of what begins in a container; undefined if the container ends before it. */
function withLines(state: StateBlock, { line, end, at }: Place, found: Found): Part | undefined {
  let lastLine = line;
  while (itemAt(state.eMarks, lastLine) < found.end) {
    lastLine += 1;
    if (lastLine >= end) return undefined;
    // A lazy line continues a paragraph.
    const mayBeLazy = itemAt(state.eMarks, lastLine) < found.end && !state.isEmpty(lastLine - 1);
    const indent = itemAt(state.sCount, lastLine);
    const isOutside = indent >= 0 && indent < state.blkIndent && !state.isEmpty(lastLine);
    if (!mayBeLazy && isOutside) return undefined;
  }
  return { ...found, start: at, line, lastLine };
}

const BLOCK = /^[ \t]*(?:[-*+>] |\d+[.)] |#{1,6} |```|~~~|:::|\|)/m;

/**
 * The content of an element: Markdown blocks, text alone (where it cannot contain blocks), or text beside its tags, in
 * which case it is part of a paragraph, unless HTML does not allow it there.
 */
function contentOf(
  view: CodeView,
  { name, end }: JsxTag,
  close: JsxTag,
): 'blocks' | 'text' | 'inline' {
  const content = view.text.slice(end, close.start);
  if (/\n[ \t]*\n/.test(content.trim())) return 'blocks';
  const isBeside = beginsBeside(view, end, close.start) && !/\n[ \t]*$/.test(content);
  if (isBeside) return isPhrasing(name) || !/^[a-z]/.test(name) ? 'inline' : 'text';
  const first = view.scan.tags.get(end + content.length - content.trimStart().length);
  const isText = isTextOnly(name) && !BLOCK.test(content);
  return isText && (first === undefined || isPhrasing(first.name)) ? 'text' : 'blocks';
}

/** True if more than tags and expressions is on the line after a start tag. */
function beginsBeside({ text, scan }: CodeView, start: number, stop: number): boolean {
  for (let at = start; ; ) {
    while (' \t'.includes(text.charAt(at)) && at < stop) at += 1;
    if (at >= stop || text[at] === '\n') return false;
    const end = scan.tags.get(at)?.end ?? scan.expressions.get(at);
    if (typeof end !== 'number') return true;
    at = end;
  }
}

function writeParts(flow: Flow, state: StateBlock, parts: readonly Part[]): void {
  const { session } = flow.holder;
  for (const part of parts) {
    state.line = part.line;
    if (part.tag !== undefined) writeElement(flow, state, { ...part, tag: part.tag });
    else {
      const { text, map } = codeAt(flow, state, part);
      const span = toSourceSpan(map, 0, text.length);
      pushExpression(session, state, { text: text.slice(1, -1), span });
    }
    state.line = part.lastLine + 1;
  }
}

interface Code {
  readonly text: string;
  readonly map: InlineMap;
}

/** Code without the indent of its first line on the others, and without marks of quotes. */
function codeAt({ holder, views }: Flow, state: StateBlock, { start, end }: Span): Code {
  const view = views.viewOf(state);
  const lines = view.text.slice(start - view.start, end - view.start).split('\n');
  const lineStart = view.text.lastIndexOf('\n', start - view.start - 1) + 1;
  const indent = Math.max(
    state.blkIndent,
    spacesAt(view.text.slice(lineStart, start - view.start)),
  );
  const map = { at: [0], from: [holder.session.bodyStart + start] };
  let [text = ''] = lines;
  let from = itemAt(map.from, 0) + text.length + 1;
  for (const line of lines.slice(1)) {
    const cut = Math.min(indent, spacesAt(line));
    map.at.push(text.length + 1);
    map.from.push(from + cut);
    text += `\n${line.slice(cut)}`;
    from += line.length + 1;
  }
  return { text, map };
}

function spacesAt(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

type ElementPart = Part & { readonly tag: JsxTag };

function writeElement(flow: Flow, state: StateBlock, part: ElementPart): void {
  const { session } = flow.holder;
  const { tag, close, isText = false, line, lastLine } = part;
  const { start: offset } = flow.views.viewOf(state);
  const text = tagText(flow, state, part);
  const isVoid = VOID.has(tag.name);
  if (tag.kind !== 'empty' && close === undefined && !isVoid)
    reportUnpaired(session, text.tag, text.locate);
  if (tag.kind === 'close') return;
  const index = openElement(session, state, text);
  const from = session.bodyStart + offset;
  noteJsxElement(session, index, {
    tag: { start: from + tag.start, end: from + tag.end },
    whole: { start: from + tag.start, end: from + (close ?? tag).end },
  });
  if (close !== undefined) {
    const between = { start: offset + tag.end, end: offset + close.start, line, lastLine, isText };
    const first = state.tokens.length;
    tokenizeBetween(state, session, between);
    groupCode(session, state, { name: tag.name, first });
  }
  closeElement(state, index);
}

/** A tag with its text; template literals in its attributes lose the indent of the tag's line. */
function tagText(flow: Flow, state: StateBlock, { tag }: ElementPart): TagText {
  const { reader, session } = flow.views.file();
  const { start: offset, text } = flow.views.viewOf(state);
  const from = session.bodyStart + offset;
  const hasTemplate = /`[^`]*\n/.test(text.slice(tag.start, tag.end));
  const code =
    hasTemplate && codeAt(flow, state, { start: offset + tag.start, end: offset + tag.end });
  const read = code ? readTag(reader, code.text, 0) : undefined;
  if (!code || read === undefined || 'reason' in read)
    return { text, tag, locate: (start, end) => ({ start: from + start, end: from + end }) };
  return { text: code.text, tag: read, locate: (start, end) => toSourceSpan(code.map, start, end) };
}

/** The content of an element: from the end of its start tag to its end tag. */
interface Between {
  readonly start: number;
  readonly end: number;
  /** Lines of the tags; a tag may span several. */
  readonly line: number;
  readonly lastLine: number;
  /** True for text without blocks. */
  readonly isText: boolean;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements of text within a line. */
const PHRASING = set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strong sub sup time u var wbr',
);

/** Elements that contain text, but no blocks. */
const TEXT_ONLY = set('p h1 h2 h3 h4 h5 h6 summary dt figcaption caption legend pre');

/** True for elements of HTML that may be in a paragraph. */
function isPhrasing(name: string): boolean {
  return PHRASING.has(name);
}

/** True for elements of HTML that contain text, but no blocks. */
function isTextOnly(name: string): boolean {
  return PHRASING.has(name) || TEXT_ONLY.has(name);
}

/**
 * Parses Markdown between two tags, which may be in the middle of lines and indented. Lines keep their numbers; only
 * the indent that blocks count from is moved, so that positions stay those of the file.
 */
function tokenizeBetween(state: StateBlock, session: ParseSession, between: Between): void {
  const lines = contentLines(state, between);
  if (lines === undefined) return;
  const { first, last } = lines;
  const saved = {
    bMarks: itemAt(state.bMarks, first),
    tShift: itemAt(state.tShift, first),
    eMarks: itemAt(state.eMarks, last),
    sCount: state.sCount.slice(first, last + 1),
  };
  const { blkIndent, lineMax, parentType, listIndent, tight } = state;
  indentLines(state, between, lines);
  Object.assign(state, { lineMax: last + 1, parentType: 'root', listIndent: -1, line: first });
  const before = state.tokens.length;
  if (between.isText) pushText(state, lines);
  else state.md.block.tokenize(state, first, last + 1);
  // Where the inline content of the last line ends: before the end tag.
  const { cutEnds, bodyStart } = session;
  for (const token of lines.isCutAfter ? state.tokens.slice(before) : [])
    if (token.type === 'inline' && token.map?.[1] === last + 1 && !cutEnds.has(token))
      cutEnds.set(token, bodyStart + itemAt(state.eMarks, last));
  Object.assign(state, { blkIndent, lineMax, parentType, listIndent, tight });
  state.bMarks[first] = saved.bMarks;
  state.tShift[first] = saved.tShift;
  state.eMarks[last] = saved.eMarks;
  for (const [index, count] of saved.sCount.entries()) state.sCount[first + index] = count;
}

interface ContentLines {
  readonly first: number;
  readonly last: number;
  /** True if the first or last line contains a tag beside the content. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** The lines with content; undefined if there is none. */
function contentLines(
  { src, bMarks, eMarks }: StateBlock,
  { start, end, line, lastLine }: Between,
): ContentLines | undefined {
  let first = line;
  while (itemAt(eMarks, first) < start) first += 1;
  let last = lastLine;
  while (last > first && itemAt(bMarks, last) > end) last -= 1;
  const isCutBefore = src.slice(start, Math.min(itemAt(eMarks, first), end)).trim() !== '';
  if (!isCutBefore) first += 1;
  const from = Math.max(start, last < first ? end : itemAt(bMarks, last));
  const isCutAfter = src.slice(from, end).replace(/^[\s>]+/, '') !== '';
  if (!isCutAfter) last -= 1;
  return last < first ? undefined : { first, last, isCutBefore, isCutAfter };
}

/** Lets blocks count from the least indented line; lines in code may be left of it. */
function indentLines(state: StateBlock, { start, end }: Between, lines: ContentLines): void {
  const { first, last, isCutBefore, isCutAfter } = lines;
  const indent = leastIndent(state, isCutBefore ? first + 1 : first, last) ?? state.blkIndent;
  if (isCutBefore) {
    state.bMarks[first] = start;
    state.tShift[first] = state.skipSpaces(start) - start;
    state.sCount[first] = indent;
  }
  if (isCutAfter) state.eMarks[last] = state.skipSpacesBack(end, itemAt(state.bMarks, last));
  for (let line = first; line <= last; line++) {
    if (!state.isEmpty(line) && itemAt(state.sCount, line) < indent) state.sCount[line] = indent;
  }
  state.blkIndent = indent;
}

/** The smallest indent of lines outside of fenced code. */
function leastIndent(state: StateBlock, first: number, last: number): number | undefined {
  let least: number | undefined;
  let fence: string | undefined;
  for (let line = first; line <= last; line++) {
    if (state.isEmpty(line)) continue;
    const start = textStart(state, line);
    const isTicks = '`~'.includes(state.src.charAt(start));
    const end = isTicks ? state.skipChars(start, state.src.charCodeAt(start)) : start;
    const ticks = state.src.slice(start, end);
    if (fence !== undefined) {
      if (ticks.startsWith(fence)) fence = undefined;
      continue;
    }
    if (ticks.length >= 3) fence = ticks;
    least = Math.min(least ?? Number.POSITIVE_INFINITY, itemAt(state.sCount, line));
  }
  return least;
}

function pushText(state: StateBlock, lines: ContentLines): void {
  let { first, last } = lines;
  // Positions count from the first line with text.
  while (first < last && state.isEmpty(first)) first += 1;
  while (last > first && state.isEmpty(last)) last -= 1;
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(first, last + 1, state.blkIndent, false).trim();
  inline.map = [first, last + 1];
  inline.children = [];
}
