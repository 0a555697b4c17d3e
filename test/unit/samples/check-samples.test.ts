import { describe, expect, it } from 'vitest';
import { type LoadedApi, loadApis } from '../../../src/openapi/load-descriptions.ts';
import { createDocParser } from '../../../src/markdown/parse-doc.ts';
import { createChecker } from '../../../src/samples/check-samples.ts';
import type { CheckedSamples } from '../../../src/samples/counts.ts';
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
        '422': { description: wrong, content: { application/json: { schema: { type: object, required: [field], properties: { field: { type: string }, reason: { type: string } } } } } }
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
  /labels:
    put: { responses: { '200': { description: ok } } }
    post: { responses: { '200': { description: ok } } }
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
  return createChecker(of, { hosts }).check(doc.samples);
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
    ['an id that is plainly made up', fence(GOOD.replace('<PRODUCT>', '12345'))],
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
      '2:52 sample-parameter GET /orders has no query parameter "limt"',
    ],
    [
      'a value of a parameter',
      `curl "https://api.shop.example/v1/orders?region=eu&limit=500" ${AUTH}`,
      '2:52 sample-parameter the query parameter "limit" must be at most 100, but it is 500',
    ],
    [
      'a missing parameter',
      `curl https://api.shop.example/v1/orders ${AUTH}`,
      '2:6 sample-required the query parameter "region" is required by GET /orders',
    ],
    [
      'a path value',
      'curl https://api.shop.example/v1/orders/17',
      '2:41 sample-parameter the path parameter "orderId" must match the pattern "^ord_", but it is "17"',
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
      `2:${GOOD.indexOf('2}') + 4} sample-body the body has no field "noet"`,
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

describe('the response that a block shows', () => {
  const orders = '{ "id": "ord_1", "quantity": "2", "createdAt": "2026-01-01T00:00:00Z" }';

  it('is that of the operation in the sentence before it', () => {
    const block = fence(orders, 'json');
    expect(findings(`The response of \`PATCH /orders/{orderId}\`:\n\n${block}`)).toEqual([]);
    expect(findings(`\`POST /orders\` returns:\n\n${block}`)).toEqual([
      expect.stringContaining('sample-response "/quantity" in the response must be'),
    ]);
  });

  it('has the status in its heading', () => {
    const page = `${fence(GOOD)}\n## No product (422 Unprocessable Content)\n\nText.\n\nMore.\n\n`;
    expect(findings(`${page}${fence('{ "reason": "none" }', 'json')}`)).toEqual([
      expect.stringContaining('sample-response the response lacks the required property "field"'),
    ]);
  });

  it('is no other body for the request', () => {
    const body = '{ "product": "7b0a4b9e-7d0c-4a54-9f3e-0f2a4d1c6b11", "quantity": 3 }';
    expect(findings(`${fence(GOOD)}\nOr three of them:\n\n${fence(body, 'json')}`)).toEqual([]);
  });

  it('may have texts that are cut', () => {
    const cut = '{ "id": "ord_...", "createdAt": "2026-01-01T00:00:00Z" }';
    expect(findings(`${fence(GOOD)}\nReturns:\n\n${fence(cut, 'json')}`)).toEqual([
      expect.stringContaining('lacks the required property "quantity"'),
    ]);
  });
});

describe('what --fix writes', () => {
  it('is the name that a misspelled one must have', () => {
    const [finding] = check(fence(GOOD.replace('"quantity"', '"quantiy"'))).diagnostics;
    expect(finding?.link).toMatchObject({ href: '"quantiy"', fix: '"quantity"' });
  });

  it('removes each comma before a bracket', () => {
    const { diagnostics } = check(fence('{ "a": [1, 2,], "b": 1, }', 'json'));
    expect(diagnostics.map(({ link }) => link?.fix)).toEqual(['', '']);
  });
});

describe('JSON in a request', () => {
  it('has no comments', () => {
    expect(findings(fence(GOOD.replace('2}', '2 # two\n}')))).toEqual([
      expect.stringContaining('sample-syntax JSON has no comments'),
    ]);
    expect(findings(fence(GOOD.replace(', "quantity": 2}', ' // ...\n}')))).toEqual([]);
  });
});

describe('a body of HTTP', () => {
  it('is located behind signs of two code units', () => {
    const json = `{"note": "${'😀'.repeat(9)}", "product": "<ID>", "quantity": "1"}`;
    const head = 'POST /v1/orders HTTP/1.1\nHost: api.shop.example\nAuthorization: Bearer x';
    expect(findings(fence(`${head}\n\n${json}`, 'http'))).toEqual([
      expect.stringContaining(`6:${json.indexOf('"1"') + 1} sample-body "/quantity"`),
    ]);
  });
});

describe('what is left out or marked', () => {
  it('are no lines that mark others', () => {
    const json = GOOD.replace(
      '{"product"',
      `{\n# highlight-next-line\n  "quantiy": 1,\n  "product"`,
    ).replace(AUTH, `\\\n# highlight-next-line\n  ${AUTH} \\\n `);
    expect(findings(fence(json))).toEqual(['7:3 sample-body the body has no field "quantiy"']);
  });

  it('is the rest of a cut address or call', () => {
    expect(findings(fence('curl -X POST https://api.shop.example/v1/...'))).toEqual([]);
    const url = "'https://api.shop.example/v1/orders/1/...'";
    expect(findings(fence(`await fetch(${url}, { ... });`, 'js'))).toEqual([
      expect.stringContaining('sample-operation'),
    ]);
    const call = (options: string): string =>
      fence(`await fetch('https://api.shop.example/v1/labels', { ${options} });`, 'js');
    expect(findings(call('...'))).toEqual([]);
    expect(findings(call('...options'))).toEqual([]);
    expect(findings(call("method: 'PATCH', ..."))).toEqual([
      expect.stringContaining('/labels has no PATCH'),
    ]);
  });
});

describe('what is of something else', () => {
  it('is the address of the app itself in a call', () => {
    expect(findings(fence(`await fetch('/orders/a/b', { method: 'POST' });`, 'js'))).toEqual([]);
    expect(findings(fence('POST /orders/a/b\nX-A: b', 'http'))).toHaveLength(1);
  });

  it('is a word in capitals for a choice', () => {
    const list = (status: string): string =>
      fence(`curl 'https://api.shop.example/v1/orders?region=eu&status=${status}' ${AUTH}`);
    expect(findings(list('OPTION'))).toEqual([]);
    expect(findings(list('PAID'))).toHaveLength(1);
  });

  it('is a response that lacks more than it has', () => {
    const part = fence('{ "quantity": 2 }', 'json');
    expect(findings(`${fence(GOOD)}\nThe response has the quantity:\n\n${part}`)).toEqual([]);
    expect(findings(`${fence(GOOD)}\n${part.replace('json', 'json sample="response"')}`)).toEqual([
      expect.stringContaining('lacks the required properties "id", "createdAt"'),
    ]);
  });

  it('is a comment in an answer', () => {
    const answer = 'HTTP/1.1 201 Created\n\n{ "id": "1", /* and so on */ "quantity": 1 }';
    expect(findings(fence(`POST /orders HTTP/1.1\nHost: x.example\n\n${answer}`, 'http'))).toEqual(
      [],
    );
  });
});

describe('a text of JSON in Python', () => {
  const post = (data: string): string =>
    fence(
      `requests.post("https://api.shop.example/v1/orders", data=${data}, headers={"Authorization": "Bearer x"})`,
      'python',
    );
  it('is no form', () => {
    expect(findings(post('json.dumps({ "product": "<ID>", "quantity": 1 })'))).toEqual([]);
    expect(findings(post('{ "product": "<ID>", "quantity": 1 }'))).toEqual([
      expect.stringContaining('the body is sent as a form'),
    ]);
  });
});

describe('a variable with an address', () => {
  const set = 'BASE=https://api.shop.example/v1';
  it('is the address, in its block and below it', () => {
    expect(findings(fence(`${set}\ncurl "$BASE/nothing"`))).toEqual([
      expect.stringContaining('the API has no path /nothing'),
    ]);
    expect(findings(`${fence(set)}\n${fence('curl "$BASE/nothing"')}`)).toHaveLength(1);
  });

  it('may be set to several, or that of something else', () => {
    const other = 'BASE=https://other.example';
    expect(findings(fence(`${other}\ncurl "$BASE/nothing"`))).toEqual([]);
    expect(findings(fence(`${set}\n${other}\ncurl "$BASE/nothing"`))).toEqual([]);
  });
});

describe('what a body may be', () => {
  it('has no field that the description lacks, unless more are allowed', () => {
    const body = (field: string): string =>
      fence(GOOD.replace('"quantity"', `${field}, "quantity"`));
    expect(findings(body('"color": "red"'))).toEqual([
      expect.stringContaining('sample-body the body has no field "color"'),
    ]);
    // Which alternative is meant is not known.
    expect(findings(body('"payment": {"iban": "DE…", "color": "red"}'))).toEqual([]);
  });

  it('is of a media type that the operation takes', () => {
    const sent = GOOD.replace('application/json', 'text/plain');
    expect(findings(fence(sent))).toEqual([
      expect.stringContaining(
        'sample-body POST /orders takes application/json, but the request sends text/plain',
      ),
    ]);
    expect(findings(fence(GOOD.replace("json'", "json; charset=utf-8'")))).toEqual([]);
  });

  it('has no command in single quotes, which no shell runs', () => {
    expect(findings(fence(GOOD.replace('2}', '$(date +%s)}')))).toEqual([
      expect.stringContaining('sample-syntax "$(date +%s)" is no JSON value'),
    ]);
    expect(findings(fence(GOOD.replace('2}', `'"$(date +%s)"'}`)))).toEqual([]);
  });

  it('is shown by a JSON block that says so', () => {
    const json = fence('{ "product": "<ID>", "quantity": "two" }', 'json');
    expect(
      findings(`${fence(GOOD)}\n## Arguments\n\n| a | b |\n|---|---|\n| c | d |\n\n${json}`),
    ).toEqual([
      expect.stringContaining('sample-body "/quantity" in the body must be a whole number'),
    ]);
  });
});

describe('what a fence says', () => {
  it('names an operation without an operationId by method and path', () => {
    const code = `curl -X PUT https://api.shop.example/v1/labels ${AUTH}`;
    const [named, unnamed] = ['PUT', 'POST'].map((method) =>
      findings(fence(code, `bash sample="${method} /labels"`)),
    );
    expect(named).toEqual([]);
    expect(unnamed).toEqual([
      '2:13 sample-method the request uses PUT, but the block is a sample of POST /labels',
    ]);
    // A block without the option is compared by its address.
    expect(findings(fence(code.replace('PUT', 'PATCH')))).toEqual([
      '2:15 sample-method /labels has no PATCH: the API has PUT, POST there',
    ]);
  });

  it('is always compared with the response that it names', () => {
    const block = fence('{ "reason": 5 }', 'json sample="response 422"');
    expect(findings(`${fence(GOOD)}\n${block}`)).toEqual([
      '6:1 sample-response the response lacks the required property "field"',
      '6:13 sample-response "/reason" in the response must be text, but it is the number 5',
    ]);
    expect(findings(`${fence(GOOD)}\n${block.replace('422', '409')}`)).toEqual([
      '5:9 sample-response POST /orders has no response 409: the API has 201, 422',
    ]);
    expect(findings(block)).toEqual([
      '1:9 code-options no request is above this response, so that it cannot be compared',
    ]);
  });

  it.each([
    ['createOder', 'did you mean sample="createOrder"?'],
    ['POST /order', 'did you mean sample="POST /orders"?'],
    ['of', 'did you mean sample="off"?'],
    ['respones 201', 'did you mean sample="response 201"?'],
    [
      '',
      'name an operation by its operationId or as "GET /orders", or write response, fails or off',
    ],
  ])('is reported if nothing has the name "%s"', (option, hint) => {
    const [finding] = check(fence(GOOD, `bash sample="${option}"`)).diagnostics;
    expect(finding).toMatchObject({ code: 'code-options', hint, location: { line: 1, column: 9 } });
  });
});

describe('the name of a host', () => {
  it.each([
    ['bash', 'curl $API/order'],
    ['bash', 'curl "${API}/order"'],
    ['bash', 'curl https://$API/order'],
    ['js', 'await fetch(`${API}/order`);'],
    ['js', 'await fetch(`${process.env.API}/order`);'],
    ['js', "await fetch(API + '/order');"],
    ['python', 'requests.get(f"{API}/order")'],
    ['python', 'requests.get(API + "/order")'],
  ])('matches a variable in %s: %s', (language, code) => {
    const found = (hosts: readonly string[]): readonly string[] =>
      findings(fence(code, language), hosts).map((finding) => finding.replace(/^\S+ /, ''));
    expect(found(['API'])).toEqual(['sample-operation the API has no path /order']);
    expect(found(['$API'])).toEqual(['sample-operation the API has no path /order']);
    expect(found(['OTHER'])).toEqual([]);
  });

  it('may have a path, and the path of the server', () => {
    const hosts = ['https://proxy.example/shop', 'http://localhost:8080'];
    const urls = ['https://proxy.example/shop/orders/7', 'http://localhost:8080/v1/orders/7'];
    const message = 'the path parameter "orderId" must match the pattern "^ord_", but it is "7"';
    expect(urls.map((url) => findings(fence(`curl ${url}`), hosts))).toEqual([
      [`2:40 sample-parameter ${message}`],
      [`2:38 sample-parameter ${message}`],
    ]);
    // Paths are shown as the description has them.
    const [finding] = check(fence('curl http://localhost:8080/v1/order/7'), hosts).diagnostics;
    expect(finding?.message).toBe('the API has no path /order/7');
    expect(finding?.hint).toBe('did you mean /orders/{orderId}?');
  });

  it('is known where a constant has it', () => {
    const code = 'const base = "https://example.org/v1";\nawait fetch(`${base}/order`);';
    expect(findings(fence(code, 'js'), ['https://example.net'])).toEqual([]);
    expect(findings(fence(code.replace('example.org', 'api.shop.example'), 'js'))).toEqual([
      '3:13 sample-operation the API has no path /order',
    ]);
  });
});

describe('mistakes of one block', () => {
  it('are reported behind one that is no JSON', () => {
    const wrong = GOOD.replace('2}', '2,}');
    const other = 'curl https://api.shop.example/v1/order';
    expect(findings(fence(`${wrong}\n${other}`)).map((one) => one.split(' ', 2).join(' '))).toEqual(
      [`2:${GOOD.indexOf('2}') + 2} sample-syntax`, '3:6 sample-operation'],
    );
  });

  it('are reported behind an apostrophe, and before a quote that is never closed', () => {
    const apostrophe = GOOD.replace('"quantity": 2}', `"note": "can't", "quantity": 0}`);
    const other = 'curl https://api.shop.example/v1/order';
    const codes = (code: string): readonly string[] =>
      check(fence(code)).diagnostics.map((one) => one.code);
    expect(codes(`${apostrophe}\n${other}`)).toEqual([
      'sample-syntax',
      'sample-body',
      'sample-operation',
    ]);
    expect(codes(`${other}\n${GOOD.slice(0, -1)}`)).toEqual(['sample-syntax', 'sample-operation']);
    expect(codes(`${GOOD.slice(0, -1)}\n${other}`)).toEqual(['sample-syntax']);
  });

  it('count once for a required field with a wrong name', () => {
    const { diagnostics } = check(fence(GOOD.replace('"quantity"', '"quantiy"')));
    expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['the body has no field "quantiy"', 'did you mean "quantity"?; see /api/post-create-order'],
    ]);
  });
});

