import { describe, expect, it } from 'vitest';
import { operationSamples } from '../../../../src/openapi/samples/operation-samples.ts';
import { sampleRequest } from '../../../../src/openapi/samples/request.ts';
import type { SampleRequest } from '../../../../src/shared/request/sample-request.ts';
import { operationOf } from './described.ts';

function request(
  operation: Readonly<Record<string, unknown>>,
  rest: Readonly<Record<string, unknown>> = {},
): SampleRequest {
  const { operation: read, ...tools } = operationOf(operation, rest);
  return sampleRequest(read, tools);
}

const path = (name: string, more: object = {}): object => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  ...more,
});

describe('address', () => {
  it('puts examples and placeholders into the path', () => {
    const parameters = [
      path('a', { example: 'x/y z' }),
      path('b'),
      path('c', { schema: { type: 'integer' } }),
    ];
    expect(request({ parameters }, { path: '/t/{a}/{b}/{c}' }).url).toBe(
      'https://api.test/v1/t/x%2Fy%20z/{b}/{c}',
    );
  });

  it('writes lists in a path by their style', () => {
    const parameters = [
      path('ids', {
        style: 'matrix',
        explode: true,
        schema: { type: 'array', items: {} },
        example: [3, 4],
      }),
    ];
    expect(request({ parameters }, { path: '/t{ids}' }).url).toBe(
      'https://api.test/v1/t;ids=3;ids=4',
    );
  });

  it('has required query parameters and those with their own example', () => {
    const query = (name: string, more: object): object => ({
      name,
      in: 'query',
      schema: { type: 'string' },
      ...more,
    });
    const parameters = [
      query('q', { required: true }),
      query('lang', { example: 'de & fr' }),
      query('skipped', {}),
      query('old', { example: 'x', deprecated: true }),
      query('f', {
        required: true,
        style: 'deepObject',
        explode: true,
        schema: { type: 'object' },
        example: { a: 1 },
      }),
    ];
    expect(request({ parameters }).url).toBe(
      'https://api.test/v1/things?q={q}&lang=de%20%26%20fr&f%5Ba%5D=1',
    );
  });

  it('encodes characters not allowed in a path', () => {
    expect(request({}, { path: '/a b/<c>/#d/?e' }).url).toBe(
      'https://api.test/v1/a%20b/%3Cc%3E/%23d/%3Fe',
    );
  });

  it('sends the query of a path, and no mark at its end', () => {
    const parameters = [{ name: 'q', in: 'query', required: true, example: 'a' }];
    expect(request({ parameters }, { path: '/items?beta=true' }).url).toBe(
      'https://api.test/v1/items?beta=true&q=a',
    );
    expect(request({}, { path: '/items#folders' }).url).toBe('https://api.test/v1/items');
  });

  it.each([
    [[{ url: '/v2' }], 'https://api.example.com/v2/things'],
    [[{ url: '//host.test/x/' }], 'https://host.test/x/things'],
    [
      [{ url: 'https://{r}.host.test', variables: { r: { default: 'eu' } } }],
      'https://eu.host.test/things',
    ],
    [[], 'https://api.example.com/things'],
  ])('starts with the first server %j', (servers, url) => {
    expect(request({}, { servers }).url).toBe(url);
  });
});

describe('headers', () => {
  it('names what is accepted and sent, and credentials as placeholders', () => {
    const components = {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-Key' },
        token: { type: 'http', scheme: 'bearer' },
        queryKey: { type: 'apiKey', in: 'query', name: 'key' },
      },
    };
    const made = request(
      {
        security: [{ session: [], ApiKeyAuth: [], token: [], queryKey: [] }],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 200: { description: '', content: { 'application/vnd.a+json': {} } } },
        parameters: [
          {
            name: 'X-Trace',
            in: 'header',
            required: true,
            schema: { type: 'string', example: 'a\r\nb: c' },
          },
        ],
      },
      { components },
    );
    expect(made.headers.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Accept: application/vnd.a+json',
      'Content-Type: application/json',
      'X-Key: YOUR_API_KEY',
      'Authorization: Bearer YOUR_TOKEN',
      'X-Trace: a b: c',
      'Cookie: sid=YOUR_SESSION',
    ]);
    expect(made.url).toBe('https://api.test/v1/things?key=YOUR_QUERY_KEY');
  });

  it.each([
    [{ type: 'http', scheme: 'basic' }, 'Basic YOUR_BASE64_CREDENTIALS'],
    [{ type: 'oauth2', flows: {} }, 'Bearer YOUR_ACCESS_TOKEN'],
    [{ type: 'openIdConnect', openIdConnectUrl: 'https://x.test' }, 'Bearer YOUR_ACCESS_TOKEN'],
    [
      { type: 'apiKey', in: 'header', name: 'Authorization', 'x-displayName': 'Session token' },
      'YOUR_SESSION_TOKEN',
    ],
    [
      { type: 'http', scheme: 'bearer', 'x-displayName': 'Personal access token (v2)' },
      'Bearer YOUR_PERSONAL_ACCESS_TOKEN_V2',
    ],
    [{ type: 'http', scheme: 'basic', 'x-displayName': 'Login' }, 'Basic YOUR_BASE64_CREDENTIALS'],
  ])('%j', (scheme, value) => {
    const components = { securitySchemes: { one: scheme } };
    const { headers } = request({ security: [{ one: [] }] }, { components });
    expect(headers).toEqual([{ name: 'Authorization', value }]);
  });
});

