import { describe, expect, it, test } from 'vitest';
import { compareStates } from '../../../src/api-history/compare-states.ts';
import type { CompareOptions } from '../../../src/api-history/comparison.ts';
import { messageOf } from '../../../src/api-history/rules.ts';
import { createStateReader } from '../../../src/api-history/state.ts';
import { readYaml } from '../../../src/content/yaml/read-yaml.ts';
import { toValue } from '../../../src/content/yaml/values.ts';
import { toFilePath } from '../../../src/shared/paths.ts';

const FILE = toFilePath('api.yaml');

/** The changes between two texts of a description, without those of words. */
function changes(before: string, after: string, options?: CompareOptions) {
  const open = createStateReader();
  const [old, now] = [before, after].map((text) =>
    open(FILE, (file) => (file === FILE ? { id: text, text: () => text } : undefined)),
  );
  if (old === undefined || now === undefined) throw new Error('no state');
  return compareStates(old, now, options);
}

const codes = (before: string, after: string, options?: CompareOptions): readonly string[] =>
  changes(before, after, options).map(({ code, level }) => `${code} ${level}`);

const api = (paths: string, more = ''): string =>
  `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n${paths}${more}`;

const withSchema = (schema: string, direction: 'request' | 'response'): string => {
  const content = `content: { application/json: { schema: ${schema} } }`;
  return direction === 'request'
    ? api(`  /a: { post: { requestBody: { ${content} }, responses: {} } }\n`)
    : api(`  /a: { get: { responses: { '200': { description: ok, ${content} } } } }\n`);
};

const object = (properties: string, more = ''): string =>
  `{ type: object, properties: { ${properties} }${more} }`;

describe('a schema', () => {
  test.each([
    ['property-added', object('a: {}'), object('a: {}, b: {}'), 'safe', 'safe'],
    [
      'property-required-added',
      object('a: {}'),
      object('a: {}, b: {}', ', required: [b]'),
      'breaking',
      'safe',
    ],
    ['property-removed', object('a: {}, b: {}'), object('a: {}'), 'risky', 'risky'],
    [
      'property-required-removed',
      object('a: {}, b: {}', ', required: [b]'),
      object('a: {}'),
      'risky',
      'breaking',
    ],
    [
      'property-now-required',
      object('a: {}'),
      object('a: {}', ', required: [a]'),
      'breaking',
      'safe',
    ],
    [
      'property-now-optional',
      object('a: {}', ', required: [a]'),
      object('a: {}'),
      'safe',
      'breaking',
    ],
    ['type-changed', '{ type: string }', '{ type: integer }', 'breaking', 'breaking'],
    ['type-widened', '{ type: integer }', '{ type: number }', 'safe', 'breaking'],
    ['type-narrowed', '{ type: [string, integer] }', '{ type: string }', 'breaking', 'safe'],
    ['format-added', '{ type: string }', '{ type: string, format: uuid }', 'breaking', 'safe'],
    [
      'format-changed',
      '{ type: string, format: uuid }',
      '{ type: string, format: email }',
      'breaking',
      'breaking',
    ],
    ['nullable-added', '{ type: string }', '{ type: [string, "null"] }', 'safe', 'breaking'],
    [
      'nullable-removed',
      '{ type: string, nullable: true }',
      '{ type: string }',
      'breaking',
      'safe',
    ],
    ['enum-value-added', '{ enum: [a] }', '{ enum: [a, b] }', 'safe', 'risky'],
    ['enum-value-removed', '{ enum: [a, b] }', '{ enum: [a] }', 'breaking', 'safe'],
    ['enum-added', '{ type: string }', '{ type: string, enum: [a] }', 'breaking', 'safe'],
    ['const-changed', '{ const: a }', '{ const: b }', 'breaking', 'breaking'],
    ['limit-added', '{ type: string }', '{ type: string, maxLength: 5 }', 'breaking', 'safe'],
    ['limit-tightened', '{ minimum: 1 }', '{ minimum: 2 }', 'breaking', 'safe'],
    ['limit-loosened', '{ maximum: 1 }', '{ maximum: 2 }', 'safe', 'risky'],
    ['limit-removed', '{ maxItems: 3 }', '{}', 'safe', 'risky'],
    ['pattern-added', '{ type: string }', '{ type: string, pattern: "^a" }', 'breaking', 'safe'],
    ['pattern-changed', '{ pattern: a }', '{ pattern: b }', 'risky', 'risky'],
    ['default-changed', '{ default: 1 }', '{ default: 2 }', 'risky', 'safe'],
    [
      'variant-added',
      '{ oneOf: [{ title: A }, { title: B }] }',
      '{ oneOf: [{ title: A }, { title: B }, { title: C }] }',
      'safe',
      'breaking',
    ],
    [
      'variant-removed',
      '{ anyOf: [{ title: A }, { title: B }, { title: C }] }',
      '{ anyOf: [{ title: A }, { title: B }] }',
      'breaking',
      'safe',
    ],
    [
      'properties-closed',
      object('a: {}'),
      object('a: {}', ', additionalProperties: false'),
      'breaking',
      'safe',
    ],
    [
      'constraint-added',
      '{ type: object }',
      '{ type: object, dependentRequired: { a: [b] } }',
      'breaking',
      'safe',
    ],
  ])('%s', (code, ...row) => {
    const [before, after, request, response] = row;
    expect(codes(withSchema(before, 'request'), withSchema(after, 'request'))).toEqual([
      `${code} ${request}`,
    ]);
    expect(codes(withSchema(before, 'response'), withSchema(after, 'response'))).toEqual([
      `${code} ${response}`,
    ]);
  });

  test.each([
    [
      'an allOf is its inline form',
      '{ allOf: [{ type: object, properties: { a: {} } }, { required: [a] }] }',
      object('a: {}', ', required: [a]'),
    ],
    [
      'both notations of null are equal',
      '{ type: string, nullable: true }',
      '{ type: [string, "null"] }',
    ],
    [
      'null as an alternative is null as a type',
      '{ oneOf: [{ type: string }, { type: "null" }] }',
      '{ type: [string, "null"] }',
    ],
    [
      'the order of keys, types and alternatives does not count',
      '{ oneOf: [{ title: A }, { title: B }] }',
      '{ oneOf: [{ title: B }, { title: A }] }',
    ],
    ['a length of at least 0 says nothing', '{ type: string }', '{ type: string, minLength: 0 }'],
  ])('%s', (_, before, after) => {
    for (const direction of ['request', 'response'] as const)
      expect(codes(withSchema(before, direction), withSchema(after, direction))).toEqual([]);
  });

  it('has no changes in what clients cannot send', () => {
    const [before, after] = ['5', '3'].map((max) =>
      withSchema(object(`a: { type: string, readOnly: true, maxLength: ${max} }`), 'request'),
    );
    expect(codes(before ?? '', after ?? '')).toEqual([]);
  });
});

