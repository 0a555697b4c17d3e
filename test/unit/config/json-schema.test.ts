import { describe, expect, it } from 'vitest';
import { configJsonSchema } from '../../../src/config/json-schema.ts';
import { isRecord } from '../../../src/config/problem.ts';

const schema = configJsonSchema();

/** Every `$ref` in a value. */
function references(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' ? [item] : references(item),
  );
}

describe('configJsonSchema', () => {
  it('describes every key with its default', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['title', 'url'],
      additionalProperties: false,
      properties: {
        trailingSlash: { type: 'boolean', default: true },
        toc: { properties: { max: { type: 'integer', minimum: 2, maximum: 6, default: 3 } } },
        colorMode: { properties: { default: { enum: ['light', 'dark'], default: 'light' } } },
        links: {
          properties: {
            rules: { propertyNames: { enum: expect.arrayContaining(['page-not-found']) } },
          },
        },
        navbar: { properties: { items: { items: { $ref: '#/$defs/navbarItem' } } } },
      },
    });
  });

  it('refers to definitions that exist', () => {
    const defined = Object.keys(isRecord(schema['$defs']) ? schema['$defs'] : {});
    const names = new Set(references(schema));
    expect(Array.from(names).toSorted()).toEqual(
      defined.map((name) => `#/$defs/${name}`).toSorted(),
    );
  });

  it('is JSON', () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});
