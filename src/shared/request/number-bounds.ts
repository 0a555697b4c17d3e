import { asNumber, type JsonObject, type JsonValue } from '../json.ts';

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

/** Each limit with its signs, closed and open. */
const BOUNDS = [
  ['minimum', 'exclusiveMinimum', '≥', '>'],
  ['maximum', 'exclusiveMaximum', '≤', '<'],
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
): readonly (readonly [NumberRule, JsonValue])[] {
  const problems: (readonly [NumberRule, JsonValue])[] = [];
  for (const [key, strictKey, closed, open] of BOUNDS) {
    const flag = schema[strictKey];
    read(key);
    if (!isDraft4) read(strictKey);
    else if (flag !== undefined && typeof flag !== 'boolean') fail();
    const bound = boundOf(schema, key);
    if (bound === undefined) continue;
    const distance = key === 'minimum' ? value - bound.at : bound.at - value;
    if (distance > 0 || (distance === 0 && !bound.isOpen)) continue;
    problems.push(['range', `${bound.isOpen ? open : closed} ${bound.at}`]);
  }
  const step = read('multipleOf') ?? 0;
  const quotient = step > 0 ? value / step : 0;
  // 0.3 is a multiple of 0.1 although 0.3 / 0.1 is not an integer in binary.
  const error = Math.abs(quotient - Math.round(quotient));
  if (Number.isFinite(quotient) && error > Math.abs(quotient) * 1e-12 + 1e-9)
    problems.push(['multipleOf', step]);
  return problems;
}
