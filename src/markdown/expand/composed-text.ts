import type { TextPart } from '../../content/source-text.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { ParseSession } from '../parse-session.ts';

/** A line of a file, without its line ending. */
export interface Line {
  readonly text: string;
  readonly file: FilePath;
  /** 1-based location of its first character. */
  readonly line: number;
  readonly column: number;
  readonly base: FilePath;
  readonly includedBy: string | undefined;
}

/** A text that is composed of lines of several files. */
export interface ComposedText {
  readonly session: ParseSession;
  readonly chunks: string[];
  readonly parts: TextPart[];
  length: number;
}

interface WrittenText {
  /** Offset in the line. */
  readonly start?: number;
  /** Length in the file, if it is another text there. */
  readonly written?: number;
}

/** Writes text that comes from a line. */
export function write(
  to: ComposedText,
  line: Line,
  text: string,
  { start = 0, written }: WrittenText = {},
): void {
  if (text === '') return;
  const { file, base, includedBy } = line;
  const column = line.column + start;
  to.parts.push({ at: to.length, file, line: line.line, column, written, base, includedBy });
  to.chunks.push(text);
  to.length += text.length;
}

/** Ends a line; `prefix` begins the next one. */
export function breakLine(to: ComposedText, line: Line, prefix: string): void {
  to.chunks.push('\n');
  to.length += 1;
  write(to, line, prefix, { written: 0 });
}

/** The text of a line without the space around it. */
function locationOf({ text, file, line, column, includedBy }: Line): Location {
  const indent = text.length - text.trimStart().length;
  return {
    file,
    line,
    column: column + indent,
    endLine: line,
    endColumn: column + text.trimEnd().length,
    ...(includedBy === undefined ? {} : { includedBy }),
  };
}

/** A part of a line, as written; the whole line if it does not contain the part. */
export function locationIn(line: Line, part: string): Location {
  const at = part === '' ? -1 : line.text.indexOf(part);
  const whole = locationOf(line);
  if (at < 0) return whole;
  const column = line.column + at;
  return { ...whole, column, endColumn: column + part.length };
}

interface Finding {
  readonly line: Line;
  readonly message: string;
  readonly hint?: string;
}

/** Reports a problem of a line. */
export function report(
  { session }: ComposedText,
  code: DiagnosticCode,
  { line, message, hint }: Finding,
): void {
  session.diagnostics.push(diagnostic(code, { message, hint, location: locationOf(line) }));
}
