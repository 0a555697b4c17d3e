import { HTTP_METHODS } from '../../../shared/page.ts';
import { asObject, asText, isObject, listOf, namedEntries } from '../../model/model-context.ts';
import type { JsonObject } from '../../read/description.ts';
import { type Check, isExtension, lineOf, report, suggest } from '../check-context.ts';
import { resolveObject } from '../references.ts';
import { readTemplate } from './servers.ts';

export function checkPaths(check: Check, root: JsonObject): void {
  const paths = asObject(root['paths']);
  if (paths === undefined) return;
  const seen = new Map<string, string>();
  for (const path of Object.keys(paths)) {
    if (isExtension(path) || path === '$ref') continue;
    const at = check.description.locateKey(paths, path);
    if (!path.startsWith('/')) {
      const hint = `write "/${path}"`;
      const message = `the path "${path}" must start with "/"`;
      report(check, 'openapi-path', { message, at, hint });
    }
    const { names, problem } = readTemplate(path);
    if (problem !== undefined) {
      report(check, 'openapi-path', { message: `the path "${path}" ${problem}`, at });
      continue;
    }
    const twice = names.find((name, index) => names.indexOf(name) < index);
    if (twice !== undefined) {
      report(check, 'openapi-path', { message: `the path "${path}" names "{${twice}}" twice`, at });
    }
    if (path.includes('?')) {
      const message = `the path "${path}" has a query, which is not part of a path`;
      const hint = 'describe a query by parameters in "query"';
      report(check, 'openapi-suspicious', { message, at, hint });
    }
    const shape = path.replace(/\{[^}]*\}/g, '{}');
    const other = seen.get(shape);
    if (other !== undefined) reportSame(check, paths, [other, path]);
    seen.set(shape, path);
    checkPathParameters(check, { paths, path, names });
  }
}

function reportSame(
  check: Check,
  paths: JsonObject,
  [other, path]: readonly [string, string],
): void {
  const first = lineOf(check.description.locateKey(paths, other));
  const message = `the path "${path}" differs from "${other}" (${first}) only in the names of its parameters`;
  report(check, 'openapi-path', { message, at: check.description.locateKey(paths, path) });
}

interface Declared {
  readonly names: ReadonlySet<string>;
  /** True if a parameter cannot be read: it might be the missing one. */
  readonly unsure: boolean;
}

function checkPathParameters(
  check: Check,
  { paths, path, names }: { paths: JsonObject; path: string; names: readonly string[] },
): void {
  const item = itemOf(check, paths[path]);
  if (item === undefined) return;
  const shared = readDeclared(check, item, { path, names });
  const operations = operationsOf(item);
  const lacking = operations.map(([method, operation]) => {
    const own = readDeclared(check, operation, { path, names });
    const unsure = own.unsure || shared.unsure;
    const missing = names.filter((name) => !own.names.has(name) && !shared.names.has(name));
    return { method, operation, missing: unsure ? [] : missing, own };
  });
  for (const name of new Set(names)) {
    const without = lacking.filter(({ missing }) => missing.includes(name));
    if (without.length === 0) continue;
    const everywhere = without.length === operations.length;
    const problem = `the path parameter "${name}" is not declared`;
    const locations = everywhere
      ? [check.description.locateKey(paths, path)]
      : without.map(({ operation }) => check.description.locateName(operation));
    for (const at of locations) {
      const message = everywhere ? problem : `${problem} for this operation`;
      const hint = `add a parameter with "name: ${name}" and "in: path"`;
      report(check, 'openapi-parameter', { message, at, hint });
    }
  }
}

/** Merges a path item with the target of its reference; its own fields win. */
function itemOf(check: Check, value: JsonObject[string] | undefined): JsonObject | undefined {
  const given = asObject(value);
  const target = resolveObject(check, value);
  if (given === undefined || target === undefined || given === target) return target;
  const merged: JsonObject = Object.assign(Object.create(null), target, given);
  return check.description.derive(merged, target);
}

/** Lists the operations of a path with upper-case methods. */
export function operationsOf(item: JsonObject): readonly (readonly [string, JsonObject])[] {
  const found: [string, JsonObject][] = [];
  for (const method of HTTP_METHODS) {
    const operation = item[method];
    if (isObject(operation)) found.push([method.toUpperCase(), operation]);
  }
  for (const [method, operation] of namedEntries(item['additionalOperations'])) {
    if (isObject(operation)) found.push([method, operation]);
  }
  return found;
}

// Collects the declared path parameters and reports those that the path lacks.
function readDeclared(
  check: Check,
  object: JsonObject,
  { path, names }: { readonly path: string; readonly names: readonly string[] },
): Declared {
  const declared = new Set<string>();
  let unsure = false;
  const list = object['parameters'];
  for (const [index, item] of listOf(list).entries()) {
    const parameter = resolveObject(check, item);
    const name = asText(parameter?.['name']);
    if (parameter === undefined || name === undefined) unsure = true;
    if (parameter?.['in'] !== 'path' || name === undefined) continue;
    declared.add(name);
    if (names.includes(name) || !Array.isArray(list)) continue;
    const inline = item === parameter;
    const at = inline
      ? check.description.locate(parameter, 'name')
      : check.description.locate(isObject(item) ? item : list, isObject(item) ? '$ref' : index);
    const message = `the path "${path}" has no "{${name}}" for this parameter`;
    report(check, 'openapi-parameter', { message, at, hint: suggest(name, names) });
  }
  return { names: declared, unsure };
}
