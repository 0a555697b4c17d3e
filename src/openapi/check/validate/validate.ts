import { canonical, isObject, listOf } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { checkObject } from './objects.ts';
import {
  bound,
  checkConst,
  checkCount,
  checkEnum,
  checkNumber,
  checkText,
  checkType,
  equals,
} from './scalars.ts';
import {
  type Evaluated,
  enter,
  type Finding,
  finding,
  NONE,
  nothingEvaluated,
  type Outcome,
  type Run,
  type Spot,
  spend,
  start,
  type ValidateOptions,
} from './validation.ts';

/** Compares a value with a schema as the description holds it. Terminates on circular schemas. */
export function validate(value: JsonValue, schema: JsonValue, options: ValidateOptions): Outcome {
  const run: Run = { options, unknown: false, apply };
  const findings = apply(schema, value, start(run, schema));
  return run.unknown ? { known: false } : { known: true, findings };
}

function apply(schema: JsonValue, value: JsonValue, spot: Spot): readonly Finding[] {
  if (!spend(spot) || schema === true) return NONE;
  if (schema === false) return [finding(spot, 'is not allowed here')];
  if (!isObject(schema)) {
    spot.run.unknown = true;
    return NONE;
  }
  const deeper = ownView(schema, spot);
  const followed = applyReferences(schema, value, deeper);
  if (spot.run.options.dialect === 'draft-4' && typeof schema['$ref'] === 'string') return followed;
  if (value === null && (schema['nullable'] === true || schema['x-nullable'] === true)) return NONE;
  const own = applyOwn(schema, value, deeper);
  merge(deeper.evaluated, spot.evaluated);
  return followed.length === 0 ? own : [...followed, ...own];
}

// `unevaluatedProperties` does not see what stands beside its own schema (JSON Schema 2020-12, 11).
function ownView(schema: JsonObject, spot: Spot): Spot {
  const looks = 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema;
  const evaluated = looks ? nothingEvaluated() : spot.evaluated;
  return { ...spot, depth: spot.depth + 1, evaluated };
}

function merge(from: Evaluated, into: Evaluated): void {
  if (from === into) return;
  for (const key of from.keys) into.keys.add(key);
  for (const item of from.items) into.items.add(item);
}

function applyReferences(schema: JsonObject, value: JsonValue, spot: Spot): readonly Finding[] {
  const found: Finding[] = [];
  for (const key of ['$ref', '$dynamicRef']) {
    const ref = schema[key];
    if (ref === undefined) continue;
    const target = typeof ref === 'string' ? spot.run.options.follow(ref, schema) : undefined;
    if (target?.ok !== true) spot.run.unknown = true;
    else found.push(...apply(target.value, value, spot));
  }
  return found;
}

function applyOwn(schema: JsonObject, value: JsonValue, spot: Spot): readonly Finding[] {
  const wrongType = checkType(schema, value, spot);
  if (wrongType !== NONE) return wrongType;
  const found = [...checkConst(schema, value, spot), ...checkEnum(schema, value, spot)];
  if (typeof value === 'number') found.push(...checkNumber(schema, value, spot));
  else if (typeof value === 'string') found.push(...checkText(schema, value, spot));
  found.push(...applyParts(schema, value, spot));
  if (Array.isArray(value)) found.push(...checkList(schema, value, spot));
  else if (isObject(value)) found.push(...checkObject(schema, value, spot));
  return found;
}

function applyParts(schema: JsonObject, value: JsonValue, spot: Spot): readonly Finding[] {
  const found: Finding[] = [];
  for (const part of partsOf(spot, schema, 'allOf')) found.push(...apply(part, value, spot));
  found.push(...checkAlternatives({ schema, value, spot, key: 'anyOf' }));
  found.push(...checkAlternatives({ schema, value, spot, key: 'oneOf' }));
  const not = schema['not'];
  if (not !== undefined && tryOut(not, value, spot).length === 0) {
    found.push(finding(spot, 'matches what "not" forbids'));
  }
  found.push(...checkCondition(schema, value, spot));
  return found;
}

function partsOf({ run }: Spot, schema: JsonObject, key: string): readonly JsonValue[] {
  const given = schema[key];
  if (given !== undefined && !Array.isArray(given)) run.unknown = true;
  return listOf(given);
}

// What a part that does not match has looked at does not count.
function tryOut(schema: JsonValue, value: JsonValue, spot: Spot): readonly Finding[] {
  const evaluated = nothingEvaluated();
  const found = apply(schema, value, { ...spot, evaluated });
  if (found.length > 0) return found;
  merge(evaluated, spot.evaluated);
  return NONE;
}

interface Alternatives {
  readonly schema: JsonObject;
  readonly value: JsonValue;
  readonly spot: Spot;
  readonly key: 'anyOf' | 'oneOf';
}