describe('headers of a request', () => {
  it('may be a variable', () => {
    for (const header of ['"$AUTH"', '"${AUTH}"', '"${HEADERS[@]}"', '"Authorization: $AUTH"'])
      expect(findings(fence(GOOD.replace(AUTH, `-H ${header}`)))).toEqual([]);
    expect(findings(fence(GOOD.replace(`curl`, 'curl $OPTIONS').replace(AUTH, '')))).toEqual([]);
  });
});

describe('a request that is easily missed', () => {
  const wrong = 'curl https://api.shop.example/v1/order';
  it.each([
    ['a substitution', 'bash', `ID=$(${wrong} | jq -r .id)`],
    ['a substitution in quotes', 'bash', `export ID="$(${wrong} \\\n  | jq -r .id)"`],
    ['back quotes', 'bash', `ID=\`${wrong}\``],
    ['a loop', 'bash', `for i in 1 2; do ${wrong}; done`],
    ['a condition', 'bash', `if ! ${wrong}; then exit 1; fi`],
    ['a method of the window', 'js', "await window.fetch('https://api.shop.example/v1/order');"],
  ])('is found in %s', (_, language, code) => {
    const column = code.indexOf('https') + (language === 'js' ? 0 : 1);
    expect(findings(fence(code, language))).toEqual([
      `2:${column} sample-operation the API has no path /order`,
    ]);
  });

  it('has its credential in an option for bearer tokens', () => {
    expect(findings(fence(GOOD.replace(AUTH, '--oauth2-bearer "$TOKEN"')))).toEqual([]);
  });

  it('may have a query that code makes', () => {
    const code = (query: string): string =>
      `await fetch(\`https://api.shop.example/v1/orders?${query}\`, { headers: { Authorization: 'Bearer x' } });`;
    const made = 'new URLSearchParams({ region, limit: 5 })';
    expect(findings(fence(code(`\${${made}}`), 'js'))).toEqual([]);
  });
});

