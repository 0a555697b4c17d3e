/** Pairs of descriptions that comparisons tend to get wrong: changes that are missed, and changes that are none. */
import { describe, expect, test } from 'vitest';
import { compareStates } from '../../../src/api-history/compare-states.ts';
import { createStateReader } from '../../../src/api-history/state.ts';
import { toFilePath } from '../../../src/shared/paths.ts';

const FILE = toFilePath('api.yaml');

/** Each change as `<level> <code> <name>`, without those of words. */
function changes(before: string, after: string): readonly string[] {
  const open = createStateReader();
  const [old, now] = [before, after].map((text) =>
    open(FILE, () => ({ id: text, text: () => text })),
  );
  if (old === undefined || now === undefined) throw new Error('no state');
  return compareStates(old, now)
    .filter(({ level }) => level !== 'text')
    .map(({ level, code, name }) => `${level} ${code} ${name}`.trim())
    .sort();
}

const HEAD = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /a: ";

/** An operation that sends or gets a schema; the lines that follow it are named schemas. */
function withSchema(text: string, direction: 'request' | 'response'): string {
  const [schema = '', ...named] = text.split('\n');
  const content = `content: { application/json: { schema: ${schema} } }`;
  const operation =
    direction === 'request'
      ? `post: { requestBody: { required: true, ${content} }, responses: {} }`
      : `get: { responses: { '200': { description: ok, ${content} } } }`;
  const components = named.map((line) => `\n    ${line}`).join('');
  return `${HEAD}{ ${operation} }\n${components && `components:\n  schemas:${components}\n`}`;
}

const A = "{ $ref: '#/components/schemas/A' }";
const B = "{ $ref: '#/components/schemas/B' }";
const object = (properties: string, required = ''): string =>
  `{ type: object, required: [${required}], properties: { ${properties} } }`;

