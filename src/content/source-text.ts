import type { Location } from '../diagnostics/diagnostic.ts';
import { wellFormed } from '../shared/escape-html.ts';
import { firstFrom } from '../shared/item-at.ts';
import type { FilePath } from '../shared/paths.ts';

/**
 * A source file as the parser reads it: without byte order mark, every line ending a `\n`
 * and U+0000 replaced (CommonMark 2.3), so lines and columns are still those of the file.
 */
export interface SourceText {
  readonly file: string;
  readonly text: string;
  /** Offset of each line's first character. */
  readonly lineStarts: readonly number[];
  /** Where the text comes from, in order, if parts of it were included or inserted. The first part starts at 0. */
  readonly parts?: readonly TextPart[];
}

/** A part of a text that is composed of several files. Its length ends where the next part starts. */
export interface TextPart {
  readonly at: number;
  readonly file: FilePath;
  /** 1-based location of the first character. */
  readonly line: number;
  readonly column: number;
  /** For text that differs from its source, such as a variable's value: the number of characters in the source. */
  readonly written?: number | undefined;
  /** The file from which relative links lead. */
  readonly base: FilePath;
  /** `file:line` of the page's line that includes it. */
  readonly includedBy?: string | undefined;
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
  // JSON can have half of a pair, of which no address can be made.
  text = wellFormed(text);
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return { file, text, lineStarts: starts };
}

/** 0-based line that holds an offset. */
export function lineAt({ lineStarts }: SourceText, offset: number): number {
  return firstFrom(lineStarts, 1, (start) => start > offset) - 1;
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

/** The part of a composed text that holds an offset; undefined if all of it is the file's. */
export function partAt({ parts }: SourceText, offset: number): TextPart | undefined {
  if (parts === undefined) return undefined;
  return parts[firstFrom(parts, 1, ({ at }) => at > offset) - 1];
}

/** Converts a range to line and column as editors count them. */
export function locate(source: SourceText, span: Span): Location {
  const part = partAt(source, span.start);
  if (part !== undefined) return locateParts(source, part, span);
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

function locateParts(source: SourceText, first: TextPart, { start, end }: Span): Location {
  const { file, includedBy } = first;
  const from = positionIn(source, first, start);
  const last = partAt(source, Math.max(start, end - 1));
  // A range that leaves the file ends where it starts.
  const to =
    last === undefined || last.file !== file
      ? from
      : last.written === undefined
        ? positionIn(source, last, end)
        : { line: last.line, column: last.column + last.written };
  return {
    file,
    ...from,
    endLine: to.line,
    endColumn: to.column,
    ...(includedBy === undefined ? {} : { includedBy }),
  };
}

function positionIn(
  source: SourceText,
  { at, line, column, written }: TextPart,
  offset: number,
): { readonly line: number; readonly column: number } {
  if (written !== undefined) return { line, column };
  const own = lineAt(source, offset);
  const lines = own - lineAt(source, at);
  return lines === 0
    ? { line, column: column + offset - at }
    : { line: line + lines, column: offset - lineStart(source, own) + 1 };
}
