import { expect, it, describe as suite } from 'vitest';
import { bundleDescription } from '../../../../src/openapi/export/single-file.ts';
import { createSlicer } from '../../../../src/openapi/export/slice.ts';
import { buildModel } from '../../../../src/openapi/model/build-model.ts';
import { describe } from '../samples/described.ts';

const INFO = { title: 'Test', version: '1', description: 'Long text.' };
const ref = (target: string): object => ({ $ref: target });
const json = (schema: object): object => ({ 'application/json': { schema } });
const answers = (schema: object): object => ({
  responses: { 200: { description: '', content: json(schema) } },
});

function bundle(root: object, others: Readonly<Record<string, unknown>> = {}): unknown {
  return JSON.parse(
    JSON.stringify(bundleDescription(describe({ openapi: '3.0.3', info: INFO, ...root }, others))),
  );
}

suite('a description in several files', () => {
  it('has no references to maps of other files', () => {
    const content = { 'text/plain': { schema: { type: 'string' } } };
    const responses = { 200: { description: 'OK', content: ref('parts.json#/content') } };
    const bundled = bundle(
      { paths: { '/a': { get: { responses } } } },
      { 'parts.json': { content } },
    );
    expect(bundled).toMatchObject({
      paths: { '/a': { get: { responses: { 200: { content } } } } },
    });
  });

  it('becomes one: paths in place, the rest as components under their names', () => {
    const root = {
      paths: { '/a': ref('paths/a.json') },
      components: { schemas: { Pet: ref('schemas.json#/Pet'), Tag: { type: 'integer' } } },
    };
    const others = {
      'paths/a.json': {
        get: { parameters: [ref('../parts.json#/limit')], ...answers(ref('../schemas.json#/Pet')) },
      },
      'parts.json': { limit: { name: 'limit', in: 'query', schema: ref('schemas.json#/Tag') } },
      'schemas.json': {
        Pet: { type: 'object', properties: { tag: ref('#/Tag'), parent: ref('#/Pet') } },
        Tag: { type: 'string' },
      },
    };
    expect(bundle(root, others)).toEqual({
      openapi: '3.0.3',
      info: INFO,
      paths: {
        '/a': {
          get: {
            parameters: [ref('#/components/parameters/limit')],
            ...answers(ref('#/components/schemas/Pet')),
          },
        },
      },
      components: {
        schemas: {
          Pet: {
            type: 'object',
            properties: {
              tag: ref('#/components/schemas/Tag-2'),
              parent: ref('#/components/schemas/Pet'),
            },
          },
          Tag: { type: 'integer' },
          'Tag-2': { type: 'string' },
        },
        parameters: {
          limit: { name: 'limit', in: 'query', schema: ref('#/components/schemas/Tag-2') },
        },
      },
    });
  });

  it('leaves examples alone, even those that look like references', () => {
    const root = {
      paths: {},
      components: {
        schemas: {
          A: { type: 'object', example: ref('other.json'), properties: { example: ref('b.json') } },
        },
      },
    };
    expect(bundle(root, { 'b.json': { type: 'string' } })).toMatchObject({
      components: {
        schemas: {
          A: { example: ref('other.json'), properties: { example: ref('#/components/schemas/b') } },
          b: { type: 'string' },
        },
      },
    });
  });

  it('moves parts of Swagger 2.0 into its own sections', () => {
    const made = JSON.parse(
      JSON.stringify(
        bundleDescription(
          describe(
            {
              swagger: '2.0',
              info: INFO,
              paths: {
                '/a': { get: { responses: { 200: { description: '', schema: ref('b.json') } } } },
              },
            },
            { 'b.json': { type: 'string' } },
          ),
        ),
      ),
    );
    expect(made.paths['/a'].get.responses['200'].schema).toEqual(ref('#/definitions/b'));
    expect(made.definitions).toEqual({ b: { type: 'string' } });
  });
});

suite('x-internal', () => {
  const root = {
    tags: [{ name: 'open' }, { name: 'secret' }],
    paths: {
      '/a': {
        get: {
          tags: ['open'],
          parameters: [{ name: 'x', in: 'query', 'x-internal': true }],
          ...answers(ref('#/components/schemas/A')),
        },
        post: {
          tags: ['secret'],
          'x-internal': true,
          ...answers(ref('#/components/schemas/OnlyInternal')),
        },
      },
      '/b': { 'x-internal': true, get: answers(ref('#/components/schemas/A')) },
    },
    components: {
      schemas: {
        A: {
          type: 'object',
          required: ['id', 'cost', 'hidden'],
          properties: {
            id: { type: 'string' },
            cost: { type: 'integer', 'x-internal': true },
            hidden: ref('#/components/schemas/Hidden'),
          },
        },
        Hidden: { type: 'object', 'x-internal': true },
        OnlyInternal: { type: 'object', properties: { deep: ref('#/components/schemas/Deep') } },
        Deep: { type: 'string' },
        Unused: { type: 'string' },
      },
    },
  };

  it('takes operations, paths, parameters, properties and schemas out, with what only they used', () => {
    expect(bundle(root)).toEqual({
      openapi: '3.0.3',
      info: INFO,
      tags: [{ name: 'open' }],
      paths: { '/a': { get: { tags: ['open'], ...answers(ref('#/components/schemas/A')) } } },
      components: {
        schemas: {
          A: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
          Unused: { type: 'string' },
        },
      },
    });
  });
});

suite('a slice', () => {
  it('has one operation with what it needs, and nothing else', () => {
    const description = describe({
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url: 'https://api.test' }],
      security: [{ key: [] }],
      tags: [{ name: 'a' }, { name: 'b' }],
      paths: {
        '/a/{id}': {
          parameters: [ref('#/components/parameters/id')],
          get: { operationId: 'getA', tags: ['a'], ...answers(ref('#/components/schemas/A')) },
          delete: { operationId: 'deleteA', tags: ['b'], security: [{ other: [] }], responses: {} },
        },
      },
      components: {
        schemas: {
          A: { type: 'object', properties: { b: ref('#/components/schemas/B') } },
          B: { type: 'array', items: ref('#/components/schemas/A') },
          C: { type: 'string' },
        },
        parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
        securitySchemes: {
          key: { type: 'http', scheme: 'basic' },
          other: { type: 'http', scheme: 'bearer' },
        },
      },
    });
    const { model } = buildModel(description, { id: 'test' });
    const slice = createSlicer(description);
    const slices = new Map(
      model.operations.map((one) => [one.operationId, JSON.parse(slice(one))]),
    );
    expect(slices.get('getA')).toEqual({
      openapi: '3.1.0',
      info: { title: 'Test', version: '1' },
      servers: [{ url: 'https://api.test' }],
      security: [{ key: [] }],
      tags: [{ name: 'a' }],
      paths: {
        '/a/{id}': {
          parameters: [ref('#/components/parameters/id')],
          get: { operationId: 'getA', tags: ['a'], ...answers(ref('#/components/schemas/A')) },
        },
      },
      components: {
        schemas: {
          A: { type: 'object', properties: { b: ref('#/components/schemas/B') } },
          B: { type: 'array', items: ref('#/components/schemas/A') },
        },
        parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
        securitySchemes: { key: { type: 'http', scheme: 'basic' } },
      },
    });
    expect(Object.keys(slices.get('deleteA').components)).toEqual([
      'parameters',
      'securitySchemes',
    ]);
    expect(slices.get('deleteA').security).toBeUndefined();
  });
});
