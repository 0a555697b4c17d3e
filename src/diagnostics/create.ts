import { CATALOGUE, type DiagnosticCode } from './codes.ts';
import type { Diagnostic, LinkFacts, Location } from './diagnostic.ts';

/** What a diagnostic adds to its code. */
export interface DiagnosticDetails {
  readonly message: string;
  readonly location?: Location | undefined;
  readonly hint?: string | undefined;
  readonly link?: LinkFacts | undefined;
}

/** Makes a diagnostic with the severity that the catalogue gives its code. */
export function diagnostic(code: DiagnosticCode, details: DiagnosticDetails): Diagnostic {
  return {
    code,
    severity: CATALOGUE[code].severity,
    message: details.message,
    ...(details.location === undefined ? {} : { location: details.location }),
    ...(details.hint === undefined ? {} : { hint: details.hint }),
    ...(details.link === undefined ? {} : { link: details.link }),
  };
}
