import type { JsonObject, JsonValue } from '../../documents/types.ts';
import { type Check, report, suggest } from '../context.ts';
import { asList, asObject, asText } from '../values.ts';

/** Tags that no entry of the description's list declares. Where there is no list, every tag is free. */
export function checkTags(check: Check, root: JsonObject): void {
  const declared = new Set<string>();
  for (const tag of asList(root['tags'])) {
    const object = asObject(tag);
    const name = asText(object?.['name']);
    if (object === undefined || name === undefined) continue;
    if (declared.has(name)) {
      report(check, 'openapi-tag', {
        message: `the tag "${name}" is declared twice`,
        at: check.description.locate(object, 'name'),
      });
    }
    declared.add(name);
  }
  if (declared.size === 0) return;
  for (const operation of check.operations) {
    const tags = operation['tags'];
    if (Array.isArray(tags)) reportTags(check, tags, declared);
  }
  checkParents(check, root, declared);
  for (const group of asList(root['x-tagGroups'])) {
    const tags = asObject(group)?.['tags'];
    if (Array.isArray(tags)) reportTags(check, tags, declared);
  }
}

function checkParents(check: Check, root: JsonObject, declared: ReadonlySet<string>): void {
  for (const tag of asList(root['tags'])) {
    const object = asObject(tag);
    const parent = asText(object?.['parent']);
    if (object === undefined || parent === undefined || declared.has(parent)) continue;
    report(check, 'openapi-tag', {
      message: `the parent "${parent}" of the tag is not declared`,
      at: check.description.locate(object, 'parent'),
      hint: suggest(parent, declared),
    });
  }
}

function reportTags(check: Check, tags: readonly JsonValue[], declared: ReadonlySet<string>): void {
  for (const [index, name] of tags.entries()) {
    if (typeof name !== 'string' || declared.has(name)) continue;
    report(check, 'openapi-tag', {
      message: `the tag "${name}" is not declared`,
      at: check.description.locate(tags, index),
      hint: suggest(name, declared),
    });
  }
}
