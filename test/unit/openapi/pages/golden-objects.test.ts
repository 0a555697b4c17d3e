import { describe, expect, it } from 'vitest';
import { bodyText } from './support/readable.ts';

describe('objects and lists', () => {
  it('maps, patterns and names of keys', () => {
    const text = bodyText(
      `type: object
properties:
  map: {type: object, additionalProperties: {type: integer, minimum: 0}}
  objects: {type: object, additionalProperties: {$ref: '#/components/schemas/Named'}}
  patterns: {type: object, patternProperties: {'^x-': {type: string}, '^y-': {type: object, properties: {k: {type: string}}}}, additionalProperties: false}
  names: {type: object, propertyNames: {pattern: '^[a-z]+$'}, additionalProperties: {type: string}}
  open: {type: object, properties: {a: {type: string}}, additionalProperties: true}
  closed: {type: object, properties: {a: {type: string}}, additionalProperties: false}
  rest: {type: object, properties: {a: {type: string}}, additionalProperties: {type: string, description: Anything else.}}
`,
      `Named: {type: object, properties: {k: {type: string}}}`,
    );
    expect(text).toBe(`- map map of integer
  ▸ Show 1 property of map
    - any key integer
      Minimum: 0
- objects map of Named
  ▸ Show 1 property of objects
    - any key Named
      ▸ Show 1 property of any key
        - k string
- patterns map of (string | object)
  ▸ Show 2 properties of patterns
    - keys that match ^x- string
    - keys that match ^y- object
      ▸ Show 1 property of keys that match
        - k string
- names map of string
  ▸ Show 1 property of names
    - each key string
      Pattern: ^[a-z]+$
- open object
  ▸ Show 1 property of open
    - a string
    Other properties of any type are allowed.
- closed object
  ▸ Show 1 property of closed
    - a string
    No other properties are allowed.
- rest object
  ▸ Show 2 properties of rest
    - a string
    - any other key string
      Anything else.`);
  });

  it('tuples and lists', () => {
    const text = bodyText(`type: object
properties:
  pair: {type: array, prefixItems: [{type: string, description: First.}, {type: integer}], items: false}
  more: {type: array, prefixItems: [{type: string}], items: {type: boolean}}
  matrix: {type: array, items: {type: array, items: {type: number}}}
  rows: {type: array, items: {type: array, items: {type: object, properties: {k: {type: string}}}}}
  some: {type: array, contains: {const: x}, minContains: 1, maxContains: 2}
  described: {type: array, items: {type: string, description: One of them., enum: [a, b]}}
`);
    expect(text).toBe(`- pair [string, integer]
  ▸ Show 2 properties of pair
    - [0] string
      First.
    - [1] integer
- more [string, …]
  ▸ Show 2 properties of more
    - [0] string
    - further items boolean
- matrix array of array of number
- rows array of array of object
  ▸ Show 1 property of each item of rows
    - k string
- some array of any
  Matching items: 1–2
  ▸ Show 1 property of some
    - at least one item string
      Always: x
- described array of string
  ▸ Show 1 property of described
    - each item string
      One of them.
      Values: a b`);
  });

  it('what depends on a property', () => {
    const text = bodyText(`type: object
properties: {card: {type: string}, other: {type: string}}
dependentRequired: {card: [address], other: [a, b]}
dependentSchemas: {card: {properties: {number: {type: string, minLength: 12}}}}`);
    expect(text).toBe(`- card string
- other string
- when card is given object
  ▸ Show 1 property of when card is given
    - number string
      Minimum length: 12
With card, address is required too.
With other, a and b are required too.`);
  });

  it('a body that is no object', () => {
    const text = bodyText(`type: array
maxItems: 5
description: A list of ids.
items: {type: string, format: uuid}`);
    expect(text).toBe(`array of string<uuid>
A list of ids.
Maximum items: 5`);
  });
});
