import type { JsonObject, JsonValue } from './description.ts';
import {
  closeLocation,
  type Holder,
  isArrayIndex,
  newObject,
  openLocation,
} from './enter-values.ts';
import type { ReadSpec, ValueLocations } from './locations.ts';

/** Limits of a file; the YAML reader reports what exceeds them. */
export interface JsonLimits {
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
  start: number;
  end: number;
}

/** Marks text that is not JSON or needs the YAML reader. */
const REFUSED = Symbol('refused');
type Read<T> = T | typeof REFUSED;

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
  const reader: Reader = {
    text,
    target: { spec, locations },
    limits,
    at: 0,
    depth: 0,
    nodes: 0,
    last: 0,
    start: 0,
    end: 0,
  };
  const root = readValue(reader, { parent: undefined, key: '' });
  skipSpace(reader);
  if (root !== REFUSED && reader.at === text.length) return { root };
  for (const [value, location] of locations) if (location.spec === spec) locations.delete(value);
  return undefined;
}

function readValue(reader: Reader, holder: Holder): Read<JsonValue> {
  skipSpace(reader);
  reader.nodes += 1;
  if (reader.nodes > reader.limits.maxNodes) return REFUSED;
  switch (reader.text.charCodeAt(reader.at)) {
    case OPEN_BRACE:
      return readObject(reader, holder);
    case OPEN_BRACKET:
      return readList(reader, holder);
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

function readObject(reader: Reader, holder: Holder): Read<JsonObject> {
  const object = newObject();
  const location = openLocation(reader.target, object, holder);
  const start = open(reader);
  if (start === REFUSED) return REFUSED;
  const offsets = [start, start];
  let hasIndexes = false;
  const keys: string[] = [];
  for (let isFirst = true; !takes(reader, CLOSE_BRACE); isFirst = false) {
    if (!isFirst && !takes(reader, COMMA)) return REFUSED;
    skipSpace(reader);
    const key = reader.text.charCodeAt(reader.at) === QUOTE ? readText(reader) : REFUSED;
    if (key === REFUSED || key in object) return REFUSED;
    offsets.push(reader.start, reader.end);
    if (!takes(reader, COLON)) return REFUSED;
    const value = readValue(reader, { parent: object, key });
    if (value === REFUSED) return REFUSED;
    offsets.push(reader.start, reader.end);
    object[key] = value;
    keys.push(key);
    hasIndexes ||= isArrayIndex(key);
  }
  if (hasIndexes) location.order = keys;
  offsets[1] = close(reader, start);
  closeLocation(location, offsets);
  return object;
}

function readList(reader: Reader, holder: Holder): Read<JsonValue[]> {
  const list: JsonValue[] = [];
  const location = openLocation(reader.target, list, holder);
  const start = open(reader);
  if (start === REFUSED) return REFUSED;
  const offsets = [start, start];
  while (!takes(reader, CLOSE_BRACKET)) {
    if (list.length > 0 && !takes(reader, COMMA)) return REFUSED;
    const value = readValue(reader, { parent: list, key: list.length });
    if (value === REFUSED) return REFUSED;
    offsets.push(reader.start, reader.end);
    list.push(value);
  }
  offsets[1] = close(reader, start);
  closeLocation(location, offsets);
  return list;
}

function open(reader: Reader): Read<number> {
  reader.depth += 1;
  if (reader.depth > reader.limits.maxDepth) return REFUSED;
  const start = reader.at;
  reader.last = Math.max(reader.last, start);
  reader.at += 1;
  return start;
}

/** Ends a collection; the reader's span becomes that of its last value. */
function close(reader: Reader, start: number): number {
  reader.depth -= 1;
  reader.start = start;
  reader.end = Math.max(start, reader.last);
  return reader.end;
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
function readText(reader: Reader): Read<string> {
  const { text } = reader;
  const start = reader.at + 1;
  let isPlain = true;
  let at = start;
  for (; ; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) break;
    // Rejects unescaped control characters (RFC 8259, 7) and, as NaN, the end of the text.
    if (!(char >= 0x20)) return REFUSED;
    if (char === BACKSLASH) {
      isPlain = false;
      at += 1;
    }
  }
  reader.at = at + 1;
  noteScalar(reader, start, at);
  return isPlain ? text.slice(start, at) : unescape(text.slice(start - 1, at + 1));
}

function unescape(json: string): Read<string> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : REFUSED;
  } catch {
    return REFUSED;
  }
}

const PLAIN = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[\s,\]}]|$)/y;

function readPlain(reader: Reader): Read<number | boolean | null> {
  PLAIN.lastIndex = reader.at;
  const found = PLAIN.exec(reader.text)?.[0];
  if (found === undefined) return REFUSED;
  const start = reader.at;
  reader.at += found.length;
  noteScalar(reader, start, reader.at);
  switch (found) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
      return null;
    default:
      return Number(found);
  }
}

function noteScalar(reader: Reader, start: number, end: number): void {
  reader.start = start;
  reader.end = end;
  reader.last = end;
}
