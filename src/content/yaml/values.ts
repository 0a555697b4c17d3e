import type { YamlNode, YamlPrimitive } from './read-yaml.ts';

/** Returns true for a key without a value. */
export function isEmpty(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.source === '' && node.value === null;
}

/** The value of a scalar; undefined for lists and maps. */
export function scalarValue(node: YamlNode): YamlPrimitive | undefined {
  return node.kind === 'scalar' ? node.value : undefined;
}

/** Plain data; objects have no prototype, so `__proto__` and `constructor` are ordinary keys. */
export type YamlValue = YamlPrimitive | YamlValue[] | { [key: string]: YamlValue };

/** Converts a node to its value. Aliases share one value. */
export function toValue(node: YamlNode, known: Map<YamlNode, YamlValue> = new Map()): YamlValue {
  if (node.kind === 'scalar') return node.value;
  const before = known.get(node);
  if (before !== undefined) return before;
  if (node.kind === 'list') {
    const list = node.items.map((item) => toValue(item, known));
    known.set(node, list);
    return list;
  }
  const object: { [key: string]: YamlValue } = Object.create(null);
  for (const { key, value } of node.entries) object[key] = toValue(value, known);
  known.set(node, object);
  return object;
}

/** The node at a path of keys and list indexes, or undefined. */
export function nodeAt(
  root: YamlNode | undefined,
  path: readonly (string | number)[],
): YamlNode | undefined {
  let node = root;
  for (const step of path) {
    if (node?.kind === 'map')
      node = node.entries.find((entry) => entry.key === String(step))?.value;
    else if (node?.kind === 'list') node = node.items[Number(step)];
    else return undefined;
  }
  return node;
}
