import type { DiagnosticCode } from '../../src/diagnostics/codes.ts';
import type { SiteFiles } from '../support/site.ts';

/** Stands before the place that the problem is reported at. */
const MARK = '§';

const DESCRIPTION = `openapi: 3.1.0
info: { title: T, version: '1' }
servers: [{ url: https://api.example.com }, { url: https://sandbox.example.com }]
security: [{ token: [] }]
paths:
  /orders:
    get:
      operationId: listOrders
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: ok } }
    post:
      operationId: createOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
  /orders/{id}:
    get:
      operationId: getOrder
      deprecated: true
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas: { Order: { type: object, required: [product], properties: { product: { type: string }, count: { type: integer } } } }
`;

interface SampleCase {
  readonly files: SiteFiles;
  readonly at: string;
}

/** A site with an API and a page, whose text has a mark where the problem stands. */
function sample(marked: string): SampleCase {
  const text = `# Orders\n\n${marked}\n`;
  const before = text.slice(0, text.indexOf(MARK)).split('\n');
  return {
    at: `index.md:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`,
    files: {
      'site.config.ts': `export default {\n  title: 'T',\n  url: 'https://docs.example.com',\n  openapi: [{ spec: 'api.yaml', server: 'api.example' }],\n};\n`,
      'index.md': text.replace(MARK, ''),
      'api.yaml': DESCRIPTION,
    },
  };
}

const block = (code: string, language = 'sh'): string => `\`\`\`${language}\n${code}\n\`\`\``;
const curl = (text: string): SampleCase =>
  sample(block(`curl -H 'Authorization: Bearer T' ${text}`));
const URL = 'https://api.example.com/orders';

/** One tiny site for each code about samples. */
export const SAMPLE_CASES: Readonly<Partial<Record<DiagnosticCode, SampleCase>>> = {
  'sample-syntax': curl(`${URL} --json '§{ "product": "x" '`),
  'sample-operation': curl('https://api.example.com/§order'),
  'sample-method': curl(`-X §DELETE ${URL}`),
  'sample-parameter': curl(`"${URL}?§limt=5"`),
  'sample-required': curl(`${URL} --json '§{ "count": 5 }'`),
  'sample-body': curl(`${URL} --json '{ "product": "x", "count": §"five" }'`),
  'sample-response': sample(
    `${block(`curl -H 'Authorization: Bearer T' ${URL} --json '{ "product": "x" }'`)}\n\nThe response:\n\n${block('{ "product": §7 }', 'json')}`,
  ),
  'sample-auth': sample(block(`curl §${URL}`)),
  'sample-deprecated': curl(`§${URL}/7`),
  'sample-server': curl('§https://sandbox.example.com/orders'),
  'sample-variable': sample(
    `${block(`curl -H "Authorization: Bearer §$TOKEN" ${URL}`)}\n\n${block('TOKEN=x')}`,
  ),
};
