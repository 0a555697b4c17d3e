import { nearest } from '../../diagnostics/nearest.ts';
import { isObject } from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import {
  atLeast,
  type Check,
  type Direction,
  describe,
  isExtension,
  locateStart,
  report,
  type Visit,
} from './check-context.ts';
import { expectedOf, fits, typeHint } from './field-values.ts';
import {
  COMPONENT_SECTIONS,
  type Field,
  type FieldType,
  type Kind,
  type KindName,
  OLD_KEYWORDS,
} from './fields/field.ts';
import { followRef, refOf } from './references.ts';
import { applyRules } from './rules/apply.ts';

const SHARED = ['components', 'definitions', 'parameters', 'responses'];

/** Checks the root, everything in it and all targets of references; at last the unused components. */
export function walk(check: Check, root: JsonObject): void {
  const kind = check.kinds.get('Root');
  if (kind === undefined) return;
  visit(check, { kind: 'Root', object: root, direction: 'either' });
  emptyQueue(check);
  check.isShown = check.operations.length === 0;
  for (const key of SHARED) {
    if (key in root)
      checkField(check, { kind, kindName: 'Root', object: root, key, direction: 'either' });
  }
  emptyQueue(check);
}

function emptyQueue(check: Check): void {
  for (let task = check.queue.pop(); task !== undefined; task = check.queue.pop()) {
    visit(check, task);
  }
}

function visit(check: Check, { kind: name, object, direction }: Visit): void {
  const kind = check.kinds.get(name);
  if (kind === undefined || wasVisited(check, name, object)) return;
  const isRef = refOf(object) !== undefined;
  if (isRef) queueTarget(check, { kind: name, object, direction });
  if (isRef && !kind.ref) {
    const message = `${kind.name} cannot be a reference`;
    report(check, 'openapi-field-type', { message, at: check.description.locate(object, '$ref') });
  }
  if (isRef && name !== 'PathItem' && !(name === 'Schema' && atLeast(check, '3.1'))) {
    checkSiblings(check, kind, object);
    return;
  }
  const inner = name === 'RequestBody' ? 'request' : name === 'Response' ? 'response' : direction;
  for (const key of Object.keys(object)) {
    if (name === 'Root' && SHARED.includes(key)) continue;
    checkField(check, { kind, kindName: name, object, key, direction: inner });
  }
  checkRequired(check, kind, object);
  applyRules(check, { kind: name, object, direction: inner });
}

function wasVisited(check: Check, kind: KindName, object: JsonObject): boolean {
  const visited = check.visited.get(kind) ?? new Set();
  check.visited.set(kind, visited);
  const isKnown = visited.has(object);
  visited.add(object);
  return isKnown;
}

// OpenAPI 3.1 shows these two beside a reference (Reference Object); in 3.0 they are harmless.
function checkSiblings(check: Check, kind: Kind, object: JsonObject): void {
  for (const key of Object.keys(object)) {
    if (key === '$ref' || isExtension(key)) continue;
    if (key === 'description' || key === 'summary') continue;
    const message = `"${key}" beside "$ref" has no effect in OpenAPI ${check.version}`;
    const hint =
      kind.name === 'a schema'
        ? 'put the reference into "allOf" and the rest beside it'
        : undefined;
    report(check, 'openapi-suspicious', {
      message,
      at: check.description.locateKey(object, key),
      hint,
    });
  }
}

function queueTarget(check: Check, { kind, object, direction }: Visit): void {
  const target = followRef(check, object);
  if (target === undefined) return;
  const expected = check.kinds.get(kind)?.name ?? '';
  const section = sectionOf(refOf(object) ?? '');
  if (section !== undefined && section !== kind) {
    const found = check.kinds.get(section)?.name ?? '';
    const message = `the reference is to ${found}, but ${expected} is expected`;
    report(check, 'openapi-field-type', { message, at: check.description.locate(object, '$ref') });
  } else if (isObject(target)) check.queue.push({ kind, object: target, direction });
  else if (!(typeof target === 'boolean' && kind === 'Schema' && atLeast(check, '3.1'))) {
    const message = `the reference is to ${describe(target)}, but ${expected} is expected`;
    report(check, 'openapi-field-type', { message, at: check.description.locate(object, '$ref') });
  }
}

