import type { OpenAPIV3_1 } from 'openapi-types';

/**
 * Descriptions of which everything that an author chooses is without small Latin letters (or an address), so that
 * every small letter outside code is a label of the reference. Together they make use of every text that there is.
 */

const text = { type: 'string' };
const array = (length: number, make: (index: number) => readonly [string, unknown]): object =>
  Object.fromEntries(Array.from({ length }, (_, index) => make(index)));
const record = (...names: readonly string[]): object =>
  array(names.length, (at) => [names[at] ?? '', text]);
const json = (schema: object, rest: object = {}): object => ({
  'application/json': { schema, ...rest },
});
const component = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const parameter = (location: string, name: string, rest: object = { schema: text }): object => ({
  in: location,
  name,
  ...rest,
});

const LONG_NAMES = ['A', 'B', 'C', 'D'].map((letter) => letter.repeat(36));

const constraints = {
  λ1: { type: 'string', minLength: 1, maxLength: 2, pattern: '^Α' },
  λ2: { type: 'string', minLength: 1 },
  λ3: { type: 'string', maxLength: 2, contentEncoding: 'base64', contentMediaType: 'image/png' },
  λ4: { type: 'integer', minimum: 1, maximum: 2, multipleOf: 3 },
  λ5: { type: 'integer', minimum: 1 },
  λ6: { type: 'integer', maximum: 2 },
  λ7: { type: 'array', items: text, minItems: 1, maxItems: 2, uniqueItems: true },
  λ8: { type: 'array', items: text, minItems: 1, contains: text, minContains: 2 },
  λ9: { type: 'array', items: text, maxItems: 2, contains: text, minContains: 1, maxContains: 3 },
  λ10: { type: 'array', contains: text, maxContains: 3 },
  λ11: { type: 'object', properties: record('Α', 'Β'), minProperties: 1, maxProperties: 2 },
  λ12: { type: 'object', properties: record('Α'), minProperties: 1 },
  λ13: { type: 'object', properties: record('Α'), maxProperties: 2 },
};

const facts = {
  φ1: { const: 'Α', deprecated: true },
  φ2: { type: 'string', default: 'Α', examples: ['Β'], readOnly: true },
  φ3: { type: 'string', examples: ['Α', 'Β'], writeOnly: true },
  φ4: { type: 'string', examples: ['Γ'.repeat(200)], xml: { name: 'Α' } },
  φ5: { type: 'string', enum: ['Α', 'Β'] },
  φ6: { type: 'string', enum: Array.from({ length: 30 }, (_, at) => `Α${at}`) },
  φ7: { oneOf: [...LONG_NAMES.map(component), { type: 'null' }] },
  φ8: { type: 'string', externalDocs: { url: 'https://α.test' } },
};

