import type { Severity } from '../codes.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Lowered } from '../levels.ts';

/** The content of a report. Formats get the diagnostics sorted by location. */
export interface FormatInput {
  readonly diagnostics: readonly Diagnostic[];
  /** The text of a source file, for code frames. */
  readonly read: (file: string) => string | undefined;
  /** False if the run ended before everything was checked. */
  readonly complete: boolean;
  /** Findings that the baseline lists: counted, but never a failure. Absent without a baseline. */
  readonly known?: readonly Diagnostic[] | undefined;
  /** Number of findings suppressed in their own files. */
  readonly suppressed?: number | undefined;
  /** Findings that configured levels lower or turn off. */
  readonly lowered?: readonly Lowered[] | undefined;
  /** True to print every finding in `pretty`. */
  readonly isVerbose?: boolean | undefined;
  /** Counts of checked items by noun: `{ pages: 12, links: 340 }`. */
  readonly checked?: Readonly<Record<string, number>> | undefined;
  /** Tells whether a problem fails the run; default: an error does. */
  readonly fails?: ((entry: Diagnostic) => boolean) | undefined;
  /** The site folder relative to the repository, without a final slash; paths in reports start there. */
  readonly siteFolder?: string | undefined;
  /** The text with which a fix replaces a finding's destination, escaped for its location. */
  readonly replacement?: ((entry: Diagnostic) => string | undefined) | undefined;
  /** Version of docwright. */
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

/** A file of the site, relative to the folder in which reports are read. */
export function reportedFile({ siteFolder }: FormatInput, file: string): string {
  return siteFolder === undefined || siteFolder === '' ? file : `${siteFolder}/${file}`;
}

export function isFailure({ fails }: FormatInput, entry: Diagnostic): boolean {
  return fails === undefined ? entry.severity === 'error' : fails(entry);
}

/** The message, followed by the hint and the suggestions. */
export function messageWithHint({ message, hint, link }: Diagnostic): string {
  const { suggestions } = link ?? { suggestions: [] };
  const meant = suggestions.length === 0 ? [] : [`did you mean ${suggestions.join(' or ')}?`];
  return [message, ...(hint === undefined ? [] : [hint]), ...meant].join('\n');
}
