import { describe, expect, it } from 'vitest';
import { locationsOf, marksOf, problemsOf } from './marked.ts';

type Mistake = readonly [what: string, code: string, message: string | RegExp, text: string];

const info = 'info: {title: T, version: "1"}';
const api = (body: string, version = '3.1.0'): string => `openapi: ${version}\n${info}\n${body}`;
const ok = 'responses: {"200": {description: OK}}';

const STRUCTURE: readonly Mistake[] = [
  ['a syntax error', 'openapi-syntax', /.+/, 'openapi: "3.1.0"\ninfo: ▸@\n'],
  [
    'a duplicate key',
    'openapi-syntax',
    'the key "paths" is used twice',
    api('paths: {}\n▸paths: {}'),
  ],
  ['an empty file', 'openapi-syntax', 'the file is empty', '▸'],
  [
    'a list instead of a description',
    'openapi-version',
    /must be an object, but it is a list/,
    '▸- a\n',
  ],
  [
    'no version',
    'openapi-version',
    /neither "openapi" nor "swagger"/,
    '▸opnapi: 3.1.0\npaths: {}\n',
  ],
  [
    'an unknown version',
    'openapi-version',
    /the text "4.0.0" is not a supported version/,
    `openapi: ▸4.0.0\n${info}\npaths: {}\n`,
  ],
  [
    'a version that is a number',
    'openapi-field-type',
    /"swagger" must be text, but it is the number 2/,
    `swagger: ▸2.0\n${info}\npaths: {}\n`,
  ],
  [
    'no title',
    'openapi-field-missing',
    'the info object needs "title"',
    'openapi: 3.1.0\n▸info:\n  version: "1"\npaths: {}\n',
  ],
  [
    'no info',
    'openapi-field-missing',
    'the description needs "info"',
    '▸openapi: 3.1.0\npaths: {}\n',
  ],
  [
    'an unknown field',
    'openapi-field-unknown',
    '"sumary" is not a field of an operation',
    api(`paths:\n  /a:\n    get:\n      ▸sumary: A\n      ${ok}\n`),
  ],
  [
    'an unknown method',
    'openapi-field-unknown',
    '"GET" is not a field of a path',
    api(`paths:\n  /a:\n    ▸GET:\n      ${ok}\n`),
  ],
  [
    'a type that does not exist',
    'openapi-field-type',
    /"type" must be "string", .*the text "strng"/,
    api('components:\n  schemas:\n    A:\n      type: ▸strng\n'),
  ],
  [
    'a flag as text',
    'openapi-field-type',
    '"deprecated" must be true or false, but it is the text "yes"',
    api(`paths:\n  /a:\n    get:\n      deprecated: "▸yes"\n      ${ok}\n`),
  ],
  [
    'an enum that is no list',
    'openapi-field-type',
    /"enum" must be a list/,
    api('components:\n  schemas:\n    A:\n      enum: ▸a\n'),
  ],
  [
    'a bound as text',
    'openapi-field-type',
    '"minimum" must be a number, but it is the text "3"',
    api('components:\n  schemas:\n    A:\n      minimum: "▸3"\n'),
  ],
  [
    'a version number without quotes',
    'openapi-field-type',
    '"version" must be text, but it is the number 1',
    'openapi: 3.1.0\ninfo:\n  title: T\n  version: ▸1.0\npaths: {}\n',
  ],
  [
    'a list instead of an object',
    'openapi-field-type',
    /"schemas" must be an object/,
    api('components:\n  schemas:\n    ▸- a\n'),
  ],
];

