import * as v from 'valibot';
import type { Refusal } from './formats/address.ts';
import { accepts, isSchema, type Shape, schemaAt } from './form.ts';
import { checkFormat, describeFormat, type FormatName, isFormatName } from './formats/formats.ts';
import {
  type ConfigPath,
  didYouMean,
  isRecord,
  memberAt,
  printConfigPath,
  valueAt,
} from './problem.ts';
import { addTo } from '../shared/maps.ts';

/** A difference between a value and its schema; `expected` completes "must be …". */
export type SchemaProblem = { readonly path: ConfigPath } & (
  | {
      readonly kind: 'unknown-key';
      readonly key: string;
      readonly known: readonly string[];
      /** The missing key that it was written for. */
      readonly meant?: string;
    }
  /** A required key; `path` includes it. */
  | { readonly kind: 'missing'; readonly key: string; readonly expected: string }
  | { readonly kind: 'type'; readonly expected: string }
  /** A value of the right type that is not allowed. */
  | { readonly kind: 'value'; readonly expected: string; readonly hint?: string | undefined }
  | { readonly kind: 'format'; readonly refusal: Refusal; readonly isKey: boolean }
);

/** Names of types in messages. */
export type TypeNames = Readonly<
  Record<'string' | 'number' | 'boolean' | 'Array' | 'Object', string>
>;

export type Checked<Value> =
  | { readonly value: Value; readonly problems: readonly [] }
  | { readonly value: undefined; readonly problems: readonly SchemaProblem[] };

/** Compares plain data with a schema: returns the value with its defaults, or every difference. */
export function checkSchema<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  types: TypeNames,
): Checked<v.InferOutput<Schema>> {
  const message = (issue: Issue): string => expectation(issue, types);
  const result = v.safeParse(schema, value, { abortPipeEarly: true, message });
  if (result.success) return { value: result.output, problems: [] };
  const problems = result.issues.flatMap((issue) => toProblems(issue, { around: [], types }));
  return { value: undefined, problems: matchNames(problems, schema, value) };
}

/**
 * Leaves out missing keys that are written under another name: a similar one, which is reported already, or the only
 * unknown one, if its value fits. If more keys of an object are unknown, its missing ones are left out too.
 */
function matchNames(
  problems: readonly SchemaProblem[],
  schema: v.GenericSchema,
  root: unknown,
): readonly SchemaProblem[] {
  const byObject = new Map<string, SchemaProblem[]>();
  for (const problem of problems) {
    addTo(byObject, printConfigPath(problem.path.slice(0, -1)), problem);
  }
  return [...byObject].flatMap(([name, members]) => {
    const unknown = members.filter((entry) => entry.kind === 'unknown-key');
    const missing = members.filter((entry) => entry.kind === 'missing');
    const similar = missing.filter(({ key }) =>
      unknown.some((entry) => didYouMean(entry.key, [key]) !== undefined),
    );
    const strange = unknown.filter(({ key, known }) => didYouMean(key, known) === undefined);
    const [wanted, ...further] = missing.filter((entry) => !similar.includes(entry));
    const fitting = strange.filter(
      ({ path }) =>
        wanted !== undefined && accepts(schemaAt(schema, wanted.path), path.reduce(memberAt, root)),
    );
    const only = fitting.length + further.length === 1 ? fitting[0] : undefined;
    const isForeign = strange.length > 0 && name !== '';
    const dropped: readonly SchemaProblem[] = only !== undefined || isForeign ? missing : similar;
    return members
      .filter((entry) => !dropped.includes(entry))
      .map((entry) =>
        only !== undefined && entry === only ? { ...entry, meant: wanted?.key ?? '' } : entry,
      );
  });
}

type Issue = v.BaseIssue<unknown>;

/** The expected type of a schema that has no message. */
function expectation({ expected, issues }: Issue, types: TypeNames): string {
  if (issues !== undefined) return [...new Set(issues.map(({ message }) => message))].join(' or ');
  const words: Readonly<Record<string, string>> = types;
  const choices = expected?.replace(/^\(|\)$/g, '').split(' | ') ?? [];
  const named = choices.map((choice) => words[choice] ?? choice);
  const last = named.pop() ?? '';
  return named.length === 0 ? last : `${named.join(', ')} or ${last}`;
}

interface Context {
  readonly around: ConfigPath;
  readonly types: TypeNames;
}

function toProblems(issue: Issue, { around, types }: Context): SchemaProblem[] {
  const keys = issue.path?.map(({ key }) => (typeof key === 'number' ? key : String(key))) ?? [];
  const path = [...around, ...keys];
  const { message: expected, input, issues } = issue;
  if (issue.kind === 'validation') return [refusedValue(issue, path)];
  // A nested problem belongs to the intended option of a union.
  const inside = issues?.filter((inner) => inner.path !== undefined) ?? [];
  if (inside.length > 0) return inside.flatMap((one) => toProblems(one, { around: path, types }));
  if (issue.expected === 'never') return unknownKeys(issue, path);
  const key = keys.at(-1);
  if (input === undefined && typeof key === 'string') {
    const wanted = describe(valueAt(issue.requirement, key), types) ?? expected;
    return [{ kind: 'missing', path, key, expected: wanted }];
  }
  const isChoice = ['picklist', 'literal', 'variant'].includes(issue.type);
  if (!isChoice || typeof input !== 'string') return [{ kind: 'type', path, expected }];
  const choices = Array.from(expected.matchAll(/"([^"]*)"/g), ([, choice = '']) => choice);
  if (issue.path?.at(-1)?.origin === 'key')
    return [{ kind: 'unknown-key', path, key: input, known: choices }];
  const start = choices.find((choice) => input !== '' && choice.startsWith(input));
  const near = start === undefined ? didYouMean(input, choices) : `did you mean "${start}"?`;
  return [{ kind: 'value', path, expected, hint: near }];
}

