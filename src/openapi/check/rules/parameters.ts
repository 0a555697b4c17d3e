import { asText, isObject, listOf } from '../../model/model-context.ts';
import type { JsonObject } from '../../read/description.ts';
import { anyOf, type Check, locateStart, report } from '../check-context.ts';
import { checkSchemaValues } from './schemas.ts';

const STYLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['path', ['matrix', 'label', 'simple']],
  ['query', ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']],
  ['header', ['simple']],
  ['cookie', ['form']],
]);

/** Checks one parameter: location, style, and schema or content. */
export function checkParameter(check: Check, parameter: JsonObject): void {
  const location = asText(parameter['in']);
  if (location === 'path') checkPathParameter(check, parameter);
  if (check.version === '2.0') {
    checkOldParameter(check, parameter, location);
    return;
  }
  checkShape(check, parameter);
  checkStyle(check, parameter, location);
  if (location === 'querystring' && !('content' in parameter)) {
    const message = 'a parameter in "querystring" needs "content"';
    report(check, 'openapi-parameter', { message, at: locateStart(check, parameter) });
  }
  if (location === 'header') checkHeaderName(check, parameter);
}

function checkPathParameter(check: Check, parameter: JsonObject): void {
  if (parameter['required'] === true) return;
  if ('required' in parameter && typeof parameter['required'] !== 'boolean') return;
  const given = 'required' in parameter;
  const message = `the path parameter "${asText(parameter['name']) ?? ''}" needs "required: true"`;
  const at = check.description.locate(parameter, given ? 'required' : 'in');
  report(check, 'openapi-parameter', { message, at });
}

function checkShape(check: Check, parameter: JsonObject): void {
  const schema = 'schema' in parameter;
  const content = parameter['content'];
  if (!schema && content === undefined) {
    const message = 'a parameter needs "schema" or "content"';
    report(check, 'openapi-field-missing', { message, at: locateStart(check, parameter) });
  }
  if (schema && content !== undefined) {
    const message = 'a parameter cannot have both "schema" and "content"';
    const at = check.description.locateKey(parameter, 'content');
    report(check, 'openapi-parameter', { message, at });
  }
  if (isObject(content) && Object.keys(content).length !== 1) {
    const message = 'the content of a parameter must have one media type';
    const at = check.description.locateKey(parameter, 'content');
    report(check, 'openapi-parameter', { message, at });
  }
}

function checkStyle(check: Check, parameter: JsonObject, location: string | undefined): void {
  const style = asText(parameter['style']);
  const known = STYLES.get(location ?? '');
  if (style === undefined || known === undefined) return;
  if (known.includes(style)) return;
  if (check.version === '3.2' && location === 'cookie' && style === 'cookie') return;
  const message = `the style "${style}" does not exist for parameters in "${location ?? ''}"`;
  const at = check.description.locate(parameter, 'style');
  report(check, 'openapi-parameter', { message, at, hint: `allowed: ${anyOf(known)}` });
}

// OpenAPI 3, Parameter Object: definitions with these names are ignored.
function checkHeaderName(check: Check, parameter: JsonObject): void {
  const name = asText(parameter['name']) ?? '';
  if (!['accept', 'content-type', 'authorization'].includes(name.toLowerCase())) return;
  const message = `the header parameter "${name}" has no effect`;
  report(check, 'openapi-suspicious', {
    message,
    at: check.description.locate(parameter, 'name'),
    hint:
      name.toLowerCase() === 'authorization'
        ? 'declare a security scheme'
        : 'media types are named by "content"',
  });
}

function checkOldParameter(
  check: Check,
  parameter: JsonObject,
  location: string | undefined,
): void {
  if (location === undefined) return;
  const needed = location === 'body' ? 'schema' : 'type';
  if (!(needed in parameter)) {
    const message = `a parameter in "${location}" needs "${needed}"`;
    report(check, 'openapi-field-missing', { message, at: locateStart(check, parameter) });
  }
  if (parameter['type'] === 'file' && location !== 'formData') {
    const message = 'a parameter of type "file" must be in "formData"';
    report(check, 'openapi-parameter', { message, at: check.description.locate(parameter, 'in') });
  }
}

/** Checks the type of a parameter, header or item of Swagger 2.0, which has no schema. */
export function checkSimpleValue(check: Check, object: JsonObject): void {
  if (check.version !== '2.0' || listOf(object['type']).length > 0) return;
  if (object['in'] !== 'body') checkSchemaValues(check, object);
}
