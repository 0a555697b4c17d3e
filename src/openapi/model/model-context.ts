import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import type { Text } from './api-model.ts';
import { isObject, readText, stringOf } from './json.ts';

/** Version of the specification that a description follows; unknown ones count as the newest that fits. */
export type Dialect = '2.0' | '3.0' | '3.1' | '3.2';

/** What all readers of a description share. */
export interface ModelContext {
  readonly description: Description;
  readonly dialect: Dialect;
  readonly root: JsonObject;
  readonly diagnostics: Diagnostic[];
}

/** The version that the root says. */
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
    at = target.ok ? target.value : undefined;
  }
  return undefined;
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
