import { beforeEach, describe, expect, it } from 'vitest';
import { loadApis } from '../../../src/openapi/load-descriptions.ts';
import { createOperations } from '../../../src/samples/find-operation.ts';
import { createMock, type Mock } from '../../../src/samples/mock.ts';
import { resolveSite } from '../../support/resolve-config.ts';
import { site } from '../../support/site.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ORDER =
  '{ type: object, properties: { id: { type: string, examples: [ord_1] }, product: { type: string, examples: [tea] } } }';

const DESCRIPTION = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://api.shop.example/v1 }]
security: [{ token: [orders] }]
paths:
  /token:
    post:
      security: [{ user: [] }]
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { scope: { type: string } } } } } }
      responses: { '200': { description: ok, ${json('{ type: object, properties: { access_token: { type: string, examples: [tok_1] } } }')} } }
  /tenants:
    post:
      security: []
      responses: { '201': { description: made, ${json('{ type: object, properties: { id: { type: string, examples: [ten_1] } } }')} } }
  /tenants/{tenantId}:
    get: { security: [], responses: { '200': { description: ok } } }
  /tenants/{tenantId}/keys:
    post:
      security: []
      responses: { '201': { description: made, ${json('{ type: object, properties: { secret: { type: string, examples: [key_1] } } }')} } }
  /tenants/{tenantId}/bills:
    get: { security: [{ key: [] }], responses: { '200': { description: ok }, '404': { description: none } } }
  /orders:
    get: { responses: { '200': { description: ok, ${json(`{ type: array, items: ${ORDER} }`)} } } }
    post:
      parameters: [{ name: X-Tenant, in: header, schema: { type: string } }]
      requestBody: { required: true, ${json('{ type: object, required: [product], properties: { product: { type: string } } }')} }
      responses:
        '200': { description: made before }
        '201': { description: made, ${json(ORDER)} }
        '422': { description: wrong, ${json('{ type: object, properties: { message: { type: string }, code: { type: string, examples: [invalid] } } }')} }
  /orders/{orderId}:
    parameters: [{ name: X-Tenant, in: header, schema: { type: string } }]
    get: { responses: { '200': { description: ok, ${json(ORDER)} }, '404': { description: none } } }
    put: { requestBody: { ${json('{ type: object }')} }, responses: { '200': { description: changed, ${json(ORDER)} }, '201': { description: made, ${json(ORDER)} } } }
    delete: { responses: { '204': { description: gone } } }
  /gifts:
    post:
      requestBody: { ${json('{ type: object, properties: { orderId: { type: string } } }')} }
      responses: { '200': { description: ok } }
  /exports:
    post: { security: [], responses: { '202': { description: later, ${json('{ type: object, properties: { exportId: { type: string, examples: [exp_1] }, status: { type: string, enum: [queued, finished] } } }')} } } }
  /exports/{exportId}:
    get: { security: [], responses: { '200': { description: ok, ${json('{ type: object, properties: { exportId: { type: string }, status: { type: string, enum: [queued, finished] } } }')} } } }
  /exports/{exportId}/file:
    get: { security: [], responses: { '200': { description: ok }, '409': { description: not yet } } }
components:
  securitySchemes:
    token: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://api.shop.example/v1/token, scopes: { orders: all } } } }
    user: { type: http, scheme: basic }
    key: { type: apiKey, in: query, name: key }
`;

const { dir } = site({ 'openapi.yaml': DESCRIPTION });
const { apis } = loadApis(resolveSite({ openapi: [{ spec: 'openapi.yaml' }] }, { siteDir: dir }), {
  plain: ({ text }) => text,
  isIgnored: () => false,
});
let mock: Mock;
beforeEach(() => {
  mock = createMock(createOperations(apis, { hosts: [] }), ['given']);
});

interface Sent {
  readonly token?: string;
  readonly tenant?: string;
  readonly body?: object;
}

function send(line: string, { token = 'given', tenant, body }: Sent = {}) {
  const [method = '', path = ''] = line.split(' ');
  const headers: [string, string][] = [['Authorization', `Bearer ${token}`]];
  if (tenant !== undefined) headers.push(['X-Tenant', tenant]);
  if (body !== undefined) headers.push(['Content-Type', 'application/json']);
  const url = `https://api.shop.example/v1${path}`;
  const text = body === undefined ? '' : JSON.stringify(body);
  const answer = mock({ method, url, headers, body: text });
  const value =
    answer.body.startsWith('{') || answer.body.startsWith('[')
      ? JSON.parse(answer.body)
      : answer.body;
  return { ...answer, value };
}

