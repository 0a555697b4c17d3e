import type { OpenAPIV3_1 } from 'openapi-types';
import type { SiteFiles } from './site.ts';

const LONG_NAME = `x_${'unbreakable'.repeat(16)}`;
/** Objects in objects, each property called as the one around it. */
const deep = (level: number): OpenAPIV3_1.SchemaObject =>
  level === 0
    ? { type: 'string', description: 'The innermost.', examples: ['z'.repeat(400)] }
    : { type: 'object', properties: { in: deep(level - 1), ['']: { type: 'string' } } };

const SAMPLE = `api = Api.new('https://api.example.com/v9')
old = Api.new("https://api.example.com/v9beta")
api.get 'https://api.example.com/v9/things'`;

/** Names of properties that are not plain words. */
export const UNUSUAL_NAMES = [
  '__proto__',
  'constructor',
  'filter[name]',
  'two words',
  'größe',
  '日本語',
  'a/b#c%20',
  '<img src=x onerror=alert(1)>',
  '"quoted"',
  LONG_NAME,
];

const properties = (): Record<string, OpenAPIV3_1.SchemaObject> =>
  Object.fromEntries(
    UNUSUAL_NAMES.map((name) => [
      name,
      { type: 'string', description: `Is ${UNUSUAL_NAMES.indexOf(name)}.` },
    ]),
  );

const description: OpenAPIV3_1.Document = {
  openapi: '3.1.0',
  info: { title: 'Unusual', version: '1', description: '# About <script>alert(1)</script>' },
  servers: [
    { url: 'https://api.example.com/{version}', variables: { version: { default: 'v9' } } },
    { url: 'https://api.example.com/v9/v9', description: LONG_NAME },
    {
      url: 'https://{region}.example.com/$1',
      description: 'Regions. Near you.',
      variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
    },
  ],
  tags: [{ name: LONG_NAME, description: LONG_NAME }],
  components: {
    schemas: {
      Unusual: { type: 'object', properties: properties() },
      [LONG_NAME]: { type: 'object', properties: { deep: deep(14) } },
    },
    securitySchemes: { [LONG_NAME]: { type: 'apiKey', in: 'cookie', name: LONG_NAME } },
  },
  security: [{ [LONG_NAME]: [] }],
  paths: {
    [`/things/{id}/${LONG_NAME}`]: {
      post: {
        operationId: 'postThing',
        summary: 'Post <em>a</em> thing',
        description: 'Words in <small>small letters</small>.',
        deprecated: true,
        tags: [LONG_NAME],
        ...({ 'x-codeSamples': [{ lang: 'ruby', source: SAMPLE }] } satisfies object),
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          {
            name: 'ids',
            in: 'query',
            style: 'pipeDelimited',
            schema: { type: 'array', items: { type: 'integer' } },
          },
          {
            name: 'crumb',
            in: 'cookie',
            schema: { enum: Array.from({ length: 60 }, (_, index) => `value-${index}`) },
          },
        ],
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Unusual' } },
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { file: { type: 'string', format: 'binary' } },
              },
            },
          },
        },
        responses: {
          default: {
            description: LONG_NAME,
            headers: { 'X-Rate': { schema: { type: 'integer' } } },
            content: {
              'application/json': { schema: { $ref: `#/components/schemas/${LONG_NAME}` } },
            },
          },
        },
      },
    },
  },
};

/** A site below `/base/` with a description of unusual names: long, deep, not ASCII, hostile. */
export const UNUSUAL_API_SITE: SiteFiles = {
  'site.config.ts': `export default {
    title: 'Unusual',
    url: 'https://docs.example.com',
    baseUrl: '/base/',
    favicon: 'favicon.svg',
    openapi: [{ spec: 'openapi/api.json', routeBase: '/docs/api' }],
  };\n`,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/index.md': '# Start\n\n[The operation](/docs/api/post-thing)\n',
  'openapi/api.json': JSON.stringify(description, null, 2),
};