describe('an operation', () => {
  const get = (body: string): string => api(`  /a:\n    get: { responses: {}${body} }\n`);

  test.each([
    [
      'operation-added safe',
      get(''),
      api('  /a:\n    get: { responses: {} }\n    post: { responses: {} }\n'),
    ],
    [
      'operation-removed breaking',
      api('  /a:\n    get: { responses: {} }\n    post: { responses: {} }\n'),
      get(''),
    ],
    [
      'operation-retired safe',
      api('  /a: { get: { deprecated: true } }\n  /b: {}\n'),
      api('  /b: {}\n'),
    ],
    ['operation-deprecated safe', get(''), get(', deprecated: true')],
    [
      'parameter-required-added breaking',
      get(''),
      get(', parameters: [{ name: q, in: query, required: true }]'),
    ],
    ['parameter-removed risky', get(', parameters: [{ name: q, in: query }]'), get('')],
    ['security-added breaking', get(''), get(', security: [{ key: [] }]')],
    [
      'security-widened safe',
      get(', security: [{ a: [] }]'),
      get(', security: [{ a: [] }, { b: [] }]'),
    ],
    ['security-changed breaking', get(', security: [{ a: [] }]'), get(', security: [{ a: [x] }]')],
    [
      'server-removed risky',
      get(', servers: [{ url: /x }, { url: /y }]'),
      get(', servers: [{ url: /x }]'),
    ],
  ])('%s', (code, before, after) => {
    expect(codes(before, after)).toEqual([code]);
  });

  it('moves with its operationId, and not if only a path parameter has another name', () => {
    const at = (path: string, name: string): string =>
      api(
        `  ${path}: { get: { operationId: x, parameters: [{ name: ${name}, in: path, required: true }] } }\n`,
      );
    expect(codes(at('/a/{id}', 'id'), at('/a/{key}', 'key'))).toEqual([]);
    const [moved] = changes(at('/a/{id}', 'id'), at('/b/{id}', 'id'));
    expect(moved).toMatchObject({
      code: 'operation-moved',
      level: 'breaking',
      before: 'GET /a/{id}',
      after: 'GET /b/{id}',
    });
  });

  it('is named where only its operationId changed', () => {
    const at = (id: string): string => api(`  /a: { get: { ${id}responses: {} } }\n`);
    const [changed] = changes(at(''), at('operationId: x, '));
    expect(changed && messageOf(changed)).toBe('the operationId of GET /a changed from none to x');
  });

  it('keeps its sunset date, and has one that is far enough', () => {
    const sunset = (date: string): string => get(`, deprecated: true, x-sunset: '${date}'`);
    const options = { today: '2026-01-01', sunsetDays: 90 };
    expect(codes(get(''), get(', deprecated: true'), options)).toContain('sunset-missing breaking');
    expect(codes(get(''), sunset('2026-02-01'), options)).toContain('sunset-too-soon breaking');
    expect(codes(sunset('2026-09-01'), sunset('2026-06-01'), options)).toEqual([
      'sunset-earlier breaking',
    ]);
    expect(codes(sunset('2026-09-01'), api('  /b: {}\n'), options)).toEqual([
      'operation-removed-early breaking',
    ]);
    expect(codes(sunset('2025-09-01'), api('  /b: {}\n'), options)).toEqual([
      'operation-retired safe',
    ]);
  });

  it('may change while it is not stable', () => {
    const beta = (body: string): string => get(`, x-stability-level: beta${body}`);
    expect(codes(beta(''), beta(', parameters: [{ name: q, in: query, required: true }]'))).toEqual(
      ['parameter-required-added risky'],
    );
    expect(codes(get(', x-stability-level: stable'), beta(''))).toEqual([
      'stability-lowered breaking',
    ]);
  });

  it('sends what the client of a webhook gets', () => {
    const hook = (schema: string): string =>
      `openapi: 3.1.0\ninfo: { title: A, version: '1' }\nwebhooks:\n  done:\n    post: { requestBody: { content: { application/json: { schema: ${schema} } } } }\n`;
    expect(codes(hook(object('a: {}', ', required: [a]')), hook(object('b: {}')))).toEqual([
      'property-required-removed breaking',
      'property-added safe',
    ]);
  });
});

