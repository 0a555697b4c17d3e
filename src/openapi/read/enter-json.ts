import type { JsonObject, JsonValue } from './description.ts';
import { type Holder, isArrayIndex, newObject, openLocation } from './enter-values.ts';
import type { ReadSpec, ValueLocations } from './locations.ts';

/** Limits of a file; the YAML reader reports what exceeds them. */
interface JsonLimits {
  readonly maxDepth: number;
  readonly maxNodes: number;
}

interface Reader {
  readonly text: string;
  readonly target: { readonly spec: ReadSpec; readonly locations: ValueLocations };
  readonly limits: JsonLimits;
  at: number;
  depth: number;
  nodes: number;
  /** End of the last scalar; collections end there, as in the YAML reader. */
  last: number;
  /** Span of the last value. */
  start: number;
  end: number;
}

/**
 * Reads strict JSON (RFC 8259) several times faster than the YAML reader and records the location of every object
 * and list. Returns undefined for anything else, such as duplicate keys: the YAML reader reports the problems.
 */
export function enterJson(
  spec: ReadSpec,
  locations: ValueLocations,
  limits: JsonLimits,
): { readonly root: JsonValue } | undefined {
  const { text } = spec.source;
  const target = { spec, locations };
  const position = { at: 0, depth: 0, nodes: 0, last: 0, start: 0, end: 0 };
  const reader: Reader = { text, target, limits, ...position };
  try {
    const root = readValue(reader, { parent: undefined, key: '' });
    skipSpace(reader);
    if (reader.at === text.length) return { root };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  for (const [value, location] of locations) if (location.spec === spec) locations.delete(value);
  return undefined;
}

/** Stops at text that is not JSON or needs the YAML reader. */
function refuse(): never {
  throw new SyntaxError('no JSON');
}

function readValue(reader: Reader, holder: Holder): JsonValue {
  skipSpace(reader);
  reader.nodes += 1;
  if (reader.nodes > reader.limits.maxNodes) refuse();
  switch (reader.text.charCodeAt(reader.at)) {
    case OPEN_BRACE:
      return readCollection(reader, holder, newObject());
    case OPEN_BRACKET:
      return readCollection(reader, holder, []);
    case QUOTE:
      return readText(reader);
    default:
      return readPlain(reader);
  }
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Reads an object or a list into `value`; the reader's span becomes that of the whole. */
function readCollection(
  reader: Reader,
  holder: Holder,
  value: JsonObject | JsonValue[],
): JsonObject | JsonValue[] {
  const location = openLocation(reader.target, value, holder);
  const start = reader.at;
  reader.depth += 1;
  if (reader.depth > reader.limits.maxDepth) refuse();
  reader.last = Math.max(reader.last, start);
  reader.at += 1;
  const offsets = [start, start];
  const keys: string[] = [];
  const close = Array.isArray(value) ? CLOSE_BRACKET : CLOSE_BRACE;
  for (let isFirst = true; !takes(reader, close); isFirst = false) {
    if (!isFirst && !takes(reader, COMMA)) refuse();
    if (Array.isArray(value)) value.push(readValue(reader, { parent: value, key: value.length }));
    else {
      skipSpace(reader);
      if (reader.text.charCodeAt(reader.at) !== QUOTE) refuse();
      const key = readText(reader);
      if (key in value) refuse();
      offsets.push(reader.start, reader.end);
      if (!takes(reader, COLON)) refuse();
      value[key] = readValue(reader, { parent: value, key });
      keys.push(key);
    }
    offsets.push(reader.start, reader.end);
  }
  if (keys.some(isArrayIndex)) location.order = keys;
  reader.depth -= 1;
  reader.start = start;
  reader.end = Math.max(start, reader.last);
  offsets[1] = reader.end;
  location.spans = location.spec.spans.add(offsets);
  return value;
}

/** Skips white space and consumes `char` if it is next. */
function takes(reader: Reader, char: number): boolean {
  skipSpace(reader);
  if (reader.text.charCodeAt(reader.at) !== char) return false;
  reader.at += 1;
  return true;
}

function skipSpace(reader: Reader): void {
  const { text } = reader;
  for (;;) {
    const char = text.charCodeAt(reader.at);
    if (char !== 0x20 && char !== 0x0a && char !== 0x0d && char !== 0x09) return;
    reader.at += 1;
  }
}

/** Reads a string; its span excludes the quotes. */
function readText(reader: Reader): string {
  const { text } = reader;
  const start = reader.at + 1;
  let isPlain = true;
  let at = start;
  for (; ; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) break;
    // Rejects unescaped control characters (RFC 8259, 7) and, as NaN, the end of the text.
    if (!(char >= 0x20)) refuse();
    if (char === BACKSLASH) {
      isPlain = false;
      at += 1;
    }
  }
  reader.at = at + 1;
  noteScalar(reader, start, at);
  if (isPlain) return text.slice(start, at);
  const value: string = JSON.parse(text.slice(start - 1, at + 1));
  return value;
}

const PLAIN = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[\s,\]}]|$)/y;

function readPlain(reader: Reader): number | boolean | null {
  PLAIN.lastIndex = reader.at;
  const [word] = PLAIN.exec(reader.text) ?? refuse();
  const start = reader.at;
  reader.at += word.length;
  noteScalar(reader, start, reader.at);
  if (word === 'null') return null;
  return word === 'true' || word === 'false' ? word === 'true' : Number(word);
}

function noteScalar(reader: Reader, start: number, end: number): void {
  reader.start = start;
  reader.end = end;
  reader.last = end;
}
