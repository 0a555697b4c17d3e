import { compareDiagnostics, type Diagnostic } from './diagnostic.ts';
import type { Severity } from './codes.ts';
import { codeFrame, sourceLines, stripControls } from './frame.ts';

/** How problems are printed. */
export const FORMATS = ['pretty', 'json', 'github'] as const;
export type Format = (typeof FORMATS)[number];

export interface FormatInput {
  readonly diagnostics: readonly Diagnostic[];
  /** The text of a source file, for code frames. */
  readonly read: (file: string) => string | undefined;
  /** False when the run ended before everything was seen. */
  readonly complete: boolean;
}

export type Counts = Readonly<Record<Severity, number>>;

export function countBySeverity(diagnostics: readonly Diagnostic[]): Counts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity]++;
  return counts;
}

/** Prints all problems, sorted by place. Empty text when there are none (but for JSON). */
export function formatDiagnostics(format: Format, input: FormatInput): string {
  const sorted = [...input.diagnostics].sort(compareDiagnostics);
  switch (format) {
    case 'pretty':
      return prettyReport(sorted, input.read);
    case 'json':
      return `${JSON.stringify(jsonReport(sorted, input.complete), undefined, 2)}\n`;
    case 'github':
      return sorted.map((entry) => `${githubEntry(entry)}\n`).join('');
  }
}

/** The same warning is printed so often; the rest is counted. */
const REPEATED_LIMIT = 5;

/** Errors are printed one by one; a warning that says the same of many files is folded. */
function prettyReport(sorted: readonly Diagnostic[], read: FormatInput['read']): string {
  const warnings = new Map<string, number>();
  const shown: string[] = [];
  const lines = lineReader(read);
  for (const entry of sorted) {
    const key = `${entry.code} ${entry.message}`;
    const count = (warnings.get(key) ?? 0) + 1;
    if (entry.severity !== 'error') warnings.set(key, count);
    if (entry.severity === 'error' || count <= REPEATED_LIMIT)
      shown.push(prettyEntry(entry, lines));
  }
  for (const [key, count] of warnings) {
    const folded = count - REPEATED_LIMIT;
    if (folded > 0)
      shown.push(stripControls(`… and ${folded} more  ${key}  (--format json lists all)\n`));
  }
  return shown.join('\n');
}

type LinesOf = (file: string) => readonly string[] | undefined;

/** Problems come sorted by file, so that the lines of one file at a time are enough. */
function lineReader(read: FormatInput['read']): LinesOf {
  let last: { file: string; lines: readonly string[] | undefined } | undefined;
  return (file) => {
    if (last?.file !== file) {
      const text = read(file);
      last = { file, lines: text === undefined ? undefined : sourceLines(text) };
    }
    return last.lines;
  };
}

function prettyEntry(entry: Diagnostic, linesOf: LinesOf): string {
  const { location, severity, code, message, hint } = entry;
  const place =
    location === undefined ? '' : `${location.file}:${location.line}:${location.column}  `;
  const pointer = location?.pointer === undefined ? '' : `  ${location.pointer}`;
  const source = location === undefined ? undefined : linesOf(location.file);
  const frame =
    location === undefined || source === undefined ? undefined : codeFrame(source, location);
  const lines = [
    `${place}${severity}  ${code}${pointer}`,
    `  ${message}`,
    ...(frame === undefined ? [] : frame.split('\n').map((line) => `  ${line}`)),
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
  ];
  return `${stripControls(lines.join('\n'))}\n`;
}

/** The report for machines, as data; `diagnostics` are sorted by place. */
export function jsonReport(sorted: readonly Diagnostic[], complete: boolean): object {
  const findings = sorted.map(({ code, severity, message, location, hint }) => ({
    code,
    severity,
    ...location,
    message,
    ...(hint === undefined ? {} : { hint }),
  }));
  return { schemaVersion: 1, complete, findings, counts: countBySeverity(sorted) };
}

/** A workflow command of GitHub Actions; `%`, line ends and, in properties, `:` and `,` are escaped. */
function githubEntry({ code, severity, message, location, hint }: Diagnostic): string {
  const name = severity === 'info' ? 'notice' : severity;
  const place: Record<string, string | number | undefined> = {
    file: location?.file,
    line: location?.line,
    col: location?.column,
    endLine: location?.endLine,
    endColumn: location?.endColumn,
    title: code,
  };
  const properties = Object.entries(place)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        `${key}=${escapeData(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
    );
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${name} ${properties.join(',')}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