const logic = {
  type: 'object',
  properties: record('Α', 'Β', 'Γ'),
  required: ['Α'],
  additionalProperties: { type: 'string', minLength: 1 },
  patternProperties: { '^Ξ': text },
  propertyNames: { maxLength: 2 },
  dependentRequired: { Α: ['Β'], Β: ['Α', 'Γ'] },
  dependentSchemas: { Γ: { properties: record('Δ') } },
  not: { required: ['Ω'] },
  if: { properties: { Α: { const: 'Α' } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: record('Θ') },
  else: { properties: record('Κ') },
};

const shapes = {
  σ1: { type: 'object', properties: record('Α') },
  σ2: { type: 'object', properties: record('Α', 'Β'), additionalProperties: false },
  σ3: { type: 'array', items: { type: 'object', properties: record('Α') } },
  σ4: {
    type: 'array',
    items: { type: 'object', properties: record('Α', 'Β'), additionalProperties: true },
  },
  σ5: {
    oneOf: [
      { title: 'Α', ...logic },
      { title: 'Β', type: 'object', properties: record('Β') },
    ],
  },
  σ6: {
    type: 'array',
    items: {
      anyOf: [
        { title: 'Α', type: 'object', properties: record('Α') },
        { title: 'Β', type: 'object', properties: record('Β') },
      ],
    },
  },
  σ7: {
    type: 'object',
    properties: record('Α', 'Β'),
    anyOf: [{ required: ['Α'] }, { required: ['Β'] }],
  },
  σ8: { type: 'object', additionalProperties: { type: 'object', properties: record('Α') } },
  σ9: {
    type: 'array',
    prefixItems: [text, text],
    items: { type: 'object', properties: record('Α') },
  },
  σ10: {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    contains: { type: 'string', pattern: 'Α' },
  },
  σ11: {
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: { type: 'object', properties: record('Α') },
  },
  σ12: {
    oneOf: [component('ONE'), component('TWO')],
    discriminator: { propertyName: 'Κ' },
  },
  σ13: component('NODE'),
  σ14: logic,
};

/** Objects in objects; with the rows around it the innermost are for the page of the schema. */
const deep = (level: number): object =>
  level === 0 ? text : { type: 'object', properties: { Ι: deep(level - 1), ...record('Α', 'Β') } };

const schemas = {
  ...Object.fromEntries(
    LONG_NAMES.map((name) => [name, { type: 'object', properties: record(name) }]),
  ),
  ONE: { type: 'object', properties: { Κ: text, ...record('Α') } },
  TWO: { type: 'object', properties: { Κ: text, ...record('Β') } },
  NODE: { type: 'object', description: 'Ω. Ψ.', properties: { Α: text, Ν: component('NODE') } },
  CONSTRAINTS: { type: 'object', properties: constraints },
  FACTS: { type: 'object', properties: facts },
  SHAPES: { type: 'object', properties: shapes },
  WIDE: {
    type: 'object',
    properties: { ...array(296, (at) => [`Π${at}`, text]), Ι: deep(6) },
  },
  HUGE: { type: 'object', properties: array(1700, (at) => [`Π${at}`, text]) },
};

const SCHEMES = {
  A1: { type: 'apiKey', in: 'header', name: 'X-Α', deprecated: true },
  A2: { type: 'apiKey', in: 'query', name: 'Α' },
  A3: { type: 'apiKey', in: 'cookie', name: 'Α' },
  A4: { type: 'http', scheme: 'bearer' },
  A5: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  A6: { type: 'http', scheme: 'basic' },
  A7: { type: 'http', scheme: 'HOBA' },
  A8: { type: 'openIdConnect', openIdConnectUrl: 'https://α.test/openid' },
  A9: { type: 'mutualTLS' },
  A10: {
    type: 'oauth2',
    oauth2MetadataUrl: 'https://α.test/meta',
    flows: {
      implicit: { authorizationUrl: 'https://α.test/a', scopes: { 'Α:Β': 'Ω' } },
      password: { tokenUrl: 'https://α.test/t', refreshUrl: 'https://α.test/r', scopes: {} },
      clientCredentials: { tokenUrl: 'https://α.test/t', scopes: {} },
      authorizationCode: {
        authorizationUrl: 'https://α.test/a',
        tokenUrl: 'https://α.test/t',
        scopes: { Α: '', Β: '' },
      },
      deviceAuthorization: {
        deviceAuthorizationUrl: 'https://α.test/d',
        tokenUrl: 'https://α.test/t',
        scopes: {},
      },
    },
  },
};

const responses = {
  '200': {
    description: 'Ω',
    headers: { 'X-Α': { schema: text, required: true } },
    content: { ...json(component('SHAPES')) },
    links: {
      Λ: {
        operationId: 'A',
        parameters: { Α: '$response.body#/Α' },
        requestBody: '$request.body',
      },
    },
  },
  '201': { description: 'Ω', content: json(component('NODE')) },
  '202': { description: 'Ω', content: json(component('NODE')) },
  '203': { description: 'Ω', content: { 'application/jsonl': { itemSchema: component('NODE') } } },
  '204': { description: 'Ω' },
  '1XX': { description: 'Ω' },
  '2XX': { description: 'Ω' },
  '3XX': { description: 'Ω' },
  '4XX': {
    description: 'Ω',
    content: json(text, { examples: { Ε: { summary: 'Ε1', dataValue: 'Α' }, Η: { value: 'Β' } } }),
  },
  '5XX': { description: 'Ω' },
  default: { description: 'Ω' },
};

const form = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { ...record('Α'), Β: { type: 'array', items: text } },
      required: ['Α'],
    },
    encoding: {
      Α: { contentType: 'text/plain', headers: { 'X-Α': { schema: text } } },
      Β: { style: 'form', explode: true, contentType: 'text/plain' },
    },
  },
  ...json(component('WIDE')),
  'application/xml': { schema: component('WIDE') },
};

const loop = {
  type: 'object',
  properties: {
    Ο: { $ref: '#/paths/~1Δ/post/requestBody/content/application~1json/schema' },
  },
};

