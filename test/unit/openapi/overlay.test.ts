import { expect, test } from 'vitest';
import { parsePath } from '../../../src/openapi/overlay/json-path.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/read/description.ts';
import { openDescription } from '../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../src/shared/paths.ts';

const FILE = toFilePath('openapi/api.yaml');
const OVERLAY = toFilePath('openapi/docs.overlay.yaml');

function overlaid(yaml: string, overlay: string) {
  const { description, diagnostics } = openDescription(FILE, () => ({ ok: true, text: yaml }), [
    { file: OVERLAY, read: () => ({ ok: true, text: overlay }) },
  ]);
  if (description === undefined) throw new Error('the description cannot be read');
  const root = description.root.root as JsonObject;
  const plain = JSON.parse(JSON.stringify(root)) as unknown;
  return { description, root, plain, codes: diagnostics.map(({ code }) => code), diagnostics };
}

const API = `openapi: 3.1.0
info: { title: Zoo, version: '1', description: Old. }
tags: [{ name: dogs }]
paths:
  /a:
    get: { operationId: a, x-internal: true, responses: {} }
    post: { operationId: b, responses: {} }
  /b:
    get: { operationId: c, parameters: [{ name: filter, in: query }, { name: page, in: query }], responses: {} }
`;

test('updates merge objects, replace values and add to lists', () => {
  const { plain, codes } = overlaid(
    API,
    `overlay: 1.0.0
info: { title: Docs, version: 1.0.0 }
actions:
  - target: $.info
    update: { description: New., contact: { name: Us } }
  - target: $.tags
    update: { name: cats }
  - target: $.paths['/b'].get.parameters[?@.name == 'filter']
    update: { required: true }
`,
  );
  expect(codes).toEqual([]);
  expect(plain).toMatchObject({
    info: { title: 'Zoo', description: 'New.', contact: { name: 'Us' } },
    tags: [{ name: 'dogs' }, { name: 'cats' }],
    paths: {
      '/b': { get: { parameters: [{ name: 'filter', required: true }, { name: 'page' }] } },
    },
  });
});

test('removes what filters select, and copies values', () => {
  const { plain, codes } = overlaid(
    API,
    `overlay: 1.1.0
info: { title: Docs, version: 1.0.0 }
actions:
  - target: $.paths[*][?@.x-internal == true]
    remove: true
  - target: $.paths['/b'].get.parameters[*]
    remove: true
  - target: $.paths['/b'].get
    copy: $.paths['/a'].post
`,
  );
  expect(codes).toEqual([]);
  expect(plain).toMatchObject({ paths: { '/b': { get: { operationId: 'b', parameters: [] } } } });
  expect(plain).toHaveProperty(['paths', '/a', 'post']);
  expect(plain).not.toHaveProperty(['paths', '/a', 'get']);
});

test('reports targets that match nothing at their line', () => {
  const { diagnostics } = overlaid(
    API,
    'overlay: 1.0.0\nactions:\n  - target: $.paths["/c"]\n    update: {}\n',
  );
  expect(diagnostics).toMatchObject([
    {
      code: 'overlay-unused',
      severity: 'warning',
      location: { file: OVERLAY, line: 3, column: 13 },
    },
  ]);
});

test('reports files and actions that are not valid', () => {
  expect(overlaid(API, 'openapi: 3.1.0\n').codes).toEqual(['overlay-invalid']);
  expect(overlaid(API, 'overlay: 1.0.0\nactions: [{ target: $. }, { target: $ }]\n').codes).toEqual(
    ['overlay-invalid', 'overlay-unused'],
  );
});

test('locates overlaid parts in the overlay, and the others in the description', () => {
  const { description, root } = overlaid(
    API,
    'overlay: 1.0.0\nactions:\n  - target: $.info\n    update:\n      description: New.\n      contact: { name: Us }\n',
  );
  const info = root['info'] as JsonObject;
  expect(description.locate(info, 'description')).toMatchObject({ file: OVERLAY, line: 5 });
  expect(description.locate(info['contact'] as JsonObject)).toMatchObject({
    file: OVERLAY,
    line: 6,
  });
  expect(description.locate(info, 'title')).toMatchObject({ file: FILE, line: 2 });
  expect(description.pointer(info)).toEqual({ file: FILE, pointer: '/info' });
});

