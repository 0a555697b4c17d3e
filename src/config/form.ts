/** The forms of the configuration, which hints show: made of its schema and of what the author wrote. */
import * as v from 'valibot';
import { exampleOfFormat } from './formats/formats.ts';
import { printValue } from './print-config.ts';
import { type ConfigPath, isRecord, listAt, stringAt, stringEntries, valueAt } from './problem.ts';

/** Maximum number of characters of a value that a hint repeats. */
const LONGEST = 100;

/** Prints the form that a schema asks for, with the found value in it (`…` if it is long) if it fits, else with an example. */
export function printForm(schema: unknown, found?: unknown): string {
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
function printExample(schema: unknown, found: unknown): string {
  const bare = optionFor(unwrap(schema), found);
  const options = stringAt(bare, 'type') === 'variant' ? listAt(bare, 'options') : [bare];
  return options.map((option) => printLine(exampleOf(option))).join(' or ');
}

function printLine(value: unknown): string {
  return printValue(value, { depth: 0, used: Number.NEGATIVE_INFINITY });
}

/** The alternative for objects or lists, if that is what was found. */
function optionFor(schema: unknown, found: unknown): unknown {
  if (stringAt(schema, 'type') !== 'union' || valueAt(schema, 'example') !== undefined)
    return schema;
  const ofObjects = isRecord(found) ? /^(?:variant|strict_object)$/ : /^$/;
  const types = Array.isArray(found) ? /^array$/ : ofObjects;
  const isFitting = (entry: unknown): boolean =>
    types.test(stringAt(unwrap(entry), 'type') ?? 'none');
  return listAt(schema, 'options').find(isFitting) ?? schema;
}

/** Returns the schema of a member; undefined if there is none. */
export function schemaAt(schema: unknown, path: ConfigPath): unknown {
  const [key, ...rest] = path;
  const bare = unwrap(schema);
  if (key === undefined) return bare;
  const options = listAt(bare, 'options');
  if (options.length > 0)
    return options.map((option) => schemaAt(option, path)).find((found) => found !== undefined);
  const inner =
    typeof key === 'number'
      ? valueAt(bare, 'item')
      : (valueAt(valueAt(bare, 'entries'), key) ?? valueAt(bare, 'value'));
  return inner === undefined ? undefined : schemaAt(inner, rest);
}

/** Tells whether a schema accepts a value. */
export function accepts(schema: unknown, value: unknown): boolean {
  return isSchema(schema) && v.is(schema, value);
}

export function isSchema(value: unknown): value is v.GenericSchema {
  return valueAt(value, 'kind') === 'schema';
}

/** The schema inside `optional` and `lazy`. */
function unwrap(schema: unknown): unknown {
  const wrapped = valueAt(schema, 'wrapped');
  if (wrapped !== undefined) return unwrap(wrapped);
  const getter = valueAt(schema, 'getter');
  return typeof getter === 'function' ? unwrap(getter()) : schema;
}

/** Keys that an object must have. */
function requiredKeys(schema: unknown): readonly string[] {
  const entries = valueAt(schema, 'entries');
  const isRequired = (key: string): boolean =>
    stringAt(valueAt(entries, key), 'type')?.endsWith('optional') !== true;
  return isRecord(entries) ? Object.keys(entries).filter(isRequired) : [];
}

/** Puts a text, a list or an object into the form of a schema; undefined if that is not possible. */
function fit(schema: unknown, found: unknown): unknown {
  const bare = unwrap(schema);
  const isEmpty = isRecord(found) && Object.keys(found).length === 0;
  if (typeof found === 'boolean' || found === undefined || found === null || isEmpty)
    return undefined;
  if (accepts(bare, found)) return found;
  const options = listAt(bare, 'options');
  if (options.length > 0) return firstOf(options, (option) => fit(option, found));
  if (valueAt(bare, 'item') !== undefined) return fitList(bare, found);
  const entries = valueAt(bare, 'entries');
  if (stringAt(bare, 'type') !== 'strict_object' || !isRecord(entries)) return undefined;
  if (isRecord(found) && Object.keys(found).some((key) => key in entries)) return undefined;
  const required = requiredKeys(bare);
  if (required.length > 1) return undefined;
  const example = valueAt(bare, 'example');
  const keys = required.length > 0 ? required : Object.keys(isRecord(example) ? example : entries);
  return firstOf(keys, (key) => {
    const inner = fit(entries[key], found);
    return inner === undefined ? undefined : { [key]: inner };
  });
}

function fitList(schema: unknown, found: unknown): unknown {
  const item = valueAt(schema, 'item');
  const pairs = stringEntries(found);
  const keys = requiredKeys(unwrap(item));
  const isMap = pairs.length > 0 && keys.length === 2;
  const [first = '', second = ''] = keys;
  const items = Array.isArray(found)
    ? found.map((entry) => fit(item, entry))
    : isMap
      ? pairs.map(([key, value]) => ({ [first]: key, [second]: value }))
      : [fit(item, found)];
  const isWhole = items.length > 0 && !items.includes(undefined);
  return isWhole && accepts(schema, items) ? items : undefined;
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => unknown): unknown {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The example of a schema, or one made of its required parts. */
function exampleOf(schema: unknown): unknown {
  const bare = unwrap(schema);
  const example = valueAt(bare, 'example');
  if (example !== undefined) return example;
  const [option] = listAt(bare, 'options');
  switch (stringAt(bare, 'type')) {
    case 'array':
      return [exampleOf(valueAt(bare, 'item'))];
    case 'record':
      return { name: exampleOf(valueAt(bare, 'value')) };
    case 'strict_object':
    case 'loose_object': {
      const entries = valueAt(bare, 'entries');
      const keys = requiredKeys(bare);
      const [first = ''] = isRecord(entries) ? Object.keys(entries) : [];
      const shown = keys.length > 0 ? keys : [first];
      return Object.fromEntries(shown.map((key) => [key, exampleOf(valueAt(entries, key))]));
    }
    case 'literal':
      return valueAt(bare, 'literal');
    case 'number': {
      const least = listAt(bare, 'pipe').find((part) => stringAt(part, 'type') === 'min_value');
      return valueAt(least, 'requirement') ?? 1;
    }
    case 'boolean':
      return true;
    case 'string':
      return exampleOfFormat(listAt(bare, 'pipe').map((part) => valueAt(part, 'message')));
    default:
      return typeof option === 'object' ? exampleOf(option) : option;
  }
}
