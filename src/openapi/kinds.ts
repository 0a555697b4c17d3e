import { getOrInsert } from '../shared/maps.ts';
import { type Dialect, isObject, mapValues } from './model/model-context.ts';
import type { JsonObject, JsonValue } from './read/description.ts';

/**
 * The fields of each kind of object in all versions: `name:type`, a text without a type; `!` marks those without
 * which a page lacks something, `*` is the type of all other keys. Types: `[list]`, `{map}` with keys chosen by the
 * author, `(one,of,these)`, `either|or`.
 */
const COMMON = {
  Info: `the info object: title! summary description termsOfService version! contact:Contact
    license:License`,
  Contact: 'a contact: name url email',
  License: 'a license: name identifier url',
  ExternalDocs: 'the external documentation: description url!',
  Tag: 'a tag: name! summary description parent kind externalDocs:ExternalDocs',
  Paths: 'the paths: *:PathItem',
  Responses: 'the responses: *:Response',
  SecurityRequirement: 'a security requirement: *:[text]',
  // Draft 4 with changes in 2.0 and 3.0, JSON Schema 2020-12 from 3.1 on. Exclusive bounds are flags before 3.1. Some
  // tools write named examples. From `id` on, keywords of older drafts.
  Schema: `a schema: title description format pattern contentEncoding contentMediaType
    $id $schema $ref $anchor $dynamicRef $dynamicAnchor $comment
    type:(string,number,integer,boolean,array,object,null,file)|[(string,number,integer,boolean,array,object,null,file)]
    multipleOf:number maximum:number minimum:number maxLength:number minLength:number maxItems:number minItems:number
    minContains:number maxContains:number maxProperties:number minProperties:number
    exclusiveMaximum:number|flag exclusiveMinimum:number|flag
    uniqueItems:flag nullable:flag readOnly:flag writeOnly:flag deprecated:flag
    const:any default:any example:any $vocabulary:any enum:[any] examples:[any]|{any}
    items:Schema|[Schema] contentSchema:Schema unevaluatedItems:Schema contains:Schema unevaluatedProperties:Schema
    propertyNames:Schema not:Schema if:Schema then:Schema else:Schema
    prefixItems:[Schema] allOf:[Schema] oneOf:[Schema] anyOf:[Schema]
    properties:{Schema} patternProperties:{Schema} dependentSchemas:{Schema} $defs:{Schema}
    additionalProperties:flag|Schema required:[text] dependentRequired:{[text]} discriminator:text|Discriminator
    id:any dependencies:{Schema|[text]} additionalItems:flag|Schema $recursiveRef:any $recursiveAnchor:any
    definitions:{Schema} xml:Xml externalDocs:ExternalDocs`,
  Discriminator: 'a discriminator: propertyName! defaultMapping mapping:{text}',
  Xml: 'an XML object: name namespace prefix nodeType attribute:flag wrapped:flag',
};

const ENCODINGS = 'encoding:{Encoding} prefixEncoding:[Encoding] itemEncoding:Encoding';
const STYLED = `description style required:flag deprecated:flag explode:flag schema:Schema example:any
    examples:{Example} content:{MediaType}`;

const OPENAPI_3 = {
  // check.ts validates `openapi` and `swagger` first.
  Root: `the description: openapi:any $self jsonSchemaDialect info!:Info servers:[Server] paths:Paths
    webhooks:{PathItem} x-webhooks:{PathItem} components:Components security:[SecurityRequirement] tags:[Tag]
    externalDocs:ExternalDocs`,
  Server: 'a server: url! description name variables:{ServerVariable}',
  ServerVariable: 'a server variable: enum:[text] default! description',
  Components: `the components: schemas:{Schema} responses:{Response} parameters:{Parameter} examples:{Example}
    requestBodies:{RequestBody} headers:{Header} securitySchemes:{SecurityScheme} links:{Link}
    callbacks:{Callback} pathItems:{PathItem} mediaTypes:{MediaType}`,
  PathItem: `a path: $ref summary description get:Operation put:Operation post:Operation delete:Operation
    options:Operation head:Operation patch:Operation trace:Operation query:Operation
    additionalOperations:{Operation} servers:[Server] parameters:[Parameter]`,
  Operation: `an operation: tags:[text] summary description operationId externalDocs:ExternalDocs
    parameters:[Parameter] requestBody:RequestBody responses:Responses callbacks:{Callback} deprecated:flag
    security:[SecurityRequirement] servers:[Server]`,
  Parameter: `a parameter: name! in!:(query,querystring,header,path,cookie) ${STYLED} allowEmptyValue:flag
    allowReserved:flag`,
  Header: `a header: ${STYLED}`,
  RequestBody: 'a request body: description content:{MediaType} required:flag',
  MediaType: `a media type: schema:Schema itemSchema:Schema example:any examples:{Example} ${ENCODINGS}`,
  Encoding: `an encoding: contentType style headers:{Header} explode:flag allowReserved:flag ${ENCODINGS}`,
  Response: 'a response: summary description headers:{Header} content:{MediaType} links:{Link}',
  Callback: 'a callback: *:PathItem',
  Example: 'an example: summary description externalValue serializedValue value:any dataValue:any',
  Link: 'a link: operationRef operationId description parameters:{any} requestBody:any server:Server',
  SecurityScheme: `a security scheme: type!:(apiKey,http,mutualTLS,oauth2,openIdConnect) description name scheme
    bearerFormat openIdConnectUrl oauth2MetadataUrl in:(query,header,cookie) flows:OAuthFlows deprecated:flag`,
  OAuthFlows: `the OAuth flows: implicit:OAuthFlow password:OAuthFlow clientCredentials:OAuthFlow
    authorizationCode:OAuthFlow deviceAuthorization:OAuthFlow`,
  OAuthFlow: `an OAuth flow: authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes:{text}`,
};

