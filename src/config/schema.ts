import { LEVELS } from '../diagnostics/codes.ts';
import type { FormatName } from './formats/formats.ts';

/** Names of schemas that occur in several places or in themselves. */
export type DefinitionName = 'navbarItem' | 'sidebarItem' | 'footerItem';

/** What a value of the configuration may be. Plain data: read by the validation, the JSON Schema and the manual. */
export type Schema =
  | StringSchema
  | NumberSchema
  | { readonly kind: 'boolean' }
  | { readonly kind: 'array'; readonly items: Schema; readonly nonEmpty?: true }
  | RecordSchema
  | ObjectSchema
  | { readonly kind: 'union'; readonly options: readonly Schema[] }
  | { readonly kind: 'ref'; readonly name: DefinitionName };

export interface StringSchema {
  readonly kind: 'string';
  /** The only values allowed. */
  readonly values?: readonly string[];
  readonly format?: FormatName;
}

export interface NumberSchema {
  readonly kind: 'number';
  readonly integer?: true;
  readonly min?: number;
  readonly max?: number;
}

/** An object whose keys the author chooses. */
export interface RecordSchema {
  readonly kind: 'record';
  /** The only keys allowed, or what they have to look like. */
  readonly keys?: readonly string[] | FormatName;
  readonly values: Schema;
}

export interface ObjectSchema {
  readonly kind: 'object';
  readonly properties: Readonly<Record<string, Property>>;
  /** True: keys beside the properties are checked elsewhere. */
  readonly open?: true;
  /** In a union: this option is meant where the object has the key (and, if given, with that value). */
  readonly when?: { readonly key: string; readonly equals?: string };
}

/** One key of an object. */
export interface Property {
  /** One line for the manual and for editors. */
  readonly description: string;
  readonly schema: Schema;
  readonly required?: true;
  /** The default as the manual prints it; absent where there is none. */
  readonly default?: string | number | boolean;
}

/** A required property. */
export function required(schema: Schema, description: string): Property {
  return { schema, description, required: true };
}

/** An optional property; `fallback` is its default where that is a plain value. */
export function optional(
  schema: Schema,
  description: string,
  fallback?: string | number | boolean,
): Property {
  return { schema, description, ...(fallback === undefined ? {} : { default: fallback }) };
}

export const STRING: StringSchema = { kind: 'string' };
export const BOOLEAN: Schema = { kind: 'boolean' };

/** A level for each of some diagnostic codes. */
export function rules(codes: readonly string[], description: string): Property {
  return optional({ kind: 'record', keys: codes, values: oneOf(...LEVELS) }, description);
}

/** A string with a format. */
export function text(format: FormatName): StringSchema {
  return { kind: 'string', format };
}

/** One of a list of strings. */
export function oneOf(...values: readonly string[]): StringSchema {
  return { kind: 'string', values };
}

/** A whole number between two bounds, both allowed. */
export function integer(min: number, max: number): NumberSchema {
  return { kind: 'number', integer: true, min, max };
}
