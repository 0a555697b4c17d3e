import { describe, expect, it } from 'vitest';
import { bodyText } from './support/readable.ts';

describe('schemas of schemas', () => {
  it('allOf is one object: what is required by any part is required, bounds are narrowed', () => {
    const text = bodyText(
      `allOf:
  - $ref: '#/components/schemas/Base'
  - type: object
    required: [name]
    properties: {id: {minLength: 3}, name: {type: string}, size: {type: integer, minimum: 1, maximum: 50}}
  - required: [size]
    properties: {size: {minimum: 10}}`,
      `Base: {type: object, required: [id], properties: {id: {type: string, maxLength: 9, description: Of the base.}}}`,
    );
    expect(text).toBe(`- id string required
  Of the base.
  Length: 3–9
- name string required
- size integer required
  Range: 10–50`);
  });

  it('oneOf names its alternatives by the value to send', () => {
    const text = bodyText(
      `oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
discriminator: {propertyName: kind, mapping: {meow: '#/components/schemas/Cat'}}`,
      `Cat: {type: object, description: It purrs., required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}
Dog: {type: object, required: [kind], properties: {kind: {type: string}, bark: {type: boolean}}}`,
    );
    expect(text).toBe(`Cat | Dog
One of 2 alternatives, distinguished by kind
▸ meow
  Cat
  kind: meow
  It purrs.
  - kind string required
  - lives integer
▸ Dog
  Dog
  kind: Dog
  - kind string required
  - bark boolean`);
  });

  it('oneOf without a discriminator names them by title, name or type', () => {
    const text = bodyText(
      `oneOf:
  - {type: object, title: By card, properties: {number: {type: string}}}
  - $ref: '#/components/schemas/Dog'
  - type: string
    description: A token.`,
      `Cat: {type: object, description: It purrs., required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}
Dog: {type: object, required: [kind], properties: {kind: {type: string}, bark: {type: boolean}}}`,
    );
    expect(text).toBe(`object | Dog | string
One of 3 alternatives
▸ By card
  object
  - number string
▸ Dog
  Dog
  - kind string required
  - bark boolean
string
  A token.`);
  });

  it('anyOf differs from oneOf, and properties beside it are shown once', () => {
    const text = bodyText(`type: object
properties: {both: {type: string}}
anyOf: [{properties: {a: {type: string}}, required: [a]}, {properties: {b: {type: integer}}}]`);
    expect(text).toBe(`object
- both string
Any of 2 alternatives
▸ object
  - a string required
▸ object
  - b integer`);
  });

  it('not, and conditions', () => {
    const text = bodyText(`type: object
properties: {country: {type: string}}
not: {properties: {country: {const: XX}}, description: Never there.}
if: {properties: {country: {const: US}}}
then: {required: [zip], properties: {zip: {type: string, pattern: '^[0-9]{5}$'}}}
else: {properties: {code: {type: string}}}`);
    expect(text).toBe(`- country string
- must not be object
  Never there.
  ▸ Show 1 property of must not be
    - country string
      Always: XX
- if object
  ▸ Show 1 property of if
    - country string
      Always: US
- then object
  ▸ Show 1 property of then
    - zip string required
      Pattern: ^[0-9]{5}$
- else object
  ▸ Show 1 property of else
    - code string`);
  });

  it('a list of alternatives', () => {
    const text = bodyText(
      `type: object
properties: {pets: {type: array, minItems: 1, items: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], discriminator: {propertyName: kind}}}}`,
      `Cat: {type: object, description: It purrs., required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}
Dog: {type: object, required: [kind], properties: {kind: {type: string}, bark: {type: boolean}}}`,
    );
    expect(text).toBe(`- pets array of (Cat | Dog)
  Minimum items: 1
  ▸ Show 2 alternatives of each item of pets
    One of 2 alternatives, distinguished by kind
    ▸ Cat
      Cat
      kind: Cat
      It purrs.
      - kind string required
      - lives integer
    ▸ Dog
      Dog
      kind: Dog
      - kind string required
      - bark boolean`);
  });

  it('a circle is named and linked, not followed', () => {
    const text = bodyText(
      `$ref: '#/components/schemas/Node'`,
      `Node: {type: object, required: [id], properties: {id: {type: string}, parent: {$ref: '#/components/schemas/Node'}, children: {type: array, items: {$ref: '#/components/schemas/Node'}}}}`,
    );
    expect(text).toBe(`Node
- id string required
- parent Node recursive
- children array of Node recursive`);
  });

  it('a circle through another schema too', () => {
    const text = bodyText(
      `$ref: '#/components/schemas/A'`,
      `A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}}}
B: {type: object, properties: {a: {$ref: '#/components/schemas/A'}, x: {type: string}}}`,
    );
    expect(text).toBe(`A
- b B
  ▸ Show 2 properties of b
    - a A recursive
    - x string`);
  });
});

describe('required properties without a description', () => {
  const properties = 'properties: {a: {type: string}, b: {type: string}}';

  it.each([
    ['in an object', `type: object\nrequired: [x]\n${properties}`, /^- x .*required$/m],
    [
      'in what must not be',
      `type: object\n${properties}\nnot: {required: [a, b]}`,
      /^- must not be .*a, b/m,
    ],
    [
      'in a condition',
      `type: object\n${properties}\nif: {required: [a]}\nthen: {required: [b]}`,
      /^- if .*\ba\b.*\n- then .*\bb\b/m,
    ],
    [
      'in one of several alternatives',
      `type: object\n${properties}\noneOf: [{required: [a]}, {required: [b]}]`,
      /with a\b[^]*with b\b/,
    ],
    [
      'in any of several alternatives',
      `type: object\n${properties}\nanyOf: [{required: [a]}, {required: [b]}]`,
      /Any of 2[^]*with a\b[^]*with b\b/,
    ],
  ])('are named: %s', (_what, schema, expected) => {
    expect(bodyText(schema)).toMatch(expected);
  });
});