/** Fields of Swagger 2.0 that describe a value outside a body. */
const SIMPLE = `type:(string,number,integer,boolean,array,file) description format pattern collectionFormat
    items:Items default:any maximum:number minimum:number maxLength:number minLength:number maxItems:number
    minItems:number multipleOf:number exclusiveMaximum:flag exclusiveMinimum:flag uniqueItems:flag enum:[any]`;
const SHARED = `schemes:[text] consumes:[text] produces:[text] security:[SecurityRequirement]
    externalDocs:ExternalDocs`;

const SWAGGER_2 = {
  Root: `the description: swagger:any info!:Info host basePath ${SHARED} paths:Paths definitions:{Schema}
    parameters:{Parameter} responses:{Response} securityDefinitions:{SecurityScheme} tags:[Tag]`,
  PathItem: `a path: $ref get:Operation put:Operation post:Operation delete:Operation options:Operation
    head:Operation patch:Operation parameters:[Parameter]`,
  Operation: `an operation: tags:[text] summary description operationId ${SHARED} parameters:[Parameter]
    responses:Responses deprecated:flag`,
  Parameter: `a parameter: name! in!:(query,header,path,formData,body) required:flag allowEmptyValue:flag
    schema:Schema ${SIMPLE}`,
  Items: `an items object: ${SIMPLE}`,
  Header: `a header: ${SIMPLE}`,
  Response: 'a response: description schema:Schema headers:{Header} examples:{any}',
  SecurityScheme: `a security scheme: type!:(basic,apiKey,oauth2) description name flow authorizationUrl tokenUrl
    in:(query,header) scopes:{text}`,
};

export type KindName = keyof typeof COMMON | keyof typeof OPENAPI_3 | keyof typeof SWAGGER_2;

const TABLE_2 = { ...OPENAPI_3, ...COMMON, ...SWAGGER_2 };
const TABLE_3 = { ...SWAGGER_2, ...COMMON, ...OPENAPI_3 };

export type FieldType =
  | { readonly is: 'text' | 'flag' | 'number' | 'any' }
  | { readonly is: 'choice'; readonly values: readonly string[] }
  | { readonly is: 'kind'; readonly kind: KindName }
  | { readonly is: 'list' | 'map'; readonly of: FieldType }
  | { readonly is: 'either'; readonly of: readonly FieldType[] };

/** A kind of object: the fields of all versions, and the type of its other keys. */
interface Kind {
  /** With its article: `an operation`. */
  readonly title: string;
  readonly fields: ReadonlyMap<string, FieldType>;
  /** Fields without which a page lacks something. */
  readonly required: readonly string[];
  readonly others: FieldType | undefined;
}

/** The kinds of objects in a version of the specification. */
export interface Kinds {
  readonly dialect: Dialect;
  readonly get: (name: KindName) => Kind;
  /** Type of the value under a key of a kind; undefined for extensions and unknown keys. */
  readonly typeOf: (name: KindName, key: string) => FieldType | undefined;
  /** Kind of the objects in each section for shared ones: `components/schemas`, `definitions`. */
  readonly sections: ReadonlyMap<string, KindName>;
}

