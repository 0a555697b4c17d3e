import { describe, expect, it } from 'vitest';
import type { ApiContext } from '../../../../src/openapi/pages/api-page.ts';
import {
  attribute,
  contextOf,
  describeOperation,
  firstOperation,
  markdownOf,
  operationPage,
  rendered,
  structureProblems,
  textOf,
} from './support/page.ts';

const PARAMETERS = [
  { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  {
    name: 'tags',
    in: 'query',
    explode: false,
    description: 'Which ones.',
    schema: { type: 'array', items: { type: 'string' }, example: ['a', 'b'] },
  },
  { name: 'If-Match', in: 'header', deprecated: true, schema: { type: 'string' } },
];

const RESPONSES = {
  404: {
    description: 'Nothing there.',
    content: { 'application/json': { schema: { properties: { code: { type: 'string' } } } } },
  },
  200: {
    description: 'The thing.',
    headers: { 'X-Rate': { schema: { type: 'integer' }, description: 'What is left.' } },
    content: {
      'application/json': {
        schema: { type: 'object', properties: { name: { type: 'string', example: 'Ann' } } },
      },
    },
    links: { next: { operationId: 'changeThing', parameters: { id: '$response.body#/id' } } },
  },
  204: { description: 'No change.' },
};

describe('the page of an operation', () => {
  const page = operationPage({
    summary: 'Change a thing',
    description: 'What it does.',
    deprecated: true,
    'x-deprecated-description': 'Use another.',
    parameters: PARAMETERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { properties: { name: { type: 'string' } } } } },
    },
    responses: RESPONSES,
  });

  it('has its parts in the order of the rule', () => {
    const order = [
      'Change a thing',
      'POST https://api.test/v1/things/{id}',
      'Authentication No authentication.',
      'This operation is deprecated.',
      'Use another.',
      'What it does.',
      'Request samples',
      'Response examples',
      'Request',
      'Path parameters',
      'Query parameters',
      'Header parameters',
      'Body required',
      'Responses',
      '200 OK',
      'Headers',
      'Links',
      '204 No Content',
      '404 Not Found',
    ];
    let at = -1;
    for (const part of order) {
      const next = page.text.indexOf(part, at + 1);
      expect(next, part).toBeGreaterThan(at);
      at = next;
    }
    expect(structureProblems(page)).toEqual([]);
    expect(page.elements.filter(({ tagName }) => tagName === 'h1')).toHaveLength(1);
  });

  it('links the parameters in its path', () => {
    const [route] = page.byClass('api-route');
    expect(route && textOf(route)).toBe('POST https://api.test/v1/things/{id}');
    expect(page.html).toContain('<a href="#path.id">{id}</a>');
  });

  it('shows parameters with the way that they are sent', () => {
    expect(textOf(page.byId('query.tags'))).toContain('tags array of string Which ones.');
    expect(textOf(page.byId('query.tags'))).toContain('Sent as: ?tags=a,b');
    expect(textOf(page.byId('header.If-Match'))).toBe('If-Match string deprecated');
    expect(textOf(page.byId('path.id'))).toBe('id string required');
  });

  it('has a tab for each status, and panels with headings on both sides', () => {
    const panels = page.byClass('tab-panel');
    const values = panels.map((panel) => attribute(panel, 'data-value'));
    expect(values.filter((value) => value === '200')).toHaveLength(2);
    const statuses = page.byClass('tab').map(textOf);
    expect(statuses.filter((text) => text.startsWith('200'))).toEqual(['200', '200 OK']);
    for (const panel of panels) {
      const heading = panel.childNodes.find((node) => /^h\d$/.test(node.nodeName));
      expect(heading).toBeDefined();
    }
    const tabs = page.byClass('tab');
    // Links until a script makes tabs of them.
    expect(page.html).not.toMatch(/role="tab|aria-selected/);
    for (const tab of tabs)
      expect(page.article.ids.has((attribute(tab, 'href') ?? '').slice(1))).toBe(true);
  });

  it('shows headers and links of a response', () => {
    expect(textOf(page.byId('response.200.headers.X-Rate'))).toContain('What is left.');
    expect(page.text).toContain('next: Leads to Change a thing, passes $response.body#/id as id');
    expect(page.text).toContain('No body.');
  });

  it('has samples and examples as code that can be copied', () => {
    const figures = page.byClass('code');
    expect(figures.length).toBeGreaterThanOrEqual(5);
    const names = page.elements
      .filter(({ tagName }) => tagName === 'pre')
      .map((pre) => attribute(pre, 'aria-label'));
    expect(new Set(names).size).toBe(names.length);
    expect(page.text).toContain('"name": "Ann"');
  });

  it('tells search of itself, its parameters and its top-level properties', () => {
    const { sections } = page.article;
    expect(sections[0]).toMatchObject({ title: 'Change a thing', level: 1 });
    expect(sections[0]?.text).toContain('What it does.');
    for (const tag of [
      'POST',
      '/things/{id}',
      '/v1/things/{id}',
      'changeThing',
      'POST /v1/things/{id}',
    ])
      expect(sections[0]?.tags).toContain(tag);
    expect(sections.slice(1).map(({ anchor }) => anchor)).toEqual([
      'path.id',
      'query.tags',
      'header.If-Match',
      'body.name',
      'response.200.name',
    ]);
    expect(sections.map(({ kind }) => kind)).toEqual([
      'operation',
      'parameter',
      'parameter',
      'parameter',
      'property',
      'property',
    ]);
  });

  it('shows where a parameter or property is and its type, but does not search for them', () => {
    const [, id, tags] = page.article.sections;
    expect(id).toMatchObject({ detail: 'Path parameters · string', text: '' });
    expect(tags).toMatchObject({
      detail: 'Query parameters · array of string',
      text: 'Which ones.',
    });
  });
});

