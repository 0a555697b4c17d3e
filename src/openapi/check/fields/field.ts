import type { OpenAPIV3_1 } from 'openapi-types';

/** Versions of the specification whose rules differ; a patch changes none. */
export type Version = '2.0' | '3.0' | '3.1' | '3.2';

export type KindName =
  | 'Root'
  | 'Info'
  | 'Contact'
  | 'License'
  | 'Server'
  | 'ServerVariable'
  | 'Components'
  | 'Paths'
  | 'PathItem'
  | 'Operation'
  | 'ExternalDocs'
  | 'Parameter'
  | 'Items'
  | 'Header'
  | 'RequestBody'
  | 'MediaType'
  | 'Encoding'
  | 'Responses'
  | 'Response'
  | 'Callback'
  | 'Example'
  | 'Link'
  | 'Tag'
  | 'Schema'
  | 'Discriminator'
  | 'Xml'
  | 'SecurityScheme'
  | 'OAuthFlows'
  | 'OAuthFlow'
  | 'Scopes'
  | 'SecurityRequirement';

export type FieldType =
  | { readonly is: 'text' | 'flag' | 'number' | 'positive' | 'count' | 'any' }
  | { readonly is: 'choice'; readonly values: readonly string[] }
  | { readonly is: 'kind'; readonly kind: KindName }
  | { readonly is: 'list'; readonly of: FieldType; readonly filled: boolean }
  | { readonly is: 'map'; readonly of: FieldType }
  | { readonly is: 'either'; readonly of: readonly FieldType[] };

export interface Field {
  readonly type: FieldType;
  readonly versions: readonly Version[];
  readonly required: readonly Version[];
}

/** One kind of object: its fields by name, and what stands under names that the author chooses. */
export interface Kind {
  /** With its article: `an operation`. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, readonly Field[]>;
  readonly required: readonly { readonly name: string; readonly versions: readonly Version[] }[];
  readonly others?: FieldType;
  /** True where a reference may stand in its place. */
  readonly ref: boolean;
}

const ALL: readonly Version[] = ['2.0', '3.0', '3.1', '3.2'];

export const text: FieldType = { is: 'text' };
export const flag: FieldType = { is: 'flag' };
export const number: FieldType = { is: 'number' };
export const positive: FieldType = { is: 'positive' };
export const count: FieldType = { is: 'count' };
export const any: FieldType = { is: 'any' };

export function choice(...values: string[]): FieldType {
  return { is: 'choice', values };
}

export function one(name: KindName): FieldType {
  return { is: 'kind', kind: name };
}

export function list(of: FieldType): FieldType {
  return { is: 'list', of, filled: false };
}

/** A list with at least one item. */
export function filled(of: FieldType): FieldType {
  return { is: 'list', of, filled: true };
}

/** An object with names that the author chooses. */
export function map(of: FieldType): FieldType {
  return { is: 'map', of };
}

/** The first of some types that the value fits. */
export function either(...of: FieldType[]): FieldType {
  return { is: 'either', of };
}

export function need(type: FieldType, required: readonly Version[] = ALL): Field {
  return { type, versions: ALL, required };
}

export function only(versions: readonly Version[], type: FieldType): Field {
  return { type, versions, required: [] };
}

export function since(version: Version, type: FieldType): Field {
  return only(ALL.slice(ALL.indexOf(version)), type);
}

/** A table of fields: a bare type is an optional field of all versions. */
export type FieldTable = Readonly<Record<string, FieldType | Field | readonly Field[]>>;

export function each(names: readonly string[], entry: FieldTable[string]): FieldTable {
  return Object.fromEntries(names.map((name) => [name, entry]));
}

interface KindRest {
  readonly others?: FieldType;
  readonly ref?: boolean;
}

export function kind(name: string, table: FieldTable, rest: KindRest = {}): Kind {
  const fields = new Map<string, readonly Field[]>();
  for (const [field, entry] of Object.entries(table)) fields.set(field, fieldsOf(entry));
  return {
    name,
    fields,
    required: [...fields].flatMap(([field, entries]) => {
      const versions = entries.flatMap((entry) => entry.required);
      return versions.length === 0 ? [] : [{ name: field, versions }];
    }),
    ref: rest.ref ?? false,
    ...(rest.others === undefined ? {} : { others: rest.others }),
  };
}

export function referable(name: string, table: FieldTable): Kind {
  return kind(name, table, { ref: true });
}

export type KindTable = Partial<Readonly<Record<KindName, Kind>>>;

export function kindMap(table: KindTable): ReadonlyMap<string, Kind> {
  return new Map(Object.entries(table));
}

function fieldsOf(entry: FieldTable[string]): readonly Field[] {
  if ('is' in entry) return [{ type: entry, versions: ALL, required: [] }];
  return 'type' in entry ? [entry] : entry;
}

export const COMMON: KindTable = {
  Info: kind('the info object', {
    title: need(text),
    summary: since('3.1', text),
    description: text,
    termsOfService: text,
    contact: one('Contact'),
    license: one('License'),
    version: need(text),
  }),
  Contact: kind('a contact', { name: text, url: text, email: text }),
  License: kind('a licence', { name: need(text), identifier: since('3.1', text), url: text }),
  ExternalDocs: kind('the external documentation', { description: text, url: need(text) }),
  Tag: kind('a tag', {
    name: need(text),
    summary: since('3.2', text),
    description: text,
    externalDocs: one('ExternalDocs'),
    parent: since('3.2', text),
    kind: since('3.2', text),
  }),
  Paths: kind('the paths', {}, { others: one('PathItem') }),
  Responses: kind('the responses', {}, { others: one('Response') }),
  SecurityRequirement: kind('a security requirement', {}, { others: list(text) }),
};

type Section = `components/${keyof OpenAPIV3_1.ComponentsObject | 'mediaTypes'}`;

/** What each section of the components holds (OpenAPI 3.2, Components Object). */
export const COMPONENT_SECTIONS: ReadonlyMap<string, KindName> = new Map<Section, KindName>([
  ['components/schemas', 'Schema'],
  ['components/responses', 'Response'],
  ['components/parameters', 'Parameter'],
  ['components/examples', 'Example'],
  ['components/requestBodies', 'RequestBody'],
  ['components/headers', 'Header'],
  ['components/securitySchemes', 'SecurityScheme'],
  ['components/links', 'Link'],
  ['components/callbacks', 'Callback'],
  ['components/pathItems', 'PathItem'],
  ['components/mediaTypes', 'MediaType'],
]);
