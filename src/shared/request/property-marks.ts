import { asObject, isObject, type JsonObject, type JsonValue, listOf } from '../json.ts';

export interface MarkOptions {
  /** Requests may lack read-only properties, responses write-only ones, `either` both. */
  readonly direction: 'request' | 'response' | 'either';
  readonly follow: (
    ref: string,
    owner: JsonObject,
  ) => { readonly ok: true; readonly value: JsonValue } | { readonly ok: false };
}

const MAX_MARK_DEPTH = 8;

/** Whether a schema or its parts describe a property, and whether it may be absent: read-only in a request, write-only in a response. */
export function marksOf(
  { direction, follow }: MarkOptions,
  outermost: JsonValue,
  name: string,
): { readonly isDeclared: boolean; readonly isHidden: boolean } {
  // Looks at a property of a schema and of its parts, or at a schema itself.
  let isDeclared = false;
  const isMarked = (
    schema: JsonValue | undefined,
    property: string | undefined,
    depth: number,
  ): boolean => {
    if (!isObject(schema) || depth > MAX_MARK_DEPTH) return false;
    const own = property === undefined ? undefined : asObject(schema['properties'])?.[property];
    if (own !== undefined) isDeclared = true;
    if (isMarked(own, undefined, depth)) return true;
    if (property === undefined) {
      if (direction !== 'response' && schema['readOnly'] === true) return true;
      if (direction !== 'request' && schema['writeOnly'] === true) return true;
    }
    const keys = property === undefined ? ['allOf'] : ['allOf', 'oneOf', 'anyOf'];
    const parts = keys.flatMap((key) => listOf(schema[key]));
    const ref = schema['$ref'];
    const target = typeof ref === 'string' ? follow(ref, schema) : undefined;
    if (target?.ok === true) parts.push(target.value);
    return parts.some((part) => isMarked(part, property, depth + 1));
  };
  const isHidden = isMarked(outermost, name, 0);
  return { isDeclared, isHidden };
}