test('references lead to overlaid parts, and those of an overlay into the description', () => {
  const { description, root } = overlaid(
    `openapi: 3.1.0\npaths: { /a: { get: { $ref: '#/components/x' } } }\ncomponents: { x: { old: 1 } }\n`,
    `overlay: 1.0.0\nactions:\n  - target: $.components.x\n    update: { added: { $ref: '#/components/x' } }\n`,
  );
  const { components } = root as { components: JsonObject };
  const x = components['x'] as JsonObject;
  expect(description.follow('#/components/x', root)).toMatchObject({ ok: true, value: x });
  expect(description.follow('#/components/x', x['added'] as JsonObject)).toMatchObject({
    ok: true,
    value: x,
  });
});

const STORE: JsonValue = {
  store: {
    book: [
      { category: 'reference', author: 'Rees', title: 'Sayings', price: 8.95 },
      { category: 'fiction', author: 'Waugh', title: 'Sword', price: 12.99 },
      { category: 'fiction', author: 'Melville', title: 'Moby', isbn: '0-553', price: 8.99 },
      { category: 'fiction', author: 'Tolkien', title: 'Lord', isbn: '0-395', price: 22.99 },
    ],
    bicycle: { color: 'red', price: 399 },
  },
};

test.each([
  ['$', ['']],
  [
    '$.store.book[*].author',
    ['store/book/0/author', 'store/book/1/author', 'store/book/2/author', 'store/book/3/author'],
  ],
  [
    '$..price',
    [
      'store/book/0/price',
      'store/book/1/price',
      'store/book/2/price',
      'store/book/3/price',
      'store/bicycle/price',
    ],
  ],
  ['$..book[2]', ['store/book/2']],
  ['$..book[-1]', ['store/book/3']],
  ['$..book[0,1]', ['store/book/0', 'store/book/1']],
  ['$..book[:2]', ['store/book/0', 'store/book/1']],
  ['$..book[::-2]', ['store/book/3', 'store/book/1']],
  ['$..book[?@.isbn]', ['store/book/2', 'store/book/3']],
  ['$..book[?@.price<10 && !@.isbn]', ['store/book/0']],
  ['$..book[?(@.category == "reference" || @.price > 20)]', ['store/book/0', 'store/book/3']],
  ["$..book[?match(@.author, 'M.*')]", ['store/book/2']],
  ["$..book[?search(@.title, 'o')]", ['store/book/1', 'store/book/2', 'store/book/3'].slice(0)],
  ['$..book[?length(@.title) == 4]', ['store/book/2', 'store/book/3']],
  ['$.store[?count(@.*) == 2]', ['store/bicycle']],
  ['$.store.book[?@.price == $.store.book[1].price]', ['store/book/1']],
  ["$['store']['bicycle']['color']", ['store/bicycle/color']],
  ['$.nothing', []],
  ['$.store[?@.x-color.dark]', []],
  ["$..book[?match(@.title, 'S[.a-z]*.of.*\\\\..*')]", []],
])('%s selects', (query, paths) => {
  expect(parsePath(query)(STORE).map(({ path }) => path.join('/'))).toEqual(paths);
});

test.each([
  '',
  'store',
  ' $',
  '$.',
  '$. a',
  '$[',
  '$[?@.a ==]',
  '$ $',
  "$['a]",
  '$["\\uD800"]',
  '$[9007199254740992]',
  '$[?unknown(@)]',
  // Conditions are comparisons, queries and tests; single values are compared.
  '$[?true]',
  '$[?@.* == 1]',
  '$[?length(@.*) == 1]',
  '$[?count(1) == 1]',
  '$[?count(@.a)]',
  "$[?match(@.a, 'a') == true]",
  '$[?match(@.a)]',
])('%j is no query', (query) => {
  expect(() => parsePath(query)).toThrow(SyntaxError);
});

test.each([
  ['no list of actions', 'overlay: 1.0.0\ninfo: { title: A, version: B }\n', 'overlay-invalid'],
  [
    'an action that changes nothing',
    'overlay: 1.0.0\nactions: [{ target: $ }]\n',
    'overlay-unused',
  ],
  ['an action that is none', 'overlay: 1.0.0\nactions: [remove]\n', 'overlay-invalid'],
  ['another version', 'overlay: 2.0.0\nactions: [{ target: $ }]\n', 'overlay-invalid'],
])('%s is a finding', (_, overlay, code) => {
  expect(overlaid(API, overlay).codes).toEqual([code]);
});

test('a filter selects by an extension, as the specification shows', () => {
  const { plain } = overlaid(
    API.replace('x-internal: true,', 'x-traits: { paged: true },'),
    `overlay: 1.1.0
actions:
  - target: $.paths.*.get[?@.paged]
    update: { name: never }
  - target: $.paths.*[?@.x-traits.paged]
    update: { parameters: [{ name: page, in: query }] }
`,
  );
  expect(plain).toMatchObject({ paths: { '/a': { get: { parameters: [{ name: 'page' }] } } } });
});
