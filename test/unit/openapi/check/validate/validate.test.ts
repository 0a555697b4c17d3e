import { describe, expect, it } from 'vitest';
import { type ValidateOptions, validate } from '../../../../../src/shared/request/validate.ts';
import { problemOf } from '../../../../../src/shared/request/words.ts';
import type { JsonObject, JsonValue } from '../../../../../src/openapi/read/description.ts';
import { toFilePath } from '../../../../../src/shared/paths.ts';

const SHARED: JsonObject = {
  Self: { type: 'object', properties: { next: { $ref: 'Self' } }, required: ['id'] },
  Loop: { allOf: [{ $ref: 'Loop' }] },
  Text: { type: 'string' },
};

function judge(
  schema: JsonValue,
  value: JsonValue,
  options: Partial<ValidateOptions> = {},
): readonly string[] | 'unknown' {
  const findings = validate(value, schema, {
    dialect: '2020-12',
    direction: 'request',
    budget: { left: 10_000 },
    follow: (ref) => {
      const target = SHARED[ref];
      if (target !== undefined)
        return { ok: true, value: target, name: ref, file: toFilePath('a'), pointer: '' };
      return { ok: false, problem: { code: 'openapi-ref-missing', message: '' } };
    },
    ...options,
  });
  if (findings === undefined) return 'unknown';
  return findings.map((finding) => `${finding.path.join('.')}: ${problemOf(finding)}`);
}

describe('2020-12', () => {
  it.each<[schema: JsonValue, good: JsonValue, bad: JsonValue, problem: string]>([
    [{ type: 'string' }, 'a', 1, ': must be text, but it is the number 1'],
    [{ type: ['string', 'null'] }, null, true, ': must be text or null, but it is true'],
    [{ type: 'integer' }, 2, 2.5, ': must be a whole number, but it is the number 2.5'],
    [{ const: 0 }, 0, false, ': must be 0, but it is false'],
    [
      { enum: ['a', { b: [1] }] },
      { b: [1] },
      { b: [2] },
      ': must be "a" or "{"b":[1]}", but it is an object',
    ],
    [{ exclusiveMinimum: 1 }, 1.5, 1, ': must be more than 1, but it is 1'],
    [{ multipleOf: 0.1 }, 0.3, 0.35, ': must be a multiple of 0.1, but it is 0.35'],
    [{ maxLength: 1 }, '😀', 'ab', ': must have at most 1 characters, but it has 2'],
    [{ pattern: '^a+$' }, 'aa', 'ab', ': must match the pattern "^a+$", but it is "ab"'],
    [
      { pattern: '^[a-z]+(-[a-z]+)*$' },
      'a-slug-of-words',
      'A',
      ': must match the pattern "^[a-z]+(-[a-z]+)*$", but it is "A"',
    ],
    [
      { pattern: '^0x[0-9a-f]{40}$' },
      `0x${'0'.repeat(40)}`,
      '0x',
      ': must match the pattern "^0x[0-9a-f]{40}$", but it is "0x"',
    ],
    [{ items: { type: 'string' } }, ['a'], ['a', 1], '1: must be text, but it is the number 1'],
    [{ prefixItems: [{ const: 1 }], items: false }, [1], [1, 2], '1: is not allowed here'],
    [
      { uniqueItems: true },
      [1, '1'],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      '1: is the same as item 1',
    ],
    [{ required: ['a', 'b'] }, { a: 1, b: 2 }, {}, ': lacks the required properties "a", "b"'],
    [{ properties: { a: false } }, {}, { a: 1 }, 'a: is not allowed here'],
    [
      { patternProperties: { '^x': { type: 'string' } }, additionalProperties: false },
      { x1: 'a' },
      { y: 1 },
      ': has a property "y" that is not allowed',
    ],
    [
      { anyOf: [{ type: 'string' }, { type: 'object', required: ['a'] }] },
      'a',
      {},
      ': lacks the required property "a"',
    ],
    [
      { oneOf: [{ type: 'string' }, { maxLength: 3 }] },
      1,
      'a',
      ': matches 2 of the schemas under "oneOf", but must match one',
    ],
    [{ $ref: 'Text', minLength: 2 }, 'ab', 'a', ': must have at least 2 characters, but it has 1'],
    [
      { format: 'date' },
      '2024-02-29',
      '2023-02-29',
      ': must have the format "date", but it is "2023-02-29"',
    ],
    [
      { format: 'date-time' },
      '2024-01-01T00:00:00.5+02:00',
      '2024-01-01T00:00:00',
      ': must have the format "date-time", but it is "2024-01-01T00:00:00"',
    ],
    [{ format: 'email' }, 'a@b.example', 'a@b', ': must have the format "email", but it is "a@b"'],
    [
      { format: 'uri' },
      'https://a.example/x?y#z',
      '/x',
      ': must have the format "uri", but it is "/x"',
    ],
    [
      { format: 'uuid' },
      '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      '3fa8',
      ': must have the format "uuid", but it is "3fa8"',
    ],
    [
      { format: 'ipv4' },
      '10.0.0.1',
      '10.0.0.256',
      ': must have the format "ipv4", but it is "10.0.0.256"',
    ],
    [{ format: 'ipv6' }, '::1', '1::2::3', ': must have the format "ipv6", but it is "1::2::3"'],
  ])('%j', (schema, ...[good, bad, problem]) => {
    expect(judge(schema, good)).toEqual([]);
    expect(judge(schema, bad)).toEqual([problem]);
  });
});

