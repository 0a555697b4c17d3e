import type { RawSchema, SchemaNode, Variant } from '../model/api-model.ts';
import {
  asObject,
  asSchema,
  changed,
  isObject,
  listOf,
  namedEntries,
  objectOf,
  schemasIn,
  stringOf,
} from '../model/model-context.ts';
import type { JsonObject } from '../read/description.ts';
import type { Flat } from './flatten.ts';
import { isAnnotation } from './keywords.ts';
import { constAlternatives, typeLabel } from './label.ts';
import { mappingTarget } from './names.ts';
import {
  type Alternative,
  isHidden,
  keywordsOfOtherTypes,
  requiredOnly,
  SCALARS,
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
  if (list.length === 0) return undefined;
  const discriminator = discriminatorOf(json);
  if (discriminator === undefined) return { rule, list: list.map((schema) => ({ schema })) };
  const mapping = mappingOf(tools, flat);
  // The first value of each schema.
  const values = new Map<unknown, string>(
    mapping.toReversed().map(({ value, target }) => [target?.schema, value]),
  );
  const alternatives = list.map((schema): Alternative => {
    const { ref } = tools.flattener.flatten(schema);
    const target = ref?.target ?? schema;
    const value = values.get(target) ?? constOfProperty(tools, schema, discriminator) ?? ref?.name;
    return { schema, value };
  });
  return { rule, list: [...alternatives, ...lostAlternatives(mapping)], discriminator };
}

// With both, the one that only requires properties is less specific.
function ruleOf(json: JsonObject): 'oneOf' | 'anyOf' {
  if (!Array.isArray(json['oneOf'])) return 'anyOf';
  if (!Array.isArray(json['anyOf'])) return 'oneOf';
  const poor = json['oneOf'].every((item) => requiredOnly(asSchema(item) ?? true).length > 0);
  return poor ? 'anyOf' : 'oneOf';
}

/** Returns alternatives for mapping values whose target is missing: they allow any value. */
function lostAlternatives(mapping: readonly Mapped[]): readonly Alternative[] {
  return mapping
    .filter(({ target }) => target === undefined)
    .map(({ value }) => ({ schema: true, value }));
}

/** Returns the name of the discriminator's property; Swagger 2.0 has it directly. */
export function discriminatorOf(json: JsonObject): string | undefined {
  const discriminator = json['discriminator'];
  const name = isObject(discriminator) ? discriminator['propertyName'] : discriminator;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

interface Mapped {
  readonly value: string;
  readonly target: ReturnType<typeof mappingTarget>;
}

function mappingOf(tools: SchemaTools, flat: Flat): readonly Mapped[] {
  const mapping = asObject(flat.json['discriminator'])?.['mapping'];
  return namedEntries(mapping).map(([value, target]) => ({
    value,
    target: mappingTarget(tools.names, stringOf(target), ownerOfDiscriminator(flat)),
  }));
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
  const discriminator = discriminatorOf(flat.json);
  if (discriminator === undefined) return undefined;
  const owner = ownerOfDiscriminator(flat);
  const list = new Map<object, Alternative>();
  const mapping = mappingOf(tools, flat);
  for (const { value, target } of mapping) {
    if (typeof target?.schema !== 'object' || target.schema === owner) continue;
    const schema = tools.context.description.derive(objectOf('$ref', target.ref), owner);
    if (!list.has(target.schema) && !isHidden(tools, schema))
      list.set(target.schema, { schema, value });
  }
  const all = [...list.values(), ...lostAlternatives(mapping)];
  return all.length === 0 ? undefined : { rule: 'oneOf', list: all, discriminator };
}

/** `type: [string, array]` with items: one alternative per type. */
function byType(
  tools: SchemaTools,
  { json, base }: Flat,
  types: readonly string[],
): VariantList | undefined {
  if (types.length < 2 || types.every((type) => SCALARS.has(type))) return undefined;
  const common = Object.keys(json).filter(isAnnotation);
  const list = types.map((type): Alternative => {
    const without = new Set([...common, ...keywordsOfOtherTypes(type)]);
    const schema = changed(json, { without, set: [['type', type]] });
    return { schema: tools.context.description.derive(schema, base) };
  });
  return { rule: 'anyOf', list };
}

export function labelVariants(tools: SchemaTools, { variants }: Shape): SchemaNode['variants'] {
  if (variants === undefined) return undefined;
  const { list, discriminator } = variants;
  const property = discriminator === undefined ? distinguishingProperty(tools, list) : undefined;
  const labeled = list.map(({ schema, value }): Variant => {
    const label = value ?? (property && constOfProperty(tools, schema, property));
    return { ...(label === undefined ? nameOf(tools, schema) : { label }), value, schema };
  });
  return { ...variants, list: labeled };
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

function nameOf(tools: SchemaTools, schema: RawSchema): Pick<Variant, 'label' | 'requires'> {
  const shape = tools.shape(schema);
  const { ref, json } = shape.flat;
  const name = ref && tools.names.named(ref.target)?.name;
  const label = name ?? stringOf(json['title']).trim();
  if (label !== '') return { label };
  const requires = requiredOnly(schema);
  if (requires.length > 0) return { label: `with ${requires.join(', ')}`, requires };
  return { label: typeLabel(tools, shape).typeLabel };
}
