import { describe, expect, it } from 'vitest';
import { locationsOf, marksOf, problemsOf } from './marked.ts';

type Mistake = readonly [what: string, code: string, message: string | RegExp, text: string];

const info = 'info: {title: T, version: "1"}';
const api = (body: string, version = '3.1.0'): string => `openapi: ${version}\n${info}\n${body}`;
const old = (body: string): string => `swagger: "2.0"\n${info}\n${body}`;
const ok = 'responses: {"200": {description: OK}}';
const get = (body: string, path = '/a'): string =>
  api(`paths:\n  ${path}:\n    get:\n${body}      ${ok}\n`);
const parameter = (body: string): string => get(`      parameters:\n        - ${body}\n`);
const schema = (body: string): string => api(`components:\n  schemas:\n    A:\n${body}`);

const SCHEMAS: readonly Mistake[] = [
  [
    'a required property that does not exist',
    'openapi-suspicious',
    '"required" names "nmae", which is not one of the properties',
    schema(
      '      type: object\n      required: [▸nmae]\n      properties: {name: {type: string}}\n',
    ),
  ],
  [
    'properties of a text',
    'openapi-suspicious',
    '"properties" has no effect in a schema of type "string"',
    schema('      type: string\n      ▸properties: {}\n'),
  ],
  [
    'a default of another type',
    'openapi-example',
    'the default must be a whole number, but it is the text "ten"',
    schema('      type: integer\n      default: ▸ten\n'),
  ],
  [
    'a discriminator without a target',
    'openapi-discriminator',
    'the discriminator refers to "Dgo", which does not exist',
    api(
      'components:\n  schemas:\n    Dog: {properties: {kind: {type: string}}}\n    A:\n      oneOf: [{$ref: "#/components/schemas/Dog"}]\n      discriminator:\n        propertyName: kind\n        mapping: {dog: ▸Dgo}\n',
    ),
  ],
  [
    'a discriminator along a wrong reference',
    'openapi-discriminator',
    /which does not exist/,
    api(
      'components:\n  schemas:\n    Dog: {properties: {kind: {type: string}}}\n    A:\n      oneOf: [{$ref: "#/components/schemas/Dog"}]\n      discriminator:\n        propertyName: kind\n        mapping: {dog: "▸#/components/schemas/Dgo"}\n',
    ),
  ],
];

const media = (text: string): string =>
  api(
    `paths:\n  /a:\n    post:\n      requestBody:\n        content:\n          application/json:\n${text}      ${ok}\n`,
  );
const TENANT = '            schema: {$ref: "#/components/schemas/T"}\n';
const withTenant = (text: string): string =>
  `${media(text)}components:\n  schemas:\n    T:\n      type: object\n      required: [id, name, secret]\n      properties:\n        id: {type: string, readOnly: true}\n        secret: {type: string, writeOnly: true}\n        name: {type: string, maxLength: 4}\n        tags: {type: array, items: {type: object, properties: {n: {type: integer}}, additionalProperties: false}}\n`;

const EXAMPLES: readonly Mistake[] = [
  [
    'a property with a wrong value',
    'openapi-example',
    '"tags[1].n" in the example must be a whole number, but it is the text "x"',
    withTenant(
      `${TENANT}            example:\n              name: Acme\n              secret: s\n              tags:\n                - n: 1\n                - n: ▸x\n`,
    ),
  ],
  [
    'an example in JSON text that does not fit',
    'openapi-example',
    /"a" in the example must be a whole number/,
    media(
      `            schema: {type: object, properties: {a: {type: integer}}}\n            example: '▸{"a": "x"}'\n`,
    ),
  ],
  [
    'a property that is missing',
    'openapi-example',
    'the example lacks the required property "secret"',
    withTenant(
      `${TENANT}            ▸example:\n              name: Acme\n              tags: []\n`,
    ),
  ],
  [
    'a property that is not allowed',
    'openapi-example',
    '"tags[0]" in the example has a property "nn" that is not allowed (did you mean "n"?)',
    withTenant(`${TENANT}            example: {name: A, secret: s, tags: [{▸nn: 1}]}\n`),
  ],
  [
    'one of several examples',
    'openapi-example',
    /"name" in the example must have at most 4 characters, but it has 5/,
    withTenant(
      `${TENANT}            examples:\n              good: {value: {name: Acme, secret: s}}\n              bad: {value: {name: ▸Acmes, secret: s}}\n`,
    ),
  ],
  [
    'an example of a parameter',
    'openapi-example',
    'the example must be at most 9, but it is 10',
    parameter('{name: q, in: query, schema: {type: integer, maximum: 9}, example: ▸10}'),
  ],
  [
    'an example of a schema',
    'openapi-example',
    'the example must have the format "date", but it is "today"',
    schema('      type: string\n      format: date\n      examples: [2024-01-31, ▸today]\n'),
  ],
  [
    'an example in 2.0',
    'openapi-example',
    '"id" in the example must be text, but it is the number 7',
    old(
      'paths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: OK\n          schema: {type: object, properties: {id: {type: string}}}\n          examples:\n            application/json: {id: ▸7}\n',
    ),
  ],
];

