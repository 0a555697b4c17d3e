import { describe, expect, it } from 'vitest';
import { planFixes } from '../../../src/links/fixes/fixes.ts';
import { createDocParser } from '../../../src/markdown/parse-doc.ts';
import { loadApis } from '../../../src/openapi/load-descriptions.ts';
import { createChecker } from '../../../src/samples/check-samples.ts';
import { toFilePath } from '../../../src/shared/paths.ts';
import { resolveSite } from '../../support/resolve-config.ts';
import { site } from '../../support/site.ts';

const DESCRIPTION = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://api.shop.example/v1 }]
paths:
  /orders:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: status, in: query, schema: { enum: [open, paid] } }
        - { name: sort_by, in: query, schema: { type: string } }
        - { name: sort_to, in: query, schema: { type: string } }
      responses: { '200': { description: ok } }
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { product: { type: string } } } } } }
      responses: { '201': { description: made } }
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    patch:
      requestBody: { content: { application/json: { schema: { type: object, properties: { product: { type: string } } } } } }
      responses: { '200': { description: ok } }
  /orders/{orderId}/labels:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: ok } } }
  /search:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { '200': { description: ok } }
  /orders/archive: { get: { responses: { '200': { description: ok } } } }
  /carts: { get: { responses: { '200': { description: ok } } } }
  /cards: { get: { responses: { '200': { description: ok } } } }
`;

const { dir } = site({ 'openapi.yaml': DESCRIPTION });
const config = resolveSite({ openapi: [{ spec: 'openapi.yaml' }] }, { siteDir: dir });
const { apis } = loadApis(config, { plain: ({ text }) => text, isIgnored: () => false });
const checker = createChecker(apis, { hosts: ['API'] });

/** The page after `--fix`; undefined if nothing is fixed. */
function fixed(markdown: string): string | undefined {
  const { samples } = createDocParser(config.markdown).parse(toFilePath('a.md'), markdown);
  const { diagnostics } = checker.check(samples);
  expect(diagnostics).not.toEqual([]);
  return planFixes(diagnostics, () => markdown).files[0]?.after;
}

const fence = (code: string, info: string): string =>
  `# A\n\n\`\`\`${info}\n${code}\n\`\`\`\n\nEnd\n`;
const SHOP = 'https://api.shop.example/v1';

describe('what --fix repairs in a request', () => {
  it.each([
    ['a method', 'bash', `curl -X *PUT|PATCH* ${SHOP}/orders/1 --json '{ "product": "PUT" }'`],
    ['a joined method', 'bash', `curl -sX*PUT|PATCH* ${SHOP}/orders/1 --json '{}'`],
    ['a method in quotes', 'bash', `curl --request="*PUT|PATCH*" ${SHOP}/orders/1 --json '{}'`],
    [
      'a method on a line of its own',
      'bash',
      `curl \\\n  --request *PUT|PATCH* \\\n  --url '${SHOP}/orders/1' \\\n  --json '{ "product": "a" }'`,
    ],
    ['the only method with a body', 'bash', `curl -X *PUT|POST* ${SHOP}/orders --json '{}'`],
    [
      'a path that may have a parameter or a name behind it',
      'js',
      `await fetch(\`${SHOP}/*order|orders*/\${id}\`, { method: 'PATCH', body: '{}' });`,
    ],
    ['a path', 'bash', `curl ${SHOP}/*order|orders*/1/labels`],
    [
      'a path behind a variable',
      'bash',
      `curl "$API/orders/$ID/*lables|labels*?x="`.replace('?x=', ''),
    ],
    ['a query parameter', 'bash', `curl '${SHOP}/orders?status=open&*limt|limit*=10'`],
    [
      'a query parameter in an option',
      'bash',
      `curl -G ${SHOP}/orders \\\n  -d status=open \\\n  --data-urlencode '*limt|limit*=10'`,
    ],
    ['an HTTP method', 'http', `*PUT|PATCH* /orders/1 HTTP/1.1\nHost: API\n\n{}`],
    ['a path in HTTP', 'http', `GET /*order|orders*?limit=1 HTTP/1.1\nHost: API`],
    [
      'the method of fetch',
      'js',
      `await fetch(\`${SHOP}/orders/\${id}\`, {\n  method: '*PUT|PATCH*',\n  body: JSON.stringify({ product }),\n});`,
    ],
    ['a path in a template', 'ts', `await fetch(\`${SHOP}/*oders|orders*/\${order.id}/labels\`);`],
    ['a parameter in a template', 'js', `await fetch(\`\${API}/orders?*limt|limit*=\${limt}\`);`],
    [
      'the method of a client',
      'js',
      `axios.*put|patch*(\`${SHOP}/orders/\${id}\`, { product: 'a' });`,
    ],
    [
      'a parameter of a client',
      'js',
      `axios.get('${SHOP}/orders', { params: { *limt|limit*: 5 } });`,
    ],
    [
      'a parameter in Python',
      'python',
      `requests.get("${SHOP}/orders", params={"*limt|limit*": 5})`,
    ],
  ])('is %s', (_, info, code) => {
    const before = fence(code.replace(/\*([^*|]+)\|[^*]+\*/, '$1'), info);
    const after = fence(code.replace(/\*[^*|]+\|([^*]+)\*/, '$1'), info);
    expect(fixed(before)).toBe(after);
  });

  it('is not what could be something else', () => {
    for (const code of [
      // Two paths are as near.
      `curl ${SHOP}/cares`,
      // Two parameters are as near.
      `curl '${SHOP}/orders?sort_bo=a'`,
      // The parameter is there already.
      `curl '${SHOP}/orders?limit=1&limt=2'`,
      // The value is none of the parameter.
      `curl '${SHOP}/orders?limt=many'`,
      // Two methods fit.
      `curl -X DELETE ${SHOP}/orders`,
      // The operation needs a body.
      `curl -X GET ${SHOP}/search`,
      // The method is not written.
      `curl ${SHOP}/search -o file`,
      // The path has another method.
      `curl -X DELETE ${SHOP}/order`,
    ])
      expect(fixed(fence(code, 'bash'))).toBeUndefined();
  });

  it('is no name of a variable', () => {
    const code = `axios.get('${SHOP}/orders', { params: { limt } });`;
    expect(fixed(fence(code, 'js'))).toBeUndefined();
  });

  it('is where the block is, in a list and with other line ends', () => {
    const page = `1. Do:\n\n   \`\`\`bash\n   curl \\\n     '${SHOP}/orders?limt=1'\n   \`\`\`\n`;
    expect(fixed(page)).toBe(page.replace('limt', 'limit'));
    const windows = page.replaceAll('\n', '\r\n');
    expect(fixed(windows)).toBe(windows.replace('limt', 'limit'));
  });
});
