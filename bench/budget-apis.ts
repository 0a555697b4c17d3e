/** Constructs of API descriptions that can repeat, for budget.ts. */

import { type Construct, lines, list } from './budget-pages.ts';

type Json = Readonly<Record<string, unknown>>;

const record = (n: number, make: (index: number) => readonly [string, unknown]): Json =>
  Object.fromEntries(Array.from({ length: n }, (_, index) => make(index)));
const array = <T>(n: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: n }, (_, index) => make(index));

const TEXT = { type: 'string' };
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const operation = (id: number | string): Json => ({
  operationId: `op${id}`,
  responses: { 200: { description: 'OK' } },
});

/** Builds a description. */
function described(name: string, n: number, make: (n: number) => Json): Construct {
  return written(name, n, (size) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {},
      ...make(size),
    }),
  );
}

function written(name: string, n: number, text: (n: number) => string): Construct {
  return {
    name: `API: ${name}`,
    n,
    input: (size) => ({
      files: { 'content/docs/a.md': '# A\n', 'openapi/a.yaml': text(size) },
      config: "openapi: [{ spec: 'openapi/a.yaml' }]",
    }),
  };
}

/** A schema, and those that it refers to. */
interface Schemas {
  readonly body: (n: number) => Json;
  readonly others: (n: number) => Json;
}

/** Builds a description of one operation that sends and answers a schema. */
function schema(name: string, n: number, make: ((n: number) => Json) | Schemas): Construct {
  const { body, others } = typeof make === 'function' ? { body: make, others: undefined } : make;
  return described(name, n, (size) => {
    const content = { 'application/json': { schema: body(size) } };
    return {
      paths: {
        '/a': {
          post: {
            operationId: 'a',
            requestBody: { content },
            responses: { 200: { description: 'OK', content } },
          },
        },
      },
      components: { schemas: others?.(size) ?? {} },
    };
  });
}

function single(name: string, n: number, make: (n: number) => Json): Construct {
  return described(name, n, (size) => ({
    paths: { '/a': { get: { ...operation(''), ...make(size) } } },
  }));
}

/** Schemas that each refer to the next one. */
function chain(link: (next: Json) => Json): Schemas {
  return {
    body: () => ref('S0'),
    others: (n) => ({
      ...record(n, (i) => [`S${i}`, link(ref(`S${i + 1}`))]),
      [`S${n}`]: { type: 'object', properties: { a: TEXT } },
    }),
  };
}