interface Case {
  readonly before: string;
  readonly after: string;
  /** Changes, with `*` for the request body or the response. */
  readonly request: readonly string[];
  readonly response: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  'a property of an alternative is no longer required': {
    before: `{ oneOf: [${A}, { type: string }] }\nA: ${object('id: {}', 'id')}`,
    after: `{ oneOf: [${A}, { type: string }] }\nA: ${object('id: {}')}`,
    request: ['safe property-now-optional A.id'],
    response: ['breaking property-now-optional A.id'],
  },
  'a default does not make a required property optional': {
    before: object('a: {}'),
    after: object('a: {}, b: { type: string, default: x }', 'b'),
    request: ['breaking property-required-added *.b'],
    response: ['safe property-required-added *.b'],
  },
  'a response may be something else than before': {
    before: `{ oneOf: [${A}] }\nA: ${object('a: {}', 'a')}\nB: ${object('b: {}', 'b')}`,
    after: `{ oneOf: [${A}, ${B}] }\nA: ${object('a: {}', 'a')}\nB: ${object('b: {}', 'b')}`,
    request: ['safe variant-added *'],
    response: ['breaking variant-added *'],
  },
  'properties that became those of alternatives are not gone': {
    before: object('a: { type: string }, b: { type: string }', 'a, b'),
    after: `{ anyOf: [${object('a: { type: string }, b: { type: string }', 'a')}, ${object('a: { type: string }, b: { type: string }', 'b')}] }`,
    request: ['safe option-added *', 'safe property-now-optional *.b'],
    response: ['breaking property-now-optional *.b', 'risky option-added *'],
  },
  'a value that fits two of oneOf is refused': {
    before: object('a: { type: string }, b: { type: string }', 'a, b'),
    after: `{ oneOf: [${object('a: { type: string }, b: { type: string }', 'a')}, ${object('a: { type: string }, b: { type: string }', 'b')}] }`,
    request: ['breaking constraint-added *', 'safe property-now-optional *.b'],
    response: ['breaking property-now-optional *.b', 'safe constraint-added *'],
  },
  'a type became one of two': {
    before: object('n: { type: integer }', 'n'),
    after: object('n: { oneOf: [{ type: integer }, { type: string }] }', 'n'),
    request: ['safe type-widened *.n'],
    response: ['breaking type-widened *.n'],
  },
  'a list of types is its alternatives': {
    before: '{ type: [integer, string] }',
    after: '{ anyOf: [{ type: string }, { type: integer }] }',
    request: [],
    response: [],
  },
  'values with titles are an enum': {
    before: '{ type: string, enum: [a, b] }',
    after: '{ oneOf: [{ const: a, title: A }, { const: b, title: B }, { const: c }] }',
    request: ['safe enum-value-added *'],
    response: ['risky enum-value-added *'],
  },
  'the values of an enum tell its type': {
    before: '{ enum: [1, 2] }',
    after: '{ type: number, enum: [1, 2] }',
    request: [],
    response: [],
  },
  'oneOf became anyOf': {
    before: `{ oneOf: [${A}, { type: string }] }\nA: ${object('a: {}')}\nB: ${object('b: {}')}`,
    after: `{ anyOf: [${B}, ${A}, { type: string }] }\nA: ${object('a: {}')}\nB: ${object('b: {}')}`,
    request: ['safe option-added *'],
    response: ['risky option-added *'],
  },
  'an alternative got a name': {
    before: object(
      'role: { title: Role, anyOf: [{ type: string, enum: [user, admin] }, { type: integer }, { type: "null" }] }',
    ),
    after: `${object(`role: { anyOf: [${A}, { type: integer }, { type: "null" }] }`)}\nA: { type: string, enum: [user, admin], title: UserRole }`,
    request: [],
    response: [],
  },
  'an alternative got a name and lost a value': {
    before: object('role: { anyOf: [{ type: string, enum: [user, admin] }, { type: integer }] }'),
    after: `${object(`role: { anyOf: [${A}, { type: integer }] }`)}\nA: { type: string, enum: [user] }`,
    request: ['breaking enum-value-removed A'],
    response: ['safe enum-value-removed A'],
  },
  'a reference can be null': {
    before: `${object(`e: ${A}`)}\nA: { type: string, enum: [x, y] }`,
    after: `${object(`e: { oneOf: [{ type: "null" }, ${A}] }`)}\nA: { type: string, enum: [x, y] }`,
    request: ['safe nullable-added *.e'],
    response: ['breaking nullable-added *.e'],
  },
  'what a reference leads to changed, too': {
    before: `${object(`e: ${A}`)}\nA: ${object('x: { type: string }')}`,
    after: `${object(`e: { nullable: true, allOf: [${A}] }`)}\nA: ${object('x: { type: integer }')}`,
    request: ['breaking type-changed A.x', 'safe nullable-added *.e'],
    response: ['breaking nullable-added *.e', 'breaking type-changed A.x'],
  },
  'a reference is deprecated and has a default': {
    before: `${object(`e: ${A}`)}\nA: { type: string }`,
    after: `${object("e: { $ref: '#/components/schemas/A', deprecated: true, default: x }")}\nA: { type: string }`,
    request: ['risky default-changed *.e', 'safe property-deprecated *.e'],
    response: ['safe default-changed *.e', 'safe property-deprecated *.e'],
  },
  'a further part of an allOf requires a property of items': {
    before: `{ type: array, items: { allOf: [${A}] } }\nA: ${object('id: {}')}`,
    after: `{ type: array, items: { allOf: [${A}, { required: [id] }] } }\nA: ${object('id: {}')}`,
    request: ['breaking property-now-required A.id'],
    response: ['safe property-now-required A.id'],
  },
  'a list became an object': {
    before: object('p: { type: array, items: { type: string } }'),
    after: object('p: { type: object }'),
    request: ['breaking type-changed *.p'],
    response: ['breaking type-changed *.p'],
  },
  'without a type, null is allowed': {
    before: '{ type: [string, "null"] }',
    after: '{}',
    request: ['safe type-widened *'],
    response: ['breaking type-widened *'],
  },
  'fewer types are narrower': {
    before: '{ type: [string, integer] }',
    after: '{ type: string }',
    request: ['breaking type-narrowed *'],
    response: ['safe type-narrowed *'],
  },
  'the values of a map changed': {
    before: `{ type: object, additionalProperties: ${A} }\nA: ${object('x: { type: integer }')}`,
    after: `{ type: object, additionalProperties: ${A} }\nA: ${object('x: { type: string }')}`,
    request: ['breaking type-changed A.x'],
    response: ['breaking type-changed A.x'],
  },
  'a map of anything is open': {
    before: '{ type: object, additionalProperties: {} }',
    after: '{ type: object }',
    request: [],
    response: [],
  },
  'a list of anything became one of strings': {
    before: '{ type: array, items: {} }',
    after: '{ type: array, items: { type: string } }',
    request: ['breaking type-narrowed *[]'],
    response: ['safe type-narrowed *[]'],
  },
  'a list without items became one of strings': {
    before: '{ type: array }',
    after: '{ type: array, items: { type: string } }',
    request: ['breaking constraint-added *'],
    response: ['safe constraint-added *'],
  },
  'nobody sends a read-only property': {
    before: object('a: { readOnly: true, type: string }'),
    after: object('a: { readOnly: true, type: string, maxLength: 3 }', 'a'),
    request: [],
    response: ['safe limit-added *.a', 'safe property-now-required *.a'],
  },
  'what a schema requires may be in its allOf': {
    before: `{ type: object, allOf: [${object('id: {}, ip: {}')}] }`,
    after: `{ type: object, required: [id], allOf: [${object('id: {}, ip: {}')}] }`,
    request: ['breaking property-now-required *.id'],
    response: ['safe property-now-required *.id'],
  },
  'a property is inherited and required by the heir': {
    before: `${A}\nA: { required: [p], allOf: [${B}] }\nB: ${object('p: {}, q: {}')}`,
    after: `${A}\nA: { required: [p, q], allOf: [${B}] }\nB: ${object('p: {}, q: {}')}`,
    request: ['breaking property-now-required A.q'],
    response: ['safe property-now-required A.q'],
  },
  'a property moved to the schema that is extended': {
    before: `${A}\nA: { allOf: [${B}, ${object('y: {}, z: {}')}] }\nB: ${object('x: {}')}`,
    after: `${A}\nA: { allOf: [${B}, ${object('z: {}')}] }\nB: ${object('x: {}, y: {}')}`,
    request: [],
    response: [],
  },
  'an extended schema has alternatives': {
    before: `{ allOf: [${A}, { properties: { n: {} } }] }\nA: { oneOf: [{ title: X }, { title: Y }] }`,
    after: '{ properties: { n: {} }, oneOf: [{ title: X }, { title: Y }] }',
    request: [],
    response: [],
  },
  'an extended schema names its heirs': {
    before: `${A}\nA: { type: object, allOf: [${B}, ${object('s: {}')}] }\nB: { type: object, oneOf: [${A}], properties: { f: {} } }`,
    after: `${A}\nA: ${object('f: {}, s: {}')}`,
    request: [],
    response: [],
  },
  'parts of an allOf have lists of types': {
    before: object('n: { type: [integer, "null"] }'),
    after: `{ allOf: [${A}, ${object('n: { type: ["null", integer] }')}] }\nA: ${object('n: { type: [integer, "null"] }')}`,
    request: [],
    response: [],
  },
  'a part of an allOf has a further required property and another type': {
    before: object(`w: { allOf: [${object('k: {}')}, ${object('o: { type: string }')}] }`),
    after: object(
      `w: { allOf: [${object('k: {}')}, ${object('o: { type: integer }, n: {}', 'n')}] }`,
    ),
    request: ['breaking property-required-added *.w.n', 'breaking type-changed *.w.o'],
    response: ['breaking type-changed *.w.o', 'safe property-required-added *.w.n'],
  },
  'a schema that refers to itself has another name': {
    before: `${A}\nA: ${object(`next: ${A}, v: { type: string }`)}`,
    after: `${B}\nB: ${object(`next: ${B}, v: { type: string }`)}`,
    request: [],
    response: [],
  },
  'a schema that refers to itself is written out once': {
    before: `${A}\nA: ${object(`next: ${A}, v: { type: string }`)}`,
    after: `${object(`next: ${A}, v: { type: string }`)}\nA: ${object(`next: ${A}, v: { type: string }`)}`,
    request: [],
    response: [],
  },
  'an option is gone': {
    before: '{ anyOf: [{ type: string, maxLength: 3 }, { type: integer }, { type: boolean }] }',
    after: '{ anyOf: [{ type: string, maxLength: 3 }, { type: boolean }] }',
    request: ['breaking variant-removed *'],
    response: ['safe variant-removed *'],
  },
  'two notations of a limit': {
    before: '{ type: integer, minimum: 5, maximum: 9, exclusiveMaximum: true }',
    after: '{ type: integer, exclusiveMinimum: 4, exclusiveMaximum: 9 }',
    request: [],
    response: [],
  },
  'a limit leaves out its own number now': {
    before: '{ type: number, minimum: 5 }',
    after: '{ type: number, exclusiveMinimum: 5 }',
    request: ['breaking limit-tightened *'],
    response: ['safe limit-tightened *'],
  },
};

