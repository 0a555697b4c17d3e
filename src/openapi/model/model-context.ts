import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import type { RawSchema, Text } from './api-model.ts';

/** Version of the specification that a description follows; unknown ones count as the newest that fits. */
export type Dialect = '2.0' | '3.0' | '3.1' | '3.2';

export interface ModelContext {
  readonly description: Description;
  readonly dialect: Dialect;
  readonly root: JsonObject;
  readonly diagnostics: Diagnostic[];
}

export function dialectOf(root: JsonObject): Dialect {
  if (root['swagger'] !== undefined) return '2.0';
  const version = stringOf(root['openapi']);
  if (version.startsWith('3.0')) return '3.0';
  return version.startsWith('3.1') ? '3.1' : '3.2';
}

/** An object, references followed. */
export interface Resolved {
  readonly object: JsonObject;
  /** The first reference on the way where the dialect lets its `summary` and `description` win. */
  readonly reference?: JsonObject;
}

const MAX_HOPS = 50;

/** Follows references of a Reference Object. Undefined where that leads to no object: a check tells it. */
export function resolveObject(
  context: ModelContext,
  value: JsonValue | undefined,
): Resolved | undefined {
  let at = value;
  let reference: JsonObject | undefined;
  for (let hops = 0; hops < MAX_HOPS && isObject(at); hops++) {
    const ref = at['$ref'];
    if (typeof ref !== 'string') {
      return reference === undefined ? { object: at } : { object: at, reference };
    }
    if (allowsSiblings(context)) reference ??= at;
    const target = context.description.follow(ref, at);
    at = target.ok ? target.value : remotePart(context, ref, at);
  }
  return undefined;
}

/** Stands in on pages for an object that a reference leads to in the network: its address. */
export function remotePart(
  context: ModelContext,
  ref: string,
  owner: JsonObject,
): JsonObject | undefined {
  const found = context.description.follow(ref, owner);
  if (found.ok || found.problem.code !== 'openapi-ref-remote') return undefined;
  const address = URL.canParse(ref, 'https:') ? new URL(ref, 'https:').href : ref;
  return context.description.derive(objectOf('description', `<${address}>`), owner);
}

/** True where keys beside a `$ref` count (OpenAPI 3.1 on). */
export function allowsSiblings(context: ModelContext): boolean {
  return context.dialect === '3.1' || context.dialect === '3.2';
}

/** A text of a resolved object: that of the reference wins (OpenAPI 3.1, 4.8.23.1). */
export function resolvedText({ object, reference }: Resolved, key: string): Text {
  const owner = reference !== undefined && typeof reference[key] === 'string' ? reference : object;
  return readText(owner, key);
}

/** True for an object that is not a list. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The entries of an object without extensions (`x-…`); none where the value is something else. */
export function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return isObject(value) ? Object.entries(value).filter(([key]) => !key.startsWith('x-')) : [];
}

/** The entries of an object whose keys are the author's names, so that `x-…` is a name too. */
export function namedEntries(value: JsonValue | undefined): [string, JsonValue][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return listOf(value).filter(isObject);
}

export function stringsOf(value: JsonValue | undefined): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

export function asText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value where it is a finite number. */
export function asNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The value as text; numbers and booleans as they are written. Empty where there is none. */
export function stringOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The value where it is text and not empty. */
export function textOrNone(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function readText(owner: JsonObject, key: string): Text {
  const value = owner[key];
  return { text: typeof value === 'string' ? value : '', owner, key };
}

/** An object for keys from input: it has no prototype. */
export function emptyObject(): JsonObject {
  const object: JsonObject = Object.create(null);
  return object;
}

/** An object with one key. */
export function objectOf(key: string, value: JsonValue): JsonObject {
  const object = emptyObject();
  object[key] = value;
  return object;
}

/** A copy of an object without some of its keys, and with others. */
export function changed(
  object: JsonObject,
  change: { readonly without?: ReadonlySet<string>; readonly set?: readonly [string, JsonValue][] },
): JsonObject {
  const copy = emptyObject();
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value !== undefined && change.without?.has(key) !== true) copy[key] = value;
  }
  for (const [key, value] of change.set ?? []) copy[key] = value;
  return copy;
}

/** True for what an author keeps out of the published reference. */
export function isInternal(value: JsonObject | undefined): boolean {
  return value?.['x-internal'] === true;
}

/** A text that is the same for values that are the same as JSON: the order of keys does not matter. */
export function canonical(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}

export function schemasIn(values: readonly (JsonValue | undefined)[]): readonly RawSchema[] {
  return values.map(asSchema).filter((schema) => schema !== undefined);
}

export function asSchema(value: JsonValue | undefined): RawSchema | undefined {
  return isObject(value) || typeof value === 'boolean' ? value : undefined;
}
