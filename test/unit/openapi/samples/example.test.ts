import { expect, it, describe as suite } from 'vitest';
import type { JsonValue } from '../../../../src/openapi/read/description.ts';
import { exampleOf } from '../../../../src/openapi/samples/example.ts';
import { schemaOf } from './described.ts';

function example(
  schema: JsonValue,
  named: Readonly<Record<string, unknown>> = {},
  direction: 'request' | 'response' = 'response',
): unknown {
  const { schema: found, reader } = schemaOf(schema, named);
  return JSON.parse(JSON.stringify(exampleOf(found, reader, direction)));
}

suite('what a schema says itself', () => {
  it.each<[string, JsonValue, unknown]>([
    ['example', { type: 'string', example: 'a', examples: ['b'], default: 'c' }, 'a'],
    ['first of examples', { type: 'string', examples: ['b', 'd'], default: 'c' }, 'b'],
    ['const', { const: 0, default: 5 }, 0],
    ['false as default', { type: 'boolean', default: false }, false],
    ['zero as default', { type: 'integer', default: 0 }, 0],
    ['empty text as default', { type: 'string', default: '' }, ''],
    ['first value of the enum', { type: 'string', enum: ['x', 'y'] }, 'x'],
    ['an enum that starts with null', { type: ['string', 'null'], enum: [null, 'y'] }, 'y'],
  ])('takes %s', (_, schema, expected) => {
    expect(example(schema)).toEqual(expected);
  });
});

suite('made of type and format', () => {
  it.each<[JsonValue, unknown]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'date-time' }, '2026-01-15T09:30:00Z'],
    [{ type: 'string', format: 'email' }, 'user@example.com'],
    [{ type: 'string', format: 'ipv4' }, '192.0.2.1'],
    [{ type: 'string', minLength: 8 }, 'stringst'],
    [{ type: 'string', maxLength: 3 }, 'str'],
    [{ type: 'boolean' }, true],
    [{ type: 'string', pattern: '^(0|[1-9][0-9]*)$' }, '1'],
    [{ type: 'string', pattern: '^0x[0-9a-f]{4}$' }, '0x1111'],
    [{ type: 'string', pattern: '^cmp_[a-zA-Z0-9]+$', minLength: 8 }, 'cmp_11111111'],
    [{ type: 'string', pattern: '^[A-Z]{2}$' }, 'AA'],
    [{ type: 'string', pattern: '^https:\\/\\/.{5,247}$' }, 'https://example.com'],
    [{ type: 'string', pattern: '^a+b$' }, 'string'],
    [{ type: 'null' }, null],
    [{ type: 'integer' }, 1],
    [{ type: 'integer', minimum: 10 }, 10],
    [{ type: 'integer', exclusiveMinimum: 10 }, 11],
    [{ type: 'integer', maximum: -2 }, -2],
    [{ type: 'integer', exclusiveMaximum: -2 }, -3],
    [{ type: 'number', minimum: 0, exclusiveMaximum: 1 }, 0.5],
    [{ type: 'integer', multipleOf: 7, minimum: 8 }, 14],
    [{ type: 'number', multipleOf: 0.1, minimum: 0.3 }, 1],
    [{ type: ['null', 'integer'] }, 1],
  ])('%j', (schema, expected) => {
    expect(example(schema)).toEqual(expected);
  });

  it('reads the switches of OpenAPI 3.0', () => {
    const { schema, reader } = schemaOf(
      { type: 'integer', minimum: 3, exclusiveMinimum: true },
      {},
      '3.0.3',
    );
    expect(exampleOf(schema, reader, 'response')).toBe(4);
  });

  it('has the length that a pattern comes with, and its signs if they are simple', () => {
    expect(example({ type: 'string', pattern: '^[A-Z]+$', minLength: 8 })).toBe('AAAAAAAA');
    expect(example({ type: 'string', pattern: '^[A-Z]+$', maxLength: 3 })).toBe('A');
    expect(example({ type: 'string', pattern: '^(?:ab|cd)$', maxLength: 3 })).toBe('str');
    expect(example({ type: 'string', pattern: '^[A-Z]+$', example: 'ABC' })).toBe('ABC');
  });

  it('has what an alternative requires as the whole describes it', () => {
    const properties = { a: { type: 'array', items: { type: 'string' } }, b: { type: 'integer' } };
    const oneOf = [{ required: ['a'] }, { required: ['b'] }];
    expect(example({ type: 'object', properties, oneOf })).toEqual({ a: ['string'], b: 1 });
  });
});

suite('objects and lists', () => {
  it('has required and optional properties in their order', () => {
    const schema = {
      type: 'object',
      required: ['id'],
      properties: { name: { type: 'string' }, id: { type: 'integer' } },
    };
    expect(JSON.stringify(example(schema))).toBe('{"name":"string","id":1}');
  });

  it('leaves read-only properties out of requests and write-only ones out of responses', () => {
    const schema = {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'integer', readOnly: true },
        secret: { type: 'string', writeOnly: true },
        name: { type: 'string' },
      },
    };
    expect(example(schema, {}, 'request')).toEqual({ secret: 'string', name: 'string' });
    expect(example(schema, {}, 'response')).toEqual({ id: 1, name: 'string' });
  });

  it('merges allOf', () => {
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Base' },
        { type: 'object', properties: { b: { type: 'integer' } } },
      ],
    };
    const named = { Base: { type: 'object', properties: { a: { type: 'string' } } } };
    expect(example(schema, named)).toEqual({ a: 'string', b: 1 });
  });

  it('gives maps one entry, tuples their items and lists as many as they need', () => {
    expect(example({ type: 'object', additionalProperties: { type: 'integer' } })).toEqual({
      key: 1,
    });
    expect(
      example({
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'boolean' }],
        items: false,
      }),
    ).toEqual(['string', true]);
    expect(
      example({ type: 'array', minItems: 2, uniqueItems: true, items: { type: 'string' } }),
    ).toEqual(['string', 'string2']);
    expect(example({ type: 'array', maxItems: 0, items: { type: 'string' } })).toEqual([]);
  });

  it('takes the first variant with the value of its discriminator', () => {
    const schema = {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { meow: '#/components/schemas/Cat' } },
    };
    const pet = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };
    expect(example(schema, { Cat: pet, Dog: pet })).toEqual({ kind: 'meow' });
  });

  it('cuts circles: optional properties are left out, lists empty, required ones null', () => {
    const node = {
      type: 'object',
      required: ['children', 'owner'],
      properties: {
        parent: { $ref: '#/components/schemas/Node' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
        owner: { anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] },
      },
    };
    expect(example({ $ref: '#/components/schemas/Node' }, { Node: node })).toEqual({
      children: [],
      owner: null,
    });
  });

  it('keeps a property that is called __proto__', () => {
    const properties = JSON.parse('{"__proto__":{"type":"integer"}}');
    expect(JSON.stringify(example({ type: 'object', properties }))).toBe('{"__proto__":1}');
  });

  it('stays small, and leaves optional properties out of wide schemas', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [
        `p${index}`,
        { $ref: '#/components/schemas/Wide' },
      ]),
    );
    const deep = { type: 'object', properties };
    const made = JSON.stringify(
      example(deep, { Wide: { type: 'object', properties: { a: { type: 'string' } } } }),
    );
    expect(made.length).toBeLessThan(10_000);
  });
});
