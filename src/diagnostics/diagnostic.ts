import { CATALOG, type DiagnosticCode, type Severity } from './codes.ts';

/**
 * Where a problem is in a file, named from the site folder with `/` separators. Lines and columns are 1-based, columns
 * count UTF-16 code units without a byte order mark; `endColumn` is exclusive.
 */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  /** Path inside the configuration (`navbar.items[2].to`) or JSON pointer inside a description. */
  readonly pointer?: string;
}

/** One problem. Stages return these beside their result; nothing is printed before the run ends. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence without a final full stop, in the author's terms. */
  readonly message: string;
  readonly location?: Location;
  /** What to do about it, where that is known. */
  readonly hint?: string;
  /** Of a finding about a link. */
  readonly link?: LinkFacts;
  /** Id of the API description that was read when it was found. */
  readonly api?: string;
}

/** What a finding about a link says for machines; its location is that of the destination as written. */
export interface LinkFacts {
  /** The destination as written. */
  readonly href: string;
  /** The path inside the site or the address that it leads to, where it can be resolved. */
  readonly resolved?: string;
  /** Destinations that may have been meant, best first, at most three, in the author's style. */
  readonly suggestions: readonly string[];
  /** The one destination that is certainly right: what `--fix` writes. */
  readonly fix?: string;
  /** The one heading that the anchor may have had, where it can get that id: what `--fix-anchors heading` edits. */
  readonly heading?: { readonly file: string; readonly line: number; readonly id: string };
  /** How many pages show the link, where it is in the frame of the pages. */
  readonly pages?: number;
}

/** Orders diagnostics by file, line, column and code: the order in which they are printed. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  const left = a.location;
  const right = b.location;
  if (left === undefined || right === undefined) {
    return Number(left !== undefined) - Number(right !== undefined);
  }
  return (
    compareStrings(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compareStrings(a.code, b.code) ||
    compareStrings(a.message, b.message)
  );
}

/** Orders strings by UTF-16 code unit, the same in every locale. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface DiagnosticDetails {
  readonly message: string;
  readonly location?: Location | undefined;
  readonly hint?: string | undefined;
  readonly link?: LinkFacts | undefined;
}

/** Makes a diagnostic with the severity that the catalog gives its code. */
export function diagnostic(code: DiagnosticCode, details: DiagnosticDetails): Diagnostic {
  return {
    code,
    severity: CATALOG[code].severity,
    message: details.message,
    ...(details.location === undefined ? {} : { location: details.location }),
    ...(details.hint === undefined ? {} : { hint: details.hint }),
    ...(details.link === undefined ? {} : { link: details.link }),
  };
}
