import type { Region } from '../../html/scanned-page.ts';
import { describeReference, type ReferenceCode } from '../messages.ts';

/** A problem of a reference, without its location. */
export interface OutputProblem {
  readonly code: ReferenceCode;
  /** Target: URL path with base path, percent-encoded as written, and fragment. */
  readonly resolved?: string;
  /** The existing alternative: `case-mismatch`, or a file whose letters are composed differently (NFC, NFD). */
  readonly existing?: string;
  readonly differs?: 'case' | 'normalization';
  /** The corrected href, if it is certain. */
  readonly suggestion?: string;
}

/** A located problem. One that the layout repeats is one finding. */
export interface OutputFinding extends OutputProblem {
  /** The first page that has it, by file name. */
  readonly file: string;
  /** Offsets of the value as written in that file, byte order mark excluded. */
  readonly start: number;
  readonly end: number;
  /** The href, or the duplicate id; empty for a page without links to it. */
  readonly href: string;
  readonly tag: string;
  readonly attribute: string;
  readonly region: Region;
  /** All pages that have it, in their order. */
  readonly files: readonly string[];
  /** Length of `files`. */
  readonly count: number;
}

/** The message and hint of a finding. */
export function describeFinding(finding: OutputFinding): {
  readonly message: string;
  readonly hint?: string;
} {
  const { count, suggestion } = finding;
  const message = describeReference(finding) + (count > 1 ? ` (on ${count} pages)` : '');
  return { message, ...(suggestion === undefined ? {} : { hint: `write "${suggestion}"` }) };
}
