import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { validate } from '../../../../src/shared/request/validate.ts';
import type { JsonObject, JsonValue } from '../../../../src/openapi/read/description.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { createRandom } from './support/random.ts';
import { type Dialect, keywordsOf, randomSchema, randomValue } from './support/random-schemas.ts';
import { translate } from './support/translate.ts';

const DEFS: JsonObject = {
  text: { type: 'string', minLength: 1 },
  tree: { type: 'object', properties: { a: { $ref: '#/tree' } }, required: ['b'] },
};

/** Result of our validator. */
function ours(schema: JsonValue, value: JsonValue, dialect: Dialect): boolean | 'unknown' {
  const findings = validate(value, schema, {
    dialect,
    direction: 'either',
    budget: { left: 100_000 },
    follow: (ref) => {
      const name = ref.slice(ref.indexOf('/') + 1);
      const target = DEFS[name];
      if (target === undefined)
        return { ok: false, problem: { code: 'openapi-ref-missing', message: '' } };
      return { ok: true, value: target, name, file: toFilePath('a'), pointer: '' };
    },
  });
  return findings === undefined ? 'unknown' : findings.length === 0;
}

/** A copy with the prototypes that the oracle needs. */
function plain<T>(value: T): T {
  return structuredClone(value);
}

function createOracle(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  formats.default(ajv);
  return ajv.addSchema({ $id: 'defs.json', ...DEFS });
}

/** The oracle for one schema; `broken` where it fails. */
function testOf(
  ajv: Ajv2020,
  schema: JsonObject | boolean,
  dialect: Dialect,
): (value: JsonValue) => boolean | 'broken' {
  const test = ajv.compile(plain(dialect === 'draft-4' ? translate(schema) : schema));
  return (value) => {
    try {
      return test(plain(value)) === true;
    } catch {
      // Code that the oracle generates for `unevaluatedProperties` behind some conditions stops with a TypeError.
      return 'broken';
    }
  };
}

interface Disagreement {
  readonly schema: string;
  readonly value: string;
  readonly ours: boolean | 'unknown';
}

interface Outcome {
  readonly pairs: number;
  readonly valid: number;
  readonly disagreements: readonly Disagreement[];
}

const SCHEMAS = 25;
const VALUES = 8;

function compare(
  ajv: Ajv2020,
  dialect: Dialect,
  { keyword, seed }: { readonly keyword: string; readonly seed: number },
): Outcome {
  const random = createRandom(seed);
  const disagreements: Disagreement[] = [];
  let [pairs, valid] = [0, 0];
  for (let turn = 0; turn < SCHEMAS; turn += 1) {
    const schema = randomSchema(random, dialect, { first: keyword });
    const test = testOf(ajv, schema, dialect);
    for (let at = 0; at < VALUES; at += 1) {
      const value = randomValue(random);
      const expected = test(value);
      if (expected === 'broken') continue;
      const found = ours(schema, value, dialect);
      pairs += 1;
      if (expected) valid += 1;
      if (found !== expected)
        disagreements.push({
          schema: JSON.stringify(schema),
          value: JSON.stringify(value),
          ours: found,
        });
    }
  }
  return { pairs, valid, disagreements };
}

describe.each<Dialect>(['2020-12', 'draft-4'])('%s: our validator agrees with ajv', (dialect) => {
  const ajv = createOracle();
  it.each(keywordsOf(dialect).map((keyword, index) => [keyword, index + 1] as const))(
    'on schemas with %s',
    (keyword, seed) => {
      const { pairs, valid, disagreements } = compare(ajv, dialect, { keyword, seed });
      expect(disagreements.slice(0, 3)).toEqual([]);
      // Both outcomes happen, so that agreement means something.
      expect(valid).toBeGreaterThan(0);
      expect(valid).toBeLessThan(pairs);
      expect(pairs).toBeGreaterThan(40);
    },
  );
});
