import {
  asNumber,
  canonical,
  emptyObject,
  isObject,
  listOf,
  namedEntries,
  type JsonObject,
  type JsonValue,
  stringsOf,
} from '../json.ts';
import { append } from '../maps.ts';
import { lazy } from '../lazy.ts';
import { FORMATS } from './formats.ts';
import { type NumberRule, numberProblems } from './number-bounds.ts';
import { type MarkOptions, marksOf, schemasInside } from './property-marks.ts';
import { matchesPattern } from './patterns.ts';

/** A mismatch between a part of a value and its schema. */
export interface Finding {
  /** Steps from the value to the part. */
  readonly path: readonly (string | number)[];
  readonly value: JsonValue;
  /** The key that must not be there, if that is the mismatch. */
  readonly key?: string;
  readonly rule: Rule;
  /** Demanded by the rule: a limit, a pattern, the allowed values. */
  readonly facts: readonly JsonValue[];
  /** The size of the value, or how many alternatives there are or fit. */
  readonly count?: number;
  /** The name that a misspelled key must have. */
  readonly near?: string | undefined;
}

/** Rules, most with the name of their UI message. */
export type Rule =
  | `${'min' | 'max'}${keyof typeof SIZES}`
  | NumberRule
  | 'mustBe'
  | 'mustHaveType'
  | 'format'
  | 'pattern'
  | 'uniqueItems'
  | 'lacks'
  | 'unknown'
  | 'notAllowed'
  | 'noneFits'
  | 'severalFit';

export interface ValidateOptions extends MarkOptions {
  /** Draft 4 with the changes of OpenAPI 3.0 (and Swagger 2.0), or JSON Schema 2020-12. */
  readonly dialect: 'draft-4' | '2020-12';
  /** The known name that is meant by an unknown one. */
  readonly nearest?: (name: string, known: readonly string[]) => string | undefined;
  /** Steps left; counted down. */
  readonly budget: { left: number };
  /** Set for a value that a reader is shown, which is judged generously: it satisfies an ambiguous `oneOf`, for example. */
  readonly sample?: {
    /** True for a value that satisfies every schema, such as a placeholder. */
    readonly isOpen: (value: JsonValue) => boolean;
    /** True for an object that is not shown as a whole: it lacks nothing. */
    readonly isPartial: (object: JsonObject) => boolean;
    /** The keys that no part of a schema has, with the names that are meant. */
    readonly misspelled: (
      object: JsonObject,
      properties: JsonObject,
      isDeclared: (key: string) => boolean,
    ) => ReadonlyMap<string, string>;
  };
}

interface Run {
  readonly options: ValidateOptions;
  unknown: boolean;
  /** True if a keyword was passed over: several alternatives may then seem to match. */
  partial: boolean;
}

interface Context {
  readonly run: Run;
  readonly parent: Context | undefined;
  readonly step: string | number;
  /** Number of schemas entered at or above this value. */
  readonly depth: number;
  /** The schemas of this value: a property that one of them or their parts has is defined for all. */
  readonly schemas: () => readonly JsonValue[];
  /** True in one of several alternatives. */
  readonly isOption: boolean;
}

const NONE: readonly Finding[] = [];
const MAX_DEPTH = 200;

/**
 * Validates a value against a schema of the description; undefined if the schema has unreadable parts or the budget is
 * used up. Terminates on circular schemas.
 */
export function validate(
  value: JsonValue,
  schema: JsonValue,
  options: ValidateOptions,
): readonly Finding[] | undefined {
  const run: Run = { options, unknown: false, partial: false };
  const context = {
    run,
    parent: undefined,
    step: '',
    depth: 0,
    schemas: () => [schema],
    isOption: false,
  };
  const findings = apply(schema, value, context);
  return run.unknown ? undefined : findings;
}

function pathOf(context: Context): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Context | undefined = context; at?.parent !== undefined; at = at.parent)
    path.push(at.step);
  return path.reverse();
}

function finding(context: Context, found: Omit<Finding, 'path'>): Finding {
  return { path: pathOf(context), ...found };
}

