import { api, get, type Mistake, media, ok, old, schema } from './describe.ts';

/** Mistakes in Swagger 2.0. */
export const SWAGGER: readonly Mistake[] = [
  [
    'a parameter without a type',
    old(
      `paths:\n  /a:\n    get:\n      parameters:\n        - name: q\n          in: query\n      ${ok}\n`,
    ),
  ],
  [
    'a body without a schema',
    old(
      `paths:\n  /a:\n    post:\n      parameters:\n        - name: b\n          in: body\n      ${ok}\n`,
    ),
  ],
  [
    'a field of OpenAPI 3',
    old(`paths:\n  /a:\n    post:\n      requestBody: {content: {}}\n      ${ok}\n`),
  ],
  ['servers', old('servers: []\npaths: {}\n')],
  [
    'a cookie parameter',
    old(
      `paths:\n  /a:\n    get:\n      parameters:\n        - name: c\n          in: cookie\n          type: string\n      ${ok}\n`,
    ),
  ],
  [
    'a type of a scheme that does not exist',
    old('paths: {}\nsecurityDefinitions:\n  S:\n    type: http\n'),
  ],
  [
    'a reference without a target',
    old(
      'paths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: OK\n          schema:\n            $ref: "#/definitions/Gone"\n',
    ),
  ],
  [
    'an enum of another type',
    old('paths: {}\ndefinitions:\n  A:\n    type: integer\n    enum:\n      - x\n'),
  ],
  [
    'an example of another type',
    old('paths: {}\ndefinitions:\n  A:\n    type: integer\n    example: x\n'),
  ],
];

/** Mistakes in OpenAPI 3.1 and 3.2. */
export const NEWER: readonly Mistake[] = [
  [
    'a query string beside a query parameter',
    get(
      '      parameters:\n        - {name: a, in: querystring, content: {text/plain: {}}}\n        - {name: b, in: query, schema: {}}\n',
      '3.2.0',
    ),
  ],
  [
    'a query string in 3.1',
    get(
      '      parameters:\n        - name: a\n          in: querystring\n          content: {text/plain: {}}\n',
    ),
  ],
  [
    'additional operations in 3.1',
    api(`paths:\n  /a:\n    additionalOperations:\n      COPY:\n        ${ok}\n`),
  ],
  [
    'encodings by name and by position',
    media(
      '              itemSchema: {type: object}\n              encoding: {}\n              itemEncoding: {}\n',
      '3.2.0',
    ),
  ],
  ['the shape of items in 3.1', media('              itemSchema: {type: object}\n')],
  [
    'a value as data and as a value',
    media(
      '              examples:\n                one:\n                  value: 1\n                  dataValue: 1\n',
      '3.2.0',
    ),
  ],
  ['a parent tag in 3.1', api('tags:\n  - name: A\n  - name: B\n    parent: A\npaths: {}\n')],
  ['media types among the components of 3.1', api('paths: {}\ncomponents:\n  mediaTypes: {}\n')],
  ['a path with a query', api(`paths:\n  /a?b=1:\n    get:\n      ${ok}\n`)],
  [
    'a style that does not exist',
    get(
      '      parameters:\n        - name: q\n          in: query\n          style: spaced\n          schema: {}\n',
    ),
  ],
  [
    'a name of a header object',
    api('paths: {}\ncomponents:\n  headers:\n    H:\n      name: X\n      schema: {}\n'),
  ],
  ['an encoding that is a list', media('              encoding: []\n')],
  ['a callback that is text', get('      callbacks:\n        done: x\n')],
  ['a link that is text', api('paths: {}\ncomponents:\n  links:\n    L: x\n')],
  ['a fraction as a length', schema('      type: string\n      maxLength: 1.5\n')],
];
