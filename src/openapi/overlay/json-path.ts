/** Selects values with JSONPath (RFC 9535). */
import { itemAt } from '../../shared/item-at.ts';
import { canonical } from '../model/model-context.ts';
import type { JsonValue } from '../read/description.ts';

/** A selected value: the keys and indexes that lead to it. */
export interface Selected {
  readonly path: readonly (string | number)[];
  readonly value: JsonValue;
}

type Selector = (node: Selected, root: JsonValue) => readonly Selected[];

interface Segment {
  readonly isDeep: boolean;
  /** True if it selects one value at most. */
  readonly isSingle: boolean;
  readonly selectors: readonly Selector[];
}

/** The kinds of results in filters: a query of one node at most is a value, too; conditions are tests and queries. */
type Kind = 'value' | 'test' | 'node' | 'nodes';

interface Operand {
  readonly kind: Kind;
  readonly read: (node: Selected, root: JsonValue) => readonly JsonValue[];
}
type Test = (node: Selected, root: JsonValue) => boolean;

interface Reader {
  readonly text: string;
  at: number;
}

/** Reads a query; throws a `SyntaxError`. */
export function parsePath(text: string): (root: JsonValue) => readonly Selected[] {
  const reader: Reader = { text, at: 0 };
  if (!text.startsWith('$')) fail(reader, '"$"');
  reader.at = 1;
  const segments = readSegments(reader);
  if (reader.at < text.length) fail(reader, 'a segment');
  return (root) => select(segments, { path: [], value: root }, root);
}

function select(
  segments: readonly Segment[],
  start: Selected,
  root: JsonValue,
): readonly Selected[] {
  let nodes: readonly Selected[] = [start];
  for (const { isDeep, selectors } of segments) {
    const from = isDeep ? nodes.flatMap(withDescendants) : nodes;
    nodes = from.flatMap((node) => selectors.flatMap((selector) => selector(node, root)));
  }
  return nodes;
}

function children({ path, value }: Selected): readonly Selected[] {
  if (Array.isArray(value))
    return value.map((item, index) => ({ path: [...path, index], value: item }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, item]) => ({ path: [...path, key], value: item }));
}

function withDescendants(node: Selected): readonly Selected[] {
  return [node, ...children(node).flatMap(withDescendants)];
}

function fail({ text, at }: Reader, wanted: string): never {
  const found = at < text.length ? `"${text.charAt(at)}"` : 'the end';
  throw new SyntaxError(`expected ${wanted} at character ${at + 1}, found ${found}`);
}

function skipSpace(reader: Reader): void {
  while (/[ \t\r\n]/.test(reader.text.charAt(reader.at))) reader.at += 1;
}

function takes(reader: Reader, word: string): boolean {
  skipSpace(reader);
  if (!reader.text.startsWith(word, reader.at)) return false;
  reader.at += word.length;
  return true;
}

function expect(reader: Reader, word: string): void {
  if (!takes(reader, word)) fail(reader, `"${word}"`);
}

function match(reader: Reader, pattern: RegExp): string | undefined {
  const found = pattern.exec(reader.text.slice(reader.at));
  if (found === null) return undefined;
  reader.at += found[0].length;
  return found[0];
}

/** With hyphens, which the RFC lacks, and an example of the overlay specification has. */
const NAME = /^[A-Za-z_\u0080-\u{10FFFF}][\w\u0080-\u{10FFFF}-]*/u;

function readSegments(reader: Reader): readonly Segment[] {
  const segments: Segment[] = [];
  for (;;) {
    const before = reader.at;
    skipSpace(reader);
    const dots = match(reader, /^\.\.?/) ?? '';
    const isDeep = dots === '..';
    if (dots !== '.' && reader.text.charAt(reader.at) === '[') {
      const selectors = readBracket(reader);
      const [only, ...others] = selectors;
      const isSingle = !isDeep && only?.isSingle === true && others.length === 0;
      segments.push({ isDeep, isSingle, selectors: selectors.map(({ pick }) => pick) });
    } else if (dots === '') {
      reader.at = before;
      return segments;
    } else if (match(reader, /^\*/) !== undefined)
      segments.push({ isDeep, isSingle: false, selectors: [children] });
    else {
      const name = match(reader, NAME);
      if (name === undefined) fail(reader, 'a name');
      segments.push({ isDeep, isSingle: !isDeep, selectors: [nameSelector(name)] });
    }
  }
}

