import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { nearest } from '../diagnostics/nearest.ts';

/** A configuration problem without its location in the source text. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly path: ConfigPath;
  readonly message: string;
  readonly hint?: string | undefined;
  /** The reported location: by default `value`; `parent` is the object that lacks a key. */
  readonly at?: 'value' | 'key' | 'parent' | 'nowhere';
}

/** Reports a value that is not allowed: `<path> <reason>`. */
export function valueProblem(path: ConfigPath, reason: string, hint?: string): Problem {
  return { code: 'config-value', path, message: `${printConfigPath(path)} ${reason}`, hint };
}

/** Like `valueProblem`, located at the key. */
export function keyProblem(path: ConfigPath, reason: string, hint?: string): Problem {
  return { ...valueProblem(path, reason, hint), at: 'key' };
}

/** Reports a required key that is missing from the object at `path`. */
export function missingProblem(path: ConfigPath, key: string, hint?: string): Problem {
  const full = [...path, key];
  const message = `${printConfigPath(full)} is required`;
  return { code: 'config-missing', path: full, message, hint, at: 'parent' };
}

/** Reports an unknown key; the hint names the nearest one, or all if none is near. */
export function unknownKey(path: ConfigPath, key: string, known: readonly string[]): Problem {
  const all = known.length === 0 ? undefined : `known keys: ${known.join(', ')}`;
  const message = `${printConfigPath(path)} is not a key of the configuration`;
  const hint = didYouMean(key, known) ?? all;
  return { code: 'config-unknown-key', path, message, hint, at: 'key' };
}

/** The hint that names the nearest of some words, or undefined if none is near. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const near = nearest(word, known);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/** Keys and indexes that lead from the configuration's root to a value. */
export type ConfigPath = readonly (string | number)[];

/** Prints a path as the author would write it: `navbar.items[2].to`, `links.rules["a b"]`; empty for the root. */
export function printConfigPath(path: ConfigPath): string {
  return path.reduce<string>((printed, segment) => {
    const isName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(String(segment));
    if (!isName) return `${printed}[${JSON.stringify(segment)}]`;
    return printed === '' ? String(segment) : `${printed}.${segment}`;
  }, '');
}

/** Undefined if the JSON is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The member of a record or of a list. */
export function memberAt(value: unknown, key: string | number): unknown {
  return Array.isArray(value) ? value[Number(key)] : valueAt(value, String(key));
}

/** Returns true for objects whose keys are configuration: not arrays, promises, dates or maps. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  const tag = Object.prototype.toString.call(value);
  return tag === '[object Object]' || tag === '[object Module]';
}

/** The own value under `key`, or undefined if `value` is not an object or has no such key. */
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

/** Returns a copy of plain data without the members at some paths; elements of lists stay. */
export function without(value: unknown, paths: readonly ConfigPath[]): unknown {
  if (paths.length === 0) return value;
  const inside = new Map<string | number | undefined, ConfigPath[]>();
  for (const [first, ...rest] of paths) inside.set(first, [...(inside.get(first) ?? []), rest]);
  if (Array.isArray(value))
    return value.map((item, index) => without(item, inside.get(index) ?? []));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      const further = inside.get(key) ?? [];
      return further.some(({ length }) => length === 0) ? [] : [[key, without(item, further)]];
    }),
  );
}
