/** Values of JSON, and how they are read where their types are not known. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
/** Those of descriptions have no prototype. */
export type JsonObject = { [key: string]: JsonValue };

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Lists the entries of an object whose keys are chosen by the author, including `x-…`; empty for other values. */
export function namedEntries(value: JsonValue | undefined): [string, JsonValue][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : NO_VALUES;
}

export function stringsOf(value: JsonValue | undefined): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

export function asText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the value if it is a finite number. */
export function asNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Creates an object without a prototype, for keys from input. */
export function emptyObject(): JsonObject {
  const object: JsonObject = Object.create(null);
  return object;
}

/** Reads JSON; undefined for a text that is none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** True for a number beyond those whose digits JavaScript keeps. */
export function isInexact(value: JsonValue): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** Serializes a value so that equal JSON values, ignoring key order, give the same text. */
export function canonical(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}

/** Empty lists are the same: the schemas of large descriptions have hundreds of thousands. */
export const NO_VALUES: readonly never[] = [];
