import { keysOf } from '../../../diagnostics/nearest.ts';
import { append } from '../../../shared/maps.ts';
import { asObject, isObject, listOf } from '../../model/model-context.ts';
import type { JsonObject } from '../../read/description.ts';
import { type Check, report, suggest } from '../check-context.ts';
import { resolveObject } from '../references.ts';

/** Checks a schema by itself, without `required` (see `checkRequiredNames`). */
export function checkSchema(check: Check, schema: JsonObject): void {
  check.schemas.push(schema);
  // Parts describe a value that their parent describes too.
  const parts = PART_LISTS.flatMap((key) => listOf(schema[key]));
  for (const key of PART_FIELDS) parts.push(schema[key] ?? null);
  if (isObject(schema['dependentSchemas']))
    append(parts, Object.values(schema['dependentSchemas']));
  if ('$ref' in schema) parts.push(schema);
  for (const part of parts) {
    const target = resolveObject(check, part);
    if (target !== undefined) check.parts.add(target);
    if (isObject(part)) check.parts.add(part);
  }
  checkTypeFields(check, schema);
  noteValues(check, schema);
}

/** Records example and default for validation at the end; also of Swagger 2.0's parameters, which have no schema. */
export function noteValues(check: Check, schema: JsonObject): void {
  for (const key of ['default', 'example']) {
    const value = schema[key];
    if (value === undefined) continue;
    const what = `the ${key}`;
    check.examples.push({ what, owner: schema, key, value, schema, direction: 'either' });
  }
  const examples = schema['examples'];
  if (!Array.isArray(examples)) return;
  for (const [key, value] of examples.entries()) {
    const what = 'the example';
    check.examples.push({ what, owner: examples, key, value, schema, direction: 'either' });
  }
}

const PART_LISTS = ['allOf', 'anyOf', 'oneOf'];
const PART_FIELDS = ['not', 'if', 'then', 'else', 'contains'];

// No page shows the items of an object, or the properties of text.
const TYPE_FIELDS = Object.entries({ properties: 'object', items: 'array' });

function checkTypeFields(check: Check, schema: JsonObject): void {
  const type = schema['type'];
  if (typeof type !== 'string') return;
  for (const [field, own] of TYPE_FIELDS) {
    if (!(field in schema) || type === own || typeof schema[field] === 'boolean') continue;
    const message = `"${field}" has no effect in a schema of type "${type}"`;
    const at = check.description.locateKey(schema, field);
    report(check, 'openapi-suspicious', { message, at });
  }
}

// With one of these, the property may be declared elsewhere.
const OPEN = 'allOf anyOf oneOf not if $ref $dynamicRef patternProperties discriminator'.split(' ');

/** Reports names under `required` without a property, except in parts of other schemas. */
export function checkRequiredNames(check: Check): void {
  for (const schema of check.schemas) {
    const required = schema['required'];
    if (!Array.isArray(required) || check.parts.has(schema)) continue;
    const { type, additionalProperties: rest } = schema;
    if (typeof type === 'string' && type !== 'object') continue;
    if ((rest !== undefined && rest !== false) || OPEN.some((key) => key in schema)) continue;
    const properties = asObject(schema['properties']) ?? {};
    for (const [index, name] of required.entries()) {
      if (typeof name !== 'string' || name in properties) continue;
      const message = `"required" names "${name}", which is not one of the properties`;
      const at = check.description.locate(required, index);
      const hint = suggest(check, name, keysOf(properties));
      report(check, 'openapi-suspicious', { message, at, hint });
    }
  }
}
