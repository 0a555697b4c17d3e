import { canonical, isObject, listOf } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { checkObject } from './objects.ts';
import {
  checkConst,
  checkCount,
  checkEnum,
  checkNumber,
  checkText,
  checkType,
  equals,
} from './scalars.ts';
import {
  enter,
  type Finding,
  finding,
  NONE,
  type Outcome,
  type Run,
  spend,
  start,
  type ValidateOptions,
  type ValidationContext,
} from './validation.ts';

/** Validates a value against a schema of the description. Terminates on circular schemas. */
export function validate(value: JsonValue, schema: JsonValue, options: ValidateOptions): Outcome {
  const run: Run = { options, unknown: false, partial: false, apply };
  const findings = apply(schema, value, start(run, schema));
  return run.unknown ? { known: false } : { known: true, findings };
}

function apply(
  schema: JsonValue,
  value: JsonValue,
  context: ValidationContext,
): readonly Finding[] {
  if (!spend(context) || schema === true) return NONE;
  if (schema === false) return [finding(context, 'is not allowed here')];
  if (!isObject(schema)) {
    context.run.unknown = true;
    return NONE;
  }
  const deeper = { ...context, depth: context.depth + 1 };
  const followed = applyReferences(schema, value, deeper);
  if (context.run.options.dialect === 'draft-4' && typeof schema['$ref'] === 'string')
    return followed;
  if (value === null && (schema['nullable'] === true || schema['x-nullable'] === true)) return NONE;
  const own = applyOwn(schema, value, deeper);
  return followed.length === 0 ? own : [...followed, ...own];
}

function applyReferences(
  schema: JsonObject,
  value: JsonValue,
  context: ValidationContext,
): readonly Finding[] {
  const found: Finding[] = [];
  for (const key of ['$ref', '$dynamicRef']) {
    const ref = schema[key];
    if (ref === undefined) continue;
    const target = typeof ref === 'string' ? context.run.options.follow(ref, schema) : undefined;
    if (target?.ok !== true) context.run.unknown = true;
    else found.push(...apply(target.value, value, context));
  }
  return found;
}

function applyOwn(
  schema: JsonObject,
  value: JsonValue,
  context: ValidationContext,
): readonly Finding[] {
  const wrongType = checkType(schema, value, context);
  if (wrongType !== NONE) return wrongType;
  const found = [...checkConst(schema, value, context), ...checkEnum(schema, value, context)];
  if (typeof value === 'number') found.push(...checkNumber(schema, value, context));
  else if (typeof value === 'string') found.push(...checkText(schema, value, context));
  found.push(...applyParts(schema, value, context));
  if (Array.isArray(value)) found.push(...checkList(schema, value, context));
  else if (isObject(value)) found.push(...checkObject(schema, value, context));
  return found;
}

// Examples rarely violate these.
const PASSED_OVER =
  'not if contains propertyNames dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems'.split(
    ' ',
  );

function applyParts(
  schema: JsonObject,
  value: JsonValue,
  context: ValidationContext,
): readonly Finding[] {
  const found: Finding[] = [];
  for (const part of partsOf(context, schema, 'allOf')) found.push(...apply(part, value, context));
  found.push(...checkAlternatives({ schema, value, context, key: 'anyOf' }));
  found.push(...checkAlternatives({ schema, value, context, key: 'oneOf' }));
  if (PASSED_OVER.some((key) => key in schema)) context.run.partial = true;
  return found;
}

function partsOf(
  { run }: ValidationContext,
  schema: JsonObject,
  key: string,
): readonly JsonValue[] {
  const given = schema[key];
  if (given !== undefined && !Array.isArray(given)) run.unknown = true;
  return listOf(given);
}

interface Alternatives {
  readonly schema: JsonObject;
  readonly value: JsonValue;
  readonly context: ValidationContext;
  readonly key: 'anyOf' | 'oneOf';
}

function checkAlternatives({ schema, value, context, key }: Alternatives): readonly Finding[] {
  const options = partsOf(context, schema, key);
  if (options.length === 0) return NONE;
  const failures: (readonly Finding[])[] = [];
  let matching = 0;
  for (const option of options) {
    const found = apply(option, value, context);
    if (found.length === 0) matching += 1;
    else failures.push(found);
    if (context.run.unknown) return NONE;
  }
  if (matching === 0) return nearestFailure(context, failures);
  if (key === 'anyOf' || matching === 1 || context.run.partial) return NONE;
  return [finding(context, `matches ${matching} of the schemas under "oneOf", but must match one`)];
}

// Reports the alternative whose type fits, if there is only one: the author meant that.
function nearestFailure(
  context: ValidationContext,
  failures: readonly (readonly Finding[])[],
): readonly Finding[] {
  if (failures.length === 1 && failures[0] !== undefined) return failures[0];
  const depth = pathLength(context);
  const likely = failures.filter(
    (found) => !found.some((one) => one.kind === 'type' && one.path.length === depth),
  );
  if (likely.length === 1 && likely[0] !== undefined) return likely[0];
  return [finding(context, `matches none of the ${failures.length} alternatives`)];
}

function pathLength(context: ValidationContext): number {
  let length = 0;
  for (let at = context.parent; at !== undefined; at = at.parent) length += 1;
  return length;
}

function checkList(
  schema: JsonObject,
  list: readonly JsonValue[],
  context: ValidationContext,
): readonly Finding[] {
  return [...checkSize(schema, list, context), ...checkItems(schema, list, context)];
}

function checkSize(
  schema: JsonObject,
  list: readonly JsonValue[],
  context: ValidationContext,
): readonly Finding[] {
  const found = [...checkCount(schema, context, { of: 'Items', size: () => list.length })];
  if (schema['uniqueItems'] === true) found.push(...checkUnique(list, context));
  return found;
}

function checkUnique(list: readonly JsonValue[], context: ValidationContext): readonly Finding[] {
  const seen = new Set<string>();
  for (const [index, item] of list.entries()) {
    if (!spend(context)) return NONE;
    const text = canonical(item);
    if (seen.has(text)) {
      const first = list.findIndex((other) => equals(other, item));
      return [finding(enter(context, index, true), `is the same as item ${first + 1}`)];
    }
    seen.add(text);
  }
  return NONE;
}

function checkItems(
  schema: JsonObject,
  list: readonly JsonValue[],
  context: ValidationContext,
): readonly Finding[] {
  const found: Finding[] = [];
  const given = schema['items'];
  // Swagger 2.0 and older drafts list the items of a tuple under `items`.
  const tuple = Array.isArray(given) ? given : schema['prefixItems'];
  const first = Array.isArray(tuple) ? tuple : [];
  const rest = Array.isArray(given) ? schema['additionalItems'] : given;
  for (const [index, item] of list.entries()) {
    const itemSchema = index < first.length ? first[index] : rest;
    if (itemSchema === undefined) continue;
    found.push(...context.run.apply(itemSchema, item, enter(context, index, itemSchema)));
  }
  return found;
}
