import { nearest } from '../diagnostics/nearest.ts';
import { checkFormat } from './formats/formats.ts';
import {
  type ConfigPath,
  isRecord,
  keyProblem,
  missingProblem,
  type Problem,
  printConfigPath,
  valueProblem,
} from './problem.ts';
import type { NumberSchema, ObjectSchema, RecordSchema, Schema, StringSchema } from './schema.ts';
import { DEFINITIONS } from './schema-site.ts';

interface Visit {
  readonly path: ConfigPath;
  /** The objects around the value: a value that is one of them contains itself. */
  readonly around: readonly unknown[];
}

/** Compares a value with a schema and returns every difference. */
export function checkShape(value: unknown, schema: Schema): Problem[] {
  return visitValue(value, schema, { path: [], around: [] });
}

function visitValue(value: unknown, schema: Schema, visit: Visit): Problem[] {
  if (visit.around.includes(value)) return [valueProblem(visit.path, 'contains itself')];
  switch (schema.kind) {
    case 'ref':
      return visitValue(value, DEFINITIONS[schema.name], visit);
    case 'union':
      return visitUnion(value, schema.options, visit);
    case 'boolean':
      return typeof value === 'boolean' ? [] : [typeProblem(value, 'a boolean', visit.path)];
    case 'string':
      return typeof value === 'string'
        ? visitString(value, schema, visit.path)
        : [typeProblem(value, expectedTypes(schema), visit.path)];
    case 'number':
      return typeof value === 'number'
        ? visitNumber(value, schema, visit.path)
        : [typeProblem(value, 'a number', visit.path)];
    case 'array':
      if (!Array.isArray(value)) return [typeProblem(value, 'an array', visit.path)];
      if (schema.nonEmpty && value.length === 0)
        return [valueProblem(visit.path, 'must not be empty')];
      return Array.from(value).flatMap((item: unknown, index) =>
        visitValue(item, schema.items, inside(visit, index, value)),
      );
    case 'record':
    case 'object':
      if (!isRecord(value)) return [typeProblem(value, 'an object', visit.path)];
      return schema.kind === 'record'
        ? visitRecord(value, schema, visit)
        : visitObject(value, schema, visit);
  }
}

function inside(visit: Visit, segment: string | number, parent: unknown): Visit {
  return { path: [...visit.path, segment], around: [...visit.around, parent] };
}

function visitString(value: string, schema: StringSchema, path: ConfigPath): Problem[] {
  if (schema.values !== undefined) {
    if (schema.values.includes(value)) return [];
    return [
      valueProblem(
        path,
        `must be ${quoteAll(schema.values)}, found "${value}"`,
        didYouMean(value, schema.values),
      ),
    ];
  }
  const refusal = schema.format === undefined ? undefined : checkFormat(schema.format, value);
  if (refusal === undefined) return [];
  const problem = valueProblem(path, refusal.reason, refusal.hint);
  return [refusal.code === undefined ? problem : { ...problem, code: refusal.code }];
}

function visitNumber(value: number, schema: NumberSchema, path: ConfigPath): Problem[] {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = schema;
  const isKind = schema.integer ? Number.isInteger(value) : Number.isFinite(value);
  if (isKind && value >= min && value <= max) return [];
  const kind = schema.integer ? 'a whole number' : 'a number';
  const range = Number.isFinite(max)
    ? ` from ${min} to ${max}`
    : Number.isFinite(min)
      ? ` of at least ${min}`
      : '';
  return [valueProblem(path, `must be ${kind}${range}, found ${value}`)];
}

function visitRecord(
  value: Record<string, unknown>,
  schema: RecordSchema,
  visit: Visit,
): Problem[] {
  return Object.entries(value).flatMap(([key, item]) => {
    const path = [...visit.path, key];
    const refused = schema.keys === undefined ? undefined : checkKey(key, schema.keys, path);
    return [
      ...(refused === undefined ? [] : [refused]),
      ...visitValue(item, schema.values, inside(visit, key, value)),
    ];
  });
}

function checkKey(
  key: string,
  keys: NonNullable<RecordSchema['keys']>,
  path: ConfigPath,
): Problem | undefined {
  if (typeof keys === 'object') return keys.includes(key) ? undefined : unknownKey(path, key, keys);
  const refusal = checkFormat(keys, key);
  if (refusal === undefined) return undefined;
  return keyProblem(path, `has a key that ${refusal.reason}`, refusal.hint);
}

