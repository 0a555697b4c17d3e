import { describe, expect, it } from 'vitest';
import { modelOf, operationOf } from '../support/describe-api.ts';

const HEAD = `openapi: 3.1.0\ninfo: {title: Demo API, version: '1'}\n`;

describe('operations', () => {
  it('are in source order, by tag, without duplicates', () => {
    const { model } = modelOf(`${HEAD}
tags:
  - {name: b, x-displayName: Badges}
  - {name: a}
  - {name: empty}
paths:
  /1: {get: {tags: [late, a]}, post: {tags: [a]}}
  /2: {get: {tags: [b, a]}, put: {}}
`);
    expect(model.tags.map((tag) => [tag.label, tag.operations.map((one) => one.slug)])).toEqual([
      ['Badges', ['get-2']],
      ['a', ['post-1']],
      ['late', ['get-1']],
      [undefined, ['put-2']],
    ]);
    expect(model.operations.map((one) => one.slug)).toEqual(['get-2', 'post-1', 'get-1', 'put-2']);
  });

  it('have groups from x-tagGroups and from the parents of tags', () => {
    const { model } = modelOf(`openapi: 3.2.0
info: {title: T, version: '1'}
tags:
  - {name: child, parent: top}
  - {name: top, summary: Top level}
  - {name: ring, parent: ring2}
  - {name: ring2, parent: ring}
  - {name: beta, kind: badge}
x-tagGroups:
  - {name: Core, tags: [top]}
paths:
  /a: {get: {tags: [child]}}
  /b: {get: {tags: [ring]}}
  /c: {get: {tags: [beta]}}
  /d: {get: {tags: [beta, child]}}
`);
    expect(model.tags.map(({ label, groups }) => [label, groups])).toEqual([
      ['child', ['Core', 'Top level']],
      ['ring', ['ring2']],
      [undefined, []],
    ]);
    expect(model.tags[0]?.operations.map((one) => one.path)).toEqual(['/a', '/d']);
  });

  it('are left out with all that is internal', () => {
    const built = modelOf(`${HEAD}
tags: [{name: secret, x-internal: true}]
paths:
  /a:
    get: {x-internal: true}
    put:
      parameters:
        - {name: x, in: query, x-internal: true, schema: {}}
        - {name: y, in: query, schema: {}}
      requestBody:
        content:
          application/json:
            schema:
              properties: {open: {}, hidden: {x-internal: true}, byRef: {$ref: '#/components/schemas/Hidden'}}
  /b: {x-internal: true, get: {}}
  /c: {get: {tags: [secret]}, post: {tags: [secret, open]}}
components:
  schemas:
    Hidden: {x-internal: true, type: string}
`);
    expect(built.model.operations.map((one) => `${one.method} ${one.path}`)).toEqual([
      'POST /c',
      'PUT /a',
    ]);
    expect(operationOf(built, 'post-c').tags).toEqual(['open']);
    const { parameters, body } = operationOf(built, 'put-a');
    expect(parameters.map(({ name }) => name)).toEqual(['y']);
    const schema = body?.contents[0]?.schema ?? false;
    expect(built.schemas.read(schema).properties.map(({ name }) => name)).toEqual(['open']);
    expect(built.model.schemas).toEqual([]);
  });

  it('take what the path item says, and what it refers to', () => {
    const built = modelOf({
      'openapi/api.yaml': `${HEAD}
paths:
  /a:
    $ref: './a.yaml'
    summary: Nearer
`,
      'openapi/a.yaml': `
summary: Farther
description: Of the path.
servers: [{url: https://path.example/v2/}]
parameters: [{name: id, in: query}]
get: {}
`,
    });
    const operation = operationOf(built, 'get-a');
    expect(operation.title).toBe('Nearer');
    expect(operation.description.text).toBe('Of the path.');
    expect(operation.fullPath).toBe('/v2/a');
    expect(operation.parameters.map(({ name }) => name)).toEqual(['id']);
  });

  it('and their responses, contents and headers may be in other files', () => {
    const built = modelOf({
      'openapi/api.yaml': `${HEAD}
paths: {/a: {get: {$ref: 'a.yaml#/get'}}}
`,
      'openapi/a.yaml': `
get: {operationId: a, responses: {$ref: '#/responses'}}
responses: {'200': {description: OK, headers: {$ref: '#/headers'}, content: {$ref: '#/content'}}}
headers: {X-A: {schema: {type: string}}}
content: {text/plain: {examples: {one: {value: {$ref: '#/value'}}}}}
value: {b: 1}
`,
    });
    const [response] = operationOf(built, 'get-a').responses;
    expect(response?.headers.map(({ name }) => name)).toEqual(['X-A']);
    expect(
      response?.contents.map(({ type, examples }) => [type, examples[0]?.value?.json]),
    ).toEqual([['text/plain', { b: 1 }]]);
    expect(built.diagnostics).toEqual([]);
  });

  it('have a title in words, never none', () => {
    const { model } = modelOf(`${HEAD}
paths:
  /a: {get: {summary: ' ', operationId: getAPIKeys}, put: {}, post: {summary: Make}}
`);
    expect(model.operations.map(({ title }) => title)).toEqual(['Get API keys', 'PUT /a', 'Make']);
  });

  it('have any method of 3.2', () => {
    const { model } = modelOf(`openapi: 3.2.0
info: {title: T, version: '1'}
paths:
  /a:
    query: {operationId: find}
    additionalOperations: {COPY: {operationId: copyA}, link: {}}
`);
    expect(model.operations.map(({ method, slug }) => `${method} ${slug}`)).toEqual([
      'QUERY query-find',
      'COPY copy-a',
      'LINK link-a',
    ]);
  });
});