/** Returns the kind of the target of a reference to a component. */
function sectionOf(ref: string): KindName | undefined {
  const section = /#\/(components\/[a-zA-Z]+)\/[^/]+$/.exec(ref)?.[1];
  return section === undefined ? undefined : COMPONENT_SECTIONS.get(section);
}

interface FieldVisit {
  readonly kind: Kind;
  readonly kindName: KindName;
  readonly object: JsonObject;
  readonly key: string;
  readonly direction: Direction;
}

function checkField(check: Check, visited: FieldVisit): void {
  const { kind, object, key, direction } = visited;
  const value = object[key] ?? null;
  const fields = kind.fields.get(key);
  if (fields === undefined) {
    if (isExtension(key)) return;
    if (kind.others === undefined) reportUnknown(check, visited);
    else checkValue(check, kind.others, { owner: object, key, value, direction });
    return;
  }
  const field = fields.find((candidate) => candidate.versions.includes(check.version));
  if (field === undefined) reportVersion(check, visited, fields);
  const type = (field ?? fields[0])?.type;
  // A field of another version is reported as such, and not checked further.
  if (type === undefined || (field === undefined && !isObject(value))) return;
  if (fields.length > 1 && field !== undefined && reportOtherVersion(check, visited, fields))
    return;
  const isNothing = value === null && !fits(type, value) && typeHint(type, value) === undefined;
  if (isNothing && !isRequired(check, fields)) {
    // Tools write `null` for absent values; an author may have forgotten the value.
    const message = `"${key}" has no value and is ignored`;
    const at = check.description.locateKey(object, key);
    if (type.is !== 'text') report(check, 'openapi-suspicious', { message, at });
    return;
  }
  checkValue(check, type, { owner: object, key, value, direction });
}

function isRequired(check: Check, fields: readonly Field[]): boolean {
  return fields.some((field) => field.required.includes(check.version));
}

function reportUnknown(check: Check, { kind, kindName, object, key }: FieldVisit): void {
  const known = [...kind.fields]
    .filter(([, fields]) => fields.some((field) => field.versions.includes(check.version)))
    .map(([name]) => name);
  const near = nearest(key, known);
  // JSON Schema ignores unknown keywords (2020-12, 4.3.1): only likely typos are reported.
  const isLikely = near !== undefined && !OLD_KEYWORDS.has(key);
  if (kindName === 'Schema' && atLeast(check, '3.1') && !isLikely) return;
  const at = check.description.locateKey(object, key);
  const hint = near === undefined ? undefined : `did you mean "${near}"?`;
  const method = kindName === 'PathItem' && /^[A-Za-z]+$/.test(key);
  const message = method
    ? `"${key}" is not an HTTP method`
    : `"${key}" is not a field of ${kind.name}`;
  report(check, method ? 'openapi-path' : 'openapi-field-unknown', { message, at, hint });
}

function reportVersion(check: Check, visited: FieldVisit, fields: readonly Field[]): void {
  const { kind, kindName, object, key } = visited;
  const versions = fields.flatMap((field) => field.versions);
  const what = kindName === 'Schema' ? 'keyword' : 'field';
  const message = `"${key}" is a ${what} of ${kind.name} in OpenAPI ${versions.join(', ')}, not in ${check.version}`;
  const hint =
    key === 'nullable' ? 'write "null" as one of the types: type: [string, "null"]' : undefined;
  const at = check.description.locateKey(object, key);
  report(check, 'openapi-version-keyword', { message, at, hint });
}