/** Takes a step; false if the budget is used up or schemas nest without end. */
function spend({ run, depth }: Context): boolean {
  run.options.budget.left -= 1;
  if (run.options.budget.left < 0 || depth > MAX_DEPTH) run.unknown = true;
  return !run.unknown;
}

function applyInside(
  parent: Context,
  schema: JsonValue,
  [step, value]: readonly [string | number, JsonValue],
): readonly Finding[] {
  const inside = () => schemasInside(parent.run.options, parent.schemas(), step);
  const schemas = lazy((): readonly JsonValue[] => [schema, ...inside()]);
  return apply(schema, value, { ...parent, parent, step, schemas });
}

// Examples rarely violate these.
const PASSED_OVER =
  'not if contains propertyNames dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems'.split(
    ' ',
  );

function apply(schema: JsonValue, value: JsonValue, outer: Context): readonly Finding[] {
  if (!spend(outer) || schema === true) return NONE;
  if (schema === false) return [finding(outer, { value, rule: 'notAllowed', facts: [] })];
  const { run } = outer;
  if (run.options.sample?.isOpen(value) === true) return NONE;
  if (!isObject(schema)) {
    run.unknown = true;
    return NONE;
  }
  const context = { ...outer, depth: outer.depth + 1 };
  const found: Finding[] = [];
  for (const key of ['$ref', '$dynamicRef']) {
    const ref = schema[key];
    if (ref === undefined) continue;
    const target = typeof ref === 'string' ? run.options.follow(ref, schema) : undefined;
    if (target?.ok === true) append(found, apply(target.value, value, context));
    else run.unknown = true;
  }
  if (run.options.dialect === 'draft-4' && typeof schema['$ref'] === 'string') return found;
  if (value === null && (schema['nullable'] === true || schema['x-nullable'] === true)) return NONE;
  const wrongType = checkType(schema, value, context);
  if (wrongType !== undefined) return [...found, wrongType];
  const constant = schema['const'];
  const allowed = keyword(run, schema, ['enum', Array.isArray]);
  // An empty list is none.
  for (const values of [constant === undefined ? undefined : [constant], allowed])
    if (values?.some((one) => equals(one, value)) === false && values.length > 0)
      found.push(finding(context, { value, rule: 'mustBe', facts: values }));
  if (typeof value === 'number') append(found, checkNumber(schema, value, context));
  else if (typeof value === 'string') append(found, checkText(schema, value, context));
  for (const part of keyword(run, schema, ['allOf', Array.isArray]) ?? [])
    append(found, apply(part, value, context));
  for (const key of ['anyOf', 'oneOf']) {
    const options = keyword(run, schema, [key, Array.isArray]) ?? [];
    append(found, checkAlternatives(options, value, { context, key }));
  }
  if (PASSED_OVER.some((key) => key in schema)) run.partial = true;
  if (Array.isArray(value)) append(found, checkList(schema, value, context));
  else if (isObject(value)) append(found, checkObject(schema, value, context));
  return found;
}

/** Reads a keyword; a value of another type makes the schema unreadable. */
function keyword<Value extends JsonValue>(
  run: Run,
  schema: JsonObject,
  [key, is]: readonly [key: string, is: (value: JsonValue) => value is Value],
): Value | undefined {
  const value = schema[key];
  if (value === undefined || is(value)) return value;
  run.unknown = true;
  return undefined;
}

function isNumber(value: JsonValue): value is number {
  return asNumber(value) !== undefined;
}

function checkType(schema: JsonObject, value: JsonValue, context: Context): Finding | undefined {
  const given = schema['type'];
  if (given === undefined || given === 'file') return undefined;
  const types = Array.isArray(given) ? given : [given];
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const fits = types.some(
    (type) => type === actual || (type === 'integer' && Number.isInteger(value)),
  );
  if (!types.every((type) => TYPES.includes(type))) context.run.unknown = true;
  if (fits || context.run.unknown) return undefined;
  return finding(context, { value, rule: 'mustHaveType', facts: types });
}

