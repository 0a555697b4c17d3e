import {
  compareDiagnostics,
  type Diagnostic,
  diagnostic,
  type Location,
} from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { append } from '../../shared/maps.ts';
import { type FieldType, fits, type KindName, type Place, visitValue } from '../kinds.ts';
import { type Dialect, isObject, listOf, stringOf } from '../model/model-context.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import {
  atLeast,
  type Check,
  createCheck,
  type Direction,
  isExtension,
  locateStart,
  report,
  suggest,
  type Visit,
} from './check-context.ts';
import { anyOf, describe } from '../../shared/request/words.ts';
import { followRef, refOf } from './references.ts';
import { checkExampleHolder, checkExamples } from './rules/examples.ts';
import {
  checkDiscriminator,
  checkLinks,
  checkRequirements,
  checkServer,
  checkTags,
} from './rules/names.ts';
import { checkOperationIds, checkParameterList, checkPaths } from './rules/paths.ts';
import { checkRequiredNames, checkSchema, noteValues } from './rules/schemas.ts';

/**
 * Lists all problems of a description by location: structure, references and contradictions between its parts.
 * Reads the files that it refers to.
 */
export function checkDescription(description: Description): readonly Diagnostic[] {
  const { version, problem } = readVersion(description);
  const { root } = description.root;
  const found: Diagnostic[] = problem === undefined ? [] : [problem];
  if (version !== undefined && isObject(root)) {
    const check = createCheck(description, version);
    // Checks the root, everything in it and all targets of references; at last the unused components.
    const whole = { kind: 'Root', object: root, direction: 'either' } as const;
    visit(check, whole);
    emptyQueue(check);
    check.isShown = check.operations.length === 0;
    checkFields(
      check,
      whole,
      SHARED.filter((key) => key in root),
    );
    emptyQueue(check);
    checkPaths(check, root);
    checkOperationIds(check);
    checkTags(check, root);
    checkRequirements(check, root);
    checkLinks(check);
    checkRequiredNames(check);
    checkExamples(check);
    append(found, check.found);
  }
  return [...found, ...description.problems()].sort(compareDiagnostics);
}

/** Reads the version; it is absent if the description cannot be checked. */
function readVersion({ root: file, locate, locateKey }: Description): {
  version?: Dialect;
  problem?: Diagnostic;
} {
  const { root } = file;
  const start = { file: file.file, line: 1, column: 1 };
  const unsupported = (message: string, location: Location, hint?: string) => ({
    problem: diagnostic('openapi-version', { message, location, hint }),
  });
  if (!isObject(root)) {
    const message = `an OpenAPI description must be an object, but it is ${describe(root)}`;
    return unsupported(message, start);
  }
  const key = 'openapi' in root ? 'openapi' : 'swagger';
  const value = root[key];
  if (value === undefined) {
    const message = 'this is not an OpenAPI description: it has neither "openapi" nor "swagger"';
    const keys = Object.keys(root);
    const near = ['openapi', 'swagger'].find((name) => nearest(name, keys) !== undefined);
    const hint = 'name a file that begins with a line such as openapi: 3.1.0, or add this line';
    const typo = near && nearest(near, keys);
    if (typo === undefined) return unsupported(message, start, hint);
    return unsupported(message, locateKey(root, typo), `did you mean "${near}"?`);
  }
  const version = versionOf(key, value);
  if (typeof value === 'string' && version !== undefined) return { version };
  const location = locate(root, key);
  if (version === undefined) {
    const message = `${describe(value)} is not a supported version of OpenAPI`;
    const hint = 'known are "2.0" (as "swagger"), 3.0, 3.1 and 3.2 (as "openapi")';
    return unsupported(message, location, hint);
  }
  const message = `"${key}" must be text, but it is ${describe(value)}`;
  const hint = `write it in quotes: ${key}: "${version === '2.0' ? version : `${version}.0`}"`;
  return { version, problem: diagnostic('openapi-field-type', { message, location, hint }) };
}

