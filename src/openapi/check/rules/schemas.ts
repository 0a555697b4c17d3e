import type { Location } from '../../../diagnostics/diagnostic.ts';
import { asNumber, asObject, asText, isObject, listOf } from '../../model/model-context.ts';
import type { JsonObject } from '../../read/description.ts';
import { type Check, locateStart, patternProblem, quote, report } from '../check-context.ts';
import { resolveObject } from '../references.ts';

/** Checks a schema by itself, without `required` (see `checkRequiredNames`). */
export function checkSchema(check: Check, schema: JsonObject): void {
  check.schemas.push(schema);
  noteParts(check, schema);
  checkSchemaValues(check, schema);
  noteExamples(check, schema);
  if (schema['readOnly'] === true && schema['writeOnly'] === true) {
    const message = 'a schema cannot be both "readOnly" and "writeOnly"';
    const at = check.description.locateKey(schema, 'writeOnly');
    report(check, 'openapi-schema', { message, at });
  }
  const patterns = asObject(schema['patternProperties']) ?? {};
  for (const key of Object.keys(patterns))
    checkPattern(check, key, check.description.locateKey(patterns, key));
}

/** Checks bounds, pattern, enum and default, also of Swagger 2.0's parameters and headers. */
export function checkSchemaValues(check: Check, schema: JsonObject): void {
  checkBounds(check, schema);
  const pattern = asText(schema['pattern']);
  if (pattern !== undefined)
    checkPattern(check, pattern, check.description.locate(schema, 'pattern'));
  checkTypeFields(check, schema);
  checkEnum(check, schema);
  noteValue(check, schema, 'default');
}

/** Records a value of the schema's own for validation at the end. */
function noteValue(check: Check, schema: JsonObject, key: 'default' | 'example'): void {
  const value = schema[key];
  if (value === undefined) return;
  const what = `the ${key}`;
  check.examples.push({ what, owner: schema, key, value, schema, direction: 'either' });
}

function noteExamples(check: Check, schema: JsonObject): void {
  noteValue(check, schema, 'example');
  const examples = schema['examples'];
  if (!Array.isArray(examples)) return;
  for (const [key, value] of examples.entries()) {
    const what = 'the example';
    check.examples.push({ what, owner: examples, key, value, schema, direction: 'either' });
  }
}

const PART_LISTS = ['allOf', 'anyOf', 'oneOf'];
const PART_FIELDS = ['not', 'if', 'then', 'else', 'contains'];

// Parts describe a value that their parent describes too.
function noteParts(check: Check, schema: JsonObject): void {
  const parts = PART_LISTS.flatMap((key) => listOf(schema[key]));
  for (const key of PART_FIELDS) parts.push(schema[key] ?? null);
  if (isObject(schema['dependentSchemas']))
    parts.push(...Object.values(schema['dependentSchemas']));
  if ('$ref' in schema) parts.push(schema);
  for (const part of parts) {
    const target = resolveObject(check, part);
    if (target !== undefined) check.parts.add(target);
    if (isObject(part)) check.parts.add(part);
  }
}

const BOUNDS: readonly (readonly [string, string])[] = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
];

function checkBounds(check: Check, schema: JsonObject): void {
  for (const [low, high] of BOUNDS) {
    const least = asNumber(schema[low]);
    const most = asNumber(schema[high]);
    if (least !== undefined && most !== undefined && least > most) {
      const message = `"${low}" (${least}) is above "${high}" (${most})`;
      report(check, 'openapi-schema', { message, at: check.description.locate(schema, low) });
    }
  }
  const above = asNumber(schema['exclusiveMinimum']);
  const below = asNumber(schema['exclusiveMaximum']);
  if (above !== undefined && below !== undefined && above >= below) {
    const message = `no number is above "exclusiveMinimum" (${above}) and below "exclusiveMaximum" (${below})`;
    const at = check.description.locate(schema, 'exclusiveMinimum');
    report(check, 'openapi-schema', { message, at });
  }
}

function checkPattern(check: Check, pattern: string, at: Location): void {
  const reason = patternProblem(pattern);
  if (reason === undefined) return;
  const message = `the pattern "${pattern}" is not a regular expression of JavaScript: ${reason}`;
  report(check, 'openapi-schema', { message, at });
}

// Keywords that do not constrain values of the schema's type.
const TYPE_FIELDS = Object.entries({ properties: 'object', items: 'array', required: 'object' });

function checkTypeFields(check: Check, schema: JsonObject): void {
  const type = schema['type'];
  if (typeof type !== 'string') return;
  if (type === 'array' && !('items' in schema) && check.version <= '3.0') {
    const message = 'a schema of type "array" needs "items"';
    report(check, 'openapi-field-missing', { message, at: locateStart(check, schema) });
  }
  for (const [field, own] of TYPE_FIELDS) {
    if (!(field in schema) || type === own || typeof schema[field] === 'boolean') continue;
    const message = `"${field}" has no effect in a schema of type "${type}"`;
    report(check, 'openapi-suspicious', {
      message,
      at: check.description.locateKey(schema, field),
    });
  }
}

function checkEnum(check: Check, schema: JsonObject): void {
  const values = schema['enum'];
  if (!Array.isArray(values)) return;
  const bare = withoutEnum(check, schema);
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    const what = 'the enum value';
    check.examples.push({
      what,
      owner: values,
      key: index,
      value,
      schema: bare,
      direction: 'either',
    });
    const text = JSON.stringify(value);
    if (seen.has(text)) {
      const message = `the enum value ${quote(value)} is listed twice`;
      report(check, 'openapi-suspicious', { message, at: check.description.locate(values, index) });
    }
    seen.add(text);
  }
}

// Enum values must fit the other keywords.
function withoutEnum(check: Check, schema: JsonObject): JsonObject {
  const copy: JsonObject = Object.assign(Object.create(null), schema);
  delete copy['enum'];
  return check.description.derive(copy, schema);
}
