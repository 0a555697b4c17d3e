/** Reads JSON and the values in code of JavaScript and Python, with the place of each part, as far as they can be read. */
import type { JsonValue } from '../openapi/read/description.ts';
import { itemAt } from '../shared/item-at.ts';
import {
  ANYTHING,
  DYNAMIC,
  isBeforeHost,
  isPlaceholder,
  mistake,
  type Range,
  scalar,
  type SyntaxProblem,
  type Value,
} from './sample.ts';
import { CLOSERS, readTokens, type Token, type Tokens } from './tokens.ts';

/** Returns the value of a name, if it is known. */
export type ResolveName = (name: string) => Value | undefined;

interface Reader extends Tokens {
  readonly isJson: boolean;
  readonly resolve: ResolveName;
  /** The number of a token. */
  at: number;
  depth: number;
  readonly problems: SyntaxProblem[];
}

/** Deeper values are read as anything. */
const MAX_DEPTH = 100;

/** Objects with parts that are left out: nothing that they lack is missing. */
const PARTIAL = new WeakSet<object>();

/** True for an object or list of a sample with parts that are left out. */
export function isPartial(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && PARTIAL.has(value);
}

/** Reads JSON; `offsets` are those of its units in the code that it is a part of. */
export function readJson(text: string, offsets?: readonly number[]) {
  const reader = createReader(readTokens(text, 'json', offsets), 0);
  const value = readValue(reader);
  const { end } = before(reader);
  const { start, text: found } = peek(reader);
  if (found !== '')
    fail(
      reader,
      mistake({ start, end: start + 1 }, `"${found.charAt(0)}" follows the end of the JSON`),
    );
  return { value, end, problems: reader.problems, comment: reader.comment };
}

/** Reads the value that begins with a token; `next` is the number of the token after it. */
export function readValueAt(tokens: Tokens, at: number, resolve: ResolveName) {
  const reader = createReader(tokens, at, resolve);
  return { value: readValue(reader), next: reader.at };
}

/** Reads the arguments between parentheses, by number, and by name if they have one. */
export function readArguments(tokens: Tokens, at: number, resolve: ResolveName): Value {
  return readParts(createReader(tokens, at, resolve));
}

function createReader(tokens: Tokens, at: number, resolve: ResolveName = () => undefined): Reader {
  const isJson = tokens.language === 'json';
  return { ...tokens, isJson, resolve, at, depth: 0, problems: [] };
}

function peek({ list, at }: Reader, ahead = 0): Token {
  return itemAt(list, Math.min(at + ahead, list.length - 1));
}

/** The last token that was read. */
function before(reader: Reader): Token {
  return peek(reader, -Math.min(1, reader.at));
}

/** Notes commas that are too many in JSON, and the first other mistake: more may only follow from it. */
function fail({ isJson, problems }: Reader, problem: SyntaxProblem): void {
  if (isJson && !problems.some(({ fix }) => fix === undefined)) problems.push(problem);
}

/** The code since an offset as a value that may be anything, with its last name: `API` in `process.env.API`. */
function anything(reader: Reader, start: number): Value {
  const end = Math.max(start, before(reader).end);
  return scalar(ANYTHING, { start, end }, nameOf(reader.code.slice(start, end)));
}

function nameOf(expression: string): string | undefined {
  return /([A-Za-z_$][\w$]*)\W*$/.exec(expression.slice(-100))?.[1];
}

function readValue(reader: Reader): Value {
  const { start } = peek(reader);
  if (reader.depth >= MAX_DEPTH) {
    skipExpression(reader);
    return anything(reader, start);
  }
  reader.depth += 1;
  let value = readOperand(reader);
  while (!reader.isJson) {
    const { text, isFirst } = peek(reader);
    const isType = text === 'as' || text === 'satisfies';
    if (text === '+') {
      reader.at += 1;
      value = joined(value, readOperand(reader));
      // Another statement may begin on a new line.
    } else if (isType || /^[,)\]};:]?$/.test(text) || (isFirst && !/^[.+?&|*/%-]/.test(text))) {
      if (isType) skipExpression(reader);
      break;
    } else {
      skipExpression(reader);
      value = anything(reader, start);
    }
  }
  reader.depth -= 1;
  return value;
}

/** Joins texts; what is not known is dynamic. */
function joined(first: Value, second: Value): Value {
  const textOf = ({ json }: Value): string => (/^[sn]/.test(typeof json) ? String(json) : DYNAMIC);
  const isText = typeof first.json === 'string' || typeof second.json === 'string';
  const start = typeof first.json === 'string' ? first.json : '';
  const variable = first.variable ?? (isBeforeHost(start) ? second.variable : undefined);
  const range = { start: first.start, end: second.end };
  return scalar(isText ? textOf(first) + textOf(second) : ANYTHING, range, variable);
}

