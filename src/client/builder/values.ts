/** The values of a request: where they come from, where they are kept, and what is wrong with them. */
import {
  asObject,
  isObject,
  type JsonObject,
  type JsonValue,
  listOf,
  parseJson,
  stringsOf,
} from '../../shared/json.ts';
import type { BuilderData } from '../../shared/request/builder-data.ts';
import {
  initialValues,
  keyOf,
  type ModelParameter,
  type RequestModel,
  type RequestValues,
  type ShownValue,
} from '../../shared/request/request-model.ts';

/** Follows the reference of a field's schema; `true` and what is too deep become a schema of anything. */
export function schemaAt(schema: JsonValue | undefined, shared: readonly JsonValue[]): JsonObject {
  let at = schema;
  for (let hops = 0; hops < 50 && isObject(at) && typeof at['$ref'] === 'string'; hops += 1)
    at = shared[Number(at['$ref'].slice(2))];
  return isObject(at) ? at : {};
}

export const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** Identifies a part of a value by its path. */
export function pathKey(path: readonly (string | number)[]): string {
  return JSON.stringify(path);
}

/** Where schemas are looked up, and how deep a made value is so far. */
interface Making {
  readonly shared: readonly JsonValue[];
  readonly depth?: number;
}

/** Depth below which made values are empty. */
const DEEPEST = 8;

/** The first value of a field that is added. */
export function blankValue(schema: JsonValue | undefined, making: Making): JsonValue {
  const { shared, depth = 0 } = making;
  const found = schemaAt(schema, shared);
  const [first] = listOf(found['enum']);
  const given = found['const'] ?? found['example'] ?? first;
  if (given !== undefined) return given;
  if (alternativesOf(found).length > 0 && depth < DEEPEST) return variantValue(found, 0, making);
  switch (found['type']) {
    case 'object':
      return depth < DEEPEST ? withRequired({}, found, making) : {};
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return typeof found['minimum'] === 'number' ? found['minimum'] : 0;
    case undefined:
      return null;
    default:
      return '';
  }
}

export function alternativesOf(schema: JsonObject): readonly JsonValue[] {
  return [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])];
}

/** The first value of an alternative, with the properties that all have. */
export function variantValue(schema: JsonObject, index: number, making: Making): JsonValue {
  const { shared, depth = 0 } = making;
  const own = blankValue(alternativesOf(schema)[index], { shared, depth: depth + 1 });
  if (!isObject(own)) return own;
  const value = withRequired({ ...own }, schema, making);
  const tag = listOf(schema['values'])[index];
  if (typeof schema['key'] === 'string' && typeof tag === 'string') value[schema['key']] = tag;
  return value;
}

function withRequired(
  value: JsonObject,
  { properties, required }: JsonObject,
  { shared, depth = 0 }: Making,
): JsonObject {
  for (const name of stringsOf(required))
    if (isObject(properties) && properties[name] !== undefined && !(name in value))
      value[name] = blankValue(properties[name], { shared, depth: depth + 1 });
  return value;
}

/** The alternative that a value is of: by its tag, else the first that looks like it. */
export function variantOf(
  value: JsonValue | undefined,
  schema: JsonObject,
  shared: readonly JsonValue[],
): number {
  const list = alternativesOf(schema);
  const key = schema['key'];
  const tag = typeof key === 'string' && isObject(value) ? value[key] : undefined;
  const tagged = tag === undefined ? -1 : listOf(schema['values']).indexOf(tag);
  if (tagged >= 0) return tagged;
  return Math.max(
    0,
    list.findIndex((one) => looksLike(value, schemaAt(one, shared), shared)),
  );
}

function looksLike(
  value: JsonValue | undefined,
  schema: JsonObject,
  shared: readonly JsonValue[],
): boolean {
  const { type, properties } = schema;
  if (schema['const'] !== undefined) return schema['const'] === value;
  const allowed = listOf(schema['enum']);
  if (allowed.length > 0) return value !== undefined && allowed.includes(value);
  const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  if (type !== undefined && type !== actual && !(type === 'integer' && actual === 'number'))
    return false;
  if (!isObject(value) || !isObject(properties)) return true;
  return (
    stringsOf(schema['required']).every((name) => name in value) &&
    Object.entries(properties).every(
      ([name, inner]) =>
        value[name] === undefined ||
        value[name] === null ||
        looksLike(value[name], schemaAt(inner, shared), shared),
    )
  );
}

/** Values that are passed on: in an address, or to other operations of this browser tab. */
interface Passed {
  readonly parameters: Readonly<Record<string, ShownValue | null>>;
  readonly media?: number | undefined;
  readonly body?: ShownValue | undefined;
  readonly server?: number | undefined;
  readonly variables?: Readonly<Record<string, string>> | undefined;
  readonly way?: number | undefined;
}

/** Headers that hold credentials, whatever a description says. */
const SECRET_NAME = /^(?:(?:proxy-)?authorization|cookie)$|(?:token|secret|password|api[-_]?key)$/i;