// `type: [string, "null"]` in 3.0 and `exclusiveMinimum: true` in 3.1 are valid in another version.
function reportOtherVersion(
  check: Check,
  { object, key }: FieldVisit,
  fields: readonly Field[],
): boolean {
  const value = object[key] ?? null;
  const own = fields.find((field) => field.versions.includes(check.version));
  if (own === undefined || fits(own.type, value) || own.type.is === 'kind') return false;
  const other = fields.findLast((field) => field !== own && fits(field.type, value));
  const newer = other?.versions.find((version) => version > check.version);
  const first = newer ?? other?.versions.at(-1);
  if (other === undefined || first === undefined) return false;
  const message = `"${key}" is written as in OpenAPI ${first}, but the description is ${check.version}`;
  const hint = VERSION_HINTS.get(`${key} ${own.type.is}`);
  const at = check.description.locate(object, key);
  report(check, 'openapi-version-keyword', { message, at, hint });
  return true;
}

const VERSION_HINTS: ReadonlyMap<string, string> = new Map([
  ['type choice', 'OpenAPI 3.0 has one type, "nullable: true" and "anyOf"'],
  ['exclusiveMinimum number', 'write the bound itself instead of "minimum"'],
  ['exclusiveMaximum number', 'write the bound itself instead of "maximum"'],
  ['exclusiveMinimum flag', 'write the bound as "minimum" and "exclusiveMinimum: true"'],
  ['exclusiveMaximum flag', 'write the bound as "maximum" and "exclusiveMaximum: true"'],
]);

function checkRequired(check: Check, kind: Kind, object: JsonObject): void {
  for (const { name: key, versions } of kind.required) {
    if (key in object || !versions.includes(check.version)) continue;
    const message = `${kind.name} needs "${key}"`;
    report(check, 'openapi-field-missing', { message, at: locateStart(check, object) });
  }
}

interface ValueVisit {
  readonly owner: JsonObject | JsonValue[];
  readonly key: string | number;
  readonly value: JsonValue;
  readonly direction: Direction;
}

function checkValue(check: Check, type: FieldType, visited: ValueVisit): void {
  const { value, direction } = visited;
  switch (type.is) {
    case 'kind':
      if (isObject(value)) visit(check, { kind: type.kind, object: value, direction });
      else if (!isBooleanSchema(check, type.kind, value)) reportType(check, type, visited);
      return;
    case 'list':
      if (!Array.isArray(value)) return reportType(check, type, visited);
      if (type.filled && value.length === 0) reportEmpty(check, visited);
      for (const [key, item] of value.entries()) {
        checkValue(check, type.of, { owner: value, key, value: item, direction });
      }
      return;
    case 'map':
      if (!isObject(value)) return reportType(check, type, visited);
      for (const [key, item] of Object.entries(value)) {
        if (type.of.is !== 'any')
          checkValue(check, type.of, { owner: value, key, value: item, direction });
      }
      return;
    case 'either': {
      const fitting = type.of.find((option) => fits(option, value));
      if (fitting === undefined) reportType(check, type, visited);
      else checkValue(check, fitting, visited);
      return;
    }
    default:
      if (!fits(type, value)) reportType(check, type, visited);
  }
}

function isBooleanSchema(check: Check, kind: KindName, value: JsonValue): boolean {
  return kind === 'Schema' && typeof value === 'boolean' && atLeast(check, '3.1');
}

function reportType(check: Check, type: FieldType, { owner, key, value }: ValueVisit): void {
  const name = typeof key === 'number' ? `item ${key + 1}` : `"${key}"`;
  const message = `${name} must be ${expectedOf(check.kinds, type)}, but it is ${describe(value)}`;
  const at = check.description.locate(owner, key);
  report(check, 'openapi-field-type', { message, at, hint: typeHint(type, value) });
}

function reportEmpty(check: Check, { owner, key }: ValueVisit): void {
  const message = `"${key}" must have at least one item`;
  report(check, 'openapi-field-type', { message, at: check.description.locate(owner, key) });
}
