import { isAbout } from '../../diagnostics/codes.ts';
import type { Span } from '../../content/source-text.ts';
import {
  compareDiagnostics,
  compareStrings,
  type Diagnostic,
  type LinkFacts,
} from '../../diagnostics/diagnostic.ts';
import { lineStarts } from '../../shared/line-starts.ts';
import { groupBy } from '../../shared/maps.ts';
import { applyEdits } from '../../html/text-edits.ts';
import { decodeAt, type DestinationKind, encodeAt } from './rewrite-destination.ts';

/** A span of a file to replace. Offsets count the byte order mark. */
export interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** The current text; empty when a heading gets an id. */
  readonly before: string;
  /** The new text, escaped for its location. */
  readonly after: string;
  /** The findings that it fixes: several if links share one definition or heading. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A file with its edits, in order; they do not overlap. */
export interface FixedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly Edit[];
}

/** A finding whose fix was refused, and why. */
export interface RefusedFix {
  readonly diagnostic: Diagnostic;
  readonly reason: string;
}

export interface FixPlan {
  /** Sorted by name. */
  readonly files: readonly FixedFile[];
  readonly refused: readonly RefusedFix[];
}

export interface FixOptions {
  /** Where to fix a missing anchor: `heading` adds it to the only heading that may have had it. */
  readonly anchors?: 'link' | 'heading' | undefined;
}

/** A finding with the file to edit for it. */
interface Job {
  readonly entry: Diagnostic;
  readonly file: string;
  readonly heading: LinkFacts['heading'];
}

/**
 * Plans the edits for findings that have a fix. `readText` returns a file's exact text, with byte order mark and line
 * endings. An edit is refused if the file does not contain the destination of the finding, if it cannot be escaped
 * there, or if two findings want different edits of one location. All other bytes stay.
 */
export function planFixes(
  diagnostics: readonly Diagnostic[],
  readText: (file: string) => string | undefined,
  { anchors = 'link' }: FixOptions = {},
): FixPlan {
  type Heading = NonNullable<LinkFacts['heading']>;
  const lineOf = ({ file, line }: Heading): string => `${file}\0${line}`;
  const headings = groupBy(
    diagnostics.flatMap(({ link }) => link?.heading ?? []),
    lineOf,
  );
  const hasOneId = (heading: Heading): boolean =>
    headings.get(lineOf(heading))?.every(({ id }) => id === heading.id) === true;
  const jobs = diagnostics.toSorted(compareDiagnostics).flatMap((entry): readonly Job[] => {
    const { location, link } = entry;
    const isEdited = anchors === 'heading' && link?.heading !== undefined && hasOneId(link.heading);
    const heading = isEdited ? link.heading : undefined;
    if (location === undefined || (heading === undefined && link?.fix === undefined)) return [];
    return [{ entry, file: (heading ?? location).file, heading }];
  });
  const refused: RefusedFix[] = [];
  const files: FixedFile[] = [];
  const byFile = [...groupBy(jobs, ({ file }) => file)].sort(([a], [b]) => compareStrings(a, b));
  for (const [file, own] of byFile) {
    const text = readText(file);
    if (text === undefined) {
      refused.push(...own.map(({ entry }) => refuse(entry, 'the file cannot be read')));
      continue;
    }
    const results = planFile(file, text, own);
    refused.push(...results.filter((result) => 'reason' in result));
    const edits = results.filter((result) => 'start' in result);
    if (edits.length > 0) files.push({ file, before: text, after: applyEdits(text, edits), edits });
  }
  return { files, refused };
}

function refuse(entry: Diagnostic, reason: string): RefusedFix {
  return { diagnostic: entry, reason };
}

type PlannedEdit = Edit | RefusedFix;

function planFile(file: string, text: string, jobs: readonly Job[]): readonly PlannedEdit[] {
  const source = { file, text, offsets: createOffsets(text) };
  const planned = jobs.flatMap(
    ({ entry, heading }) =>
      (heading === undefined ? planEdit(source, entry) : planHeading(source, entry, heading)) ?? [],
  );
  const edits = planned.filter((result) => 'start' in result);
  const disputed = findDisputed(edits);
  const merged = new Map<number, Edit>();
  for (const edit of edits) {
    const same = merged.get(edit.start);
    const diagnostics = [...(same?.diagnostics ?? []), ...edit.diagnostics];
    if (!disputed.has(edit)) merged.set(edit.start, { ...edit, diagnostics });
  }
  const refused = planned.flatMap((result): readonly RefusedFix[] => {
    if ('reason' in result) return [result];
    if (!disputed.has(result)) return [];
    return result.diagnostics.map((entry) => refuse(entry, 'another fix edits the same location'));
  });
  return [...merged.values(), ...refused];
}

