import { api, get, type Mistake, media, ok } from './describe.ts';

/** Duplicate names, and names and references without a target. */
export const NAMES: readonly Mistake[] = [
  [
    'a reference to a schema that is not there',
    media('              schema:\n                $ref: "#/components/schemas/Gone"\n'),
  ],
  [
    'a reference to a parameter that is not there',
    get('      parameters:\n        - $ref: "#/components/parameters/Gone"\n'),
  ],
  [
    'a reference to a response that is not there',
    api(
      'paths:\n  /a:\n    get:\n      responses:\n        "200":\n          $ref: "#/components/responses/Gone"\n',
    ),
  ],
  [
    'a reference to an example that is not there',
    media(
      '              examples:\n                a:\n                  $ref: "#/components/examples/Gone"\n',
    ),
  ],
  [
    'a reference to a file that is not there',
    media('              schema:\n                $ref: ./gone.yaml#/A\n'),
  ],
  [
    'a reference to a path that is not there',
    api('paths:\n  /a:\n    $ref: "#/components/pathItems/Gone"\n'),
  ],
  ['a reference that is no text', media('              schema:\n                $ref: 5\n')],
  [
    'a reference into text',
    media('              schema:\n                $ref: "#/info/title/x"\n'),
  ],
  [
    'a duplicate operationId',
    api(
      `paths:\n  /a:\n    get:\n      operationId: x\n      ${ok}\n    put:\n      operationId: x\n      ${ok}\n`,
    ),
  ],
  [
    'an operationId used in two paths',
    api(
      `paths:\n  /a:\n    get:\n      operationId: x\n      ${ok}\n  /b:\n    get:\n      operationId: x\n      ${ok}\n`,
    ),
  ],
  [
    'a duplicate parameter',
    get(
      '      parameters:\n        - {name: q, in: query, schema: {}}\n        - {name: q, in: query, schema: {}}\n',
    ),
  ],
  [
    'a duplicate parameter of a path',
    api(
      `paths:\n  /a:\n    parameters:\n      - {name: q, in: query, schema: {}}\n      - {name: q, in: query, schema: {}}\n    get:\n      ${ok}\n`,
    ),
  ],
  [
    'a path parameter that the path lacks',
    get(
      '      parameters:\n        - name: id\n          in: path\n          required: true\n          schema: {}\n',
    ),
  ],
  ['a path without a slash', api(`paths:\n  a:\n    get:\n      ${ok}\n`)],
  ['a path with empty braces', api(`paths:\n  /a/{}:\n    get:\n      ${ok}\n`)],
  ['an unknown security scheme of an operation', get('      security:\n        - key: []\n')],
  ['an unknown security scheme of the root', api('security:\n  - key: []\npaths: {}\n')],
  [
    'an unknown scope',
    api(
      'security:\n  - O:\n      - wirte\npaths: {}\ncomponents:\n  securitySchemes:\n    O: {type: oauth2, flows: {password: {tokenUrl: https://t.example, scopes: {write: W}}}}\n',
    ),
  ],
  [
    'a tag that is not declared',
    api(`tags:\n  - name: A\npaths:\n  /a:\n    get:\n      tags:\n        - B\n      ${ok}\n`),
  ],
  [
    'a server variable that is not declared',
    api('servers:\n  - url: https://{host}/v1\npaths: {}\n'),
  ],
];

/** Security schemes that are not whole. */
export const SECURITY: readonly Mistake[] = [
  [
    'a type of a security scheme that does not exist',
    api('paths: {}\ncomponents:\n  securitySchemes:\n    S:\n      type: basic\n'),
  ],
  ['a requirement that is text', api('security:\n  - key\npaths: {}\n')],
];
