/** Reads JSON and the literals of JavaScript and Python, with the place of each part, as far as they can be read. */
import type { JsonValue } from '../openapi/read/description.ts';
import {
  endOfString,
  nameOf,
  NO_KEYS,
  readString,
  type Reader,
  type ResolveName,
  scalar,
} from './literal-text.ts';
import {
  ANYTHING,
  DYNAMIC,
  isBeforeHost,
  isPlaceholder,
  type Range,
  type SyntaxProblem,
  type Value,
} from './sample.ts';

/** A value in JSON, JavaScript or Python. */
export interface Literal {
  readonly value: Value;
  /** Offset after it. */
  readonly end: number;
  /** Empty for code, where expressions are read up to the next comma. */
  readonly problems: readonly SyntaxProblem[];
}

interface LiteralOptions extends Pick<Reader, 'form'> {
  readonly start?: number;
  readonly resolve?: ResolveName;
  /** Whether it is the list of arguments that begins with this parenthesis. */
  readonly isCall?: boolean;
}

/** Deeper values are read as anything. */
const MAX_DEPTH = 100;

/** Objects with parts that are left out: nothing that they lack is missing. */
const PARTIAL = new WeakSet<object>();

/** True for an object or list of a sample with parts that are left out. */
export function isPartial(value: object): boolean {
  return PARTIAL.has(value);
}

/** Reads the value at an offset of a text. */
export function readLiteral(
  text: string,
  { form, start = 0, resolve = () => undefined, isCall = false }: LiteralOptions,
): Literal {
  const reader: Reader = {
    text,
    form,
    resolve,
    at: start,
    depth: 0,
    problems: [],
  };
  const value = isCall ? readList(reader, ')') : readValue(reader);
  const end = reader.at;
  skipSpace(reader);
  if (form === 'json' && reader.at < text.length && reader.problems.length === 0) {
    const range = { start: reader.at, end: reader.at + 1 };
    const found = text.charAt(reader.at);
    reader.problems.push({ ...range, message: `"${found}" follows the end of the JSON` });
  }
  return { value, end, problems: reader.problems };
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
  ['undefined', null],
]);

