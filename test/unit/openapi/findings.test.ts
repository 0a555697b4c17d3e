import { describe, expect, it } from 'vitest';
import { site } from '../../support/site.ts';

/** Faults of many kinds, none of which keeps a page from being written. */
const FAULTY = `openapi: 3.0.0
paths:
  /a/{id}:
    get:
      security: [{ nope: [] }]
      parameters: [{ in: query }, { name: q, in: query, schema: { type: string, pattern: '[' } }]
      responses:
        200:
          description: OK
          content:
            application/json: { schema: { $ref: '#/components/schemas/Animal' } }
            json: {}
          links: { next: { operationId: gone }, none: {} }
    POST: {}
  /b/{x}: { get: { operationId: list, responses: { 200: { description: OK } } } }
  /b/{y}: { get: { operationId: list, responses: { 200: { description: OK } } } }
components:
  securitySchemes: { s: {}, k: { type: apiKey }, h: { type: http } }
  schemas:
    Animal:
      type: object
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Fish' }]
      discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } }
    Cat: { type: object, properties: { kind: { type: string }, x: 5 } }
    Fish: { type: object, properties: { kind: { type: string }, fins: { type: integer } } }
    Unused: { $ref: '#/components/schemas/Gone' }
`;

async function built(text: string, keys = '') {
  const driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'openapi/x.yaml'${keys} }] };\n`,
    'index.md': '# Home\n',
    'openapi/x.yaml': text,
  });
  try {
    await driver.build();
    const files = driver.files().filter((file) => /^api\/.*\.(?:html|md)$/.test(file));
    const pages = new Map(files.map((file) => [file, driver.file(file)]));
    return { diagnostics: driver.result().diagnostics, pages };
  } finally {
    driver.dispose();
  }
}

describe('a description with many faults', () => {
  it('is published, with a warning for each', async () => {
    const { diagnostics, pages } = await built(FAULTY);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const codes = new Set(diagnostics.map(({ code }) => code));
    const expected =
      'field-missing field-type field-unknown link operation-id parameter security discriminator ref-unresolved';
    for (const code of expected.split(' ')) expect(codes).toContain(`openapi-${code}`);
    expect([...pages.keys()].filter((file) => /^api\/[a-z-]+\/index\.html$/.test(file))).toEqual([
      'api/api/index.html',
      'api/get-a/index.html',
      'api/get-b-by-x/index.html',
      'api/get-b-by-y/index.html',
      'api/post-a/index.html',
      'api/schemas/index.html',
    ]);
  });

  it('is shown as far as it goes', async () => {
    const { pages } = await built(FAULTY);
    for (const page of pages.values())
      expect(page).not.toMatch(/undefined|\[object|<h1[^>]*><\/h1>|^# *$|NaN/m);
    expect(pages.get('api/api.md')).toContain('# API');
    const operation = pages.get('api/get-a.md') ?? '';
    expect(operation).toContain('`nope` (not declared)');
    expect(operation).toMatch(/- \*\*cat\*\*[^]*- \*\*Fish\*\*[^]*- dog any/);
  });

  it('is rejected if it is checked strictly, with each problem at its location', async () => {
    const { diagnostics, pages } = await built(FAULTY, ', strict: true');
    expect(pages.size).toBe(0);
    expect(new Set(diagnostics.map(({ severity }) => severity))).toEqual(new Set(['error']));
    expect(diagnostics.some(({ message }) => message.includes('more like it'))).toBe(false);
  });
});

describe('a schema that does not exist', () => {
  it('is named on the page, with a warning', async () => {
    const schema = '{ $ref: "#/components/schemas/Gone" }';
    const text = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { responses: { '200': { description: OK, content: { application/json: { schema: { type: object, properties: { a: ${schema} } } } } } } } } }\n`;
    const { diagnostics, pages } = await built(text);
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'openapi-ref-unresolved' }]);
    expect(pages.get('api/get-a.md')).toContain('Gone');
    expect(pages.get('api/get-a/index.html')).toContain('Gone');
  });

  it('is an error if the description is checked strictly, like any missing part otherwise', async () => {
    const text = (parameter: string): string =>
      `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { parameters: [${parameter}] } } }\n`;
    const schema = text('{ name: q, in: query, schema: { $ref: "#/components/schemas/Gone" } }');
    const strict = await built(schema, ', strict: true');
    expect(strict.diagnostics).toMatchObject([
      { severity: 'error', code: 'openapi-ref-unresolved' },
    ]);
    const { diagnostics } = await built(text('{ $ref: "#/components/parameters/Gone" }'));
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'openapi-ref-missing' }]);
  });
});

describe('what cannot be shown', () => {
  it.each([
    ['openapi-syntax', 'openapi: [3.0.0\n'],
    ['openapi-version', 'asyncapi: 3.0.0\ninfo: { title: T }\n'],
    ['openapi-ref-file', '{ $ref: ./gone.yaml }'],
    ['openapi-ref-circular', '{ $ref: "#/components/schemas/Ring" }'],
  ])('is an error: %s', async (code, text) => {
    const whole = text.startsWith('{')
      ? `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { responses: { '200': { description: OK, content: { application/json: { schema: ${text} } } } } } } }\ncomponents: { schemas: { Ring: { $ref: '#/components/schemas/Ring' } } }\n`
      : text;
    const { diagnostics } = await built(whole);
    expect(diagnostics.map((entry) => `${entry.severity} ${entry.code}`)).toContain(
      `error ${code}`,
    );
  });
});

describe('a link to nothing in the description of a property', () => {
  it('is reported as long as one page shows it, whichever pages are made again', async () => {
    const shared = (path: string): string =>
      `  /${path}: { get: { operationId: ${path}, responses: { 200: { $ref: '#/components/responses/Shared' } } } }\n`;
    const description = (paths: string): string => `openapi: 3.1.0
info: { title: Api, version: '1' }
servers: [{ url: https://a.example }]
paths:
${paths}components:
  responses:
    Shared:
      description: OK
      content:
        application/json:
          schema: { type: object, properties: { a: { type: string, description: 'See [it](/gone).' } } }
`;
    const driver = site({
      'site.config.ts': `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'openapi/x.yaml' }], links: { rules: { 'page-not-found': 'warning' } } };\n`,
      'index.md': '# Home\n',
      'openapi/x.yaml': description(shared('one') + shared('two')),
    });
    const codes = (): readonly string[] => driver.result().diagnostics.map(({ code }) => code);
    try {
      await driver.build();
      expect(codes()).toContain('openapi-link');
      driver.write(
        'openapi/x.yaml',
        description(
          '  /one: { get: { operationId: one, responses: { 204: { description: None } } } }\n' +
            shared('two'),
        ),
      );
      await driver.rebuild();
      expect(codes()).toContain('openapi-link');
    } finally {
      driver.dispose();
    }
  });
});
