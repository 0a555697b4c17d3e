import type { RawSchema, SchemaNode, Variant } from '../model/api-model.ts';
import {
  asObject,
  asSchema,
  changed,
  isObject,
  listOf,
  objectOf,
  schemasIn,
  stringOf,
} from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import type { Flat } from './flatten.ts';
import { isAnnotation } from './keywords.ts';
import { constAlternatives, typeLabel } from './label.ts';
import { mappingTarget } from './names.ts';
import {
  type Alternative,
  isHidden,
  isScalarType,
  keywordsOfOtherTypes,
  requiredOnly,
  type SchemaTools,
  type Shape,
  type VariantList,
} from './shape.ts';

const ALTERNATIVES = ['oneOf', 'anyOf', 'discriminator'];

export function readAlternatives(
  tools: SchemaTools,
  flat: Flat,
  types: readonly string[],
): VariantList | undefined {
  const { json } = flat;
  if (ALTERNATIVES.every((key) => json[key] === undefined) && types.length < 2) return undefined;
  if (constAlternatives(json) !== undefined) return undefined;
  const rule = ruleOf(json);
  const given = schemasIn(listOf(json[rule]));
  if (given.length === 0) return fromMapping(tools, flat) ?? byType(tools, flat, types);
  const list = given.filter((schema) => !isHidden(tools, schema));
  return list.length === 0 ? undefined : withDiscriminator(tools, flat, { rule, list });
}

// With both, the one that only requires properties is less specific.
function ruleOf(json: JsonObject): 'oneOf' | 'anyOf' {
  if (!Array.isArray(json['oneOf'])) return 'anyOf';
  if (!Array.isArray(json['anyOf'])) return 'oneOf';
  const poor = json['oneOf'].every((item) => requiredOnly(asSchema(item) ?? true).length > 0);
  return poor ? 'anyOf' : 'oneOf';
}

interface Given {
  readonly rule: 'oneOf' | 'anyOf';
  readonly list: readonly RawSchema[];
}

function withDiscriminator(tools: SchemaTools, flat: Flat, { rule, list }: Given): VariantList {
  const property = discriminatorOf(flat.json);
  if (property === undefined) return { rule, list: list.map((schema) => ({ schema })) };
  const values = mappedValues(tools, flat);
  const alternatives = list.map((schema): Alternative => {
    const { ref } = tools.flattener.flatten(schema);
    const target = ref?.target ?? schema;
    const value =
      (typeof target === 'object' ? values.get(target) : undefined) ??
      constOfProperty(tools, schema, property) ??
      ref?.name;
    return value === undefined ? { schema } : { schema, value };
  });
  return {
    rule,
    list: [...alternatives, ...lostAlternatives(tools, flat)],
    discriminator: property,
  };
}

/** Returns alternatives for mapping values whose target is missing: they allow any value. */
function lostAlternatives(tools: SchemaTools, flat: Flat): readonly Alternative[] {
  const owner = ownerOfDiscriminator(flat);
  return mappingOf(flat.json).flatMap(([value, name]) =>
    mappingTarget(tools.names, name, owner) === undefined ? [{ schema: true, value }] : [],
  );
}