function nameSelector(name: string): Selector {
  return ({ path, value }) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    const child = Object.hasOwn(value, name) ? value[name] : undefined;
    return child === undefined ? [] : [{ path: [...path, name], value: child }];
  };
}

interface Choice {
  readonly pick: Selector;
  readonly isSingle?: true;
}

function readBracket(reader: Reader): readonly Choice[] {
  expect(reader, '[');
  const selectors: Choice[] = [];
  do {
    skipSpace(reader);
    selectors.push(readSelector(reader));
  } while (takes(reader, ','));
  expect(reader, ']');
  return selectors;
}

function readSelector(reader: Reader): Choice {
  if (takes(reader, '*')) return { pick: children };
  if (takes(reader, '?')) {
    const test = readOr(reader);
    return { pick: (node, root) => children(node).filter((child) => test(child, root)) };
  }
  const quoted = readString(reader);
  if (quoted !== undefined) return { pick: nameSelector(quoted), isSingle: true };
  const start = readInteger(reader);
  if (!takes(reader, ':')) {
    if (start === undefined) fail(reader, 'a name, an index, "*" or "?"');
    const pick: Selector = ({ path, value }) => {
      if (!Array.isArray(value)) return [];
      const index = start < 0 ? value.length + start : start;
      const item = value[index];
      return item === undefined ? [] : [{ path: [...path, index], value: item }];
    };
    return { pick, isSingle: true };
  }
  const to = readInteger(reader);
  const by = (takes(reader, ':') ? readInteger(reader) : undefined) ?? 1;
  return { pick: (node) => slice(children(node), Array.isArray(node.value), [start, to, by]) };
}

function slice(
  items: readonly Selected[],
  isList: boolean,
  [start, end, step]: readonly [number | undefined, number | undefined, number],
): readonly Selected[] {
  if (!isList || step === 0) return [];
  const { length } = items;
  const isForward = step > 0;
  const [low, high] = isForward ? [0, length] : [-1, length - 1];
  const bound = (index: number): number =>
    Math.min(Math.max(index < 0 ? length + index : index, low), high);
  const from = start === undefined ? (isForward ? low : high) : bound(start);
  const to = end === undefined ? (isForward ? high : low) : bound(end);
  const picked: Selected[] = [];
  for (let index = from; isForward ? index < to : index > to; index += step)
    picked.push(itemAt(items, index));
  return picked;
}

function readInteger(reader: Reader): number | undefined {
  skipSpace(reader);
  const found = match(reader, /^(?:0|-?[1-9]\d*)/);
  if (found !== undefined && !Number.isSafeInteger(Number(found))) fail(reader, 'a smaller number');
  return found === undefined ? undefined : Number(found);
}

