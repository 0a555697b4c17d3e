import type { Location } from '../diagnostics/diagnostic.ts';
import { itemAt } from '../shared/item-at.ts';

/**
 * A source file as the parser reads it: without byte order mark, every line ending a `\n`
 * and U+0000 replaced (CommonMark 2.3), so lines and columns are still those of the file.
 */
export interface SourceText {
  readonly file: string;
  readonly text: string;
  /** Offset of each line's first character. */
  readonly lineStarts: readonly number[];
}

/** A range of `SourceText.text`; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Prepares a file's text for parsing. */
export function createSourceText(file: string, raw: string): SourceText {
  let text = raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw;
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
  if (text.includes('\0')) text = text.replaceAll('\0', '\ufffd');
  return { file, text, lineStarts: findLineStarts(text) };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** 0-based line that holds an offset. */
function lineAt(source: SourceText, offset: number): number {
  const { lineStarts } = source;
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (itemAt(lineStarts, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Offset of a 0-based line's start; the text's length if there is no such line. */
export function lineStart(source: SourceText, line: number): number {
  return source.lineStarts[line] ?? source.text.length;
}

/** Offset after a 0-based line's last character, excluding its line ending. */
export function lineEnd(source: SourceText, line: number): number {
  const next = source.lineStarts[line + 1];
  return next === undefined ? source.text.length : next - 1;
}

/** Converts a range to line and column as editors count them. */
export function locate(source: SourceText, span: Span): Location {
  const line = lineAt(source, span.start);
  const endLine = lineAt(source, span.end);
  return {
    file: source.file,
    line: line + 1,
    column: span.start - lineStart(source, line) + 1,
    endLine: endLine + 1,
    endColumn: span.end - lineStart(source, endLine) + 1,
  };
}
