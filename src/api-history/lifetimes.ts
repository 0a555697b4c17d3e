/** Deprecation, sunset and stability of operations, parameters and properties. */
import { stringOf } from '../openapi/model/model-context.ts';
import type { JsonObject } from '../openapi/read/description.ts';
import type { CompareOptions } from './comparison.ts';
import type { ChangeCode } from './rules.ts';

const STABILITY = ['draft', 'alpha', 'beta', 'stable'];
const DAY = 86_400_000;

interface Lifetime extends CompareOptions {
  readonly part: 'operation' | 'parameter' | 'property';
  readonly say: (
    code: ChangeCode,
    said: { readonly before?: string; readonly after?: string },
  ) => void;
}

/** Compares when a part ends, and how much of it is promised. */
export function compareLifetimes(
  was: JsonObject,
  is: JsonObject,
  { part, say, today, sunsetDays = 0 }: Lifetime,
): void {
  const [had, has] = [was['deprecated'] === true, is['deprecated'] === true];
  if (had !== has) say(has ? `${part}-deprecated` : `${part}-restored`, {});
  const [before, after] = [stringOf(was['x-sunset']), stringOf(is['x-sunset'])];
  const [first, next] = [Date.parse(before), Date.parse(after)];
  if (has) {
    const soon = today !== undefined && next - Date.parse(today) < sunsetDays * DAY;
    const wrong = [after, before].find((date) => date !== '' && Number.isNaN(Date.parse(date)));
    if (wrong !== undefined) say('sunset-invalid', { after: wrong });
    else if (had && before !== '' && after === '') say('sunset-removed', { before });
    else if (had && next < first) say('sunset-earlier', { before, after });
    else if (!had && after === '' && sunsetDays > 0) say('sunset-missing', {});
    else if (!had && after !== '' && soon) say('sunset-too-soon', { after });
  }
  const [old, now] = [stabilityOf(was), stabilityOf(is)];
  const unknown = [now, old].find((level) => level !== '' && !STABILITY.includes(level));
  if (unknown !== undefined) say('stability-invalid', { after: unknown });
  else if (old !== now && old !== '') {
    const isLower = STABILITY.indexOf(now || 'stable') < STABILITY.indexOf(old);
    say(isLower ? 'stability-lowered' : 'stability-raised', {
      before: old,
      after: now || 'stable',
    });
  }
}

function stabilityOf(source: JsonObject): string {
  return stringOf(source['x-stability-level']).toLowerCase();
}
