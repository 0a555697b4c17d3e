import type { JsonObject, JsonValue } from '../../../../../src/openapi/read/description.ts';

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Objects whose keys are names, not keywords. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'definitions',
  'schemas',
]);
/** Keywords that hold values, not schemas. */
const VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples']);

/** A schema of OpenAPI 3.0 (or anything that holds such schemas) in the words of JSON Schema 2020-12. */
export function translate(value: JsonObject | boolean): JsonObject | boolean {
  return typeof value === 'boolean' ? value : translateObject(value);
}

function translateAny(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(translateAny);
  return isObject(value) ? translateObject(value) : value;
}

function translateObject(schema: JsonObject): JsonObject {
  // Nothing beside a reference counts.
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const made: JsonObject = Object.create(null);
  for (const [key, value] of Object.entries(schema)) {
    if (VALUES.has(key)) made[key] = value;
    else if (MAPS.has(key) && isObject(value)) made[key] = translateMap(value);
    else if (key !== 'nullable' && key !== 'discriminator') made[key] = translateAny(value);
  }
  translateBound(made, 'exclusiveMinimum', 'minimum');
  translateBound(made, 'exclusiveMaximum', 'maximum');
  if (made['type'] === 'file') delete made['type'];
  return schema['nullable'] === true ? { anyOf: [{ type: 'null' }, made] } : made;
}

function translateMap(map: JsonObject): JsonObject {
  const made: JsonObject = Object.create(null);
  for (const [key, value] of Object.entries(map)) made[key] = translateAny(value);
  return made;
}

function translateBound(schema: JsonObject, flag: string, bound: string): void {
  const isOpen = schema[flag];
  if (typeof isOpen !== 'boolean') return;
  delete schema[flag];
  const limit = schema[bound];
  if (!isOpen || limit === undefined) return;
  delete schema[bound];
  schema[flag] = limit;
}

/** A description without what authors give as examples: `example`, `examples`, `default` and extensions. */
export function withoutExamples(value: JsonObject): JsonObject {
  return strip(value, false);
}

function strip(value: JsonObject, isMap: boolean): JsonObject {
  const made: JsonObject = Object.create(null);
  for (const [key, held] of Object.entries(value)) {
    if (!isMap && GIVEN.test(key)) continue;
    made[key] = stripAny(held, !isMap && (MAPS.has(key) || key === 'responses'));
  }
  return made;
}

function stripAny(value: JsonValue, isMap: boolean): JsonValue {
  if (Array.isArray(value)) return value.map((item) => stripAny(item, false));
  return isObject(value) ? strip(value, isMap) : value;
}

const GIVEN = /^(?:examples?|default|x-(?!webhooks).*)$/;

/**
 * A description as JSON Schema 2020-12 reads it: the schemas of 2.0 and 3.0 translated, and what the direction leaves out no
 * longer required, wherever a property of that name has the flag. `oneOf` is taken for `anyOf`: in most descriptions the
 * alternatives overlap, so that no value matches one alone.
 */
export function asJsonSchema(value: JsonObject, direction: 'request' | 'response'): JsonObject {
  const version = String(value['openapi'] ?? '2.0');
  const translated =
    version.startsWith('3.1') || version.startsWith('3.2') ? value : translateObject(value);
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly';
  return relax(translated, hiddenNames(translated, flag));
}

function hiddenNames(
  value: JsonValue,
  flag: string,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (Array.isArray(value)) for (const item of value) hiddenNames(item, flag, found);
  if (!isObject(value)) return found;
  for (const [key, held] of Object.entries(value)) {
    if (isObject(held) && held[flag] === true) found.add(key);
    hiddenNames(held, flag, found);
  }
  return found;
}

function relax(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  const made: JsonObject = Object.create(null);
  for (const [key, held] of Object.entries(value)) {
    // Words of 3.0 in a description of 3.1 have no meaning, but the oracle refuses them.
    if (key === 'nullable' || (key.startsWith('exclusiveM') && typeof held === 'boolean')) continue;
    if (key === 'required') {
      // Parameters of 2.0 are schemas with a flag of that name.
      if (!Array.isArray(held)) continue;
      made[key] = held.filter((name) => typeof name !== 'string' || !names.has(name));
    } else made[key === 'oneOf' ? 'anyOf' : key] = relaxAny(held, names);
  }
  return made;
}

function relaxAny(value: JsonValue, names: ReadonlySet<string>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => relaxAny(item, names));
  return isObject(value) ? relax(value, names) : value;
}
