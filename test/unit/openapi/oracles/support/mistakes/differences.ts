import { api, get, media, ok, old, schema } from './describe.ts';

/** A mistake that we rightly tell in another way than the oracle. */
export interface Difference {
  readonly what: string;
  readonly why: string;
  /** Lines that the oracle names. */
  readonly oracle: readonly number[];
  /** `▸` marks each location that we report. */
  readonly text: string;
}

const SILENT = 'the oracle has no rule for it';

/** Problems reported at another line, or by us alone. */
export const DIFFERENCES: readonly Difference[] = [
  {
    what: 'a path parameter that is not declared',
    why: 'the name is in the path, which may have several operations',
    oracle: [5],
    text: api(`paths:\n  ▸/a/{id}:\n    get:\n      ${ok}\n`),
  },
  {
    what: 'two query strings',
    why: 'the second is the one too many',
    oracle: [7],
    text: get(
      '      parameters:\n        - {name: a, in: querystring, content: {text/plain: {}}}\n        - ▸{name: b, in: querystring, content: {text/plain: {}}}\n',
      '3.2.0',
    ),
  },
  {
    what: 'a server variable without values',
    why: 'the oracle names the list of servers, not the values',
    oracle: [3, 3],
    text: api(
      'servers:\n  - url: https://{host}/v1\n    variables:\n      host:\n        default: a\n        enum: ▸[]\npaths: {}\n',
    ),
  },
  {
    what: 'a server variable whose default is not among its values',
    why: 'the oracle names the list of servers, not the default',
    oracle: [3],
    text: api(
      'servers:\n  - url: https://{host}/v1\n    variables:\n      host:\n        default: ▸c\n        enum: [a, b]\npaths: {}\n',
    ),
  },
  {
    what: 'no type of a security scheme',
    why: 'the other fields depend on the type',
    oracle: [6, 7, 8],
    text: api(
      'paths: {}\ncomponents:\n  securitySchemes:\n    ▸S:\n      name: X\n      in: header\n',
    ),
  },
  {
    what: 'a value and an address of it',
    why: 'the oracle names the whole example, not the field that is too many',
    oracle: [13, 13],
    text: media(
      '              examples:\n                one:\n                  value: 1\n                  ▸externalValue: https://a.example\n',
    ),
  },
  {
    what: 'a list without items in 3.0',
    why: SILENT,
    oracle: [],
    text: schema('      type: array\n', '3.0.3').replace('    A:', '    ▸A:'),
  },
  {
    what: 'a default of another type',
    why: SILENT,
    oracle: [],
    text: schema('      type: integer\n      default: ▸x\n', '3.0.3'),
  },
  {
    what: 'items in a schema of text',
    why: SILENT,
    oracle: [],
    text: schema('      type: string\n      ▸items: {type: string}\n'),
  },
  {
    what: 'a path parameter that is optional',
    why: SILENT,
    oracle: [],
    text: api(
      `paths:\n  /a/{id}:\n    get:\n      parameters:\n        - name: id\n          in: path\n          required: ▸false\n          schema: {}\n      ${ok}\n`,
    ),
  },
  {
    what: 'a scheme that is no protocol',
    why: SILENT,
    oracle: [],
    text: old('schemes:\n  - ▸htp\npaths: {}\n'),
  },
  {
    what: 'a query string with a schema',
    why: SILENT,
    oracle: [],
    text: get(
      '      parameters:\n        - ▸name: a\n          in: querystring\n          schema: {}\n',
      '3.2.0',
    ),
  },
  {
    what: 'GET among the additional operations',
    why: SILENT,
    oracle: [],
    text: api(`paths:\n  /a:\n    additionalOperations:\n      ▸GET:\n        ${ok}\n`, '3.2.0'),
  },
  {
    what: 'a default mapping without a target',
    why: SILENT,
    oracle: [],
    text: schema(
      '      oneOf:\n        - $ref: "#/components/schemas/B"\n      discriminator:\n        propertyName: k\n        defaultMapping: ▸Gone\n    B: {type: object, required: [k], properties: {k: {type: string}}}\n',
      '3.2.0',
    ),
  },
  {
    what: 'an example and examples',
    why: SILENT,
    oracle: [],
    text: media('              ▸example: 1\n              examples: {}\n'),
  },
  {
    what: 'a style of a header',
    why: SILENT,
    oracle: [],
    text: api('paths: {}\ncomponents:\n  headers:\n    H:\n      style: ▸form\n      schema: {}\n'),
  },
  {
    what: 'an empty list of types',
    why: SILENT,
    oracle: [],
    text: schema('      type: ▸[]\n'),
  },
  {
    what: 'a multiple of zero',
    why: SILENT,
    oracle: [],
    text: schema('      type: integer\n      multipleOf: ▸0\n'),
  },
];