function checkAlternatives({ schema, value, spot, key }: Alternatives): readonly Finding[] {
  const options = partsOf(spot, schema, key);
  if (options.length === 0) return NONE;
  const failures: (readonly Finding[])[] = [];
  let matching = 0;
  for (const option of options) {
    const found = tryOut(option, value, spot);
    if (found.length === 0) matching += 1;
    else failures.push(found);
    if (spot.run.unknown) return NONE;
  }
  if (matching === 0) return nearestFailure(spot, failures);
  if (key === 'anyOf' || matching === 1) return NONE;
  return [finding(spot, `matches ${matching} of the schemas under "oneOf", but must match one`)];
}

// The author meant the alternative whose type fits, where there is only one.
function nearestFailure(spot: Spot, failures: readonly (readonly Finding[])[]): readonly Finding[] {
  if (failures.length === 1 && failures[0] !== undefined) return failures[0];
  const depth = pathLength(spot);
  const likely = failures.filter(
    (found) => !found.some((one) => one.kind === 'type' && one.path.length === depth),
  );
  if (likely.length === 1 && likely[0] !== undefined) return likely[0];
  return [finding(spot, `matches none of the ${failures.length} alternatives`)];
}

function pathLength(spot: Spot): number {
  let length = 0;
  for (let at = spot.parent; at !== undefined; at = at.parent) length += 1;
  return length;
}

function checkCondition(schema: JsonObject, value: JsonValue, spot: Spot): readonly Finding[] {
  const condition = schema['if'];
  if (condition === undefined || spot.run.options.dialect === 'draft-4') return NONE;
  const next = tryOut(condition, value, spot).length === 0 ? schema['then'] : schema['else'];
  return next === undefined ? NONE : apply(next, value, spot);
}

function checkList(schema: JsonObject, list: readonly JsonValue[], spot: Spot): readonly Finding[] {
  return [
    ...checkSize(schema, list, spot),
    ...checkItems(schema, list, spot),
    ...checkContains(schema, list, spot),
    ...checkUnevaluated(schema, list, spot),
  ];
}

function checkSize(schema: JsonObject, list: readonly JsonValue[], spot: Spot): readonly Finding[] {
  const found = [...checkCount(schema, spot, { of: 'Items', size: () => list.length })];
  if (schema['uniqueItems'] === true) found.push(...checkUnique(list, spot));
  return found;
}

function checkUnique(list: readonly JsonValue[], spot: Spot): readonly Finding[] {
  const seen = new Set<string>();
  for (const [index, item] of list.entries()) {
    if (!spend(spot)) return NONE;
    const text = canonical(item);
    if (seen.has(text)) {
      const first = list.findIndex((other) => equals(other, item));
      return [finding(enter(spot, index, true), `is the same as item ${first + 1}`)];
    }
    seen.add(text);
  }
  return NONE;
}

function checkItems(
  schema: JsonObject,
  list: readonly JsonValue[],
  spot: Spot,
): readonly Finding[] {
  const found: Finding[] = [];
  const given = schema['items'];
  // Swagger 2.0 and older drafts name the items one by one under `items`.
  const tuple = Array.isArray(given) ? given : schema['prefixItems'];
  const first = Array.isArray(tuple) ? tuple : [];
  const rest = Array.isArray(given) ? schema['additionalItems'] : given;
  for (const [index, item] of list.entries()) {
    const itemSchema = index < first.length ? first[index] : rest;
    if (itemSchema === undefined) continue;
    spot.evaluated.items.add(index);
    found.push(...spot.run.apply(itemSchema, item, enter(spot, index, itemSchema)));
  }
  return found;
}

function checkContains(
  schema: JsonObject,
  list: readonly JsonValue[],
  spot: Spot,
): readonly Finding[] {
  const contains = schema['contains'];
  if (contains === undefined || spot.run.options.dialect === 'draft-4') return NONE;
  let count = 0;
  for (const [index, item] of list.entries()) {
    if (spot.run.apply(contains, item, enter(spot, index, contains)).length > 0) continue;
    spot.evaluated.items.add(index);
    count += 1;
  }
  const least = bound(spot, schema, 'minContains') ?? 1;
  const most = bound(spot, schema, 'maxContains');
  if (count < least) {
    return [finding(spot, `must have ${least} items that match "contains", but it has ${count}`)];
  }
  if (most === undefined || count <= most) return NONE;
  return [
    finding(spot, `must have at most ${most} items that match "contains", but it has ${count}`),
  ];
}

function checkUnevaluated(
  schema: JsonObject,
  list: readonly JsonValue[],
  spot: Spot,
): readonly Finding[] {
  const rest = schema['unevaluatedItems'];
  if (rest === undefined || spot.run.options.dialect === 'draft-4') return NONE;
  const found: Finding[] = [];
  for (const [index, item] of list.entries()) {
    if (spot.evaluated.items.has(index)) continue;
    found.push(...spot.run.apply(rest, item, enter(spot, index, rest)));
    spot.evaluated.items.add(index);
  }
  return found;
}
