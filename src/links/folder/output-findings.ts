import type { Region } from '../../html/scanned.ts';
import { describeExternal, type ExternalCode } from '../url-syntax.ts';

/** The rules that the scan of a built folder checks. */
export type OutputCode =
  | ExternalCode
  | 'page-not-found'
  | 'asset-not-found'
  | 'anchor-not-found'
  | 'case-mismatch'
  | 'malformed-escape'
  | 'outside-root'
  | 'empty-href'
  | 'missing-base-path'
  | 'trailing-slash'
  | 'redirected'
  | 'redirect-broken'
  | 'redirect-loop'
  | 'duplicate-id'
  | 'orphan-page'
  | 'same-origin-absolute'
  | 'protocol-relative';

/** What is wrong with a reference, apart from its place. */
export interface OutputProblem {
  readonly code: OutputCode;
  /** Where it leads: URL path with base path, percent-encoded as written, and fragment. */
  readonly resolved?: string;
  /** What exists instead: `case-mismatch`, or a file whose letters are composed otherwise (NFC, NFD). */
  readonly existing?: string;
  readonly differs?: 'case' | 'normalization';
  /** The href that is right beyond doubt. */
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
  const message = messageOf(finding);
  const hint = hintOf(finding);
  const pages = finding.count > 1 ? ` (on ${finding.count} pages)` : '';
  return { message: message + pages, ...(hint === undefined ? {} : { hint }) };
}

function messageOf({ code, href, resolved = href, existing = '', differs }: OutputFinding): string {
  if (differs === 'normalization') {
    return `"${resolved}" and "${existing}" look the same, but their letters are composed of other characters (Unicode normalization)`;
  }
  switch (code) {
    case 'page-not-found':
      return `there is no page at "${resolved}"`;
    case 'asset-not-found':
      return `there is no file at "${resolved}"`;
    case 'anchor-not-found':
      return `the page has no anchor "${resolved}"`;
    case 'case-mismatch':
      return `"${resolved}" differs from "${existing}" in upper and lower case`;
    case 'malformed-escape':
      return `"${href}" has a percent escape that is not valid UTF-8`;
    case 'outside-root':
      return `"${href}" climbs out of the site`;
    case 'empty-href':
      return 'the reference has no destination';
    case 'missing-base-path':
      return `"${href}" lacks the base path of the site`;
    case 'trailing-slash':
      return `the final slash of "${href}" is not as configured`;
    case 'redirected':
      return `"${resolved}" only leads on to another page`;
    case 'redirect-broken':
      return `the page leads on to "${resolved}", which does not exist`;
    case 'redirect-loop':
      return 'the page leads on to itself, over others or at once';
    case 'duplicate-id':
      return `the id "${href}" stands more than once on the page`;
    case 'orphan-page':
      return 'no other page links to this page';
    case 'same-origin-absolute':
      return `"${href}" names the site's own host`;
    case 'protocol-relative':
      return `"${href}" has no scheme`;
    default:
      return describeExternal(code, href);
  }
}

function hintOf({ suggestion }: OutputFinding): string | undefined {
  return suggestion === undefined ? undefined : `write "${suggestion}"`;
}