describe('keywords that examples rarely violate', () => {
  it('say nothing', () => {
    expect(judge({ not: { type: 'string' }, unevaluatedProperties: false }, 'a')).toEqual([]);
    // Two alternatives that only such a keyword tells apart.
    const other = { not: { required: ['a'] } };
    expect(judge({ oneOf: [{ required: ['a'] }, other] }, { a: 1 })).toEqual([]);
  });
});

describe('draft 4 as OpenAPI 3.0 has it', () => {
  const old = { dialect: 'draft-4' } as const;
  it('takes exclusive bounds for flags', () => {
    expect(judge({ minimum: 1, exclusiveMinimum: true }, 1, old)).toEqual([
      ': must be more than 1, but it is 1',
    ]);
    expect(judge({ minimum: 1, exclusiveMinimum: false }, 1, old)).toEqual([]);
  });
  it('knows nullable', () => {
    expect(judge({ type: 'string', nullable: true }, null, old)).toEqual([]);
    expect(judge({ type: 'string' }, null, old)).toEqual([': must be text, but it is null']);
  });
  it('ignores keywords beside a reference', () => {
    expect(judge({ $ref: 'Text', minLength: 9 }, 'a', old)).toEqual([]);
  });
});

describe('what cannot be judged', () => {
  it.each<[JsonValue, JsonValue]>([
    [{ $ref: 'Gone' }, 1],
    [{ type: 'strng' }, 1],
    [{ pattern: '(' }, 'a'],
    [{ pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' }, 'a'.repeat(60)],
    [{ pattern: '^((((a?){99}){99}){99}){99}$' }, 'a'.repeat(60)],
    [{ pattern: '(a+)+$' }, `${'a'.repeat(200)}b`],
    [{ pattern: 'a*a*a*a*a*$' }, `${'a'.repeat(500)}b`],
    [{ patternProperties: { '(a|aa)+$': { type: 'string' } } }, { [`${'a'.repeat(60)}b`]: 1 }],
    [{ minimum: 'x' }, 1],
    [{ allOf: 3 }, 1],
    [{ $ref: 'Loop' }, 1],
    [7, 1],
  ])('%j', (schema, value) => {
    expect(judge(schema, value)).toBe('unknown');
  });

  it('stops when the budget is used up', () => {
    const list = Array.from({ length: 100 }, () => 1);
    expect(judge({ items: { type: 'string' } }, list, { budget: { left: 50 } })).toBe('unknown');
  });
});

describe('circles and directions', () => {
  it('goes as deep as the value', () => {
    const value = { id: 1, next: { id: 2, next: {} } };
    expect(judge({ $ref: 'Self' }, value)).toEqual(['next.next: lacks the required property "id"']);
  });

  it('lets read-only properties be missing in requests and write-only ones in responses', () => {
    const schema = {
      required: ['r', 'w'],
      allOf: [{ properties: { r: { readOnly: true }, w: { writeOnly: true } } }],
    };
    expect(judge(schema, { w: 1 }, { direction: 'request' })).toEqual([]);
    expect(judge(schema, { r: 1 }, { direction: 'response' })).toEqual([]);
    expect(judge(schema, { r: 1 }, { direction: 'request' })).toEqual([
      ': lacks the required property "w"',
    ]);
    expect(judge(schema, {}, { direction: 'either' })).toEqual([]);
  });
});
