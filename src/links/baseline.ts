import { isAbout, isSuppressible } from '../diagnostics/codes.ts';
import {
  compareStrings,
  type Diagnostic,
  diagnostic,
  type Location,
} from '../diagnostics/diagnostic.ts';
import { type FindingIdentity, fingerprint, identify } from '../diagnostics/fingerprint.ts';

/** A known finding, which does not fail the check. */
export interface BaselineEntry extends FindingIdentity {
  readonly key: string;
}

/** A baseline entry with its location in the file. */
export interface LocatedEntry extends BaselineEntry {
  readonly location: Location;
}

/** A parsed baseline file: each finding once, repeated entries separately. */
export interface Baseline {
  readonly file: string;
  readonly entries: readonly LocatedEntry[];
  readonly repeated: readonly LocatedEntry[];
}

/** Tells whether a run looked for an entry's finding; a run over part of the site or of the rules may not have. */
export type Covers = (entry: BaselineEntry) => boolean;

export interface BaselineResult {
  /** Findings that the baseline does not list. */
  readonly fresh: readonly Diagnostic[];
  /** Findings that it lists. */
  readonly known: readonly Diagnostic[];
  /** Warnings about useless entries: their finding no longer occurs, or they are repeated. */
  readonly stale: readonly Diagnostic[];
}

/**
 * Splits findings by a baseline. Findings are identified by rule, file, destination and their number in the file, so
 * lines added above do not matter. Entries that `covers` rejects are never stale.
 */
export function applyBaseline(
  diagnostics: readonly Diagnostic[],
  baseline: Baseline,
  covers: Covers = () => true,
): BaselineResult {
  const listed = new Set(baseline.entries.map(({ key }) => key));
  const found = entriesOf(diagnostics);
  const isKnown = (entry: Diagnostic): boolean => listed.has(found.get(entry)?.key ?? '');
  const keys = new Set([...found.values()].map(({ key }) => key));
  const gone = baseline.entries.filter((entry) => !keys.has(entry.key) && covers(entry));
  const stale = ({ rule, file, href, location }: LocatedEntry, problem: string): Diagnostic => {
    const command = isAbout('samples', rule) ? 'check-samples' : 'check-links';
    const hint = `\`docs ${command} --update-baseline\` removes it`;
    // Parts of a message have their quotes.
    const subject = /^["`<]/.test(href) ? href : `"${href}"`;
    const message = `${rule} of ${subject} in ${file} is ${problem}`;
    return diagnostic('stale-baseline', { message, location, hint });
  };
  return {
    fresh: diagnostics.filter((entry) => !isKnown(entry)),
    known: diagnostics.filter(isKnown),
    stale: [
      ...gone.map((entry) => stale(entry, 'in the baseline, but is no longer found')),
      ...baseline.repeated.map((entry) => stale(entry, 'listed twice in the baseline')),
    ],
  };
}

/** The entries of findings that a baseline may list. */
function entriesOf(diagnostics: readonly Diagnostic[]): ReadonlyMap<Diagnostic, BaselineEntry> {
  const identities = identify(diagnostics.filter(({ code }) => isSuppressible(code)));
  return new Map(
    [...identities].map(([finding, identity]) => [
      finding,
      { key: fingerprint(identity), ...identity },
    ]),
  );
}
export interface BaselineUpdate {
  /** The new content of the file. */
  readonly text: string;
  /** Findings that the new baseline lists and the old one did not; callers must show them. */
  readonly added: readonly BaselineEntry[];
  /** Entries of the old baseline that the new one lacks. */
  readonly removed: readonly BaselineEntry[];
  readonly kept: number;
}

/**
 * Creates the baseline that lists exactly the given findings, and the difference. Entries that `covers` rejects stay.
 * Entries are printed one per line, sorted by file, rule and destination.
 */
export function updateBaseline(
  diagnostics: readonly Diagnostic[],
  baseline: Baseline | undefined,
  covers: Covers = () => true,
): BaselineUpdate {
  const before = new Map((baseline?.entries ?? []).map((entry) => [entry.key, entry]));
  const now = new Map([...entriesOf(diagnostics).values()].map((entry) => [entry.key, entry]));
  for (const [key, entry] of before) if (!covers(entry)) now.set(key, entry);
  const sorted = [...now.values()].sort(compareEntries);
  return {
    text: printBaseline(sorted),
    added: sorted.filter(({ key }) => !before.has(key)),
    removed: [...before.values()].filter(({ key }) => !now.has(key)).sort(compareEntries),
    kept: sorted.filter(({ key }) => before.has(key)).length,
  };
}

function compareEntries(a: BaselineEntry, b: BaselineEntry): number {
  return (
    compareStrings(a.file, b.file) ||
    compareStrings(a.rule, b.rule) ||
    compareStrings(a.href, b.href) ||
    a.nth - b.nth
  );
}

/** Adds the entries of copied files, each under the name of its copy; `copyOf` returns undefined for other files. */
export function withCopies(
  baseline: Baseline,
  copyOf: (file: string) => string | undefined,
): string {
  const copies = baseline.entries.flatMap((entry): BaselineEntry[] => {
    const file = copyOf(entry.file);
    if (file === undefined) return [];
    const copy = { ...entry, file };
    return [{ ...copy, key: fingerprint(copy) }];
  });
  return printBaseline([...baseline.entries, ...copies].sort(compareEntries));
}

/** Version of the file format. */
export const BASELINE_VERSION = 1;

function printBaseline(entries: readonly BaselineEntry[]): string {
  const lines = entries.map(({ key, rule, file, href, nth }) => {
    const entry = { key, rule, file, href, ...(nth === 1 ? {} : { nth }) };
    return `    ${JSON.stringify(entry)}`;
  });
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return `{\n  "baselineVersion": ${BASELINE_VERSION},\n  "findings": ${list}\n}\n`;
}

/** Describes an update: a line for each added or removed entry, and a line of counts. */
export function describeUpdate({ added, removed, kept }: BaselineUpdate): string {
  const line = (sign: string, { rule, file, href }: BaselineEntry): string =>
    `${sign} ${file}  ${rule}  ${href}`;
  return [
    ...removed.map((entry) => line('-', entry)),
    ...added.map((entry) => line('+', entry)),
    `baseline: ${added.length} added, ${removed.length} removed, ${kept} kept`,
  ].join('\n');
}
