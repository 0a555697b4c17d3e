import { asObject, isObject, type JsonObject, type JsonValue, listOf } from '../json.ts';

export interface MarkOptions {
  /** Requests may lack read-only properties, responses write-only ones, `either` both. */
  readonly direction: 'request' | 'response' | 'either';
  readonly follow: (
    ref: string,
    owner: JsonObject,
  ) => { readonly ok: true; readonly value: JsonValue } | { readonly ok: false };
}

/** Schemas with those that they refer to, and their parts under some keys. */
function partsOf(
  { follow }: MarkOptions,
  schemas: readonly JsonValue[],
  keys: readonly string[],
): readonly JsonObject[] {
  const found = new Set(schemas.filter(isObject));
  // The set grows meanwhile.
  for (const schema of found) {
    const ref = schema['$ref'];
    const target = typeof ref === 'string' ? follow(ref, schema) : undefined;
    const parts = keys.flatMap((key) => listOf(schema[key]));
    if (target?.ok === true) parts.push(target.value);
    for (const part of parts) if (isObject(part)) found.add(part);
  }
  return [...found];
}

const PARTS = ['allOf', 'oneOf', 'anyOf'];

/** The schemas of a property or item in schemas of one value, and in their parts. */
export function schemasInside(
  options: MarkOptions,
  schemas: readonly JsonValue[],
  step: string | number,
): readonly JsonValue[] {
  return partsOf(options, schemas, PARTS).flatMap(({ properties, items, prefixItems }) => {
    if (typeof step === 'string') return asObject(properties)?.[step] ?? [];
    return listOf(Array.isArray(items) ? items : prefixItems)[step] ?? items ?? [];
  });
}

/** Whether schemas of one value describe a property, and whether it may be absent: read-only in a request, write-only in a response. */
export function marksOf(
  options: MarkOptions,
  schemas: readonly JsonValue[],
  name: string,
): { readonly isDeclared: boolean; readonly isHidden: boolean } {
  const { direction } = options;
  const inner = schemasInside(options, schemas, name);
  const isHidden = partsOf(options, inner, ['allOf']).some(
    ({ readOnly, writeOnly }) =>
      (direction !== 'response' && readOnly === true) ||
      (direction !== 'request' && writeOnly === true),
  );
  return { isDeclared: inner.length > 0, isHidden };
}
