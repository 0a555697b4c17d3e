import { nearest } from '../../../diagnostics/nearest.ts';
import { asObject, isObject, listOf } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { matchesPattern } from '../check-context.ts';
import { checkCount } from './scalars.ts';
import {
  enter,
  type Finding,
  finding,
  NONE,
  type Run,
  type ValidationContext,
} from './validation.ts';

const SHOWN = 5;

export function checkObject(
  schema: JsonObject,
  object: JsonObject,
  context: ValidationContext,
): readonly Finding[] {
  return [
    ...checkCount(schema, context, { of: 'Properties', size: () => Object.keys(object).length }),
    ...checkRequired(schema, object, context),
    ...checkProperties(schema, object, context),
  ];
}

function checkRequired(
  schema: JsonObject,
  object: JsonObject,
  context: ValidationContext,
): readonly Finding[] {
  const required = schema['required'];
  // Draft 3 has a flag here, which does not constrain this object.
  if (required === undefined || typeof required === 'boolean') return NONE;
  if (!Array.isArray(required)) context.run.unknown = true;
  const lacking = listOf(required).filter(
    (name): name is string =>
      typeof name === 'string' &&
      !(name in object) &&
      !isHidden(context.run, context.outermost, name),
  );
  if (lacking.length === 0) return NONE;
  const what = lacking.length === 1 ? 'property' : 'properties';
  const names = lacking.slice(0, SHOWN).map((name) => `"${name}"`);
  const rest = lacking.length > SHOWN ? ` and ${lacking.length - SHOWN} more` : '';
  return [finding(context, `lacks the required ${what} ${names.join(', ')}${rest}`)];
}

function checkProperties(
  schema: JsonObject,
  object: JsonObject,
  context: ValidationContext,
): readonly Finding[] {
  const properties = readMap(context, schema, 'properties');
  const patterns =
    context.run.options.dialect === 'draft-4' ? NO_PATTERNS : readPatterns(context, schema);
  const rest = schema['additionalProperties'];
  const found: Finding[] = [];
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    const own = properties[key];
    let known = own !== undefined;
    if (own !== undefined) found.push(...context.run.apply(own, value, enter(context, key, own)));
    for (const [pattern, part] of patterns) {
      const matches = matchesPattern(pattern, key);
      if (matches === undefined) context.run.unknown = true;
      if (matches !== true) continue;
      known = true;
      found.push(...context.run.apply(part, value, enter(context, key, part)));
    }
    if (known || rest === undefined || rest === true) continue;
    if (rest === false) found.push(unexpected(context, key, Object.keys(properties)));
    else found.push(...context.run.apply(rest, value, enter(context, key, rest)));
  }
  return found;
}

const NO_PATTERNS: readonly (readonly [string, JsonValue])[] = [];

function readPatterns(
  context: ValidationContext,
  schema: JsonObject,
): readonly (readonly [string, JsonValue])[] {
  if (schema['patternProperties'] === undefined) return NO_PATTERNS;
  return Object.entries(readMap(context, schema, 'patternProperties'));
}

const EMPTY: JsonObject = Object.create(null);

function readMap({ run }: ValidationContext, schema: JsonObject, key: string): JsonObject {
  const given = schema[key];
  if (given === undefined) return EMPTY;
  if (!isObject(given)) run.unknown = true;
  return asObject(given) ?? EMPTY;
}

function unexpected(context: ValidationContext, key: string, known: readonly string[]): Finding {
  const near = nearest(key, known);
  const hint = near === undefined ? '' : ` (did you mean "${near}"?)`;
  return { ...finding(context, `has a property "${key}" that is not allowed${hint}`), key };
}

const MAX_DEPTH = 8;

interface Search {
  readonly run: Run;
  readonly name: string;
  readonly test: (property: JsonObject) => boolean;
}

/** True if a required property may be absent: read-only in a request, or write-only in a response. */
function isHidden(run: Run, schema: JsonValue, name: string): boolean {
  const { direction } = run.options;
  const test: Search['test'] = (property) => {
    if (direction !== 'response' && property['readOnly'] === true) return true;
    return direction !== 'request' && property['writeOnly'] === true;
  };
  return hasMark({ run, name, test }, schema, 0);
}

function hasMark(search: Search, schema: JsonValue | undefined, depth: number): boolean {
  if (!isObject(schema) || depth > MAX_DEPTH) return false;
  if (isMarked(search, asObject(schema['properties'])?.[search.name], depth)) return true;
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => listOf(schema[key]));
  return [...parts, followed(search.run, schema)].some((part) => hasMark(search, part, depth + 1));
}

function isMarked(search: Search, property: JsonValue | undefined, depth: number): boolean {
  if (!isObject(property) || depth > MAX_DEPTH) return false;
  if (search.test(property)) return true;
  const parts = [...listOf(property['allOf']), followed(search.run, property)];
  return parts.some((part) => isMarked(search, part, depth + 1));
}

function followed(run: Run, schema: JsonObject): JsonValue | undefined {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return undefined;
  const target = run.options.follow(ref, schema);
  return target.ok ? target.value : undefined;
}