describe('parameters', () => {
  it('of the operation win by name and location, and are sorted by location', () => {
    const operation = operationOf(
      modelOf(`${HEAD}
paths:
  /a/{id}:
    parameters:
      - {name: X-Trace, in: header, description: path}
      - {name: id, in: path, description: path}
      - {name: id, in: query, description: path}
    get:
      security: [{key: []}]
      parameters:
        - {name: id, in: query, description: own, required: true}
        - {name: x-trace, in: header, description: own}
        - {name: Authorization, in: header}
        - {name: Accept, in: header}
        - {name: c, in: cookie, explode: false}
        - {name: list, in: query, style: pipeDelimited}
`),
      'get-a',
    );
    expect(
      operation.parameters.map((one) => [
        one.in,
        one.name,
        one.description.text,
        one.required,
        `${one.style}${one.explode ? '*' : ''}`,
      ]),
    ).toEqual([
      ['path', 'id', 'path', true, 'simple'],
      ['query', 'id', 'own', true, 'form*'],
      ['query', 'list', '', false, 'pipeDelimited'],
      ['header', 'x-trace', 'own', false, 'simple'],
      ['cookie', 'c', '', false, 'form'],
    ]);
  });

  it('have the credential that no security scheme describes', () => {
    const parameters = '[{name: Authorization, in: header}, {name: Accept, in: header}]';
    const { model } = modelOf(`${HEAD}
paths:
  /a: {get: {parameters: ${parameters}}, put: {security: [{key: []}], parameters: ${parameters}}}
`);
    expect(model.operations.map((one) => one.parameters.map(({ name }) => name))).toEqual([
      ['Authorization'],
      [],
    ]);
  });

  it('have examples of every form', () => {
    const operation = operationOf(
      modelOf(`openapi: 3.2.0
info: {title: T, version: '1'}
paths:
  /a:
    get:
      parameters:
        - {name: a, in: query, example: 0}
        - name: b
          in: query
          examples:
            ref: {$ref: '#/components/examples/E', summary: Nearer}
            data: {dataValue: [1], serializedValue: 'b=1'}
            out: {externalValue: https://example.com/x}
            none: {value: null}
        - name: c
          in: querystring
          content: {application/x-www-form-urlencoded: {schema: {type: object}, example: {a: 1}}}
components:
  examples:
    E: {summary: Farther, value: e}
`),
      'get-a',
    );
    const shown = operation.parameters.map(({ name, examples }) => [
      name,
      examples.map((one) => [one.name, one.summary, one.value?.json, one.serialized]),
    ]);
    expect(shown).toEqual([
      ['a', [['', '', 0, undefined]]],
      [
        'b',
        [
          ['ref', 'Nearer', 'e', undefined],
          ['data', '', [1], 'b=1'],
          ['out', '', undefined, undefined],
          ['none', '', null, undefined],
        ],
      ],
      ['c', [['', '', { a: 1 }, undefined]]],
    ]);
    expect(operation.parameters[1]?.examples[2]?.externalUrl).toBe('https://example.com/x');
    expect(operation.parameters[2]?.schema).toBeUndefined();
  });
});