it('makes one finding of a change that several operations share', () => {
  const shared = (type: string): string => {
    const use =
      "responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }";
    return api(
      `  /a: { get: { ${use} } }\n  /b: { get: { ${use} }, put: { ${use} } }\n`,
      `components:\n  schemas:\n    Pet: { type: object, properties: { age: { type: ${type} }, mother: { $ref: '#/components/schemas/Pet' } } }\n`,
    );
  };
  const [change, ...others] = changes(shared('string'), shared('integer'));
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    operations: ['GET /a', 'GET /b', 'PUT /b'],
    pointer: '/components/schemas/Pet/properties/age/type',
    direction: 'response',
  });
  expect(change && messageOf(change)).toBe('the type of Pet.age changed from string to integer');
});

it('finds changes in other files, and none if only the files are others', () => {
  const open = createStateReader();
  const state = (files: Readonly<Record<string, string>>) =>
    open(FILE, (file) => {
      const text = files[file];
      return text === undefined ? undefined : { id: text, text: () => text };
    });
  const root = (schema: string): string => withSchema(schema, 'response');
  const split = state({
    'api.yaml': root("{ $ref: 'pet.yaml#/Pet' }"),
    'pet.yaml': 'Pet: { type: string }\n',
  });
  const inline = state({ 'api.yaml': root('{ type: string }') });
  const other = state({
    'api.yaml': root("{ $ref: 'pet.yaml#/Pet' }"),
    'pet.yaml': 'Pet: { type: integer }\n',
  });
  const whole = (text: string) =>
    state({ 'api.yaml': root("{ $ref: 'pets/pet.yaml' }"), 'pets/pet.yaml': text });
  expect(compareStates(whole('type: string\n'), whole('type: integer\n'))).toMatchObject([
    { code: 'type-changed', file: 'pets/pet.yaml', pointer: '/type' },
  ]);
  // A file that is a schema stays the same, and what it refers to changes.
  const through = (text: string) =>
    state({
      'api.yaml': root("{ $ref: 'pets/pet.yaml' }"),
      'pets/pet.yaml': 'type: object\nproperties:\n  name: { $ref: name.yaml }\n',
      'pets/name.yaml': text,
    });
  expect(compareStates(through('type: string\n'), through('type: integer\n'))).toMatchObject([
    { code: 'type-changed', file: 'pets/name.yaml', pointer: '/type' },
  ]);
  expect(compareStates(inline, split)).toEqual([]);
  expect(compareStates(split, other)).toMatchObject([
    { code: 'type-changed', file: 'pet.yaml', pointer: '/Pet/type' },
  ]);
});

test.each([
  ['JSON', (text: object) => JSON.stringify(text, null, 2)],
  ['JSON on one line', (text: object) => JSON.stringify(text)],
])('reads %s', (_, print) => {
  const text = (type: string): string =>
    print({
      openapi: '3.0.0',
      info: { title: 'A', version: '1' },
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                description: '',
                content: {
                  'application/json': { schema: { $ref: '#/components/schemas/constructor' } },
                },
              },
            },
          },
        },
      },
      components: { schemas: { constructor: { type }, other: { type: 'string' } } },
    });
  expect(codes(text('string'), text('boolean'))).toEqual(['type-changed breaking']);
});

