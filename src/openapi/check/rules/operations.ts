import { isHttpMethod } from '../../../shared/page.ts';
import { asObject, asText } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { type Check, lineOf, report, suggest } from '../check-context.ts';
import { resolveObject } from '../references.ts';

/** Reports parameters of a list with the same name and location, and several bodies in Swagger 2.0. */
export function checkParameterList(check: Check, object: JsonObject): void {
  const list = object['parameters'];
  if (!Array.isArray(list)) return;
  const seen = new Map<string, number>();
  let body: string | undefined;
  for (const [index, item] of list.entries()) {
    const parameter = resolveObject(check, item);
    const name = asText(parameter?.['name']);
    const location = asText(parameter?.['in']);
    if (name === undefined || location === undefined) continue;
    const at = check.description.locate(list, index);
    const start = { file: at.file, line: at.line, column: at.column };
    const key = `${location} ${location === 'header' ? name.toLowerCase() : name}`;
    const first = seen.get(key);
    if (first !== undefined) {
      const other = lineOf(check.description.locate(list, first));
      const message = `the ${location} parameter "${name}" is listed twice, first at ${other}`;
      report(check, 'openapi-parameter', { message, at: start });
    }
    seen.set(key, index);
    const query = queryClash(location, seen);
    if (query !== undefined) report(check, 'openapi-parameter', { message: query, at: start });
    if (check.version !== '2.0' || (location !== 'body' && location !== 'formData')) continue;
    if (body !== undefined && (body === 'body' || location === 'body')) {
      const message = `a parameter in "${location}" cannot be used with one in "${body}"`;
      report(check, 'openapi-parameter', { message, at: start });
    }
    body = location;
  }
}

// OpenAPI 3.2, Parameter Object: a parameter in "querystring" excludes those in "query".
function queryClash(location: string, seen: ReadonlyMap<string, number>): string | undefined {
  if (location !== 'query' && location !== 'querystring') return undefined;
  const keys = [...seen.keys()];
  const count = keys.filter((key) => key.startsWith('querystring ')).length;
  if (location === 'querystring' && count > 1)
    return 'a second parameter in "querystring" is not allowed';
  const both = count > 0 && keys.some((key) => key.startsWith('query '));
  return both ? 'a parameter in "querystring" cannot be used with one in "query"' : undefined;
}

/** Reports additional operations whose methods have a fixed field (OpenAPI 3.2, Path Item Object). */
export function checkAdditionalOperations(check: Check, item: JsonObject): void {
  const others = asObject(item['additionalOperations']);
  for (const method of Object.keys(others ?? {})) {
    if (others === undefined || !isHttpMethod(method)) continue;
    const at = check.description.locateKey(others, method);
    const hint = `write it as "${method.toLowerCase()}" of the path`;
    report(check, 'openapi-path', {
      message: `"${method}" is not an additional operation`,
      at,
      hint,
    });
  }
}

/** Reports bodies of GET and HEAD, which have no meaning (RFC 9110, 9.3.1). */
export function checkBodies(check: Check, item: JsonObject): void {
  for (const method of ['get', 'head']) {
    const operation = asObject(item[method]);
    if (operation === undefined || isEmptyBody(check, operation['requestBody'])) continue;
    const message = `the body of a ${method.toUpperCase()} request has no meaning`;
    const at = check.description.locateKey(operation, 'requestBody');
    report(check, 'openapi-suspicious', { message, at });
  }
}

/** Converters write empty body descriptions. */
function isEmptyBody(check: Check, value: JsonValue | undefined): boolean {
  const contents = Object.values(asObject(resolveObject(check, value)?.['content']) ?? {});
  return contents.every((media) => Object.keys(asObject(media) ?? {}).length === 0);
}

/** Reports duplicate operationIds. */
export function checkOperationIds(check: Check): void {
  const seen = new Map<string, JsonObject>();
  for (const operation of check.operations) {
    const id = asText(operation['operationId']);
    if (id === undefined) continue;
    const first = seen.get(id);
    if (first === undefined) {
      seen.set(id, operation);
      continue;
    }
    const other = lineOf(check.description.locate(first, 'operationId'));
    const message = `the operationId "${id}" is used twice, first at ${other}`;
    const at = check.description.locate(operation, 'operationId');
    report(check, 'openapi-operation-id', { message, at });
  }
}

// With one of these, the property may be declared elsewhere.
const OPEN = 'allOf anyOf oneOf not if $ref $dynamicRef patternProperties discriminator'.split(' ');

/** Reports names under `required` without a property, except in parts of other schemas. */
export function checkRequiredNames(check: Check): void {
  for (const schema of check.schemas) {
    const required = schema['required'];
    if (!Array.isArray(required) || !isWhole(check, schema)) continue;
    const properties = asObject(schema['properties']) ?? {};
    for (const [index, name] of required.entries()) {
      if (typeof name !== 'string' || name in properties) continue;
      const message = `"required" names "${name}", which is not one of the properties`;
      const at = check.description.locate(required, index);
      const hint = suggest(name, Object.keys(properties));
      report(check, 'openapi-suspicious', { message, at, hint });
    }
  }
}

function isWhole(check: Check, schema: JsonObject): boolean {
  if (check.parts.has(schema) || OPEN.some((key) => key in schema)) return false;
  const type = schema['type'];
  if (typeof type === 'string' && type !== 'object') return false;
  const rest = schema['additionalProperties'];
  return rest === undefined || rest === false;
}
