/** The forms of the configuration, which hints show: made of its schema and of what the author wrote. */
import * as v from 'valibot';
import { exampleOfFormat } from './formats/formats.ts';
import { printValue } from './print-config.ts';
import { type ConfigPath, isRecord, stringEntries, valueAt } from './problem.ts';

/** A schema of valibot with the parts that the kinds of schemas have. */
export interface Shape extends v.GenericSchema {
  /** The schema that is optional. */
  readonly wrapped?: Shape;
  readonly getter?: (input: unknown) => Shape;
  readonly entries?: Readonly<Record<string, Shape>>;
  /** Of unions; the texts of a list of texts. */
  readonly options?: readonly (Shape | string)[];
  readonly item?: Shape;
  readonly value?: Shape;
  readonly literal?: unknown;
  readonly pipe?: readonly {
    readonly type: string;
    readonly message?: unknown;
    readonly requirement?: unknown;
  }[];
  /** A value for hints. */
  readonly example?: unknown;
  readonly hint?: string;
}

/** Maximum number of characters of a value that a hint repeats. */
const LONGEST = 100;

/** Prints the form that a schema asks for, with the found value in it (`…` if it is long) if it fits, else with an example. */
export function printForm(schema: Shape | undefined, found?: unknown): string {
  const fitted = fit(schema, found);
  if (fitted === undefined) return printExample(schema, found);
  const form = printLine(fitted);
  if (form.length <= LONGEST) return form;
  const short = printLine(emptied(fitted, found)).replace('[]', '[…]');
  return short.includes('…') && short.length <= LONGEST ? short : printExample(schema, found);
}

/** A form with an empty list for the list that was written. */
function emptied(form: unknown, found: unknown): unknown {
  if (Array.isArray(form)) return form === found ? [] : form.map((item) => emptied(item, found));
  if (!isRecord(form)) return form;
  return Object.fromEntries(Object.entries(form).map(([key, item]) => [key, emptied(item, found)]));
}

/** Prints an example of what a schema accepts; for an object without a known kind, one of each. */
function printExample(schema: Shape | undefined, found: unknown): string {
  const bare = optionFor(unwrap(schema), found);
  const options = bare?.type === 'variant' ? optionsOf(bare) : [bare];
  return options.map((option) => printLine(exampleOf(option))).join(' or ');
}

function printLine(value: unknown): string {
  return printValue(value, { depth: 0, used: Number.NEGATIVE_INFINITY });
}

/** The alternative for objects or lists, if that is what was found. */
function optionFor(schema: Shape | undefined, found: unknown): Shape | undefined {
  if (schema?.type !== 'union' || schema.example !== undefined) return schema;
  const ofObjects = isRecord(found) ? /^(?:variant|strict_object)$/ : /^$/;
  const types = Array.isArray(found) ? /^array$/ : ofObjects;
  return optionsOf(schema).find((option) => types.test(unwrap(option)?.type ?? '')) ?? schema;
}

/** The schemas of a union. */
function optionsOf({ options = [] }: Shape): readonly Shape[] {
  return options.filter((option) => typeof option === 'object');
}

/** Returns the schema of a member; undefined if there is none. */
export function schemaAt(schema: Shape | undefined, path: ConfigPath): Shape | undefined {
  const [key, ...rest] = path;
  const bare = unwrap(schema);
  if (key === undefined || bare === undefined) return bare;
  const options = optionsOf(bare);
  if (options.length > 0) return firstOf(options, (option) => schemaAt(option, path));
  const { item, entries = {}, value } = bare;
  const member = Object.hasOwn(entries, key) ? entries[key] : value;
  return schemaAt(typeof key === 'number' ? item : member, rest);
}

/** Tells whether a schema accepts a value. */
export function accepts(schema: Shape | undefined, value: unknown): boolean {
  return schema !== undefined && v.is(schema, value);
}

export function isSchema(value: unknown): value is Shape {
  return valueAt(value, 'kind') === 'schema';
}

/** The schema inside `optional` and `lazy`. */
function unwrap(schema: Shape | undefined): Shape | undefined {
  const inner = schema?.wrapped ?? schema?.getter?.(undefined);
  return inner === undefined ? schema : unwrap(inner);
}

/** Keys that an object must have. */
function requiredKeys({ entries = {} }: Shape): readonly string[] {
  return Object.keys(entries).filter((key) => entries[key]?.type.endsWith('optional') !== true);
}

/** Puts a text, a list or an object into the form of a schema; undefined if that is not possible. */
function fit(schema: Shape | undefined, found: unknown): unknown {
  const bare = unwrap(schema);
  const isEmpty = isRecord(found) && Object.keys(found).length === 0;
  if (bare === undefined || typeof found === 'boolean' || (found ?? null) === null || isEmpty)
    return undefined;
  if (accepts(bare, found)) return found;
  const { type, options, item, entries = {}, example = entries } = bare;
  if (options !== undefined) return firstOf(optionsOf(bare), (option) => fit(option, found));
  if (item !== undefined) return fitList(bare, item, found);
  if (type !== 'strict_object') return undefined;
  if (isRecord(found) && Object.keys(found).some((key) => key in entries)) return undefined;
  const required = requiredKeys(bare);
  if (required.length > 1) return undefined;
  const keys = required.length > 0 ? required : Object.keys(isRecord(example) ? example : entries);
  return firstOf(keys, (key) => {
    const inner = fit(entries[key], found);
    return inner === undefined ? undefined : { [key]: inner };
  });
}

function fitList(schema: Shape, item: Shape, found: unknown): unknown {
  const pairs = stringEntries(found);
  const keys = requiredKeys(unwrap(item) ?? item);
  const [first = '', second = ''] = keys;
  const isMap = pairs.length > 0 && keys.length === 2;
  const items = isMap
    ? pairs.map(([key, value]) => ({ [first]: key, [second]: value }))
    : [found].flat().map((entry) => fit(item, entry));
  const isWhole = items.length > 0 && !items.includes(undefined);
  return isWhole && accepts(schema, items) ? items : undefined;
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The example of a schema, or one made of its required parts. */
function exampleOf(schema: Shape | undefined): unknown {
  const bare = unwrap(schema);
  if (bare?.example !== undefined) return bare.example;
  const { options: [option] = [], entries = {}, pipe = [] } = bare ?? {};
  switch (bare?.type) {
    case 'array':
      return [exampleOf(bare.item)];
    case 'record':
      return { name: exampleOf(bare.value) };
    case 'strict_object':
    case 'loose_object': {
      const keys = requiredKeys(bare);
      const shown = keys.length > 0 ? keys : Object.keys(entries).slice(0, 1);
      return Object.fromEntries(shown.map((key) => [key, exampleOf(entries[key])]));
    }
    case 'literal':
      return bare.literal;
    case 'number':
      return pipe.find(({ type }) => type === 'min_value')?.requirement ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return exampleOfFormat(pipe.map(({ message }) => message));
    default:
      return typeof option === 'object' ? exampleOf(option) : option;
  }
}
