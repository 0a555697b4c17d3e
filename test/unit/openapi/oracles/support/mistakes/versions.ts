import { api, get, type Mistake, media, ok, old } from './describe.ts';

/** Mistakes in Swagger 2.0. */
export const SWAGGER: readonly Mistake[] = [
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
    'an example of another type',
    old('paths: {}\ndefinitions:\n  A:\n    type: integer\n    example: x\n'),
  ],
];

/** Mistakes in OpenAPI 3.1 and 3.2. */
export const NEWER: readonly Mistake[] = [
  [
    'a name of a header object',
    api('paths: {}\ncomponents:\n  headers:\n    H:\n      name: X\n      schema: {}\n'),
  ],
  ['an encoding that is a list', media('              encoding: []\n')],
  ['a callback that is text', get('      callbacks:\n        done: x\n')],
  ['a link that is text', api('paths: {}\ncomponents:\n  links:\n    L: x\n')],
];
