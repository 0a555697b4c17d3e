import { itemAt } from '../../shared/item-at.ts';
import type { OutputFinding } from './output-findings.ts';

/** Place of a span of a text: 1-based, in UTF-16 code units; `endColumn` is exclusive. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface LocatedFinding extends OutputFinding {
  readonly place: TextPlace;
}

/**
 * Adds line and column to findings, in their order. `readText` gives the text that was scanned, once for each file;
 * without it the place is the start of the file.
 */
export function locateFindings(
  findings: readonly OutputFinding[],
  readText: (file: string) => string | undefined,
): readonly LocatedFinding[] {
  const byFile = new Map<string, OutputFinding[]>();
  for (const finding of findings) {
    const same = byFile.get(finding.file);
    if (same === undefined) byFile.set(finding.file, [finding]);
    else same.push(finding);
  }
  const places = new Map<OutputFinding, TextPlace>();
  for (const [file, same] of byFile) {
    const text = readText(file);
    if (text === undefined) continue;
    const starts = lineStarts(text);
    for (const finding of same) places.set(finding, placeOf(starts, finding));
  }
  return findings.map((finding) => ({ ...finding, place: places.get(finding) ?? START }));
}

const START: TextPlace = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** Offsets at which lines start; CR LF, LF and CR end a line. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\n|\r/g)) {
    starts.push(index + lineBreak.length);
  }
  return starts;
}

function placeOf(starts: readonly number[], { start, end }: OutputFinding): TextPlace {
  const line = lineAt(starts, start);
  const endLine = lineAt(starts, end);
  return {
    line: line + 1,
    column: start - itemAt(starts, line) + 1,
    endLine: endLine + 1,
    endColumn: end - itemAt(starts, endLine) + 1,
  };
}

/** Index of the last line that starts at or before an offset. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (itemAt(starts, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
