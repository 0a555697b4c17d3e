import { describe, expect, it } from 'vitest';
import { bodyText, responseText } from './support/readable.ts';

describe('values', () => {
  it('constants and defaults are shown, false, zero, nothing and empty ones too', () => {
    const text = bodyText(`type: object
properties:
  a: {const: false}
  b: {const: 0}
  c: {const: ''}
  d: {const: null}
  e: {const: {k: [1]}}
  f: {type: boolean, default: false}
  g: {type: integer, default: 0}
  h: {type: string, default: ''}
  i: {type: [string, 'null'], default: null}
  j: {type: array, items: {type: string}, default: []}
`);
    expect(text).toBe(`- a boolean
  Always: false
- b integer
  Always: 0
- c string
  Always: ""
- d null
  Always: null
- e object
  Always: {"k":[1]}
- f boolean
  Default: false
- g integer
  Default: 0
- h string
  Default: ""
- i string | null
  Default: null
- j array of string
  Default: []`);
  });

  it('types may be several', () => {
    const text = bodyText(`type: object
properties:
  a: {type: [string, integer]}
  b: {type: [string, 'null'], format: date}
  c: {type: [array, 'null'], items: {type: string}}
  d: {anyOf: [{type: string, format: uri}, {type: 'null'}]}
  e: {}
  f: true
  g: {type: 'null'}
  h: {type: array, items: {type: [integer, boolean]}}
  i: {type: [object, 'null'], properties: {k: {type: string}}}
`);
    expect(text).toBe(`- a string | integer
- b string<date> | null
- c array of string | null
- d string<uri> | null
- e any
- f any
- g null
- h array of (integer | boolean)
- i object | null
  ▸ Show 1 property of i
    - k string`);
  });

  it('nullable of 3.0', () => {
    const text = bodyText(
      `type: object
properties:
  a: {type: string, nullable: true}
  b: {type: array, nullable: true, items: {type: string}}
  c: {type: string, nullable: true, enum: [x, null]}
  d: {nullable: true, allOf: [{$ref: '#/components/schemas/Named'}]}
  e: {$ref: '#/components/schemas/Named', description: Ignored in 3.0.}
  f: {type: integer, minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false}
`,
      `Named: {type: object, description: Of the schema., properties: {k: {type: string}}}`,
      '3.0.3',
    );
    expect(text).toBe(`- a string | null
- b array of string | null
- c string | null
  Values: x null
- d Named | null
  Of the schema.
  ▸ Show 1 property of d
    - k string
- e Named
  Of the schema.
  ▸ Show 1 property of e
    - k string
- f integer
  Range: > 1, ≤ 9`);
  });

  it('examples of 3.1 are all shown', () => {
    const text = bodyText(`type: object
properties:
  a: {type: string, examples: [one, two, '']}
  b: {type: integer, examples: [0]}
  c: {type: object, examples: [{k: 1}], properties: {k: {type: integer}}}
  d: {type: string, example: old, examples: [new]}
`);
    expect(text).toBe(`- a string
  Examples: one, two, ""
- b integer
  Example: 0
- c object
  Example: {"k":1}
  ▸ Show 1 property of c
    - k integer
- d string
  Examples: old, new`);
  });

  it('keywords beside a reference apply since 3.1', () => {
    const text = bodyText(
      `type: object
properties:
  e: {$ref: '#/components/schemas/Named', description: Said here., deprecated: true}
`,
      `Named: {type: string, description: Of the schema.}`,
    );
    expect(text).toBe(`- e string · Named deprecated
  Said here.`);
  });

  it('do not repeat the constraints and examples of a named schema', () => {
    const text = bodyText(
      `type: object
properties:
  own: {$ref: '#/components/schemas/Address', description: Said here., example: '0xb2'}
  same: {$ref: '#/components/schemas/Address', examples: ['0xa1']}
  plain: {$ref: '#/components/schemas/Address'}
  list: {type: array, maxItems: 3, items: {$ref: '#/components/schemas/Address'}}
  narrow: {allOf: [{$ref: '#/components/schemas/Address'}, {maxLength: 9}]}
  kind: {$ref: '#/components/schemas/Kind'}
  at: {type: string, format: date-time, pattern: 'Z$'}
`,
      `Address: {type: string, description: An address., pattern: '^0x', maxLength: 42, example: '0xa1'}
Kind: {type: string, enum: [a, b], default: a}`,
    );
    expect(text).toBe(`- own string · Address
  Said here.
  Example: 0xb2
- same string · Address
  An address.
- plain string · Address
  An address.
- list array of Address
  Maximum items: 3
- narrow string
  An address.
  Maximum length: 9 · Pattern: ^0x · Example: 0xa1
- kind string · Kind
  Default: a
  Values: a b
- at string<date-time>`);
  });

  it('enums say what their values mean', () => {
    const text = bodyText(`type: object
properties:
  a: {type: string, enum: [on, off, auto], x-enumDescriptions: {on: It runs., off: It stands.}, default: auto}
  b: {type: integer, enum: [1, 2], x-enum-descriptions: [One thing., Two things.]}
  c: {enum: [a, 1, '1', true, 'true', null, '']}
  d: {oneOf: [{const: s, title: Small}, {const: l, description: Large ones.}]}
`);
    expect(text).toBe(`- a string
  Default: auto
  Values:
  - on It runs.
  - off It stands.
  - auto
- b integer
  Values:
  - 1 One thing.
  - 2 Two things.
- c string | integer | boolean | null
  Values: a 1 "1" true "true" null ""
- d string
  Values:
  - s Small
  - l Large ones.`);
  });

  it('constraints are words', () => {
    const text = bodyText(`type: object
properties:
  a: {type: string, minLength: 2, maxLength: 5, pattern: '^a|b$'}
  b: {type: string, minLength: 3, maxLength: 3}
  c: {type: integer, minimum: 1, maximum: 9, multipleOf: 3}
  d: {type: number, exclusiveMinimum: 0, exclusiveMaximum: 1.5}
  e: {type: array, items: {type: string, format: email}, minItems: 1, maxItems: 4, uniqueItems: true}
  f: {type: object, minProperties: 1, maxProperties: 3}
  g: {type: string, contentEncoding: base64, contentMediaType: image/png}
  h: {type: string, deprecated: true, x-deprecated-description: Use g.}
  i: {type: string, xml: {name: item, attribute: true}, externalDocs: {url: 'https://docs.test/i', description: All about i}}
`);
    expect(text).toBe(`- a string
  Length: 2–5 · Pattern: ^a|b$
- b string
  Length: 3
- c integer
  Range: 1–9 · Multiple of: 3
- d number
  Range: > 0, < 1.5
- e array of string<email>
  Items: 1–4 · Unique items
- f object
  Properties: 1–3
- g string
  Encoding: base64 · Content type: image/png
- h string deprecated
  Use g.
- i string
  All about i
  XML: attribute item`);
  });

  it('a request is shown without what can only be read', () => {
    const text = bodyText(`type: object
properties:
  id: {type: string, readOnly: true}
  secret: {type: string, writeOnly: true}
  both: {type: string}
  nested: {type: object, properties: {created: {type: string, readOnly: true}, note: {type: string, writeOnly: true}}}
`);
    expect(text).toBe(`- secret string write-only
- both string
- nested object
  ▸ Show 1 property of nested
    - note string write-only`);
  });

  it('a response is shown without what can only be written', () => {
    const text = responseText(`type: object
properties:
  id: {type: string, readOnly: true}
  secret: {type: string, writeOnly: true}
  both: {type: string}
  nested: {type: object, properties: {created: {type: string, readOnly: true}, note: {type: string, writeOnly: true}}}
`);
    expect(text).toBe(`- id string read-only
- both string
- nested object
  ▸ Show 1 property of nested
    - created string read-only`);
  });
});