function versionOf(key: string, value: JsonValue): Dialect | undefined {
  const text = typeof value === 'boolean' ? '' : stringOf(value);
  if (key === 'swagger') return text === '2.0' || value === 2 ? '2.0' : undefined;
  if (value === 3) return '3.0';
  const [, version] = /^(3\.[012])(?:\.\d+(?:-[\w.-]+)?)?$/.exec(text) ?? [];
  return DIALECTS.find((dialect) => dialect === version);
}

const DIALECTS = ['3.0', '3.1', '3.2'] as const;

type Rule = (check: Check, object: JsonObject, direction: Direction) => void;

const RULES: ReadonlyMap<KindName, readonly Rule[]> = new Map<KindName, readonly Rule[]>([
  ['Server', [checkServer]],
  ['PathItem', [checkParameterList]],
  ['Operation', [checkParameterList, (check, object) => void check.operations.push(object)]],
  ['Parameter', [checkSimpleValue, checkExampleHolder]],
  ['Header', [checkSimpleValue, checkExampleHolder]],
  ['Items', [checkSimpleValue]],
  ['MediaType', [checkExampleHolder]],
  ['Response', [checkExampleHolder]],
  ['Link', [(check, object) => void check.links.push(object)]],
  ['Schema', [checkSchema]],
  ['Discriminator', [checkDiscriminator]],
  ['SecurityRequirement', [(check, object) => void check.requirements.push(object)]],
]);

const SHARED = ['components', 'definitions', 'parameters', 'responses'];

function emptyQueue(check: Check): void {
  for (let task = check.queue.pop(); task !== undefined; task = check.queue.pop()) {
    visit(check, task);
  }
}

function visit(check: Check, { kind, object, direction }: Visit): void {
  const visited = check.visited.get(kind) ?? new Set();
  if (visited.has(object)) return;
  check.visited.set(kind, visited.add(object));
  if (refOf(object) !== undefined) {
    queueTarget(check, { kind, object, direction });
    if (kind !== 'PathItem' && !(kind === 'Schema' && atLeast(check, '3.1'))) return;
  }
  const inner = kind === 'RequestBody' ? 'request' : kind === 'Response' ? 'response' : direction;
  const entered = { kind, object, direction: inner } as const;
  const keys = Object.keys(object);
  checkFields(check, entered, kind === 'Root' ? keys.filter((key) => !SHARED.includes(key)) : keys);
  const { title, required, fields } = check.kinds.get(kind);
  for (const key of required) {
    if (key in object) continue;
    const type = fields.get(key);
    report(check, 'openapi-field-missing', {
      message: `${title} needs "${key}"`,
      at: locateStart(check, object),
      hint: `add the field "${key}"${type?.is === 'choice' ? `: ${anyOf(type.values)}` : ''}`,
    });
  }
  for (const rule of RULES.get(kind) ?? []) rule(check, object, inner);
}

/** Checks a parameter, header or item of Swagger 2.0, which has no schema. */
function checkSimpleValue(check: Check, object: JsonObject): void {
  if (check.version !== '2.0' || listOf(object['type']).length > 0) return;
  if (object['in'] !== 'body') noteValues(check, object);
}

function queueTarget(check: Check, { kind, object, direction }: Visit): void {
  const target = followRef(check, object, kind);
  if (target === undefined) return;
  const [, section = ''] = /#\/(components\/[a-zA-Z]+)\/[^/]+$/.exec(refOf(object) ?? '') ?? [];
  const actual = check.kinds.sections.get(section);
  const isOther = actual !== undefined && actual !== kind;
  if (!isOther && isObject(target)) check.queue.push({ kind, object: target, direction });
  else if (isOther || !isAllowed(check, { is: 'kind', kind }, target)) {
    const what = isOther ? check.kinds.get(actual).title : describe(target);
    const message = `the reference is to ${what}, but ${check.kinds.get(kind).title} is expected`;
    report(check, 'openapi-field-type', { message, at: check.description.locate(object, '$ref') });
  }
}

