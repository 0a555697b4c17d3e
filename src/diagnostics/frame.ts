import { lstatSync, readFileSync, statSync } from 'node:fs';
import type { Location } from './diagnostic.ts';

/** Longest part of a source line that a frame shows, in UTF-16 code units. */
const WIDTH = 100;

export function sourceLines(source: string): readonly string[] {
  return source.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
}

/** The location of an offset, in UTF-16 code units. */
export function positionAt(text: string, offset: number): Pick<Location, 'line' | 'column'> {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/**
 * The source line at a location with carets below it:
 *
 *     41 | See [the draw](./overview.md#draws) for …
 *        |                ^^^^^^^^^^^^^^^^^^^
 *
 * Undefined if the file has no such line. Long lines are cut around the location.
 */
export function codeFrame(lines: readonly string[], location: Location): string | undefined {
  const line = lines[location.line - 1];
  if (line === undefined || line.trim() === '') return undefined;
  const start = Math.min(location.column - 1, line.length);
  const end = endOnLine(line, location, start);
  const from = line.length <= WIDTH ? 0 : Math.max(0, Math.min(start - 20, line.length - WIDTH));
  // Tabs become one blank so that carets stay aligned.
  const shown = stripControls(line.slice(from, from + WIDTH).replaceAll('\t', ' '));
  const before = from > 0 ? '…' : '';
  const after = from + WIDTH < line.length ? '…' : '';
  const label = String(location.line);
  const carets = '^'.repeat(Math.max(1, Math.min(end, from + WIDTH) - start));
  const gutter = ' '.repeat(label.length);
  const offset = ' '.repeat(start - from + before.length);
  return `${label} | ${before}${shown}${after}\n${gutter} | ${offset}${carets}`;
}

function endOnLine(
  line: string,
  { line: first, endLine, endColumn }: Location,
  start: number,
): number {
  if (endColumn === undefined) return start + 1;
  return endLine === undefined || endLine === first
    ? Math.min(endColumn - 1, line.length)
    : line.length;
}

/** Replaces control and bidirectional control characters, which could forge terminal output. */
export function stripControls(text: string): string {
  return text.replace(
    /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    '\uFFFD',
  );
}

/** Returns the text of a regular file, also at the end of a symbolic link; undefined for what cannot be read. */
export function textOfFile(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the text of a source file for code frames; undefined if there is none to show. */
export function readText(file: string): string | undefined {
  try {
    // A symbolic link may lead to a file that must not appear in a log.
    if (!lstatSync(file).isFile()) return undefined;
    const text = readFileSync(file, 'utf8');
    // A picture has no lines to show.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
