import type { Span } from '../../content/source-text.ts';
import { nearest } from '../../diagnostics/nearest.ts';

export interface DirectiveOption {
  readonly value: string;
  readonly span: Span;
}

export interface DirectiveOptions {
  /** `[Label]` or `Label` before the options; empty where there is none. */
  readonly label: { readonly text: string; readonly start: number };
  readonly options: ReadonlyMap<string, DirectiveOption>;
  readonly problems: readonly {
    readonly span: Span;
    readonly message: string;
    readonly hint: string;
  }[];
}

const OPTION = /([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}=]+))(?=\s|$)|\S+/g;

/** Reads what stands behind the name of a directive: `[Label]{name="value" other=value}`. */
export function readDirectiveOptions(
  rest: { readonly text: string; readonly start: number },
  known: readonly string[],
): DirectiveOptions {
  const braces = /\{([^{}]*)\}$/.exec(rest.text);
  const label = readLabel(rest.text.slice(0, braces?.index), rest.start);
  const options = new Map<string, DirectiveOption>();
  const problems: DirectiveOptions['problems'][number][] = [];
  const start = rest.start + (braces?.index ?? 0) + 1;
  for (const match of (braces?.[1] ?? '').matchAll(OPTION)) {
    const [whole, name, double, single, bare] = match;
    const at = start + match.index;
    const span = { start: at, end: at + whole.length };
    const value = (double ?? single ?? bare ?? '').trim();
    const message = problemOf({ whole, name, value }, known, options);
    if (name === undefined || message !== undefined)
      problems.push({ span, message: message ?? '', hint: hintFor(name ?? whole, known) });
    else options.set(name, { value, span });
  }
  return { label, options, problems };
}

function readLabel(text: string, start: number): DirectiveOptions['label'] {
  const bracketed = /^\[.*\]\s*$/.test(text);
  const inner = bracketed ? text.trimEnd().slice(1, -1) : text;
  const leading = inner.length - inner.trimStart().length;
  return { text: inner.trim(), start: start + (bracketed ? 1 : 0) + leading };
}

interface Written {
  readonly whole: string;
  readonly name: string | undefined;
  readonly value: string;
}

function problemOf(
  { whole, name, value }: Written,
  known: readonly string[],
  options: ReadonlyMap<string, DirectiveOption>,
): string | undefined {
  if (name === undefined || !known.includes(name)) return `the option "${whole}" is not known`;
  if (value === '') return `the option "${name}" has no value`;
  return options.has(name) ? `the option "${name}" stands twice` : undefined;
}

function hintFor(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const form = known.map((option) => `${option}="…"`).join(' and ');
  return near === undefined || near === name ? `known are ${form}` : `did you mean ${near}="…"?`;
}
