import type { Diagnostic } from '../diagnostic.ts';
import { type FormatInput, groupByFile, messageWithHint, reportedFile } from './report-input.ts';
import { XML_DECLARATION, xmlTag } from './xml.ts';

/** Checkstyle's XML: one `file` for each file with problems; problems without a place are those of `.`, the site. */
export function checkstyleReport(input: FormatInput): string {
  const files = [...groupByFile(input.diagnostics)].map(([file, entries]) => {
    const name = file === '' ? '.' : reportedFile(input, file);
    const errors = entries.map((entry) => `    <${errorTag(entry)}/>`);
    return [`  <${xmlTag('file', { name })}>`, ...errors, '  </file>'].join('\n');
  });
  return `${[XML_DECLARATION, '<checkstyle version="4.3">', ...files, '</checkstyle>'].join('\n')}\n`;
}

function errorTag(entry: Diagnostic): string {
  return xmlTag('error', {
    line: entry.location?.line,
    column: entry.location?.column,
    severity: entry.severity,
    message: messageWithHint(entry),
    source: `docwright.${entry.code}`,
  });
}
