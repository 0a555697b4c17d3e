import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const drivers: SiteDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

const CONFIG = `import { defineConfig } from 'docwright';
export default defineConfig({
  title: 'T',
  url: 'https://docs.example.com',
  openapi: [{ spec: 'api.yaml', samples: './samples.ts' }],
});
`;

const API = `openapi: 3.1.0
info: { title: A, version: '1' }
servers: [{ url: https://api.example.com/v1/ }]
security: [{ session: [member] }]
paths:
  /things/{id}:
    put:
      operationId: putThing
      tags: [Things]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: dry, in: query, schema: { type: boolean } }
        - { name: X-Trace, in: header, example: t1, schema: { type: string } }
      requestBody:
        content:
          application/json: { schema: { type: object, properties: { name: { type: string, examples: [Ann] } } } }
      responses:
        '200': { description: Done., content: { application/json: { example: { id: '7' } } } }
      x-codeSamples:
        - { lang: Ruby, source: 'Vendor.ruby' }
        - { lang: PHP, label: sdk, source: 'Vendor.php' }
    delete:
      operationId: deleteThing
      security: []
      parameters: [{ name: id, in: path, required: true, example: a, schema: { type: string } }]
      responses: { '204': { description: Gone. } }
components:
  securitySchemes:
    session: { type: apiKey, in: header, name: Authorization, x-displayName: Session token }
`;

async function built(samples: string, files: SiteFiles = {}): Promise<SiteDriver> {
  const driver = site({
    'site.config.ts': CONFIG,
    'content/index.md': '# Home\n',
    'api.yaml': API,
    'samples.ts': samples,
    ...files,
  });
  drivers.push(driver);
  return driver.build();
}

/** The tabs of the samples on an operation's page, with their code. */
function tabs(driver: SiteDriver, slug: string): readonly (readonly [string, string])[] {
  const html = driver
    .page(`/api/${slug}`)
    .split('data-tabs="')
    .find((part) => part.startsWith('language'));
  const panels = (html ?? '').matchAll(
    /<h3 class="tab-heading">(.*?)<\/h3>.*?<code[^>]*>([^]*?)<\/code>/g,
  );
  return [...panels].map(([, label = '', code = '']) => [label, code.replace(/<[^>]*>/g, '')]);
}

function problems(driver: SiteDriver): readonly string[] {
  const { diagnostics } = driver.result();
  return diagnostics.map(({ code, message, location }) =>
    [code, `${location?.file}:${location?.line}`, message].join(' '),
  );
}