// Only the first issue is reported.
function unknownKeys({ requirement, path }: Issue, at: ConfigPath): SchemaProblem[] {
  const parent = path?.at(-1)?.input;
  const known = isRecord(requirement) ? Object.keys(requirement) : [];
  const keys = isRecord(parent) ? Object.keys(parent) : [];
  return keys
    .filter((key) => !known.includes(key))
    .map((key) => ({ kind: 'unknown-key', path: [...at.slice(0, -1), key], key, known }));
}

function refusedValue({ message, input, path }: Issue, at: ConfigPath): SchemaProblem {
  const refusal = isFormatName(message) ? checkFormat(message, String(input)) : undefined;
  if (refusal === undefined) return { kind: 'value', path: at, expected: message };
  return { kind: 'format', path: at, refusal, isKey: path?.at(-1)?.origin === 'key' };
}

/** The expected type of a schema, taken from its message for an empty string. */
function describe(schema: unknown, types: TypeNames): string | undefined {
  if (!isSchema(schema)) return undefined;
  const message = (issue: Issue): string => expectation(issue, types);
  const [issue] = v.safeParse(schema, '', { message }).issues ?? [];
  if (issue === undefined) return types.string;
  return isFormatName(issue.message) ? describeFormat(issue.message) : issue.message;
}

/** An object with these keys and no others; hints show the example, else one made of its required keys. */
export function object<const Entries extends v.ObjectEntries>(
  entries: Entries,
  example?: object,
): v.StrictObjectSchema<Entries, undefined> {
  // Issues carry the requirement: all keys, since valibot reports one unknown key at a time.
  return noArray({ ...v.strictObject(entries), requirement: entries, example });
}

/** One of several objects, distinguished by the key `type`. */
export function kinds<const Options extends v.VariantOptions<'type'>>(
  options: Options,
): v.VariantSchema<'type', Options, undefined> {
  return noArray(v.variant('type', options));
}

/** The first object if a key is given, or more of its keys than of the second; else the second. */
export function either<const Options extends readonly [v.GenericSchema, v.GenericSchema]>(
  key: string,
  options: Options,
): v.UnionSchema<Options, undefined> {
  return oneOfTwo(
    options,
    (value) =>
      valueAt(value, key) !== undefined || keysOf(options[0], value) > keysOf(options[1], value),
  );
}

/** Number of keys of a value that a schema has. */
function keysOf({ entries = {} }: Shape, value: unknown): number {
  return isRecord(value) ? Object.keys(value).filter((key) => key in entries).length : 0;
}

/** The first of two schemas, or the second, as a value shows. */
function oneOfTwo<const Options extends readonly [v.GenericSchema, v.GenericSchema]>(
  options: Options,
  isFirst: (value: unknown) => boolean,
): v.UnionSchema<Options, undefined> {
  const union = v.union(options);
  const run: (typeof union)['~run'] = (dataset, config) =>
    options[isFirst(dataset.value) ? 0 : 1]['~run'](dataset, config);
  return { ...union, '~run': run };
}

/** A switch, or an object with settings. */
export function switchOr<const Settings extends v.GenericSchema>(
  settings: Settings,
): v.UnionSchema<readonly [v.BooleanSchema<undefined>, Settings], undefined> {
  return scalarOr(v.boolean(), settings);
}

/** A scalar, or an object with settings. */
export function scalarOr<
  const Scalar extends v.GenericSchema & { readonly type: string },
  const Settings extends v.GenericSchema,
>(scalar: Scalar, settings: Settings): v.UnionSchema<readonly [Scalar, Settings], undefined> {
  return oneOfTwo([scalar, settings], (value) => typeof value === scalar.type);
}

/** An object whose keys the author chooses; hints show the example. */
export function record<
  const Key extends v.BaseSchema<string, string, Issue>,
  const Value extends v.GenericSchema,
>(keys: Key, values: Value, example?: object): v.RecordSchema<Key, Value, undefined> {
  return noArray({ ...v.record(keys, values), example });
}

/** The schema except for arrays, which valibot accepts as objects. */
export function noArray<const Schema extends v.GenericSchema>(schema: Schema): Schema {
  const run: Schema['~run'] = (dataset, config) =>
    schema['~run'](Array.isArray(dataset.value) ? { value: null } : dataset, config);
  return { ...schema, '~run': run };
}

/** A string with a format; an interface, so that declaration files refer to it by name. */
export interface Text
  extends v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.CheckAction<string, string>]> {}

/** A string with a format. */
export function text(format: FormatName): Text {
  return v.pipe(
    v.string(),
    v.check((value) => checkFormat(format, value) === undefined, format),
  );
}

/** One of a list of strings. */
export function oneOf<const Values extends readonly string[]>(...values: Values) {
  return v.picklist(values);
}

/** An integer between two inclusive bounds; `expected` is its name in messages. */
export function integer(min: number, max: number, expected?: string) {
  const range = expected ?? `a whole number from ${min} to ${max}`;
  return v.pipe(
    v.number(expected),
    v.integer(range),
    v.minValue(min, range),
    v.maxValue(max, range),
  );
}
