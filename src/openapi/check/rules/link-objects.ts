import { asObject, asText, isObject, listOf } from '../../model/model-context.ts';
import type { JsonObject } from '../../read/description.ts';
import { type Check, locateStart, report, suggest } from '../check-context.ts';
import { resolveObject } from '../references.ts';
import { operationsOf } from './paths.ts';

interface Target {
  readonly operation: JsonObject;
  /** The path item, which may declare parameters for it. */
  readonly item: JsonObject | undefined;
}

export function checkLinks(check: Check, root: JsonObject): void {
  if (check.links.length === 0) return;
  const items = itemsOf(check, root);
  const byId = new Map<string, Target>();
  for (const operation of check.operations) {
    const id = asText(operation['operationId']);
    if (id !== undefined) byId.set(id, { operation, item: items.get(operation) });
  }
  for (const link of check.links) {
    const target = targetOf(check, link, byId) ?? refTarget(check, link, items);
    if (target !== undefined) checkParameters(check, link, target);
  }
}

function itemsOf(check: Check, root: JsonObject): ReadonlyMap<JsonObject, JsonObject> {
  const items = new Map<JsonObject, JsonObject>();
  for (const key of ['paths', 'webhooks']) {
    for (const value of Object.values(asObject(root[key]) ?? {})) {
      const item = resolveObject(check, value);
      if (item === undefined) continue;
      for (const [, operation] of operationsOf(item)) items.set(operation, item);
    }
  }
  return items;
}

function targetOf(
  check: Check,
  link: JsonObject,
  byId: ReadonlyMap<string, Target>,
): Target | undefined {
  const id = asText(link['operationId']);
  const ref = asText(link['operationRef']);
  if (id !== undefined && ref !== undefined) {
    const message = 'a link cannot have both "operationId" and "operationRef"';
    const at = check.description.locateKey(link, 'operationRef');
    report(check, 'openapi-link', { message, at });
  }
  if (id === undefined) {
    const none = link['operationId'] === undefined && link['operationRef'] === undefined;
    if (none) {
      const message = 'a link needs "operationId" or "operationRef"';
      report(check, 'openapi-field-missing', { message, at: locateStart(check, link) });
    }
    return undefined;
  }
  const target = byId.get(id);
  if (target === undefined) {
    const message = `the operation "${id}" does not exist`;
    const at = check.description.locate(link, 'operationId');
    report(check, 'openapi-link', { message, at, hint: suggest(id, byId.keys()) });
  }
  return target;
}

function refTarget(
  check: Check,
  link: JsonObject,
  items: ReadonlyMap<JsonObject, JsonObject>,
): Target | undefined {
  const ref = asText(link['operationRef']);
  // Absolute addresses may belong to another API and are not resolved.
  if (ref === undefined || /^[a-z][a-z\d+.-]*:/i.test(ref)) return undefined;
  const found = check.description.follow(ref, link);
  if (!found.ok) {
    const { message, hint } = found.problem;
    const at = check.description.locate(link, 'operationRef');
    report(check, 'openapi-link', { message, at, hint });
    return undefined;
  }
  const operation = resolveObject(check, found.value);
  return operation === undefined ? undefined : { operation, item: items.get(operation) };
}

function checkParameters(check: Check, link: JsonObject, { operation, item }: Target): void {
  const given = link['parameters'];
  // Without the path item, the parameters are unknown.
  if (!isObject(given) || item === undefined) return;
  const names = new Set<string>();
  const full = new Set<string>();
  for (const holder of [operation, item]) {
    for (const value of listOf(holder['parameters'])) {
      const parameter = resolveObject(check, value);
      const name = asText(parameter?.['name']);
      if (parameter === undefined || name === undefined) return;
      names.add(name);
      full.add(`${asText(parameter['in']) ?? ''}.${name}`);
    }
  }
  for (const name of Object.keys(given)) {
    if (names.has(name) || full.has(name)) continue;
    const message = `the operation of the link has no parameter "${name}"`;
    const at = check.description.locateKey(given, name);
    report(check, 'openapi-link', { message, at, hint: suggest(name, names, 'parameters') });
  }
}