function readString(reader: Reader): string | undefined {
  skipSpace(reader);
  const found = match(reader, /^(?:"(?:[^"\\]|\\[^'])*"|'(?:[^'\\]|\\[^"])*')/su);
  if (found === undefined) return undefined;
  const inner = found.slice(1, -1);
  // JSON has no escaped single quotes, and needs escaped double ones.
  const json = inner.replace(/\\'|\\"|"/g, (quote) => (quote === "\\'" ? "'" : '\\"'));
  try {
    const text: string = JSON.parse(`"${json}"`);
    // Half of a character is none.
    if (!/\p{Cs}/u.test(text)) return text;
  } catch {
    // An escape that JSON does not have.
  }
  return fail(reader, 'a string');
}

function readOr(reader: Reader): Test {
  const tests = [readAnd(reader)];
  while (takes(reader, '||')) tests.push(readAnd(reader));
  return (node, root) => tests.some((test) => test(node, root));
}

function readAnd(reader: Reader): Test {
  const tests = [readTest(reader)];
  while (takes(reader, '&&')) tests.push(readTest(reader));
  return (node, root) => tests.every((test) => test(node, root));
}

function readTest(reader: Reader): Test {
  if (takes(reader, '!')) {
    const test = readTest(reader);
    return (node, root) => !test(node, root);
  }
  if (takes(reader, '(')) {
    const test = readOr(reader);
    expect(reader, ')');
    return test;
  }
  const left = readOperand(reader);
  skipSpace(reader);
  const operator = match(reader, /^(?:==|!=|<=|>=|<|>)/);
  if (operator === undefined) {
    if (left.kind === 'value') fail(reader, 'a comparison');
    const { kind, read } = left;
    return (node, root) => {
      const nodes = read(node, root);
      return kind === 'test' ? nodes[0] === true : nodes.length > 0;
    };
  }
  const right = readOperand(reader);
  if (!isValue(left) || !isValue(right)) fail(reader, 'single values to compare');
  return (node, root) => compare(left.read(node, root), operator, right.read(node, root));
}

function compare([a]: readonly JsonValue[], operator: string, [b]: readonly JsonValue[]): boolean {
  const isEqual = a === undefined || b === undefined ? a === b : canonical(a) === canonical(b);
  const isOrdered =
    (typeof a === 'number' && typeof b === 'number') ||
    (typeof a === 'string' && typeof b === 'string');
  if (operator === '!=') return !isEqual;
  if (isEqual || operator === '==') return isEqual && operator.includes('=');
  return isOrdered && (operator.startsWith('<') ? a < b : a > b);
}

function isValue({ kind }: Operand): boolean {
  return kind === 'value' || kind === 'node';
}

function readOperand(reader: Reader): Operand {
  skipSpace(reader);
  const literal = readString(reader) ?? readLiteral(reader);
  if (literal !== undefined) return { kind: 'value', read: () => [literal] };
  const start = match(reader, /^[@$]/);
  if (start !== undefined) {
    const segments = readSegments(reader);
    return {
      kind: segments.every(({ isSingle }) => isSingle) ? 'node' : 'nodes',
      read: (node, root) =>
        select(segments, start === '@' ? node : { path: [], value: root }, root).map(
          ({ value }) => value,
        ),
    };
  }
  const name = match(reader, /^[a-z][a-z_\d]*(?=\()/) ?? '';
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (found === undefined) return fail(reader, 'a value, a query or a function');
  expect(reader, '(');
  const given = [readOperand(reader)];
  while (takes(reader, ',')) given.push(readOperand(reader));
  const { takes: kinds, kind, call } = found;
  const fits = kinds.every((wanted, index) => {
    const one = given[index];
    return one !== undefined && (wanted === 'value' ? isValue(one) : one.kind.startsWith('node'));
  });
  if (!fits || given.length > kinds.length) fail(reader, `the parameters of ${name}()`);
  expect(reader, ')');
  return {
    kind,
    read: (node, root) => {
      const result = call(...given.map(({ read }) => read(node, root)));
      return result === undefined ? [] : [result];
    },
  };
}

function readLiteral(reader: Reader): number | boolean | null | undefined {
  const found = match(
    reader,
    /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|(?:true|false|null)\b)/,
  );
  if (found === undefined) return undefined;
  const value: number | boolean | null = JSON.parse(found);
  return value;
}

interface FilterFunction {
  readonly takes: readonly Kind[];
  readonly kind: Kind;
  readonly call: (...values: (readonly JsonValue[])[]) => JsonValue | undefined;
}

const FUNCTIONS: Readonly<Record<string, FilterFunction>> = {
  length: {
    takes: ['value'],
    kind: 'value',
    call: ([value] = []) => {
      if (typeof value === 'string') return [...value].length;
      if (Array.isArray(value)) return value.length;
      return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
    },
  },
  count: { takes: ['nodes'], kind: 'value', call: (nodes = []) => nodes.length },
  value: {
    takes: ['nodes'],
    kind: 'value',
    call: (nodes = []) => (nodes.length === 1 ? nodes[0] : undefined),
  },
  match: {
    takes: ['value', 'value'],
    kind: 'test',
    call: ([text] = [], [pattern] = []) => matches(text, `^(?:${String(pattern)})$`),
  },
  search: {
    takes: ['value', 'value'],
    kind: 'test',
    call: ([text] = [], [pattern] = []) => matches(text, String(pattern)),
  },
};

/** Patterns of the site's own overlay; what is no pattern matches nothing. */
function matches(text: JsonValue | undefined, pattern: string): boolean {
  if (typeof text !== 'string') return false;
  // Here, a dot is any character but a line break.
  const dots = /\\.|\[(?:\\.|[^\]])*\]|\./gsu;
  try {
    return new RegExp(
      pattern.replace(dots, (part) => (part === '.' ? '[^\\n\\r]' : part)),
      'u',
    ).test(text);
  } catch {
    return false;
  }
}
