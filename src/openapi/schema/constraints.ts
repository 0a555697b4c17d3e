import type { Constraint } from '../model/api-model.ts';
import { boundOf } from '../../shared/request/number-bounds.ts';
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
  const [low, high] = [boundOf(json, 'minimum'), boundOf(json, 'maximum')];
  if (low !== undefined && high !== undefined) {
    const signs = [low.isOpen ? '>' : '≥', high.isOpen ? '<' : '≤'];
    const closed = low.at === high.at ? String(low.at) : `${low.at}–${high.at}`;
    const isOpen = low.isOpen || high.isOpen;
    const value = isOpen ? `${signs[0]} ${low.at}, ${signs[1]} ${high.at}` : closed;
    return [{ keyword: 'minimum', name: 'range', value }];
  }
  const bound = low ?? high;
  if (bound === undefined) return [];
  const keyword = low === undefined ? 'maximum' : 'minimum';
  if (!bound.isOpen) return [{ keyword, name: keyword, value: String(bound.at) }];
  return [{ keyword, name: 'range', value: `${low === undefined ? '<' : '>'} ${bound.at}` }];
}
