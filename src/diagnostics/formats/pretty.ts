import type { Diagnostic, LinkFacts } from '../diagnostic.ts';
import { codeFrame, sourceLines, stripControls } from '../frame.ts';
import type { FormatInput } from './report-input.ts';

/** The same warning is printed so often; the rest is counted. */
const REPEATED_LIMIT = 5;

/** Errors are printed one by one; a warning that says the same of many files is folded. */
export function prettyReport({ diagnostics, read, known = [] }: FormatInput): string {
  const warnings = new Map<string, number>();
  const shown: string[] = [];
  const lines = lineReader(read);
  for (const entry of diagnostics) {
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
  if (known.length > 0) shown.push(`known (${known.length}): listed in the baseline\n`);
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
  const { location, severity, code, message, hint, link } = entry;
  const place =
    location === undefined ? '' : `${location.file}:${location.line}:${location.column}  `;
  const pointer = location?.pointer === undefined ? '' : `  ${location.pointer}`;
  const source = location === undefined ? undefined : linesOf(location.file);
  const frame =
    location === undefined || source === undefined ? undefined : codeFrame(source, location);
  const lines = [
    `${place}${severity}  ${code}${pointer}${link === undefined ? '' : linkText(link)}`,
    `  ${message}`,
    ...(frame === undefined ? [] : frame.split('\n').map((line) => `  ${line}`)),
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
  ];
  return `${stripControls(lines.join('\n'))}\n`;
}

function linkText({ href, resolved, suggestions, pages }: LinkFacts): string {
  const target = resolved === undefined || resolved === href ? '' : ` → ${oneLine(resolved)}`;
  const shownOn = pages === undefined || pages < 2 ? '' : `  on ${pages} pages`;
  const meant =
    suggestions.length === 0 ? '' : `  did you mean ${suggestions.map(oneLine).join(' or ')}?`;
  return `  ${oneLine(href)}${target}${shownOn}${meant}`;
}

/** A destination may hold line ends; the line that starts with the place must not. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
