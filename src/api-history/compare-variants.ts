/** Compares alternatives, `oneOf` and `anyOf`. */
import type { RawSchema } from '../openapi/model/api-model.ts';
import {
  canonical,
  changed,
  schemasIn,
  isObject,
  listOf,
  namedEntries,
} from '../openapi/model/model-context.ts';
import type { JsonObject, JsonValue } from '../openapi/read/description.ts';
import { discriminatorOf } from '../openapi/schema/alternatives.ts';
import type { Flat } from '../openapi/schema/flatten.ts';
import { isAnnotation } from '../openapi/schema/keywords.ts';
import { groupBy } from '../shared/maps.ts';
import { allowed, isUnion, printTypes, typesOf } from './compare-values.ts';
import { type Job, type Pair, text } from './comparison.ts';
import type { ApiState } from './state.ts';

const KINDS = ['oneOf', 'anyOf'] as const;
type Kind = (typeof KINDS)[number];

/** The kind of the alternatives; undefined for none, and for both kinds. */
function kindOf({ json }: Flat): Kind | undefined {
  const [kind, other] = KINDS.filter((key) => variantsOf(json, key).length > 0);
  return other === undefined ? kind : undefined;
}

export function compareVariants(job: Job): void {
  const { pair, old, now, say, compare } = job;
  const [was, is] = [kindOf(old), kindOf(now)];
  const isSwitched = was !== undefined && is !== undefined;
  for (const key of isSwitched ? [is] : KINDS) {
    const before = variantsOf(old.json, isSwitched ? was : key);
    const after = variantsOf(now.json, key);
    if (before.length === 0 && after.length === 0) continue;
    if (before.length === 0 || after.length === 0) {
      compareWrapped(job, key);
      continue;
    }
    const { matched, removed, added } = matchVariants(pair, before, after);
    for (const [first, next] of matched) compare(first, next);
    const isWithin = createWithin(pair.now, after);
    const wasWithin = createWithin(pair.old, before);
    for (const schema of removed)
      if (!isWithin(pair.old, schema))
        say('variant-removed', key, [
          labelOf(pair.old, schema) ?? text(schema),
          undefined,
          {
            schema,
          },
        ]);
    const code = key === 'oneOf' ? 'variant-added' : 'option-added';
    for (const schema of added)
      if (!wasWithin(pair.now, schema))
        say(code, key, [undefined, labelOf(pair.now, schema) ?? text(schema), { schema }]);
    const [first, next] = [old, now].map(({ json }) => discriminatorOf(json) ?? 'none');
    if (first !== next) say('discriminator-changed', 'discriminator', [first, next]);
  }
}

function variantsOf(json: JsonObject, key: string): readonly RawSchema[] {
  return schemasIn(listOf(json[key]));
}

const SCALAR = ['type', 'enum', 'const'];

/** Writes alternatives that are single types or values as one list of types or values. */
function joinScalars({ flattener }: ApiState, flat: Flat): Flat {
  const kind = kindOf(flat);
  if (kind === undefined || !isUnion(flat) || allowed(flat.json) !== undefined) return flat;
  const inner = variantsOf(flat.json, kind).map((schema) => flattener.flatten(schema));
  const isScalar = ({ json }: Flat): boolean =>
    Object.keys(json).every((key) => SCALAR.includes(key) || isAnnotation(key));
  const types = new Set(inner.flatMap((one) => typesOf(one) ?? ['any']));
  const values = inner.flatMap(({ json }) => allowed(json) ?? []);
  const isListed = inner.every(({ json }) => allowed(json) !== undefined);
  const isWhole = inner.every(isScalar) && (isListed || values.length === 0);
  if (!isWhole || ['any', 'object', 'array'].some((type) => types.has(type))) return flat;
  const set: [string, JsonValue][] = [['type', flat.json['type'] ?? [...types]]];
  if (isListed) set.push(['enum', values]);
  const json = changed(flat.json, { without: new Set([kind, 'discriminator']), set });
  return { ...flat, json, nullable: flat.nullable ?? inner.some((one) => one.nullable === true) };
}

/** Both schemas in one notation, if one has alternatives and the other has types or values. */
export function alignUnions(
  { old, now }: Pair,
  flats: readonly [Flat, Flat],
): readonly [Flat, Flat] {
  const [before, after] = flats;
  const [was, is] = [kindOf(before), kindOf(after)];
  if (was === is) return flats;
  const joined = [joinScalars(old, before), joinScalars(now, after)] as const;
  const isOne = joined.every(
    ({ json }) => json['oneOf'] === undefined && json['anyOf'] === undefined,
  );
  return isOne ? joined : flats;
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

/** Pairs of alternatives whose types and properties are compared, at most. */
const MOST_PAIRS = 2500;

/** Pairs alternatives: by name or title, then by structure, then by type and shared properties. */
function matchVariants(
  pair: Pair,
  before: readonly RawSchema[],
  after: readonly RawSchema[],
): Matches {
  const matched: [RawSchema, RawSchema][] = [];
  const [removed, added] = [new Set(before), new Set(after)];
  const take = (old: RawSchema, now: RawSchema | undefined): void => {
    if (now === undefined) return;
    matched.push([old, now]);
    removed.delete(old);
    added.delete(now);
  };
  const printStructure = (state: ApiState, schema: RawSchema): string =>
    canonical(state.flattener.flatten(schema).json);
  for (const print of [labelOf, printStructure]) {
    const byPrint = groupBy(added, (schema) => print(pair.now, schema));
    for (const old of removed) {
      const wanted = print(pair.old, old);
      const list = wanted === undefined ? [] : (byPrint.get(wanted) ?? []);
      take(
        old,
        list.find((now) => added.has(now)),
      );
    }
  }
  if (removed.size * added.size <= MOST_PAIRS)
    for (const old of removed)
      take(
        old,
        [...added].find((now) => isAlike(pair, old, now)),
      );
  return { matched, removed: [...removed], added: [...added] };
}

function isAlike(pair: Pair, old: RawSchema, now: RawSchema): boolean {
  const [a, b] = [pair.old.flattener.flatten(old), pair.now.flattener.flatten(now)];
  // Two names are two alternatives.
  if (a.ref !== undefined && b.ref !== undefined) return false;
  if (printTypes(typesOf(a)) !== printTypes(typesOf(b))) return false;
  const isScalar = typesOf(a) !== undefined && typesOf(a)?.[0] !== 'object';
  const counts = [propertiesOf(a).length, propertiesOf(b).length];
  return counts.every((count) => count > 0) ? isSimilar(a, b) : isScalar && counts[0] === counts[1];
}

const PLAIN = ['type', 'title', 'description', 'example', 'examples'];

/** Returns a function that tells whether the values of a scalar alternative are also values of another one of a list. */
function createWithin(
  { flattener }: ApiState,
  others: readonly RawSchema[],
): (state: ApiState, schema: RawSchema) => boolean {
  const types = new Set(
    others.filter(isObject).flatMap((schema) => {
      const { json } = flattener.flatten(schema);
      const isPlain = Object.keys(json).every((key) => PLAIN.includes(key));
      const { type } = json;
      return isPlain && type !== undefined && type !== 'object' ? [canonical(type)] : [];
    }),
  );
  return (state, schema) =>
    isObject(schema) && types.has(canonical(state.flattener.flatten(schema).json['type'] ?? null));
}
