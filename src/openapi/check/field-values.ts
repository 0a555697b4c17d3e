import { isObject } from '../model/model-context.ts';
import type { JsonValue } from '../read/description.ts';
import { anyOf, suggest } from './check-context.ts';
import type { FieldType, Kind } from './fields/field.ts';

type Kinds = ReadonlyMap<string, Kind>;

/** True if a value has the JSON type of a field. */
export function fits(type: FieldType, value: JsonValue): boolean {
  switch (type.is) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'positive':
      return typeof value === 'number' && value > 0;
    case 'count':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0;
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
export function typeHint(type: FieldType, value: JsonValue): string | undefined {
  if (type.is === 'either') {
    const choice = type.of.find((option) => option.is === 'choice');
    return choice === undefined ? undefined : typeHint(choice, value);
  }
  if (type.is === 'choice') {
    if (value === null && type.values.includes('null')) return 'write it in quotes: "null"';
    return typeof value === 'string' ? suggest(value, type.values) : undefined;
  }
  if (type.is === 'text' && (typeof value === 'number' || typeof value === 'boolean')) {
    return `write it in quotes: "${value}"`;
  }
  const bare = type.is === 'flag' || type.is === 'number' || type.is === 'count';
  const written = bare && typeof value === 'string' ? unquoted(value) : undefined;
  return written !== undefined && fits(type, written)
    ? `write it without quotes: ${value}`
    : undefined;
}

function unquoted(value: string): JsonValue | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

export function expectedOf(kinds: Kinds, type: FieldType): string {
  switch (type.is) {
    case 'any':
      return 'a value';
    case 'text':
      return 'text';
    case 'flag':
      return 'true or false';
    case 'number':
      return 'a number';
    case 'positive':
      return 'a number above zero';
    case 'count':
      return 'a whole number from zero';
    case 'choice':
      return anyOf(type.values);
    case 'kind':
      return `${kinds.get(type.kind)?.name ?? 'an object'} (an object)`;
    case 'map':
      return 'an object';
    case 'list':
      return 'a list';
    case 'either':
      return type.of.map((option) => expectedOf(kinds, option)).join(', or ');
  }
}