test('reads JSON in which a key is used twice', () => {
  const text = (path: string): string =>
    `{\n  "openapi": "3.0.0",\n  "info": { "title": "A", "title": "B" },\n  "paths": {\n    "${path}": { "get": {} }\n  }\n}`;
  expect(codes(text('/a'), text('/b'))).toEqual([
    'operation-removed breaking',
    'operation-added safe',
  ]);
});

test.each([
  'info:\n  title: A\n  description: |\n    text\n    paths:\n      /x: {}\nopenapi: 3.0.0\npaths: {}\n',
  '# c\n---\nopenapi: "3.0.0"\n"info": { title: A }\npaths:\n\n# x\n  "/a b":\n    get: {}\n  \'/it\'\'s\':\n    get: {}\n',
  'openapi: 3.0.0\ntags:\n- name: a\n- name: b\nx: &x { get: {} }\npaths:\n  /a: *x\n',
  'openapi: 3.0.0\npaths:\n  /a:\n    get: {}\n  ? /b\n  : get: {}\n',
])('reads the parts of a text as the whole: %j', (text) => {
  const state = createStateReader()(FILE, () => ({ id: text, text: () => text }));
  const { root } = readYaml(text, { maxAliases: 9, maxDepth: 9, maxNodes: 99 });
  expect(state.context.root).toEqual(root && toValue(root));
  expect(Object.keys(state.context.root)).toContain('paths');
});

describe('large descriptions', () => {
  const get = (schema: object): object => ({
    get: {
      responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
    },
  });
  const printed = (paths: object, schemas: object = {}): string =>
    JSON.stringify({ openapi: '3.1.0', info: {}, paths, components: { schemas } }, undefined, 1);
  const numbers = (count: number): readonly number[] => [...Array.from({ length: count }).keys()];

  it('may have schemas that refer to each other thousands deep', () => {
    const chain = (type: string): string => {
      const schemas = numbers(5000).map((index) => [
        `S${index}`,
        { properties: { next: { $ref: `#/components/schemas/S${index + 1}` } } },
      ]);
      const start = get({ $ref: '#/components/schemas/S0' });
      return printed({ '/a': start }, Object.fromEntries([...schemas, ['S5000', { type }]]));
    };
    expect(changes(chain('string'), chain('integer'))).toMatchObject([
      { code: 'type-changed', operation: 'GET /a', pointer: '/components/schemas/S5000/type' },
    ]);
  });

  it('may have thousands of alternatives, and of operations that moved', () => {
    const state = (name: string): string => {
      const oneOf = numbers(2000).map((index) => ({ type: 'object', title: name + index }));
      const moved = numbers(2000).map((index) => [
        `/${name}${index}`,
        { get: { operationId: `get${index}`, responses: {} } },
      ]);
      return printed({ '/all': get({ oneOf }), ...Object.fromEntries(moved) });
    };
    const found = codes(state('a'), state('b'));
    expect(found.filter((code) => code === 'operation-moved breaking')).toHaveLength(2000);
    expect(found.filter((code) => code === 'variant-removed safe')).toHaveLength(2000);
  });

  it('cannot be nested deeper than YAML may be', () => {
    let schema: object = { type: 'string' };
    for (let depth = 0; depth < 2000; depth += 1) schema = { properties: { a: schema } };
    expect(() => changes(printed({}), printed({ '/a': get(schema) }))).toThrow(SyntaxError);
  });
});

describe('a schema that is the same in both states', () => {
  const state = (inner: string, outer = ''): string =>
    api(
      `  /a: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Outer' } } } }, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Outer' } } } } } } }\n`,
      `components:\n  schemas:\n    Outer: { type: object, properties: { list: { type: array, items: { allOf: [{ $ref: '#/components/schemas/Inner' }, { description: One. }] } }, sent: { writeOnly: true, type: object, properties: { a: { $ref: '#/components/schemas/Inner' } } }${outer} } }\n    Inner: ${inner}\n`,
    );

  it('is compared by what it refers to, under the name that readers see', () => {
    const found = changes(
      state('{ type: object, properties: { id: { type: string, maxLength: 5 } } }'),
      state('{ type: object, properties: { id: { type: string, maxLength: 4 } } }'),
    );
    expect(found).toMatchObject([
      { code: 'limit-tightened', level: 'breaking', direction: 'both', name: 'Inner.id' },
    ]);
  });

  it('leaves out properties that its direction does not have', () => {
    const own = (values: string): string =>
      api(
        `  /a: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Outer' } } } }, responses: {} } }\n`,
        `components:\n  schemas:\n    Outer: { type: object, properties: { id: { $ref: '#/components/schemas/Id' } } }\n    Id: { readOnly: true, type: string, enum: [${values}] }\n`,
      );
    expect(changes(own('a, b'), own('a'))).toEqual([]);
  });
});
