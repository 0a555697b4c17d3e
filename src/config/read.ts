/** True for objects whose keys are configuration: no arrays, promises, dates or maps. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  const tag = Object.prototype.toString.call(value);
  return tag === '[object Object]' || tag === '[object Module]';
}

/** The own value under `key`, or undefined where `value` is no object or has no such key. */
export function valueAt(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The own string under `key`; undefined for anything else. */
export function stringAt(value: unknown, key: string): string | undefined {
  const found = valueAt(value, key);
  return typeof found === 'string' ? found : undefined;
}

/** The own array under `key`; empty for anything else. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const found = valueAt(value, key);
  return Array.isArray(found) ? found : [];
}

/** The own strings of an object, by key; empty for anything else. */
export function stringEntries(value: unknown): readonly (readonly [string, string])[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, text]) =>
    typeof text === 'string' ? [[key, text] as const] : [],
  );
}