describe('samples of a site', () => {
  it('come first, and replace those of the same language or label', async () => {
    const driver = await built(
      `import { defineSamples } from 'docwright';
export default defineSamples(({ id }) =>
  id === 'deleteThing' ? [] : [
    { label: 'SDK', language: 'ts', code: \`client.\${id}();\n\` },
    { label: 'Python', language: 'python', code: 'import sdk' },
  ]);
`,
    );
    expect(driver.diagnostics()).toEqual([]);
    const [sdk, python] = tabs(driver, 'put-thing');
    expect(sdk).toEqual(['SDK', 'client.putThing();']);
    expect(python).toEqual(['Python', 'import sdk']);
    const labels = (slug: string): readonly string[] => tabs(driver, slug).map(([label]) => label);
    expect(labels('put-thing')).toEqual(['SDK', 'Python', 'Ruby', 'cURL', 'JavaScript', 'Go']);
    expect(labels('delete-thing')).toEqual(['cURL', 'JavaScript', 'Python', 'Go']);
    expect(driver.file('api/put-thing.md')).toContain('client.putThing();');
  });

  it('are made of templates, with the values of the examples', async () => {
    const template = [
      'sdk.put({{path.id}}, {',
      '  trace: {{header.x-trace}},{{#query.dry}}',
      '  dry: {{query.dry}},{{/query.dry}}',
      '  body: {{body}},',
      '}); // {{method}} {{{url}}} {{{body.name}}} {{ a: 1 }}',
    ].join('\n');
    const driver = await built(
      `export default ({ id }) =>
  id === 'putThing' ? [{ label: 'SDK', language: 'ts', template: ${JSON.stringify(template)} }] : [];\n`,
    );
    expect(driver.diagnostics()).toEqual([]);
    const [[, code = ''] = []] = tabs(driver, 'put-thing');
    expect(code.replaceAll('&quot;', '"').split('\n')).toEqual([
      'sdk.put("{id}", {',
      '  trace: "t1",',
      '  body: {',
      '    "name": "Ann"',
      '  },',
      '}); // "PUT" https://api.example.com/v1/things/{id} Ann {{ a: 1 }}',
    ]);
    const { templates } = JSON.parse(driver.file('api/put-thing.try.json'));
    expect(templates).toEqual({ 'ts-sdk': template });
  });

  it('name a placeholder that no operation has, where the module has it', async () => {
    const driver = await built(
      `export default ({ id }) => id === 'deleteThing' ? [] : [
  { label: 'SDK', language: 'ts', template: \`put({{path.id}},
    {{query.dri}})\` },
];\n`,
    );
    const [problem] = driver.result().diagnostics;
    expect(problems(driver)).toEqual([
      'samples-error samples.ts:3 samples.ts, called for PUT /things/{id}, uses {{query.dri}}, which its request does not have',
    ]);
    expect(problem?.hint).toBe('use one of: method, url, path.id, query.dry, header.X-Trace, body');
  });

  it('have no control characters', async () => {
    const driver = await built(
      `export default () => [{ label: 'a\\0\\x1b[31m', language: 'sh', code: 'b\\0\\n\\tc\\x7f' }];\n`,
    );
    expect(tabs(driver, 'put-thing')[0]).toEqual(['a\ufffd\ufffd[31m', 'b\ufffd\n\tc\ufffd']);
  });

  it('read the values that generated samples show', async () => {
    const driver = await built(
      `export default (operation) => [{ label: 'JSON', language: 'json', code: JSON.stringify(operation) }];\n`,
    );
    expect(driver.diagnostics()).toEqual([]);
    const operation = (slug: string): unknown =>
      JSON.parse((tabs(driver, slug)[0]?.[1] ?? '').replaceAll('&quot;', '"'));
    expect(operation('put-thing')).toEqual({
      id: 'putThing',
      method: 'PUT',
      path: '/things/{id}',
      server: 'https://api.example.com/v1',
      title: 'Put thing',
      tags: ['Things'],
      deprecated: false,
      parameters: [
        { name: 'id', in: 'path', required: true, deprecated: false, isShown: true },
        {
          name: 'dry',
          in: 'query',
          required: false,
          deprecated: false,
          isShown: false,
          example: true,
        },
        {
          name: 'X-Trace',
          in: 'header',
          required: false,
          deprecated: false,
          isShown: true,
          example: 't1',
        },
      ],
      body: { mediaType: 'application/json', example: { name: 'Ann' } },
      security: [
        [
          {
            scheme: 'session',
            title: 'Session token',
            scopes: ['member'],
            sent: { in: 'header', name: 'Authorization', value: 'YOUR_SESSION_TOKEN' },
          },
        ],
      ],
      response: { status: '200', body: { mediaType: 'application/json', example: { id: '7' } } },
    });
    expect(operation('delete-thing')).toMatchObject({
      parameters: [{ name: 'id', example: 'a' }],
      security: [],
      response: { status: '204' },
    });
  });

  it('cannot change the description', async () => {
    const driver = await built(
      `export default (operation) => { operation.body.example.name = 'Mallory'; return []; };\n`,
      {
        'api.yaml':
          API.slice(0, API.indexOf('    delete:')) + API.slice(API.indexOf('components:')),
      },
    );
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.page('/api/put-thing')).toContain('Ann');
    expect(driver.page('/api/put-thing')).not.toContain('Mallory');
  });

  it('name file, line and operation when they throw', async () => {
    const driver = await built(
      `import { call } from './call.ts';
export default ({ id, method }) => {
  if (method === 'PUT') throw new TypeError('no client');
  return [{ label: 'SDK', language: 'ts', code: call(id) }];
};
`,
      {
        'call.ts': `export const call = (id: string): string => {\n  return id.missing.name;\n};\n`,
      },
    );
    const [inImport = '', throwing, ...others] = problems(driver);
    expect(throwing).toBe(
      'samples-error samples.ts:3 samples.ts, called for PUT /things/{id}, throws: TypeError: no client',
    );
    expect(inImport).toMatch(
      /^samples-error call.ts:2 samples.ts, called for DELETE \/things\/\{id\}, throws: TypeError: /,
    );
    expect(others).toEqual([]);
    expect(driver.result().ok).toBe(false);
  });

  it.each([
    ['() => undefined', 'undefined'],
    ['async () => []', 'a promise'],
    ["async () => { throw new Error('late'); }", 'a promise'],
    ["() => 'code'", 'string'],
    ["() => [{ label: 'A', language: 'ts' }]", 'a list with another item'],
  ])('report the result of %s once for all operations', async (text, result) => {
    const driver = await built(`\nexport default ${text};\n`);
    expect(problems(driver)).toEqual([
      `samples-error samples.ts:2 samples.ts, called for DELETE /things/{id} and 1 more, returns ${result}, expected a list of { label, language, code }`,
    ]);
  });

  it.each([
    ['export default 5;\n', 'samples.ts:1 samples.ts exports number, expected a function'],
    ['export const samples = () => [];\n', 'samples.ts:1 samples.ts has no default export'],
    ['export default () => [;\n', 'samples.ts:1 syntax error: unexpected ";"'],
    [`throw new Error('at once');\n`, 'samples.ts:1 samples.ts throws: at once'],
    [`import './missing.ts';\n`, 'samples.ts:1 there is no file "./missing.ts" to import'],
  ])('report a module that cannot be used: %j', async (text, problem) => {
    expect(problems(await built(text))).toEqual([`samples-error ${problem}`]);
  });

  it('report a missing module where the configuration names it', async () => {
    const driver = await built('', {
      'site.config.ts': CONFIG.replace('./samples.ts', 'sample.ts'),
    });
    expect(problems(driver)).toEqual([
      'samples-error site.config.ts:5 there is no file "sample.ts"',
    ]);
  });
});
