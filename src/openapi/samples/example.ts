import type { PropertyNode, RawSchema, SchemaNode, SchemaReader } from '../model/api-model.ts';
import { asText, isObject } from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { exampleNumber, exampleText } from './scalar-example.ts';
import { type Facts, factsOf } from './scalar-facts.ts';

/** Direction of a value: requests leave out read-only properties, responses write-only ones. */
export type Direction = 'request' | 'response';

/** Returns the example of a schema: the given one, else a generated one of limited size. */
export function exampleOf(
  schema: RawSchema,
  reader: SchemaReader,
  direction: Direction,
): JsonValue {
  const maker: Maker = { reader, direction, path: new Set(), count: 0, strict: false };
  return make(schema, maker) ?? null;
}

interface Maker {
  readonly reader: SchemaReader;
  readonly direction: Direction;
  /** Schemas being generated, outermost first. */
  readonly path: Set<unknown>;
  /** Number of values generated so far. */
  count: number;
  /** Whether a circular schema fails instead of being cut off: another alternative may end. */
  strict: boolean;
}

/** Number of values above which optional properties are left out. */
const ENOUGH = 150;
/** Number of values above which nothing is generated. */
const TOO_MANY = 700;
const DEEP = 4;
const TOO_DEEP = 40;

/** Generates an example; undefined for circular or endless schemas. */
function make(schema: RawSchema, maker: Maker): JsonValue | undefined {
  const node = maker.reader.read(schema);
  const given = givenExample(node);
  maker.count += 1;
  if (given !== undefined) return given;
  const identity = node.ref?.target ?? schema;
  if (maker.path.has(identity) || maker.path.size > TOO_DEEP || maker.count > TOO_MANY)
    return undefined;
  maker.path.add(identity);
  const made = makeByKind(node, maker);
  maker.path.delete(identity);
  return made;
}

/** Returns the schema's example, const, default or first enum value. */
export function givenExample(node: SchemaNode): JsonValue | undefined {
  if (node.examples.length > 0) return node.examples[0];
  if (node.const !== undefined) return node.const.json;
  if (node.default !== undefined) {
    const { json } = node.default;
    // An empty list or null shows nothing of the structure.
    const isPoor =
      json === null
        ? node.kind !== 'any'
        : typeof json === 'object' && Object.keys(json).length === 0;
    if (!isPoor) return json;
  }
  if (node.enum.length === 0) return undefined;
  return (node.enum.find(({ json }) => json !== null) ?? node.enum[0])?.json;
}

function makeByKind(node: SchemaNode, maker: Maker): JsonValue | undefined {
  switch (node.kind) {
    case 'union':
      return makeUnion(node, maker);
    case 'object':
    case 'map':
      return makeObject(node, maker, factsOf(node, maker.reader));
    case 'array':
    case 'tuple':
      return makeList(node, maker);
    case 'scalar':
      return makeScalar(factsOf(node, maker.reader), node);
    case 'any':
      return makeAny(node, maker);
    case 'never':
      return undefined;
  }
}

function makeScalar(facts: Facts, node: SchemaNode): JsonValue {
  switch (facts.type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return exampleNumber(facts);
    case 'string':
      return exampleText(facts);
    default:
      return node.typeLabel === 'null' ? null : exampleText(facts);
  }
}

// Without a type, the keywords imply one.
function makeAny(node: SchemaNode, maker: Maker): JsonValue {
  const facts = factsOf(node, maker.reader);
  const { format, pattern, minLength, maxLength, minimum, maximum, multipleOf } = facts;
  if (minimum !== undefined || maximum !== undefined || multipleOf !== undefined)
    return exampleNumber(facts);
  const isText = [format, pattern, minLength, maxLength].some((fact) => fact !== undefined);
  if (isText) return exampleText(facts);
  return facts.required.length > 0 ? (makeObject(node, maker, facts) ?? null) : null;
}

function makeList(node: SchemaNode, maker: Maker): JsonValue | undefined {
  const facts = factsOf(node, maker.reader);
  const list: JsonValue[] = [];
  for (const item of node.prefixItems) list.push(make(item, maker) ?? null);
  const least = Math.min(facts.minItems ?? 0, 20);
  const most = facts.maxItems ?? Infinity;
  const items = node.items === false ? undefined : node.items;
  const wanted = Math.min(Math.max(least, list.length === 0 ? 1 : 0), most);
  for (let turn = list.length; turn < wanted; turn += 1) {
    if (items === undefined) break;
    const item = make(items, maker);
    if (item === undefined) break;
    list.push(facts.uniqueItems === true ? distinct(item, list, maker.reader.read(items)) : item);
  }
  if (node.contains !== undefined && list.length === 0 && most > 0) {
    const item = make(node.contains, maker);
    if (item !== undefined) list.push(item);
  }
  return maker.strict && list.length < least ? undefined : list;
}

/** Returns an item that differs from those of the list, if one is easily found. */
function distinct(item: JsonValue, list: readonly JsonValue[], node: SchemaNode): JsonValue {
  const texts = new Set(list.map((one) => JSON.stringify(one)));
  if (!texts.has(JSON.stringify(item))) return item;
  const other = node.enum.find(({ json }) => !texts.has(JSON.stringify(json)));
  if (other !== undefined) return other.json;
  if (typeof item === 'number') return item + list.length;
  return typeof item === 'string' ? `${item}${list.length + 1}` : item;
}

