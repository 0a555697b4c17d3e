import type { Diagnostic, LinkFacts } from '../diagnostic.ts';
import { countBySeverity, type FormatInput } from './report-input.ts';

/** The JSON report, indented by two spaces, with a final newline. */
export function jsonText(input: FormatInput): string {
  return `${JSON.stringify(jsonReport(input), undefined, 2)}\n`;
}

/** Creates the data of `schema/findings.schema.json`. `schemaVersion` increases when an old reader would misread it. */
export function jsonReport({
  diagnostics,
  complete,
  known,
  suppressed = 0,
  lowered = [],
  checked,
}: Omit<FormatInput, 'read'>): object {
  return {
    schemaVersion: 1,
    complete,
    findings: diagnostics.map(jsonFinding),
    counts: {
      ...countBySeverity(diagnostics),
      known: known?.length ?? 0,
      suppressed,
      lowered,
    },
    ...(known === undefined ? {} : { known: known.length }),
    ...(checked === undefined ? {} : { checked }),
  };
}

function jsonFinding({ code, severity, message, location, hint, link }: Diagnostic): object {
  return {
    code,
    severity,
    ...location,
    ...(link === undefined ? {} : addresses(link)),
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(link === undefined ? {} : remedies(link)),
  };
}

function addresses({ href, resolved, pages }: LinkFacts): object {
  return {
    href,
    ...(resolved === undefined ? {} : { resolved }),
    ...(pages === undefined ? {} : { pages }),
  };
}

function remedies({ suggestions, fix }: LinkFacts): object {
  const [best] = suggestions;
  return {
    ...(best === undefined ? {} : { suggestion: best }),
    suggestions,
    ...(fix === undefined ? {} : { fix }),
  };
}
