/** A regular expression (ECMA-262) as far as texts are made for it: what else there is makes the pattern unknown. */
export type Pattern =
  | {
      readonly kind: 'characters';
      readonly has: (code: number) => boolean;
      readonly literal?: string;
    }
  | { readonly kind: 'edge'; readonly at: 'start' | 'end' | 'word' | 'inside' }
  | { readonly kind: 'look'; readonly inner: Pattern; readonly holds: boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | {
      readonly kind: 'repeat';
      readonly inner: Pattern;
      readonly min: number;
      readonly max: number;
    };

interface Cursor {
  readonly text: readonly string[];
  at: number;
  depth: number;
}

// Thrown and caught in this file only.
const UNKNOWN = new Error('unknown pattern');

/** Reads a pattern; undefined where it has what is not supported (look-behind, references) or is no pattern. */
export function parsePattern(source: string): Pattern | undefined {
  if (source.length > 500) return undefined;
  const cursor: Cursor = { text: [...source], at: 0, depth: 0 };
  try {
    const pattern = choice(cursor);
    return cursor.at === cursor.text.length ? pattern : undefined;
  } catch (error) {
    if (error === UNKNOWN) return undefined;
    throw error;
  }
}

function choice(cursor: Cursor): Pattern {
  if (++cursor.depth > 20) throw UNKNOWN;
  const options = [sequence(cursor)];
  while (peek(cursor) === '|') {
    cursor.at += 1;
    options.push(sequence(cursor));
  }
  cursor.depth -= 1;
  return options.length === 1 && options[0] !== undefined
    ? options[0]
    : { kind: 'choice', options };
}

function sequence(cursor: Cursor): Pattern {
  const parts: Pattern[] = [];
  for (let next = peek(cursor); next !== undefined && next !== '|' && next !== ')'; ) {
    parts.push(quantified(cursor, atom(cursor)));
    next = peek(cursor);
  }
  return { kind: 'sequence', parts };
}

function quantified(cursor: Cursor, inner: Pattern): Pattern {
  const next = peek(cursor);
  let bounds: readonly [number, number] | undefined;
  if (next === '*') bounds = [0, Infinity];
  else if (next === '+') bounds = [1, Infinity];
  else if (next === '?') bounds = [0, 1];
  if (bounds !== undefined) cursor.at += 1;
  else if (next === '{') bounds = braces(cursor);
  if (bounds === undefined) return inner;
  if (peek(cursor) === '?') cursor.at += 1;
  return { kind: 'repeat', inner, min: bounds[0], max: bounds[1] };
}

function braces(cursor: Cursor): readonly [number, number] | undefined {
  const ahead = cursor.text.slice(cursor.at, cursor.at + 16).join('');
  const found = /^\{(\d{1,5})(,?)(\d{0,5})\}/.exec(ahead);
  if (found === null) return undefined;
  cursor.at += found[0].length;
  const min = Number(found[1]);
  if (found[2] === '') return [min, min];
  return [min, found[3] === '' ? Infinity : Number(found[3])];
}

function atom(cursor: Cursor): Pattern {
  const character = take(cursor);
  switch (character) {
    case '^':
      return { kind: 'edge', at: 'start' };
    case '$':
      return { kind: 'edge', at: 'end' };
    case '.':
      return { kind: 'characters', has: (code) => code !== 10 && code !== 13 };
    case '(':
      return group(cursor);
    case '[':
      return characterClass(cursor);
    case '\\':
      return escape(cursor);
    case '*':
    case '+':
    case '?':
      throw UNKNOWN;
    default:
      return literal(character);
  }
}

function group(cursor: Cursor): Pattern {
  let holds: boolean | undefined;
  if (peek(cursor) === '?') {
    cursor.at += 1;
    const mark = take(cursor);
    if (mark === '=' || mark === '!') holds = mark === '=';
    else if (mark === '<') groupName(cursor);
    else if (mark !== ':') throw UNKNOWN;
  }
  const inner = choice(cursor);
  if (take(cursor) !== ')') throw UNKNOWN;
  return holds === undefined ? inner : { kind: 'look', inner, holds };
}

function groupName(cursor: Cursor): void {
  if (peek(cursor) === '=' || peek(cursor) === '!') throw UNKNOWN;
  while (take(cursor) !== '>');
}

function escape(cursor: Cursor): Pattern {
  const next = peek(cursor);
  if (next === 'b' || next === 'B') {
    cursor.at += 1;
    return { kind: 'edge', at: next === 'b' ? 'word' : 'inside' };
  }
  const found = escaped(cursor);
  return typeof found === 'number'
    ? literal(String.fromCodePoint(found))
    : { kind: 'characters', has: found };
}

type Has = (code: number) => boolean;

const digit: Has = (code) => code >= 48 && code <= 57;
const word: Has = (code) =>
  digit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
const space: Has = (code) => /\s/.test(String.fromCodePoint(code));
const not =
  (has: Has): Has =>
  (code) =>
    !has(code);

const CLASSES: ReadonlyMap<string, Has> = new Map([
  ['d', digit],
  ['D', not(digit)],
  ['w', word],
  ['W', not(word)],
  ['s', space],
  ['S', not(space)],
]);

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['f', 12],
  ['v', 11],
  ['0', 0],
]);

