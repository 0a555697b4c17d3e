import { compareDiagnostics } from './diagnostic.ts';
import { githubReport } from './formats/github.ts';
import { jsonText } from './formats/json.ts';
import { junitReport } from './formats/junit.ts';
import { prettyReport } from './formats/pretty.ts';
import type { FormatInput } from './formats/report-input.ts';
import { sarifReport } from './formats/sarif.ts';

/** How problems are printed. */
export const FORMATS = ['pretty', 'json', 'github', 'sarif', 'junit'] as const;
export type Format = (typeof FORMATS)[number];

/** Prints all problems, sorted by location. Without problems, `pretty` and `github` are empty. */
export function formatDiagnostics(format: Format, input: FormatInput): string {
  const sorted = { ...input, diagnostics: [...input.diagnostics].sort(compareDiagnostics) };
  switch (format) {
    case 'pretty':
      return prettyReport(sorted);
    case 'json':
      return jsonText(sorted);
    case 'github':
      return githubReport(sorted);
    case 'sarif':
      return sarifReport(sorted);
    case 'junit':
      return junitReport(sorted);
  }
}