describe('the place of a finding', () => {
  it('is that of the parameter', () => {
    const line = `curl "https://api.shop.example/v1/orders?region=eu&limt=5" ${AUTH}`;
    const [finding] = check(fence(line)).diagnostics;
    const column = line.indexOf('limt') + 1;
    expect(finding?.location).toMatchObject({ line: 2, column, endColumn: column + 4 });
  });
});

describe('calls of a client', () => {
  const clients = [{ import: '@acme/client', call: '{operationId}' }];
  const found = (code: string, language = 'ts'): readonly string[] => {
    const doc = createDocParser(config.markdown).parse(toFilePath('a.md'), fence(code, language));
    const { diagnostics } = createChecker(apis, { hosts: [], clients }).check(doc.samples);
    return diagnostics.map(({ code: of, message }) => `${of} ${message}`);
  };
  const IMPORT = "import { Client } from '@acme/client';\nconst client = new Client({ token });\n";

  it('are requests of the operation that they name', () => {
    const call = 'await client.createOrder({ body: { product, quantity: 2 } satisfies NewOrder });';
    expect(found(IMPORT + call)).toEqual([]);
    expect(found(IMPORT + call.replace('2', '0'))).toEqual([
      'sample-body "/quantity" in the body must be at least 1, but it is 0',
    ]);
    expect(found(call.replace('2', '0'))).toEqual([]);
    expect(
      found(`${IMPORT}await client.listOrders({ query: { region: 'eu', limt: 5 } });`),
    ).toEqual(['sample-parameter GET /orders has no query parameter "limt"']);
  });

  it('may have another style of names', () => {
    const code = 'import acme\nfrom @acme/client import Client\n';
    expect(
      found(`${code}client.create_order(body={"product": p, "quantity": 0})`, 'python'),
    ).toEqual(['sample-body "/quantity" in the body must be at least 1, but it is 0']);
  });

  it('are reported if an operation has nearly their name', () => {
    expect(found(`${IMPORT}client.createOder({ body });\nclient.close();`)).toEqual([
      'sample-operation the API has no operation "createOder"',
    ]);
  });
});

