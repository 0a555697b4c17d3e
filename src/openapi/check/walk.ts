import { nearest } from '../../diagnostics/nearest.ts';
import { isObject } from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import {
  anyOf,
  atLeast,
  type Check,
  type Direction,
  describe,
  isExtension,
  locateStart,
  report,
  suggest,
  type Visit,
} from './check-context.ts';
import { COMPONENT_SECTIONS, type FieldType, type Kind, type KindName } from './fields/field.ts';
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
  if (refOf(object) !== undefined) {
    queueTarget(check, { kind: name, object, direction });
    if (name !== 'PathItem' && !(name === 'Schema' && atLeast(check, '3.1'))) return;
  }
  const inner = name === 'RequestBody' ? 'request' : name === 'Response' ? 'response' : direction;
  for (const key of Object.keys(object)) {
    if (name === 'Root' && SHARED.includes(key)) continue;
    checkField(check, { kind, kindName: name, object, key, direction: inner });
  }
  for (const key of kind.required) {
    if (key in object) continue;
    const message = `${kind.name} needs "${key}"`;
    const type = kind.fields.get(key);
    const value = type?.is === 'choice' ? `: ${anyOf(type.values)}` : '';
    const hint = `add the field "${key}"${value}`;
    report(check, 'openapi-field-missing', { message, at: locateStart(check, object), hint });
  }
  applyRules(check, { kind: name, object, direction: inner });
}

function wasVisited(check: Check, kind: KindName, object: JsonObject): boolean {
  const visited = check.visited.get(kind) ?? new Set();
  check.visited.set(kind, visited);
  const isKnown = visited.has(object);
  visited.add(object);
  return isKnown;
}

function queueTarget(check: Check, { kind, object, direction }: Visit): void {
  const target = followRef(check, object, kind);
  if (target === undefined) return;
  const section = sectionOf(refOf(object) ?? '');
  if (section !== undefined && section !== kind) {
    reportTarget(check, { kind, object, found: check.kinds.get(section)?.name ?? '' });
  } else if (isObject(target)) check.queue.push({ kind, object: target, direction });
  else if (!isAllowed(check, { is: 'kind', kind }, target))
    reportTarget(check, { kind, object, found: describe(target) });
}

function reportTarget(
  check: Check,
  { kind, object, found }: { kind: KindName; object: JsonObject; found: string },
): void {
  const expected = check.kinds.get(kind)?.name ?? '';
  const message = `the reference is to ${found}, but ${expected} is expected`;
  report(check, 'openapi-field-type', { message, at: check.description.locate(object, '$ref') });
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
  const own = kind.fields.get(key);
  // Tools write `null` for absent values.
  if (own !== undefined && value === null && key !== 'type' && !kind.required.includes(key)) return;
  const type = own ?? (isExtension(key) ? undefined : kind.others);
  if (type !== undefined) checkValue(check, type, { owner: object, key, value, direction });
  else if (!isExtension(key)) reportUnknown(check, visited);
}

function reportUnknown(check: Check, { kind, kindName, object, key }: FieldVisit): void {
  const near = nearest(key, kind.fields.keys());
  // JSON Schema ignores unknown keywords (2020-12, 4.3.1): only likely typos are reported.
  if (near === undefined && kindName === 'Schema') return;
  const at = check.description.locateKey(object, key);
  const hint = near === undefined ? undefined : `did you mean "${near}"?`;
  const message = `"${key}" is not a field of ${kind.name}`;
  report(check, 'openapi-field-unknown', { message, at, hint });
}

interface ValueVisit {
  readonly owner: JsonObject | JsonValue[];
  readonly key: string | number;
  readonly value: JsonValue;
  readonly direction: Direction;
}

