import { locate, type SourceText } from '../../content/source-text.ts';
import type { YamlSpan } from '../../content/yaml/read-yaml.ts';
import type { Location } from '../../diagnostics/diagnostic.ts';
import { itemAt } from '../../shared/item-at.ts';
import type { JsonObject, JsonValue, SpecFile, TextPart } from './description.ts';

/** A file with its values; `spans` locates the values in `source`. */
export interface ReadSpec {
  readonly file: SpecFile;
  readonly source: SourceText;
  readonly spans: SpanTable;
}

/** Source span of an object or list, and its parent. */
export interface ValueLocation {
  readonly spec: ReadSpec;
  readonly value: JsonObject | JsonValue[];
  readonly parent: object | undefined;
  /** Key or index in `parent`; empty at the root. */
  readonly key: string | number;
  /** Index of its spans in the file's table: its own, then one for each key and value, or for each item. */
  readonly spans: number;
  /** Keys in source order, where JavaScript's order differs: it lists integers first. */
  readonly order?: readonly string[];
  /** Positions of the keys of a large object; created on first use. */
  index?: ReadonlyMap<string, number>;
}

/** Locations by the identity of objects and lists. A value shared by aliases is located at its anchor. */
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
  const { value } = location;
  const text = Array.isArray(value) ? value[Number(key)] : value[key];
  const whole = locateValue(location, key);
  return parts.map(({ start, end }) => {
    if (span === undefined || typeof text !== 'string' || end > text.length) return whole;
    const before = source.text.charAt(span.start - 1);
    const quote = before === '"' || before === "'" ? before : '';
    const written = { source: source.text.slice(span.start, span.end), quote } as const;
    // Maps ascending offsets in a scalar's value to offsets in its source, over quotes, indentation, folded lines and
    // escapes (YAML 1.2.2, 7.3 and 8.1; RFC 8259, 7).
    const offsets = [start, end];
    const found: number[] = [];
    let at = 0;
    for (let index = 0; found.length < offsets.length; index += 1) {
      const isSpace = index < text.length && /\s/.test(text.charAt(index));
      if (!isSpace) at = skipSpace(written, at);
      while (offsets[found.length] === index) found.push(at);
      if (index >= text.length) break;
      if (!isSpace) at += unitLength(written, at);
    }
    while (found.length < offsets.length) found.push(Math.min(at, written.source.length));
    const [from = 0, to = from] = found;
    return locate(source, { start: span.start + from, end: span.start + to });
  });
}

/** Locates a key; the whole object where the key is missing. */
export function locateKeyOf(location: ValueLocation, key: string): Location {
  const { source, spans } = location.spec;
  const at = childIndex(location, key);
  if (at < 0 || Array.isArray(location.value))
    return locate(source, trim(source, ownSpan(location)));
  return locate(source, spans.span(location.spans + 1 + 2 * at));
}

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

const LARGE = 50;

/** Returns the index of a child in source order, -1 if it is missing. */
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

/** Quotes of a YAML or JSON scalar; block scalars count as plain. */
type Quote = '"' | "'" | '';

interface Written {
  readonly source: string;
  readonly quote: Quote;
}

/** Skips white space, literal or escaped. */
function skipSpace(written: Written, from: number): number {
  let at = from;
  for (;;) {
    if (/\s/.test(written.source.charAt(at))) at += 1;
    else if (written.quote === '"' && /^\\(?:[nrt \n]|\r\n)/.test(written.source.slice(at, at + 3)))
      at += 2;
    else return at;
  }
}

/** Length in the source of one character of the value. */
function unitLength({ source, quote }: Written, at: number): number {
  if (quote === "'") return source.startsWith("''", at) ? 2 : 1;
  if (quote === '' || source.charAt(at) !== '\\') return 1;
  const kind = source.charAt(at + 1);
  return kind === 'u' ? 6 : kind === 'x' ? 4 : 2;
}

/**
 * Spans of the values of a file, in one buffer: as objects, the half million spans of a large description would
 * take more memory than the description itself.
 */
interface SpanTable {
  /** Adds spans, given as start, end, start, end …, and returns the index of the first. */
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
