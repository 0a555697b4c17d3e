/** What the builder needs when a value is changed: the printers of samples, and the validator. */
import type { JsonValue } from '../../shared/json.ts';
import { validate } from '../../shared/request/validate.ts';
import { pathKey } from './values.ts';

export { LANGUAGES } from '../../shared/request/languages/languages.ts';

/** By the path of the part of a value that is wrong. */
export type Problems = ReadonlyMap<string, string>;

/** What is wrong with a value, by the part that it is about. */
export function problemsOf(
  value: JsonValue,
  schema: JsonValue,
  shared: readonly JsonValue[],
): Problems {
  const findings = validate(value, schema, {
    dialect: '2020-12',
    direction: 'request',
    budget: { left: 50_000 },
    follow: (ref) => {
      const target = shared[Number(ref.slice(2))];
      return target === undefined ? { ok: false } : { ok: true, value: target };
    },
  });
  const problems = new Map<string, string>();
  for (const { path, key, problem, kind } of findings ?? []) {
    // Fields of required properties say so themselves.
    if (kind === 'missing') continue;
    const at = pathKey(key === undefined ? path : [...path, key]);
    if (!problems.has(at)) problems.set(at, problem);
  }
  return problems;
}
