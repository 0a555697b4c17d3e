/** Selects values with JSONPath (RFC 9535). */
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
  readonly selectors: readonly Selector[];
}

/** One side of a comparison in a filter: a value, or nothing. */
type Operand = (
  node: Selected,
  root: JsonValue,
) => { readonly nodes: readonly JsonValue[]; readonly isQuery: boolean };
type Test = (node: Selected, root: JsonValue) => boolean;

interface Reader {
  readonly text: string;
  at: number;
}

/** Reads a query; throws a `SyntaxError` with the offset in `cause`. */
export function parsePath(text: string): (root: JsonValue) => readonly Selected[] {
  const reader: Reader = { text, at: 0 };
  expect(reader, '$');
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

const NAME = /^[A-Za-z_\u0080-\u{10FFFF}][\w\u0080-\u{10FFFF}]*/u;

function readSegments(reader: Reader): readonly Segment[] {
  const segments: Segment[] = [];
  for (;;) {
    const before = reader.at;
    skipSpace(reader);
    const isDeep = reader.text.startsWith('..', reader.at);
    if (isDeep) reader.at += 2;
    else if (reader.text.charAt(reader.at) === '.') reader.at += 1;
    else if (reader.text.charAt(reader.at) !== '[') {
      reader.at = before;
      return segments;
    }
    if (
      reader.text.charAt(reader.at) === '[' &&
      (isDeep || reader.text.charAt(reader.at - 1) !== '.')
    ) {
      segments.push({ isDeep, selectors: readBracket(reader) });
    } else if (takes(reader, '*')) segments.push({ isDeep, selectors: [children] });
    else {
      const name = match(reader, NAME);
      if (name === undefined) fail(reader, 'a name');
      segments.push({ isDeep, selectors: [nameSelector(name)] });
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

function readBracket(reader: Reader): readonly Selector[] {
  expect(reader, '[');
  const selectors: Selector[] = [];
  do {
    skipSpace(reader);
    selectors.push(readSelector(reader));
  } while (takes(reader, ','));
  expect(reader, ']');
  return selectors;
}

function readSelector(reader: Reader): Selector {
  if (takes(reader, '*')) return children;
  if (takes(reader, '?')) {
    const test = readOr(reader);
    return (node, root) => children(node).filter((child) => test(child, root));
  }
  const quoted = readString(reader);
  if (quoted !== undefined) return nameSelector(quoted);
  const start = readInteger(reader);
  if (!takes(reader, ':')) {
    if (start === undefined) fail(reader, 'a name, an index, "*" or "?"');
    return ({ path, value }) => {
      if (!Array.isArray(value)) return [];
      const index = start < 0 ? value.length + start : start;
      const item = value[index];
      return item === undefined ? [] : [{ path: [...path, index], value: item }];
    };
  }
  const to = readInteger(reader);
  const by = (takes(reader, ':') ? readInteger(reader) : undefined) ?? 1;
  return (node) => slice(children(node), Array.isArray(node.value), [start, to, by]);
}

function slice(
  items: readonly Selected[],
  isList: boolean,
  [start, end, step]: readonly [number | undefined, number | undefined, number],
): readonly Selected[] {
  if (!isList || step === 0) return [];
  const { length } = items;
  const normal = (index: number): number => (index < 0 ? length + index : index);
  const clamp = (index: number, low: number, high: number): number =>
    Math.min(Math.max(index, low), high);
  const picked: Selected[] = [];
  const add = (index: number): void => {
    const item = items[index];
    if (item !== undefined) picked.push(item);
  };
  if (step > 0) {
    const to = clamp(normal(end ?? length), 0, length);
    for (let index = clamp(normal(start ?? 0), 0, length); index < to; index += step) add(index);
  } else {
    const to = end === undefined ? -1 : clamp(normal(end), -1, length - 1);
    for (let index = clamp(normal(start ?? length - 1), -1, length - 1); index > to; index += step)
      add(index);
  }
  return picked;
}

function readInteger(reader: Reader): number | undefined {
  skipSpace(reader);
  const found = match(reader, /^(?:0|-?[1-9]\d*)/);
  return found === undefined ? undefined : Number(found);
}

function readString(reader: Reader): string | undefined {
  skipSpace(reader);
  const found = match(reader, /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/su);
  if (found === undefined) return undefined;
  const inner = found.slice(1, -1);
  // JSON has no escaped single quotes, and needs escaped double ones.
  const json = inner.replace(/\\'|\\"|"/g, (quote) => (quote === "\\'" ? "'" : '\\"'));
  try {
    const text: string = JSON.parse(`"${json}"`);
    return text;
  } catch {
    return fail(reader, 'a string');
  }
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
  if (operator === undefined)
    return (node, root) => {
      const { nodes, isQuery } = left(node, root);
      return isQuery ? nodes.length > 0 : nodes[0] === true;
    };
  const right = readOperand(reader);
  return (node, root) => compare(left(node, root).nodes, operator, right(node, root).nodes);
}

function compare([a]: readonly JsonValue[], operator: string, [b]: readonly JsonValue[]): boolean {
  const isEqual = a === undefined || b === undefined ? a === b : canonical(a) === canonical(b);
  const isOrdered =
    (typeof a === 'number' && typeof b === 'number') ||
    (typeof a === 'string' && typeof b === 'string');
  const isLess = isOrdered && a < b;
  const isMore = isOrdered && a > b;
  switch (operator) {
    case '==':
      return isEqual;
    case '!=':
      return !isEqual;
    case '<':
      return isLess;
    case '<=':
      return isLess || isEqual;
    case '>':
      return isMore;
    default:
      return isMore || isEqual;
  }
}

function readOperand(reader: Reader): Operand {
  skipSpace(reader);
  const literal = readString(reader) ?? readLiteral(reader);
  if (literal !== undefined) return () => ({ nodes: [literal], isQuery: false });
  const start = reader.text.charAt(reader.at);
  if (start === '@' || start === '$') {
    reader.at += 1;
    const segments = readSegments(reader);
    return (node, root) => ({
      nodes: select(segments, start === '@' ? node : { path: [], value: root }, root).map(
        ({ value }) => value,
      ),
      isQuery: true,
    });
  }
  const name = match(reader, /^[a-z][a-z_\d]*/);
  const call = name === undefined ? undefined : FUNCTIONS[name];
  if (call === undefined) return fail(reader, 'a value, a query or a function');
  expect(reader, '(');
  const parameters: Operand[] = [readOperand(reader)];
  while (takes(reader, ',')) parameters.push(readOperand(reader));
  expect(reader, ')');
  return (node, root) => {
    const result = call(...parameters.map((parameter) => parameter(node, root).nodes));
    return { nodes: result === undefined ? [] : [result], isQuery: false };
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

type Call = (...values: (readonly JsonValue[])[]) => JsonValue | undefined;

const FUNCTIONS: Readonly<Record<string, Call>> = {
  length: ([value] = []) => {
    if (typeof value === 'string') return [...value].length;
    if (Array.isArray(value)) return value.length;
    return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
  },
  count: (nodes = []) => nodes.length,
  value: (nodes = []) => (nodes.length === 1 ? nodes[0] : undefined),
  match: ([text] = [], [pattern] = []) => matches(text, `^(?:${String(pattern)})$`),
  search: ([text] = [], [pattern] = []) => matches(text, String(pattern)),
};

/** Patterns of the site's own overlay; what is no pattern matches nothing. */
function matches(text: JsonValue | undefined, pattern: string): boolean {
  if (typeof text !== 'string') return false;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
