import type { JsonObject, JsonValue } from '../json.ts';

const BOUNDS = [
  { key: 'minimum', strictKey: 'exclusiveMinimum', sign: 1, signs: '≥>' },
  { key: 'maximum', strictKey: 'exclusiveMaximum', sign: -1, signs: '≤<' },
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
  for (const { key, strictKey, sign, signs } of BOUNDS) {
    const tell = (index: 0 | 1, limit: number): unknown =>
      problems.push(['range', `${signs[index]} ${limit}`]);
    const flag = schema[strictKey];
    if (isDraft4 && flag !== undefined && typeof flag !== 'boolean') fail();
    const isOpen = isDraft4 && flag === true;
    const bound = read(key);
    const strict = isDraft4 ? undefined : read(strictKey);
    const distance = sign * (value - (bound ?? value));
    if (bound !== undefined && (distance < 0 || (isOpen && distance === 0)))
      tell(isOpen ? 1 : 0, bound);
    if (strict !== undefined && sign * (value - strict) <= 0) tell(1, strict);
  }
  const step = read('multipleOf') ?? 0;
  const quotient = step > 0 ? value / step : 0;
  // 0.3 is a multiple of 0.1 although 0.3 / 0.1 is not an integer in binary.
  const error = Math.abs(quotient - Math.round(quotient));
  if (Number.isFinite(quotient) && error > Math.abs(quotient) * 1e-12 + 1e-9)
    problems.push(['multipleOf', step]);
  return problems;
}
