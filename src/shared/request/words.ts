import type { JsonValue } from '../json.ts';

/** Describes a value for messages: `the text "x"`. */
export function describe(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return String(value);
    case 'string':
      return `the text "${shorten(value)}"`;
    default:
      return 'an object';
  }
}

export function quote(value: JsonValue): string {
  return typeof value === 'string' ? `"${shorten(value)}"` : shorten(JSON.stringify(value));
}

function shorten(written: string): string {
  const text = written.replace(/\s+/g, ' ').trim();
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Joins names to `"a", "b" or "c"`, at most ten. */
export function anyOf(values: readonly string[]): string {
  const shown = values.slice(0, MOST_SHOWN).map((value) => `"${value}"`);
  if (values.length > MOST_SHOWN) return `${shown.join(', ')} …`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`;
}

const MOST_SHOWN = 10;

/** Types of JSON Schema in messages. */
export const TYPE_WORDS: ReadonlyMap<JsonValue, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
]);

/** Describes a value that a schema does not allow. */
export function say(value: JsonValue): string {
  return value === null ? 'null' : describe(value);
}