describe('a schema', () => {
  test.each(Object.entries(CASES))('%s', (_, { before, after, request, response }) => {
    const found = (direction: 'request' | 'response', whole: string): readonly string[] =>
      changes(withSchema(before, direction), withSchema(after, direction)).map((line) =>
        line.replace(whole, '*'),
      );
    expect({
      request: found('request', 'the request body'),
      response: found('response', 'the response 200'),
    }).toEqual({ request, response });
  });
});

describe('an operation', () => {
  const get = (body: string): string => `${HEAD}{ get: { ${body} } }\n`;
  const parameter = (schema: string, more = ''): string =>
    get(`parameters: [{ name: q, in: query${more}, schema: ${schema} }], responses: {}`);
  const response = (body: string): string =>
    get(`responses: { '200': { description: ok, ${body} } }`);
  const content = (type: string, schema = '{ type: string }'): string =>
    response(`content: { '${type}': { schema: ${schema} } }`);
  const needs = (scopes: string): string =>
    get(`responses: {}, security: [{ login: [${scopes}] }]`);

  test.each<[string, string, string, readonly string[]]>([
    [
      'a parameter can no longer be null',
      parameter('{ type: [string, "null"] }'),
      parameter('{ type: string }'),
      ['breaking nullable-removed the query parameter q'],
    ],
    [
      'the default of a parameter changed',
      parameter('{ type: string, default: a }'),
      parameter('{ type: string, default: b }'),
      [
        'breaking parameter-default-changed the query parameter q',
        'risky default-changed the query parameter q',
      ],
    ],
    [
      'a field of a parameter that is an object has another type',
      parameter(object('n: { type: string }'), ', style: deepObject'),
      parameter(object('n: { type: number }'), ', style: deepObject'),
      ['breaking type-changed the query parameter q.n'],
    ],
    [
      'every number is a text',
      parameter('{ type: number }'),
      parameter('{ type: string }'),
      ['safe type-widened the query parameter q'],
    ],
    [
      'a parameter of the path has another name and type',
      "openapi: 3.1.0\npaths:\n  '/a/{id}': { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }] } }\n",
      "openapi: 3.1.0\npaths:\n  '/a/{key}': { get: { parameters: [{ name: key, in: path, required: true, schema: { type: integer } }] } }\n",
      ['breaking type-changed the path parameter key'],
    ],
    [
      'a header has another type',
      response('headers: { X-Kind: { schema: { type: string } } }'),
      response('headers: { x-kind: { schema: { type: integer } }, X-New: { schema: {} } }'),
      [
        'breaking type-changed the header X-Kind of the response 200',
        'safe header-added the header X-New of the response 200',
      ],
    ],
    [
      'a media type has a suffix or a parameter now',
      content('application/json'),
      content('application/problem+json; charset=utf-8'),
      ['risky media-type-narrowed the response 200'],
    ],
    [
      'a media type has no schema any more',
      content('application/json'),
      response('content: { application/json: {} }'),
      ['breaking schema-removed the response 200'],
    ],
    ['fewer scopes are enough', needs('read, write'), needs('read'), ['safe security-widened']],
    [
      'a further scope is needed',
      needs('read'),
      needs('read, write'),
      ['breaking security-changed'],
    ],
    [
      'what was deprecated is gone',
      `${HEAD}{ get: { deprecated: true }, put: {} }\n`,
      `${HEAD}{ put: {} }\n`,
      ['safe operation-retired GET /a'],
    ],
  ])('%s', (_, ...row) => {
    const [before, after, expected] = row;
    expect(changes(before, after)).toEqual(expected);
  });
});
