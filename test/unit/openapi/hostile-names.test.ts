import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { buildApiSite } from './support/api-site.ts';
import { harm, lookAt } from './support/harm.ts';

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
];

/** A description where one name stands for everything that has a name. */
function describeName(name: string): string {
  const one = (value: unknown): object =>
    JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);
  const text = { type: 'string' };
  const schema = { $ref: `#/components/schemas/${name}` };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    tags: [{ name, description: 'Words.' }],
    security: [one([name])],
    servers: [{ url: `https://{${name}}.example`, variables: one({ default: name }) }],
    paths: {
      [`/${name}/{${name}}`]: {
        post: {
          operationId: name,
          tags: [name],
          parameters: [
            { name, in: 'path', required: true, schema: text },
            { name, in: 'query', schema: text },
            { name, in: 'header', schema: text },
            { name, in: 'cookie', schema: text },
          ],
          requestBody: {
            content: { 'application/json': { schema, examples: one({ value: one('held') }) } },
          },
          responses: {
            200: {
              description: 'OK',
              headers: one({ schema: text }),
              links: one({ operationId: name, parameters: one('$response.body#/a') }),
              content: { 'application/json': { schema } },
            },
          },
          callbacks: one(one({ post: { responses: {} } })),
        },
      },
    },
    webhooks: one({ post: { responses: {} } }),
    components: {
      schemas: one({
        allOf: [
          { properties: one({ description: 'Two parts are merged.' }), required: ['other'] },
          {
            type: 'object',
            required: [name],
            properties: one({
              type: 'object',
              properties: one({ ...text, enum: [name], default: name }),
            }),
            patternProperties: one(text),
            dependentRequired: one([name]),
            additionalProperties: false,
          },
        ],
      }),
      securitySchemes: one({
        type: 'oauth2',
        flows: { password: { tokenUrl: 'https://t.example', scopes: one('Words.') } },
      }),
    },
  });
}

describe('names that objects have from their prototype', () => {
  it.each(NAMES)('%s is a name like any other', (name) => {
    const { pages, diagnostics } = buildApiSite(describeName(name));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(pages.flatMap(harm)).toEqual([]);
    const operation = pages.find(
      ({ route }) => route.startsWith('/api/post-') || route.endsWith('/post'),
    );
    const ids = lookAt(operation ?? { html: '' }).attributes.flatMap(({ name: key, value }) =>
      key === 'id' ? [value] : [],
    );
    for (const location of [
      'path',
      'query',
      'header',
      'cookie',
      'body',
      'response.200',
      'response.200.headers',
    ])
      expect(ids).toContain(`${location}.${name}`);
    expect(ids).toContain(`body.${name}.${name}`);
    expect(pages.map(({ route }) => route)).toContain(`/api/schemas/${name}`);
    expect(Object.prototype).not.toHaveProperty('description');
  });
});

/** Names that become the same id: ids have no spaces, and dots separate the names of a path. */
const EQUAL = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'T', version: '1', description: '## Servers\n\n## Authentication\n\n## Servers' },
  servers: [{ url: 'https://a.example' }],
  tags: [{ name: 'A b' }, { name: 'a-b' }],
  paths: {
    '/a': {
      get: {
        tags: ['A b'],
        description: '## Request\n\n## Responses\n\n<p id="body.a_b">x</p>',
        parameters: [
          { name: 'a b', in: 'query', schema: { type: 'string' } },
          { name: 'a_b', in: 'query', schema: { type: 'string' } },
          { name: 'A_B', in: 'query', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'OK',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    'x.y': { type: 'string' },
                    x: { type: 'object', properties: { y: { type: 'string' } } },
                    'headers.X': { type: 'string' },
                    headers: { type: 'object', properties: { X: { type: 'string' } } },
                  },
                },
              },
            },
          },
        },
      },
      post: { tags: ['a-b'], responses: {} },
    },
  },
  components: {
    securitySchemes: {
      'k e': { type: 'apiKey', in: 'header', name: 'K' },
      k_e: { type: 'http', scheme: 'basic' },
    },
  },
} satisfies OpenAPIV3_1.Document);

describe('names that become the same id', () => {
  const { pages } = buildApiSite(EQUAL);

  it('have unique ids', () => {
    expect(pages.flatMap(harm)).toEqual([]);
  });

  it('are all there', () => {
    const operation = pages.find(({ route }) => route === '/api/get-a');
    const values = lookAt(operation ?? { html: '' }).attributes.flatMap(({ name, value }) =>
      name === 'id' ? [value] : [],
    );
    for (const id of [
      'query.a_b',
      'query.a_b-1',
      'query.A_B',
      'response.200.x.y',
      'response.200.x.y-1',
    ])
      expect(values).toContain(id);
  });
});
