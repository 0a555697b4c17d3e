import { isObject } from '../../model/json.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { enter, finding, NONE, spend } from './instance-location.ts';
import { bound, equals } from './scalars.ts';
import type { Finding, Spot } from './validation.ts';

/** Everything that a schema says about a list. */
export function checkList(
  schema: JsonObject,
  list: readonly JsonValue[],
  spot: Spot,
): readonly Finding[] {
  return [
    ...checkSize(schema, list, spot),
    ...checkItems(schema, list, spot),
    ...checkContains(schema, list, spot),
    ...checkUnevaluated(schema, list, spot),
  ];
}

function checkSize(schema: JsonObject, list: readonly JsonValue[], spot: Spot): readonly Finding[] {
  const found: Finding[] = [];
  const least = bound(spot, schema, 'minItems');
  const most = bound(spot, schema, 'maxItems');
  const has = `but it has ${list.length}`;
  if (least !== undefined && list.length < least) {
    found.push(finding(spot, `must have at least ${least} items, ${has}`));
  }
  if (most !== undefined && list.length > most) {
    found.push(finding(spot, `must have at most ${most} items, ${has}`));
  }
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

function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, held: JsonValue) =>
    isObject(held) ? Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)) : held,
  );
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