const TYPES: readonly JsonValue[] = 'string number integer boolean array object null'.split(' ');

/** Compares JSON values; the order of keys does not matter. */
function equals(a: JsonValue, b: JsonValue): boolean {
  return (
    a === b || (typeof a === 'object' && typeof b === 'object' && canonical(a) === canonical(b))
  );
}

/** Checks the bounds of a number: `exclusiveMinimum` is a flag in draft 4 and a bound in 2020-12. */
function checkNumber(schema: JsonObject, value: number, context: Context): readonly Finding[] {
  const { run } = context;
  const problems = numberProblems(schema, value, {
    isDraft4: run.options.dialect === 'draft-4',
    read: (key) => keyword(run, schema, [key, isNumber]),
    fail: () => {
      run.unknown = true;
    },
  });
  return problems.map(([rule, fact]) => finding(context, { value, rule, facts: [fact] }));
}

function checkText(schema: JsonObject, value: string, context: Context): readonly Finding[] {
  // Counts Unicode characters (JSON Schema, 6.3.1).
  const found = checkCount(schema, context, { of: 'Length', value });
  const { pattern, format } = schema;
  if (pattern !== undefined) {
    const matches = typeof pattern === 'string' ? matchesPattern(pattern, value) : undefined;
    if (matches === undefined) context.run.unknown = true;
    else if (!matches) found.push(finding(context, { value, rule: 'pattern', facts: [pattern] }));
  }
  if (typeof format === 'string' && FORMATS.get(format)?.(value) === false)
    found.push(finding(context, { value, rule: 'format', facts: [format] }));
  return found;
}

const SIZES = {
  Length: (value: JsonValue) => [...String(value)].length,
  Items: (value: JsonValue) => listOf(value).length,
  Properties: (value: JsonValue) => namedEntries(value).length,
};

/** Checks `minLength` and `maxLength`, and the same for items and properties. */
function checkCount(
  schema: JsonObject,
  context: Context,
  { of, value }: { readonly of: keyof typeof SIZES; readonly value: JsonValue },
): Finding[] {
  const least = keyword(context.run, schema, [`min${of}`, isNumber]);
  const most = keyword(context.run, schema, [`max${of}`, isNumber]);
  if (least === undefined && most === undefined) return [];
  const count = SIZES[of](value);
  const tell = (rule: Rule, limit: number): Finding =>
    finding(context, { value, rule, facts: [limit], count });
  return [
    ...(least !== undefined && count < least ? [tell(`min${of}`, least)] : []),
    ...(most !== undefined && count > most ? [tell(`max${of}`, most)] : []),
  ];
}

function checkAlternatives(
  options: readonly JsonValue[],
  value: JsonValue,
  { context, key }: { readonly context: Context; readonly key: string },
): readonly Finding[] {
  if (options.length === 0) return NONE;
  const failures: (readonly Finding[])[] = [];
  for (const option of options) {
    const found = apply(option, value, { ...context, isOption: true });
    if (found.length > 0) failures.push(found);
    if (context.run.unknown) return NONE;
  }
  const matching = options.length - failures.length;
  if (matching > 0) {
    const { partial, options: settings } = context.run;
    if (key === 'anyOf' || matching === 1 || partial || settings.sample !== undefined) return NONE;
    return [finding(context, { value, rule: 'severalFit', facts: [], count: matching })];
  }
  // Reports the alternative whose type or constants fit, if there is only one: the author meant that.
  const depth = pathOf(context).length;
  const likely = failures.filter(
    (found) => !found.some(({ rule, path }) => rule === 'mustHaveType' && path.length === depth),
  );
  const isTag = ({ rule, facts, path }: Finding): boolean =>
    rule === 'mustBe' && facts.length === 1 && path.length === depth + 1;
  const tagged = likely.filter((found) => !found.some(isTag));
  const [meant] = [failures, likely, tagged].find(({ length }) => length === 1) ?? [];
  if (meant !== undefined) return meant;
  return [finding(context, { value, rule: 'noneFits', facts: [], count: failures.length })];
}