/** Returns the edits that overlap a different one. */
function findDisputed(edits: readonly Edit[]): ReadonlySet<Edit> {
  const disputed = new Set<Edit>();
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  let last: Edit | undefined;
  for (const edit of sorted) {
    if (last !== undefined && edit.start < last.end && !isSameEdit(last, edit)) {
      disputed.add(last).add(edit);
    }
    if (last === undefined || edit.end > last.end) last = edit;
  }
  // Edits equal to a conflicting one conflict too.
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

/** Returns undefined if the file already has the fixed text. */
function planEdit(source: FileText, entry: Diagnostic): PlannedEdit | undefined {
  const { file, text } = source;
  const { href = '', fix = '' } = entry.link ?? {};
  const range = rangeOf(source, entry);
  if (isAbout('samples', entry.code)) {
    const { start = text.length } = range ?? {};
    const end = start + href.length;
    // Code with variables, for example, is elsewhere.
    if (href === '' || text.slice(start, end) !== href)
      return refuse(entry, 'the text is not written there as it is');
    return { file, start, end, before: href, after: fix, diagnostics: [entry] };
  }
  if (range === undefined) return refuse(entry, 'the file has no such location any more');
  const destination = findDestination(file, text, range);
  if (destination === undefined) return refuse(entry, 'files of this kind are not edited');
  const { start, end } = destination.range;
  const before = text.slice(start, end);
  if (before !== href && decodeAt(destination.kind, before) !== href)
    return refuse(entry, 'the destination is not written there as it is');
  const after = encodeAt(destination.kind, fix);
  if (after === undefined) return refuse(entry, 'the new destination cannot be written there');
  return after === before ? undefined : { file, start, end, before, after, diagnostics: [entry] };
}

/** Writes `{#id}` at the end of a heading without an explicit id. */
function planHeading(
  { file, text, offsets }: FileText,
  entry: Diagnostic,
  { line, id }: NonNullable<LinkFacts['heading']>,
): PlannedEdit {
  const start = offsets(line, 1);
  if (start === undefined) return refuse(entry, 'the file has no such line any more');
  const [whole = '', under = ''] = text.slice(start).split(/\r\n|\r|\n/, 2);
  const isAtx = /^[ \t>*+\-\d.)]*#{1,6}[ \t]+\S/.test(whole);
  const isSetext = /^[ \t>]*(?:=+|-+)[ \t]*$/.test(under);
  if (!isAtx && !isSetext) return refuse(entry, 'the heading is not written on one line');
  if (/\{(?::?[ \t]*#|\/\*)[^{}]*\}|\[#\p{L}\S*\][ \t#]*$/u.test(whole))
    return refuse(entry, 'the heading has an id already');
  const content = isAtx ? whole.replace(/[ \t]+#+[ \t]*$/, '') : whole;
  const at = start + content.trimEnd().length;
  return { file, start: at, end: at, before: '', after: ` {#${id}}`, diagnostics: [entry] };
}

/** A finding without an end is as long as its destination. */
function rangeOf(
  { offsets }: Pick<FileText, 'offsets'>,
  { location, link }: Diagnostic,
): Span | undefined {
  if (location === undefined) return undefined;
  const { line, column, endLine = line, endColumn } = location;
  const start = offsets(line, column);
  const end = offsets(endLine, endColumn ?? column + (link?.href.length ?? 0));
  return start === undefined || end === undefined || end < start ? undefined : { start, end };
}

/**
 * Returns the new text for the whole location of each fixed finding, including quotes that belong to it, for reports
 * with fixes.
 */
export function replacements({ files }: FixPlan): ReadonlyMap<Diagnostic, string> {
  return new Map(
    files.flatMap(({ before: text, edits }) => {
      const offsets = createOffsets(text);
      return edits.flatMap(({ diagnostics, start, end, after }) =>
        diagnostics.map((entry) => {
          const range = rangeOf({ offsets }, entry) ?? { start, end };
          const whole = text.slice(range.start, start) + after + text.slice(end, range.end);
          return [entry, whole] as const;
        }),
      );
    }),
  );
}

interface Destination {
  readonly kind: DestinationKind;
  /** The destination without the quotes around it. */
  readonly range: Span;
}

/** Finds the syntax of the destination in a range; undefined if files of this kind cannot be edited. */
export function findDestination(file: string, text: string, range: Span): Destination | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  const { start, end } = range;
  const quote = text[start] ?? '';
  const quoted = end - start >= 2 && /["'`]/.test(quote) && text[end - 1] === quote;
  const inside: Span = quoted ? { start: start + 1, end: end - 1 } : { start, end };
  const isMarkdown = /^(?:md|markdown|mdx)$/.test(extension);
  if (isMarkdown && range.start >= frontmatterEnd(text)) {
    const kind = markdownKind(text, range);
    // Attributes of JSX and strings have different escapes.
    const isEscaped = extension === 'mdx' && !kind.startsWith('markdown');
    return { kind: isEscaped ? 'text' : kind, range };
  }
  if (isMarkdown || /^ya?ml$/.test(extension))
    return { kind: yamlKind(text, inside), range: inside };
  if (extension === 'json') return { kind: jsonKind(text, inside), range: inside };
  if (/^html?$/.test(extension)) return { kind: htmlKind(text, range) ?? 'text', range };
  if (/^[cm]?[jt]s$/.test(extension))
    return { kind: SCRIPT_KINDS.get(quotesAround(text, inside)) ?? 'text', range: inside };
  // JSX attributes look like strings but have no escapes.
  return /^[jt]sx$/.test(extension) ? { kind: 'text', range: inside } : undefined;
}

/** Offset after the frontmatter of a Markdown file; 0 where it has none. */
function frontmatterEnd(raw: string): number {
  if (!/^\uFEFF?---[ \t]*(?:\r\n|\r|\n)/.test(raw)) return 0;
  const close = /(?:\r\n|\r|\n)(?:---|\.\.\.)[ \t]*(?=\r|\n|$)/.exec(raw.slice(3));
  return close === null ? 0 : close.index + 3;
}

/** Number of characters before a destination to examine. */
const NEAR = 1000;

function textBefore(text: string, at: number): string {
  return text.slice(Math.max(0, at - NEAR), at);
}

function markdownKind(text: string, range: Span): DestinationKind {
  const before = textBefore(text, range.start);
  if (before.endsWith('<') && text[range.end] === '>')
    return opensDestination(before.slice(0, -1)) ? 'markdown-angle' : 'autolink';
  if (opensDestination(before)) return 'markdown';
  return htmlKind(text, range) ?? 'text';
}

/** CommonMark 6.3 and 4.7: whitespace and one line ending, with container prefixes before the next line. */
function opensDestination(before: string): boolean {
  return /(?:\]\(|\]:)[ \t]*(?:(?:\r\n|\r|\n)[ \t>]*)?$/.test(before);
}

function htmlKind(text: string, { start, end }: Span): DestinationKind | undefined {
  const before = textBefore(text, start);
  const [, name = '', quote = '', others = ''] =
    /([a-z][\w:-]*)\s*=\s*(?:(["'])((?:(?!\2)[^])*))?$/i.exec(before) ?? [];
  if (name === '' || !/<[a-z][^<]*$/i.test(before)) return undefined;
  if (/^(?:image)?srcset$/i.test(name)) return quote === '' ? undefined : 'srcset';
  if (others !== '') return undefined;
  if (quote === '') return 'html-unquoted';
  if (text[end] !== quote) return undefined;
  return quote === '"' ? 'html-double' : 'html-single';
}

function quotesAround(text: string, { start, end }: Span): string {
  const quote = text[start - 1] ?? '';
  return text[end] === quote ? quote : '';
}

/** A scalar that is only the destination begins after a key, a dash, a bracket or a comma. */
function yamlKind(text: string, range: Span): DestinationKind {
  const quote = quotesAround(text, range);
  const quoted = quote === '"' || quote === "'";
  const before = textBefore(text, quoted ? range.start - 1 : range.start);
  const after = text.slice(quoted ? range.end + 1 : range.end).slice(0, NEAR);
  const whole =
    /(?:[:-][ \t]+|[[,{]\s*)$/.test(before) && /^[ \t]*(?:$|[\r\n,\]}]|[ \t]#)/.test(after);
  if (!whole) return 'text';
  if (!quoted) return 'yaml-plain';
  return quote === '"' ? 'yaml-double' : 'yaml-single';
}

function jsonKind(text: string, range: Span): DestinationKind {
  const before = textBefore(text, range.start - 1);
  return quotesAround(text, range) === '"' && /[:,[{]\s*$/.test(before) ? 'json' : 'text';
}

const SCRIPT_KINDS = new Map<string, DestinationKind>([
  ['"', 'script-double'],
  ["'", 'script-single'],
  ['`', 'script-template'],
]);

/** Returns the offset, byte order mark included, of a line and column as in diagnostics. */
type OffsetFinder = (line: number, column: number) => number | undefined;

/** Creates a finder for a text; it returns undefined for locations that the text does not have. */
export function createOffsets(raw: string): OffsetFinder {
  const starts = lineStarts(raw).with(0, raw.startsWith('\ufeff') ? 1 : 0);
  return (line, column) => {
    const start = starts[line - 1];
    const offset = (start ?? Number.NaN) + column - 1;
    const isThere = column > 0 && offset <= raw.length;
    return isThere && !/[\r\n]/.test(raw.slice(start, offset)) ? offset : undefined;
  };
}
