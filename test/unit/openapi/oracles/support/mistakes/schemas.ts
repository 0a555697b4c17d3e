import { get, type Mistake, media, schema } from './describe.ts';

/** Schemas that are not right. */
export const SCHEMAS: readonly Mistake[] = [
  ['a type that does not exist', schema('      type: strng\n')],
  ['properties as a list', schema('      type: object\n      properties:\n        - a\n')],
  ['required as a flag', schema('      type: object\n      required: true\n')],
  ['required names that are numbers', schema('      type: object\n      required:\n        - 1\n')],
  ['an enum that is no list', schema('      type: string\n      enum: a\n')],
  ['a bound that is text', schema('      type: integer\n      minimum: "3"\n')],
  ['a flag as a pattern', schema('      type: string\n      pattern: true\n')],
  ['a property that is text', schema('      type: object\n      properties:\n        a: string\n')],
  ['allOf that is an object', schema('      allOf: {type: string}\n')],
  ['an unknown keyword in 3.0', schema('      type: string\n      foramt: date\n', '3.0.3')],
  [
    'a required property that is not there',
    schema(
      '      type: object\n      required:\n        - id\n        - nam\n      properties:\n        id: {type: string}\n        name: {type: string}\n',
    ),
  ],
  [
    'a discriminator without its property',
    schema(
      '      oneOf:\n        - $ref: "#/components/schemas/B"\n      discriminator:\n        mapping: {}\n    B: {type: object, properties: {k: {type: string}}}\n',
    ),
  ],
  [
    'a discriminator without a target',
    schema(
      '      oneOf:\n        - $ref: "#/components/schemas/B"\n      discriminator:\n        propertyName: k\n        mapping:\n          b: "#/components/schemas/C"\n    B: {type: object, required: [k], properties: {k: {type: string}}}\n',
    ),
  ],
  [
    'additional properties that are text',
    schema('      type: object\n      additionalProperties: string\n'),
  ],
  ['read-only as text', schema('      type: string\n      readOnly: "true"\n')],
  ['an XML object that is a list', schema('      type: string\n      xml: []\n')],
];

/** Examples that do not match their schema. */
export const EXAMPLES: readonly Mistake[] = [
  ['an example of another type', schema('      type: integer\n      example: x\n', '3.0.3')],
  [
    'an example of a list with a wrong item',
    schema(
      '      type: array\n      items: {type: integer}\n      example:\n        - 1\n        - x\n',
      '3.0.3',
    ),
  ],
  [
    'one of several examples of another type',
    schema('      type: integer\n      examples:\n        - 1\n        - x\n'),
  ],
  [
    'an example without what is required',
    media(
      '              schema: {type: object, required: [a], properties: {a: {type: string}, b: {type: string}}}\n              example:\n                b: x\n',
    ),
  ],
  [
    'an example with a value of another type',
    media(
      '              schema: {type: object, properties: {a: {type: string}, b: {type: string}}}\n              example:\n                a: x\n                b: 5\n',
    ),
  ],
  [
    'a named example with a value of another type',
    media(
      '              schema: {type: object, properties: {a: {type: string}}}\n              examples:\n                one:\n                  value:\n                    a: 5\n',
    ),
  ],
  [
    'an example with a value that is not in the enum',
    media(
      '              schema: {type: object, properties: {a: {enum: [x, y]}}}\n              example:\n                a: z\n',
    ),
  ],
  [
    'an example that does not match the pattern',
    schema('      type: string\n      pattern: "^a+$"\n      example: b\n'),
  ],
  [
    'an example that is too long',
    schema('      type: string\n      maxLength: 2\n      example: abc\n'),
  ],
  [
    'an example without the format',
    schema('      type: string\n      format: date-time\n      example: yesterday\n'),
  ],
  [
    'an example with a property that is refused',
    media(
      '              schema: {type: object, additionalProperties: false, properties: {a: {type: string}}}\n              example:\n                a: x\n                b: 5\n',
    ),
  ],
  [
    'an example of a parameter of another type',
    get(
      '      parameters:\n        - name: q\n          in: query\n          schema: {type: integer}\n          example: x\n',
    ),
  ],
];