const REFERENCES: readonly Mistake[] = [
  [
    'a reference to nothing',
    'openapi-ref-unresolved',
    /"#\/components\/schemas" has no "Tennant"/,
    api(
      'components:\n  schemas:\n    Tenant: {type: object}\n    A:\n      $ref: "▸#/components/schemas/Tennant"\n',
    ),
  ],
  [
    'a reference to nothing in a component that nothing uses',
    'openapi-ref-unresolved',
    /schemas\/Gone" cannot be resolved/,
    api(
      `paths: {/a: {get: {${ok}}}}\ncomponents:\n  schemas:\n    A:\n      $ref: "▸#/components/schemas/Gone"\n`,
    ),
  ],
  [
    'a reference to nothing in a component that is used',
    'openapi-ref-unresolved',
    /schemas\/Gone" cannot be resolved/,
    api(
      'paths: {/a: {get: {responses: {"200": {$ref: "#/components/responses/R"}}}}}\ncomponents:\n  responses:\n    R:\n      description: R\n      content: {text/plain: {schema: {$ref: "▸#/components/schemas/Gone"}}}\n',
    ),
  ],
  [
    'a reference into the network',
    'openapi-ref-remote',
    /is remote/,
    api('components:\n  schemas:\n    A:\n      $ref: ▸https://example.com/a.yaml\n'),
  ],
  [
    'a reference out of the folder',
    'openapi-ref-refused',
    /is outside the folder/,
    api('components:\n  schemas:\n    A:\n      $ref: ▸../../a.yaml\n'),
  ],
  [
    'a file that does not exist',
    'openapi-ref-file',
    'there is no file "openapi/gone.yaml"',
    api(
      'components:\n  schemas:\n    A:\n      $ref: ▸gone.yaml#/A\n    B:\n      $ref: gone.yaml#/B\n',
    ),
  ],
  [
    'a reference to itself',
    'openapi-ref-circular',
    /refers to itself/,
    api('components:\n  schemas:\n    A:\n      $ref: "▸#/components/schemas/A"\n'),
  ],
  [
    'a ring of references',
    'openapi-ref-circular',
    /refer to each other and never to a value/,
    api(
      'components:\n  schemas:\n    A:\n      $ref: "▸#/components/schemas/B"\n    B:\n      $ref: "#/components/schemas/A"\n',
    ),
  ],
  [
    'a response instead of a schema',
    'openapi-field-type',
    'the reference is to a response, but a schema is expected',
    api(
      'components:\n  responses:\n    R: {description: R}\n  schemas:\n    A:\n      $ref: "▸#/components/responses/R"\n',
    ),
  ],
];

const FILE = 'openapi/api.yaml';

describe.each([
  ['structure', STRUCTURE],
  ['references', REFERENCES],
])('%s', (_name, mistakes) => {
  it.each(mistakes)('finds %s', (_what, ...[code, message, text]) => {
    const files = { [FILE]: text };
    const problems = problemsOf(files);
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(locationsOf(problems)).toEqual(marksOf(files));
    expect(problems[0]?.message).toMatch(message);
  });
});

describe('several files', () => {
  it('reports problems at their location in their file, each once', () => {
    const files = {
      'openapi/api.yaml': api(
        'paths:\n  /a:\n    $ref: paths/a.yaml\n  /b:\n    $ref: paths/a.yaml\n  /c:\n    $ref: broken.json\n',
      ),
      'openapi/broken.json': '{"get": {"responses": }▸]}',
      'openapi/paths/a.yaml':
        'get:\n  ▸sumary: A\n  responses:\n    "200":\n      $ref: "../parts.yaml#/▸Respnse"\n'.replace(
          '"../parts.yaml#/▸',
          '"▸../parts.yaml#/',
        ),
      'openapi/parts.yaml': 'Response: {description: R}\n',
    };
    const problems = problemsOf(files);
    expect(locationsOf(problems)).toEqual(marksOf(files));
    expect(problems.map(({ code }) => code)).toEqual([
      'openapi-syntax',
      'openapi-field-unknown',
      'openapi-ref-missing',
    ]);
    expect(problems[2]?.hint).toBe('did you mean "../parts.yaml#/Response"?');
  });

  it('follows references in place of operations and maps', () => {
    const files = {
      'api.yaml': api('paths:\n  /a/{id}:\n    get: {$ref: "a.yaml#/get"}\n'),
      'a.yaml':
        'get:\n  parameters: [{name: id, in: path, required: true, schema: {}}]\n  responses: {$ref: "#/all"}\nall:\n  "200": {description: OK, content: {$ref: "#/content"}, headers: {$ref: "▸#/gone"}}\ncontent:\n  text/plain: {▸shema: {}}\n',
    };
    const problems = problemsOf(files);
    expect(problems.map(({ code }) => code)).toEqual([
      'openapi-ref-missing',
      'openapi-field-unknown',
    ]);
    expect(locationsOf(problems)).toEqual(marksOf(files));
  });

  it('names all places of a ring', () => {
    const [problem] = problemsOf({
      'api.yaml': api('components:\n  schemas:\n    A:\n      $ref: b.yaml\n'),
      'b.yaml': '$ref: api.yaml#/components/schemas/A\n',
    });
    expect(problem?.hint).toBe('the others are at b.yaml:1:7');
  });
});

