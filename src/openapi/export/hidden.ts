import { asObject, emptyObject, isObject, listOf, objectsOf } from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { type Component, componentKey, securityKeys, type Walker } from './walker.ts';

/** Removes components that only internal parts use, and tags that only internal operations have. */
export function removeHidden(
  walker: Walker,
  root: JsonObject,
  { used }: { readonly used: readonly ReadonlySet<string>[] },
): void {
  if (walker.hidden.size === 0) return;
  const internal = closure(walker, [keysOfHidden(walker)]);
  const free = [...walker.components.keys()].filter((key) => !internal.has(key));
  const kept = closure(walker, [...used, new Set(free)]);
  for (const key of internal) if (!kept.has(key)) walker.components.delete(key);
  removeTags(walker, root);
}

/** Returns the keys and, transitively, all that their components refer to. */
export function closure(
  { components }: { readonly components: ReadonlyMap<string, Component> },
  starts: readonly ReadonlySet<string>[],
): Set<string> {
  const found = new Set<string>();
  const next: string[] = starts.flatMap((keys) => [...keys]);
  for (let key = next.pop(); key !== undefined; key = next.pop()) {
    const component = components.get(key);
    if (component === undefined || found.has(key)) continue;
    found.add(key);
    next.push(...component.uses);
  }
  return found;
}

function keysOfHidden(walker: Walker): Set<string> {
  const keys = new Set<string>();
  const seen = new Set<JsonValue>();
  const rest: JsonValue[] = [...walker.hidden];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isObject(value)) {
      for (const key of securityKeys(value['security'], walker.grammar)) keys.add(key);
      rest.push(...targetOf(walker, value, keys));
    }
    rest.push(...Object.values(value));
  }
  return keys;
}

/** Returns the target of a reference; adds the key instead if it is a component. */
function targetOf(walker: Walker, object: JsonObject, keys: Set<string>): JsonValue[] {
  const ref = object['$ref'];
  if (typeof ref !== 'string') return [];
  const found = walker.description.follow(ref, object);
  if (!found.ok) return [];
  const isRoot = found.file === walker.description.root.file;
  const key = isRoot
    ? componentKey(walker, found.pointer)
    : isObject(found.value)
      ? walker.claims.get(found.value)
      : undefined;
  if (key !== undefined) keys.add(key);
  return key === undefined ? [found.value] : [];
}

function removeTags(walker: Walker, root: JsonObject): void {
  const gone = new Set<JsonValue>();
  for (const part of walker.hidden) {
    for (const value of [part, ...Object.values(part)]) {
      if (isObject(value)) for (const tag of listOf(value['tags'])) gone.add(tag);
    }
  }
  for (const section of ['paths', 'webhooks', 'x-webhooks']) {
    for (const item of valuesOf(root[section])) {
      for (const operation of [
        ...valuesOf(item),
        ...valuesOf(asObject(item)?.['additionalOperations']),
      ]) {
        if (isObject(operation)) for (const tag of listOf(operation['tags'])) gone.delete(tag);
      }
    }
  }
  if (gone.size === 0) return;
  filterList(root, 'tags', (tag) => !isObject(tag) || !gone.has(tag['name'] ?? null));
  if (!Array.isArray(root['x-tagGroups'])) return;
  root['x-tagGroups'] = objectsOf(root['x-tagGroups']).flatMap((group) => {
    const copy = Object.assign(emptyObject(), group);
    filterList(copy, 'tags', (tag) => !gone.has(tag));
    return listOf(copy['tags']).length === 0 ? [] : [copy];
  });
}

function filterList(owner: JsonObject, key: string, keep: (item: JsonValue) => boolean): void {
  const list = owner[key];
  if (Array.isArray(list)) owner[key] = list.filter(keep);
}

function valuesOf(value: JsonValue | undefined): JsonValue[] {
  return isObject(value) ? Object.values(value) : [];
}
