import { asObject, asText, listOf } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { type Check, report, suggest } from '../check-context.ts';

/** Reports tags that the description's list does not declare; without a list, all tags are allowed. */
export function checkTags(check: Check, root: JsonObject): void {
  const declared = new Set<string>();
  for (const tag of listOf(root['tags'])) {
    const object = asObject(tag);
    const name = asText(object?.['name']);
    if (object === undefined || name === undefined) continue;
    if (declared.has(name)) {
      const message = `the tag "${name}" is declared twice`;
      report(check, 'openapi-tag', { message, at: check.description.locate(object, 'name') });
    }
    declared.add(name);
  }
  if (declared.size === 0) return;
  for (const operation of check.operations) {
    const tags = operation['tags'];
    if (Array.isArray(tags)) reportTags(check, tags, declared);
  }
  checkParents(check, root, declared);
  for (const group of listOf(root['x-tagGroups'])) {
    const tags = asObject(group)?.['tags'];
    if (Array.isArray(tags)) reportTags(check, tags, declared);
  }
}

function checkParents(check: Check, root: JsonObject, declared: ReadonlySet<string>): void {
  const parents = parentsOf(root);
  for (const tag of listOf(root['tags'])) {
    const object = asObject(tag);
    const parent = asText(object?.['parent']);
    if (object === undefined || parent === undefined) continue;
    if (leadsBack(object, parents)) {
      const message = `the tag "${asText(object['name']) ?? ''}" is its own ancestor`;
      report(check, 'openapi-tag', { message, at: check.description.locate(object, 'parent') });
    }
    if (declared.has(parent)) continue;
    const message = `the parent "${parent}" of the tag is not declared`;
    const at = check.description.locate(object, 'parent');
    report(check, 'openapi-tag', { message, at, hint: suggest(parent, declared) });
  }
}

function parentsOf(root: JsonObject): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const item of listOf(root['tags'])) {
    const name = asText(asObject(item)?.['name']);
    const parent = asText(asObject(item)?.['parent']);
    if (name !== undefined && parent !== undefined) parents.set(name, parent);
  }
  return parents;
}

// OpenAPI 3.2, Tag Object: tags must not be parents of each other.
function leadsBack(tag: JsonObject, parents: ReadonlyMap<string, string>): boolean {
  const start = asText(tag['name']);
  const seen = new Set<string>();
  for (let at = asText(tag['parent']); at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === start) return true;
    seen.add(at);
  }
  return false;
}

function reportTags(check: Check, tags: readonly JsonValue[], declared: ReadonlySet<string>): void {
  for (const [index, name] of tags.entries()) {
    if (typeof name !== 'string' || declared.has(name)) continue;
    const message = `the tag "${name}" is not declared`;
    const at = check.description.locate(tags, index);
    report(check, 'openapi-tag', { message, at, hint: suggest(name, declared) });
  }
}
