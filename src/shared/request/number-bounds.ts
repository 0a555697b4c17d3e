<<<<<<< HEAD
import { asNumber, type JsonObject } from '../json.ts';
import type { Said } from './builder-messages.ts';
=======
import type { JsonObject, JsonValue } from '../json.ts';
>>>>>>> w-tryit

/** A limit of a value. */
export interface Bound {
  /** The keyword that has it. */
  readonly key: string;
  readonly at: number;
  /** True if the number itself is outside. */
  readonly isOpen: boolean;
}

/**
 * Reads a limit such as `minimum` or `maxLength`: the stricter one of it and of `exclusiveMinimum`, which was a flag
 * beside it up to OpenAPI 3.0.
 */
export function boundOf(schema: JsonObject, key: string): Bound | undefined {
  const open = key.replace('m', 'exclusiveM');
  const closed = asNumber(schema[key]);
  const at = schema[open] === true ? closed : asNumber(schema[open]);
  const sign = key.startsWith('min') ? 1 : -1;
  if (at !== undefined && (closed === undefined || at * sign >= closed * sign))
    return { key: open, at, isOpen: true };
  return closed === undefined ? undefined : { key, at: closed, isOpen: false };
}

/** Each limit in words and signs, closed and open. */
const BOUNDS = [
<<<<<<< HEAD
  ['minimum', 'exclusiveMinimum', ['at least', '≥'], ['more than', '>']],
  ['maximum', 'exclusiveMaximum', ['at most', '≤'], ['less than', '<']],
=======
  { key: 'minimum', strictKey: 'exclusiveMinimum', sign: 1, signs: '≥>' },
  { key: 'maximum', strictKey: 'exclusiveMaximum', sign: -1, signs: '≤<' },
>>>>>>> w-tryit
] as const;

export type NumberRule = 'range' | 'multipleOf';

interface BoundsOptions {
  readonly isDraft4: boolean;
  /** The number that a keyword of the schema has. */
  readonly read: (key: string) => number | undefined;
  /** Called where the schema cannot be read. */
  readonly fail: () => void;
}

/** Lists the rules that a number breaks, with their limits: `≥ 5`, `2`. */
export function numberProblems(
  schema: JsonObject,
  value: number,
  { isDraft4, read, fail }: BoundsOptions,
<<<<<<< HEAD
): readonly (readonly [string, Said])[] {
  const problems: (readonly [string, Said])[] = [];
  for (const [key, strictKey, closed, open] of BOUNDS) {
=======
): readonly (readonly [NumberRule, JsonValue])[] {
  const problems: (readonly [NumberRule, JsonValue])[] = [];
  for (const { key, strictKey, sign, signs } of BOUNDS) {
    const tell = (index: 0 | 1, limit: number): unknown =>
      problems.push(['range', `${signs[index]} ${limit}`]);
>>>>>>> w-tryit
    const flag = schema[strictKey];
    read(key);
    if (!isDraft4) read(strictKey);
    else if (flag !== undefined && typeof flag !== 'boolean') fail();
    const bound = boundOf(schema, key);
    if (bound === undefined) continue;
    const distance = key === 'minimum' ? value - bound.at : bound.at - value;
    if (distance > 0 || (distance === 0 && !bound.isOpen)) continue;
    const [words, sign] = bound.isOpen ? open : closed;
    problems.push([`${words} ${bound.at}`, ['range', `${sign} ${bound.at}`]]);
  }
  const step = read('multipleOf') ?? 0;
  const quotient = step > 0 ? value / step : 0;
  // 0.3 is a multiple of 0.1 although 0.3 / 0.1 is not an integer in binary.
  const error = Math.abs(quotient - Math.round(quotient));
  if (Number.isFinite(quotient) && error > Math.abs(quotient) * 1e-12 + 1e-9)
    problems.push(['multipleOf', step]);
  return problems;
}
