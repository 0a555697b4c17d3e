import type { OpenAPIV3_1 } from 'openapi-types';

/** Versions of the specification with different rules; patch versions have none. */
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

/** A kind of object: its fixed fields, and the type of its other keys. */
export interface Kind {
  /** With its article: `an operation`. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, readonly Field[]>;
  readonly required: readonly { readonly name: string; readonly versions: readonly Version[] }[];
  readonly others?: FieldType;
  /** True if a reference is allowed instead. */
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

/** A non-empty list. */
export function filled(of: FieldType): FieldType {
  return { is: 'list', of, filled: true };
}

/** An object with keys chosen by the author. */
export function map(of: FieldType): FieldType {
  return { is: 'map', of };
}

/** The first of the types that the value fits. */
function either(...of: FieldType[]): FieldType {
  return { is: 'either', of };
}

export function need(type: FieldType, required: readonly Version[] = ALL): Field {
  return { type, versions: ALL, required };
}

function only(versions: readonly Version[], type: FieldType): Field {
  return { type, versions, required: [] };
}

export function needOnly(versions: readonly Version[], type: FieldType): Field {
  return { type, versions, required: versions };
}

export function since(version: Version, type: FieldType): Field {
  return only(ALL.slice(ALL.indexOf(version)), type);
}

/** Fields by name; a bare type is an optional field of all versions. */
export type FieldTable = Readonly<Record<string, FieldType | Field | readonly Field[]>>;

export function each(names: readonly string[], entry: FieldTable[string]): FieldTable {
  return Object.fromEntries(names.map((name) => [name, entry]));
}

export function kind(
  name: string,
  table: FieldTable,
  rest: Partial<Pick<Kind, 'others' | 'ref'>> = {},
): Kind {
  const fields = new Map(Object.entries(table).map(([field, entry]) => [field, fieldsOf(entry)]));
  return {
    name,
    fields,
    required: [...fields].flatMap(([field, entries]) => {
      const versions = entries.flatMap((entry) => entry.required);
      return versions.length === 0 ? [] : [{ name: field, versions }];
    }),
    ref: false,
    ...rest,
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

const schema = one('Schema');
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const typeName = choice(...TYPES);
const newTypeName = choice(...TYPES, 'null');

/** The Schema Object: draft 4 with changes in 2.0 and 3.0, JSON Schema 2020-12 from 3.1 on. */
const SCHEMA = kind(
  'a schema',
  {
    title: text,
    description: text,
    type: [
      only(['2.0'], either(choice(...TYPES, 'file', 'null'), list(newTypeName))),
      only(['3.0'], typeName),
      since('3.1', either(newTypeName, filled(newTypeName))),
    ],
    format: text,
    enum: list(any),
    const: since('3.1', any),
    default: any,
    // Numbers
    multipleOf: positive,
    maximum: number,
    exclusiveMaximum: [only(['2.0', '3.0'], flag), since('3.1', number)],
    minimum: number,
    exclusiveMinimum: [only(['2.0', '3.0'], flag), since('3.1', number)],
    // Text
    maxLength: count,
    minLength: count,
    pattern: text,
    contentEncoding: since('3.1', text),
    contentMediaType: since('3.1', text),
    contentSchema: since('3.1', schema),
    // Lists
    items: [only(['2.0'], either(schema, list(schema))), since('3.0', schema)],
    prefixItems: since('3.1', filled(schema)),
    unevaluatedItems: since('3.1', schema),
    contains: since('3.1', schema),
    minContains: since('3.1', count),
    maxContains: since('3.1', count),
    maxItems: count,
    minItems: count,
    uniqueItems: flag,
    // Objects
    properties: map(schema),
    patternProperties: since('3.1', map(schema)),
    additionalProperties: either(flag, schema),
    unevaluatedProperties: since('3.1', schema),
    propertyNames: since('3.1', schema),
    maxProperties: count,
    minProperties: count,
    required: list(text),
    dependentRequired: since('3.1', map(list(text))),
    dependentSchemas: since('3.1', map(schema)),
    // Composition
    allOf: filled(schema),
    oneOf: since('3.0', filled(schema)),
    anyOf: since('3.0', filled(schema)),
    not: since('3.0', schema),
    ...each(['if', 'then', 'else'], since('3.1', schema)),
    // Identity
    $id: since('3.1', text),
    $schema: since('3.1', text),
    $ref: text,
    $anchor: since('3.1', text),
    $dynamicRef: since('3.1', text),
    $dynamicAnchor: since('3.1', text),
    $vocabulary: since('3.1', map(flag)),
    $comment: since('3.1', text),
    $defs: since('3.1', map(schema)),
    // OpenAPI and annotations
    nullable: only(['3.0'], flag),
    discriminator: [only(['2.0'], text), since('3.0', one('Discriminator'))],
    readOnly: flag,
    writeOnly: since('3.0', flag),
    deprecated: since('3.0', flag),
    xml: one('Xml'),
    externalDocs: one('ExternalDocs'),
    example: any,
    examples: since('3.1', list(any)),
  },
  { ref: true },
);

/** Keywords of older drafts that 2020-12 still reads or that are in common use; never reported as typos. */
export const OLD_KEYWORDS: ReadonlySet<string> = new Set(
  'definitions dependencies $recursiveRef $recursiveAnchor additionalItems id'.split(' '),
);

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
  License: kind('a license', { name: need(text), identifier: since('3.1', text), url: text }),
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
  Schema: SCHEMA,
  Discriminator: kind('a discriminator', {
    propertyName: needOnly(['3.0', '3.1', '3.2'], text),
    mapping: map(text),
    defaultMapping: since('3.2', text),
  }),
  Xml: kind('an XML object', {
    name: text,
    namespace: text,
    prefix: text,
    attribute: flag,
    wrapped: flag,
    nodeType: since('3.2', choice('element', 'attribute', 'text', 'cdata', 'none')),
  }),
};

type Section = `components/${keyof OpenAPIV3_1.ComponentsObject | 'mediaTypes'}`;

/** Kinds of objects in each section of the components (OpenAPI 3.2, Components Object). */
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
