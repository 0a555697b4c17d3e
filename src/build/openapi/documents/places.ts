import type { Location } from '../../../diagnostics/diagnostic.ts';
import { locate, type SourceText } from '../../source-text.ts';
import type { YamlEntry, YamlNode, YamlSpan } from '../../yaml/read-yaml.ts';
import { writtenOffsets } from './text-place.ts';
import type { JsonObject, JsonValue, SpecFile, TextPart } from './types.ts';

/** A file with its values; `source` has its line starts, `node` is the root's. */
export interface ReadSpec {
  readonly file: SpecFile;
  readonly source: SourceText;
}

/** Where an object or list stands: its node, and what holds it. */
export interface Place {
  readonly spec: ReadSpec;
  readonly node: YamlNode;
  readonly value: JsonObject | JsonValue[];
  readonly parent: object | undefined;
  /** Key or index in `parent`; empty at the root. */
  readonly key: string | number;
}

/** Places by the identity of objects and lists. A value that aliases share stands where its anchor does. */
export type Places = Map<object, Place>;

/** The value of a node; every object and list in it is entered into `places`. */
export function enterValues(node: YamlNode, spec: ReadSpec, places: Places): JsonValue {
  const known = new Map<YamlNode, JsonValue>();
  const enter = (at: YamlNode, parent: object | undefined, key: string | number): JsonValue => {
    if (at.kind === 'scalar') return at.value;
    const before = known.get(at);
    if (before !== undefined) return before;
    if (at.kind === 'list') {
      const list: JsonValue[] = [];
      places.set(list, { spec, node: at, value: list, parent, key });
      for (const [index, item] of at.items.entries()) list.push(enter(item, list, index));
      known.set(at, list);
      return list;
    }
    const object: JsonObject = Object.create(null);
    places.set(object, { spec, node: at, value: object, parent, key });
    for (const entry of at.entries) object[entry.key] = enter(entry.value, object, entry.key);
    known.set(at, object);
    return object;
  };
  return enter(node, undefined, '');
}

/** Location of what stands at a place, or under a key of it. */
export function locateValue({ spec, node }: Place, key?: string | number): Location {
  const child = key === undefined ? undefined : childOf(node, key);
  return locate(spec.source, trim(spec.source, (child ?? node).span));
}

/** Locations of parts of the text under a key. */
export function locateParts(
  place: Place,
  key: string,
  parts: readonly TextPart[],
): readonly Location[] {
  const { source } = place.spec;
  const node = childOf(place.node, key);
  const whole = locateValue(place, key);
  return parts.map(({ start, end }) => {
    if (node?.kind !== 'scalar' || end > node.source.length) return whole;
    const { span } = node;
    const before = source.text.charAt(span.start - 1);
    const quote = before === '"' || before === "'" ? before : '';
    const written = { source: source.text.slice(span.start, span.end), quote } as const;
    const [from = 0, to = from] = writtenOffsets(node.source, written, [start, end]);
    return locate(source, { start: span.start + from, end: span.start + to });
  });
}

/** Location of a key; of the whole object where it has no such key. */
export function locateKeyOf({ spec, node }: Place, key: string): Location {
  return locate(spec.source, entryOf(node, key)?.keySpan ?? trim(spec.source, node.span));
}

/** True where the object has the key. */
export function hasChild({ node }: Place, key: string | number): boolean {
  return childOf(node, key) !== undefined;
}

function childOf(node: YamlNode, key: string | number): YamlNode | undefined {
  return node.kind === 'list' ? node.items[Number(key)] : entryOf(node, String(key))?.value;
}

function entryOf(node: YamlNode, key: string): YamlEntry | undefined {
  return node.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}

// The text of a block scalar begins with its indentation and ends with a line break.
function trim({ text }: SourceText, { start, end }: YamlSpan): YamlSpan {
  if (text[start - 1] !== '\n') return { start, end };
  let from = start;
  while (from < end && text[from] === ' ') from += 1;
  return { start: from, end: text[end - 1] === '\n' ? Math.max(from, end - 1) : end };
}

/** The steps from the file's root to a place. */
export function pathOf(place: Place, places: Places): (string | number)[] {
  const steps: (string | number)[] = [];
  let at: Place | undefined = place;
  while (at?.parent !== undefined) {
    steps.push(at.key);
    at = places.get(at.parent);
  }
  return steps.reverse();
}
