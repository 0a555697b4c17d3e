import { any, COMMON, choice, each, flag, kind, kindMap, list, map, one, text } from './field.ts';

const operation = one('Operation');

const STYLED = {
  ...each('description style', text),
  ...each('required deprecated explode', flag),
  schema: one('Schema'),
  example: any,
  examples: map(one('Example')),
  content: map(one('MediaType')),
};

const ENCODINGS = {
  encoding: map(one('Encoding')),
  prefixEncoding: list(one('Encoding')),
  itemEncoding: one('Encoding'),
};

export const KINDS_3 = kindMap({
  ...COMMON,
  Root: kind(
    'the description',
    {
      // check.ts validates it first.
      openapi: any,
      ...each('$self jsonSchemaDialect', text),
      info: one('Info'),
      servers: list(one('Server')),
      paths: one('Paths'),
      ...each('webhooks x-webhooks', map(one('PathItem'))),
      components: one('Components'),
      security: list(one('SecurityRequirement')),
      tags: list(one('Tag')),
      externalDocs: one('ExternalDocs'),
    },
    { required: 'info' },
  ),
  Server: kind(
    'a server',
    { ...each('url description name', text), variables: map(one('ServerVariable')) },
    { required: 'url' },
  ),
  ServerVariable: kind(
    'a server variable',
    { enum: list(text), ...each('default description', text) },
    { required: 'default' },
  ),
  Components: kind('the components', {
    schemas: map(one('Schema')),
    responses: map(one('Response')),
    parameters: map(one('Parameter')),
    examples: map(one('Example')),
    requestBodies: map(one('RequestBody')),
    headers: map(one('Header')),
    securitySchemes: map(one('SecurityScheme')),
    links: map(one('Link')),
    callbacks: map(one('Callback')),
    pathItems: map(one('PathItem')),
    mediaTypes: map(one('MediaType')),
  }),
  PathItem: kind('a path', {
    ...each('$ref summary description', text),
    ...each('get put post delete options head patch trace query', operation),
    additionalOperations: map(operation),
    servers: list(one('Server')),
    parameters: list(one('Parameter')),
  }),
  Operation: kind('an operation', {
    tags: list(text),
    ...each('summary description operationId', text),
    externalDocs: one('ExternalDocs'),
    parameters: list(one('Parameter')),
    requestBody: one('RequestBody'),
    responses: one('Responses'),
    callbacks: map(one('Callback')),
    deprecated: flag,
    security: list(one('SecurityRequirement')),
    servers: list(one('Server')),
  }),
  Parameter: kind(
    'a parameter',
    {
      name: text,
      in: choice('query', 'querystring', 'header', 'path', 'cookie'),
      ...STYLED,
      ...each('allowEmptyValue allowReserved', flag),
    },
    { required: 'name in' },
  ),
  Header: kind('a header', STYLED),
  RequestBody: kind('a request body', {
    description: text,
    content: map(one('MediaType')),
    required: flag,
  }),
  MediaType: kind('a media type', {
    ...each('schema itemSchema', one('Schema')),
    example: any,
    examples: map(one('Example')),
    ...ENCODINGS,
  }),
  Encoding: kind('an encoding', {
    ...each('contentType style', text),
    headers: map(one('Header')),
    ...each('explode allowReserved', flag),
    ...ENCODINGS,
  }),
  Response: kind('a response', {
    ...each('summary description', text),
    headers: map(one('Header')),
    content: map(one('MediaType')),
    links: map(one('Link')),
  }),
  Callback: kind('a callback', {}, { others: one('PathItem') }),
  Example: kind('an example', {
    ...each('summary description externalValue serializedValue', text),
    ...each('value dataValue', any),
  }),
  Link: kind('a link', {
    ...each('operationRef operationId description', text),
    parameters: map(any),
    requestBody: any,
    server: one('Server'),
  }),
  SecurityScheme: kind(
    'a security scheme',
    {
      type: choice('apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'),
      ...each('description name scheme bearerFormat openIdConnectUrl oauth2MetadataUrl', text),
      in: choice('query', 'header', 'cookie'),
      flows: one('OAuthFlows'),
      deprecated: flag,
    },
    { required: 'type' },
  ),
  OAuthFlows: kind(
    'the OAuth flows',
    each(
      'implicit password clientCredentials authorizationCode deviceAuthorization',
      one('OAuthFlow'),
    ),
  ),
  OAuthFlow: kind('an OAuth flow', {
    ...each('authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl', text),
    scopes: map(text),
  }),
});