/** What follows a backslash: a class or one character. */
function escaped(cursor: Cursor): Has | number {
  const next = take(cursor);
  const known = CLASSES.get(next) ?? CONTROLS.get(next);
  if (known !== undefined) return known;
  if (next === 'x' || next === 'u') return hex(cursor, next === 'x' ? 2 : 4);
  if (next === 'p' || next === 'P') return property(cursor, next === 'P');
  if (/[\dkc]/.test(next)) throw UNKNOWN;
  return next.codePointAt(0) ?? 0;
}

function hex(cursor: Cursor, length: number): number {
  if (length === 4 && peek(cursor) === '{') {
    const end = cursor.text.indexOf('}', cursor.at);
    const digits = cursor.text.slice(cursor.at + 1, end).join('');
    if (end < 0 || !/^[\da-f]{1,6}$/i.test(digits) || Number.parseInt(digits, 16) > 0x10ffff)
      throw UNKNOWN;
    cursor.at = end + 1;
    return Number.parseInt(digits, 16);
  }
  const digits = cursor.text.slice(cursor.at, cursor.at + length).join('');
  if (digits.length !== length || !/^[\da-f]+$/i.test(digits)) throw UNKNOWN;
  cursor.at += length;
  return Number.parseInt(digits, 16);
}

function property(cursor: Cursor, negated: boolean): Has {
  const end = cursor.text.indexOf('}', cursor.at);
  const name = cursor.text.slice(cursor.at + 1, end).join('');
  if (peek(cursor) !== '{' || !/^[\w=]{1,40}$/.test(name)) throw UNKNOWN;
  cursor.at = end + 1;
  let test: RegExp;
  try {
    test = new RegExp(`\\p{${name}}`, 'u');
  } catch {
    throw UNKNOWN;
  }
  return (code) => test.test(String.fromCodePoint(code)) !== negated;
}

function characterClass(cursor: Cursor): Pattern {
  const negated = peek(cursor) === '^';
  if (negated) cursor.at += 1;
  const members: Has[] = [];
  while (peek(cursor) !== ']') {
    const from = member(cursor);
    const isRange = peek(cursor) === '-' && (cursor.text[cursor.at + 1] ?? ']') !== ']';
    if (typeof from !== 'number') members.push(from);
    else if (!isRange) members.push((code) => code === from);
    else {
      cursor.at += 1;
      const to = member(cursor);
      if (typeof to !== 'number') throw UNKNOWN;
      members.push((code) => code >= from && code <= to);
    }
  }
  cursor.at += 1;
  const has: Has = (code) => members.some((one) => one(code));
  return { kind: 'characters', has: negated ? not(has) : has };
}

function member(cursor: Cursor): Has | number {
  const character = take(cursor);
  if (character !== '\\') return character.codePointAt(0) ?? 0;
  if (peek(cursor) !== 'b') return escaped(cursor);
  cursor.at += 1;
  return 8;
}

function literal(character: string): Pattern {
  const code = character.codePointAt(0);
  return { kind: 'characters', has: (other) => other === code, literal: character };
}

function peek(cursor: Cursor): string | undefined {
  return cursor.text[cursor.at];
}

function take(cursor: Cursor): string {
  const character = cursor.text[cursor.at];
  if (character === undefined) throw UNKNOWN;
  cursor.at += 1;
  return character;
}
