import type { RawSchema } from '../model/api-model.ts';
import {
  allowsSiblings,
  asSchema,
  changed,
  emptyObject,
  isObject,
  listOf,
  type ModelContext,
} from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { isAnnotation, isPureReference } from './keywords.ts';
import { type Layer, mergeLayers } from './merge.ts';
import type { SchemaNames } from './names.ts';

/** A schema with references resolved and `allOf` merged into one object of keywords. */
export interface Flat {
  /** The keywords; the source object if nothing was merged. */
  readonly json: JsonObject;
  /** Objects that hold the merged keywords; `base` holds the others. */
  readonly owners: ReadonlyMap<string, JsonObject>;
  readonly base: JsonObject;
  /** All objects that the keywords come from, if any were merged. */
  readonly parts?: readonly JsonObject[];
  readonly ref?:
    | {
        readonly name: string;
        readonly target: JsonObject;
        readonly isMissing?: boolean;
      }
    | undefined;
  /** Whether null is allowed; undefined if not stated. */
  readonly nullable: boolean | undefined;
  /** True for the schema `false`. */
  readonly never: boolean;
}

export interface Flattener {
  flatten(schema: RawSchema): Flat;
  madeBy(schema: JsonObject): readonly JsonObject[];
}

const MAX_DEPTH = 200;
const MAX_MADE = 6;

interface Work {
  readonly context: ModelContext;
  readonly names: SchemaNames;
  /** By schema, and by the target of references, which are the same for all that need no more than their target. */
  readonly known: Map<object, Flat>;
  readonly made: Map<object, readonly JsonObject[]>;
  /** Number of merges that led to a generated schema. */
  readonly generation: Map<object, number>;
  readonly open: Set<object>;
  readonly nothing: JsonObject;
}

/** Creates a function that merges schemas; results are cached by identity. */
export function createFlattener(context: ModelContext, names: SchemaNames): Flattener {
  const work: Work = {
    context,
    names,
    known: new Map(),
    made: new Map(),
    generation: new Map(),
    open: new Set(),
    nothing: context.description.derive(emptyObject(), context.root),
  };
  return {
    flatten: (schema) => flatten(work, schema),
    madeBy: (schema) => {
      flatten(work, schema);
      return work.made.get(schema) ?? [];
    },
  };
}

const NO_OWNERS: ReadonlyMap<string, JsonObject> = new Map();

function flatten(work: Work, schema: RawSchema): Flat {
  if (typeof schema === 'boolean') return { ...leaf(work.nothing), never: !schema };
  const previous = work.known.get(schema);
  if (previous !== undefined) return previous;
  // Cycles of references and `allOf` add nothing; the check reports cycles of references alone.
  if (work.open.has(schema) || work.open.size > MAX_DEPTH) return leaf(work.nothing);
  work.open.add(schema);
  const flat = flattenParts(work, schema);
  work.open.delete(schema);
  work.known.set(schema, flat);
  return flat;
}

function leaf(schema: JsonObject): Flat {
  const nullable = saidNullable(schema);
  return { json: schema, owners: NO_OWNERS, base: schema, nullable, never: false };
}

function saidNullable(schema: JsonObject): boolean | undefined {
  if (schema['nullable'] === true || schema['x-nullable'] === true) return true;
  const { type } = schema;
  if (Array.isArray(type)) return type.includes('null');
  if (typeof type === 'string') return type === 'null';
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(null);
  return undefined;
}

const PARTS = ['allOf', 'oneOf', 'anyOf'];
const MERGED: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', 'allOf']);

function flattenParts(work: Work, schema: JsonObject): Flat {
  const ref = schema['$ref'] ?? schema['$dynamicRef'];
  const members: Flat[] = [];
  if (typeof ref === 'string') {
    const target = flattenTarget(work, ref, schema);
    if (isPureReference(schema, allowsSiblings(work.context))) return target;
    members.push(target);
  }
  if (members.length === 0 && !PARTS.some((key) => schema[key] !== undefined)) return leaf(schema);
  for (const item of listOf(schema['allOf'])) {
    const member = asSchema(item);
    if (member !== undefined) members.push(flatten(work, member));
  }
  const choice = withoutNull(work, schema);
  if (choice.single !== undefined) members.push(flatten(work, choice.single));
  const own = choice.schema;
  if (members.length === 0) return choice.nullable ? { ...leaf(own), nullable: true } : leaf(own);
  const rest = changed(own, { without: MERGED });
  return combine(work, { schema, rest, members, nullable: choice.nullable });
}

