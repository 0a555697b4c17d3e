import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { contextOf, operationPage, rendered, structureProblems, textOf } from './support/page.ts';

const DESCRIPTION = JSON.stringify({
  openapi: '3.1.0',
  info: {
    title: 'Things',
    version: '2.1',
    description: 'All about things.',
    contact: { name: 'The team', email: 'team@api.test' },
    license: { name: 'MIT', identifier: 'MIT' },
    termsOfService: 'https://api.test/terms',
  },
  servers: [
    {
      url: 'https://{region}.api.test',
      description: 'Live',
      variables: { region: { default: 'eu', enum: ['eu', 'us'], description: 'Where.' } },
    },
  ],
  tags: [{ name: 'Big things', description: 'The big ones.' }],
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        tags: ['Big things'],
        responses: {
          200: {
            description: '',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        description: 'A thing. It is big.',
        properties: {
          id: { type: 'string', readOnly: true },
          secret: { type: 'string', writeOnly: true },
          part: { $ref: '#/components/schemas/a' },
        },
      },
      a: { type: 'string', title: 'Small' },
    },
    securitySchemes: {
      auth: {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: 'https://api.test/token', scopes: { read: 'May read.' } },
        },
      },
    },
  },
} satisfies OpenAPIV3_1.Document);

const context = contextOf(DESCRIPTION);
const [thing] = context.model.schemas;

describe('the info page', () => {
  const page = rendered({ type: 'info' }, context);

  it.each([
    'Version 2.1',
    'Download the OpenAPI description',
    'All about things.',
    'https://{region}.api.test Live Variable region, Default: eu, allowed: eu, us. Where.',
    'Security schemes OAuth 2.0 Client credentials flow',
    'Client credentials flow Token: https://api.test/token Scopes: read May read.',
    'Big things',
    'GET List things /things',
    'E-mail: team@api.test',
    'License: MIT (MIT)',
    'Terms of service: https://api.test/terms',
    'All schemas',
  ])('says %s', (words) => {
    expect(page.text).toContain(words);
  });

  it('has a table of contents that leads to its parts', () => {
    const ids = page.article.toc.flatMap(({ id, children }) => [
      id,
      ...children.map((each) => each.id),
    ]);
    expect(ids).toContain('authentication-auth');
    expect(ids).toContain('tag-big-things');
    for (const id of ids) expect(page.article.ids.has(id)).toBe(true);
    expect(structureProblems(page)).toEqual([]);
  });
});

describe('the page of a schema', () => {
  it('shows both directions, an example and its users', () => {
    if (thing === undefined) throw new Error('there is no schema');
    const used = {
      ...context,
      usersOf: () => ({ operations: context.model.operations, schemas: [thing] }),
    };
    const page = rendered({ type: 'schema', schema: thing }, used);
    expect(textOf(page.byId('schema.id'))).toBe('id string read-only');
    expect(textOf(page.byId('schema.secret'))).toBe('secret string write-only');
    expect(page.html).toContain('<small>string · <a href="/api/schemas/a">a</a></small>');
    expect(page.text).toContain('Used by');
    expect(page.text).toContain('GET List things /things');
    expect(page.html).toContain('<a href="/api/schemas/Thing">Thing</a>');
    expect(structureProblems(page)).toEqual([]);
  });
});

describe('the list of schemas', () => {
  it('goes from A to Z with one line for each', () => {
    const page = rendered({ type: 'schemas' }, context);
    expect(page.byClass('api-schemas').map(textOf)).toEqual(['a Small Thing A thing.']);
    expect(structureProblems(page)).toEqual([]);
  });
});

describe('a reference into the network', () => {
  it('is shown by its name and address', () => {
    const schema = { $ref: 'https://schemas.test/v1/person.json#/definitions/Person' };
    const page = operationPage({
      responses: {
        200: { description: 'OK', content: { 'application/json': { schema } } },
        400: { $ref: 'https://schemas.test/errors.yaml#/BadRequest' },
      },
    });
    const { text } = page;
    expect(text).toMatch(/\bPerson\b /);
    expect(text).toContain('https://schemas.test/v1/person.json#/definitions/Person');
    expect(text).toContain('400');
    expect(text).toContain('https://schemas.test/errors.yaml#/BadRequest');
  });
});
