import {
  any,
  COMMON,
  choice,
  each,
  flag,
  kind,
  kindMap,
  list,
  map,
  number,
  one,
  text,
} from './field.ts';

const operation = one('Operation');

/** Fields that describe a value outside a body. */
const SIMPLE = {
  type: choice('string', 'number', 'integer', 'boolean', 'array', 'file'),
  ...each('description format pattern collectionFormat', text),
  items: one('Items'),
  default: any,
  ...each('maximum minimum maxLength minLength maxItems minItems multipleOf', number),
  ...each('exclusiveMaximum exclusiveMinimum uniqueItems', flag),
  enum: list(any),
};

const SHARED = {
  ...each('schemes consumes produces', list(text)),
  security: list(one('SecurityRequirement')),
  externalDocs: one('ExternalDocs'),
};

export const KINDS_2 = kindMap({
  ...COMMON,
  Root: kind(
    'the description',
    {
      // check.ts validates it first.
      swagger: any,
      info: one('Info'),
      ...each('host basePath', text),
      ...SHARED,
      paths: one('Paths'),
      definitions: map(one('Schema')),
      parameters: map(one('Parameter')),
      responses: map(one('Response')),
      securityDefinitions: map(one('SecurityScheme')),
      tags: list(one('Tag')),
    },
    { required: 'info' },
  ),
  PathItem: kind('a path', {
    $ref: text,
    ...each('get put post delete options head patch', operation),
    parameters: list(one('Parameter')),
  }),
  Operation: kind('an operation', {
    tags: list(text),
    ...each('summary description operationId', text),
    ...SHARED,
    parameters: list(one('Parameter')),
    responses: one('Responses'),
    deprecated: flag,
  }),
  Parameter: kind(
    'a parameter',
    {
      name: text,
      in: choice('query', 'header', 'path', 'formData', 'body'),
      ...each('required allowEmptyValue', flag),
      schema: one('Schema'),
      ...SIMPLE,
    },
    { required: 'name in' },
  ),
  Items: kind('an items object', SIMPLE),
  Header: kind('a header', SIMPLE),
  Response: kind('a response', {
    description: text,
    schema: one('Schema'),
    headers: map(one('Header')),
    examples: map(any),
  }),
  SecurityScheme: kind(
    'a security scheme',
    {
      type: choice('basic', 'apiKey', 'oauth2'),
      ...each('description name flow authorizationUrl tokenUrl', text),
      in: choice('query', 'header'),
      scopes: map(text),
    },
    { required: 'type' },
  ),
});