const FILE = 'api.yaml';

describe.each([
  ['schemas', SCHEMAS],
  ['examples', EXAMPLES],
])('%s', (_name, mistakes) => {
  it.each(mistakes)('finds %s', (_what, ...[code, message, text]) => {
    const files = { [FILE]: text };
    const problems = problemsOf(files);
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(locationsOf(problems)).toEqual(marksOf(files));
    if (typeof message === 'string') expect(problems[0]?.message).toBe(message);
    else expect(problems[0]?.message).toMatch(message);
  });
});

describe('what is right', () => {
  it.each([
    [
      'what is read-only may be missing where it is sent',
      withTenant(`${TENANT}            example: {name: Acme, secret: s}\n`),
    ],
    [
      'schemas with parts that cannot be read',
      `${media('            schema: {type: object, properties: {a: {$ref: "#/components/schemas/A"}}}\n            example: {a: 1}\n')}components:\n  schemas:\n    A: {type: string, x-later: true, not: {type: string, enum: []}}\n`
        .replace('not: {type: string, enum: []}', 'type: string')
        .replace('type: string, x-later: true, type: string', 'x-later: true'),
    ],
    [
      'what a body of text looks like',
      api(
        `paths:\n  /a:\n    post:\n      requestBody:\n        content:\n          application/xml:\n            schema: {type: object}\n            example: <a/>\n      ${ok}\n`,
      ),
    ],
    [
      'properties of a sibling part',
      schema(
        '      allOf:\n        - {type: object, properties: {a: {}}}\n        - {type: object, required: [a]}\n',
      ),
    ],
    [
      'a shared path whose parameters are declared in another file',
      get('      parameters: [{name: id, in: path, required: true, schema: {}}]\n', '/a/{id}'),
    ],
    [
      'null where nullable says so',
      api(
        'paths: {}\ncomponents:\n  schemas:\n    A: {type: string, nullable: true, enum: [a], default: null}\n',
        '3.0.3',
      ),
    ],
    [
      'circular schemas with examples',
      schema(
        '      type: object\n      properties: {a: {$ref: "#/components/schemas/A"}}\n      example: {a: {a: {}}}\n',
      ),
    ],
    [
      'an example of JSON that is written as text',
      media(
        `            schema: {type: object, required: [a], properties: {a: {type: integer}}}\n            example: '{"a": 1}'\n`,
      ),
    ],
    [
      'a text that looks like JSON',
      media(`            schema: {type: string}\n            example: '{"a": 1}'\n`),
    ],
    ...['\\A[a-z]+\\Z', '(?i)^ABC$', '/^ABC$/i', '^(?P<x>[a-z]+)$', '(?>abc)', '[[:alpha:]]++'].map(
      (pattern): [string, string] => [
        `the pattern ${pattern}, which is that of another language`,
        schema(`      type: string\n      pattern: '${pattern}'\n      example: abc\n`),
      ],
    ),
    ['an empty body of GET', get('      requestBody: {content: {application/json: {}}}\n')],
    ['tags where none are declared', get('      tags: [Free]\n')],
  ])('says nothing about %s', (_what, text) => {
    expect(problemsOf({ [FILE]: text })).toEqual([]);
  });

  it('says nothing about the examples of a schema that is wrong itself', () => {
    const text = media(
      '            schema: {type: object, properties: {a: {type: strng}}}\n            example: {a: 1, b: 2}\n',
    );
    expect(problemsOf({ [FILE]: text }).map(({ code }) => code)).toEqual(['openapi-field-type']);
  });

  it('survives any value anywhere', () => {
    const values = ['1', 'null', 'a', '[]', '{}', '[[1]]', 'true', '{$ref: 1}', '{$ref: "#"}'];
    const holders = ['info', 'paths', 'servers', 'components', 'tags', 'security', 'webhooks'];
    for (const value of values) {
      for (const holder of holders) problemsOf({ [FILE]: api(`${holder}: ${value}\n`) });
      for (const inner of ['get', 'parameters', 'servers', '$ref']) {
        problemsOf({ [FILE]: api(`paths:\n  /a:\n    ${inner}: ${value}\n`) });
      }
      for (const inner of [
        'parameters',
        'responses',
        'requestBody',
        'callbacks',
        'security',
        'tags',
      ]) {
        problemsOf({ [FILE]: api(`paths:\n  /a:\n    get:\n      ${inner}: ${value}\n`) });
      }
      for (const key of [
        'type',
        'allOf',
        'items',
        'properties',
        'required',
        'discriminator',
        'enum',
      ]) {
        problemsOf({ [FILE]: schema(`      ${key}: ${value}\n      example: {a: 1}\n`) });
      }
    }
    expect(true).toBe(true);
  });
});
