import type { Severity } from '../codes.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Lowered } from '../levels.ts';

/** What a report is made of. Formats get the diagnostics sorted by place. */
export interface FormatInput {
  readonly diagnostics: readonly Diagnostic[];
  /** The text of a source file, for code frames. */
  readonly read: (file: string) => string | undefined;
  /** False when the run ended before everything was seen. */
  readonly complete: boolean;
  /** Findings that a baseline lists: counted, and never a failure. Absent where there is no baseline. */
  readonly known?: readonly Diagnostic[] | undefined;
  /** How many findings are silenced in their own files. */
  readonly suppressed?: number | undefined;
  /** What levels of the site's own lower or turn off. */
  readonly lowered?: readonly Lowered[] | undefined;
  /** True: `pretty` prints every finding. */
  readonly isVerbose?: boolean | undefined;
  /** What was looked at, by noun: `{ pages: 12, links: 340 }`. */
  readonly checked?: Readonly<Record<string, number>> | undefined;
  /** Whether a problem fails the run; default: an error does. */
  readonly fails?: ((entry: Diagnostic) => boolean) | undefined;
  /** The site folder relative to the repository, without a final slash: source files of reports are named from there. */
  readonly siteFolder?: string | undefined;
  /** What a fix writes in place of a finding's destination, escaped for its place. */
  readonly replacement?: ((entry: Diagnostic) => string | undefined) | undefined;
  /** docwright's own version. */
  readonly version?: string | undefined;
}

/** The most severe first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

export type Counts = Readonly<Record<Severity, number>>;

export function countBySeverity(diagnostics: readonly Diagnostic[]): Counts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity]++;
  return counts;
}

/** A file of the site as seen from the folder that reports are read in. */
export function reportedFile({ siteFolder }: FormatInput, file: string): string {
  return siteFolder === undefined || siteFolder === '' ? file : `${siteFolder}/${file}`;
}

export function isFailure({ fails }: FormatInput, entry: Diagnostic): boolean {
  return fails === undefined ? entry.severity === 'error' : fails(entry);
}

/** The message, and below it what to do about the problem, and what was meant. */
export function messageWithHint({ message, hint, link }: Diagnostic): string {
  const { suggestions } = link ?? { suggestions: [] };
  const meant = suggestions.length === 0 ? [] : [`did you mean ${suggestions.join(' or ')}?`];
  return [message, ...(hint === undefined ? [] : [hint]), ...meant].join('\n');
}

/** Problems by file in the order given; those without a place under the empty name. */
export function groupByFile(
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<string, readonly Diagnostic[]> {
  const groups = new Map<string, Diagnostic[]>();
  for (const entry of diagnostics) {
    const file = entry.location?.file ?? '';
    const group = groups.get(file);
    if (group === undefined) groups.set(file, [entry]);
    else group.push(entry);
  }
  return groups;
}
