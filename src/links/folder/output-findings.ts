import type { Region } from '../../html/scanned-page.ts';
import { describeReference, type ReferenceCode } from '../messages.ts';

/** What is wrong with a reference, apart from its place. */
export interface OutputProblem {
  readonly code: ReferenceCode;
  /** Where it leads: URL path with base path, percent-encoded as written, and fragment. */
  readonly resolved?: string;
  /** What exists instead: `case-mismatch`, or a file whose letters are composed otherwise (NFC, NFD). */
  readonly existing?: string;
  readonly differs?: 'case' | 'normalization';
  /** The href that is certainly right. */
  readonly suggestion?: string;
}

/** A problem at its place. One that the layout repeats is one finding. */
export interface OutputFinding extends OutputProblem {
  /** The first page that has it, by file name. */
  readonly file: string;
  /** Offsets in the text of that file, a byte order mark not counted: the value as written. */
  readonly start: number;
  readonly end: number;
  /** The href, or the id that is there twice; empty for a page without links to it. */
  readonly href: string;
  readonly tag: string;
  readonly attribute: string;
  readonly region: Region;
  /** All pages that have it, in their order. */
  readonly files: readonly string[];
  /** Number of `files`. */
  readonly count: number;
}

/** The sentence and hint of a finding. */
export function describeFinding(finding: OutputFinding): {
  readonly message: string;
  readonly hint?: string;
} {
  const { count, suggestion } = finding;
  const message = describeReference(finding) + (count > 1 ? ` (on ${count} pages)` : '');
  return { message, ...(suggestion === undefined ? {} : { hint: `write "${suggestion}"` }) };
}