function flattenTarget(work: Work, ref: string, owner: JsonObject): Flat {
  const target = work.names.target(ref, owner);
  if (target === undefined) return leaf(work.nothing);
  const known = work.known.get(target);
  if (known !== undefined) return known;
  const flat = flatten(work, target.schema);
  if (typeof target.schema === 'boolean') return flat;
  const isMissing = target.isMissing === true || flat.ref?.isMissing === true;
  const named = { ...flat, ref: { name: target.name, target: target.schema, isMissing } };
  // Not inside of a cycle, where the target is cut off.
  if (work.known.get(target.schema) === flat) work.known.set(target, named);
  return named;
}

interface Choice {
  /** The schema without null among its alternatives. */
  readonly schema: JsonObject;
  readonly nullable: boolean;
  readonly single?: RawSchema;
}

// `oneOf: [X, {type: null}]` is X or null.
function withoutNull(work: Work, schema: JsonObject): Choice {
  const { description } = work.context;
  for (const key of ['oneOf', 'anyOf']) {
    const list = listOf(schema[key]);
    const rest = list.filter((item) => !isNull(work, item));
    const nullable = rest.length < list.length;
    const single = rest.length === 1 ? asSchema(rest[0]) : undefined;
    if (single !== undefined) {
      const other = changed(schema, { without: new Set([key, 'discriminator']) });
      return { schema: description.derive(other, schema), nullable, single };
    }
    if (nullable && rest.length > 0) {
      const other = changed(schema, { set: [[key, rest]] });
      return { schema: description.derive(other, schema), nullable };
    }
  }
  return { schema, nullable: false };
}

function isNull(work: Work, value: JsonValue): boolean {
  if (!isObject(value)) return false;
  const ref = value['$ref'];
  const target = typeof ref === 'string' ? work.names.target(ref, value)?.schema : value;
  if (typeof target !== 'object') return false;
  const { type, const: only, enum: allowed } = target;
  const hasOne = (list: JsonValue | undefined, item: JsonValue): boolean =>
    Array.isArray(list) && list.length === 1 && list[0] === item;
  return type === 'null' || only === null || hasOne(type, 'null') || hasOne(allowed, null);
}

interface Parts {
  readonly schema: JsonObject;
  readonly rest: JsonObject;
  readonly members: readonly Flat[];
  readonly nullable: boolean;
}

function combine(work: Work, { schema, rest, members, nullable }: Parts): Flat {
  const seen = new Set<object>();
  // Repeated schemas add nothing.
  const distinct = members.filter(
    ({ ref, base }) => seen.size < seen.add(ref?.target ?? base).size,
  );
  const ref = keptReference(rest, distinct);
  const layers = distinct.map((flat): Layer => {
    // A schema does not inherit the discriminator of one that it extends.
    const { json } = flat;
    const isInherited =
      ref === undefined && json['oneOf'] === undefined && json['anyOf'] === undefined;
    return {
      json:
        isInherited && json['discriminator'] !== undefined
          ? changed(json, { without: new Set(['discriminator']) })
          : json,
      ownerOf: (key) => flat.owners.get(key) ?? flat.base,
      named: flat.ref !== undefined,
    };
  });
  const own: Layer = { json: rest, ownerOf: () => schema, named: false };
  const generation = (work.generation.get(schema) ?? 0) + 1;
  const merge = { schema, own, members: layers, generation };
  const { json, owners, made } = mergeLayers(work.context, merge);
  for (const object of made) work.generation.set(object, generation);
  if (made.length > 0 && generation <= MAX_MADE) work.made.set(schema, made);
  const said = distinct.flatMap((member) => member.nullable ?? []);
  const saidByAll = said.length === 0 ? undefined : said.every(Boolean);
  return {
    json,
    owners,
    base: schema,
    parts: [...new Set([...distinct.flatMap(({ base, parts }) => parts ?? [base]), schema])],
    nullable: nullable || (saidNullable(rest) ?? saidByAll),
    never: distinct.some((member) => member.never),
    ref,
  };
}

// A reference with annotations only remains a reference.
function keptReference(rest: JsonObject, members: readonly Flat[]): Flat['ref'] {
  const named = members.filter(({ ref }) => ref !== undefined);
  const [only] = named;
  if (only === undefined || named.length > 1) return undefined;
  const { type } = only.json;
  const others = [rest, ...members.filter((member) => member !== only).map(({ json }) => json)];
  const isPlain = others.every((json) =>
    Object.keys(json).every(
      (key) => isAnnotation(key) || (key === 'type' && [json[key], undefined].includes(type)),
    ),
  );
  return isPlain ? only.ref : undefined;
}