function checkList(
  schema: JsonObject,
  list: readonly JsonValue[],
  context: Context,
): readonly Finding[] {
  const found = checkCount(schema, context, { of: 'Items', value: [...list] });
  const seen = new Map<string, number>();
  for (const [index, item] of schema['uniqueItems'] === true ? list.entries() : []) {
    if (!spend(context)) break;
    const text = canonical(item);
    const first = seen.get(text);
    if (first !== undefined) {
      const path = [...pathOf(context), index];
      found.push({ path, value: item, rule: 'uniqueItems', facts: [], count: first + 1 });
      break;
    }
    seen.set(text, index);
  }
  const { items } = schema;
  // Swagger 2.0 and older drafts list the items of a tuple under `items`.
  const first = listOf(Array.isArray(items) ? items : schema['prefixItems']);
  const rest = Array.isArray(items) ? schema['additionalItems'] : items;
  for (const [index, item] of list.entries()) {
    const inner = index < first.length ? first[index] : rest;
    if (inner !== undefined) append(found, applyInside(context, inner, [index, item]));
  }
  return found;
}

function checkObject(schema: JsonObject, object: JsonObject, context: Context): readonly Finding[] {
  const { run, isOption, schemas } = context;
  const { sample, direction, dialect, nearest } = run.options;
  const marks = (key: string) => marksOf(run.options, schemas(), key);
  const isDeclared = (key: string): boolean => marks(key).isDeclared;
  const found = checkCount(schema, context, { of: 'Properties', value: object });
  const { required, additionalProperties: rest } = schema;
  const properties = keyword(run, schema, ['properties', isObject]) ?? emptyObject();
  const patterns =
    dialect === 'draft-4' ? undefined : keyword(run, schema, ['patternProperties', isObject]);
  const isOpen = patterns === undefined && !isObject(rest) && !isOption;
  const misspelled =
    (isOpen ? sample?.misspelled(object, properties, isDeclared) : undefined) ?? NO_KEYS;
  const meant = new Set(misspelled.values());
  // An object without any of its fields is something else.
  const isClosed =
    sample !== undefined &&
    direction === 'request' &&
    rest === undefined &&
    !isOption &&
    Object.keys(object).some((key) => key in properties);
  // Draft 3 has a flag here, which does not constrain this object.
  if (required !== undefined && typeof required !== 'boolean' && !Array.isArray(required))
    run.unknown = true;
  const lacking = (sample?.isPartial(object) ? [] : stringsOf(required)).filter((name) => {
    if (name in object || meant.has(name)) return false;
    const own = marks(name);
    // A schema may require what it does not describe, which is its own mistake.
    return !own.isHidden && (sample === undefined || own.isDeclared);
  });
  if (lacking.length > 0)
    found.push(finding(context, { value: object, rule: 'lacks', facts: lacking }));
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    const own = properties[key];
    let isKnown = own !== undefined;
    if (own !== undefined) append(found, applyInside(context, own, [key, value]));
    for (const [pattern, part] of namedEntries(patterns)) {
      const matches = matchesPattern(pattern, key);
      if (matches === undefined) run.unknown = true;
      if (matches !== true) continue;
      isKnown = true;
      append(found, applyInside(context, part, [key, value]));
    }
    const near = misspelled.get(key);
    const isNew = isClosed && !isKnown && !isDeclared(key);
    if ((isNew || near !== undefined) && rest !== false)
      found.push(finding(context, { value: object, rule: 'unknown', facts: [key], key, near }));
    if (isKnown || rest === undefined || rest === true) continue;
    if (rest !== false) append(found, applyInside(context, rest, [key, value]));
    // Parts that each allow only their own properties are read as one.
    else if (sample === undefined || !isDeclared(key)) {
      const other = nearest?.(key, Object.keys(properties));
      const facts = other === undefined ? [] : [other];
      found.push(finding(context, { value: object, rule: 'notAllowed', facts, key, near }));
    }
  }
  return found;
}

const NO_KEYS: ReadonlyMap<string, string> = new Map();
