/** A description with the same text in every text field, each after a unique number. */
export interface HostileDescription {
  readonly text: string;
  /** Texts that pages must show, by field. */
  readonly fields: readonly { readonly name: string; readonly shown: string }[];
}

/** A step of a JSON pointer in a URL fragment (RFC 6901, 6). */
function pointerStep(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Puts a text into every field of words: titles, names, values, descriptions, examples, identifiers. */
export function describeWith(payload: string): HostileDescription {
  const fields: { name: string; shown: string }[] = [];
  /** The text of a field; `shown` is false for fields that pages do not print. */
  const put = (name: string, shown = true): string => {
    const text = `${name}${payload}`;
    if (shown) fields.push({ name, shown: text });
    return text;
  };
  const named = (name: string, shown = true): string => put(name, shown);
  const record = (name: string, value: unknown, shown = true): object =>
    Object.fromEntries([[named(name, shown), value]]);
  const schema = {
    type: 'object',
    title: put('schemaTitle', false),
    required: [`propertyName${payload}`],
    properties: Object.fromEntries([
      [
        named('propertyName'),
        {
          type: 'string',
          description: put('propertyWords', false),
          enum: [put('enumValue'), 'b'],
          'x-enumDescriptions': { b: put('enumWords', false) },
          default: put('defaultValue'),
          example: put('exampleValue'),
          pattern: put('patternValue'),
          format: put('formatName'),
          deprecated: true,
          'x-deprecated-description': put('propertyDeprecated'),
          xml: { name: put('xmlName') },
          contentMediaType: put('contentMedia'),
          externalDocs: { url: 'https://d.example', description: put('docsWords') },
        },
      ],
      [named('constName'), { const: put('constValue') }],
      [
        named('examplesName'),
        { type: 'string', examples: [put('firstExample'), put('secondExample')] },
      ],
      [
        'map',
        {
          type: 'object',
          additionalProperties: { type: 'string', description: put('mapWords', false) },
        },
      ],
      [
        'patterns',
        { type: 'object', patternProperties: record('patternName', { type: 'string' }) },
      ],
      [
        'union',
        {
          oneOf: [
            { $ref: '#/components/schemas/A' },
            { type: 'object', title: put('variantTitle'), properties: { k: {} } },
          ],
          discriminator: {
            propertyName: put('discriminatorName'),
            mapping: record('mappingValue', '#/components/schemas/A'),
          },
        },
      ],
      [
        'tuple',
        { type: 'array', prefixItems: [{ type: 'string', description: put('tupleWords', false) }] },
      ],
      [
        'dependent',
        { type: 'object', dependentRequired: record('dependentName', [put('dependentOn')]) },
      ],
    ]),
  };
  const example = {
    summary: put('exampleSummary'),
    description: put('exampleWords', false),
    value: record('exampleKey', put('exampleHeld')),
  };
  const reference = `#/components/schemas/${pointerStep(`B${payload}`)}`;
  const media = { schema, examples: record('exampleName', example, false) };
  const parameter = (location: string): object => ({
    name: named(`${location}Parameter`),
    in: location,
    required: true,
    description: put(`${location}Words`, false),
    deprecated: true,
    'x-deprecated-description': put(`${location}Deprecated`),
    schema: {
      type: 'array',
      items: { type: 'string', enum: [put(`${location}Value`)] },
      example: [put(`${location}Example`)],
    },
  });
  const description = {
    openapi: '3.2.0',
    info: {
      title: put('infoTitle'),
      version: put('infoVersion'),
      summary: put('infoSummary'),
      description: put('infoWords', false),
      contact: { name: put('contactName'), url: 'https://c.example' },
      license: { name: put('licenseName'), identifier: put('licenseIdentifier') },
    },
    servers: [
      {
        url: `https://{variable}.example/${put('serverPath')}`,
        description: put('serverWords'),
        variables: {
          variable: {
            default: put('variableDefault'),
            enum: [put('variableValue')],
            description: put('variableWords'),
          },
        },
      },
    ],
    tags: [
      {
        name: put('tagName', false),
        summary: put('tagSummary'),
        description: put('tagWords', false),
        externalDocs: { url: 'https://t.example', description: put('tagDocs') },
      },
    ],
    'x-tagGroups': [{ name: put('groupName'), tags: [`tagName${payload}`] }],
    security: [record('schemeName', [put('scopeName')])],
    paths: {
      [`/things/${put('pathPart')}`]: {
        post: {
          operationId: put('operationId', false),
          summary: put('operationSummary'),
          description: put('operationWords', false),
          tags: [`tagName${payload}`],
          deprecated: true,
          'x-deprecated-description': put('operationDeprecated'),
          parameters: ['query', 'header', 'cookie'].map(parameter),
          requestBody: {
            description: put('bodyWords', false),
            content: {
              'application/json': { ...media, schema: { $ref: reference } },
              [`text/${put('mediaName')}`]: { schema: { type: 'string' } },
            },
          },
          responses: {
            200: {
              summary: put('responseSummary'),
              description: put('responseWords', false),
              headers: record('headerName', {
                description: put('headerWords', false),
                schema: { type: 'string', default: put('headerDefault') },
              }),
              content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } },
              links: record('linkName', {
                operationId: put('linkTarget'),
                description: put('linkWords', false),
                parameters: record('linkParameter', put('linkExpression')),
                requestBody: put('linkBody'),
              }),
            },
          },
          callbacks: record('callbackName', {
            [put('callbackExpression')]: {
              post: {
                summary: put('callbackSummary', false),
                description: put('callbackWords', false),
                responses: { 200: { description: put('callbackAnswer', false) } },
              },
            },
          }),
          'x-codeSamples': [
            {
              lang: put('sampleLang', false),
              label: put('sampleLabel'),
              source: put('sampleSource'),
            },
          ],
          servers: [
            {
              url: `https://other.example/${put('ownServer')}`,
              description: put('ownServerWords'),
            },
          ],
        },
      },
    },
    webhooks: record('webhookName', { post: { summary: put('webhookSummary'), responses: {} } }),
    components: {
      schemas: {
        A: {
          type: 'object',
          description: put('namedWords', false),
          properties: record('namedProperty', { type: 'string' }),
        },
        [`B${payload}`]: schema,
      },
      securitySchemes: Object.fromEntries([
        [
          `schemeName${payload}`,
          {
            type: 'oauth2',
            description: put('schemeWords', false),
            flows: {
              clientCredentials: {
                tokenUrl: 'https://t.example',
                scopes: record('flowScope', put('flowWords')),
              },
            },
          },
        ],
        [named('keyScheme'), { type: 'apiKey', in: 'header', name: put('keyParameter') }],
        [named('httpScheme'), { type: 'http', scheme: put('httpName') }],
        [named('otherScheme'), { type: put('otherType') }],
        [
          named('bearerScheme'),
          { type: 'http', scheme: 'bearer', bearerFormat: put('bearerFormat') },
        ],
      ]),
    },
  };
  return { text: JSON.stringify(description), fields };
}
