import { locate, type SourceText } from '../../content/source-text.ts';
import type { YamlSpan } from '../../content/yaml/read-yaml.ts';
import type { Location } from '../../diagnostics/diagnostic.ts';
import { itemAt } from '../../shared/item-at.ts';
import type { JsonObject, JsonValue, SpecFile, TextPart } from './description.ts';

/** A file with its values; `source` has its line starts, `spans` says where the values stand. */
export interface ReadSpec {
  readonly file: SpecFile;
  readonly source: SourceText;
  readonly spans: SpanTable;
}

/** Where an object or list stands, and what holds it. */
export interface ValueLocation {
  readonly spec: ReadSpec;
  readonly value: JsonObject | JsonValue[];
  readonly parent: object | undefined;
  /** Key or index in `parent`; empty at the root. */
  readonly key: string | number;
  /** Index of its spans in the file's table: its own, then those of each key and value, or of each item. */
  readonly spans: number;
  /** Keys as written where an object has them in another order: JavaScript puts whole numbers first. */
  readonly order?: readonly string[];
  /** Which child each key of a large object is; made when it is first asked for. */
  index?: ReadonlyMap<string, number>;
}

/** Places by the identity of objects and lists. A value that aliases share stands where its anchor does. */
export type ValueLocations = Map<object, ValueLocation>;

export function locateValue(location: ValueLocation, key?: string | number): Location {
  const { source } = location.spec;
  const child = key === undefined ? undefined : childSpan(location, key);
  return locate(source, trim(source, child ?? ownSpan(location)));
}

export function locateParts(
  location: ValueLocation,
  key: string,
  parts: readonly TextPart[],
): readonly Location[] {
  const { source } = location.spec;
  const span = childSpan(location, key);
  const text = childOf(location, key);
  const whole = locateValue(location, key);
  return parts.map(({ start, end }) => {
    if (span === undefined || typeof text !== 'string' || end > text.length) return whole;
    const before = source.text.charAt(span.start - 1);
    const quote = before === '"' || before === "'" ? before : '';
    const written = { source: source.text.slice(span.start, span.end), quote } as const;
    const [from = 0, to = from] = writtenOffsets(text, written, [start, end]);
    return locate(source, { start: span.start + from, end: span.start + to });
  });
}

/** Location of a key; of the whole object where it has no such key. */
export function locateKeyOf(location: ValueLocation, key: string): Location {
  const { source, spans } = location.spec;
  const at = childIndex(location, key);
  if (at < 0 || Array.isArray(location.value))
    return locate(source, trim(source, ownSpan(location)));
  return locate(source, spans.span(location.spans + 1 + 2 * at));
}

/** True where the object has the key. */
export function hasChild(location: ValueLocation, key: string | number): boolean {
  return childIndex(location, key) >= 0;
}

function ownSpan({ spec, spans }: ValueLocation): YamlSpan {
  return spec.spans.span(spans);
}

function childSpan(location: ValueLocation, key: string | number): YamlSpan | undefined {
  const at = childIndex(location, key);
  if (at < 0) return undefined;
  const step = Array.isArray(location.value) ? 1 + at : 2 + 2 * at;
  return location.spec.spans.span(location.spans + step);
}

function childOf({ value }: ValueLocation, key: string): JsonValue | undefined {
  return Array.isArray(value) ? value[Number(key)] : value[key];
}

const LARGE = 50;

/** Which child in the order of the file; -1 where there is none. */
function childIndex(location: ValueLocation, key: string | number): number {
  const { value, order } = location;
  if (!Array.isArray(value)) {
    if (location.index === undefined) {
      const keys = order ?? Object.keys(value);
      if (keys.length < LARGE) return keys.indexOf(String(key));
      location.index = new Map(keys.map((name, index) => [name, index]));
    }
    return location.index.get(String(key)) ?? -1;
  }
  const index = Number(key);
  return Number.isInteger(index) && index >= 0 && index < value.length ? index : -1;
}

// The text of a block scalar begins with its indentation and ends with a line break.
function trim({ text }: SourceText, { start, end }: YamlSpan): YamlSpan {
  if (text[start - 1] !== '\n') return { start, end };
  let from = start;
  while (from < end && text[from] === ' ') from += 1;
  return { start: from, end: text[end - 1] === '\n' ? Math.max(from, end - 1) : end };
}

export function pathOf(location: ValueLocation, locations: ValueLocations): (string | number)[] {
  const steps: (string | number)[] = [];
  let at: ValueLocation | undefined = location;
  while (at?.parent !== undefined) {
    steps.push(at.key);
    at = locations.get(at.parent);
  }
  return steps.reverse();
}

/** How a scalar is written in YAML or JSON; block scalars are plain for this purpose. */
type Quote = '"' | "'" | '';

interface Written {
  readonly source: string;
  readonly quote: Quote;
}

/**
 * Offsets in a scalar's source of the given offsets in its value, in the order of `offsets` (ascending): past
 * quotes, indentation, folded lines and escapes (YAML 1.2.2, 7.3 and 8.1; RFC 8259, 7).
 */
function writtenOffsets(
  value: string,
  written: Written,
  offsets: readonly number[],
): readonly number[] {
  const found: number[] = [];
  let at = 0;
  for (let index = 0; found.length < offsets.length; index += 1) {
    const isSpace = index < value.length && /\s/.test(value.charAt(index));
    if (!isSpace) at = skipSpace(written, at);
    while (offsets[found.length] === index) found.push(at);
    if (index >= value.length) break;
    if (!isSpace) at += unitLength(written, at);
  }
  while (found.length < offsets.length) found.push(Math.min(at, written.source.length));
  return found;
}

/** Past white space, written as such or escaped. */
function skipSpace(written: Written, from: number): number {
  let at = from;
  for (;;) {
    if (/\s/.test(written.source.charAt(at))) at += 1;
    else if (written.quote === '"' && /^\\(?:[nrt \n]|\r\n)/.test(written.source.slice(at, at + 3)))
      at += 2;
    else return at;
  }
}

/** Length in the source of what stands for one character of the value. */
function unitLength({ source, quote }: Written, at: number): number {
  if (quote === "'") return source.startsWith("''", at) ? 2 : 1;
  if (quote === '' || source.charAt(at) !== '\\') return 1;
  const kind = source.charAt(at + 1);
  return kind === 'u' ? 6 : kind === 'x' ? 4 : 2;
}

/**
 * Where the values of a file stand. Numbers in one buffer: a large description has half a million spans, which as
 * objects would take more memory than the description itself.
 */
interface SpanTable {
  /** Adds spans, given as start, end, start, end …; returns the index of the first one. */
  readonly add: (offsets: readonly number[]) => number;
  readonly span: (index: number) => YamlSpan;
}

export function createSpanTable(): SpanTable {
  let offsets = new Int32Array(1024);
  let length = 0;
  return {
    add: (added) => {
      if (length + added.length > offsets.length) {
        const larger = new Int32Array(Math.max(2 * offsets.length, length + added.length));
        larger.set(offsets);
        offsets = larger;
      }
      offsets.set(added, length);
      length += added.length;
      return (length - added.length) / 2;
    },
    span: (index) => ({ start: itemAt(offsets, 2 * index), end: itemAt(offsets, 2 * index + 1) }),
  };
}