/** True for a parameter that may hold a credential, which is never passed on. */
function isSecret({ ways }: RequestModel, parameter: ModelParameter): boolean {
  const { name, in: location, schema } = parameter;
  const isKey = ways.some((way) => way.some((key) => key.name === name && key.in === location));
  const isPassword = isObject(schema) && schema['format'] === 'password';
  return isKey || isPassword || (location !== 'path' && SECRET_NAME.test(name));
}

/** Copies a value without its passwords. */
function withoutPasswords(
  value: JsonValue,
  schema: JsonValue | undefined,
  shared: readonly JsonValue[],
): JsonValue {
  const found = schemaAt(schema, shared);
  const variants = alternativesOf(found).map((one) => schemaAt(one, shared));
  const parts = [found, ...variants];
  if (typeof value === 'string') return found['format'] === 'password' ? '' : value;
  if (Array.isArray(value))
    return value.map((item) => withoutPasswords(item, found['items'], shared));
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const own = parts
      .map(({ properties }) => (isObject(properties) ? properties[key] : undefined))
      .find((one) => one !== undefined);
    if (SECRET_NAME.test(key)) continue;
    copy[key] = withoutPasswords(item, own ?? found['additionalProperties'], shared);
  }
  return copy;
}

/** The values that may be passed on: no credentials, no text of a body that is not JSON, no files. */
export function passable(
  { model, shared }: BuilderData,
  { parameters, media, body, server, variables, way }: RequestValues,
): Passed {
  const initial = initialValues(model);
  const before: Readonly<Record<string, unknown>> = { ...initial, body: undefined };
  const changed = model.parameters.flatMap((parameter) => {
    const key = keyOf(parameter);
    const value = parameters[key];
    const isSame = JSON.stringify(value) === JSON.stringify(initial.parameters[key]);
    return isSame || isSecret(model, parameter) ? [] : [[key, value ?? null] as const];
  });
  const ofBody = media === undefined ? undefined : model.bodies[media];
  const isChanged = JSON.stringify(body) !== JSON.stringify(ofBody?.example);
  const kept =
    isChanged && body !== undefined && 'json' in body
      ? { json: withoutPasswords(body.json, ofBody?.schema, shared) }
      : undefined;
  const others = Object.entries({ media, body: kept, server, variables, way }).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return { parameters: Object.fromEntries(changed), ...Object.fromEntries(others) };
}

/**
 * Adds passed values to those of the examples. An address may come from anyone: a server has to be one of the description,
 * and so do the values of its variables.
 */
export function adopted({ model }: BuilderData, passed: JsonValue | undefined): RequestValues {
  const values = initialValues(model);
  const given = isObject(passed) ? passed : {};
  const index = (key: string, length: number): number | undefined => {
    const number = given[key];
    return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < length
      ? number
      : undefined;
  };
  const server = index('server', model.servers.length) ?? 0;
  const { parameters: ofPassed, variables: ofServer, body } = given;
  const parameters = { ...values.parameters };
  for (const parameter of model.parameters) {
    const key = keyOf(parameter);
    const value = isObject(ofPassed) && Object.hasOwn(ofPassed, key) ? ofPassed[key] : undefined;
    if (value === undefined || isSecret(model, parameter)) continue;
    const shown = shownValue(value);
    if (shown !== undefined) parameters[key] = shown;
    else if (parameter.required) parameters[key] = null;
    else delete parameters[key];
  }
  const variables = (model.servers[server]?.variables ?? []).flatMap((variable) => {
    const value = isObject(ofServer) ? ofServer[variable.name] : undefined;
    return typeof value === 'string' && variable.enum.includes(value)
      ? [[variable.name, value] as const]
      : [];
  });
  const media = index('media', model.bodies.length) ?? values.media;
  return {
    ...values,
    server,
    variables: Object.fromEntries(variables),
    parameters,
    media,
    body: shownValue(body) ?? (media === undefined ? undefined : model.bodies[media]?.example),
    way: index('way', model.ways.length) ?? 0,
  };
}

function shownValue(value: JsonValue | undefined): ShownValue | undefined {
  if (!isObject(value)) return undefined;
  if (value['json'] !== undefined) return { json: value['json'] };
  return typeof value['text'] === 'string' ? { text: value['text'] } : undefined;
}

/** Start of the fragment of an address with values. */
const SHARED_START = '#try=';

export function linkOf(address: string, passed: Passed): string {
  return `${address.replace(/#.*$/s, '')}${SHARED_START}${encodeURIComponent(JSON.stringify(passed))}`;
}

/** Reads the values in the fragment of an address; undefined if it has none. */
export function readLink(hash: string): JsonValue | undefined {
  if (!hash.startsWith(SHARED_START)) return undefined;
  try {
    return asObject(parseJson(decodeURIComponent(hash.slice(SHARED_START.length))));
  } catch {
    return undefined;
  }
}
