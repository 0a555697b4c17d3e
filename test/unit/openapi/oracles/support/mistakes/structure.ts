import { api, get, type Mistake, media, ok } from './describe.ts';

/** Fields that are missing, unknown or of a wrong type. */
export const STRUCTURE: readonly Mistake[] = [
  ['no title', 'openapi: 3.1.0\ninfo:\n  version: "1"\npaths: {}\n'],
  ['no version of the API', 'openapi: 3.1.0\ninfo:\n  title: T\npaths: {}\n'],
  ['no info', 'openapi: 3.1.0\npaths: {}\n'],
  ['an unknown field at the root', api('path: {}\npaths: {}\n')],
  [
    'an unknown field of info',
    `openapi: 3.1.0\ninfo:\n  title: T\n  version: "1"\n  licence: {name: L}\npaths: {}\n`,
  ],
  ['an unknown field of an operation', get('      sumary: A\n')],
  ['an unknown field of a path', api(`paths:\n  /a:\n    fetch:\n      ${ok}\n`)],
  [
    'an unknown field of a parameter',
    get(
      '      parameters:\n        - name: q\n          in: query\n          requird: true\n          schema: {}\n',
    ),
  ],
  [
    'an unknown field of a response',
    api(
      'paths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: OK\n          schema: {}\n',
    ),
  ],
  ['an unknown field of a media type', media('              shema: {}\n')],
  [
    'an unknown field of a server',
    api('servers:\n  - url: https://a.example\n    uri: https://b.example\npaths: {}\n'),
  ],
  ['an unknown field of a tag', api('tags:\n  - name: A\n    desc: B\npaths: {}\n')],
  ['an unknown field of the components', api('paths: {}\ncomponents:\n  schema: {}\n')],
  [
    'an unknown field of a security scheme',
    api(
      'paths: {}\ncomponents:\n  securitySchemes:\n    S:\n      type: http\n      scheme: basic\n      format: x\n',
    ),
  ],
  [
    'an unknown field of a license',
    'openapi: 3.1.0\ninfo:\n  title: T\n  version: "1"\n  license:\n    name: L\n    link: x\npaths: {}\n',
  ],
  [
    'an unknown field of an example',
    media('              examples:\n                a:\n                  val: 1\n'),
  ],
  [
    'an unknown field of a link',
    api('paths: {}\ncomponents:\n  links:\n    L:\n      operationId: x\n      params: {}\n'),
  ],
  ['a list where the paths stand', api('paths:\n  - a\n')],
  ['text instead of an operation', api('paths:\n  /a:\n    get: x\n')],
  ['text instead of a flag', get('      deprecated: "yes"\n')],
  ['a number instead of a summary', get('      summary: 5\n')],
  ['text where the tags stand', get('      tags: a\n')],
  ['an object where parameters stand', get('      parameters:\n        a: {name: a, in: query}\n')],
  ['a number as version', 'openapi: 3.1.0\ninfo:\n  title: T\n  version: 1.5\npaths: {}\n'],
  ['a list where servers have an address', api('servers:\n  - url: [a]\npaths: {}\n')],
  [
    'a response that is text',
    api('paths:\n  /a:\n    get:\n      responses:\n        "200": OK\n'),
  ],
  ['no name of a parameter', get('      parameters:\n        - in: query\n          schema: {}\n')],
  [
    'a parameter without a location',
    get('      parameters:\n        - name: q\n          schema: {}\n'),
  ],
  [
    'a location that does not exist',
    get('      parameters:\n        - name: q\n          in: quer\n          schema: {}\n'),
  ],
  [
    'a body as a parameter in 3.0',
    get(
      '      parameters:\n        - name: q\n          in: body\n          schema: {}\n',
      '3.0.3',
    ),
  ],
  ['no address of a server', api('servers:\n  - description: A\npaths: {}\n')],
  ['no name of a tag', api('tags:\n  - description: A\npaths: {}\n')],
  ['no address of external documentation', api('externalDocs:\n  description: A\npaths: {}\n')],
];