const NUMBER = /^-?(?:0|[1-9][\d_]*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const WORDS: ReadonlyMap<string, JsonValue> = new Map(
  Object.entries({
    true: true,
    false: false,
    null: null,
    True: true,
    False: false,
    None: null,
    undefined: null,
  }),
);

function readOperand(reader: Reader): Value {
  const { isJson, resolve, closers, at } = reader;
  const { text, ...range } = peek(reader);
  const ahead = [1, 2, 3].map((number) => peek(reader, number).text);
  // `{id}` without quotes.
  if (
    isJson &&
    text === '{' &&
    /^\w/.test(ahead[0] ?? '') &&
    ahead[1] === '}' &&
    ahead[2] !== ':'
  ) {
    reader.at += 3;
    return anything(reader, range.start);
  }
  if (/^[{[]$/.test(text)) return readParts(reader);
  const known = NUMBER.test(text) ? Number(text.replaceAll('_', '')) : WORDS.get(text);
  if (known !== undefined && !(isJson && /^[A-Zu]/.test(text))) {
    reader.at += 1;
    return scalar(known, range);
  }
  const string = readText(reader);
  if (string !== undefined) return string;
  if (isJson) return readUnquoted(reader);
  if (/^[,)\]};:]?$/.test(text)) return scalar(ANYTHING, { ...range, end: range.start });
  if (/^(?:JSON\.stringify|json\.dumps)\($/.test(text + ahead.join(''))) {
    reader.at += 4;
    const value = readValue(reader);
    reader.at = (closers.get(at + 3) ?? reader.at - 1) + 1;
    return { ...value, isPrinted: true };
  }
  reader.at = (closers.get(at) ?? at) + 1;
  while (/^[\w$]/.test(text)) {
    const next = peek(reader);
    const close = /^[([]$/.test(next.text) && !next.isFirst ? closers.get(reader.at) : undefined;
    if (close !== undefined) reader.at = close + 1;
    else if (/^\??\.$/.test(next.text)) reader.at += 2;
    else break;
  }
  return (reader.at === at + 1 ? resolve(text) : undefined) ?? anything(reader, range.start);
}

/** Reads what has no quotes in JSON: a placeholder stands for a value. */
function readUnquoted(reader: Reader): Value {
  const { text, ...range } = peek(reader);
  const value = scalar(ANYTHING, range);
  if (text === '') {
    fail(
      reader,
      mistake({ ...range, start: Math.max(0, range.start - 1) }, 'the JSON ends before a value'),
    );
    return value;
  }
  const isMark = /^[\]}:,]$/.test(text);
  if (!isMark) reader.at += 1;
  if (isPlaceholder(text) || /^[A-Z][A-Z\d_]*$|^\$(?!\()/.test(text)) return value;
  const noValue = `"${text}" is no JSON value`;
  const [message, hint] = isMark
    ? [`"${text}" is where a value must be`]
    : text.startsWith('$(')
      ? [noValue, 'a shell runs it outside of single quotes only: write \'"$(…)"\'']
      : text.startsWith("'")
        ? ['JSON has no single quotes', 'write double quotes']
        : [noValue, 'write texts in double quotes'];
  fail(reader, mistake(range, message, { hint }));
  return value;
}

/** Skips the rest of an expression: up to a comma or bracket outside of brackets. */
function skipExpression(reader: Reader): void {
  while (!/^[,;)\]}]?$/.test(peek(reader).text)) {
    reader.at = (reader.closers.get(reader.at) ?? reader.at) + 1;
    const { text, isFirst } = peek(reader);
    if (!reader.isJson && isFirst && !/^[.+?&|)\]}]/.test(text)) return;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Reads a text; undefined if there is none here. Expressions in it are dynamic. */