function visitObject(
  value: Record<string, unknown>,
  schema: ObjectSchema,
  visit: Visit,
): Problem[] {
  const known = Object.keys(schema.properties);
  const unknown = schema.open
    ? []
    : Object.keys(value).filter((key) => !Object.hasOwn(schema.properties, key));
  const declared = Object.entries(schema.properties).flatMap(([key, property]) => {
    const item = Object.hasOwn(value, key) ? value[key] : undefined;
    if (item !== undefined) return visitValue(item, property.schema, inside(visit, key, value));
    return property.required ? [missingProblem(visit.path, key, property.description)] : [];
  });
  return [...declared, ...unknown.map((key) => unknownKey([...visit.path, key], key, known))];
}

/** A key that does not exist; the hint names the nearest one, or all where none is near. */
export function unknownKey(path: ConfigPath, key: string, known: readonly string[]): Problem {
  return {
    code: 'config-unknown-key',
    path,
    message: `${printConfigPath(path)} is not a key of the configuration`,
    hint: didYouMean(key, known) ?? `known keys: ${known.join(', ')}`,
    at: 'key',
  };
}

/** The hint that names the nearest of some words, or undefined where none is near. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const near = nearest(word, known);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

// An option is meant where the type fits and, for objects, where its key is present.
function visitUnion(value: unknown, options: readonly Schema[], visit: Visit): Problem[] {
  const resolved = options.map((option) =>
    option.kind === 'ref' ? DEFINITIONS[option.name] : option,
  );
  const fitting = resolved.filter((option) => hasTypeOf(value, option));
  if (fitting.length === 0) {
    const expected = new Set(resolved.map(expectedTypes));
    return [typeProblem(value, Array.from(expected).join(' or '), visit.path)];
  }
  const meant = fitting.find((option) => isMeant(value, option));
  return meant === undefined
    ? wrongKind(value, fitting, visit.path)
    : visitValue(value, meant, visit);
}

function hasTypeOf(value: unknown, schema: Schema): boolean {
  if (schema.kind === 'object' || schema.kind === 'record') return isRecord(value);
  if (schema.kind === 'array') return Array.isArray(value);
  return typeof value === schema.kind;
}

function isMeant(value: unknown, schema: Schema): boolean {
  if (schema.kind !== 'object' || schema.when === undefined) return true;
  const { key, equals } = schema.when;
  if (!isRecord(value) || !Object.hasOwn(value, key)) return false;
  return equals === undefined || value[key] === equals;
}

/** An object that is none of a union's kinds: its `type` is missing or wrong. */
function wrongKind(value: unknown, options: readonly Schema[], path: ConfigPath): Problem[] {
  const conditions = options.flatMap((option) =>
    option.kind === 'object' && option.when ? [option.when] : [],
  );
  const key = conditions[0]?.key ?? 'type';
  const kinds = conditions.flatMap(({ equals }) => equals ?? []);
  const found = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (found === undefined) return [missingProblem(path, key, `one of ${quoteAll(kinds)}`)];
  if (typeof found !== 'string') return [typeProblem(found, 'a string', [...path, key])];
  return visitString(found, { kind: 'string', values: kinds }, [...path, key]);
}

function typeProblem(value: unknown, expected: string, path: ConfigPath): Problem {
  const hint =
    typeof value === 'number' && expected === 'a string'
      ? `write it in quotes: '${value}'`
      : undefined;
  const name = path.length === 0 ? 'the configuration' : printConfigPath(path);
  return {
    code: 'config-type',
    path,
    message: `${name}: expected ${expected}, found ${typeName(value)}`,
    hint,
  };
}

function expectedTypes(schema: Schema): string {
  switch (schema.kind) {
    case 'string':
      return schema.values === undefined ? 'a string' : quoteAll(schema.values);
    case 'array':
      return 'an array';
    case 'record':
    case 'object':
      return 'an object';
    case 'number':
    case 'boolean':
      return `a ${schema.kind}`;
    case 'union':
    case 'ref':
      return 'another value';
  }
}

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (isRecord(value)) return 'an object';
  return `an instance of ${Object.prototype.toString.call(value).slice('[object '.length, -1)}`;
}

function quoteAll(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
