import type { DiagnosticCode } from '../../src/diagnostics/codes.ts';
import type { SiteFiles } from '../support/site.ts';

const FILE = 'openapi/api.yaml';
/** Stands before the place that the problem is reported at. */
const MARK = '§';

interface ApiCase {
  readonly files: SiteFiles;
  readonly at: string;
}

/** A site with one description, whose text has a mark where the problem stands. */
function api(marked: string): ApiCase {
  const before = marked.slice(0, marked.indexOf(MARK)).split('\n');
  return {
    at: `${FILE}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`,
    files: {
      'site.config.ts': `export default {\n  title: 'T',\n  url: 'https://docs.example.com',\n  openapi: [{ spec: '${FILE}' }],\n};\n`,
      'index.md': '# Home\n',
      [FILE]: marked.replace(MARK, ''),
    },
  };
}

const HEAD = `openapi: 3.1.0
info: { title: T, version: '1' }
`;

/** A description whose only path is given, indented by two spaces. */
const paths = (text: string): ApiCase => api(`${HEAD}paths:\n${text}\n`);

/** One operation at \`/a\` whose fields are given, indented by six spaces. */
const operation = (text: string): ApiCase =>
  paths(`  /a:\n    get:\n      responses: { '200': { description: ok } }\n${text}`);

/** A description whose only schema is given, indented by six spaces. */
const schema = (text: string): ApiCase =>
  api(`${HEAD}paths: {}\ncomponents:\n  schemas:\n    A:\n${text}\n`);

/** One tiny site for each code of API descriptions. */
export const OPENAPI_CASES: Readonly<Partial<Record<DiagnosticCode, ApiCase>>> = {
  'openapi-syntax': api(`openapi: 3.1.0\ninfo: { title: §T\n  version: 1\n`),
  'openapi-limit': api(`${'['.repeat(249)}§${'['.repeat(20)}`),
  'openapi-version': api(`openapi: §9.9.9\ninfo: { title: T, version: '1' }\npaths: {}\n`),
  'openapi-field-missing': api(`openapi: 3.1.0\n§info: { title: T }\npaths: {}\n`),
  'openapi-field-unknown': api(`${HEAD}paths: {}\n§servesr: []\n`),
  'openapi-field-type': api(`${HEAD}paths: {}\nservers: §7\n`),
  'openapi-ref-missing': operation(
    '      parameters:\n        - $ref: "§#/components/parameters/Nope"',
  ),
  'openapi-ref-unresolved': api(
    `${HEAD}paths: { /a: { get: { responses: { '200': { description: ok } } } } }\ncomponents: { schemas: { A: { $ref: '§#/components/schemas/Nope' } } }\n`,
  ),
  'openapi-ref-remote': schema('      $ref: §https://example.com/a.yaml'),
  'openapi-ref-refused': schema('      $ref: §../../a.yaml'),
  'openapi-ref-file': schema('      $ref: §./nope.yaml'),
  'openapi-ref-circular': schema(`      $ref: '§#/components/schemas/A'`),
  'openapi-path': paths(`  §a:\n    get: { responses: { '200': { description: ok } } }`),
  'openapi-parameter': paths(`  §/a/{id}:\n    get: { responses: { '200': { description: ok } } }`),
  'openapi-operation-id': paths(
    `  /a:\n    get: { operationId: x, responses: { '200': { description: ok } } }\n    put: { operationId: §x, responses: { '200': { description: ok } } }`,
  ),
  'openapi-security': operation('      security: [{ §nope: [] }]'),
  'openapi-tag': api(
    `${HEAD}tags: [{ name: A }]\npaths:\n  /a:\n    get:\n      tags: [§B]\n      responses: { '200': { description: ok } }\n`,
  ),
  'openapi-server': api(`${HEAD}paths: {}\nservers:\n  - url: §https://{host}/\n`),
  'openapi-link': paths(
    `  /a:\n    get:\n      responses: { '200': { description: ok, links: { next: { operationId: §nope } } } }`,
  ),
  'openapi-discriminator': schema(
    `      oneOf: [{ type: object, properties: { kind: { type: string } } }]\n      discriminator: { propertyName: kind, mapping: { a: '§#/components/schemas/Nope' } }`,
  ),
  'openapi-suspicious': schema('      type: object\n      required: [§a]\n      properties: {}'),
  'openapi-example': schema('      type: integer\n      examples: [§text]'),
  'openapi-page-name': paths(
    `  /a:\n    get: { operationId: getX, responses: { '200': { description: ok } } }\n  /b:\n    get: { operationId: §get_x, responses: { '200': { description: ok } } }`,
  ),
  'openapi-text': api(
    "openapi: 3.1.0\ninfo:\n  title: T\n  version: '1'\n  description: |\n    :::§tab[A]\n    x\n    :::\npaths: {}\n",
  ),
  'openapi-merge': schema('      allOf:\n        - type: string\n        - type: §integer'),
};
