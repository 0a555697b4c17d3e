import {
  any,
  COMMON,
  choice,
  count,
  each,
  filled,
  flag,
  kind,
  kindMap,
  list,
  map,
  need,
  number,
  one,
  positive,
  referable,
  text,
} from './field.ts';

import { SCHEMA, XML } from './schema.ts';

const operation = one('Operation');
const schemes = list(choice('http', 'https', 'ws', 'wss'));

/** What describes a value outside a body. */
const SIMPLE = {
  format: text,
  items: one('Items'),
  default: any,
  maximum: number,
  exclusiveMaximum: flag,
  minimum: number,
  exclusiveMinimum: flag,
  maxLength: count,
  minLength: count,
  pattern: text,
  maxItems: count,
  minItems: count,
  uniqueItems: flag,
  enum: filled(any),
  multipleOf: positive,
};
const simpleType = choice('string', 'number', 'integer', 'boolean', 'array');

/** The objects of Swagger 2.0. */
export const KINDS_2 = kindMap({
  ...COMMON,
  Root: kind('the description', {
    // Judged before anything else (version.ts).
    swagger: any,
    info: need(one('Info')),
    host: text,
    basePath: text,
    schemes,
    consumes: list(text),
    produces: list(text),
    paths: need(one('Paths')),
    definitions: map(one('Schema')),
    parameters: map(one('Parameter')),
    responses: map(one('Response')),
    securityDefinitions: map(one('SecurityScheme')),
    security: list(one('SecurityRequirement')),
    tags: list(one('Tag')),
    externalDocs: one('ExternalDocs'),
  }),
  PathItem: referable('a path', {
    $ref: text,
    ...each(['get', 'put', 'post', 'delete', 'options', 'head', 'patch'], operation),
    parameters: list(one('Parameter')),
  }),
  Operation: kind('an operation', {
    tags: list(text),
    summary: text,
    description: text,
    externalDocs: one('ExternalDocs'),
    operationId: text,
    consumes: list(text),
    produces: list(text),
    parameters: list(one('Parameter')),
    responses: need(one('Responses')),
    schemes,
    deprecated: flag,
    security: list(one('SecurityRequirement')),
  }),
  Parameter: referable('a parameter', {
    name: need(text),
    in: need(choice('query', 'header', 'path', 'formData', 'body')),
    description: text,
    required: flag,
    schema: one('Schema'),
    type: choice('string', 'number', 'integer', 'boolean', 'array', 'file'),
    allowEmptyValue: flag,
    collectionFormat: choice('csv', 'ssv', 'tsv', 'pipes', 'multi'),
    ...SIMPLE,
  }),
  Items: kind('an items object', {
    type: need(simpleType),
    collectionFormat: choice('csv', 'ssv', 'tsv', 'pipes'),
    ...SIMPLE,
  }),
  Header: kind('a header', {
    description: text,
    type: need(simpleType),
    collectionFormat: choice('csv', 'ssv', 'tsv', 'pipes'),
    ...SIMPLE,
  }),
  Response: referable('a response', {
    description: need(text),
    schema: one('Schema'),
    headers: map(one('Header')),
    examples: map(any),
  }),
  Schema: SCHEMA,
  Xml: XML,
  SecurityScheme: kind('a security scheme', {
    type: need(choice('basic', 'apiKey', 'oauth2')),
    description: text,
    name: text,
    in: choice('query', 'header'),
    flow: choice('implicit', 'password', 'application', 'accessCode'),
    authorizationUrl: text,
    tokenUrl: text,
    scopes: one('Scopes'),
  }),
  Scopes: kind('the scopes', {}, { others: text }),
});
