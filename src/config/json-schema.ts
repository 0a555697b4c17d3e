import { describeFormat } from './formats/formats.ts';
import type { NumberSchema, ObjectSchema, RecordSchema, Schema, StringSchema } from './schema.ts';
import { DEFINITIONS, SITE_SCHEMA } from './schema-site.ts';

/** A JSON Schema object or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The configuration as a JSON Schema (draft 2020-12), for editors and tools. */
export function configJsonSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'docwright site configuration',
    ...toJsonSchema(SITE_SCHEMA),
    $defs: Object.fromEntries(
      Object.entries(DEFINITIONS).map(([name, schema]) => [name, toJsonSchema(schema)]),
    ),
  };
}

function toJsonSchema(schema: Schema): JsonSchema {
  switch (schema.kind) {
    case 'boolean':
      return { type: 'boolean' };
    case 'string':
      return stringSchema(schema);
    case 'number':
      return numberSchema(schema);
    case 'array':
      return {
        type: 'array',
        items: toJsonSchema(schema.items),
        ...(schema.nonEmpty ? { minItems: 1 } : {}),
      };
    case 'record':
      return recordSchema(schema);
    case 'object':
      return objectSchema(schema);
    case 'union':
      return { anyOf: schema.options.map(toJsonSchema) };
    case 'ref':
      return { $ref: `#/$defs/${schema.name}` };
  }
}

function stringSchema(schema: StringSchema): JsonSchema {
  if (schema.values !== undefined) return { enum: schema.values };
  if (schema.format === undefined) return { type: 'string' };
  return { type: 'string', minLength: 1, $comment: `Must be ${describeFormat(schema.format)}.` };
}

function numberSchema(schema: NumberSchema): JsonSchema {
  return {
    type: schema.integer ? 'integer' : 'number',
    ...(schema.min === undefined ? {} : { minimum: schema.min }),
    ...(schema.max === undefined ? {} : { maximum: schema.max }),
  };
}

function recordSchema(schema: RecordSchema): JsonSchema {
  const names = typeof schema.keys === 'object' ? { propertyNames: { enum: schema.keys } } : {};
  return { type: 'object', ...names, additionalProperties: toJsonSchema(schema.values) };
}

function objectSchema(schema: ObjectSchema): JsonSchema {
  const entries = Object.entries(schema.properties);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([key, { schema: value, description, default: fallback }]) => [
        key,
        {
          description,
          ...toJsonSchema(value),
          ...(fallback === undefined ? {} : { default: fallback }),
        },
      ]),
    ),
    required: entries.flatMap(([key, property]) => (property.required ? [key] : [])),
    ...(schema.open ? {} : { additionalProperties: false }),
  };
}