describe('responses', () => {
  it('are sorted and say their status in words', () => {
    const { responses } = operationOf(
      modelOf(`${HEAD}
paths:
  /a:
    get:
      responses:
        default: {description: Else}
        4xx: {}
        '404': {}
        '500': {}
        '204': {}
        '302': {}
        '299': {summary: Own}
        '777': {}
        x-note: {}
`),
      'get-a',
    );
    expect(responses.map(({ status, summary }) => `${status} ${summary}`.trim())).toEqual([
      '204 No Content',
      '299 Own',
      '302 Found',
      '404 Not Found',
      '4XX',
      '500 Internal Server Error',
      '777',
      'default',
    ]);
    expect(responses[0]?.contents).toEqual([]);
  });

  it('take the description beside a reference from 3.1 on', () => {
    const text = (version: string): string | undefined =>
      operationOf(
        modelOf(`openapi: ${version}
info: {title: T, version: '1'}
paths:
  /a: {get: {responses: {'200': {$ref: '#/components/responses/R', description: near}}}}
components: {responses: {R: {description: far}}}
`),
        'get-a',
      ).responses[0]?.description.text;
    expect(text('3.0.3')).toBe('far');
    expect(text('3.1.0')).toBe('near');
  });

  it('have links with the operations that they lead to', () => {
    const { responses } = operationOf(
      modelOf(`${HEAD}
paths:
  /a:
    get:
      responses:
        '200':
          headers: {X-Total: {schema: {type: integer}}, Content-Type: {schema: {}}}
          links:
            byId: {operationId: getB, parameters: {id: $response.body#/id, n: 1}}
            byRef: {operationRef: '#/paths/~1b/get', requestBody: {a: 1}}
            lost: {operationId: nobody}
  /b: {get: {operationId: getB, summary: See b}}
`),
      'get-a',
    );
    const [response] = responses;
    expect(response?.headers.map(({ name }) => name)).toEqual(['X-Total']);
    expect(response?.links.map((one) => [one.name, one.operation, one.target])).toEqual([
      ['byId', { slug: 'get-b', title: 'See b' }, 'getB'],
      ['byRef', { slug: 'get-b', title: 'See b' }, '#/paths/~1b/get'],
      ['lost', undefined, 'nobody'],
    ]);
    expect(response?.links[0]?.parameters).toEqual([
      { name: 'id', expression: '$response.body#/id' },
      { name: 'n', expression: '1' },
    ]);
    expect(response?.links[1]?.requestBody).toBe('{"a":1}');
  });
});

