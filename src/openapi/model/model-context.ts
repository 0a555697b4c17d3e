import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { parseUrl } from '../../shared/paths.ts';
import { asObject, emptyObject, isObject, listOf, NO_VALUES } from '../../shared/json.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import type { RawSchema, Text } from './api-model.ts';

export {
  asNumber,
  asObject,
  asText,
  canonical,
  emptyObject,
  isObject,
  listOf,
  namedEntries,
  stringsOf,
} from '../../shared/json.ts';

/** Version of the specification; unknown ones count as the latest that fits. */
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

/** The schemas or security schemes that the root declares for all of its parts. */
export function declaredIn(
  { root, dialect }: Pick<ModelContext, 'root' | 'dialect'>,
  section: 'schemas' | 'securitySchemes',
): JsonObject {
  const old = section === 'schemas' ? 'definitions' : 'securityDefinitions';
  const held = dialect === '2.0' ? root[old] : asObject(root['components'])?.[section];
  return asObject(held) ?? emptyObject();
}

/** An object, with references resolved. */
export interface Resolved {
  readonly object: JsonObject;
  /** The first reference in the chain, if the dialect lets its `summary` and `description` override the target's. */
  readonly reference?: JsonObject;
}

/** Ends rings, which the check reports. */
const MAX_HOPS = 20_000;

/** Follows a Reference Object; undefined if it leads to no object, which the check reports. */
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

/** Creates a placeholder with the address of a remote object. */
export function remotePart(
  context: ModelContext,
  ref: string,
  owner: JsonObject,
): JsonObject | undefined {
  const found = context.description.follow(ref, owner);
  if (found.ok || found.problem.code !== 'openapi-ref-remote') return undefined;
  const address = parseUrl(ref, 'https:')?.href ?? ref;
  return context.description.derive(objectOf('description', `<${address}>`), owner);
}

/** True if keys beside a `$ref` apply (since OpenAPI 3.1). */
export function allowsSiblings(context: ModelContext): boolean {
  return context.dialect === '3.1' || context.dialect === '3.2';
}

/** Reads a text of a resolved object; that of the reference wins (OpenAPI 3.1, 4.8.23.1). */
export function resolvedText({ object, reference }: Resolved, key: string): Text {
  const owner = reference !== undefined && typeof reference[key] === 'string' ? reference : object;
  return readText(owner, key);
}

/** Lists the entries of an object without extensions (`x-…`); empty for other values. */
export function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return isObject(value) ? Object.entries(value).filter(([key]) => !key.startsWith('x-')) : [];
}

/** Returns a list to keep: empty ones are the same, as the schemas of large descriptions have hundreds of thousands. */
export function keptList<Item>(list: readonly Item[]): readonly Item[] {
  return list.length === 0 ? NO_VALUES : list;
}

export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return listOf(value).filter(isObject);
}

/** Returns the value as text, also of numbers and booleans; empty for others. */
export function stringOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns the value if it is a non-empty text. */
export function textOrNone(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the texts under keys of an object that are not empty. */
export function textsOf<Key extends string>(
  object: JsonObject,
  keys: readonly Key[],
): { readonly [Name in Key]?: string } {
  const texts: { [Name in Key]?: string } = {};
  for (const key of keys) {
    const text = textOrNone(object[key]);
    if (text !== undefined) texts[key] = text;
  }
  return texts;
}

export function readText(owner: JsonObject, key: string): Text {
  const value = owner[key];
  return { text: typeof value === 'string' ? value : '', owner, key };
}

/** An object with one key. */
export function objectOf(key: string, value: JsonValue): JsonObject {
  const object = emptyObject();
  object[key] = value;
  return object;
}

/** Copies an object without some keys, and with others. */
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

/** Copies an object with other values, without undefined ones; returns the object itself if none changes. */
export function mapValues(
  object: JsonObject,
  change: (key: string, value: JsonValue) => JsonValue | undefined,
): JsonObject {
  let copy: JsonObject | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    const next = change(key, value);
    if (next === value) continue;
    copy ??= changed(object, {});
    if (next === undefined) delete copy[key];
    else copy[key] = next;
  }
  return copy ?? object;
}

/** True for parts excluded from the published reference. */
export function isInternal(value: JsonObject | undefined): boolean {
  return value?.['x-internal'] === true;
}

export function schemasIn(values: readonly (JsonValue | undefined)[]): readonly RawSchema[] {
  return values.map(asSchema).filter((schema) => schema !== undefined);
}

export function asSchema(value: JsonValue | undefined): RawSchema | undefined {
  return isObject(value) || typeof value === 'boolean' ? value : undefined;
}