describe('code that is no request', () => {
  it('is in a comment or a text', () => {
    const call = "fetch('https://api.shop.example/v1/order')";
    expect(findings(fence(`// ${call}`, 'js'))).toEqual([]);
    expect(findings(fence(`print("${call}")`, 'python'))).toEqual([]);
  });

  it('names values that are not known', () => {
    const post = (body: string): string =>
      `await axios.post('https://api.shop.example/v1/orders', ${body});`;
    expect(
      findings(fence(`const order = { product: id };\n${post('ok ? order : none')}`, 'js')),
    ).toEqual([]);
    expect(findings(fence(post('{ product }'), 'js'))).toEqual([
      expect.stringContaining('lacks the required property "quantity"'),
    ]);
  });
});

describe('TypeScript', () => {
  it.each([
    'const order: Record<string, unknown> = { product: id };\nawait axios.post<Order>(`${BASE}/orders`, order);',
    'await axios.post<Order, Reply<Order>>(`${BASE}/orders`, { product: id } as NewOrder);',
    'const order = { product: id } satisfies NewOrder;\nconst url: string | URL = `${BASE}/orders`;\nawait fetch(url, { method: "POST", headers, body: JSON.stringify(order) } as RequestInit);',
  ])('is read without its types: %s', (code) => {
    const { diagnostics } = check(fence(code, 'ts'));
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the body lacks the required property "quantity"',
    ]);
  });
});

it('150,000 wrong keys of a request are findings', () => {
  const keys = Array.from({ length: 150_000 }, (_, index) => `"k${index}": 1`).join(',');
  expect(findings(fence(GOOD.replace('"quantity"', `${keys}, "quantity"`)))).toHaveLength(150_000);
});
