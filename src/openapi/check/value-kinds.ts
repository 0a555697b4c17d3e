import type { JsonValue } from '../read/description.ts';

/** What a value is, for messages: `the text "x"`. */
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

/** A value of the description as a message shows it. */
export function quote(value: JsonValue): string {
  return typeof value === 'string' ? `"${shorten(value)}"` : shorten(JSON.stringify(value));
}

function shorten(written: string): string {
  const text = written.replace(/\s+/g, ' ').trim();
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** `"a", "b" or "c"`, cut after ten. */
export function anyOf(values: readonly string[]): string {
  const shown = values.slice(0, 10).map((value) => `"${value}"`);
  if (values.length > 10) return `${shown.join(', ')} …`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`;
}

/** True for the vendor extensions that every object may have. */
export function isExtension(key: string): boolean {
  return key.startsWith('x-');
}
