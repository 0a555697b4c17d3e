/** Reads texts in JSON, JavaScript and Python. */
import type { JsonValue } from '../openapi/read/description.ts';
import {
  ANYTHING,
  DYNAMIC,
  isBeforeHost,
  type Range,
  type SyntaxProblem,
  type Value,
} from './sample.ts';

/** Returns the value of a name, if it is known. */
export type ResolveName = (name: string) => Value | undefined;

/** A text that is being read. */
export interface Reader {
  /** `json` reports what is no JSON, `code` reads expressions as anything. */
  readonly form: 'json' | 'code';
  readonly text: string;
  readonly resolve: ResolveName;
  at: number;
  depth: number;
  readonly problems: SyntaxProblem[];
}

const NO_PARTS: Value['parts'] = new Map();
export const NO_KEYS: Value['keys'] = new Map();

/** A value without parts. */
export function scalar(json: JsonValue, { start, end }: Range, variable?: string): Value {
  return { json, start, end, parts: NO_PARTS, keys: NO_KEYS, variable };
}

/** The last name of an expression: `API` in `process.env.API` and `os.environ["API"]`. */
export function nameOf(expression: string): string | undefined {
  return /([A-Za-z_$][\w$]*)\W*$/.exec(expression.slice(-100))?.[1];
}

/** The offset after a text that begins with a quote. */
export function endOfString(text: string, start: number): number {
  const quote = text.charAt(start);
  const long = quote.repeat(3);
  const mark = text.startsWith(long, start) && quote !== '`' ? long : quote;
  let at = start + mark.length;
  while (at < text.length && !text.startsWith(mark, at)) at += text.charAt(at) === '\\' ? 2 : 1;
  return Math.min(text.length, at + mark.length);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Reads a text; undefined if there is none here. Expressions in it are dynamic. */
export function readString(reader: Reader): Value | undefined {
  const { text, at: start, form } = reader;
  const [, prefix = ''] =
    form === 'code' ? (/^([fFbBrRuU]{1,2})["']/.exec(text.slice(start, start + 3)) ?? []) : [];
  const open = start + prefix.length;
  const quote = text.charAt(open);
  if (quote !== '"' && (form === 'json' || !/['`]/.test(quote))) return undefined;
  const end = endOfString(text, open);
  const mark = form === 'code' && quote !== '`' && text.startsWith(quote.repeat(3), open) ? 3 : 1;
  const raw = text.slice(open + mark, end - mark);
  const isOpen =
    !text.slice(open + mark).includes(quote) || (form === 'json' && raw.includes('\n'));
  if (form === 'json' && isOpen) return unclosedString(reader, open);
  reader.at = end;
  let content = raw;
  let variable: string | undefined;
  const expressions =
    quote === '`' ? /\$\{([^{}]*)\}/g : /f/i.test(prefix) ? /\{([^{}]*)\}/g : undefined;
  if (expressions !== undefined)
    content = raw.replace(expressions, (_, expression: string, at: number) => {
      const known = reader.resolve(expression.trim());
      const words = typeof known?.json === 'string' ? known.json : undefined;
      if (isBeforeHost(raw.slice(0, at)))
        variable = words === undefined ? nameOf(expression) : known?.variable;
      return words ?? DYNAMIC;
    });
  if (content.includes('\\') && !/r/i.test(prefix))
    content = content.replace(
      /\\(?:u([\da-f]{4})|(.))/gis,
      (_, unit: string | undefined, one: string = '') =>
        unit === undefined ? (ESCAPES[one] ?? one) : String.fromCharCode(Number.parseInt(unit, 16)),
    );
  return scalar(content, { start, end }, variable);
}

function unclosedString(reader: Reader, start: number): Value {
  const { text, problems } = reader;
  const newline = text.indexOf('\n', start);
  const end = newline < 0 ? text.length : newline;
  reader.at = end;
  if (problems.length === 0)
    problems.push({
      start,
      end,
      message: 'the quote is opened here and never closed',
      hint: 'add a double quote at its end',
    });
  return scalar(ANYTHING, { start, end });
}
