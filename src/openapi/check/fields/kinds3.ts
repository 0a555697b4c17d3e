import { COMMON } from './common.ts';
import {
  any,
  choice,
  filled,
  flag,
  type Kind,
  type KindName,
  kind,
  list,
  map,
  need,
  one,
  since,
  text,
} from './field.ts';
import { DISCRIMINATOR, SCHEMA, XML } from './schema.ts';

const REF = { ref: true };
const operation = one('Operation');

const STYLED = {
  description: text,
  required: flag,
  deprecated: flag,
  explode: flag,
  schema: one('Schema'),
  example: any,
  examples: map(one('Example')),
  content: map(one('MediaType')),
};

/** The objects of OpenAPI 3.0, 3.1 and 3.2. */
export const KINDS_3: ReadonlyMap<KindName, Kind> = new Map<KindName, Kind>([
  ...COMMON,
  [
    'Root',
    kind('the description', {
      // Judged before anything else (version.ts).
      openapi: any,
      $self: since('3.2', text),
      info: need(one('Info')),
      jsonSchemaDialect: since('3.1', text),
      servers: list(one('Server')),
      paths: need(one('Paths'), ['3.0']),
      webhooks: since('3.1', map(one('PathItem'))),
      'x-webhooks': map(one('PathItem')),
      components: one('Components'),
      security: list(one('SecurityRequirement')),
      tags: list(one('Tag')),
      externalDocs: one('ExternalDocs'),
    }),
  ],
  [
    'Server',
    kind('a server', {
      url: need(text),
      description: text,
      name: since('3.2', text),
      variables: map(one('ServerVariable')),
    }),
  ],
  [
    'ServerVariable',
    kind('a server variable', { enum: filled(text), default: need(text), description: text }),
  ],
  [
    'Components',
    kind('the components', {
      schemas: map(one('Schema')),
      responses: map(one('Response')),
      parameters: map(one('Parameter')),
      examples: map(one('Example')),
      requestBodies: map(one('RequestBody')),
      headers: map(one('Header')),
      securitySchemes: map(one('SecurityScheme')),
      links: map(one('Link')),
      callbacks: map(one('Callback')),
      pathItems: since('3.1', map(one('PathItem'))),
      mediaTypes: since('3.2', map(one('MediaType'))),
    }),
  ],
  [
    'PathItem',
    kind(
      'a path',
      {
        $ref: text,
        summary: text,
        description: text,
        get: operation,
        put: operation,
        post: operation,
        delete: operation,
        options: operation,
        head: operation,
        patch: operation,
        trace: operation,
        query: since('3.2', operation),
        additionalOperations: since('3.2', map(operation)),
        servers: list(one('Server')),
        parameters: list(one('Parameter')),
      },
      REF,
    ),
  ],
  [
    'Operation',
    kind('an operation', {
      tags: list(text),
      summary: text,
      description: text,
      externalDocs: one('ExternalDocs'),
      operationId: text,
      parameters: list(one('Parameter')),
      requestBody: one('RequestBody'),
      responses: need(one('Responses'), ['3.0']),
      callbacks: map(one('Callback')),
      deprecated: flag,
      security: list(one('SecurityRequirement')),
      servers: list(one('Server')),
    }),
  ],
  [
    'Parameter',
    kind(
      'a parameter',
      {
        name: need(text),
        in: [
          {
            type: choice('query', 'header', 'path', 'cookie'),
            versions: ['3.0', '3.1'],
            required: ['3.0', '3.1'],
          },
          {
            type: choice('query', 'querystring', 'header', 'path', 'cookie'),
            versions: ['3.2'],
            required: ['3.2'],
          },
        ],
        ...STYLED,
        style: text,
        allowEmptyValue: flag,
        allowReserved: flag,
      },
      REF,
    ),
  ],
  ['Header', kind('a header', { ...STYLED, style: choice('simple') }, REF)],
  [
    'RequestBody',
    kind(
      'a request body',
      { description: text, content: need(map(one('MediaType'))), required: flag },
      REF,
    ),
  ],
  [
    'MediaType',
    kind(
      'a media type',
      {
        schema: one('Schema'),
        itemSchema: since('3.2', one('Schema')),
        example: any,
        examples: map(one('Example')),
        encoding: map(one('Encoding')),
        prefixEncoding: since('3.2', list(one('Encoding'))),
        itemEncoding: since('3.2', one('Encoding')),
      },
      REF,
    ),
  ],
  [
    'Encoding',
    kind('an encoding', {
      contentType: text,
      headers: map(one('Header')),
      style: choice('form', 'spaceDelimited', 'pipeDelimited', 'deepObject'),
      explode: flag,
      allowReserved: flag,
      encoding: since('3.2', map(one('Encoding'))),
      prefixEncoding: since('3.2', list(one('Encoding'))),
      itemEncoding: since('3.2', one('Encoding')),
    }),
  ],
  [
    'Response',
    kind(
      'a response',
      {
        summary: since('3.2', text),
        description: need(text, ['3.0', '3.1']),
        headers: map(one('Header')),
        content: map(one('MediaType')),
        links: map(one('Link')),
      },
      REF,
    ),
  ],
  ['Callback', kind('a callback', {}, { others: one('PathItem'), ref: true })],
  [
    'Example',
    kind(
      'an example',
      {
        summary: text,
        description: text,
        value: any,
        externalValue: text,
        dataValue: since('3.2', any),
        serializedValue: since('3.2', text),
      },
      REF,
    ),
  ],
  [
    'Link',
    kind(
      'a link',
      {
        operationRef: text,
        operationId: text,
        parameters: map(any),
        requestBody: any,
        description: text,
        server: one('Server'),
      },
      REF,
    ),
  ],
  ['Schema', SCHEMA],
  ['Discriminator', DISCRIMINATOR],
  ['Xml', XML],
  [
    'SecurityScheme',
    kind(
      'a security scheme',
      {
        type: [
          {
            type: choice('apiKey', 'http', 'oauth2', 'openIdConnect'),
            versions: ['3.0'],
            required: ['3.0'],
          },
          {
            type: choice('apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'),
            versions: ['3.1', '3.2'],
            required: ['3.1', '3.2'],
          },
        ],
        description: text,
        name: text,
        in: choice('query', 'header', 'cookie'),
        scheme: text,
        bearerFormat: text,
        flows: one('OAuthFlows'),
        openIdConnectUrl: text,
        oauth2MetadataUrl: since('3.2', text),
        deprecated: since('3.2', flag),
      },
      REF,
    ),
  ],
  [
    'OAuthFlows',
    kind('the OAuth flows', {
      implicit: one('OAuthFlow'),
      password: one('OAuthFlow'),
      clientCredentials: one('OAuthFlow'),
      authorizationCode: one('OAuthFlow'),
      deviceAuthorization: since('3.2', one('OAuthFlow')),
    }),
  ],
  [
    'OAuthFlow',
    kind('an OAuth flow', {
      authorizationUrl: text,
      deviceAuthorizationUrl: since('3.2', text),
      tokenUrl: text,
      refreshUrl: text,
      scopes: need(map(text)),
    }),
  ],
]);
