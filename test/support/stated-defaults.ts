import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../src/config/problem.ts';
import { ROOT } from './manual.ts';

/** A default that the description of a key states, from which its page of the reference is written. */
export interface StatedDefault {
  /** `docs[].sidebars.*[].collapsible`: `[]` stands for each entry of a list, `*` for each key. */
  readonly path: string;
  /** The `type` of the objects that have the key, if there are several kinds. */
  readonly kind: string | undefined;
  /** As stated, without the final full stop. */
  readonly text: string;
}

/** The defaults that a published schema states, in its order. */
export function statedDefaults(name: string): readonly StatedDefault[] {
  const root: unknown = JSON.parse(readFileSync(join(ROOT, `schema/${name}.schema.json`), 'utf8'));
  return findDefaults({ root, schema: root, path: '', around: [] });
}

interface Part {
  readonly root: unknown;
  readonly schema: unknown;
  readonly path: string;
  /** The schemas that contain this one: a schema can contain itself. */
  readonly around: readonly unknown[];
}

function findDefaults({ root, schema: given, path, around }: Part): readonly StatedDefault[] {
  const schema = resolved(root, given);
  if (!isRecord(schema) || around.includes(schema)) return [];
  const inside = (part: unknown, at: string): readonly StatedDefault[] =>
    findDefaults({ root, schema: part, path: at, around: [...around, schema] });
  const { properties, items, additionalProperties } = schema;
  const options = [schema['anyOf'], schema['oneOf']].flatMap((list) => list ?? []);
  const keys = isRecord(properties) ? Object.entries(properties) : [];
  const type = isRecord(properties) && isRecord(properties['type']) ? properties['type'] : {};
  const kind = typeof type['const'] === 'string' ? type['const'] : undefined;
  return [
    ...options.flatMap((option) => inside(option, path)),
    ...inside(items, `${path}[]`),
    ...inside(additionalProperties, `${path}.*`),
    ...keys.flatMap(([key, value]) => {
      const at = path === '' ? key : `${path}.${key}`;
      const description = isRecord(value) ? String(value['description']) : '';
      const [, text] = /Default: (.*)\.$/s.exec(description) ?? [];
      return [...(text === undefined ? [] : [{ path: at, kind, text }]), ...inside(value, at)];
    }),
  ];
}

function resolved(root: unknown, schema: unknown): unknown {
  if (!isRecord(schema) || typeof schema['$ref'] !== 'string') return schema;
  let target = root;
  for (const key of schema['$ref'].split('/').slice(1))
    target = isRecord(target) ? target[key] : undefined;
  return target;
}

/** The value of a default that is stated as code or as a number. */
export function literalOf({ text }: StatedDefault): unknown {
  const [, code] = /^`([^`]*)`$/.exec(text) ?? [];
  const value = code ?? (/^\d+$/.test(text) ? text : undefined);
  if (value === undefined) return undefined;
  return /^(?:\d+|true|false)$/.test(value) ? JSON.parse(value) : value;
}

/** The objects of a configuration that may have a key, with the last part of its path. */
export function ownersOf(
  config: unknown,
  { path, kind }: StatedDefault,
): readonly (readonly [owner: Record<string, unknown>, key: string])[] {
  const parts = path.match(/\[\]|[^.[]+/g) ?? [];
  const key = parts.at(-1) ?? '';
  let owners: readonly unknown[] = [config];
  for (const part of parts.slice(0, -1)) {
    owners = owners.flatMap((owner) => {
      if (Array.isArray(owner)) return part === '[]' ? owner : [];
      if (!isRecord(owner)) return [];
      return part === '*' ? Object.values(owner) : [owner[part]];
    });
  }
  return owners
    .filter(isRecord)
    .filter((owner) => kind === undefined || owner['type'] === kind)
    .map((owner) => [owner, key] as const);
}