function readText(reader: Reader): Value | undefined {
  const token = peek(reader);
  const { text, isOpen } = token;
  const [start, prefix = '', mark = ''] = /^([fbru]{0,2})("""|'''|["'`])/i.exec(text) ?? [];
  if (start === undefined || (reader.isJson ? mark !== '"' : isOpen)) return undefined;
  reader.at += 1;
  if (isOpen) {
    const hint = 'add a double quote at its end';
    fail(reader, mistake(token, 'the quote is opened here and never closed', { hint }));
    return scalar(ANYTHING, token);
  }
  const raw = text.slice(start.length, text.length - mark.length);
  const names = mark === '`' ? /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g : /\{((?:[^{}]|\{[^{}]*\})*)\}/g;
  let variable: string | undefined;
  const fill = (_: string, expression: string, at: number): string => {
    const known = reader.resolve(expression.trim());
    const words = typeof known?.json === 'string' ? known.json : undefined;
    if (isBeforeHost(raw.slice(0, at)))
      variable = words === undefined ? nameOf(expression) : known?.variable;
    return words ?? DYNAMIC;
  };
  const filled = mark === '`' || /f/i.test(prefix) ? raw.replace(names, fill) : raw;
  const unescape = (_: string, unit: string | undefined, one = ''): string =>
    unit === undefined ? (ESCAPES[one] ?? one) : String.fromCharCode(Number.parseInt(unit, 16));
  const isRaw = /r/i.test(prefix) || !filled.includes('\\');
  return scalar(
    isRaw ? filled : filled.replace(/\\(?:u([\da-f]{4})|(.))/gis, unescape),
    token,
    variable,
  );
}

/** Skips `…`, `...` and `"..."` between the parts of an object or list. */
function skipEllipsis(reader: Reader): boolean {
  const { text, end } = peek(reader);
  const next = peek(reader, 1);
  const isSpread = text === '...' && next.start === end && /^[\w$({[]/.test(next.text);
  const isDots = /^(?:\.{3}|…|"(?:\.{3}|…)")$/.test(text) && !isSpread;
  if (!isDots || (text.startsWith('"') && next.text === ':')) return false;
  reader.at += 1;
  return true;
}

interface Parts {
  readonly json: JsonValue[] | Record<string, JsonValue>;
  readonly parts: Map<string | number, Value>;
  readonly keys: Map<string, Range>;
}

/** Reads an object, a list or arguments, with the commas between their parts. */
function readParts(reader: Reader): Value {
  const { isJson } = reader;
  const opening = peek(reader);
  const closer = CLOSERS[opening.text] ?? '';
  const json = opening.text === '{' ? Object.create(null) : [];
  const made: Parts = { json, parts: new Map(), keys: new Map() };
  let comma: Token | undefined;
  reader.at += 1;
  for (;;) {
    const { text, isAfterDots } = peek(reader);
    const { at } = reader;
    if (isAfterDots) PARTIAL.add(json);
    if (text === closer) {
      const message = `the comma before "${closer}" is not allowed in JSON`;
      if (comma !== undefined)
        fail(reader, mistake(comma, message, { hint: 'remove it', fix: '' }));
      reader.at += 1;
      break;
    }
    if (text === '' || (isJson && /^[}\]]$/.test(text))) {
      const message = `"${opening.text}" is opened here and never closed`;
      fail(reader, mistake(opening, message, { hint: `add "${closer}"` }));
      break;
    }
    if (skipEllipsis(reader) || !readPart(reader, made)) PARTIAL.add(json);
    const { end } = before(reader);
    const next = peek(reader);
    comma = next.text === ',' ? next : undefined;
    if (next.isAfterDots) PARTIAL.add(json);
    if (comma !== undefined || reader.at === at) reader.at += 1;
    else if (!/^[}\]]?$/.test(next.text) && !PARTIAL.has(json)) {
      const message = 'a comma is missing after this value';
      fail(reader, mistake({ start: end - 1, end }, message, { hint: 'add a comma' }));
    }
  }
  return { ...made, start: opening.start, end: before(reader).end };
}

/** Reads a part with its key; false for what is left out or computed. */
function readPart(reader: Reader, { json, parts, keys }: Parts): boolean {
  const { text, start, end } = peek(reader);
  const { isJson } = reader;
  const add = (key: string, value: Value, range: Range): boolean => {
    if (!Array.isArray(json)) json[key] = value.json;
    parts.set(key, value);
    keys.set(key, range);
    return true;
  };
  if (!isJson && /^(?:\.{3}|\*\*?)$/.test(text)) {
    reader.at += 1;
    const value = readValue(reader);
    for (const [key, range] of value.keys)
      add(key, value.parts.get(key) ?? scalar(ANYTHING, range), range);
    return !Array.isArray(json) && value.keys.size > 0;
  }
  const isNamed = peek(reader, 1).text === '=';
  if (Array.isArray(json) && !isNamed) {
    const value = readValue(reader);
    parts.set(json.push(value.json) - 1, value);
    return true;
  }
  const name = readText(reader);
  const isKey = name !== undefined || (!isJson && /^[\w$]/.test(text));
  if (!isKey && isJson) readUnquoted(reader);
  else if (!isKey) skipExpression(reader);
  else if (name === undefined) reader.at += 1;
  const hasValue = isNamed || peek(reader).text === ':';
  const key = name === undefined ? text : String(name.json);
  if (!hasValue && isJson && isKey)
    fail(reader, mistake({ start: end - 1, end }, `a colon is missing after ${text}`));
  if (!hasValue && (isJson || !isKey)) return false;
  if (hasValue) reader.at += 1;
  // `{ name }` in JavaScript.
  const value = hasValue
    ? readValue(reader)
    : (reader.resolve(key) ?? scalar(ANYTHING, { start, end }));
  if (!hasValue) skipExpression(reader);
  return isKey && add(key, value, { start, end });
}