describe('errors with the same body', () => {
  const components = {
    schemas: { Error: { type: 'object', properties: { code: { type: 'string' } } } },
    headers: {
      Id: { schema: { type: 'string' }, description: 'Quote it.' },
      Wait: { schema: { type: 'integer' }, description: 'In seconds.' },
    },
  };
  const error = (description: string, value?: string, headers: object = {}) => ({
    description,
    headers: { 'X-Id': { $ref: '#/components/headers/Id' }, ...headers },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        ...(value === undefined ? {} : { example: { code: value } }),
      },
    },
  });
  const responses = {
    default: error('Anything else.'),
    429: error('Slow down.', 'slow', { 'Retry-After': { $ref: '#/components/headers/Wait' } }),
    404: error('Nothing there.', 'gone'),
    400: { description: 'Wrong form.' },
    204: { description: 'Done.' },
  };
  const context = contextOf(describeOperation({ responses }, { components }), {
    errorHref: ({ status }) => `/errors#${status}`,
  });
  const page = rendered(firstOperation(context), context);
  const tabs = page
    .byClass('tab')
    .filter((tab) => attribute(tab, 'href')?.startsWith('#response'))
    .map(textOf);

  it('are one of a single row of tabs', () => {
    expect(tabs).toEqual(['204 No Content', '400 Bad Request', 'Errors: 404, 429, default']);
    expect(structureProblems(page)).toEqual([]);
  });

  it('are listed with the parts that they do not share, and lead to their explanations', () => {
    expect(textOf(page.byId('response.404'))).toBe('404 Not Found Nothing there.');
    expect(textOf(page.byId('response.429'))).toBe(
      '429 Too Many Requests Slow down. Retry-After integer In seconds.',
    );
    expect(textOf(page.byId('response.429.headers.Retry-After'))).toContain('In seconds.');
    expect(textOf(page.byId('response.404.headers.X-Id'))).toContain('Quote it.');
    const links = page.elements.filter(({ tagName }) => tagName === 'a');
    for (const [href, text] of [
      ['/errors#404', '404 Not Found'],
      ['/errors#400', '400 Bad Request'],
    ] as const) {
      const found = links.filter((link) => attribute(link, 'href') === href);
      expect(found.map(textOf)).toEqual([text]);
    }
    expect(page.html).not.toContain('/errors#204');
  });

  it('show their body once, and the example of each', () => {
    expect(textOf(page.byId('response.404.code'))).toBe('code string');
    expect(page.html.match(/<li id="response\.[^"]*\.code"/g)).toHaveLength(1);
    expect(textOf(page.byId('example-404'))).toContain('gone');
    expect(textOf(page.byId('example-429'))).toContain('slow');
  });

  it('are one section of the Markdown version', () => {
    const text = markdownOf(firstOperation(context), context);
    expect(text).toContain(
      [
        '### Errors: 404, 429, default',
        '',
        '- [404 Not Found](/errors#404)',
        '  Nothing there.',
        '- [429 Too Many Requests](/errors#429)',
        '  Slow down.',
        '  - `Retry-After` integer',
        '    In seconds.',
        '- [default Any other status](/errors#default)',
        '  Anything else.',
        '',
        '#### Headers',
      ].join('\n'),
    );
    expect(text.match(/- `code` string/g)).toHaveLength(1);
    expect(text).toContain('[400 Bad Request](/errors#400)\n\nWrong form.');
  });
});