describe('body', () => {
  const body = (type: string, media: object): SampleRequest['body'] =>
    request({ requestBody: { content: { [type]: media } } }).body;

  it('takes the first example, also one that is JSON text', () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } } };
    const examples = { one: { value: { a: 5 } }, two: { value: { a: 6 } } };
    expect(body('application/json', { schema, examples })).toEqual({
      kind: 'json',
      value: { a: 5 },
    });
    expect(body('application/json', { schema, example: '{"a": 7}' })).toEqual({
      kind: 'json',
      value: { a: 7 },
    });
  });

  it('makes one of the schema', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'string', readOnly: true } },
    };
    expect(body('application/json', { schema })).toEqual({ kind: 'json', value: { a: 1 } });
  });

  it('is a form with repeated names for lists and JSON for objects', () => {
    const example = { a: 'x y', b: [1, 2], c: { d: true } };
    expect(body('application/x-www-form-urlencoded', { example })).toEqual({
      kind: 'form',
      fields: [
        ['a', 'x y'],
        ['b', '1'],
        ['b', '2'],
        ['c', '{"d":true}'],
      ],
    });
  });

  it('has parts for text, JSON and files', () => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        meta: { type: 'object', properties: { a: { type: 'integer' } } },
        image: { type: 'string', format: 'binary' },
      },
    };
    const encoding = { image: { contentType: 'image/png, image/jpeg' } };
    expect(body('multipart/form-data', { schema, encoding })).toEqual({
      kind: 'multipart',
      fields: [
        { kind: 'text', name: 'name', value: 'string' },
        { kind: 'text', name: 'meta', value: '{"a":1}', contentType: 'application/json' },
        { kind: 'file', name: 'image', fileName: 'image.png', contentType: 'image/png' },
      ],
    });
  });

  it('is a file or text where its type says so', () => {
    expect(body('image/png', {})).toEqual({ kind: 'binary', fileName: 'file.png' });
    expect(body('text/plain', { example: 'hi' })).toEqual({ kind: 'text', text: 'hi' });
    expect(body('application/x-ndjson', { itemSchema: { type: 'integer' } })).toEqual({
      kind: 'text',
      text: '1',
    });
  });
});

describe('samples of an operation', () => {
  const languages = ['curl', 'javascript', 'python', 'go'];

  it('are of the languages that the site names, in its order', () => {
    const { operation, ...tools } = operationOf({
      'x-codeSamples': [{ lang: 'C#', source: 'Go();' }],
    });
    const choice = { languages: ['kotlin', 'csharp', 'curl', 'kotlin'] };
    expect(operationSamples(operation, tools, choice).map(({ id }) => id)).toEqual([
      'csharp',
      'kotlin',
      'curl',
    ]);
  });

  it('shows those of the description first, and a language once', () => {
    const { operation, ...tools } = operationOf({
      'x-codeSamples': [
        { lang: 'TypeScript', label: 'SDK', source: 'client.go();\n' },
        { lang: 'Python', source: 'go()' },
      ],
    });
    expect(
      operationSamples(operation, tools, { languages }).map(({ id, label, language }) => [
        id,
        label,
        language,
      ]),
    ).toEqual([
      ['typescript-sdk', 'SDK', 'typescript'],
      ['python', 'Python', 'python'],
      ['curl', 'cURL', 'bash'],
      ['javascript', 'JavaScript', 'js'],
      ['go', 'Go', 'go'],
    ]);
  });

  it('gives each sample an id, and its label without white space around it', () => {
    const { operation, ...tools } = operationOf({});
    const own = ['A', ' A', 'A 2', 'a', ' python\n'].map((label) => ({
      lang: 'ts',
      label,
      source: 'x',
    }));
    const samples = operationSamples(operation, tools, { own, languages });
    expect(samples.map(({ id, label }) => `${id} ${label}`)).toEqual([
      'ts-a A',
      'ts-a-2 A',
      'ts-a-2-2 A 2',
      'ts-a-3 a',
      'python python',
      'curl cURL',
      'javascript JavaScript',
      'go Go',
    ]);
  });
});