export function createKinds(dialect: Dialect): Kinds {
  const table = dialect === '2.0' ? TABLE_2 : TABLE_3;
  const read = new Map<KindName, Kind>();
  const get = (name: KindName): Kind => getOrInsert(read, name, () => readKind(table[name]));
  const [holder, prefix] =
    dialect === '2.0' ? (['Root', ''] as const) : (['Components', 'components/'] as const);
  const sections = new Map<string, KindName>();
  for (const [key, type] of get(holder).fields) {
    if (type.is === 'map' && type.of.is === 'kind') sections.set(prefix + key, type.of.kind);
  }
  return {
    dialect,
    get,
    typeOf: (name, key) => {
      const { fields, others } = get(name);
      return fields.get(key) ?? (key.startsWith('x-') ? undefined : others);
    },
    sections,
  };
}

function readKind(text: string): Kind {
  const [title = '', list = ''] = text.split(': ');
  const fields = new Map<string, FieldType>();
  const required: string[] = [];
  for (const field of list.split(/\s+/)) {
    const [label = '', type = 'text'] = field.split(':');
    const key = label.replace('!', '');
    fields.set(key, readType(type));
    if (key !== label) required.push(key);
  }
  const others = fields.get('*');
  fields.delete('*');
  return { title, fields, required, others };
}

function readType(text: string): FieldType {
  const options = text.match(/(?:\{[^}]*\}|[^|])+/g) ?? [];
  if (options.length > 1) return { is: 'either', of: options.map(readType) };
  const inner = text.slice(1, -1);
  if (text.startsWith('[')) return { is: 'list', of: readType(inner) };
  if (text.startsWith('{')) return { is: 'map', of: readType(inner) };
  if (text.startsWith('(')) return { is: 'choice', values: inner.split(',') };
  if (text === 'text' || text === 'flag' || text === 'number' || text === 'any')
    return { is: text };
  const isKind = (name: string): name is KindName => name in TABLE_3;
  if (!isKind(text)) throw new Error(`${text} is no type`);
  return { is: 'kind', kind: text };
}

const TYPES = { text: 'string', flag: 'boolean', number: 'number' } as const;

/** True if a value has the JSON type of a field. */
export function fits(type: FieldType, value: JsonValue): boolean {
  if (type.is === 'either') return type.of.some((option) => fits(option, value));
  if (type.is === 'choice') return typeof value === 'string' && type.values.includes(value);
  if (type.is === 'list') return Array.isArray(value);
  if (type.is === 'kind' || type.is === 'map') return isObject(value);
  return type.is === 'any' || typeof value === TYPES[type.is];
}

/** A value, and the object or list that holds it. */
export interface Place {
  readonly owner: JsonObject | JsonValue[];
  readonly key: string | number;
  readonly value: JsonValue;
}

export interface Visitor {
  /** Returns what replaces an object of a kind: itself, or undefined to leave it out. */
  readonly part: (kind: KindName, object: JsonObject) => JsonValue | undefined;
  /** Gets the values that are no parts and have none. */
  readonly other?: (type: FieldType, place: Place) => void;
  /** Returns the map that a map stands for, which may be a reference; undefined to pass it over. */
  readonly mapOf?: (map: JsonObject, of: FieldType) => JsonObject | undefined;
}

/**
 * Visits the objects of a kind in a value, through lists and maps. Returns the value with their replacements, itself
 * if there are none, undefined for a list of which nothing is left.
 */
export function visitValue(visitor: Visitor, type: FieldType, place: Place): JsonValue | undefined {
  const { value } = place;
  const fitting = type.is === 'either' ? type.of.find((option) => fits(option, value)) : type;
  if (fitting?.is === 'kind' && isObject(value)) return visitor.part(fitting.kind, value);
  if (fitting?.is === 'list' && Array.isArray(value)) {
    const { of } = fitting;
    if (of.is === 'any') return value;
    const items = value.map((item, key) =>
      visitValue(visitor, of, { owner: value, key, value: item }),
    );
    if (items.every((item, index) => item === value[index])) return value;
    const left = items.filter((item) => item !== undefined);
    return left.length === 0 ? undefined : left;
  }
  if (fitting?.is === 'map' && isObject(value)) {
    const { of } = fitting;
    const map = of.is === 'any' || visitor.mapOf === undefined ? value : visitor.mapOf(value, of);
    if (of.is === 'any' || map === undefined) return value;
    return mapValues(map, (key, item) => visitValue(visitor, of, { owner: map, key, value: item }));
  }
  visitor.other?.(type, place);
  return value;
}
