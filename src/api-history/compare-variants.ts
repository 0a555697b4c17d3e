/** Compares alternatives, `oneOf` and `anyOf`. */
import type { RawSchema } from '../openapi/model/api-model.ts';
import {
  schemasIn,
  isObject,
  listOf,
  namedEntries,
  stringOf,
} from '../openapi/model/model-context.ts';
import type { JsonObject } from '../openapi/read/description.ts';
import type { Flat } from '../openapi/schema/flatten.ts';
import { printTypes, typesOf } from './compare-values.ts';
import { isSame, type Job, type Pair, text } from './comparison.ts';
import type { ApiState } from './state.ts';

export function compareVariants(job: Job): void {
  const { pair, old, now, say, compare } = job;
  for (const key of ['oneOf', 'anyOf'] as const) {
    const [before, after] = [variantsOf(old.json, key), variantsOf(now.json, key)];
    if (before.length === 0 && after.length === 0) continue;
    if (before.length === 0 || after.length === 0) {
      compareWrapped(job, key);
      continue;
    }
    const { matched, removed, added } = matchVariants(pair, before, after);
    for (const [first, next] of matched) compare(first, next);
    for (const schema of removed)
      if (!after.some((other) => isWithin(pair, schema, other)))
        say('variant-removed', key, [
          labelOf(pair.old, schema) ?? text(schema),
          undefined,
          {
            schema,
          },
        ]);
    const code = key === 'oneOf' ? 'variant-added' : 'option-added';
    for (const schema of added)
      if (!before.some((other) => isWithin(pair, schema, other)))
        say(code, key, [undefined, labelOf(pair.now, schema) ?? text(schema), { schema }]);
    const [first, next] = [discriminatorOf(old), discriminatorOf(now)];
    if (first !== next) say('discriminator-changed', 'discriminator', [first, next]);
  }
}

function variantsOf(json: JsonObject, key: string): readonly RawSchema[] {
  return schemasIn(listOf(json[key]));
}

function discriminatorOf({ json: { discriminator } }: Flat): string {
  const name = isObject(discriminator) ? discriminator['propertyName'] : discriminator;
  return stringOf(name) || 'none';
}

/** A schema became one of several, or the other way round. */
function compareWrapped({ pair, old, now, say, compare }: Job, key: 'oneOf' | 'anyOf'): void {
  const isWrapped = listOf(old.json[key]).length === 0;
  const [whole, union, state] = isWrapped ? [old, now, pair.now] : [now, old, pair.old];
  const list = variantsOf(union.json, key);
  const typed = typesOf(whole);
  const [fits, ...others] = list.filter((schema) => {
    const flat = state.flattener.flatten(schema);
    return (
      typed !== undefined &&
      printTypes(typesOf(flat)) === printTypes(typed) &&
      isSimilar(flat, whole)
    );
  });
  const said = list.map((schema) => labelOf(state, schema) ?? text(schema)).join(' | ');
  if (fits !== undefined) {
    compare(isWrapped ? old.base : fits, isWrapped ? fits : now.base);
    if (list.length === 1) return;
    if (!isWrapped) return say('variant-removed', key, [said]);
    // Values that fit two alternatives are refused.
    const isRefused = key === 'oneOf' && others.length > 0;
    const code = key === 'oneOf' ? 'variant-added' : 'option-added';
    return say(isRefused ? 'constraint-added' : code, key, [undefined, said]);
  }
  // Alternatives beside properties are a further rule; alone, they are another type.
  const isType = typed !== undefined && !isObject(whole.json['properties']);
  const other = isType ? printTypes(typed) : undefined;
  if (isWrapped) say(isType ? 'type-changed' : 'constraint-added', key, [other, said]);
  else say(isType ? 'type-changed' : 'constraint-removed', key, [said, other]);
}

function propertiesOf({ json }: Flat): readonly string[] {
  return namedEntries(json['properties']).map(([name]) => name);
}

/** True if two schemas share at least half of the properties of the smaller one. */
function isSimilar(a: Flat, b: Flat): boolean {
  const [left, right] = [propertiesOf(a), new Set(propertiesOf(b))];
  const shared = left.filter((name) => right.has(name)).length;
  return shared * 2 >= Math.min(left.length, right.size);
}

/** The name or title of an alternative. */
function labelOf(state: ApiState, schema: RawSchema): string | undefined {
  const { ref, json } = state.flattener.flatten(schema);
  return ref?.name ?? (typeof json['title'] === 'string' ? json['title'] : undefined);
}

interface Matches {
  readonly matched: readonly (readonly [RawSchema, RawSchema])[];
  readonly removed: readonly RawSchema[];
  readonly added: readonly RawSchema[];
}

/** Pairs alternatives: by name or title, then by structure, then by type and shared properties. */
function matchVariants(
  pair: Pair,
  before: readonly RawSchema[],
  after: readonly RawSchema[],
): Matches {
  const matched: [RawSchema, RawSchema][] = [];
  let [removed, added] = [before, after];
  const tests: readonly ((old: RawSchema, now: RawSchema) => boolean)[] = [
    (old, now) => {
      const label = labelOf(pair.old, old);
      return label !== undefined && label === labelOf(pair.now, now);
    },
    (old, now) =>
      isSame(pair.old.flattener.flatten(old).json, pair.now.flattener.flatten(now).json),
    (old, now) => {
      const [a, b] = [pair.old.flattener.flatten(old), pair.now.flattener.flatten(now)];
      // Two names are two alternatives.
      if (
        (a.ref !== undefined && b.ref !== undefined) ||
        printTypes(typesOf(a)) !== printTypes(typesOf(b))
      )
        return false;
      const isScalar = typesOf(a) !== undefined && typesOf(a)?.[0] !== 'object';
      const counts = [propertiesOf(a).length, propertiesOf(b).length];
      return counts.every((count) => count > 0)
        ? isSimilar(a, b)
        : isScalar && counts[0] === counts[1];
    },
  ];
  for (const test of tests)
    for (const old of removed) {
      const now = added.find((candidate) => test(old, candidate));
      if (now === undefined) continue;
      matched.push([old, now]);
      removed = removed.filter((item) => item !== old);
      added = added.filter((item) => item !== now);
    }
  return { matched, removed, added };
}

const PLAIN = ['type', 'title', 'description', 'example', 'examples'];

/** True if the values of a scalar alternative are also values of another one. */
function isWithin(pair: Pair, a: RawSchema, b: RawSchema): boolean {
  if (typeof a === 'boolean' || typeof b === 'boolean') return false;
  const json = (schema: JsonObject): JsonObject =>
    (pair.now.partOf(schema) === undefined ? pair.old : pair.now).flattener.flatten(schema).json;
  const [inner, outer] = [json(a), json(b)];
  const isPlain = Object.keys(outer).every((key) => PLAIN.includes(key));
  const { type } = outer;
  return isPlain && type !== undefined && type !== 'object' && isSame(type, inner['type']);
}