describe('authentication', () => {
  const components = {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      other: { type: 'oauth2', flows: {} },
      sessionToken: { type: 'apiKey', in: 'header', name: 'Authorization' },
      bearerAuth: { type: 'http', scheme: 'bearer' },
      OAuth2: { type: 'oauth2', flows: {} },
      service: { type: 'apiKey', in: 'cookie', name: 'sid', 'x-displayName': 'Service account' },
      person: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Depends on the role.' },
      api_key: { type: 'apiKey', in: 'query', name: 'k' },
    },
  };
  const contextWith = (security: object): ApiContext =>
    contextOf(describeOperation({ security, responses: {} }, { components }));

  it.each([
    ['none', [], 'Authentication No authentication'],
    ['a key in words', [{ sessionToken: [] }], 'Session token in the Authorization header'],
    ['a key that says no more', [{ bearerAuth: [] }], 'Bearer token in the Authorization header'],
    ['a given name', [{ service: [] }], 'Authentication Service account in the sid cookie'],
    ['equal titles with keys', [{ key: [] }], 'Authentication API key (key) in the X-Key header'],
    ['undeclared schemes', [{ lost: [] }], 'Authentication lost (not declared)'],
    [
      'together',
      [{ sessionToken: [], login: [] }],
      'Session token in the Authorization header, and Login (Bearer token, JWT) in the Authorization header',
    ],
    ['scopes', [{ other: ['read', 'write'] }], 'Other (OAuth 2.0). Scopes: read, write'],
    ['scopes of any scheme', [{ bearerAuth: ['mint'] }], 'Authorization header. Scopes: mint'],
    [
      'scopes of several schemes',
      [{ OAuth2: ['a', 'b'], bearerAuth: ['c'] }],
      'Scopes: a, b of OAuth 2.0; c of Bearer token',
    ],
    [
      'any of several scopes',
      [{ OAuth2: ['a'] }, { OAuth2: ['b'] }],
      'OAuth 2.0. Scopes: any of a, b',
    ],
    [
      'any of several roles beside another scheme',
      [{ bearerAuth: ['read'] }, { person: ['admin'] }, { person: ['member'] }],
      'Scopes: read Person in the sid cookie. Roles: any of admin, member',
    ],
    [
      'alternatives',
      [{ service: [] }, { OAuth2: ['a'] }],
      'Authentication One of: Service account in the sid cookie OAuth 2.0. Scopes: a',
    ],
    ['optional', [{ service: [] }, {}], 'Authentication (optional) Service account in the'],
  ])('says %s in words', (_name, security, sentence) => {
    const context = contextWith(security);
    expect(rendered(firstOperation(context), context).text).toContain(sentence);
    const markdown = markdownOf(firstOperation(context), context);
    const plain = markdown.replace(/\]\([^)]*\)|[`*[]|^- /gm, '').replace(/[.:]?\s+/g, ' ');
    expect(plain).toContain(sentence.replace(/[.:]?\s+/g, ' '));
  });

  it('leads to the section of the scheme', () => {
    const context = contextWith([{ service: [] }]);
    expect(rendered(firstOperation(context), context).html).toContain(
      `href="/api/${context.model.info.slug}#authentication-service"`,
    );
    const info = rendered({ type: 'info' }, context);
    expect(textOf(info.byId('authentication-service'))).toBe('Service account');
    expect(info.article.sections).toContainEqual({
      anchor: 'authentication-service',
      title: 'Authentication: Service account',
      level: 3,
      text: 'Service account in the sid cookie.',
      kind: 'info',
      tags: ['service'],
    });
    expect(structureProblems(info)).toEqual([]);
  });
});

describe('the choice of a server', () => {
  const options = (...servers: readonly object[]): readonly string[] =>
    operationPage({ responses: {} }, { servers })
      .elements.filter(({ tagName }) => tagName === 'option')
      .map((option) => `${textOf(option)} ${attribute(option, 'value')}`);
  const values = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `v${index}`);
  const variable = (count: number): object => ({ default: 'v0', enum: values(count) });

  it('names servers by their descriptions, values and addresses', () => {
    expect(
      options(
        {
          url: 'https://a.test/{v}',
          description: 'Live. All of it.',
          variables: { v: variable(2) },
        },
        { url: '//b.test/' },
        { url: 'https://c.test', description: 'Live (v1)' },
        { url: 'https://c.test/' },
        { url: '/d' },
      ),
    ).toEqual([
      'Live (v0) https://a.test/v0',
      'Live (v1) https://a.test/v1',
      'https://b.test https://b.test',
      'Live (v1): https://c.test https://c.test',
      'https://api.example.com/d https://api.example.com/d',
    ]);
    expect(options({ url: "https://a.test/it's" }, { url: '/' })[0]).toBe(
      'https://a.test/it%27s https://a.test/it%27s',
    );
  });

  it('is left out if there is only one, and lists no more combinations than fit', () => {
    expect(options({ url: 'https://a.test' }, { url: 'https://a.test/' })).toEqual([]);
    const three = { a: variable(5), b: variable(5), c: variable(5) };
    expect(options({ url: 'https://a.test/{a}/{b}/{c}', variables: three })).toEqual([]);
    const many = ['a', 'b', 'c'].map((name) => ({
      url: `https://${name}.test/{v}`,
      variables: { v: variable(30) },
    }));
    expect(options(...many)).toHaveLength(3);
    expect(options(...many.slice(1))).toHaveLength(60);
    const hosts = values(1000).map((name) => ({ url: `https://${name}.test` }));
    expect(options(...hosts)).toHaveLength(100);
  });
});