describe('hints', () => {
  it.each([
    [
      'an unknown field',
      `paths:\n  /a:\n    get:\n      sumary: A\n      ${ok}\n`,
      'did you mean "summary"?',
    ],
    ['a type', 'components:\n  schemas:\n    A:\n      type: strng\n', 'did you mean "string"?'],
    ['a number for text', 'tags:\n  - name: 1\npaths: {}\n', 'write it in quotes: "1"'],
    [
      'text for a number',
      'components:\n  schemas:\n    A:\n      minimum: "3"\n',
      'write it without quotes: 3',
    ],
    [
      'a null type',
      'components:\n  schemas:\n    A:\n      type: null\n',
      'write it in quotes: "null"',
    ],
    [
      'an old section',
      'components:\n  schemas:\n    T: {}\n    A:\n      $ref: "#/definitions/T"\n',
      'did you mean "#/components/schemas/T"?',
    ],
  ])('helps with %s', (_what, body, hint) => {
    expect(problemsOf({ [FILE]: api(body) }).map((problem) => problem.hint)).toEqual([hint]);
  });
});

describe('what is right', () => {
  it.each([
    ['extensions', `paths:\n  /a:\n    x-a: 1\n    get:\n      x-b: 1\n      ${ok}\n`],
    [
      'circular schemas',
      'components:\n  schemas:\n    A:\n      type: object\n      properties:\n        a: {$ref: "#/components/schemas/A"}\n',
    ],
    [
      'boolean schemas',
      'components:\n  schemas:\n    A: true\n    B:\n      properties: {a: false}\n',
    ],
    [
      'keywords that JSON Schema does not know',
      'components:\n  schemas:\n    A:\n      myKeyword: 1\n',
    ],
    [
      'names like __proto__',
      'components:\n  schemas:\n    __proto__: {type: object, properties: {constructor: {type: string}}}\n',
    ],
    ['an empty description', `paths:\n  /a:\n    description:\n    get:\n      ${ok}\n`],
    [
      'anchors',
      'components:\n  schemas:\n    A: {$anchor: here, type: string}\n    B: {$ref: "#here"}\n',
    ],
  ])('says nothing about %s', (_what, body) => {
    expect(problemsOf({ [FILE]: api(body) })).toEqual([]);
  });

  it('does not follow deep chains by recursion', () => {
    const schemas = Array.from(
      { length: 5000 },
      (_, index) =>
        `    S${index}: {properties: {a: {$ref: "#/components/schemas/S${index + 1}"}}}\n`,
    );
    const body = `components:\n  schemas:\n${schemas.join('')}    S5000: {type: string}\n`;
    expect(problemsOf({ [FILE]: api(body) })).toEqual([]);
  });
});

describe('a field without a value', () => {
  it('is ignored', () => {
    const body = 'paths:\n  /a:\n    get:\n      parameters:\n      responses: {}\n';
    expect(problemsOf({ [FILE]: api(body) })).toEqual([]);
  });

  it('has a wrong type where the field has to be there', () => {
    const problems = problemsOf({
      [FILE]: api(
        'paths:\n  /a:\n    parameters:\n      - name: x\n        in:\n        schema: {}\n',
      ),
    });
    expect(problems.map(({ code }) => code)).toContain('openapi-field-type');
  });
});

describe('a boolean schema', () => {
  const body =
    'paths: {}\ncomponents:\n  schemas:\n    A: { items: true, not: false, properties: { x: true } }\n';
  it.each([
    ['3.1.0', 0],
    ['3.0.0', 3],
  ])('in OpenAPI %s gives %i problems', (version, count) => {
    expect(problemsOf({ [FILE]: api(body, version) })).toHaveLength(count);
  });
});
