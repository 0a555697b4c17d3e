import { CATALOG, type DiagnosticCode, type PluginCode, type Severity } from './codes.ts';

/**
 * A location in a file, named from the site folder with `/` separators. Lines and columns are 1-based, columns count
 * UTF-16 code units without a byte order mark; `endColumn` is exclusive.
 */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  /** Path inside the configuration (`navbar.items[2].to`) or JSON pointer inside a description. */
  readonly pointer?: string;
  /** `file:line` of the page that includes the file, for a location in an included file. */
  readonly includedBy?: string;
}

/** The location of a finding about a whole file. */
export function startOf(file: string): Location {
  return { file, line: 1, column: 1 };
}
/** One problem. Stages return these with their result; nothing is printed before the run ends. */
export interface Diagnostic {
  readonly code: DiagnosticCode | PluginCode;
  readonly severity: Severity;
  /** The default level of this finding, where it is not that of its code. */
  readonly defaultLevel?: Severity;
  /** One sentence without a final full stop, in the author's terms. */
  readonly message: string;
  readonly location?: Location;
  /** How to fix it, if known. */
  readonly hint?: string;
  /** Of a finding about a link. */
  readonly link?: LinkFacts;
  /** Id of the API description in which it was found. */
  readonly api?: string;
  /** Addresses and names of docs that the site lacks because of it; a final slash stands for all below. */
  readonly lost?: readonly string[];
  /** Addresses and names that it reports as missing: left out if another finding explains why. */
  readonly missing?: readonly string[];
  /** The page that includes the file of the location. */
  readonly includedBy?: string;
}

/** Machine-readable facts of a finding about a link; its location is that of the destination as written. */
export interface LinkFacts {
  /** The destination as written. */
  readonly href: string;
  /** The target as a path of the site or an address, if it can be resolved. */
  readonly resolved?: string;
  /** Likely destinations, best first, at most three, in the author's style. */
  readonly suggestions: readonly string[];
  /** The only certain destination, which `--fix` writes. */
  readonly fix?: string;
  /** The only heading that the anchor may have had, if it can get that id; `--fix-anchors heading` edits it. */
  readonly heading?: { readonly file: string; readonly line: number; readonly id: string };
  /** Number of pages that show the link, if it is part of the layout. */
  readonly pages?: number;
}

/** Orders diagnostics by file, line, column and code, as they are printed. */
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
  readonly lost?: readonly string[] | undefined;
  readonly missing?: readonly string[] | undefined;
}

/** A diagnostic that is none of a plug-in. */
export type OwnDiagnostic = Diagnostic & { readonly code: DiagnosticCode };

/** Creates a diagnostic with the default severity of its code. */
export function diagnostic(code: DiagnosticCode, details: DiagnosticDetails): OwnDiagnostic {
  const { message, hint, link, lost, missing } = details;
  // The message names the including page.
  const { includedBy, ...location } = details.location ?? {};
  const including = includedBy === undefined ? '' : ` (included by ${includedBy})`;
  return {
    code,
    severity: CATALOG[code].severity,
    message: clipped(message) + including,
    ...('file' in location ? { location } : {}),
    ...(hint === undefined ? {} : { hint: clipped(hint) }),
    ...(link === undefined ? {} : { link }),
    ...(lost === undefined ? {} : { lost }),
    ...(missing === undefined ? {} : { missing }),
    ...(includedBy === undefined ? {} : { includedBy: includedBy.replace(/:\d+$/, '') }),
  };
}

/** Longest message or hint, in UTF-16 code units: both can quote a source, whose words may be megabytes long. */
const LONGEST = 2000;

function clipped(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
