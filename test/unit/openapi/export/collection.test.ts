import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { type ExportKind, printExport } from '../../../../src/openapi/export/collection.ts';
import { buildModel } from '../../../../src/openapi/model/build-model.ts';
import { openDescription } from '../../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { describe as described } from '../samples/described.ts';

function exported(kind: ExportKind, root: unknown = undefined): string {
  const description =
    root === undefined
      ? openDescription(toFilePath('openapi/achievo.yaml'), (file) => ({
          ok: true,
          text: readFileSync(file, 'utf8'),
        })).description
      : described(root);
  if (description === undefined) throw new Error('no description');
  const { model, schemas } = buildModel(description, { id: 'api' });
  return printExport(kind, model, { schemas, securitySchemes: model.securitySchemes });
}

const API = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1', description: 'All *things*.' },
  servers: [{ url: 'https://{region}.api.test/v1', variables: { region: { default: 'eu' } } }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'k' } } },
  tags: [{ name: 'a' }],
  paths: {
    '/things/{id}': {
      post: {
        tags: ['a'],
        summary: 'Change a thing',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'q', in: 'query', required: true, example: 'a b' },
        ],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  note: { type: 'string', example: 'x' },
                  file: { type: 'string', format: 'binary' },
                },
              },
            },
          },
        },
        responses: {},
      },
    },
  },
};

const PAIRS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['key'],
    properties: {
      key: { type: 'string' },
      value: { type: 'string' },
      type: { enum: ['text', 'file'] },
      src: { type: ['string', 'array', 'null'] },
      contentType: { type: 'string' },
    },
  },
};
/** What the schema of collections 2.1.0 says of the parts that exports have. */
const COLLECTION = {
  type: 'object',
  required: ['info', 'item'],
  properties: {
    info: {
      type: 'object',
      required: ['name', 'schema'],
      properties: { name: { type: 'string' }, schema: { type: 'string' } },
    },
    item: {
      type: 'array',
      items: { anyOf: [{ $ref: '#/$defs/item' }, { $ref: '#/$defs/group' }] },
    },
    variable: { type: 'array', items: { anyOf: [{ required: ['id'] }, { required: ['key'] }] } },
  },
  $defs: {
    group: {
      type: 'object',
      required: ['item'],
      properties: { name: { type: 'string' }, item: { $ref: '#/properties/item' } },
    },
    item: {
      type: 'object',
      required: ['request'],
      properties: {
        name: { type: 'string' },
        response: { type: 'array' },
        request: {
          type: 'object',
          properties: {
            method: { type: 'string' },
            description: { type: ['string', 'object', 'null'] },
            header: {
              type: 'array',
              items: {
                type: 'object',
                required: ['key', 'value'],
                properties: { key: { type: 'string' }, value: { type: 'string' } },
              },
            },
            url: {
              type: 'object',
              properties: {
                raw: { type: 'string' },
                host: { type: 'array', items: { type: 'string' } },
                path: { type: 'array', items: { type: 'string' } },
                query: { type: 'array', items: { type: 'object' } },
              },
            },
            body: {
              type: 'object',
              properties: {
                mode: { enum: ['raw', 'urlencoded', 'formdata', 'file', 'graphql'] },
                raw: { type: 'string' },
                urlencoded: PAIRS,
                formdata: PAIRS,
                file: { type: 'object', properties: { src: { type: ['string', 'null'] } } },
              },
            },
          },
        },
      },
    },
  },
};

describe('requests for other tools', () => {
  it('are a Postman collection with variables for the server, credentials and unknown values', () => {
    const { info, item, variable } = JSON.parse(exported('collection', API));
    expect(info).toEqual({
      name: 'Things',
      description: 'All things.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    });
    expect(item).toMatchObject([
      {
        name: 'a',
        item: [
          {
            request: {
              method: 'POST',
              url: {
                raw: '{{baseUrl}}/things/{{id}}?q=a%20b&k={{key}}',
                host: ['{{baseUrl}}'],
                path: ['things', '{{id}}'],
                query: [
                  { key: 'q', value: 'a%20b' },
                  { key: 'k', value: '{{key}}' },
                ],
              },
              body: {
                mode: 'formdata',
                formdata: [
                  { key: 'note', type: 'text', value: 'x' },
                  { key: 'file', type: 'file', src: 'file.bin' },
                ],
              },
            },
          },
        ],
      },
    ]);
    expect(variable).toContainEqual({ key: 'baseUrl', value: 'https://eu.api.test/v1' });
    expect(JSON.parse(exported('environment', API)).values).toEqual([
      { key: 'baseUrl', value: 'https://eu.api.test/v1', type: 'default', enabled: true },
      { key: 'id', value: '', type: 'default', enabled: true },
      { key: 'key', value: '', type: 'secret', enabled: true },
    ]);
  });

  it('fit the published schema of collections', () => {
    const check = new Ajv({ strict: false }).compile(COLLECTION);
    for (const root of [API, undefined]) {
      const collection: unknown = JSON.parse(exported('collection', root));
      expect([check(collection), check.errors]).toEqual([true, null]);
    }
    expect(check({ info: { name: 'a', schema: '' }, item: [{ request: { url: 5 } }] })).toBe(false);
  });

  it('are an .http file, which a title cannot add requests to', () => {
    expect(exported('http', API)).toBe(`@baseUrl = https://eu.api.test/v1
@id = YOUR_ID
@key = YOUR_KEY

### Change a thing
POST {{baseUrl}}/things/{{id}}?q=a%20b&k={{key}}
Content-Type: multipart/form-data; boundary=boundary

--boundary
Content-Disposition: form-data; name="note"

x
--boundary
Content-Disposition: form-data; name="file"; filename="file.bin"

< ./file.bin
--boundary--`);
  });

  it('have no variables, files, scripts or requests of the description', () => {
    const text = 'a\n### b\nGET https://evil.test\n< /etc/passwd\n> {% c %}\n{{$processEnv HOME}}';
    const hostile = {
      ...API,
      servers: [{ url: 'https://{{$processEnv HOME}}.test' }],
      paths: {
        '/{{$processEnv HOME}}': {
          post: {
            summary: '{{$processEnv HOME}}',
            parameters: [
              { name: 'a', in: 'query', example: text },
              { name: 'b', in: 'header', required: true, example: text },
            ],
            requestBody: { content: { 'text/plain': { example: text } } },
            responses: {},
          },
        },
      },
    };
    for (const kind of ['collection', 'environment', 'http'] as const)
      expect(exported(kind, hostile)).not.toMatch(/\{\{(?![\w-]+\}\})/);
    const lines = exported('http', hostile).split('\n');
    expect(lines.filter((line) => /^(?:###|[<>] )/.test(line))).toEqual([
      '### { {$processEnv HOME}}',
    ]);
  });

  it('have every operation of the Achievo site', () => {
    const count = (list: readonly { readonly item?: [] }[]): number =>
      list.reduce((sum, one) => sum + (one.item === undefined ? 1 : count(one.item)), 0);
    expect(count(JSON.parse(exported('collection')).item)).toBe(74);
    expect(exported('http').match(/^### /gm)?.length).toBe(74);
  });
});
