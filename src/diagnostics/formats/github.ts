import type { Diagnostic } from '../diagnostic.ts';
import { stripControls } from '../frame.ts';
import { type FormatInput, messageWithHint, reportedFile } from './report-input.ts';

/** Workflow commands of GitHub Actions (docs.github.com, "Workflow commands"), one per line. */

export function githubReport(input: FormatInput): string {
  return input.diagnostics.map((entry) => `${githubEntry(input, entry)}\n`).join('');
}

function githubEntry(input: FormatInput, entry: Diagnostic): string {
  const { code, severity, location } = entry;
  const name = severity === 'info' ? 'notice' : severity;
  // Columns are rejected if an annotation spans lines (GitHub's REST API, check runs).
  const oneLine = location?.endLine === undefined || location.endLine === location.line;
  const parameters: Record<string, string | number | undefined> = {
    file: location === undefined ? undefined : reportedFile(input, location.file),
    line: location?.line,
    col: oneLine ? location?.column : undefined,
    endLine: location?.endLine,
    endColumn: oneLine ? location?.endColumn : undefined,
    title: code,
  };
  const properties = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return stripControls(`::${name} ${properties.join(',')}::${escapeData(messageWithHint(entry))}`);
}

/** `%` and line breaks would end or change a command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
