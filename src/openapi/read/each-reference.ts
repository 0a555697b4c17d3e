import { isObject } from '../../shared/json.ts';
import type { JsonObject, JsonValue } from './description.ts';

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef', 'operationRef']);
const SECTIONS = ['#/components/schemas/', '#/definitions/'];

/** Takes each reference in a value with the object that has it, and what the names in a mapping may stand for. */
export function eachReference(
  value: JsonValue,
  take: (ref: string, owner: JsonObject) => void,
  key = '',
): void {
  if (Array.isArray(value)) for (const item of value) eachReference(item, take);
  if (!isObject(value)) return;
  for (const [name, child] of Object.entries(value)) {
    if (typeof child !== 'string') eachReference(child, take, name);
    else if (REFERENCES.has(name)) take(child, value);
    // The name of a schema, or a reference.
    else if (key === 'mapping')
      for (const ref of [child, ...SECTIONS.map((section) => `${section}${child}`)])
        if (ref.includes('#') || ref.includes('/')) take(ref, value);
  }
}