/** Everything at once. */
export const RICH = {
  openapi: '3.2.0',
  info: {
    title: 'ΑΒΓ',
    version: '1',
    summary: 'Ω',
    description: 'Ω\n\n## Ψ\n\nΩ',
    termsOfService: 'https://α.test/terms',
    contact: { name: 'Χ', url: 'https://α.test', email: 'Χ@Α.TEST' },
    license: { name: 'MIT', url: 'https://α.test/licence' },
  },
  externalDocs: { url: 'https://α.test/docs' },
  servers: [
    {
      url: 'https://{Α}.test',
      variables: { Α: { default: 'Β', enum: ['Β', 'Γ'], description: 'Ω' } },
    },
    { url: 'https://Δ.test', description: 'Ω' },
  ],
  tags: [{ name: 'ΤΑΓ', description: 'Ω', externalDocs: { url: 'https://α.test/docs' } }],
  security: [{ A1: [], A4: [] }, { A10: ['Α'] }, { Α11: [] }, {}],
  paths: {
    '/Α/{Α}': {
      post: {
        operationId: 'A',
        summary: 'Α',
        description: 'Ω',
        tags: ['ΤΑΓ'],
        deprecated: true,
        servers: [{ url: 'https://Δ.test' }],
        security: [
          { A1: [] },
          { A2: [] },
          { A3: [] },
          { A4: [] },
          { A5: [] },
          { A6: [], A7: [] },
          { A8: [] },
          { A9: [] },
          { A10: ['Α', 'Β'] },
        ],
        parameters: [
          parameter('path', 'Α', { schema: text, required: true }),
          parameter('query', 'Β', {
            schema: { type: 'array', items: text, examples: [['Α'], ['Β']] },
            style: 'pipeDelimited',
            allowEmptyValue: true,
            allowReserved: true,
            deprecated: true,
          }),
          parameter('header', 'X-Γ', {
            content: json({ type: 'object', properties: record('Α') }),
          }),
          parameter('cookie', 'Δ', {
            schema: text,
            examples: { Ε: { externalValue: 'https://α.test/e' } },
          }),
        ],
        requestBody: { required: true, content: form },
        responses,
        callbacks: {
          Κ: {
            '{$request.body#/Α}': {
              post: {
                parameters: [parameter('header', 'X-Α')],
                requestBody: { content: json({ type: 'object', properties: record('Α') }) },
                responses: { '200': { description: 'Ω' } },
              },
            },
          },
        },
      },
    },
    '/Β': {
      query: {
        operationId: 'B',
        summary: 'Β',
        security: [],
        parameters: [parameter('querystring', 'Α', { content: json(text) })],
      },
    },
    '/Γ': {
      get: {
        operationId: 'C',
        summary: 'Γ',
        responses: { '200': { description: 'Ω', content: json(component('HUGE')) } },
      },
    },
    '/Ε': {
      post: {
        operationId: 'E',
        summary: 'Ε',
        requestBody: { content: json(component('FACTS')) },
        responses: { '200': { description: 'Ω', content: json(component('CONSTRAINTS')) } },
      },
    },
    '/Δ': {
      post: {
        operationId: 'D',
        summary: 'Δ',
        requestBody: { content: json(loop) },
        responses: {
          '200': { description: 'Ω', content: json(text, { example: 'Ξ'.repeat(61_000) }) },
        },
      },
    },
  },
  webhooks: {
    ΧΟΥΚ: {
      post: {
        operationId: 'HOOK',
        summary: 'Χ',
        deprecated: true,
        requestBody: { content: json(component('NODE')) },
        responses: { '200': { description: 'Ω' } },
      },
    },
  },
  components: { schemas, securitySchemes: SCHEMES },
};

/** One of everything. */
export const PLAIN = {
  openapi: '3.1.0',
  info: { title: 'ΔΕΖ', version: '1' },
  security: [{ A1: [] }],
  paths: {
    '/Α': { get: { summary: 'Α', responses: { '200': { description: 'Ω' } } } },
    '/Β': { get: { summary: 'Β', security: [{ A10: ['Α'] }, { A10: ['Β'] }], responses: {} } },
    '/Γ': { get: { summary: 'Γ', security: [{ KEY: ['Α'], A10: ['Β'] }], responses: {} } },
  },
  components: {
    securitySchemes: {
      A1: { type: 'apiKey', in: 'header', name: 'Α' },
      A6: { type: 'http', scheme: 'basic' },
      A10: { type: 'oauth2', flows: {} },
      KEY: { type: 'apiKey', in: 'query', name: 'Α', description: 'ROLES' },
    },
  },
} satisfies OpenAPIV3_1.Document;
