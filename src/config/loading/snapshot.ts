import { isRecord } from '../read.ts';

/**
 * Copies what a configuration exports, so that each getter is read here and never again. Objects that contain
 * themselves still do; anything but arrays and records is kept as it is. Throws what a getter throws.
 */
export function snapshot(value: unknown): unknown {
  return copyOf(value, new Map());
}

type Copies = Map<unknown, unknown>;

function copyOf(value: unknown, copies: Copies): unknown {
  if (copies.has(value)) return copies.get(value);
  if (Array.isArray(value)) return copyList(value, copies);
  return isRecord(value) ? copyRecord(value, copies) : value;
}

function copyList(list: readonly unknown[], copies: Copies): unknown {
  const copy: unknown[] = [];
  copies.set(list, copy);
  for (const item of list) copy.push(copyOf(item, copies));
  return copy;
}

function copyRecord(record: Record<string, unknown>, copies: Copies): unknown {
  const copy: Record<string, unknown> = {};
  copies.set(record, copy);
  for (const key of Object.keys(record)) {
    // An assignment to `__proto__` would not make a key.
    Object.defineProperty(copy, key, { value: copyOf(record[key], copies), enumerable: true });
  }
  return copy;
}