function makeObject(node: SchemaNode, maker: Maker, facts: Facts): JsonObject | undefined {
  const made: JsonObject = Object.create(null);
  const isDeep = maker.path.size > DEEP || node.properties.length > 120;
  const left: PropertyNode[] = [];
  const required = new Set(facts.required);
  for (const property of node.properties) {
    const isRequired = property.required || required.has(property.name);
    // The first property of a schema must not displace the plain values of the outermost object.
    const isCheap = (): boolean =>
      maker.path.size <= 2 && maker.reader.read(property.schema).kind === 'scalar';
    if (!isRequired && (isDeep || (maker.count > ENOUGH && !isCheap()))) left.push(property);
    else if (!addProperty(made, { ...property, required: isRequired }, maker)) return undefined;
  }
  const least = Math.min(facts.minProperties ?? 0, 20);
  for (const property of left) {
    if (Object.keys(made).length >= least) break;
    addProperty(made, property, maker);
  }
  addOthers(made, node, { maker, facts, least });
  return made;
}

function addProperty(
  made: JsonObject,
  { name, required, schema }: PropertyNode,
  maker: Maker,
): boolean {
  const node = maker.reader.read(schema);
  if (maker.direction === 'request' ? node.readOnly : node.writeOnly) return true;
  const value = make(schema, maker);
  if (value !== undefined) made[name] = value;
  else if (required && node.kind !== 'never') {
    const { kind, nullable } = node;
    const isWhole =
      nullable || (kind === 'array' && (factsOf(node, maker.reader).minItems ?? 0) === 0);
    if (maker.strict && !isWhole) return false;
    // A placeholder for a circular value.
    if (nullable) made[name] = null;
    else if (kind === 'array' || kind === 'tuple') made[name] = [];
    else made[name] = kind === 'object' || kind === 'map' ? Object.create(null) : null;
  }
  return true;
}

function addOthers(
  made: JsonObject,
  node: SchemaNode,
  { maker, facts, least }: { maker: Maker; facts: Facts; least: number },
): void {
  for (const name of facts.required) {
    if (name in made || node.properties.some((property) => property.name === name)) continue;
    if (node.additional !== false) made[name] = valueOf(node.additional, maker) ?? null;
  }
  if (node.kind !== 'map' && Object.keys(made).length >= least) return;
  const wanted = Math.max(least, node.properties.length === 0 ? 1 : 0);
  for (let turn = 1; Object.keys(made).length < wanted && turn <= 20; turn += 1) {
    const entry = extraEntry(node, maker);
    if (entry === undefined) return;
    made[turn === 1 ? entry.key : `${entry.key}${turn}`] = entry.value;
  }
}

function extraEntry(
  node: SchemaNode,
  maker: Maker,
): { readonly key: string; readonly value: JsonValue } | undefined {
  const named = node.propertyNames === undefined ? undefined : make(node.propertyNames, maker);
  const [first] = node.patternProperties;
  const isClosed = node.additional === undefined || node.additional === false;
  if (first !== undefined && (isClosed || node.kind !== 'map')) {
    const value = make(first.schema, maker);
    return value === undefined ? undefined : { key: 'key', value };
  }
  if (node.additional === false) return undefined;
  const value = valueOf(node.additional, maker);
  if (value === undefined) return undefined;
  const hint = isObject(node.source)
    ? asText(isObject(node.additional) ? node.additional['x-additionalPropertiesName'] : undefined)
    : undefined;
  return { key: typeof named === 'string' ? named : (hint ?? 'key'), value };
}

function valueOf(schema: RawSchema | undefined, maker: Maker): JsonValue | undefined {
  return schema === undefined || schema === true ? 'string' : make(schema, maker);
}

function makeUnion(node: SchemaNode, maker: Maker): JsonValue | undefined {
  const before = maker.strict;
  maker.strict = true;
  const found = firstVariant(node, maker);
  maker.strict = before;
  if (found !== undefined) return found;
  return (before ? undefined : firstVariant(node, maker)) ?? (node.nullable ? null : undefined);
}

function firstVariant(node: SchemaNode, maker: Maker): JsonValue | undefined {
  const { variants } = node;
  const facts = factsOf(node, maker.reader);
  for (const variant of variants?.list ?? []) {
    const inner = maker.reader.read(variant.schema);
    if (inner.typeLabel === 'null' && (variants?.list.length ?? 0) > 1) continue;
    const extra = factsOf(inner, maker.reader).required;
    const common =
      node.properties.length > 0
        ? makeObject(node, maker, { ...facts, required: [...facts.required, ...extra] })
        : undefined;
    // An alternative without a type has that of the whole.
    const own =
      inner.typeLabel === 'any' && facts.type !== undefined
        ? makeScalar(facts, node)
        : make(variant.schema, maker);
    const value = common === undefined || isObject(own) ? own : common;
    if (value === undefined) continue;
    const key = variants?.discriminator;
    if (!isObject(value)) return value;
    const whole: JsonObject = Object.create(null);
    const isLabeled = key !== undefined && variant.value !== undefined;
    const merged = { ...common, ...value };
    // The discriminator is first where no property declares it.
    if (isLabeled && !Object.hasOwn(merged, key)) whole[key] = variant.value;
    Object.assign(whole, merged);
    if (isLabeled) whole[key] = variant.value;
    return whole;
  }
  return undefined;
}