export const API_CONSTRUCTS: readonly Construct[] = [
  described('tags', 100, (n) => ({
    tags: array(n, (i) => ({ name: `T${i}`, description: 'A' })),
    paths: { '/a': { get: operation('a') } },
  })),
  single('tags of an operation', 100, (n) => ({ tags: array(n, (i) => `T${i}`) })),
  single('parameters', 100, (n) => ({
    parameters: array(n, (i) => ({ name: `p${i}`, in: 'query', schema: TEXT })),
  })),
  single('equal parameters', 100, (n) => ({
    parameters: array(n, () => ({ name: 'p', in: 'query', schema: TEXT })),
  })),
  single('responses', 60, (n) => ({
    responses: record(n, (i) => [`${100 + i}`, { description: `D${i}` }]),
  })),
  single('media types', 60, (n) => ({
    requestBody: { content: record(n, (i) => [`application/x${i}+json`, { schema: TEXT }]) },
  })),
  single('examples', 60, (n) => ({
    requestBody: {
      content: {
        'application/json': {
          schema: TEXT,
          examples: record(n, (i) => [`e${i}`, { value: `v${i}` }]),
        },
      },
    },
  })),
  single('security alternatives', 100, (n) => ({ security: array(n, (i) => ({ [`s${i}`]: [] })) })),
  described('security schemes', 60, (n) => ({
    paths: { '/a': { get: { ...operation(''), security: array(n, (i) => ({ [`s${i}`]: [] })) } } },
    components: {
      securitySchemes: record(n, (i) => [
        `s${i}`,
        { type: 'apiKey', in: 'header', name: `X-${i}` },
      ]),
    },
  })),
  described('security alternatives of operations', 10, (n) => ({
    security: array(n * 5, (i) => ({ [`s${i}`]: [] })),
    paths: record(10, (i) => [`/p${i}`, { get: operation(i) }]),
    components: {
      securitySchemes: record(n * 5, (i) => [
        `s${i}`,
        { type: 'apiKey', in: 'header', name: `X-${i}` },
      ]),
    },
  })),
  described('different error responses', 160, (n) => ({
    paths: record(n, (i) => [
      `/p${i}`,
      {
        get: {
          ...operation(i),
          responses: {
            200: { description: 'OK' },
            400: {
              description: `E${i}`,
              content: { 'application/json': { schema: { properties: { [`e${i}`]: TEXT } } } },
            },
          },
        },
      },
    ]),
  })),
  single('servers', 60, (n) => ({
    servers: array(n, (i) => ({ url: `https://s${i}.example.com` })),
  })),
  single('variables of a server', 60, (n) => ({
    servers: [
      {
        url: `https://${list(n, (i) => `{v${i}}`).join('.')}.example.com`,
        variables: record(n, (i) => [`v${i}`, { default: 'a', enum: ['a', 'b'] }]),
      },
    ],
  })),
  single('callbacks', 30, (n) => ({
    callbacks: record(n, (i) => [`c${i}`, { '{$request.body#/u}': { post: operation(`c${i}`) } }]),
  })),
  single('links of a response', 60, (n) => ({
    responses: {
      200: { description: 'OK', links: record(n, (i) => [`l${i}`, { operationId: 'op' }]) },
    },
  })),
  single('headers of a response', 60, (n) => ({
    responses: {
      200: { description: 'OK', headers: record(n, (i) => [`X-H${i}`, { schema: TEXT }]) },
    },
  })),
  single('unknown fields', 60, (n) => record(n, (i) => [`sumary${i + 1000}`, 'a'])),
  single('broken references', 60, (n) => ({
    parameters: array(n, (i) => ({ $ref: `#/components/parameters/P${i}` })),
  })),
  schema('properties', 500, (n) => ({
    type: 'object',
    properties: record(n, (i) => [`p${i}`, TEXT]),
  })),
  schema('required properties', 500, (n) => ({
    type: 'object',
    required: array(n, (i) => `p${i}`),
    properties: record(n, (i) => [`p${i}`, TEXT]),
  })),
  schema('required names without properties', 500, (n) => ({
    type: 'object',
    required: array(n, (i) => `p${i}`),
  })),
  schema('enum values', 200, (n) => ({ enum: array(n, (i) => `v${i}`) })),
  schema('equal enum values', 200, (n) => ({ enum: array(n, () => 'v') })),
  schema('allOf parts', 300, (n) => ({
    allOf: array(n, (i) => ({ properties: { [`p${i}`]: TEXT } })),
  })),
  schema('oneOf parts', 60, (n) => ({
    oneOf: array(n, (i) => ({ title: `T${i}`, properties: { [`p${i}`]: TEXT } })),
  })),
  schema('discriminator mapping', 60, {
    body: (n) => ({
      oneOf: array(n, (i) => ref(`M${i}`)),
      discriminator: {
        propertyName: 't',
        mapping: record(n, (i) => [`m${i}`, `#/components/schemas/M${i}`]),
      },
    }),
    others: (n) => record(n, (i) => [`M${i}`, { properties: { t: TEXT } }]),
  }),
  schema('types', 60, (n) => ({ type: array(n, (i) => ['string', 'integer', 'null'][i % 3]) })),
  schema(
    'chain of references',
    60,
    chain((next) => next),
  ),
  schema(
    'chain of properties',
    60,
    chain((next) => ({ type: 'object', properties: { a: next } })),
  ),
  schema(
    'chain of allOf',
    60,
    chain((next) => ({ allOf: [next], properties: { a: TEXT } })),
  ),
  schema(
    'chain of oneOf',
    60,
    chain((next) => ({ oneOf: [next, { type: 'integer' }] })),
  ),
  schema(
    'chain of two references each',
    60,
    chain((next) => ({ properties: { a: next, b: next } })),
  ),
  schema(
    'chain of two allOf references each',
    60,
    chain((next) => ({ allOf: [next, next] })),
  ),
  schema('nested properties', 70, (n) =>
    array(n, (i) => i).reduce<Json>(
      (inner) => ({ type: 'object', properties: { a: inner } }),
      TEXT,
    ),
  ),
  schema('schemas', 60, {
    body: (n) => ({ type: 'array', items: ref(`S${n - 1}`) }),
    others: (n) => record(n, (i) => [`S${i}`, { type: 'object', properties: { a: TEXT } }]),
  }),
  schema('members of an example', 500, (n) => ({
    type: 'object',
    example: record(n, (i) => [`p${i}`, 'a']),
  })),
  schema('letters of a pattern', 300, (n) => ({
    type: 'string',
    pattern: `^${'(a+)+'.repeat(n)}$`,
  })),
  described('words of a description', 200, (n) => ({
    info: { title: 'T', version: '1', description: 'words of a text\n\n'.repeat(n) },
  })),
  described('headings of a description', 60, (n) => ({
    info: { title: 'T', version: '1', description: list(n, (i) => `## H ${i}`).join('\n\n') },
  })),
  described('descriptions', 60, (n) => ({
    tags: array(n, (i) => ({ name: `T${i}`, description: `A *b* \`c\` [d](/docs/a#${i})` })),
  })),
  described('descriptions with findings', 60, (n) => ({
    tags: array(n, (i) => ({ name: `T${i}`, description: `[d](/docs/none${i})` })),
  })),
  written(
    'YAML aliases',
    200,
    (n) =>
      `openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\nx-a: &a {b: c}\nx-b:\n${lines(n, () => '  - *a')}\n`,
  ),
  written(
    'YAML merges',
    60,
    (n) =>
      `openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\nx-a: &a {b: c}\n${lines(n, (i) => `x-b${i}: {<<: *a}`)}\n`,
  ),
  written(
    'YAML depth',
    60,
    (n) =>
      `openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\nx-a: ${'['.repeat(n)}${']'.repeat(n)}\n`,
  ),
  written(
    'YAML doubling aliases',
    6,
    (n) =>
      `openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\nx-a0: &a0 [b]\n${lines(n, (i) => `x-a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)}\n`,
  ),
  written(
    'duplicate keys',
    60,
    (n) =>
      `openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n${lines(n, () => 'x-a: b')}\n`,
  ),
];
