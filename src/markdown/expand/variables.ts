import type { Frontmatter } from '../../content/frontmatter.ts';
import { boundedNearest, type Nearest, nearest } from '../../diagnostics/nearest.ts';
import { itemAt } from '../../shared/item-at.ts';
import { type ComposedText, type Line, report, write } from './composed-text.ts';

/** Values of variables by name, as authors write them. */
export type VariableValues = Readonly<Record<string, string | number | boolean>>;

/** The names and values of variables. */
export interface Variables {
  readonly values: ReadonlyMap<string, string>;
  /** False if names that are not known are ordinary text. */
  readonly isStrict: boolean;
  readonly nearest: Nearest;
}

/** Without variables of the site, names that are not parameters are text. */
export const LENIENT: Omit<Variables, 'values'> = { isStrict: false, nearest };

/** The variables of a page: those of the site, and the frontmatter; undefined if the site has none. */
export function pageVariables(
  site: VariableValues | undefined,
  { variables = {}, ...frontmatter }: Frontmatter,
): Variables | undefined {
  if (site === undefined) return undefined;
  const entries = [site, frontmatter, variables].flatMap((values) => Object.entries(values));
  const scalars = entries.flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, String(value)] as const]
      : [],
  );
  return { values: new Map(scalars), isStrict: true, nearest: boundedNearest() };
}

const VARIABLE = /\\?\{\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}\}/g;

/** Replaces the variables with known names in an attribute. */
export function fillVariables(text: string, variables: Variables | undefined): string {
  if (variables === undefined || !text.includes('{{')) return text;
  return text.replace(VARIABLE, (whole, name: string) => variables.values.get(name) ?? whole);
}

/** A range of a line. */
interface WithVariables {
  readonly start: number;
  readonly end: number;
  readonly variables: Variables | undefined;
  readonly inCode?: boolean;
}

/** Writes a range of a line with its variables replaced. */
export function writeVariables(
  job: ComposedText,
  line: Line,
  { start, end, variables, inCode = false }: WithVariables,
): void {
  const text = line.text.slice(start, end);
  if (variables === undefined || !text.includes('{{')) {
    write(job, line, text, { start });
    return;
  }
  // In Markdown, variables in code spans are text, and a backslash before one is left to Markdown, which removes it; in
  // code blocks it is removed here.
  const spans = inCode ? [] : codeSpans(text);
  let span = 0;
  let at = 0;
  for (const { 0: written, 1: name = '', index } of text.matchAll(VARIABLE)) {
    const last = index + written.length;
    while ((spans[span]?.end ?? last) < last) span += 1;
    const isEscaped = written.startsWith('\\');
    if ((spans[span]?.start ?? last) <= index || (isEscaped && !inCode)) continue;
    write(job, line, text.slice(at, index), { start: start + at });
    // Without the backslash, it is text.
    at = isEscaped ? index + 1 : index;
    if (isEscaped) continue;
    const value = variables.values.get(name);
    if (value !== undefined) {
      write(job, line, value, { start: start + index, written: written.length });
      at = last;
    } else if (variables.isStrict) {
      const near = variables.nearest(name, variables.values.keys());
      report(job, 'unknown-variable', {
        line: { ...line, text: written, column: line.column + start + index },
        message: `there is no variable "${name}"`,
        hint:
          near === undefined
            ? 'add it to `variables` in the configuration, or write \\{{ to show braces'
            : `did you mean {{ ${near} }}?`,
      });
    }
  }
  write(job, line, text.slice(at), { start: start + at });
}

/** The code spans of a line (CommonMark 6.1): between runs of the same number of backticks. */
function codeSpans(line: string): readonly { readonly start: number; readonly end: number }[] {
  if (!line.includes('`')) return [];
  const runs = [...line.matchAll(/(\\*)(`+)/g)].map(
    ({ 1: slashes = '', 2: ticks = '', index }) => ({
      start: index + slashes.length,
      length: ticks.length,
      isEscaped: slashes.length % 2 === 1,
    }),
  );
  const spans: { start: number; end: number }[] = [];
  /** Indexes of runs by their length, the first one last. */
  const byLength = new Map<number, number[]>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const { length } = itemAt(runs, index);
    const indexes = byLength.get(length);
    if (indexes === undefined) byLength.set(length, [index]);
    else indexes.push(index);
  }
  let next = 0;
  while (next < runs.length) {
    const open = runs[next];
    next += 1;
    if (open === undefined || open.isEscaped) continue;
    const same = byLength.get(open.length) ?? [];
    while ((same.at(-1) ?? next) < next) same.pop();
    const close = same.at(-1);
    if (close === undefined) continue;
    const closing = itemAt(runs, close);
    spans.push({ start: open.start, end: closing.start + closing.length });
    next = close + 1;
  }
  return spans;
}
