import { nearest } from '../../diagnostics/nearest.ts';
import type { YamlMap, YamlNode, YamlPrimitive, YamlSpan } from './read-yaml.ts';

/** A key that a file may have: how its value enters the draft. */
export interface KeySpec<Draft> {
  /** What the value has to be, for the message. */
  readonly expected: string;
  /** Writes the value into the draft; false where it has another type. */
  readonly read: (draft: Draft, node: YamlNode) => boolean;
}

/** A key that is one property of the draft; without a value (`description:`) it counts as not given. */
export function keyOf<Draft, Name extends keyof Draft>(
  name: Name,
  expected: string,
  read: (node: YamlNode) => Draft[Name] | undefined,
): KeySpec<Draft> & { readonly name: Name } {
  return {
    name,
    expected,
    read: (draft, node) => {
      if (isEmpty(node)) return true;
      const value = read(node);
      if (value === undefined) return false;
      draft[name] = value;
      return true;
    },
  };
}

export interface KeyProblem {
  readonly kind: 'unknown' | 'type';
  readonly message: string;
  readonly hint?: string;
  readonly span: YamlSpan;
}

/** Reads the keys of a mapping into a draft; what is unknown or has a wrong type is left out and told. */
export function readKeys<Draft>(
  map: YamlMap,
  keys: ReadonlyMap<string, KeySpec<Draft>>,
  draft: Draft,
): KeyProblem[] {
  const problems: KeyProblem[] = [];
  for (const { key, keySpan, value } of map.entries) {
    const spec = keys.get(key);
    if (spec === undefined) problems.push(unknownKey(key, keySpan, keys.keys()));
    else if (!spec.read(draft, value)) {
      const message = `"${key}" must be ${spec.expected}, but it is ${describe(value)}`;
      problems.push({ kind: 'type', message, span: value.span });
    }
  }
  return problems;
}

function unknownKey(key: string, span: YamlSpan, known: Iterable<string>): KeyProblem {
  const near = nearest(key, known);
  const problem = { kind: 'unknown', message: `"${key}" is not a known key`, span } as const;
  return near === undefined ? problem : { ...problem, hint: `did you mean "${near}"?` };
}

function describe(node: YamlNode): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'map') return 'a group of keys';
  if (node.value === null) return 'empty';
  if (typeof node.value === 'boolean') return node.source;
  return typeof node.value === 'number' ? `the number ${node.source}` : `the text "${node.source}"`;
}

/** True for a key without a value. */
export function isEmpty(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.source === '' && node.value === null;
}

/** A scalar as text, exactly as written: `1.10`, `yes`, `null` and `2024-01-01` stay what they are. */
export function asText(node: YamlNode): string | undefined {
  return node.kind === 'scalar' ? node.source : undefined;
}

/** A list of scalars as texts. */
export function asTexts(node: YamlNode): string[] | undefined {
  if (node.kind !== 'list') return undefined;
  const texts = node.items.map(asText).filter((text) => text !== undefined);
  return texts.length === node.items.length ? texts : undefined;
}

export function asNumber(node: YamlNode): number | undefined {
  if (node.kind !== 'scalar' || typeof node.value !== 'number') return undefined;
  return Number.isFinite(node.value) ? node.value : undefined;
}

export function asBoolean(node: YamlNode): boolean | undefined {
  return node.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : undefined;
}

/** Plain data; objects have no prototype, so `__proto__` and `constructor` are keys like any other. */
export type YamlValue = YamlPrimitive | YamlValue[] | { [key: string]: YamlValue };

/** The value of a node. A node that aliases share becomes one shared value. */
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
