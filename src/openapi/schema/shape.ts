import type { RawSchema, SchemaNode, Variant } from '../model/api-model.ts';
import {
  asSchema,
  isInternal,
  isObject,
  listOf,
  type ModelContext,
  schemasIn,
  stringsOf,
} from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import type { Flat, Flattener } from './flatten.ts';
import type { SchemaNames } from './names.ts';

export interface Shape {
  readonly flat: Flat;
  readonly kind: SchemaNode['kind'];
  /** Without null. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly variants: VariantList | undefined;
}

/** Alternatives before they are labeled. */
export interface VariantList {
  readonly rule: 'oneOf' | 'anyOf';
  readonly list: readonly Alternative[];
  readonly discriminator?: string | undefined;
}

export interface Alternative {
  readonly schema: RawSchema;
  readonly value?: Variant['value'];
}

export interface SchemaTools {
  readonly context: ModelContext;
  readonly names: SchemaNames;
  readonly flattener: Flattener;
  /** Returns the shape of a schema, cached by identity. */
  shape(schema: RawSchema): Shape;
}

/** True if the schema, or its target, is excluded from the reference. */
export function isHidden({ names }: SchemaTools, schema: RawSchema): boolean {
  if (typeof schema === 'boolean') return false;
  if (isInternal(schema)) return true;
  const ref = schema['$ref'];
  const target = typeof ref === 'string' ? names.target(ref, schema)?.schema : undefined;
  return typeof target === 'object' && isInternal(target);
}

// Keywords that imply a type in the absence of `type`.
const HINTS: readonly (readonly [type: string, keywords: readonly string[]])[] = Object.entries({
  object:
    'properties additionalProperties patternProperties required minProperties maxProperties' +
    ' propertyNames dependentRequired unevaluatedProperties',
  array: 'items prefixItems minItems maxItems uniqueItems contains',
  string: 'pattern minLength maxLength contentEncoding contentMediaType format',
  number: 'minimum maximum multipleOf exclusiveMinimum exclusiveMaximum',
}).map(([type, keywords]) => [type, keywords.split(' ')]);

export const SCALARS: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'null',
]);

// Shared lists, since almost every schema has a single type.
const SINGLE_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ...[...SCALARS, 'object', 'array'].map((type): [string, readonly string[]] => [type, [type]]),
  ['file', ['string']],
]);

/** Returns the types of a merged schema, from `type` or implied by other keywords. */
export function typesOf(json: JsonObject): readonly string[] {
  const { type } = json;
  if (typeof type === 'string' && type !== '') return SINGLE_TYPES.get(type) ?? [type];
  const given = stringsOf(type).filter((name) => name !== '');
  if (given.length > 0)
    return [...new Set(given.map((name) => (name === 'file' ? 'string' : name)))];
  const values = json['const'] === undefined ? listOf(json['enum']) : [json['const']];
  if (values.length > 0) return [...new Set(values.map(typeOfValue))];
  const hint = HINTS.find(([, keys]) => keys.some((key) => json[key] !== undefined));
  return hint === undefined ? [] : [hint[0]];
}

export function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

export function kindOf(json: JsonObject, types: readonly string[]): SchemaNode['kind'] {
  const [type, ...others] = types;
  if (type === undefined) return 'any';
  if (others.length > 0) return types.every((one) => SCALARS.has(one)) ? 'scalar' : 'union';
  if (type === 'object') return isMap(json) ? 'map' : 'object';
  if (type !== 'array') return 'scalar';
  return prefixOf(json).length > 0 ? 'tuple' : 'array';
}

function isMap(json: JsonObject): boolean {
  const { properties } = json;
  if (isObject(properties) && Object.keys(properties).length > 0) return false;
  const rest = additionalOf(json);
  if (rest === true || isObject(rest)) return true;
  return isObject(json['patternProperties']) || asSchema(json['propertyNames']) !== undefined;
}

export function additionalOf(json: JsonObject): RawSchema | undefined {
  return asSchema(json['additionalProperties']) ?? asSchema(json['unevaluatedProperties']);
}

/** Returns the schemas of the first items: `prefixItems`, or a list of `items` before 2020-12. */
export function prefixOf(json: JsonObject): readonly RawSchema[] {
  const list = Array.isArray(json['prefixItems']) ? json['prefixItems'] : listOf(json['items']);
  return schemasIn(list);
}

export function itemsOf(json: JsonObject): RawSchema | undefined {
  const own = asSchema(json['items']);
  if (own !== undefined) return own;
  const rest = Array.isArray(json['items']) ? asSchema(json['additionalItems']) : undefined;
  return rest ?? asSchema(json['unevaluatedItems']);
}

/** Returns the names of an alternative that only lists required properties. */
export function requiredOnly(schema: RawSchema): readonly string[] {
  if (typeof schema === 'boolean') return [];
  const keys = Object.keys(schema).filter((key) => key !== 'title' && key !== 'description');
  const [key] = keys;
  return keys.length === 1 && key === 'required' ? stringsOf(schema['required']) : [];
}

/** Lists keywords that do not apply to values of a type. */
export function keywordsOfOtherTypes(type: string): readonly string[] {
  const own = type === 'integer' ? 'number' : type;
  return HINTS.flatMap(([hinted, keys]) => (hinted === own ? [] : keys));
}
