import { api, ok, schema } from './describe.ts';

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
    what: 'no type of a security scheme',
    why: 'the other fields depend on the type',
    oracle: [6, 7, 8],
    text: api(
      'paths: {}\ncomponents:\n  securitySchemes:\n    ▸S:\n      name: X\n      in: header\n',
    ),
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
    what: 'a default mapping without a target',
    why: SILENT,
    oracle: [],
    text: schema(
      '      oneOf:\n        - $ref: "#/components/schemas/B"\n      discriminator:\n        propertyName: k\n        defaultMapping: ▸Gone\n    B: {type: object, required: [k], properties: {k: {type: string}}}\n',
      '3.2.0',
    ),
  },
];
