import type { PropertyNode, RawSchema, SchemaNode, SchemaReader } from '../model/api-model.ts';
import { asNumber, asText, isObject, stringsOf } from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { exampleScalar, keywordsOf, typeOf } from './scalar-example.ts';

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
      return makeObject(node, maker);
    case 'array':
    case 'tuple':
      return makeList(node, maker);
    case 'scalar':
      return exampleScalar(node);
    case 'any':
      return null;
    case 'never':
      return undefined;
  }
}

/** Returns the lower bound of a list or object, at most 20. */
function fewest(node: SchemaNode, key: 'minItems' | 'minProperties'): number {
  return Math.min(asNumber(keywordsOf(node)[key]) ?? 0, 20);
}

function makeList(node: SchemaNode, maker: Maker): JsonValue | undefined {
  const { maxItems, uniqueItems } = keywordsOf(node);
  const list = node.prefixItems.map((item) => make(item, maker) ?? null);
  const least = fewest(node, 'minItems');
  const most = asNumber(maxItems) ?? Infinity;
  const items = node.items === false ? undefined : node.items;
  const wanted = Math.min(Math.max(least, list.length === 0 ? 1 : 0), most);
  while (list.length < wanted) {
    const item = items === undefined ? undefined : make(items, maker);
    if (item === undefined) break;
    const isNew = uniqueItems !== true || items === undefined;
    list.push(isNew ? item : distinct(item, list, maker.reader.read(items)));
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

/** Makes an object with the properties that the schema or an alternative (`alsoRequired`) requires, and others. */
function makeObject(
  node: SchemaNode,
  maker: Maker,
  alsoRequired: readonly string[] = [],
): JsonObject | undefined {
  const made: JsonObject = Object.create(null);
  const isDeep = maker.path.size > DEEP || node.properties.length > 120;
  const left: PropertyNode[] = [];
  const required = new Set([...stringsOf(keywordsOf(node)['required']), ...alsoRequired]);
  for (const property of node.properties) {
    const isRequired = property.required || required.has(property.name);
    // The first property of a schema must not displace the plain values of the outermost object.
    const isCheap = (): boolean =>
      maker.path.size <= 2 && maker.reader.read(property.schema).kind === 'scalar';
    if (!isRequired && (isDeep || (maker.count > ENOUGH && !isCheap()))) left.push(property);
    else if (!addProperty(made, { ...property, required: isRequired }, maker)) return undefined;
  }
  const least = fewest(node, 'minProperties');
  for (const property of left) {
    if (Object.keys(made).length >= least) break;
    addProperty(made, property, maker);
  }
  for (const name of required) {
    if (name in made || node.properties.some((property) => property.name === name)) continue;
    if (node.additional !== false) made[name] = valueOf(node.additional, maker) ?? null;
  }
  if (node.kind !== 'map' && Object.keys(made).length >= least) return made;
  const wanted = Math.max(least, node.properties.length === 0 ? 1 : 0);
  for (let turn = 1; Object.keys(made).length < wanted && turn <= 20; turn += 1) {
    const entry = extraEntry(node, maker);
    if (entry === undefined) break;
    made[turn === 1 ? entry.key : `${entry.key}${turn}`] = entry.value;
  }
  return made;
}

/** Adds a property unless the direction leaves it out; false if a circular value makes the object impossible. */
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
    const isWhole = nullable || (kind === 'array' && fewest(node, 'minItems') === 0);
    if (maker.strict && !isWhole) return false;
    // A placeholder for a circular value.
    if (nullable) made[name] = null;
    else if (kind === 'array' || kind === 'tuple') made[name] = [];
    else made[name] = kind === 'object' || kind === 'map' ? Object.create(null) : null;
  }
  return true;
}

function extraEntry(
  { propertyNames, patternProperties, additional, kind }: SchemaNode,
  maker: Maker,
): { readonly key: string; readonly value: JsonValue } | undefined {
  const named = propertyNames === undefined ? undefined : make(propertyNames, maker);
  const [pattern] = patternProperties;
  const isPattern = pattern !== undefined && (!additional || kind !== 'map');
  const value = isPattern ? make(pattern.schema, maker) : valueOf(additional, maker);
  if (value === undefined) return undefined;
  if (isPattern) return { key: 'key', value };
  const hint = isObject(additional) ? asText(additional['x-additionalPropertiesName']) : undefined;
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
  const { list = [], discriminator: key } = node.variants ?? {};
  for (const variant of list) {
    const inner = maker.reader.read(variant.schema);
    if (inner.typeLabel === 'null' && list.length > 1) continue;
    const common =
      node.properties.length > 0
        ? makeObject(node, maker, stringsOf(keywordsOf(inner)['required']))
        : undefined;
    // An alternative without a type has that of the whole.
    const made =
      inner.typeLabel === 'any' && typeOf(node) !== undefined
        ? exampleScalar(node)
        : make(variant.schema, maker);
    const value = common === undefined || isObject(made) ? made : common;
    if (value === undefined) continue;
    if (!isObject(value)) return value;
    const whole: JsonObject = Object.create(null);
    const isLabeled = key !== undefined && variant.value !== undefined;
    // The whole describes the properties that an alternative only requires.
    const declared = new Set(inner.properties.map(({ name }) => name));
    const own = Object.entries(value).filter(
      ([name]) => common === undefined || declared.has(name) || !(name in common),
    );
    const merged = { ...common, ...Object.fromEntries(own) };
    // The discriminator is first where no property declares it.
    if (isLabeled && !Object.hasOwn(merged, key)) whole[key] = variant.value;
    Object.assign(whole, merged);
    if (isLabeled) whole[key] = variant.value;
    return whole;
  }
  return undefined;
}
