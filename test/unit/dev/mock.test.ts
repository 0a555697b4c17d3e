import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevServer, dev } from '../../../src/dev/dev.ts';
import type { PrintedBuilder } from '../../../src/shared/request/builder-data.ts';
import { site } from '../../support/site.ts';

const API = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.shop.example/v1' }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/orders': {
      post: {
        operationId: 'add',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { required: ['name'], properties: { name: { type: 'string' } } },
            },
          },
        },
        responses: {
          201: {
            description: 'Made.',
            content: { 'application/json': { example: { id: 'o1', name: 'a' } } },
          },
          400: { description: 'Wrong.' },
        },
      },
    },
    '/orders/{id}': {
      delete: {
        operationId: 'drop',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 204: { description: 'Gone.' }, 404: { description: 'Unknown.' } },
      },
    },
  },
});

interface Sent {
  readonly body?: object;
  readonly Origin?: string;
}

const driver = site({
  'openapi.json': API,
  'site.config.ts': `export default {
    title: 'Shop', url: 'https://docs.example.com', docs: [],
    openapi: [{ spec: 'openapi.json', routeBase: '/api' }],
  };\n`,
}).warm();
let server: DevServer;
const start = async (mock: boolean): Promise<DevServer> => {
  const started = await dev({ siteDir: driver.dir, port: 0, mock });
  if (started.kind === 'failed') throw new Error(started.message);
  return started;
};
const send = (method: string, path: string, { body, ...headers }: Sent = {}) =>
  fetch(new URL(path, server.url), {
    method,
    headers: { 'X-Key': 'YOUR_KEY', 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });

beforeAll(async () => {
  server = await start(true);
});
afterAll(async () => {
  await server.close();
  driver.dispose();
});

describe('docs dev --mock', () => {
  it('is a server of the builder, though the console is off', async () => {
    const data: PrintedBuilder = JSON.parse(
      await (await send('GET', '/api/post-add.try.json')).text(),
    );
    expect(data.console).toMatchObject({ servers: [], mock: '/__docwright/mock/api' });
  });

  it('answers as the description says, and remembers what was made', async () => {
    const made = await send('POST', '/__docwright/mock/api/orders', { body: { name: 'b' } });
    expect([made.status, JSON.parse(await made.text()).name]).toEqual([201, 'b']);
    const wrong = await send('POST', '/__docwright/mock/api/orders', { body: { name: 5 } });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('name')]);
    expect((await send('DELETE', '/__docwright/mock/api/orders/o1')).status).toBe(204);
    expect((await send('DELETE', '/__docwright/mock/api/orders/o9')).status).toBe(404);
  });

  it('answers no page of another origin, no other API, and no other address', async () => {
    const path = '/__docwright/mock/api/orders/o1';
    const foreign = await send('DELETE', path, { Origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
    expect((await send('DELETE', '/__docwright/mock/other/orders/o1')).status).toBe(404);
    expect((await send('POST', '/api/post-add', { body: {} })).status).toBe(405);
  });

  it('is off unless it is asked for', async () => {
    const other = await start(false);
    const file = await fetch(new URL('/api/post-add.try.json', other.url));
    const data: PrintedBuilder = JSON.parse(await file.text());
    expect(data.console).toBeUndefined();
    const answer = await fetch(new URL('/__docwright/mock/api/orders/o1', other.url));
    expect(answer.status).toBe(404);
    await other.close();
  });
});
