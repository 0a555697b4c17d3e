import type { Constraint } from '../model/api-model.ts';
import { stringOf } from '../model/model-context.ts';
import type { JsonObject } from '../read/description.ts';
import type { Flat } from './flatten.ts';

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf' +
    ' pattern minItems maxItems uniqueItems contains minProperties maxProperties' +
    ' contentEncoding contentMediaType'
  ).split(' '),
);

const NONE: readonly Constraint[] = [];

/** Lists the constraints of a value, without the format, which the type shows. */
export function readConstraints({ json, parts = [] }: Flat): readonly Constraint[] {
  let isNarrowed = false;
  for (const key in json) isNarrowed ||= KEYWORDS.has(key);
  if (!isNarrowed) return NONE;
  const text = (
    key: 'contentEncoding' | 'contentMediaType' | 'multipleOf' | 'pattern',
    part = json,
  ) => {
    const value = stringOf(part[key]);
    return value === '' ? [] : [{ keyword: key, name: key, value }];
  };
  // Each pattern of all parts applies.
  const patterns = [...parts, json].flatMap((part) => text('pattern', part));
  return [
    ...between(json, ['minLength', 'maxLength', 'length']),
    ...readRange(json),
    ...(typeof json['multipleOf'] === 'number' ? text('multipleOf') : []),
    ...new Map(patterns.map((pattern) => [pattern.value, pattern])).values(),
    ...between(json, ['minItems', 'maxItems', 'items']),
    ...(json['uniqueItems'] === true
      ? [{ keyword: 'uniqueItems', name: 'uniqueItems', value: '' } as const]
      : []),
    ...(json['contains'] === undefined
      ? []
      : between(json, ['minContains', 'maxContains', 'matchingItems'])),
    ...between(json, ['minProperties', 'maxProperties', 'properties']),
    ...text('contentEncoding'),
    ...text('contentMediaType'),
  ];
}

function numberAt(json: JsonObject, key: string): number | undefined {
  const value = json[key];
  return typeof value === 'number' ? value : undefined;
}

type Name = Constraint['name'];

/** Prints `Length 3–64`, or `Length 3` if both are equal. A lower bound of 0 is omitted. */
function between(
  json: JsonObject,
  [low, high, both]: readonly [low: Name, high: Name, both: Name],
): readonly Constraint[] {
  const least = numberAt(json, low) ?? 0;
  const most = numberAt(json, high);
  if (least > 0 && most !== undefined) {
    const value = least === most ? String(least) : `${least}–${most}`;
    return [{ keyword: low, name: both, value }];
  }
  if (most !== undefined) return [{ keyword: high, name: high, value: String(most) }];
  return least > 0 ? [{ keyword: low, name: low, value: String(least) }] : [];
}

/** Prints `Range 1–100`; exclusive or single bounds with their sign: `> 0`, `≤ 10`. */
function readRange(json: JsonObject): readonly Constraint[] {
  const low = readBound(json, { key: 'minimum', strict: 'exclusiveMinimum', pick: Math.max });
  const high = readBound(json, { key: 'maximum', strict: 'exclusiveMaximum', pick: Math.min });
  if (low !== undefined && high !== undefined) {
    const [from, to] = [low.value, high.value];
    const signs = [low.exclusive ? '>' : '≥', high.exclusive ? '<' : '≤'];
    const closed = from === to ? String(from) : `${from}–${to}`;
    const isOpen = low.exclusive || high.exclusive;
    const value = isOpen ? `${signs[0]} ${from}, ${signs[1]} ${to}` : closed;
    return [{ keyword: 'minimum', name: 'range', value }];
  }
  const bound = low ?? high;
  if (bound === undefined) return [];
  const keyword = low === undefined ? 'maximum' : 'minimum';
  if (!bound.exclusive) return [{ keyword, name: keyword, value: String(bound.value) }];
  return [{ keyword, name: 'range', value: `${low === undefined ? '<' : '>'} ${bound.value}` }];
}

interface BoundKeys {
  readonly key: string;
  readonly strict: string;
  /** Picks the stricter bound. */
  readonly pick: (a: number, b: number) => number;
}

// Exclusive bounds are numbers; up to OpenAPI 3.0, booleans beside the bound.
function readBound(json: JsonObject, { key, strict, pick }: BoundKeys) {
  const plain = numberAt(json, key);
  const exclusive = numberAt(json, strict);
  if (exclusive === undefined)
    return plain === undefined ? undefined : { value: plain, exclusive: json[strict] === true };
  const value = plain === undefined ? exclusive : pick(plain, exclusive);
  return { value, exclusive: value === exclusive };
}
