import type { JsonValue } from '../read/description.ts';
import type { RawSchema } from './api-model.ts';
import { isObject } from './json.ts';

/** The schemas among values. */
export function schemasIn(values: readonly (JsonValue | undefined)[]): readonly RawSchema[] {
  return values.map(asSchema).filter((schema) => schema !== undefined);
}

/** The value as a schema: an object or a boolean; undefined where it is something else. */
export function asSchema(value: JsonValue | undefined): RawSchema | undefined {
  return isObject(value) || typeof value === 'boolean' ? value : undefined;
}