describe('bodies', () => {
  it('of one schema in several media types are shown once', () => {
    const schema = { $ref: '#/components/schemas/A' };
    const content = { 'application/json': { schema }, 'text/json': { schema } };
    const A = { type: 'object', properties: { x: { type: 'string' } } };
    const page = operationPage(
      { requestBody: { content }, responses: {} },
      { components: { schemas: { A } } },
    );
    expect(page.text).toContain('application/json, text/json · A');
    expect(page.html.match(/<li id="body\.x"/g)).toHaveLength(1);
  });

  it('of several schemas have unique ids, and named examples can be opened', () => {
    const content = {
      'application/json': {
        schema: { properties: { x: { type: 'string' } } },
        examples: {
          one: { value: { x: '1st' } },
          two: { summary: 'The second', value: { x: '2nd' } },
        },
      },
      'text/csv': { schema: { properties: { x: { type: 'integer' } } } },
    };
    const page = operationPage({ requestBody: { content }, responses: {} });
    expect(textOf(page.byId('body.x'))).toBe('x string');
    expect(textOf(page.byId('body:text/csv.x'))).toBe('x integer');
    expect(page.text).toContain('1st');
    expect(page.text).toContain('2nd');
    const labels = page.elements.filter(({ tagName }) => tagName === 'summary').map(textOf);
    expect(labels).toContain('The second (application/json)');
    expect(structureProblems(page)).toEqual([]);
  });
});

describe('callbacks and webhooks', () => {
  const post = {
    requestBody: {
      content: { 'application/json': { schema: { properties: { state: { type: 'string' } } } } },
    },
    responses: { 200: { description: 'Got it.' } },
  };

  it('shows callbacks as requests of the platform', () => {
    const page = operationPage({
      responses: {},
      callbacks: { done: { '{$request.body#/url}': { post } } },
    });
    expect(page.text).toContain('The platform sends POST to {$request.body#/url}.');
    expect(textOf(page.byId('callback.done.body.state'))).toBe('state string');
    expect(structureProblems(page)).toEqual([]);
  });

  it('words webhooks as requests that the platform sends', () => {
    const context = contextOf(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Hooks', version: '1' },
        webhooks: { changed: { post } },
      }),
    );
    const page = rendered(firstOperation(context), context);
    expect(page.text).toContain('The platform sends this request');
    expect(page.text).toContain('Your response');
    expect(page.text).not.toContain('cURL');
    expect(structureProblems(page)).toEqual([]);
  });
});