/** Returns the name of the discriminator's property; Swagger 2.0 has it directly. */
function discriminatorOf(json: JsonObject): string | undefined {
  const discriminator = json['discriminator'];
  const name = isObject(discriminator) ? discriminator['propertyName'] : discriminator;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function mappingOf(json: JsonObject): readonly [string, string][] {
  const mapping = asObject(asObject(json['discriminator'])?.['mapping']);
  return mapping === undefined
    ? []
    : Object.entries(mapping).map(([value, target]) => [value, stringOf(target)]);
}

/** Returns the first mapping value of each schema. */
function mappedValues(tools: SchemaTools, flat: Flat): ReadonlyMap<object, string> {
  const values = new Map<object, string>();
  const owner = ownerOfDiscriminator(flat);
  for (const [value, name] of mappingOf(flat.json)) {
    const target = mappingTarget(tools.names, name, owner)?.schema;
    if (typeof target === 'object' && !values.has(target)) values.set(target, value);
  }
  return values;
}

function ownerOfDiscriminator(flat: Flat): JsonObject {
  return flat.owners.get('discriminator') ?? flat.base;
}

/** Returns the only value allowed for a property, as text. */
function constOfProperty(
  { flattener }: SchemaTools,
  schema: RawSchema,
  property: string,
): string | undefined {
  const { properties } = flattener.flatten(schema).json;
  const raw = isObject(properties) ? asSchema(properties[property]) : undefined;
  if (raw === undefined) return undefined;
  const { json } = flattener.flatten(raw);
  const [first, ...others] = listOf(json['enum']);
  const value = json['const'] ?? (others.length === 0 ? first : undefined);
  return typeof value === 'object' || value === undefined ? undefined : String(value);
}

/** Reads inheritance of OpenAPI 3.0: a parent that lists its children in a mapping. */
function fromMapping(tools: SchemaTools, flat: Flat): VariantList | undefined {
  const property = discriminatorOf(flat.json);
  if (property === undefined) return undefined;
  const owner = ownerOfDiscriminator(flat);
  const list = new Map<object, Alternative>();
  for (const [value, name] of mappingOf(flat.json)) {
    const target = mappingTarget(tools.names, name, owner);
    if (typeof target?.schema !== 'object' || target.schema === owner) continue;
    const schema = tools.context.description.derive(objectOf('$ref', target.ref), owner);
    if (!list.has(target.schema) && !isHidden(tools, schema)) {
      list.set(target.schema, { schema, value });
    }
  }
  const all = [...list.values(), ...lostAlternatives(tools, flat)];
  return all.length === 0 ? undefined : { rule: 'oneOf', list: all, discriminator: property };
}

/** `type: [string, array]` with items: one alternative per type. */
function byType(
  tools: SchemaTools,
  { json, base }: Flat,
  types: readonly string[],
): VariantList | undefined {
  if (types.length < 2 || types.every(isScalarType)) return undefined;
  const common = Object.keys(json).filter(isAnnotation);
  const list = types.map((type): Alternative => {
    const without = new Set([...common, ...keywordsOfOtherTypes(type)]);
    const set: [string, JsonValue][] = [['type', type]];
    const made = changed(json, { without, set });
    return { schema: tools.context.description.derive(made, base) };
  });
  return { rule: 'anyOf', list };
}

export function labelVariants(tools: SchemaTools, shape: Shape): SchemaNode['variants'] {
  const { variants } = shape;
  if (variants === undefined) return undefined;
  const { rule, list, discriminator } = variants;
  const property = discriminator === undefined ? distinguishingProperty(tools, list) : undefined;
  const labeled = list.map((alternative): Variant => {
    const { schema, value } = alternative;
    const constant = property === undefined ? undefined : constOfProperty(tools, schema, property);
    if (value !== undefined) return { label: value, value, schema };
    return {
      ...(constant === undefined ? nameOf(tools, alternative) : { label: constant }),
      schema,
    };
  });
  return { rule, list: labeled, ...(discriminator === undefined ? {} : { discriminator }) };
}

const MAX_TOLD = 60;

/** Returns a property with a different constant in each alternative. */
function distinguishingProperty(
  tools: SchemaTools,
  list: readonly Alternative[],
): string | undefined {
  const [first] = list;
  if (first === undefined || list.length < 2 || list.length > MAX_TOLD) return undefined;
  const { properties } = tools.flattener.flatten(first.schema).json;
  return Object.keys(isObject(properties) ? properties : {})
    .slice(0, MAX_TOLD)
    .find((name) => {
      const values = new Set<string>();
      for (const { schema } of list) {
        const value = constOfProperty(tools, schema, name);
        if (value === undefined || values.has(value)) return false;
        values.add(value);
      }
      return true;
    });
}

function nameOf(tools: SchemaTools, { schema }: Alternative): Pick<Variant, 'label' | 'requires'> {
  const shape = tools.shape(schema);
  const { ref, json } = shape.flat;
  const name = ref === undefined ? undefined : tools.names.named(ref.target)?.name;
  if (name !== undefined) return { label: name };
  const title = stringOf(json['title']).trim();
  if (title !== '') return { label: title };
  const requires = requiredOnly(schema);
  if (requires.length > 0) return { label: `with ${requires.join(', ')}`, requires };
  return { label: typeLabel(tools, shape).typeLabel };
}