function checkValue(check: Check, type: FieldType, visited: ValueVisit): void {
  const { value, direction } = visited;
  if (type.is === 'either') {
    const fitting = type.of.find((option) => isAllowed(check, option, value));
    if (fitting === undefined) reportType(check, type, visited);
    else checkValue(check, fitting, visited);
  } else if (type.is === 'kind' && isObject(value)) {
    visit(check, { kind: type.kind, object: value, direction });
  } else if (type.is === 'map' && isObject(value)) checkMap(check, type.of, visited);
  else if (type.is === 'list' && Array.isArray(value)) {
    for (const [key, item] of value.entries())
      checkValue(check, type.of, { owner: value, key, value: item, direction });
  } else if (!isAllowed(check, type, value)) reportType(check, type, visited);
}

function checkMap(check: Check, type: FieldType, { value, direction }: ValueVisit): void {
  if (!isObject(value) || type.is === 'any') return;
  // Some descriptions in many files refer to whole maps; a property may be named "$ref".
  const isRef = refOf(value) !== undefined && !(type.is === 'kind' && type.kind === 'Schema');
  const target = isRef ? followRef(check, value) : value;
  if (!isObject(target)) return;
  for (const [key, item] of Object.entries(target))
    checkValue(check, type, { owner: target, key, value: item, direction });
}

/** A schema may be `true` or `false` since OpenAPI 3.1. */
function isAllowed(check: Check, type: FieldType, value: JsonValue): boolean {
  const isSchema = type.is === 'kind' && type.kind === 'Schema';
  return fits(type, value) || (isSchema && typeof value === 'boolean' && atLeast(check, '3.1'));
}

function reportType(check: Check, type: FieldType, { owner, key, value }: ValueVisit): void {
  const name = typeof key === 'number' ? `item ${key + 1}` : `"${key}"`;
  const message = `${name} must be ${expectedOf(check, type)}, but it is ${describe(value)}`;
  const at = check.description.locate(owner, key);
  report(check, 'openapi-field-type', { message, at, hint: typeHint(check, type, value) });
}

/** True if a value has the JSON type of a field. */
function fits(type: FieldType, value: JsonValue): boolean {
  switch (type.is) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'choice':
      return typeof value === 'string' && type.values.includes(value);
    case 'kind':
    case 'map':
      return isObject(value);
    case 'list':
      return Array.isArray(value);
    case 'either':
      return type.of.some((option) => fits(option, value));
  }
}

/** Suggests how to write a value of a wrong type, if that is known. */
function typeHint(check: Check, type: FieldType, value: JsonValue): string | undefined {
  const choice = type.is === 'either' ? type.of.find(({ is }) => is === 'choice') : type;
  if (choice?.is === 'choice') {
    if (value === null && choice.values.includes('null')) return 'write it in quotes: "null"';
    return typeof value === 'string' ? choiceHint(check, value, choice.values) : undefined;
  }
  if (type.is === 'text' && (typeof value === 'number' || typeof value === 'boolean'))
    return `write it in quotes: "${value}"`;
  const isBare = type.is === 'flag' ? /^(?:true|false)$/ : /^-?\d+(?:\.\d+)?$/;
  const isQuoted = (type.is === 'flag' || type.is === 'number') && typeof value === 'string';
  return isQuoted && isBare.test(value) ? `write it without quotes: ${value}` : undefined;
}

/** Names the choice that a word abbreviates or misspells. */
function choiceHint(check: Check, word: string, choices: readonly string[]): string | undefined {
  const start = choices.find((choice) => word.length > 1 && choice.startsWith(word));
  if (start !== undefined) return `did you mean "${start}"?`;
  return suggest(check, word, choices);
}

function expectedOf(check: Check, type: FieldType): string {
  switch (type.is) {
    case 'any':
      return 'a value';
    case 'text':
      return 'text';
    case 'flag':
      return 'true or false';
    case 'number':
      return 'a number';
    case 'choice':
      return anyOf(type.values);
    case 'kind':
      return `${check.kinds.get(type.kind)?.name ?? 'an object'} (an object)`;
    case 'map':
      return 'an object';
    case 'list':
      return 'a list';
    case 'either':
      return type.of.map((option) => expectedOf(check, option)).join(', or ');
  }
}
