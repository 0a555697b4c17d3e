import type { YamlNode } from '../../content/yaml/read-yaml.ts';
import type { JsonObject, JsonValue } from './description.ts';
import type { ReadSpec, ValueLocation, ValueLocations } from './locations.ts';

/** Creates an object without `Object.prototype`, so that `__proto__` is a key like any other. */
export function newObject(): JsonObject {
  // V8 stores objects with a null prototype as hash tables, which are slower and larger than those with an empty
  // one.
  return Object.create(NO_KEYS);
}

const NO_KEYS: object = Object.freeze(Object.create(null));

export interface Holder {
  readonly parent: object | undefined;
  readonly key: string | number;
}

/** Where the locations of values are recorded, and the file that has them. */
export interface Target {
  readonly spec: ReadSpec;
  readonly locations: ValueLocations;
}

type OpenLocation = { -readonly [Name in keyof ValueLocation]: ValueLocation[Name] };

/** Registers an object or list whose children are not read yet; its spans (start, end, start, end …) follow. */
export function openLocation(
  { spec, locations }: Target,
  value: JsonObject | JsonValue[],
  { parent, key }: Holder,
): OpenLocation {
  const location: OpenLocation = { spec, value, parent, key, spans: 0 };
  locations.set(value, location);
  return location;
}

/** True for keys that JavaScript lists before all others (ECMA-262, OrdinaryOwnPropertyKeys). */
export function isArrayIndex(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 0x30 && first <= 0x39 && /^(?:0|[1-9]\d{0,9})$/.test(key);
}

/** Converts a node to its value and records the location of every object and list in it. */
export function enterNodes(root: YamlNode, { spec, locations }: Target): JsonValue {
  const known = new Map<YamlNode, JsonValue>();
  const enter = (node: YamlNode, holder: Holder): JsonValue => {
    if (node.kind === 'scalar') return node.value;
    const previous = known.get(node);
    if (previous !== undefined) return previous;
    const value: JsonObject | JsonValue[] = node.kind === 'list' ? [] : newObject();
    const location = openLocation({ spec, locations }, value, holder);
    const offsets = [node.span.start, node.span.end];
    if (Array.isArray(value)) {
      for (const [index, item] of node.kind === 'list' ? node.items.entries() : []) {
        offsets.push(item.span.start, item.span.end);
        value.push(enter(item, { parent: value, key: index }));
      }
    } else if (node.kind === 'map') {
      for (const { key, keySpan, value: child } of node.entries) {
        offsets.push(keySpan.start, keySpan.end, child.span.start, child.span.end);
        value[key] = enter(child, { parent: value, key });
      }
      if (node.entries.some(({ key }) => isArrayIndex(key)))
        location.order = node.entries.map(({ key }) => key);
    }
    location.spans = spec.spans.add(offsets);
    known.set(node, value);
    return value;
  };
  return enter(root, { parent: undefined, key: '' });
}
