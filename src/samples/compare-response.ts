/** Compares a response that a page shows with those that came. */
import { isObject } from '../openapi/model/model-context.ts';
import type { JsonValue } from '../openapi/read/description.ts';

/** Lists the fields whose type, or value, is another one; null may be anything. */
export function differences(
  shown: JsonValue,
  got: JsonValue,
  { path, isExact }: { readonly path: string; readonly isExact: boolean },
): readonly string[] {
  const name = path === '' ? 'the response' : `"${path}" in the response`;
  if (Array.isArray(shown) && Array.isArray(got)) {
    if (isExact && shown.length !== got.length)
      return [`${name} has ${got.length} items, but the page shows ${shown.length}`];
    return shown.flatMap((item, at) => {
      const other = isExact ? got[at] : got[0];
      return other === undefined
        ? []
        : differences(item, other, { path: `${path}/${at}`, isExact });
    });
  }
  if (isObject(shown) && isObject(got)) {
    const missing = isExact ? Object.keys(got).filter((key) => shown[key] === undefined) : [];
    return [
      ...missing.map((key) => `the page does not show "${path}/${key}" of the response`),
      ...Object.entries(shown).flatMap(([key, value]) => {
        const other = got[key];
        return other === undefined
          ? [`the response has no "${path}/${key}", but the page shows it`]
          : differences(value, other, { path: `${path}/${key}`, isExact });
      }),
    ];
  }
  if (isExact)
    return JSON.stringify(shown) === JSON.stringify(got)
      ? []
      : [`${name} is ${JSON.stringify(got)}, but the page shows ${JSON.stringify(shown)}`];
  const [one, other] = [kindOf(shown), kindOf(got)];
  return one === other || shown === null || got === null
    ? []
    : [`${name} is ${other}, but the page shows ${one}`];
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
