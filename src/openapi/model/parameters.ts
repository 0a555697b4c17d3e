import type { JsonObject, JsonValue } from '../read/description.ts';
import type { Parameter, ParameterPlace } from './api-model.ts';
import { isInternal, stringOf } from './json.ts';
import { describeParameter } from './media.ts';
import { type ModelContext, type Resolved, resolveObject } from './model-context.ts';

const PLACES: readonly ParameterPlace[] = ['path', 'query', 'querystring', 'header', 'cookie'];

// These headers follow from the body, the responses and the security schemes (OpenAPI 3.2, 4.12.2.2).
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/**
 * The published parameters of an operation: those of the operation win over those of the path by name and place.
 * `body` and `formData` of Swagger 2.0 are left out.
 */
export function readParameters(
  context: ModelContext,
  levels: readonly (readonly JsonValue[])[],
): readonly Parameter[] {
  const found = new Map<string, Resolved>();
  for (const resolved of resolveParameters(context, levels)) {
    const { object } = resolved;
    const key = `${stringOf(object['in'])}\n${nameKey(object)}`;
    found.set(key, resolved);
  }
  const parameters = [...found.values()]
    .filter(({ object }) => !isInternal(object) && !isIgnored(object))
    .flatMap((resolved) => readParameter(context, resolved) ?? []);
  return PLACES.flatMap((place) => parameters.filter((parameter) => parameter.in === place));
}

/** All parameters of levels (path first, then operation), references followed. */
export function resolveParameters(
  context: ModelContext,
  levels: readonly (readonly JsonValue[])[],
): readonly Resolved[] {
  return levels.flat().flatMap((value) => resolveObject(context, value) ?? []);
}

// Names of headers have no case (RFC 9110, 5.1).
function nameKey(parameter: JsonObject): string {
  const name = stringOf(parameter['name']);
  return parameter['in'] === 'header' ? name.toLowerCase() : name;
}

function isIgnored(parameter: JsonObject): boolean {
  return parameter['in'] === 'header' && IGNORED_HEADERS.has(nameKey(parameter));
}

function readParameter(context: ModelContext, resolved: Resolved): Parameter | undefined {
  const { object } = resolved;
  const place = PLACES.find((known) => known === object['in']);
  const name = stringOf(object['name']);
  if (place === undefined || name === '') return undefined;
  return describeParameter(context, resolved, { name, place });
}
