import { describe, expect, it } from 'vitest';
import type { Description, JsonObject } from '../../../../src/openapi/read/description.ts';
import { openDescription } from '../../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { readerOf } from '../check/marked.ts';

function open(files: Readonly<Record<string, string>>): Description {
  const { description } = openDescription(toFilePath(Object.keys(files)[0] ?? ''), readerOf(files));
  if (description === undefined) throw new Error('not read');
  return description;
}

function at(value: unknown, ...keys: readonly string[]): JsonObject {
  let found: unknown = value;
  for (const key of keys) found = Reflect.get(Object(found), key);
  return Object(found);
}

const FILES = {
  'openapi/api.yaml': [
    'paths:',
    '  /a~b:',
    '    get: {$ref: "parts/get.json"}',
    'schemas:',
    '  A B: {type: string, $anchor: here}',
    '  C:',
    '    $id: https://example.com/c',
    '    properties:',
    '      d: {type: number}',
    '  E: {$ref: "#/schemas/C"}',
    'list: [{x: 1}, {x: 2}]',
  ].join('\n'),
  'openapi/parts/get.json': '{"summary": "S", "up": {"$ref": "../api.yaml#/schemas/C"}}',
};

describe('following references', () => {
  const description = open(FILES);
  const { root } = description.root;
  const get = at(root, 'paths', '/a~b', 'get');
  it.each([
    ['#/paths/~1a~0b/get', '/paths/~1a~0b/get', 'get'],
    ['#/schemas/A%20B', '/schemas/A B', 'A B'],
    ['#here', '/schemas/A B', 'here'],
    ['#/list/1', '/list/1', '1'],
    ['https://example.com/c#/properties/d', '/schemas/C/properties/d', 'd'],
    ['#/schemas/E/properties/d', '/schemas/C/properties/d', 'd'],
    ['#', '', 'api'],
    ['api.yaml#/schemas/C', '/schemas/C', 'C'],
  ])('%s', (ref, pointer, name) => {
    expect(description.follow(ref, Object(root))).toMatchObject({ ok: true, pointer, name });
  });

  it('goes from file to file, each relative to the one that holds the reference', () => {
    const file = description.follow('parts/get.json', get);
    expect(file).toMatchObject({
      ok: true,
      name: 'get',
      file: 'openapi/parts/get.json',
      pointer: '',
    });
    if (!file.ok) return;
    const up = at(file.value, 'up');
    const back = description.follow('../api.yaml#/schemas/C', up);
    expect(back.ok && back.value).toBe(at(root, 'schemas', 'C'));
    expect(description.files().map((spec) => spec.file)).toEqual([
      'openapi/api.yaml',
      'openapi/parts/get.json',
    ]);
  });

  it.each([
    ['http://example.com/x.yaml', 'openapi-ref-remote'],
    ['//example.com/x.yaml', 'openapi-ref-remote'],
    ['file:///etc/passwd', 'openapi-ref-refused'],
    ['../secret.yaml', 'openapi-ref-refused'],
    ['..%2Fsecret.yaml', 'openapi-ref-refused'],
    ['/etc/passwd', 'openapi-ref-refused'],
    ['parts/../../secret.yaml', 'openapi-ref-refused'],
    ['gone.yaml', 'openapi-ref-file'],
    ['#/schemas/Z', 'openapi-ref-missing'],
    ['#nowhere', 'openapi-ref-missing'],
    ['#/schemas/E/nothing', 'openapi-ref-missing'],
  ])('refuses %s', (ref, code) => {
    expect(description.follow(ref, Object(root))).toMatchObject({ ok: false, problem: { code } });
  });
});

describe('locations', () => {
  const description = open({
    'api.yaml':
      'a:\n  b: "text"\n  c: |\n    block\n  d:\n    - x: 1\n    - y: 2\n  e:\nf: &g {h: 1}\ni: *g\n',
  });
  const root = Object(description.root.root);
  const a = at(root, 'a');
  const positionOf = ({ line, column }: { line: number; column: number }): string =>
    `${line}:${column}`;

  it('knows values, keys and items', () => {
    expect(positionOf(description.locate(a, 'b'))).toBe('2:7');
    expect(positionOf(description.locateKey(a, 'b'))).toBe('2:3');
    expect(positionOf(description.locate(a, 'c'))).toBe('4:5');
    expect(positionOf(description.locate(at(a, 'd'), 1))).toBe('7:7');
    expect(positionOf(description.locate(a))).toBe('2:3');
    expect(positionOf(description.locateName(a))).toBe('1:1');
  });

  it('gives the location of the object for a missing key', () => {
    expect(positionOf(description.locate(a, 'zzz'))).toBe('2:3');
    expect(positionOf(description.locateKey(a, 'zzz'))).toBe('2:3');
  });

  it('prints pointers, and knows what was made of what', () => {
    expect(description.pointer(at(a, 'd', '1'))).toEqual({ file: 'api.yaml', pointer: '/a/d/1' });
    const made = description.derive({ b: 'new' }, a);
    expect(positionOf(description.locate(made, 'b'))).toBe('2:7');
    const again = description.derive({}, made);
    expect(description.pointer(again).pointer).toBe('/a');
  });

  it('locates an alias at its anchor', () => {
    expect(at(root, 'i')).toBe(at(root, 'f'));
    expect(positionOf(description.locate(at(root, 'i'), 'h'))).toBe('9:11');
  });
});

describe('what cannot be read', () => {
  it.each([
    ['a file that is not there', {}, 'file-unreadable'],
    ['an empty file', { 'api.yaml': '' }, 'openapi-syntax'],
    ['broken JSON', { 'api.yaml': '{"a": ' }, 'openapi-syntax'],
    ['a tower of lists', { 'api.yaml': '['.repeat(5000) }, 'openapi-limit'],
    [
      'aliases that explode',
      {
        'api.yaml': Array.from({ length: 30 }, (_, index) =>
          index === 0
            ? 'a0: &a0 [x]\n'
            : `a${index}: &a${index} [*a${index - 1}, *a${index - 1}]\n`,
        ).join(''),
      },
      'openapi-limit',
    ],
  ])('%s', (_what, files, code) => {
    const outcome = openDescription(toFilePath('api.yaml'), readerOf(files));
    expect(outcome.description).toBeUndefined();
    expect(outcome.diagnostics.map((problem) => problem.code)).toEqual([code]);
  });

  it('reads what a mistake leaves', () => {
    const { description, diagnostics } = openDescription(
      toFilePath('api.yaml'),
      readerOf({ 'api.yaml': 'a: 1\na: 2\n' }),
    );
    expect(description?.root.root).toEqual(Object.assign(Object.create(null), { a: 1 }));
    expect(diagnostics).toHaveLength(1);
  });
});
