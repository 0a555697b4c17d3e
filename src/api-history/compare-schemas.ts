/** Compares schemas of two states, with references resolved and `allOf` merged. */
import type { RawSchema } from '../openapi/model/api-model.ts';
import {
  asSchema,
  canonical,
  isInternal,
  isObject,
  listOf,
  namedEntries,
  stringsOf,
} from '../openapi/model/model-context.ts';
import type { JsonObject, JsonValue } from '../openapi/read/description.ts';
import type { Flat } from '../openapi/schema/flatten.ts';
import { isAnnotation } from '../openapi/schema/keywords.ts';
import { getOrInsert } from '../shared/maps.ts';
import { compareTypes, compareValues, isUnion, typesOf } from './compare-values.ts';
import { alignUnions, compareVariants } from './compare-variants.ts';
import { isSame, type Job, type Node, type Pair, type Said, text } from './comparison.ts';
import type { ChangeCode } from './rules.ts';
import type { ApiState } from './state.ts';

const NOTHING: Said = [];

interface Setting extends Pick<Job, 'direction' | 'form' | 'name'> {
  /** From where the schemas are reached. */
  readonly outer: Node;
}

/** Compares two schemas; `name` is used where neither has one. */
export function compareSchemas(
  pair: Pair,
  [old, now]: readonly [RawSchema | undefined, RawSchema | undefined],
  { outer, direction, form, name }: Setting,
): void {
  if (old === undefined || now === undefined || (old === now && !isObject(now))) return;
  const flats: Flats = [pair.old.flattener.flatten(old), pair.now.flattener.flatten(now)];
  const isPlain = isSameAround(flats);
  const [left, right] = flats.map(({ ref, base }) => (isPlain && ref?.target) || base);
  if (left === undefined || right === undefined) return;
  if (left === right && !pair.mayDiffer(left)) return;
  const known = getOrInsert(pair.known, `${direction} ${form}`, () => new Map());
  const ofLeft: Map<object, Node> = getOrInsert(known, left, () => new Map());
  const same = ofLeft.get(right);
  if (same !== undefined) {
    same.outer.push(outer);
    return;
  }
  const node: Node = { changes: [], outer: [outer] };
  ofLeft.set(right, node);
  pair.nodes.push(node);
  pair.queue.push(() => {
    const [was, is] = flats;
    const inside = is.ref?.name ?? was.ref?.name ?? name;
    const [before, after]: Flats = isPlain
      ? [targetOf(pair.old, was), targetOf(pair.now, is)]
      : flats;
    const setting = { outer: node, direction, form };
    if (isMadeOfSame(pair, [before, after])) {
      // The keywords are the same: what they refer to may differ.
      const hidden = HIDDEN[direction];
      for (const { schema, path, isProperty } of referencesIn(after.json, hidden)) {
        const isHidden = isProperty && pair.now.flattener.flatten(schema).json[hidden] === true;
        const at = inside === '' ? path.slice(1) : inside + path;
        if (!isHidden) compareSchemas(pair, [schema, schema], { ...setting, name: at });
      }
      return;
    }
    const [first, second] = alignUnions(pair, [before, after]);
    const own = isPlain ? inside : name;
    compareFlats({
      pair,
      direction,
      form,
      name: inside,
      old: first,
      now: second,
      say: (code, key = '', [value, next, at = {}] = NOTHING) => {
        const isGone = next === undefined && value !== undefined && after.json[key] === undefined;
        const flat = isGone ? before : after;
        const held = isObject(at.schema) ? at.schema : undefined;
        const owner = held ?? flat.owners.get(key) ?? flat.base;
        const place = (isGone ? pair.old : pair.now).context.description.pointer(owner);
        const pointer = place.pointer + (held === undefined && key !== '' ? `/${key}` : '');
        const said = { name: at.name ?? own, before: value, after: next };
        node.changes.push({ code, direction, file: place.file, pointer, isGone, ...said });
      },
      compare: (value, next, at = inside) =>
        compareSchemas(pair, [asSchema(value), asSchema(next)], { ...setting, name: at }),
    });
  });
}

type Flats = readonly [Flat, Flat];

/** True if the keywords are those of the same objects. */
function isMadeOfSame({ now: state }: Pair, [was, is]: Flats): boolean {
  if (was.json === is.json) return true;
  const [before = [], after = []] = [was.parts, is.parts];
  const isEqual = before.length === after.length && before.every((one, at) => one === after[at]);
  return before.length > 0 && isEqual && state.flattener.madeBy(is.base).length === 0;
}

/** The schema that a reference leads to, without what is beside it. */
function targetOf(state: ApiState, flat: Flat): Flat {
  const { target } = flat.ref ?? {};
  return isObject(target) ? state.flattener.flatten(target) : flat;
}

