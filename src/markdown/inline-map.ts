import { lineEnd, type SourceText, type Span } from '../content/source-text.ts';
import { firstFrom, itemAt } from '../shared/item-at.ts';

/**
 * Maps offsets of a block's inline content back to the source. Content from `at[i]` on is a verbatim
 * copy of the source from `from[i]` on, up to `at[i + 1]`. Both lists ascend.
 */
export interface InlineMap {
  readonly at: readonly number[];
  readonly from: readonly number[];
}

/** Source offset of a content offset. */
function toSource(map: InlineMap, offset: number): number {
  const last = firstFrom(map.at, 1, (at) => at > offset) - 1;
  return itemAt(map.from, last) + offset - itemAt(map.at, last);
}

/** Source range of a content range. The end follows its last character, so it may cover removed prefixes between. */
export function toSourceSpan(map: InlineMap, start: number, end: number): Span {
  const first = toSource(map, start);
  return { start: first, end: end > start ? toSource(map, end - 1) + 1 : first };
}

/** The map of content that is one verbatim copy. */
export function verbatimMap(start: number): InlineMap {
  return { at: [0], from: [start] };
}

/**
 * The map of a block's content whose lines are source lines without their container prefixes: line k of the
 * content ends where source line `line + k` ends. `lastEnd` says where the content's last line ends.
 */
export function blockMap(source: SourceText, block: BlockContent): InlineMap {
  const { content } = block;
  const at: number[] = [];
  const from: number[] = [];
  let line = block.line;
  let start = 0;
  for (;;) {
    const newline = content.indexOf('\n', start);
    const end = newline < 0 ? content.length : newline;
    const sourceEnd = newline < 0 ? block.lastEnd(line) : lineEnd(source, line);
    at.push(start);
    from.push(sourceEnd - (end - start));
    if (newline < 0) return { at, from };
    start = newline + 1;
    line += 1;
  }
}

export interface BlockContent {
  readonly content: string;
  /** 0-based source line of the first line. */
  readonly line: number;
  readonly lastEnd: (line: number) => number;
}

/** The end of a line without the spaces and tabs that CommonMark strips from it. */
export function trimmedLineEnd(source: SourceText, line: number): number {
  return skipSpacesBack(source.text, lineEnd(source, line));
}

/** The end of an ATX heading's content: before the closing sequence of `#` (CommonMark 4.2). */
export function atxContentEnd(source: SourceText, line: number): number {
  const end = trimmedLineEnd(source, line);
  let hashes = end;
  while (source.text.charCodeAt(hashes - 1) === 0x23) hashes -= 1;
  return isSpace(source.text.charCodeAt(hashes - 1)) ? skipSpacesBack(source.text, hashes) : end;
}

function skipSpacesBack(text: string, end: number): number {
  let at = end;
  while (isSpace(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

interface RawCell {
  readonly start: number;
  readonly end: number;
  /** Offsets of the backslashes that escape a pipe; the content lacks them. */
  readonly cuts: readonly number[];
}

/**
 * One map for each cell of a table row. Cells are split at pipes that no backslash precedes, and `\|` is
 * a pipe in the content (GFM, tables): the rule that markdown-it applies, with offsets.
 */
export function cellMaps(text: string, row: Span): InlineMap[] {
  const cells = splitRow(text, trimSpan(text, row));
  if (cells[0] !== undefined && cells[0].start === cells[0].end) cells.shift();
  const last = cells.at(-1);
  if (last !== undefined && last.start === last.end) cells.pop();
  return cells.map((cell) => cellMap(text, cell));
}

function splitRow(text: string, row: Span): RawCell[] {
  const cells: RawCell[] = [];
  let start = row.start;
  let cuts: number[] = [];
  for (let at = text.indexOf('|', start); at >= 0 && at < row.end; at = text.indexOf('|', at + 1)) {
    if (at > row.start && text.charCodeAt(at - 1) === 0x5c) {
      cuts.push(at - 1);
      continue;
    }
    cells.push({ start, end: at, cuts });
    start = at + 1;
    cuts = [];
  }
  cells.push({ start, end: row.end, cuts });
  return cells;
}

function cellMap(text: string, cell: RawCell): InlineMap {
  const inner = trimSpan(text, cell);
  const at = [0];
  const from = [inner.start];
  for (const [index, cut] of cell.cuts.entries()) {
    at.push(cut - inner.start - index);
    from.push(cut + 1);
  }
  return { at, from };
}

// String.prototype.trim is what markdown-it trims rows and cells with.
function trimSpan(text: string, span: Span): Span {
  const raw = text.slice(span.start, span.end);
  const start = span.start + raw.length - raw.trimStart().length;
  return { start, end: start + raw.trim().length };
}