function checkFields(check: Check, entered: Visit, keys: readonly string[]): void {
  const { kind, object, direction } = entered;
  const { title, required, fields } = check.kinds.get(kind);
  const visitor = {
    part: (partKind: KindName, part: JsonObject): JsonObject => {
      visit(check, { kind: partKind, object: part, direction });
      return part;
    },
    other: (type: FieldType, { owner, key, value }: Place): void => {
      if (isAllowed(check, type, value)) return;
      const name = typeof key === 'number' ? `item ${key + 1}` : `"${key}"`;
      const message = `${name} must be ${expectedOf(check, type)}, but it is ${describe(value)}`;
      const at = check.description.locate(owner, key);
      report(check, 'openapi-field-type', { message, at, hint: typeHint(check, type, value) });
    },
    mapOf: (map: JsonObject, of: FieldType): JsonObject | undefined => {
      // Some descriptions in many files refer to whole maps; a property may be named "$ref".
      const isRef = refOf(map) !== undefined && !(of.is === 'kind' && of.kind === 'Schema');
      const target = isRef ? followRef(check, map) : map;
      return isObject(target) ? target : undefined;
    },
  };
  for (const key of keys) {
    const value = object[key] ?? null;
    // Tools write `null` for absent values.
    if (value === null && fields.has(key) && key !== 'type' && !required.includes(key)) continue;
    const type = check.kinds.typeOf(kind, key);
    if (type !== undefined) visitValue(visitor, type, { owner: object, key, value });
    if (type !== undefined || isExtension(key)) continue;
    const near = nearest(key, fields.keys());
    // JSON Schema ignores unknown keywords (2020-12, 4.3.1): only likely typos are reported.
    if (near === undefined && kind === 'Schema') continue;
    report(check, 'openapi-field-unknown', {
      message: `"${key}" is not a field of ${title}`,
      at: check.description.locateKey(object, key),
      hint: near === undefined ? undefined : `did you mean "${near}"?`,
    });
  }
}

/** True if a value fits a type; a schema may be `true` or `false` since OpenAPI 3.1. */
function isAllowed(check: Check, type: FieldType, value: JsonValue): boolean {
  if (fits(type, value)) return true;
  if (typeof value !== 'boolean' || !atLeast(check, '3.1')) return false;
  const options = type.is === 'either' ? type.of : [type];
  return options.some((option) => option.is === 'kind' && option.kind === 'Schema');
}

/** Suggests how to write a value of a wrong type, if that is known. */
function typeHint(check: Check, type: FieldType, value: JsonValue): string | undefined {
  const choice = type.is === 'either' ? type.of.find(({ is }) => is === 'choice') : type;
  if (choice?.is === 'choice') {
    if (value === null && choice.values.includes('null')) return 'write it in quotes: "null"';
    if (typeof value !== 'string') return undefined;
    const long = choice.values.find((word) => value.length > 1 && word.startsWith(value));
    return long === undefined ? suggest(check, value, choice.values) : `did you mean "${long}"?`;
  }
  if (type.is === 'text' && (typeof value === 'number' || typeof value === 'boolean'))
    return `write it in quotes: "${value}"`;
  const isBare = type.is === 'flag' ? /^(?:true|false)$/ : /^-?\d+(?:\.\d+)?$/;
  const isQuoted = (type.is === 'flag' || type.is === 'number') && typeof value === 'string';
  return isQuoted && isBare.test(value) ? `write it without quotes: ${value}` : undefined;
}

const EXPECTED = {
  any: 'a value',
  text: 'text',
  flag: 'true or false',
  number: 'a number',
  map: 'an object',
  list: 'a list',
};

function expectedOf(check: Check, type: FieldType): string {
  if (type.is === 'choice') return anyOf(type.values);
  if (type.is === 'kind') return `${check.kinds.get(type.kind).title} (an object)`;
  if (type.is !== 'either') return EXPECTED[type.is];
  return type.of.map((option) => expectedOf(check, option)).join(', or ');
}
