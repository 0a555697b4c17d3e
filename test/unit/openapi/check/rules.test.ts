import { describe, expect, it } from 'vitest';
import { locationsOf, marksOf, problemsOf } from './marked.ts';

type Mistake = readonly [what: string, code: string, message: string | RegExp, text: string];

const info = 'info: {title: T, version: "1"}';
const api = (body: string, version = '3.1.0'): string => `openapi: ${version}\n${info}\n${body}`;
const old = (body: string): string => `swagger: "2.0"\n${info}\n${body}`;
const ok = 'responses: {"200": {description: OK}}';
const get = (body: string, path = '/a'): string =>
  api(`paths:\n  ${path}:\n    get:\n${body}      ${ok}\n`);

const PARAMETERS: readonly Mistake[] = [
  [
    'a path parameter that is not declared',
    'openapi-parameter',
    'the path parameter "id" is not declared',
    get('', '▸/a/{id}'),
  ],
  [
    'a path parameter that one operation lacks',
    'openapi-parameter',
    'the path parameter "id" is not declared for this operation',
    api(
      `paths:\n  /a/{id}:\n    get:\n      parameters: [{name: id, in: path, required: true, schema: {}}]\n      ${ok}\n    ▸delete:\n      ${ok}\n`,
    ),
  ],
  [
    'a path parameter that the path does not have',
    'openapi-parameter',
    'the path "/a/{id}" has no "{idd}" for this parameter',
    api(
      `paths:\n  /a/{id}:\n    parameters: [{name: id, in: path, required: true, schema: {}}]\n    get:\n      parameters:\n        - {name: ▸idd, in: path, required: true, schema: {}}\n      ${ok}\n`,
    ),
  ],
  [
    'a duplicate parameter',
    'openapi-parameter',
    /the query parameter "q" is listed twice, first at api.yaml:7/,
    get(
      '      parameters:\n        - {name: q, in: query, schema: {}}\n        - ▸{name: q, in: query, schema: {}}\n',
    ),
  ],
];

const PATHS: readonly Mistake[] = [
  ['a path without a slash', 'openapi-path', 'the path "a" must start with "/"', get('', '▸a')],
  [
    'a brace that is not closed',
    'openapi-path',
    'the path "/a/{id" has a "{" that is not closed',
    get('', '▸/a/{id'),
  ],
  [
    'a brace that is not opened',
    'openapi-path',
    'the path "/a/id}" has a "}" without its "{"',
    get('', '▸/a/id}'),
  ],
  ['empty braces', 'openapi-path', 'the path "/a/{}" has empty braces', get('', '▸/a/{}')],
  [
    'a duplicate operationId',
    'openapi-operation-id',
    'the operationId "x" is used twice, first at api.yaml:6',
    api(
      `paths:\n  /a:\n    get:\n      operationId: x\n      ${ok}\n    put:\n      operationId: ▸x\n      ${ok}\n`,
    ),
  ],
  [
    'a callback with a wrong method',
    'openapi-field-unknown',
    '"pots" is not a field of a path',
    get(
      `      callbacks:\n        done:\n          "{$request.body#/url}":\n            ▸pots: {${ok}}\n`,
    ),
  ],
  [
    'a webhook with a wrong field',
    'openapi-field-unknown',
    '"sumary" is not a field of an operation',
    api(`webhooks:\n  done:\n    post:\n      ▸sumary: A\n      ${ok}\n`),
  ],
];

const NAMES: readonly Mistake[] = [
  [
    'an unknown security scheme',
    'openapi-security',
    'the security scheme "key" is not declared',
    api('security:\n  - ▸key: []\npaths: {}\n'),
  ],
  [
    'an unknown scope',
    'openapi-security',
    'the security scheme "O" has no scope "wirte"',
    api(
      'security:\n  - O: [▸wirte]\ncomponents:\n  securitySchemes:\n    O: {type: oauth2, flows: {password: {tokenUrl: /t, scopes: {write: W}}}}\n',
    ),
  ],
  [
    'an unknown scope in 2.0',
    'openapi-security',
    'the security scheme "O" has no scope "b"',
    old(
      'security:\n  - O: [▸b]\nsecurityDefinitions:\n  O: {type: oauth2, flow: password, tokenUrl: /t, scopes: {a: A}}\npaths: {}\n',
    ),
  ],
  [
    'a tag that is not declared',
    'openapi-tag',
    'the tag "Tenant" is not declared',
    api(`tags: [{name: Tenants}]\npaths:\n  /a:\n    get:\n      tags: [▸Tenant]\n      ${ok}\n`),
  ],
  [
    'a server variable that is not declared',
    'openapi-server',
    'the variable "host" of the server is not declared',
    api('servers:\n  - url: ▸https://{host}/v1\npaths: {}\n'),
  ],
  [
    'a link to an unknown operation',
    'openapi-link',
    'the operation "getTenat" does not exist',
    api(
      `components:\n  links:\n    L: {operationId: ▸getTenat}\npaths:\n  /a:\n    get:\n      operationId: getTenant\n      ${ok}\n`,
    ),
  ],
  [
    'a link along a wrong reference',
    'openapi-link',
    /cannot be resolved/,
    api('components:\n  links:\n    L: {operationRef: "▸#/paths/~1b/get"}\npaths: {}\n'),
  ],
];

const FILE = 'api.yaml';

describe.each([
  ['parameters', PARAMETERS],
  ['paths and operations', PATHS],
  ['names', NAMES],
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
