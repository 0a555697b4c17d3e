import type { ConstraintMessages } from '../../shared/ui-messages.ts';
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
export function readConstraints({ json, parts }: Flat): readonly Constraint[] {
  let isNarrowed = false;
  for (const key in json) isNarrowed ||= KEYWORDS.has(key);
  if (!isNarrowed) return NONE;
  return [
    ...between(json, { low: 'minLength', high: 'maxLength', both: 'length' }),
    ...readRange(json),
    ...(numberAt(json, 'multipleOf') === undefined ? [] : texts(json, 'multipleOf')),
    ...readPatterns(json, parts),
    ...between(json, { low: 'minItems', high: 'maxItems', both: 'items' }),
    ...(json['uniqueItems'] === true ? [constraint('uniqueItems', 'uniqueItems', '')] : []),
    ...(json['contains'] === undefined
      ? []
      : between(json, { low: 'minContains', high: 'maxContains', both: 'matchingItems' })),
    ...between(json, { low: 'minProperties', high: 'maxProperties', both: 'properties' }),
    ...texts(json, 'contentEncoding'),
    ...texts(json, 'contentMediaType'),
  ];
}

function constraint(keyword: string, name: keyof ConstraintMessages, value: string): Constraint {
  return { keyword, name, value };
}

function numberAt(json: JsonObject, key: string): number | undefined {
  const value = json[key];
  return typeof value === 'number' ? value : undefined;
}

interface Pair {
  readonly low: 'minLength' | 'minItems' | 'minProperties' | 'minContains';
  readonly high: 'maxLength' | 'maxItems' | 'maxProperties' | 'maxContains';
  readonly both: 'length' | 'items' | 'properties' | 'matchingItems';
}

/** Prints `Length 3–64`, or `Length 3` if both are equal. A lower bound of 0 is omitted. */
function between(json: JsonObject, { low, high, both }: Pair): readonly Constraint[] {
  const [least, most] = [numberAt(json, low), numberAt(json, high)];
  if (most === undefined) {
    return least === undefined || least <= 0 ? [] : [constraint(low, low, String(least))];
  }
  if (least === undefined || least <= 0) return [constraint(high, high, String(most))];
  return [constraint(low, both, least === most ? String(least) : `${least}–${most}`)];
}

interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

/** Prints `Range 1–100`; exclusive or single bounds with their sign: `> 0`, `≤ 10`. */
function readRange(json: JsonObject): readonly Constraint[] {
  const low = readBound(json, { key: 'minimum', strict: 'exclusiveMinimum', pick: Math.max });
  const high = readBound(json, { key: 'maximum', strict: 'exclusiveMaximum', pick: Math.min });
  if (low !== undefined && high !== undefined) {
    const [from, to] = [low.value, high.value];
    const isOpen = low.exclusive || high.exclusive;
    const signs = [low.exclusive ? '>' : '≥', high.exclusive ? '<' : '≤'];
    const closed = from === to ? String(from) : `${from}–${to}`;
    const range = isOpen ? `${signs[0]} ${from}, ${signs[1]} ${to}` : closed;
    return [constraint('minimum', 'range', range)];
  }
  const bound = low ?? high;
  if (bound === undefined) return [];
  const [key, sign] = low === undefined ? (['maximum', '<'] as const) : (['minimum', '>'] as const);
  return bound.exclusive
    ? [constraint(key, 'range', `${sign} ${bound.value}`)]
    : [constraint(key, key, String(bound.value))];
}

interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

interface BoundKeys {
  readonly key: string;
  readonly strict: string;
  /** Picks the stricter bound. */
  readonly pick: (a: number, b: number) => number;
}

// Exclusive bounds are numbers; up to OpenAPI 3.0, booleans beside the bound.
function readBound(json: JsonObject, { key, strict, pick }: BoundKeys): Bound | undefined {
  const plain = numberAt(json, key);
  const exclusive = numberAt(json, strict);
  if (exclusive === undefined) {
    return plain === undefined ? undefined : { value: plain, exclusive: json[strict] === true };
  }
  const value = plain === undefined ? exclusive : pick(plain, exclusive);
  return { value, exclusive: value === exclusive };
}

/** Lists the patterns of all parts, each of which applies. */
function readPatterns(json: JsonObject, parts: readonly JsonObject[] = []): readonly Constraint[] {
  const patterns = parts.map((part) => stringOf(part['pattern']));
  patterns.push(stringOf(json['pattern']));
  return [...new Set(patterns)]
    .filter((pattern) => pattern !== '')
    .map((pattern) => constraint('pattern', 'pattern', pattern));
}

function texts(
  json: JsonObject,
  key: 'contentEncoding' | 'contentMediaType' | 'multipleOf',
): readonly Constraint[] {
  const value = stringOf(json[key]);
  return value === '' ? [] : [constraint(key, key, value)];
}
