import { describe, expect, it } from 'vitest';
import type { RawSchema, SchemaNode } from '../../../../src/openapi/model/api-model.ts';
import type { BuiltModel } from '../../../../src/openapi/model/build-model.ts';
import { modelOf, nodeAt, operationOf, schemasOf } from '../support/describe-api.ts';

/** Schemas that stand directly in a node. */
function children(node: SchemaNode): readonly (RawSchema | undefined)[] {
  return [
    ...node.properties.map(({ schema }) => schema),
    ...(node.variants?.list ?? []).map(({ schema }) => schema),
    ...node.prefixItems,
    node.items,
    node.additional,
    node.not,
  ];
}

/** Reads all that can be reached from the named schemas, at most 500 schemas. */
function readAll({ model, schemas }: BuiltModel): number {
  const seen = new Set<RawSchema | undefined>(model.schemas.map(({ schema }) => schema));
  for (const schema of seen) {
    if (schema === undefined || seen.size > 500) continue;
    for (const child of children(schemas.read(schema))) seen.add(child);
  }
  return seen.size;
}

const VALUES = [
  'null',
  '7',
  "''",
  'text',
  'true',
  '[]',
  '[null, 5, [x]]',
  '{}',
  '{a: null, $ref: 3}',
];

describe('a description with wrong types', () => {
  it.each(VALUES)('is read with %s as every value', (value) => {
    const fields = [
      'tags',
      'servers',
      'security',
      'webhooks',
      'x-webhooks',
      'x-tagGroups',
      'externalDocs',
    ];
    const operation = `tags parameters requestBody responses callbacks security servers summary
description operationId x-codeSamples deprecated`.split(/\s+/);
    const built = modelOf(`openapi: 3.1.0
info: ${value}
${fields.map((key) => `${key}: ${value}`).join('\n')}
paths:
  /a: ${value}
  /b: {get: ${value}, put: {${operation.map((key) => `${key}: ${value}`).join(', ')}}}
  /c: {get: {parameters: [{name: a, in: query, schema: ${value}, examples: ${value}, content: ${value}}]}}
  /d: {get: {responses: {'200': {headers: {x: ${value}}, links: {x: ${value}}, content: {a/b: ${value}}}}}}
  /e: {get: {security: [${value}, {key: ${value}}], servers: [{url: ${value}, variables: {v: ${value}}}]}}
components: {securitySchemes: {key: ${value}}, schemas: {A: ${value}}}
`);
    const paths = built.model.operations.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/c', '/d', '/e']));
    for (const { title, slug } of built.model.operations) {
      expect(title).not.toBe('');
      expect(slug).toMatch(/^[a-z0-9-]+$/);
    }
  });

  it.each(VALUES)('reads schemas with %s as every value', (value) => {
    const keywords =
      `type format enum properties required items prefixItems allOf oneOf anyOf not if
then else discriminator additionalProperties minimum maxLength pattern
uniqueItems contains dependentRequired dependencies patternProperties xml
externalDocs examples title description nullable x-enumDescriptions
contentEncoding deprecated`.split(/\s+/);
    const alone = keywords.map((key, at) => `K${at}: {${key}: ${value}}`);
    const merged = keywords.map(
      (key, at) => `M${at}: {allOf: [{${key}: ${value}}, {${key}: [a]}, {${key}: {a: {}}}]}`,
    );
    const all = `All: {${keywords.map((key) => `${key}: ${value}`).join(', ')}}`;
    const built = schemasOf([...alone, ...merged, all].join('\n'));
    expect(readAll(built)).toBeGreaterThan(50);
    expect(nodeAt(built, 'All').typeLabel).not.toBe('');
  });
});

describe('a description that means harm', () => {
  it('does not make the merging of parts explode', () => {
    const level = (at: number): string =>
      `A${at}: {allOf: [{allOf: [{$ref: '#/components/schemas/A${at + 1}'}], properties: {x: {minLength: ${at}}}}, {allOf: [{$ref: '#/components/schemas/A${at + 1}'}], properties: {x: {maxLength: 99}}}]}`;
    const levels = Array.from({ length: 40 }, (_, at) => level(at));
    const built = schemasOf([...levels, 'A40: {properties: {x: {type: string}}}'].join('\n'));
    expect(nodeAt(built, 'A0', 'x').constraints.map(({ value }) => value)).toEqual(['39–99']);
  });

  it('does not grow without end', () => {
    const built = schemasOf(
      `A: {allOf: [{properties: {a: {$ref: '#/components/schemas/A'}}}, {properties: {a: {properties: {a: {description: x}}}}}]}`,
    );
    expect(readAll(built)).toBeLessThan(600);
  });

  it('keeps its markup as text', () => {
    const built = modelOf(`openapi: 3.1.0
info: {title: '<img src=x>', version: '1'}
paths:
  /<b>: {get: {summary: '</script><script>'}}
`);
    expect(built.model.info.slug).toBe('img-src-x');
    expect(operationOf(built, 'get-b').title).toBe('</script><script>');
  });
});
