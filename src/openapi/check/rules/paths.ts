import { groupBy } from '../../../shared/maps.ts';
import { HTTP_METHODS } from '../../../shared/page.ts';
import { asObject, asText, isObject, listOf } from '../../model/model-context.ts';
import type { JsonObject } from '../../read/description.ts';
import { type Check, isExtension, lineOf, report, suggest } from '../check-context.ts';
import { resolveObject } from '../references.ts';

export function checkPaths(check: Check, root: JsonObject): void {
  const paths = asObject(root['paths']);
  if (paths === undefined) return;
  const names = Object.keys(paths).filter((path) => !isExtension(path) && path !== '$ref');
  const tell = (path: string, problem: string): void => {
    const at = check.description.locateKey(paths, path);
    report(check, 'openapi-path', { message: `the path "${path}" ${problem}`, at });
  };
  // Servers, and addresses of pages, may not tell these apart.
  const equal = groupBy(names, (path) => path.replace(/\{[^{}]*\}/g, '{}').toLowerCase());
  for (const [first, ...others] of equal.values()) {
    for (const path of others) {
      const isCase = path.toLowerCase() === first.toLowerCase();
      const differs = isCase ? 'in upper and lower case' : 'in the names of parameters';
      tell(path, `differs from "${first}" ${differs} only`);
    }
  }
  for (const path of names) {
    const template = readTemplate(path);
    const problem = path.startsWith('/') ? template.problem : 'must start with "/"';
    if (problem !== undefined) tell(path, problem);
    if (template.problem === undefined)
      checkPathParameters(check, { paths, path, names: template.names });
  }
}

interface Template {
  readonly names: readonly string[];
  /** Follows "the path" in a message. */
  readonly problem: string | undefined;
}

const PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/\{[^{}]*\{/, 'has a "{" inside braces'],
  [/(?:^|\})[^{}]*\}/, 'has a "}" without its "{"'],
  [/\{\}/, 'has empty braces'],
  [/\{[^{}]*$/, 'has a "{" that is not closed'],
];

/** Parses `/tenants/{tenantId}`. */
export function readTemplate(text: string): Template {
  const names = Array.from(text.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
  return { names, problem: PROBLEMS.find(([pattern]) => pattern.test(text))?.[1] };
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
  const given = asObject(paths[path]);
  const target = resolveObject(check, given);
  if (given === undefined || target === undefined) return;
  // Its own fields win over those of the target of its reference.
  const merged: JsonObject = Object.assign(Object.create(null), target, given);
  const item = given === target ? target : check.description.derive(merged, target);
  const shared = readDeclared(check, item, { path, names });
  const others = Object.values(asObject(item['additionalOperations']) ?? {});
  const operations = [...HTTP_METHODS.map((method) => item[method]), ...others]
    .map((operation) => resolveObject(check, operation))
    .filter(isObject);
  const lacking = operations.map((operation) => {
    const own = readDeclared(check, operation, { path, names, known: shared.names });
    const unsure = own.unsure || shared.unsure;
    const missing = names.filter((name) => !own.names.has(name) && !shared.names.has(name));
    return { operation, missing: unsure ? [] : missing };
  });
  for (const name of new Set(names)) {
    const without = lacking.filter(({ missing }) => missing.includes(name));
    if (without.length === 0) continue;
    const everywhere = without.length === lacking.length;
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

// Collects the declared path parameters and reports those that the path lacks.
function readDeclared(
  check: Check,
  object: JsonObject,
  {
    path,
    names,
    known,
  }: {
    readonly path: string;
    readonly names: readonly string[];
    /** Declared for all operations of the path. */
    readonly known?: ReadonlySet<string>;
  },
): Declared {
  const list = listOf(object['parameters']).map((item, index) => {
    const parameter = resolveObject(check, item) ?? {};
    return { item, index, parameter, name: asText(parameter['name']) };
  });
  const written = list.flatMap(({ parameter, name }) =>
    parameter['in'] === 'path' ? (name ?? []) : [],
  );
  const lacking = names.filter((name) => !written.includes(name) && known?.has(name) !== true);
  const unknown = written.filter((name) => !names.includes(name));
  // One parameter for the one that lacks: the same mistake, which is reported here.
  const meant = lacking.length === 1 && unknown.length === 1 ? lacking[0] : undefined;
  for (const { item, index, parameter, name } of list) {
    if (parameter['in'] !== 'path' || name === undefined || names.includes(name)) continue;
    const isInline = item === parameter;
    const [owner, key] = isObject(item) ? [item, isInline ? 'name' : '$ref'] : [object, index];
    const at = check.description.locate(owner, key);
    const message = `the path "${path}" has no "{${name}}" for this parameter`;
    const hint =
      meant === undefined
        ? suggest(check, name, names)
        : `write "name: ${meant}" here, or {${name}} in the path`;
    report(check, 'openapi-parameter', { message, at, hint });
  }
  return {
    names: new Set(meant === undefined ? written : [...written, meant]),
    unsure: list.some(({ parameter, name }) => parameter['in'] === undefined || name === undefined),
  };
}

/** Reports parameters that are listed twice, in an operation or a path. */
export function checkParameterList(check: Check, holder: JsonObject): void {
  const list = holder['parameters'];
  if (!Array.isArray(list)) return;
  const groups = groupBy(list.entries(), ([, item]) => {
    const { name, in: location } = resolveObject(check, item) ?? {};
    const isNamed = typeof name === 'string' && typeof location === 'string';
    return isNamed ? `the ${location} parameter "${name}"` : undefined;
  });
  for (const [parameter, [[first], ...others]] of groups) {
    const other = lineOf(check.description.locate(list, first));
    for (const [index] of parameter === undefined ? [] : others) {
      const { file, line, column } = check.description.locate(list, index);
      const message = `${parameter} is listed twice, first at ${other}`;
      report(check, 'openapi-parameter', { message, at: { file, line, column } });
    }
  }
}

/** Reports duplicate operationIds. */
export function checkOperationIds(check: Check): void {
  const groups = groupBy(check.operations, (operation) => asText(operation['operationId']));
  for (const [id, [first, ...others]] of groups) {
    const other = lineOf(check.description.locate(first, 'operationId'));
    for (const operation of id === undefined ? [] : others) {
      const message = `the operationId "${id}" is used twice, first at ${other}`;
      const at = check.description.locate(operation, 'operationId');
      report(check, 'openapi-operation-id', { message, at });
    }
  }
}
