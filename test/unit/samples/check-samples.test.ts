import { describe, expect, it } from 'vitest';
import { type LoadedApi, loadApis } from '../../../src/openapi/load-descriptions.ts';
import { createDocParser } from '../../../src/markdown/parse-doc.ts';
import { checkSamples, type CheckedSamples } from '../../../src/samples/check-samples.ts';
import { createOperations } from '../../../src/samples/find-operation.ts';
import { toFilePath } from '../../../src/shared/paths.ts';
import { resolveSite } from '../../support/resolve-config.ts';
import { site } from '../../support/site.ts';

const DESCRIPTION = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers:
  - url: https://api.shop.example/v1
security: [{ token: [] }]
paths:
  /orders:
    get:
      operationId: listOrders
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100 } }
        - { name: status, in: query, schema: { enum: [open, paid] } }
        - { name: region, in: query, required: true, schema: { type: string } }
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } } } }
    post:
      operationId: createOrder
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/NewOrder' } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
  /orders/{orderId}:
    get:
      operationId: getOrder
      security: []
      parameters: [{ name: orderId, in: path, required: true, schema: { type: string, pattern: '^ord_' } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
    patch:
      operationId: changeOrder
      deprecated: true
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '200': { description: ok } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    NewOrder:
      type: object
      required: [product, quantity]
      properties:
        product: { type: string, format: uuid }
        quantity: { type: integer, minimum: 1 }
        note: { type: string }
        payment: { oneOf: [{ type: object, required: [card], properties: { card: { type: string } } }, { type: object, required: [iban], properties: { iban: { type: string } } }] }
    Order:
      type: object
      required: [id, quantity, createdAt]
      properties: { id: { type: string }, quantity: { type: integer }, createdAt: { type: string, format: date-time }, status: { enum: [open, paid] } }
`;

const { dir } = site({ 'openapi.yaml': DESCRIPTION });
const config = resolveSite({ openapi: [{ spec: 'openapi.yaml' }] }, { siteDir: dir });
const { apis } = loadApis(config, { plain: ({ text }) => text, isIgnored: () => false });

function check(
  markdown: string,
  hosts: readonly string[] = [],
  of: readonly LoadedApi[] = apis,
): CheckedSamples {
  const doc = createDocParser(config.markdown).parse(toFilePath('a.md'), markdown);
  return checkSamples(doc.samples, createOperations(of, hosts));
}

/** The findings of a page as `line:column code message`. */
function findings(markdown: string, hosts?: readonly string[]): readonly string[] {
  return check(markdown, hosts).diagnostics.map(
    ({ code, message, location }) => `${location?.line}:${location?.column} ${code} ${message}`,
  );
}

const fence = (code: string, info = 'bash'): string => `\`\`\`${info}\n${code}\n\`\`\`\n`;
const AUTH = `-H 'Authorization: Bearer YOUR_TOKEN'`;
const GOOD = `curl https://api.shop.example/v1/orders ${AUTH} -H 'Content-Type: application/json' -d '{"product": "<PRODUCT>", "quantity": 2}'`;

describe('a sample that agrees with the description', () => {
  it.each([
    ['cURL', fence(GOOD)],
    ['a variable for the server', fence(GOOD.replace('https://api.shop.example/v1', '$BASE'))],
    ['quotes in quotes', fence(GOOD.replace('"quantity"', `"note": "can'\\''t", "quantity"`))],
    [
      'a path with a placeholder',
      fence(
        'curl https://api.shop.example/v1/orders/:id\ncurl https://api.shop.example/v1/orders/<id>\ncurl https://api.shop.example/v1/orders/{orderId}',
      ),
    ],
    ['any branch', fence(GOOD.replace('"quantity"', `"payment": {"iban": "DE…"}, "quantity"`))],
    [
      'query in options',
      fence(
        `curl -G https://api.shop.example/v1/orders ${AUTH} -d region=eu --data-urlencode 'limit=10'`,
      ),
    ],
    [
      'a here-document',
      fence(
        `curl https://api.shop.example/v1/orders ${AUTH} --json @- <<EOF\n{"product": "$PRODUCT", "quantity": 1}\nEOF`,
      ),
    ],
    [
      'joined options',
      fence(
        `curl -sSXPOST ${AUTH} https://api.shop.example/v1/orders --json '{"product":"{{product}}","quantity":1}' | jq .id`,
      ),
    ],
    ['another host', fence('curl https://example.org/orders/1')],
    [
      'fetch',
      fence(
        'const body = { product, quantity: 3 };\nawait fetch(`${BASE}/orders`, {\n  method: "POST",\n  headers: { Authorization: `Bearer ${token}` },\n  body: JSON.stringify(body),\n});',
        'js',
      ),
    ],
    [
      'requests',
      fence(
        'requests.post("https://api.shop.example/v1/orders", headers={"Authorization": f"Bearer {token}"}, json={"product": product, "quantity": 3})',
        'python',
      ),
    ],
    [
      'HTTP',
      fence(
        'POST /v1/orders HTTP/1.1\nHost: api.shop.example\nAuthorization: Bearer <token>\n\n{"product": "<id>", "quantity": 1}',
        'http',
      ),
    ],
    [
      'a shortened response',
      `${fence(GOOD)}\n\nThe response:\n\n${fence('{ "id": "ord_1", ... }', 'json')}`,
    ],
    [
      'a sample that is wrong on purpose',
      fence('curl https://api.shop.example/v1/nothing', 'bash sample="off"'),
    ],
  ])('has no finding: %s', (_, markdown) => {
    expect(findings(markdown)).toEqual([]);
  });

  it('counts for its operation', () => {
    const { shown, judged, skipped } = check(fence(`${GOOD}\ncurl https://example.org/`));
    expect(shown).toHaveLength(1);
    expect([judged, skipped]).toEqual([1, 1]);
  });
});

describe('a sample that contradicts the description', () => {
  it.each([
    [
      'a path',
      'curl https://api.shop.example/v1/order -H "Authorization: Bearer x"',
      '2:6 sample-operation the API has no path /order',
    ],
    [
      'a method',
      `curl -X PUT https://api.shop.example/v1/orders ${AUTH}`,
      '2:13 sample-method /orders has no PUT: the API has GET, POST there',
    ],
    [
      'a parameter',
      `curl "https://api.shop.example/v1/orders?region=eu&limt=5" ${AUTH}`,
      '2:6 sample-parameter GET /orders has no query parameter "limt"',
    ],
    [
      'a value of a parameter',
      `curl "https://api.shop.example/v1/orders?region=eu&limit=500" ${AUTH}`,
      '2:6 sample-parameter the query parameter "limit" must be at most 100, but it is 500',
    ],
    [
      'a missing parameter',
      `curl https://api.shop.example/v1/orders ${AUTH}`,
      '2:6 sample-required the query parameter "region" is required by GET /orders',
    ],
    [
      'a path value',
      'curl https://api.shop.example/v1/orders/17',
      '2:6 sample-parameter the path parameter "orderId" must match the pattern "^ord_", but it is "17"',
    ],
    [
      'a field',
      GOOD.replace('2}', '"two"}'),
      `2:${GOOD.indexOf('2}') + 1} sample-body "/quantity" in the body must be a whole number, but it is the text "two"`,
    ],
    [
      'a missing field',
      GOOD.replace(', "quantity": 2', ''),
      `2:${GOOD.indexOf('{') + 1} sample-required the body lacks the required property "quantity"`,
    ],
    [
      'a misspelled field',
      GOOD.replace('2}', '2, "noet": "x"}'),
      `2:${GOOD.indexOf('2}') + 4} sample-body the body has no field "/noet"`,
    ],
    [
      'no credentials',
      GOOD.replace(AUTH, ''),
      '2:6 sample-auth POST /orders needs the header Authorization: Bearer …',
    ],
    [
      'other credentials',
      GOOD.replace('Bearer YOUR_TOKEN', 'Basic abc'),
      '2:44 sample-auth POST /orders needs the header Authorization: Bearer …, but the request sends Authorization: Basic',
    ],
    [
      'a deprecated operation',
      `curl -X PATCH https://api.shop.example/v1/orders/ord_1 ${AUTH} --json '{}'`,
      '2:15 sample-deprecated PATCH /orders/{orderId} is deprecated',
    ],
    [
      'a brace',
      GOOD.replace("2}'", "2'"),
      `2:${GOOD.indexOf('{') + 1} sample-syntax "{" is opened here and never closed`,
    ],
    [
      'a comma',
      GOOD.replace('2}', '2,}'),
      `2:${GOOD.indexOf('2}') + 2} sample-syntax the comma before "}" is not allowed in JSON`,
    ],
    [
      'a quote',
      GOOD.replace('"quantity": 2}', `"note": "can't", "quantity": 2}`),
      `2:${GOOD.indexOf('"quantity"') + 13} sample-syntax the apostrophe ends the quoted text`,
    ],
    [
      'a quote that is never closed',
      GOOD.slice(0, -1),
      `2:${GOOD.indexOf("'{") + 1} sample-syntax the quote ' is opened here and never closed`,
    ],
  ])('has a finding: %s', (_, code, expected) => {
    expect(findings(fence(code))).toEqual([expected]);
  });

  it.each([
    [
      'js',
      'await fetch("https://api.shop.example/v1/orders", { method: "POST", headers: { Authorization: `Bearer ${t}` }, body: JSON.stringify({ product, quantity: 0 }) });',
      '"/quantity" in the body must be at least 1, but it is 0',
    ],
    [
      'ts',
      'const order: NewOrder = { product: id };\nawait axios.post(`${BASE}/orders`, order);',
      'the body lacks the required property "quantity"',
    ],
    [
      'python',
      'payload = {\n  "product": pid,\n  "quantity": "3",\n}\nr = requests.post(f"{BASE}/orders", json=payload)',
      '"/quantity" in the body must be a whole number, but it is the text "3"',
    ],
    [
      'http',
      'GET /v1/orders?status=closed&region=eu HTTP/1.1\nHost: api.shop.example\nAuthorization: Bearer x',
      'the query parameter "status" must be "open" or "paid", but it is the text "closed"',
    ],
  ])('is found in %s', (language, code, message) => {
    const found = check(fence(code, language)).diagnostics;
    expect(found.map((entry) => entry.message)).toEqual([message]);
  });

  it('ends a line without a backslash', () => {
    expect(findings(fence(GOOD.replace(' -H ', '\n  -H ')))).toEqual([
      '2:39 sample-syntax the command ends at the end of this line',
    ]);
  });

  it('is found in the response that follows a request', () => {
    const json = '{\n  "id": "ord_1",\n  "quantity": "2",\n  "createdAt": "yesterday"\n}';
    expect(findings(`${fence(GOOD)}\nReturns:\n\n${fence(json, 'json')}`)).toEqual([
      '10:15 sample-response "/quantity" in the response must be a whole number, but it is the text "2"',
      '11:16 sample-response "/createdAt" in the response must have the format "date-time", but it is "yesterday"',
    ]);
  });

  it('is no configuration or webhook that follows a request', () => {
    expect(
      findings(
        `${fence(GOOD)}\nThe webhook gets:\n\n${fence('{ "id": 5, "quantity": "x" }', 'json')}`,
      ),
    ).toEqual([]);
    expect(findings(`${fence(GOOD)}\n\n${fence('{ "compilerOptions": {} }', 'json')}`)).toEqual([]);
  });

  it('is found in a body whose title names the operation', () => {
    expect(findings(fence('{ "product": "<id>" }', 'json title="POST /orders"'))).toEqual([
      '2:1 sample-required the body lacks the required property "quantity"',
    ]);
  });

  it('is found in a title that nearly names an operation', () => {
    expect(findings(fence('{}', 'json title="PATCH /{orderId}"'))).toEqual([
      '2:1 sample-operation the title names PATCH /{orderId}, which the API does not have',
    ]);
    expect(findings(fence('{}', 'json title="POST /hooks"'))).toEqual([]);
  });

  it('uses a variable before it is set', () => {
    const later = `${fence('curl https://api.shop.example/v1/orders/$ORDER')}\n${fence('ORDER=$(cat id)')}`;
    expect(findings(later)).toEqual([
      '2:41 sample-variable $ORDER is used before a later sample of the page sets it',
    ]);
  });
});