function readValue(reader: Reader): Value {
  skipSpace(reader);
  const { text, at: start, form } = reader;
  const first = text.charAt(start);
  if (reader.depth >= MAX_DEPTH && (form === 'code' || /[[{]/.test(first))) {
    skipExpression(reader);
    return scalar(ANYTHING, { start, end: reader.at });
  }
  if (first === '{' && !/^\{\{|^\{\s*\w+\s*\}(?!\s*[:=])/.test(text.slice(start, start + 80)))
    return ended(reader, readObject(reader));
  if (first === '[') return ended(reader, readList(reader, ']'));
  const string = readString(reader);
  if (string !== undefined) return ended(reader, string);
  const number = /^-?(?:0|[1-9][\d_]*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/i.exec(
    text.slice(start, start + 60),
  );
  if (number !== null) {
    reader.at += number[0].length;
    const json = Number(number[0].replaceAll('_', ''));
    return ended(reader, scalar(json, { start, end: reader.at }));
  }
  const word = /^[A-Za-z_$][\w$]*/.exec(text.slice(start, start + 80))?.[0] ?? '';
  const known = WORDS.get(word);
  if (known !== undefined && (form === 'code' || /^[a-z]/.test(word))) {
    reader.at += word.length;
    return ended(reader, scalar(known, { start, end: reader.at }));
  }
  return form === 'code' ? readExpression(reader, word) : readUnquoted(reader);
}

function readInner(reader: Reader): Value {
  reader.depth += 1;
  const value = readValue(reader);
  reader.depth -= 1;
  return value;
}

/** In code, a value that an operator follows is known only when the sample runs. */
function ended(reader: Reader, value: Value): Value {
  if (reader.form === 'json') return value;
  skipSpace(reader);
  const rest = reader.text.slice(reader.at, reader.at + 12);
  if (rest.startsWith('+') && !/^\+[+=]/.test(rest)) return joined(reader, value);
  if (rest === '' || /^[,)\]};:]|^as\s|^satisfies\s|^\n/.test(rest)) {
    if (/^(?:as|satisfies)\s/.test(rest)) skipExpression(reader);
    return value;
  }
  // Another statement begins.
  if (/\n/.test(reader.text.slice(value.end, reader.at)) && !/^[.+?&|*/%-]/.test(rest))
    return value;
  skipExpression(reader);
  return scalar(ANYTHING, { start: value.start, end: reader.at });
}

/** Reads the rest of a sum of texts; what is not known is dynamic. */
function joined(reader: Reader, first: Value): Value {
  reader.at += 1;
  const second = readInner(reader);
  const textOf = ({ json }: Value): string =>
    typeof json === 'string' || typeof json === 'number' ? String(json) : DYNAMIC;
  const range = { start: first.start, end: reader.at };
  const isText = typeof first.json === 'string' || typeof second.json === 'string';
  const start = typeof first.json === 'string' ? first.json : '';
  const variable = first.variable ?? (isBeforeHost(start) ? second.variable : undefined);
  return scalar(isText ? textOf(first) + textOf(second) : ANYTHING, range, variable);
}

/** Reads what has no quotes: a placeholder stands for a value. */
function readUnquoted(reader: Reader): Value {
  const { text, at: start, problems } = reader;
  const [, found = ''] =
    /^(\$\([^()]*\)|\{\{[^{}]*\}\}|\{[^{}"]*\}|<[^<>]*>|[^\s,\]}"]+)/.exec(text.slice(start)) ?? [];
  reader.at = start + found.length;
  const range = { start, end: reader.at };
  if (found !== '' && (isPlaceholder(found) || /^[A-Z][A-Z\d_]*$|^[$]/.test(found))) {
    return scalar(ANYTHING, range);
  }
  if (problems.length === 0) problems.push(unquotedProblem(reader, range, found));
  return scalar(ANYTHING, range);
}

function unquotedProblem({ text }: Reader, range: Range, found: string): SyntaxProblem {
  if (found === '') {
    const what = text.charAt(range.start);
    return what === ''
      ? {
          start: Math.max(0, range.start - 1),
          end: range.start,
          message: 'the JSON ends before a value',
        }
      : { start: range.start, end: range.start + 1, message: `"${what}" is where a value must be` };
  }
  if (found.startsWith("'"))
    return { ...range, message: 'JSON has no single quotes', hint: 'write double quotes' };
  return { ...range, message: `"${found}" is no JSON value`, hint: 'write texts in double quotes' };
}

const NAMES_OF_JSON = /^(?:JSON\.stringify|json\.dumps)\s*\(/;

/** Reads an expression of code: a name whose value is known, a value that is turned into JSON, or anything. */
function readExpression(reader: Reader, word: string): Value {
  const { text, at: start } = reader;
  const json = NAMES_OF_JSON.exec(text.slice(start, start + 40));
  if (json !== null) {
    reader.at += json[0].length;
    const value = readInner(reader);
    skipExpression(reader);
    if (text.charAt(reader.at) === ',') skipTo(reader, ')');
    reader.at += 1;
    return value;
  }
  reader.at += word.length;
  const next = text
    .slice(reader.at, reader.at + 20)
    .trimStart()
    .charAt(0);
  const value = word === '' || /[.([?]/.test(next) ? undefined : reader.resolve(word);
  if (next === '+' && word !== '')
    return ended(reader, value ?? scalar(ANYTHING, { start, end: reader.at }, word));
  // `user.name + "/x"`, `f(x) + "/x"`
  const chain =
    /^(?:\.[\w$]+|\[[^[\]]*\]|\([^()]*\))*(?=\s*\+[^+=])/.exec(
      text.slice(reader.at, reader.at + 200),
    )?.[0] ?? '';
  if (chain !== '' && word !== '') {
    reader.at += chain.length;
    const variable = nameOf(text.slice(start, reader.at));
    return ended(reader, scalar(ANYTHING, { start, end: reader.at }, variable));
  }
  skipExpression(reader);
  return value ?? scalar(ANYTHING, { start, end: reader.at }, nameOf(text.slice(start, reader.at)));
}

/** Skips up to a bracket that closes one around. */
function skipTo(reader: Reader, closer: string): void {
  while (reader.at < reader.text.length && reader.text.charAt(reader.at) !== closer) {
    if (reader.text.charAt(reader.at) === ',') reader.at += 1;
    const before = reader.at;
    skipExpression(reader);
    if (reader.at === before && reader.text.charAt(reader.at) !== closer) reader.at += 1;
  }
}

/** Skips the rest of an expression: up to a comma or bracket outside of brackets and texts. */
function skipExpression(reader: Pick<Reader, 'text' | 'at'>): void {
  const closers: string[] = [];
  const { text } = reader;
  while (reader.at < text.length) {
    const character = text.charAt(reader.at);
    if (/["'`]/.test(character)) {
      reader.at = endOfString(text, reader.at);
      continue;
    }
    const closer = CLOSERS[character];
    if (closer !== undefined) closers.push(closer);
    else if (character === closers.at(-1)) closers.pop();
    else if (closers.length === 0 && /[,;)\]}]/.test(character)) return;
    else if (
      closers.length === 0 &&
      character === '\n' &&
      !/^\s*[.+?&|)\]}]/.test(text.slice(reader.at + 1, reader.at + 80))
    )
      return;
    reader.at += 1;
  }
}

/** `…`, `...` and `// …` between the parts of an object or list. */
const ELLIPSIS = /^(?:\.{3}(?![\w$({[])|…|"(?:\.{3}|…)"(?!\s*:))/;

function skipEllipsis(reader: Reader): boolean {
  const found = ELLIPSIS.exec(reader.text.slice(reader.at, reader.at + 6))?.[0];
  if (found === undefined) return false;
  reader.at += found.length;
  return true;
}

function readList(reader: Reader, closer: string): Value {
  const { text, at: start } = reader;
  const parts = new Map<number, Value>();
  const list: JsonValue[] = [];
  readParts(
    reader,
    () => {
      if (reader.form === 'code' && /^(?:\.{3}|\*)/.test(text.slice(reader.at, reader.at + 3))) {
        skipExpression(reader);
        return false;
      }
      const value = readValue(reader);
      parts.set(list.push(value.json) - 1, value);
      return true;
    },
    { closer, whole: list },
  );
  return { json: list, start, end: reader.at, parts, keys: NO_KEYS };
}

function readObject(reader: Reader): Value {
  const { at: start } = reader;
  const parts = new Map<string, Value>();
  const keys = new Map<string, Range>();
  const object: Record<string, JsonValue> = Object.create(null);
  readParts(reader, () => readProperty(reader, { parts, keys, object }), {
    closer: '}',
    whole: object,
  });
  return { json: object, start, end: reader.at, parts, keys };
}

interface ObjectParts {
  readonly parts: Map<string, Value>;
  readonly keys: Map<string, Range>;
  readonly object: Record<string, JsonValue>;
}

/** Reads a key with its value; false for what is left out or computed. */
function readProperty(reader: Reader, { parts, keys, object }: ObjectParts): boolean {
  const { text, form, at: start } = reader;
  const [spread] =
    form === 'code' ? (/^(?:\.{3}|\*\*)\s*/.exec(text.slice(start, start + 8)) ?? []) : [];
  if (spread !== undefined) {
    reader.at += spread.length;
    const value = readValue(reader);
    for (const [key, part] of value.parts) {
      object[key] = part.json;
      parts.set(String(key), part);
      keys.set(String(key), value.keys.get(String(key)) ?? part);
    }
    return value.keys.size > 0;
  }
  if (form === 'code' && text.charAt(start) === '[') {
    skipExpression(reader);
    return false;
  }
  const name = readString(reader);
  const word =
    name === undefined ? (/^[\w$-]+/.exec(text.slice(start, start + 100))?.[0] ?? '') : '';
  reader.at += word.length;
  if (name === undefined && (form === 'json' || word === '')) {
    const value = form === 'json' ? ((reader.at = start), readUnquoted(reader)) : undefined;
    if (value === undefined) skipExpression(reader);
    skipSpace(reader);
    if (text.charAt(reader.at) === ':') {
      reader.at += 1;
      readValue(reader);
    }
    return false;
  }
  const range = { start, end: reader.at };
  const key = name === undefined ? word : String(name.json);
  skipSpace(reader);
  const isPython = form === 'code' && text.charAt(reader.at) === '=';
  if (text.charAt(reader.at) === ':' || isPython) {
    reader.at += 1;
    const value = readValue(reader);
    object[key] = value.json;
    parts.set(key, value);
  } else if (form === 'code') {
    // `{ name }` in JavaScript.
    const value = reader.resolve(key) ?? scalar(ANYTHING, range);
    object[key] = value.json;
    parts.set(key, value);
    skipExpression(reader);
  } else {
    if (reader.problems.length === 0)
      reader.problems.push({
        start: range.end - 1,
        end: range.end,
        message: `a colon is missing after ${text.slice(start, range.end)}`,
      });
    return false;
  }
  keys.set(key, range);
  return true;
}

/** Reads the parts of an object or list, with the commas between them, up to a bracket. */
function readParts(
  reader: Reader,
  readPart: () => boolean,
  { closer, whole }: { readonly closer: string; readonly whole: object },
): void {
  const { text, problems, form, at: start } = reader;
  reader.at += 1;
  reader.depth += 1;
  let comma: number | undefined;
  for (;;) {
    if (skipSpace(reader)) PARTIAL.add(whole);
    const character = text.charAt(reader.at);
    if (character === closer) {
      if (comma !== undefined && form === 'json' && problems.length === 0)
        problems.push({
          start: comma,
          end: comma + 1,
          message: `the comma before "${closer}" is not allowed in JSON`,
          hint: 'remove it',
          fix: '',
        });
      reader.at += 1;
      break;
    }
    if (character === '' || (form === 'json' && /[}\]]/.test(character))) {
      const message = `"${text.charAt(start)}" is opened here and never closed`;
      if (problems.length === 0 && form === 'json')
        problems.push({ start, end: start + 1, message, hint: `add "${closer}"` });
      break;
    }
    const before = reader.at;
    comma = undefined;
    if (skipEllipsis(reader) || !readPart()) PARTIAL.add(whole);
    const end = reader.at;
    skipSpace(reader);
    if (text.charAt(reader.at) === ',') {
      comma = reader.at;
      reader.at += 1;
    } else if (
      form === 'json' &&
      !/[}\]]|^$/.test(text.charAt(reader.at)) &&
      problems.length === 0 &&
      !PARTIAL.has(whole)
    )
      problems.push({
        start: end - 1,
        end,
        message: 'a comma is missing after this value',
        hint: 'add a comma',
      });
    if (reader.at === before) reader.at += 1;
  }
  reader.depth -= 1;
}

/** White space and comments of JavaScript and Python. */
const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|#[^\n]*)+/y;

/** Skips white space and comments; returns true if a comment with dots says that parts are left out. */
function skipSpace(reader: Pick<Reader, 'text' | 'at'>): boolean {
  SPACE.lastIndex = reader.at;
  const skipped = SPACE.exec(reader.text)?.[0] ?? '';
  reader.at += skipped.length;
  return /\.{3}|…/.test(skipped);
}