/** True if two schemas say the same beside their references: null, and annotations. */
function isSameAround([before, after]: Flats): boolean {
  if (before.base === after.base) return true;
  const isBare = ({ ref, base }: Flat): boolean => ref === undefined || ref.target === base;
  if (isBare(before) && isBare(after)) return true;
  const [was, is] = [before, after].map((flat) => {
    if (flat.ref === undefined) return '';
    const own = isBare(flat) ? [] : namedEntries(flat.base).filter(([key]) => isAnnotation(key));
    return canonical([flat.nullable === true, own]);
  });
  return was === is;
}

const INNER = 'items contains propertyNames contentSchema if then else not'.split(' ');
const MAPS = ['patternProperties', 'dependentSchemas', 'dependentRequired'];
const OTHERS = ['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'];

const HIDDEN = { request: 'readOnly', response: 'writeOnly' } as const;

/** A schema inside of another one that refers to others, or merges them. */
interface Reference {
  readonly schema: JsonObject;
  /** How it continues the name of the outer schema. */
  readonly path: string;
  readonly isProperty: boolean;
}

const REFERENCES = new WeakMap<object, Map<string, readonly Reference[]>>();

/** Lists the references in a schema that are compared; states share schemas, and so these lists. */
function referencesIn(schema: JsonObject, hidden: string): readonly Reference[] {
  const read = (): readonly Reference[] => {
    const found = new Map<object, Reference>();
    const add = (value: JsonValue | undefined, path: string, isProperty = false): void => {
      if (!isObject(value) || isInternal(value) || (isProperty && value[hidden] === true)) return;
      if (MERGING.some((key) => value[key] !== undefined))
        found.set(value, { schema: value, path, isProperty });
      else
        for (const inner of referencesIn(value, hidden))
          found.set(inner.schema, { ...inner, path: path + inner.path });
    };
    for (const [name, value] of namedEntries(schema['properties'])) add(value, `.${name}`, true);
    for (const key of INNER)
      if (key !== 'not' && key !== 'if') add(schema[key], key === 'items' ? '[]' : '');
    for (const key of MAPS)
      for (const [name, value] of namedEntries(schema[key])) add(value, `.${name}`);
    for (const key of OTHERS) add(schema[key], '.*');
    for (const [index, value] of listOf(schema['prefixItems']).entries()) add(value, `[${index}]`);
    for (const key of ['oneOf', 'anyOf']) for (const value of listOf(schema[key])) add(value, '');
    return [...found.values()];
  };
  return getOrInsert(
    getOrInsert(REFERENCES, schema, () => new Map()),
    hidden,
    read,
  );
}

const MERGING = ['$ref', '$dynamicRef', 'allOf', 'oneOf', 'anyOf'];

function compareFlats(job: Job): void {
  const { old, now } = job;
  if (isInternal(now.json) && isInternal(old.json)) return;
  compareValues(job, compareTypes(job));
  // Properties became those of alternatives, or the other way round.
  if (isUnion(old) === isUnion(now)) compareProperties(job);
  compareVariants(job);
  for (const key of INNER) compareInner(job, key);
  for (const key of MAPS) compareMaps(job, key);
  comparePrefix(job);
  for (const key of OTHERS) compareOthers(job, key);
}

function compareProperties({ pair, direction, name, old, now, say, compare }: Job): void {
  const was = new Map(namedEntries(old.json['properties']));
  const is = new Map(namedEntries(now.json['properties']));
  const [needed, needs] = [requiredOf(old), requiredOf(now)];
  const hidden = HIDDEN[direction];
  const isHidden = (state: ApiState, value: JsonValue | undefined): boolean => {
    const schema = asSchema(value);
    const json = schema === undefined ? undefined : state.flattener.flatten(schema).json;
    return json?.[hidden] === true || isInternal(json);
  };
  const add = (
    code: ChangeCode,
    property: string,
    at: { now?: JsonValue; old?: JsonValue },
  ): void => {
    const schema = at.now ?? at.old;
    const said = { name: join(name, property), schema };
    const isGone = at.old !== undefined;
    say(
      code,
      isObject(schema) ? '' : 'properties',
      isGone ? [property, undefined, said] : [undefined, property, said],
    );
  };
  for (const [property, value] of was) {
    const next = is.get(property);
    const wasHidden = isHidden(pair.old, value);
    if (next === undefined) {
      const isRefused = direction === 'request' && now.json['additionalProperties'] === false;
      const kind = needed.has(property) ? 'property-required-removed' : 'property-removed';
      if (!wasHidden) add(isRefused ? 'property-refused' : kind, property, { old: value });
      continue;
    }
    const isNowHidden = isHidden(pair.now, next);
    const lost = direction === 'request' ? 'read-only-changed' : 'write-only-changed';
    if (wasHidden !== isNowHidden)
      add(isNowHidden ? lost : 'access-widened', property, { now: next });
    if (isNowHidden) continue;
    const kind = needs.has(property) ? 'property-now-required' : 'property-now-optional';
    if (needed.has(property) !== needs.has(property)) add(kind, property, { now: next });
    compare(value, next, join(name, property));
  }
  for (const [property, value] of is) {
    const kind = needs.has(property) ? 'property-required-added' : 'property-added';
    if (!was.has(property) && !isHidden(pair.now, value)) add(kind, property, { now: value });
  }
  // Names without a schema.
  for (const property of new Set([...needed, ...needs])) {
    const kind = needs.has(property) ? 'property-now-required' : 'property-now-optional';
    const isNamed = was.has(property) || is.has(property);
    if (!isNamed && needed.has(property) !== needs.has(property)) add(kind, property, {});
  }
}