describe('servers and security', () => {
  it('operation over path over root, and [] means none', () => {
    const built = modelOf(`${HEAD}
servers:
  - url: https://{region}.example.com/{base}
    variables: {region: {default: eu, enum: [eu, us]}, base: {default: v1}}
security: [{key: []}]
paths:
  /a: {get: {}}
  /b: {get: {servers: [{url: /rel/}], security: []}}
  /c: {get: {security: [{}, {oauth: [read], key: []}, {unknown: []}]}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://t, scopes: {read: Read}}}}
`);
    expect(built.model.operations.map(({ fullPath }) => fullPath)).toEqual([
      '/v1/a',
      '/rel/b',
      '/v1/c',
    ]);
    expect(operationOf(built, 'get-a').servers[0]?.resolvedUrl).toBe('https://eu.example.com/v1');
    expect(built.model.operations.map(({ security }) => security)).toEqual([
      [[{ scheme: 'key', scopes: [] }]],
      [],
      [
        [],
        [
          { scheme: 'oauth', scopes: ['read'] },
          { scheme: 'key', scopes: [] },
        ],
        [{ scheme: 'unknown', scopes: [] }],
      ],
    ]);
    expect([...built.model.securitySchemes.values()]).toMatchObject([
      { type: 'apiKey', in: 'header', parameter: 'X-Key' },
      { type: 'oauth2', flows: [{ kind: 'clientCredentials', tokenUrl: 'https://t' }] },
    ]);
  });

  it('values of server variables are not filled in turn', () => {
    const names = Array.from({ length: 40 }, (_, index) => `v${index}`);
    const doubled = names.map(
      (name, index) => `${name}: {default: '{v${index + 1}}{v${index + 1}}'}`,
    );
    const { model } = modelOf(
      `${HEAD}\nservers: [{url: 'https://{v0}{other}.test', variables: {${doubled.join(', ')}}}]\n`,
    );
    expect(model.servers[0]?.resolvedUrl).toBe('https://{v1}{v1}{other}.test');
  });

  const TWO = `
servers:
  - {url: https://api.test/v1, description: Production}
  - url: https://{where}.test/{version}
    description: For experiments
    variables: {where: {default: eu.try, enum: [eu.try, us.try]}, version: {default: v2}}
paths:
  /a: {get: {}}
  /b: {get: {servers: [{url: https://files.test}, {url: https://files.us.try.test/x}]}}
  /c: {get: {servers: [{url: https://files.test}]}}
`;

  it.each([
    [undefined, 'https://api.test/v1', 'https://files.test'],
    [1, 'https://eu.try.test/v2', 'https://files.test'],
    ['EXPERIMENTS', 'https://eu.try.test/v2', 'https://files.test'],
    ['us.try', 'https://us.try.test/v2', 'https://files.us.try.test/x'],
    ['nowhere', 'https://api.test/v1', 'https://files.test'],
  ])(
    'the configured server %j comes first, also among those of an operation',
    (server, ...first) => {
      const built = modelOf(HEAD + TWO, { server });
      const servers = ['get-a', 'get-b', 'get-c'].map((slug) => operationOf(built, slug).servers);
      expect(servers.map((list) => list[0]?.resolvedUrl)).toEqual([...first, 'https://files.test']);
      expect(servers.map((list) => list.length)).toEqual([2, 2, 1]);
    },
  );

  it('resolves addresses relative to $self', () => {
    const { model } = modelOf(`openapi: 3.2.0
$self: https://docs.test/api/openapi.yaml
info: {title: T, version: '1'}
servers: [{url: './{version}', variables: {version: {default: v1}}}, {url: //x.test}, {url: https://y.test}]
`);
    expect(model.servers.map(({ resolvedUrl }) => resolvedUrl)).toEqual([
      'https://docs.test/api/v1',
      'https://x.test/',
      'https://y.test',
    ]);
  });
});

describe('webhooks and callbacks', () => {
  it('are read like operations', () => {
    const built = modelOf(`${HEAD}
servers: [{url: https://example.com/v1}]
security: [{key: []}]
webhooks:
  chainRequest.finished: {post: {summary: Finished}}
  two: {get: {}, post: {}}
paths:
  /a:
    post:
      callbacks:
        done:
          '{$request.body#/url}': {post: {requestBody: {content: {application/json: {schema: {type: object}}}}}}
`);
    expect(built.model.webhooks.map(({ slug, kind, fullPath }) => [slug, kind, fullPath])).toEqual([
      ['webhook-chain-request-finished', 'webhook', 'chainRequest.finished'],
      ['webhook-two-get', 'webhook', 'two'],
      ['webhook-two-post', 'webhook', 'two'],
    ]);
    const [callback] = operationOf(built, 'post-a').callbacks;
    expect(callback).toMatchObject({ name: 'done', expression: '{$request.body#/url}' });
    expect(callback?.operations[0]).toMatchObject({ slug: '', method: 'POST', security: [] });
    expect(callback?.operations[0]?.body?.contents[0]?.type).toBe('application/json');
  });
});

describe('info', () => {
  it('has a page name of the title', () => {
    const slug = (title: string): string =>
      modelOf(`openapi: 3.1.0\ninfo: {title: '${title}'}\n`).model.info.slug;
    expect(slug('Demo API v2')).toBe('demo-api-v2');
    expect(slug('***')).toBe('api');
    expect(slug('Schemas')).toBe('schemas-api');
    expect(modelOf(HEAD, { infoSlug: 'start' }).model.info.slug).toBe('start');
  });
});