function getToken(scope: string): string {
  const { body, problems } = mock({
    method: 'POST',
    url: 'https://api.shop.example/v1/token',
    headers: [
      ['Authorization', `Basic ${Buffer.from('me:given').toString('base64')}`],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ],
    body: `grant_type=client_credentials&scope=${scope}`,
  });
  expect(problems).toEqual([]);
  return JSON.parse(body).access_token;
}

describe('a mock of an API', () => {
  it('refuses what is wrong with the status of the description, and nothing else', () => {
    expect(send('POST /orders', { body: { product: 'tea' } }).status).toBe(201);
    expect(send('POST /orders', { body: { product: 1 } })).toMatchObject({
      status: 422,
      value: {
        code: 'invalid',
        message: expect.stringContaining('"/product" in the body must be'),
      },
    });
    expect(send('GET /order').status).toBe(404);
    expect(send('PATCH /orders').status).toBe(405);
    expect(send('GET /orders', { token: 'made-up' }).status).toBe(401);
    expect(send('GET /orders', { token: 'YOUR_TOKEN' }).status).toBe(200);
  });

  it('knows the credentials that it has issued, with their scopes', () => {
    const [right, wrong] = [getToken('orders'), getToken('other')];
    expect(right).not.toBe(wrong);
    expect(send('GET /orders', { token: right }).status).toBe(200);
    expect(send('GET /orders', { token: wrong })).toMatchObject({
      status: 403,
      problems: ['the credential lacks the scope orders'],
    });
  });

  it('keeps what requests create, change and delete', () => {
    const { value: first } = send('POST /orders', { body: { product: 'milk' } });
    const { value: second } = send('POST /orders', { body: { product: 'rum' } });
    expect(first.id).not.toBe(second.id);
    expect(send(`GET /orders/${first.id}`).value).toEqual({ id: first.id, product: 'milk' });
    expect(send('GET /orders').value).toHaveLength(2);
    expect(send(`DELETE /orders/${first.id}`).status).toBe(204);
    expect(send(`GET /orders/${first.id}`).status).toBe(404);
    expect(send('GET /orders/ord_9').status).toBe(404);
    expect(send('POST /gifts', { body: { orderId: second.id } }).status).toBe(200);
    expect(send('POST /gifts', { body: { orderId: 'ord_9' } }).problems).toEqual([
      'no request before it has created /orders/ord_9',
    ]);
  });

  it('answers for ids that a page takes for granted, while nothing is created beside them', () => {
    expect(send('GET /orders/ord_9').status).toBe(200);
  });

  it('chooses the success that fits', () => {
    expect(send('PUT /orders/ord_5', { body: { product: 'tea' } }).status).toBe(201);
    expect(send('PUT /orders/ord_5', { body: { product: 'rum' } }).status).toBe(200);
  });

  it('keeps tenants apart: by their credentials, paths and headers', () => {
    const tenants = [1, 2].map(() => send('POST /tenants').value.id);
    const keys = tenants.map((id) => send(`POST /tenants/${id}/keys`).value.secret);
    const bills = (tenant: number, key: number): number =>
      send(`GET /tenants/${tenants[tenant]}/bills?key=${keys[key]}`).status;
    expect([bills(0, 0), bills(1, 1), bills(0, 1), bills(1, 0)]).toEqual([200, 200, 403, 403]);
    expect(send('POST /tenants/ten_9/keys').status).toBe(404);
    const { value } = send('POST /orders', { tenant: 'a', body: { product: 'tea' } });
    expect(send(`GET /orders/${value.id}`, { tenant: 'a' }).status).toBe(200);
    expect(send(`GET /orders/${value.id}`, { tenant: 'b' }).status).toBe(404);
  });

  it('lets work end after two rounds, and nobody use it before', () => {
    const { value, status } = send('POST /exports');
    expect(status).toBe(202);
    const states = [];
    for (let round = 0; round < 3; round += 1) {
      expect(send(`GET /exports/${value.exportId}/file`).status).toBe(409);
      states.push(send(`GET /exports/${value.exportId}`).value.status);
    }
    expect(states).toEqual(['queued', 'queued', 'finished']);
    expect(send(`GET /exports/${value.exportId}/file`).status).toBe(200);
  });
});