function requiredOf({ json }: Flat): ReadonlySet<string> {
  return new Set(stringsOf(json['required']).filter((name) => name !== ''));
}

function join(name: string, step: string): string {
  return name === '' ? step : `${name}.${step}`;
}

/** True for no schema, and for one that allows every value. */
function isFree(schema: RawSchema | undefined): boolean {
  return typeof schema === 'object' ? Object.keys(schema).every(isAnnotation) : schema !== false;
}

/** A keyword whose value is a schema. */
function compareInner({ old: before, now: after, name, say, compare }: Job, key: string): void {
  const [old, now] = [asSchema(before.json[key]), asSchema(after.json[key])];
  const [first, next] = [old, now].map((schema) => `${key} ${text(schema)}`);
  const isArray = typesOf(before)?.includes('array') === true && typesOf(after)?.includes('array');
  if (old !== undefined && now !== undefined) {
    if (key !== 'not' && key !== 'if') compare(old, now, key === 'items' ? `${name}[]` : name);
    else if (!isSame(old, now)) say('constraint-changed', key, [first, next]);
  } else if (isFree(old) && isFree(now)) return;
  // A list of anything became one of something, or the other way round.
  else if (key === 'items' && isArray !== true) return;
  else if (old !== undefined) say('constraint-removed', key, [first]);
  else if (now !== undefined) say('constraint-added', key, [undefined, next]);
}

/** A keyword whose value is a map of schemas or names. */
function compareMaps({ old: before, now: after, name, say, compare }: Job, key: string): void {
  const was = new Map(namedEntries(before.json[key]));
  const is = new Map(namedEntries(after.json[key]));
  for (const [entry, old] of was) {
    const now = is.get(entry);
    const [first, next] = [old, now].map((value) => `${key} ${entry}: ${text(value)}`);
    if (now === undefined) say('constraint-removed', key, [`${key} ${entry}`]);
    else if (!Array.isArray(old)) compare(old, now, join(name, entry));
    else if (!isSame(old, now)) say('constraint-changed', key, [first, next]);
  }
  for (const entry of is.keys())
    if (!was.has(entry)) say('constraint-added', key, [undefined, `${key} ${entry}`]);
}

function comparePrefix({ old, now, name, say, compare }: Job): void {
  const key = 'prefixItems';
  const [before, after] = [listOf(old.json[key]), listOf(now.json[key])];
  for (const [index, item] of before.entries()) compare(item, after[index], `${name}[${index}]`);
  // Items that are not listed are free.
  if (before.length > after.length)
    say('constraint-added', key, [undefined, `${after.length} ${key}`]);
  if (before.length < after.length) say('constraint-removed', key, [`${before.length} ${key}`, '']);
}

/** Properties and items beside those that are named. */
function compareOthers({ old: before, now: after, name, say, compare }: Job, key: string): void {
  const [old, now] = [before, after].map(({ json }) => {
    const schema = asSchema(json[key]);
    return schema === undefined || isFree(schema) ? true : schema;
  });
  if (isObject(old) && isObject(now)) return compare(old, now, `${name}.*`);
  if (old === now) return;
  const isOpen = now === true || (isObject(now) && old === false);
  if (key === 'additionalProperties')
    return say(isOpen ? 'properties-opened' : 'properties-closed', key, [text(old), text(now)]);
  const [first, next] = [old, now].map((value) => `${key} ${text(value)}`);
  if (now === true) say('constraint-removed', key, [first]);
  else if (old === true) say('constraint-added', key, [undefined, next]);
  else say('constraint-changed', key, [first, next]);
}
