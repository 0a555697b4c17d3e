import type { JsonObject, JsonValue } from '../../../../../src/openapi/read/description.ts';
import type { Random } from './random.ts';

/** The dialects of the descriptions. */
export type Dialect = 'draft-4' | '2020-12';

// Names like `constructor` are left out: the oracle looks them up in prototypes.
const KEYS = ['a', 'b', 'c', 'd'];
const TEXTS = ['', 'a', 'ab', 'abc', '😀', 'Zz9', '2024-02-29', '2023-02-29', 'a@b.example', 'x y'];
const NUMBERS = [-2, -1, 0, 0.5, 1, 2, 2.5, 3, 10];
const PATTERNS = ['^a', 'b$', '^[a-z]+$', '\\d', '^$', '^.$'];
const FORMATS = ['date', 'date-time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6'];
const FORMATTED = [
  '2024-02-29T10:00:00Z',
  '2024-02-30T10:00:00Z',
  '2024-02-29 10:00:00',
  'https://a.example/b?c#d',
  '/relative',
  'urn:x:y',
  '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  '3fa85f64',
  '192.0.2.1',
  '192.0.2.256',
  '::1',
  '1::2::3',
  '2001:db8::192.0.2.1',
];

function entry(key: string, value: JsonValue): JsonObject {
  const made: JsonObject = Object.create(null);
  made[key] = value;
  return made;
}

function join(parts: readonly JsonObject[]): JsonObject {
  const made: JsonObject = Object.create(null);
  for (const part of parts) for (const [key, value] of Object.entries(part)) made[key] = value;
  return made;
}

/** Any JSON value; lists and objects at most three deep. */
export function randomValue(random: Random, depth = 0): JsonValue {
  switch (random.below(depth > 2 ? 5 : 8)) {
    case 0:
      return random.pick(TEXTS);
    case 1:
      return random.pick(FORMATTED);
    case 2:
    case 3:
      return random.pick(NUMBERS);
    case 4:
      return random.pick([true, false, null]);
    case 5:
      return many(random, 4).map(() => randomValue(random, depth + 1));
    default:
      return join(
        many(random, 4).map(() => entry(random.pick(KEYS), randomValue(random, depth + 1))),
      );
  }
}

function many(random: Random, limit: number): readonly number[] {
  return Array.from({ length: random.below(limit) }, (_, index) => index);
}

function some(random: Random, limit: number): readonly number[] {
  return Array.from({ length: 1 + random.below(limit) }, (_, index) => index);
}

const deeper = (random: Random, depth: number): JsonValue =>
  randomSchema(random, '2020-12', { depth: depth + 1 });

/** Generators of each keyword's values. */
const BOTH: Readonly<
  Record<string, (random: Random, depth: number, dialect: Dialect) => JsonValue>
> = {
  type: (random) => random.pick(['string', 'number', 'integer', 'boolean', 'array', 'object']),
  enum: (random) => some(random, 4).map(() => randomValue(random, 1)),
  minimum: (random) => random.pick(NUMBERS),
  maximum: (random) => random.pick(NUMBERS),
  multipleOf: (random) => random.pick([0.5, 1, 2, 3]),
  minLength: (random) => random.below(4),
  maxLength: (random) => random.below(4),
  pattern: (random) => random.pick(PATTERNS),
  format: (random) => random.pick(FORMATS),
  minItems: (random) => random.below(4),
  maxItems: (random) => random.below(4),
  uniqueItems: (random) => random.pick([true, false]),
  items: (random, depth, dialect) => randomSchema(random, dialect, { depth: depth + 1 }),
  minProperties: (random) => random.below(4),
  maxProperties: (random) => random.below(4),
  required: (random) => [...new Set(some(random, 2).map(() => random.pick(KEYS)))],
  properties: (random, depth, dialect) => schemaMap(random, depth, dialect),
  additionalProperties: (random, depth, dialect) =>
    random.once(2) ? random.once(2) : randomSchema(random, dialect, { depth: depth + 1 }),
  allOf: (random, depth, dialect) => schemaList(random, depth, dialect),
  anyOf: (random, depth, dialect) => schemaList(random, depth, dialect),
  oneOf: (random, depth, dialect) => schemaList(random, depth, dialect),
};

const NEW_ONLY: typeof BOTH = {
  type: (random) =>
    random.pick<JsonValue>([
      ['string', 'null'],
      ['integer', 'object'],
      'null',
      ['array', 'boolean'],
    ]),
  const: (random) => randomValue(random, 1),
  exclusiveMinimum: (random) => random.pick(NUMBERS),
  exclusiveMaximum: (random) => random.pick(NUMBERS),
  prefixItems: (random, depth, dialect) => schemaList(random, depth, dialect),
  patternProperties: (random, depth) => entry(random.pick(['^a', '[bc]']), deeper(random, depth)),
  $ref: (random) => random.pick(['defs.json#/text', 'defs.json#/tree']),
};

const OLD_ONLY: typeof BOTH = {
  nullable: (random) => random.pick([true, false]),
  exclusiveMinimum: (random) => random.pick([true, false]),
  exclusiveMaximum: (random) => random.pick([true, false]),
};

function schemaMap(random: Random, depth: number, dialect: Dialect): JsonObject {
  return join(
    some(random, 3).map(() =>
      entry(random.pick(KEYS), randomSchema(random, dialect, { depth: depth + 1 })),
    ),
  );
}

function schemaList(random: Random, depth: number, dialect: Dialect): JsonValue[] {
  return some(random, 3).map(() => randomSchema(random, dialect, { depth: depth + 1 }));
}

/** Keywords of a dialect. */
export function keywordsOf(dialect: Dialect): readonly string[] {
  return [
    ...new Set([...Object.keys(BOTH), ...Object.keys(dialect === '2020-12' ? NEW_ONLY : OLD_ONLY)]),
  ];
}

/** A schema of one to four keywords, with `first` among them where it is given. */
export function randomSchema(
  random: Random,
  dialect: Dialect,
  { depth = 0, first }: { readonly depth?: number; readonly first?: string } = {},
): JsonObject | boolean {
  if (depth > 2) return entry('type', BOTH['type']?.(random, depth, dialect) ?? 'string');
  if (dialect === '2020-12' && depth > 0 && random.once(12)) return random.once(2);
  const names = keywordsOf(dialect);
  const chosen = some(random, 3).map(() => random.pick(names));
  const own = dialect === '2020-12' ? NEW_ONLY : OLD_ONLY;
  return join(
    (first === undefined ? chosen : [first, ...chosen]).map((name) => {
      const makers = [BOTH[name], own[name]].flatMap((make) => (make === undefined ? [] : [make]));
      return entry(name, random.pick(makers)(random, depth, dialect));
    }),
  );
}
