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

const PARAMETERS: readonly Mistake[] = [
  [
    'a path parameter that is not required',
    'openapi-parameter',
    'the path parameter "id" needs "required: true"',
    get('      parameters:\n        - {name: id, in: ▸path, schema: {}}\n', '/a/{id}'),
  ],
  [
    'a path parameter that says it is optional',
    'openapi-parameter',
    /needs "required: true"/,
    get(
      '      parameters:\n        - {name: id, in: path, required: ▸false, schema: {}}\n',
      '/a/{id}',
    ),
  ],
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
  [
    'a parameter without a schema',
    'openapi-field-missing',
    'a parameter needs "schema" or "content"',
    parameter('▸{name: q, in: query}'),
  ],
  [
    'a parameter with both',
    'openapi-parameter',
    'a parameter cannot have both "schema" and "content"',
    parameter('{name: q, in: query, schema: {}, ▸content: {text/plain: {}}}'),
  ],
  [
    'a parameter with two media types',
    'openapi-parameter',
    'the content of a parameter must have one media type',
    parameter('{name: q, in: query, ▸content: {text/plain: {}, text/html: {}}}'),
  ],
  [
    'a style of another location',
    'openapi-parameter',
    'the style "matrix" does not exist for parameters in "query"',
    parameter('{name: q, in: query, style: ▸matrix, schema: {}}'),
  ],
  [
    'a header that has no effect',
    'openapi-suspicious',
    'the header parameter "Authorization" has no effect',
    parameter('{name: ▸Authorization, in: header, schema: {}}'),
  ],
  [
    'two bodies in 2.0',
    'openapi-parameter',
    'a parameter in "formData" cannot be used with one in "body"',
    old(
      `paths:\n  /a:\n    post:\n      parameters:\n        - {name: b, in: body, schema: {}}\n        - ▸{name: f, in: formData, type: string}\n      ${ok}\n`,
    ),
  ],
  [
    'a file outside a form in 2.0',
    'openapi-parameter',
    'a parameter of type "file" must be in "formData"',
    old(
      `paths:\n  /a:\n    post:\n      parameters:\n        - {name: f, in: ▸query, type: file}\n      ${ok}\n`,
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
    'a duplicate name',
    'openapi-path',
    'the path "/{id}/{id}" names "{id}" twice',
    get('      parameters: [{name: id, in: path, required: true, schema: {}}]\n', '▸/{id}/{id}'),
  ],
  [
    'two paths that differ in names only',
    'openapi-path',
    /the path "\/a\/\{b\}" differs from "\/a\/\{a\}" \(api.yaml:4\) only/,
    api(
      `paths:\n  /a/{a}:\n    get:\n      parameters: [{name: a, in: path, required: true, schema: {}}]\n      ${ok}\n  ▸/a/{b}:\n    get:\n      parameters: [{name: b, in: path, required: true, schema: {}}]\n      ${ok}\n`,
    ),
  ],
  [
    'two such paths with different methods',
    'openapi-path',
    /only in the names of its parameters/,
    api(
      `paths:\n  /a/{a}:\n    get:\n      parameters: [{name: a, in: path, required: true, schema: {}}]\n      ${ok}\n  ▸/a/{b}:\n    put:\n      parameters: [{name: b, in: path, required: true, schema: {}}]\n      ${ok}\n`,
    ),
  ],
  [
    'a duplicate operationId',
    'openapi-operation-id',
    'the operationId "x" is used twice, first at api.yaml:6',
    api(
      `paths:\n  /a:\n    get:\n      operationId: x\n      ${ok}\n    put:\n      operationId: ▸x\n      ${ok}\n`,
    ),
  ],
  [
    'a body of GET',
    'openapi-suspicious',
    'the body of a GET request has no meaning',
    get('      ▸requestBody: {content: {text/plain: {schema: {type: string}}}}\n'),
  ],
  [
    'a status that is none',
    'openapi-response',
    '"20" is not a status code',
    api('paths:\n  /a:\n    get:\n      responses:\n        "▸20": {description: OK}\n'),
  ],
  [
    'a range in small letters',
    'openapi-response',
    '"4xx" is not a status code',
    api('paths:\n  /a:\n    get:\n      responses:\n        ▸4xx: {description: OK}\n'),
  ],
  [
    'a media type that is none',
    'openapi-media-type',
    '"json" is not a media type',
    api(
      'paths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: OK\n          content:\n            ▸json: {}\n',
    ),
  ],
  [
    'a media type that is none in 2.0',
    'openapi-media-type',
    '"json" is not a media type',
    old('produces: [▸json]\npaths: {}\n'),
  ],
  [
    'a callback with a wrong method',
    'openapi-path',
    '"pots" is not an HTTP method',
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
    'a tag that is declared twice',
    'openapi-tag',
    'the tag "A" is declared twice',
    api('tags: [{name: A}, {name: ▸A}]\npaths: {}\n'),
  ],
  [
    'a parent that is not declared',
    'openapi-tag',
    'the parent "B" of the tag is not declared',
    api('tags: [{name: A, parent: ▸B}]\npaths: {}\n', '3.2.0'),
  ],
  [
    'a server variable that is not declared',
    'openapi-server',
    'the variable "host" of the server is not declared',
    api('servers:\n  - url: ▸https://{host}/v1\npaths: {}\n'),
  ],
  [
    'a default that is not in the enum',
    'openapi-server',
    'the default "c" of the variable "host" is not one of its values',
    api(
      'servers:\n  - url: https://{host}/v1\n    variables:\n      host: {enum: [a, b], default: ▸c}\npaths: {}\n',
    ),
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
  [
    'a link with an unknown parameter',
    'openapi-link',
    'the operation of the link has no parameter "idd"',
    api(
      `components:\n  links:\n    L:\n      operationId: x\n      parameters: {▸idd: $response.body#/id}\npaths:\n  /a/{id}:\n    parameters: [{name: id, in: path, required: true, schema: {}}]\n    get:\n      operationId: x\n      ${ok}\n`,
    ),
  ],
  [
    'a link without a target',
    'openapi-field-missing',
    'a link needs "operationId" or "operationRef"',
    api('components:\n  links:\n    ▸L: {description: L}\n'),
  ],
  [
    'a component with a wrong name',
    'openapi-suspicious',
    /the name "A B" has characters/,
    api('components:\n  schemas:\n    ▸A B: {type: string}\n'),
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
