import type { Diagnostic } from '../diagnostic.ts';
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

/** The finding with its location, then its remedies. */
function jsonFinding({ code, severity, message, location, hint, link }: Diagnostic): object {
  const { href, resolved, pages, suggestions = [], fix } = link ?? {};
  const [best] = suggestions;
  return {
    code,
    severity,
    ...location,
    ...(href === undefined ? {} : { href }),
    ...(resolved === undefined ? {} : { resolved }),
    ...(pages === undefined ? {} : { pages }),
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(best === undefined ? {} : { suggestion: best }),
    ...(link === undefined ? {} : { suggestions }),
    ...(fix === undefined ? {} : { fix }),
  };
}
