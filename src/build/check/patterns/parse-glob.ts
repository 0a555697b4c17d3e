import {
  createReader,
  EMPTY,
  literal,
  MAX_DEPTH,
  type Parsed,
  type PatternNode,
  type PatternReader,
  peek,
} from './syntax.ts';

/**
 * Reads a glob, which has to match a whole path or address: `*` is any text within a segment, `**` any text, a whole
 * segment `**` any number of segments (also none), `?` one character, `[a-z]` and `[!a-z]` one of a class (never `/`),
 * `{a,b}` either, and a backslash takes the meaning from what follows.
 */
export function parseGlob(text: string): Parsed<PatternNode> {
  const reader = createReader(text);
  const node = readSequence(reader);
  return reader.problem === undefined
    ? { ok: true, value: { kind: 'sequence', nodes: [START, node, END] } }
    : { ok: false, problem: reader.problem };
}

const START: PatternNode = { kind: 'assertion', place: 'start' };
const END: PatternNode = { kind: 'assertion', place: 'end' };
const ANYTHING: PatternNode = repeatAny({ kind: 'char', test: () => true });
const IN_SEGMENT: PatternNode = { kind: 'char', test: (character) => character !== '/' };
const SEGMENTS: PatternNode = {
  kind: 'either',
  nodes: [EMPTY, { kind: 'sequence', nodes: [ANYTHING, literal('/')] }],
};

function repeatAny(node: PatternNode): PatternNode {
  return { kind: 'repeat', node, min: 0, max: undefined };
}

function readSequence(reader: PatternReader): PatternNode {
  const nodes: PatternNode[] = [];
  for (let next = peek(reader); next !== undefined; next = peek(reader)) {
    if (reader.depth > 0 && (next === ',' || next === '}')) break;
    nodes.push(readOne(reader, next));
  }
  return { kind: 'sequence', nodes };
}

function readOne(reader: PatternReader, first: string): PatternNode {
  reader.at += 1;
  switch (first) {
    case '*':
      return readStars(reader);
    case '?':
      return IN_SEGMENT;
    case '[':
      return readClass(reader);
    case '{':
      return readGroup(reader);
    case '\\':
      return literal(takeEscaped(reader));
    default:
      return literal(first);
  }
}

function readStars(reader: PatternReader): PatternNode {
  const start = reader.at - 1;
  while (peek(reader) === '*') reader.at += 1;
  if (reader.at - start === 1) return repeatAny(IN_SEGMENT);
  const before = start === 0 ? '/' : reader.characters[start - 1];
  const whole = (before === '/' || before === '{' || before === ',') && peek(reader) === '/';
  if (!whole) return ANYTHING;
  reader.at += 1;
  return SEGMENTS;
}

function takeEscaped(reader: PatternReader): string {
  const character = peek(reader);
  if (character === undefined) reader.problem ??= 'ends with a backslash';
  reader.at += 1;
  return character ?? '';
}

function readGroup(reader: PatternReader): PatternNode {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) reader.problem ??= 'has braces nested too deep';
  const nodes = [readSequence(reader)];
  while (peek(reader) === ',') {
    reader.at += 1;
    nodes.push(readSequence(reader));
  }
  reader.depth -= 1;
  if (peek(reader) !== '}') reader.problem ??= 'has a { without a }';
  reader.at += 1;
  // As in shells, braces without a comma are themselves.
  return nodes.length === 1
    ? { kind: 'sequence', nodes: [literal('{'), ...nodes, literal('}')] }
    : { kind: 'either', nodes };
}

interface Range {
  readonly from: string;
  readonly to: string;
}

function readClass(reader: PatternReader): PatternNode {
  const negated = peek(reader) === '!' || peek(reader) === '^';
  if (negated) reader.at += 1;
  const ranges: Range[] = [];
  // A bracket that comes first is one of the class.
  for (let next = peek(reader); next !== ']' || ranges.length === 0; next = peek(reader)) {
    if (next === undefined) {
      reader.problem ??= 'has a [ without a ]';
      return EMPTY;
    }
    ranges.push(readRange(reader));
  }
  reader.at += 1;
  const isIn = (character: string): boolean =>
    ranges.some(({ from, to }) => inRange(character, from, to));
  return { kind: 'char', test: (character) => character !== '/' && isIn(character) !== negated };
}

function inRange(character: string, from: string, to: string): boolean {
  const code = codeOf(character);
  return code >= codeOf(from) && code <= codeOf(to);
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function readRange(reader: PatternReader): Range {
  const from = takeOfClass(reader);
  const isRange = peek(reader) === '-' && reader.characters[reader.at + 1] !== ']';
  if (!isRange) return { from, to: from };
  reader.at += 1;
  const to = takeOfClass(reader);
  if (codeOf(to) < codeOf(from)) reader.problem ??= `has a range "${from}-${to}" out of order`;
  return { from, to };
}

function takeOfClass(reader: PatternReader): string {
  const character = peek(reader) ?? '';
  reader.at += 1;
  return character === '\\' ? takeEscaped(reader) : character;
}
