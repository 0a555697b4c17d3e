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
  | 'SecurityRequirement';

export type FieldType =
  | { readonly is: 'text' | 'flag' | 'number' | 'any' }
  | { readonly is: 'choice'; readonly values: readonly string[] }
  | { readonly is: 'kind'; readonly kind: KindName }
  | { readonly is: 'list' | 'map'; readonly of: FieldType }
  | { readonly is: 'either'; readonly of: readonly FieldType[] };

/** A kind of object: the fields of all versions, and the type of its other keys. */
export interface Kind {
  /** With its article: `an operation`. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldType>;
  /** Fields without which a page lacks something. */
  readonly required: readonly string[];
  readonly others?: FieldType;
}

export const text: FieldType = { is: 'text' };
export const flag: FieldType = { is: 'flag' };
export const number: FieldType = { is: 'number' };
export const any: FieldType = { is: 'any' };

export function choice(...values: string[]): FieldType {
  return { is: 'choice', values };
}

export function one(name: KindName): FieldType {
  return { is: 'kind', kind: name };
}

export function list(of: FieldType): FieldType {
  return { is: 'list', of };
}

/** An object with keys chosen by the author. */
export function map(of: FieldType): FieldType {
  return { is: 'map', of };
}

/** The first of the types that the value fits. */
function either(...of: FieldType[]): FieldType {
  return { is: 'either', of };
}

export type FieldTable = Readonly<Record<string, FieldType>>;

/** Several fields of one type; their names are separated by blanks. */
export function each(names: string, type: FieldType): FieldTable {
  return Object.fromEntries(names.split(' ').map((name) => [name, type]));
}

export function kind(
  name: string,
  table: FieldTable,
  { required = '', others }: { readonly required?: string; readonly others?: FieldType } = {},
): Kind {
  return {
    name,
    fields: new Map(Object.entries(table)),
    required: required === '' ? [] : required.split(' '),
    ...(others === undefined ? {} : { others }),
  };
}

export type KindTable = Partial<Readonly<Record<KindName, Kind>>>;

export function kindMap(table: KindTable): ReadonlyMap<string, Kind> {
  return new Map(Object.entries(table));
}

const schema = one('Schema');
const typeName = choice(
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
  'file',
);

/** The Schema Object: draft 4 with changes in 2.0 and 3.0, JSON Schema 2020-12 from 3.1 on. */
const SCHEMA = kind('a schema', {
  ...each('title description format pattern contentEncoding contentMediaType', text),
  ...each('$id $schema $ref $anchor $dynamicRef $dynamicAnchor $comment', text),
  type: either(typeName, list(typeName)),
  ...each('multipleOf maximum minimum maxLength minLength maxItems minItems', number),
  ...each('minContains maxContains maxProperties minProperties', number),
  // Flags before OpenAPI 3.1, numbers since.
  ...each('exclusiveMaximum exclusiveMinimum', either(number, flag)),
  ...each('uniqueItems nullable readOnly writeOnly deprecated', flag),
  ...each('const default example $vocabulary', any),
  enum: list(any),
  // Some tools write named examples here.
  examples: either(list(any), map(any)),
  items: either(schema, list(schema)),
  ...each('contentSchema unevaluatedItems contains unevaluatedProperties propertyNames', schema),
  ...each('not if then else', schema),
  ...each('prefixItems allOf oneOf anyOf', list(schema)),
  ...each('properties patternProperties dependentSchemas $defs', map(schema)),
  additionalProperties: either(flag, schema),
  required: list(text),
  dependentRequired: map(list(text)),
  discriminator: either(text, one('Discriminator')),
  // Keywords of older drafts, which nobody misspelled.
  ...each('id dependencies additionalItems $recursiveRef $recursiveAnchor', any),
  definitions: map(schema),
  xml: one('Xml'),
  externalDocs: one('ExternalDocs'),
});

export const COMMON: KindTable = {
  Info: kind(
    'the info object',
    {
      ...each('title summary description termsOfService version', text),
      contact: one('Contact'),
      license: one('License'),
    },
    { required: 'title version' },
  ),
  Contact: kind('a contact', each('name url email', text)),
  License: kind('a license', each('name identifier url', text)),
  ExternalDocs: kind('the external documentation', each('description url', text), {
    required: 'url',
  }),
  Tag: kind(
    'a tag',
    { ...each('name summary description parent kind', text), externalDocs: one('ExternalDocs') },
    { required: 'name' },
  ),
  Paths: kind('the paths', {}, { others: one('PathItem') }),
  Responses: kind('the responses', {}, { others: one('Response') }),
  SecurityRequirement: kind('a security requirement', {}, { others: list(text) }),
  Schema: SCHEMA,
  Discriminator: kind(
    'a discriminator',
    { ...each('propertyName defaultMapping', text), mapping: map(text) },
    { required: 'propertyName' },
  ),
  Xml: kind('an XML object', {
    ...each('name namespace prefix nodeType', text),
    ...each('attribute wrapped', flag),
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
