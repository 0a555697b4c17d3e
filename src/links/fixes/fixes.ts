import { compareDiagnostics, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { groupByFile } from '../../diagnostics/formats/report-input.ts';
import type { TextRange } from '../markdown-html.ts';
import { createOffsets, findPlace, type OffsetFinder } from './fix-location.ts';
import { decodeAt, encodeAt } from './rewrite-destination.ts';

/** A span of a file that is replaced. Offsets are those of the file's text as it is, byte order mark included. */
export interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** What stands there. */
  readonly before: string;
  /** What is written there, escaped for its place. */
  readonly after: string;
  /** The finding that it fixes. */
  readonly diagnostic: Diagnostic;
}

/** A file with its edits, in order; they do not overlap. */
export interface FixedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly Edit[];
}

/** A finding with a fix that is not made, and why. */
export interface RefusedFix {
  readonly diagnostic: Diagnostic;
  readonly reason: string;
}

export interface FixPlan {
  /** In the order of their names. */
  readonly files: readonly FixedFile[];
  readonly refused: readonly RefusedFix[];
}

/**
 * Plans the edits for findings that have a fix. `readText` gives a file's text as it is, with byte order mark and line
 * endings. An edit is refused where the place does not hold the destination as the finding has it, where it cannot be
 * escaped there, or where two findings want different things of one place. All other bytes stay.
 */
export function planFixes(
  diagnostics: readonly Diagnostic[],
  readText: (file: string) => string | undefined,
): FixPlan {
  const refused: RefusedFix[] = [];
  const files: FixedFile[] = [];
  const fixable = diagnostics
    .filter(({ link, location }) => link?.fix !== undefined && location !== undefined)
    .sort(compareDiagnostics);
  for (const [file, group] of groupByFile(fixable)) {
    const text = readText(file);
    const results =
      text === undefined
        ? group.map((entry) => refuse(entry, 'the file cannot be read'))
        : planFile(file, text, group);
    refused.push(...results.filter((result) => 'reason' in result));
    const edits = results.filter((result) => 'start' in result);
    if (text !== undefined && edits.length > 0)
      files.push({ file, before: text, after: applyEdits(text, edits), edits });
  }
  return { files, refused };
}

function refuse(entry: Diagnostic, reason: string): RefusedFix {
  return { diagnostic: entry, reason };
}

type PlannedEdit = Edit | RefusedFix;

function planFile(
  file: string,
  text: string,
  group: readonly Diagnostic[],
): readonly PlannedEdit[] {
  const offsets = createOffsets(text);
  const planned = group.map((entry) => planEdit({ file, text, offsets }, entry));
  const edits = planned.filter((result) => result !== undefined && 'start' in result);
  const disputed = findDisputed(edits);
  const seen = new Set<number>();
  return planned.flatMap((result): readonly PlannedEdit[] => {
    if (result === undefined) return [];
    if (!('start' in result)) return [result];
    if (disputed.has(result))
      return [refuse(result.diagnostic, 'another fix edits the same place')];
    if (seen.has(result.start)) return [];
    seen.add(result.start);
    return [result];
  });
}

/** The edits that overlap another one and want something else. */
function findDisputed(edits: readonly Edit[]): ReadonlySet<Edit> {
  const disputed = new Set<Edit>();
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let last: Edit | undefined;
  for (const edit of sorted) {
    if (last !== undefined && edit.start < last.end && !isSameEdit(last, edit)) {
      disputed.add(last).add(edit);
    }
    if (last === undefined || edit.end > last.end) last = edit;
  }
  // What is equal to a disputed edit is disputed too.
  return new Set(edits.filter((edit) => [...disputed].some((other) => isSameEdit(edit, other))));
}

function isSameEdit(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.after === b.after;
}

interface FileText {
  readonly file: string;
  readonly text: string;
  readonly offsets: OffsetFinder;
}

/** Undefined where the place holds already what the fix would write. */
function planEdit(source: FileText, entry: Diagnostic): PlannedEdit | undefined {
  const { file, text } = source;
  const { href = '', fix = '' } = entry.link ?? {};
  const range = rangeOf(source, entry);
  if (range === undefined) return refuse(entry, 'the file has no such place any more');
  const place = findPlace(file, text, range);
  if (place === undefined) return refuse(entry, 'files of this kind are not edited');
  const { start, end } = place.range;
  const before = text.slice(start, end);
  if (before !== href && decodeAt(place.kind, before) !== href)
    return refuse(entry, 'the destination is not written there as it is');
  const after = encodeAt(place.kind, fix);
  if (after === undefined) return refuse(entry, 'the new destination cannot be written there');
  return after === before ? undefined : { file, start, end, before, after, diagnostic: entry };
}

/** A finding without an end is as long as its destination. */
function rangeOf(
  { offsets }: Pick<FileText, 'offsets'>,
  { location, link }: Diagnostic,
): TextRange | undefined {
  if (location === undefined) return undefined;
  const { line, column, endLine = line, endColumn } = location;
  const start = offsets(line, column);
  const end = offsets(endLine, endColumn ?? column + (link?.href.length ?? 0));
  return start === undefined || end === undefined || end < start ? undefined : { start, end };
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, after } of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + after;
    at = end;
  }
  return result + text.slice(at);
}

/**
 * What is written in place of each fixed finding's whole location, quotes that belong to it included: for reports that
 * carry fixes.
 */
export function replacements({ files }: FixPlan): ReadonlyMap<Diagnostic, string> {
  return new Map(
    files.flatMap(({ before: text, edits }) => {
      const offsets = createOffsets(text);
      return edits.map(({ diagnostic, start, end, after }) => {
        const range = rangeOf({ offsets }, diagnostic) ?? { start, end };
        const whole = text.slice(range.start, start) + after + text.slice(end, range.end);
        return [diagnostic, whole] as const;
      });
    }),
  );
}
