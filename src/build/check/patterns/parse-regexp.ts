import {
  createReader,
  EMPTY,
  MAX_DEPTH,
  type Parsed,
  type PatternNode,
  type PatternReader,
  peek,
} from './syntax.ts';

/**
 * Reads a regular expression in JavaScript's syntax with its `u` flag (ECMAScript, 22.2.1). What an automaton cannot
 * do, look around and back references, is a problem. Flags: `i`, `s` and `u`.
 */
export function parseRegExp(source: string, flags: string): Parsed<PatternNode> {
  const modes = `${flags.replace('u', '')}u`;
  if (!/^[is]*u$/.test(modes)) {
    return { ok: false, problem: `has the flags "${flags}", but only i, s and u are known` };
  }
  const invalid = syntaxProblem(source, modes);
  if (invalid !== undefined) return { ok: false, problem: invalid };
  const reader: RegExpReader = { ...createReader(source), modes };
  const value = readAlternatives(reader);
  return reader.problem === undefined
    ? { ok: true, value }
    : { ok: false, problem: reader.problem };
}

interface RegExpReader extends PatternReader {
  readonly modes: string;
}

// Making a regular expression is harmless, running it is not.
function syntaxProblem(source: string, flags: string): string | undefined {
  try {
    void new RegExp(source, flags);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason = error.message.slice(error.message.lastIndexOf(': ') + 2);
    return `is not a regular expression: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  }
}

function readAlternatives(reader: RegExpReader): PatternNode {
  const nodes = [readSequence(reader)];
  while (peek(reader) === '|') {
    reader.at += 1;
    nodes.push(readSequence(reader));
  }
  return nodes.length === 1 ? (nodes[0] ?? EMPTY) : { kind: 'either', nodes };
}

function readSequence(reader: RegExpReader): PatternNode {
  const nodes: PatternNode[] = [];
  for (let next = peek(reader); next !== undefined; next = peek(reader)) {
    if (next === '|' || next === ')') break;
    nodes.push(readQuantified(reader, readAtom(reader, next)));
  }
  return { kind: 'sequence', nodes };
}

function readAtom(reader: RegExpReader, first: string): PatternNode {
  switch (first) {
    case '^':
      reader.at += 1;
      return { kind: 'assertion', place: 'start' };
    case '$':
      reader.at += 1;
      return { kind: 'assertion', place: 'end' };
    case '(':
      return readGroup(reader);
    case '[':
      return oneOf(reader, classLength(reader));
    case '\\':
      return readEscape(reader);
    default:
      return oneOf(reader, 1);
  }
}

/** An atom of so many characters that stands for one code point: tested by JavaScript's own rules, on that one alone. */
function oneOf(reader: RegExpReader, length: number): PatternNode {
  const source = reader.characters.slice(reader.at, reader.at + length).join('');
  reader.at += length;
  const tester = new RegExp(`^${source}$`, reader.modes);
  return { kind: 'char', test: (character) => tester.test(character) };
}

function classLength({ characters, at }: RegExpReader): number {
  let end = at + 1;
  while (end < characters.length && characters[end] !== ']')
    end += characters[end] === '\\' ? 2 : 1;
  return end + 1 - at;
}

const ESCAPE =
  /^\\(?:u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u.{4}|x..|c.|[pP]\{[^}]*\}|.)/su;

function readEscape(reader: RegExpReader): PatternNode {
  const letter = reader.characters[reader.at + 1] ?? '';
  if (letter === 'b' || letter === 'B') {
    reader.at += 2;
    return { kind: 'assertion', place: letter === 'b' ? 'boundary' : 'no-boundary' };
  }
  if (/[1-9k]/.test(letter)) {
    reader.problem ??= 'has a back reference, which is not supported';
    return EMPTY;
  }
  const rest = reader.characters.slice(reader.at, reader.at + 60).join('');
  return oneOf(reader, [...(ESCAPE.exec(rest)?.[0] ?? '\\')].length);
}

function readGroup(reader: RegExpReader): PatternNode {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) reader.problem ??= 'has groups nested too deep';
  const opening = reader.characters.slice(reader.at, reader.at + 100).join('');
  const plain = /^\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/u.exec(opening)?.[0];
  if (plain === undefined) {
    reader.problem ??= /^\(\?<?[=!]/.test(opening)
      ? 'looks ahead or behind, which is not supported'
      : 'has a group of a kind that is not supported';
  }
  reader.at += [...(plain ?? '(')].length;
  const node = readAlternatives(reader);
  reader.at += 1;
  reader.depth -= 1;
  return node;
}

function readQuantified(reader: RegExpReader, node: PatternNode): PatternNode {
  const bounds = readBounds(reader);
  if (bounds === undefined) return node;
  // Whether a quantifier is greedy changes what is found, never whether something is.
  if (peek(reader) === '?') reader.at += 1;
  return { kind: 'repeat', node, ...bounds };
}

interface Bounds {
  readonly min: number;
  readonly max: number | undefined;
}

const SIMPLE: ReadonlyMap<string, Bounds> = new Map([
  ['*', { min: 0, max: undefined }],
  ['+', { min: 1, max: undefined }],
  ['?', { min: 0, max: 1 }],
]);

function readBounds(reader: RegExpReader): Bounds | undefined {
  const next = peek(reader);
  const simple = next === undefined ? undefined : SIMPLE.get(next);
  if (simple !== undefined) {
    reader.at += 1;
    return simple;
  }
  if (next !== '{') return undefined;
  const rest = reader.characters.slice(reader.at, reader.at + 60).join('');
  const [all = '{', min = '0', comma, max = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(rest) ?? [];
  reader.at += all.length;
  if (comma === '') return { min: Number(min), max: Number(min) };
  return { min: Number(min), max: max === '' ? undefined : Number(max) };
}
