import { sample } from 'openapi-sampler';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/openapi/read/description.ts';
import { exampleOf } from '../../../../src/openapi/samples/example.ts';
import { schemaOf } from '../samples/described.ts';

/** The names and types in a value: lists by their first item, objects by their keys from A to Z. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf).slice(0, 1);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const entries = Object.entries(value).map(([key, held]) => [key, shapeOf(held)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const text = { type: 'string' };
const NAMED: Readonly<Record<string, JsonObject>> = {
  Pet: {
    type: 'object',
    required: ['kind'],
    properties: { kind: text, name: text },
    discriminator: { propertyName: 'kind' },
  },
  Cat: {
    allOf: [
      { $ref: '#/components/schemas/Pet' },
      { type: 'object', properties: { lives: { type: 'integer' } } },
    ],
  },
  Id: { type: 'string', format: 'uuid' },
};

const SCHEMAS: readonly (readonly [what: string, schema: JsonValue])[] = [
  ['text', text],
  ['a number', { type: 'number' }],
  ['a whole number', { type: 'integer', minimum: 3 }],
  ['true or false', { type: 'boolean' }],
  ['null', { type: 'null' }],
  ['an object', { type: 'object', properties: { a: text, b: { type: 'integer' } } }],
  [
    'an object with required properties',
    { type: 'object', required: ['a'], properties: { a: text, b: text } },
  ],
  [
    'objects in objects',
    {
      type: 'object',
      properties: {
        a: { type: 'object', properties: { b: { type: 'object', properties: { c: text } } } },
      },
    },
  ],
  ['an object without a type', { properties: { a: text } }],
  ['a list', { type: 'array', items: text }],
  ['a list of objects', { type: 'array', items: { type: 'object', properties: { a: text } } }],
  ['a list of lists', { type: 'array', items: { type: 'array', items: { type: 'integer' } } }],
  ['a list with at least two items', { type: 'array', minItems: 2, items: text }],
  ['a list without a type', { items: text }],
  ['a reference', { $ref: '#/components/schemas/Id' }],
  [
    'references in properties',
    {
      type: 'object',
      properties: {
        id: { $ref: '#/components/schemas/Id' },
        pet: { $ref: '#/components/schemas/Pet' },
      },
    },
  ],
  [
    'allOf of objects',
    {
      allOf: [
        { type: 'object', properties: { a: text } },
        { type: 'object', required: ['b'], properties: { b: { type: 'boolean' } } },
      ],
    },
  ],
  ['allOf with a reference', { $ref: '#/components/schemas/Cat' }],
  ['properties beside allOf', { properties: { z: text }, allOf: [{ properties: { a: text } }] }],
  ['oneOf', { oneOf: [{ type: 'object', properties: { a: text } }, text] }],
  ['anyOf', { anyOf: [{ type: 'integer' }, text] }],
  [
    'properties beside oneOf',
    {
      type: 'object',
      properties: { z: text },
      oneOf: [{ properties: { a: text } }, { properties: { b: text } }],
    },
  ],
  ['an enum', { type: 'string', enum: ['a', 'b'] }],
  ['an enum without a type', { enum: [1, 'a'] }],
  ['a constant', { const: { a: 1 } }],
  ['a falsy constant', { const: 0 }],
  ['a default', { type: 'integer', default: 0 }],
  ['an example', { type: 'object', example: { given: [1] }, properties: { a: text } }],
  ['the first of examples', { type: 'object', examples: [{ given: 1 }, { other: 2 }] }],
  [
    'the example of a property',
    { type: 'object', properties: { a: { type: 'integer', example: 5 } } },
  ],
  ['a closed object', { type: 'object', additionalProperties: false, properties: { a: text } }],
  [
    'formats',
    {
      type: 'object',
      properties: {
        a: { type: 'string', format: 'date' },
        b: { type: 'string', format: 'email' },
        c: { type: 'string', format: 'uri' },
      },
    },
  ],
  ['a list of types', { type: ['string', 'null'] }],
  [
    'deprecated properties',
    { type: 'object', properties: { a: { type: 'string', deprecated: true } } },
  ],
];

/** Intended differences: the structure of our example. */
const DIFFERENT: readonly (readonly [
  what: string,
  why: string,
  schema: JsonValue,
  shape: unknown,
])[] = [
  [
    'allOf in allOf',
    'the oracle needs a type',
    {
      allOf: [
        { allOf: [{ properties: { a: text } }, { properties: { b: text } }] },
        { properties: { c: text } },
      ],
    },
    { a: 'string', b: 'string', c: 'string' },
  ],
  [
    'a map of text',
    'the oracle shows two entries',
    { type: 'object', additionalProperties: text },
    { key: 'string' },
  ],
  [
    'a named entry of a map',
    'the oracle shows two entries',
    {
      type: 'object',
      additionalProperties: { type: 'integer', 'x-additionalPropertiesName': 'colour' },
    },
    { colour: 'number' },
  ],
];

function oracleOf(schema: JsonValue, options: object): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  return sample(structuredClone(schema), options, {
    components: { schemas: structuredClone(NAMED) },
  });
}

function ours(schema: JsonValue, direction: 'request' | 'response'): unknown {
  const { schema: found, reader } = schemaOf(schema, NAMED);
  return exampleOf(found, reader, direction);
}

describe('examples have the shape that openapi-sampler gives them', () => {
  it.each(SCHEMAS)('%s', (_what, schema) => {
    expect(shapeOf(ours(schema, 'response'))).toEqual(shapeOf(oracleOf(schema, {})));
  });

  it.each(DIFFERENT)('but for %s: %s', (_what, ...[, schema, shape]) => {
    expect(shapeOf(ours(schema, 'response'))).toEqual(shape);
    expect(shapeOf(oracleOf(schema, {}))).not.toEqual(shape);
  });

  it('leaves out what the direction forbids, as the oracle does', () => {
    const schema = {
      type: 'object',
      required: ['id', 'secret'],
      properties: {
        id: { type: 'string', readOnly: true },
        secret: { type: 'string', writeOnly: true },
        both: text,
      },
    };
    const sent = shapeOf(oracleOf(schema, { skipReadOnly: true }));
    expect(shapeOf(ours(schema, 'request'))).toEqual(sent);
    const received = shapeOf(oracleOf(schema, { skipWriteOnly: true }));
    expect(shapeOf(ours(schema, 'response'))).toEqual(received);
  });
});
