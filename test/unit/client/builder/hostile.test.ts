import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Builder } from '../../../../src/client/builder/builder.tsx';
import { Console } from '../../../../src/client/builder/console.tsx';
import { adopted, linkOf, passable, readLink } from '../../../../src/client/builder/values.ts';
import { tokenOrigins } from '../../../../src/openapi/model/security.ts';
import { serverOrigins } from '../../../../src/openapi/model/servers.ts';
import { buildModel } from '../../../../src/openapi/model/build-model.ts';
import { printBuilder } from '../../../../src/openapi/samples/print-builder.ts';
import type { BuilderData } from '../../../../src/shared/request/builder-data.ts';
import { builderMessages } from '../../../../src/shared/request/builder-messages.ts';
import { initialValues, requestOf } from '../../../../src/shared/request/request-model.ts';
import { apiMessages, constraintMessages } from '../../../../src/shared/ui-messages.ts';
import { lookAt } from '../../openapi/support/harm.ts';
import { describe as described } from '../../openapi/samples/described.ts';

const MARKUP = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
const NAMES = ['__proto__', 'constructor', 'toString', 'then', MARKUP];

function modelOf(root: object) {
  const description = described({ openapi: '3.1.0', info: { title: 'T', version: '1' }, ...root });
  return buildModel(description, { id: 'api' });
}

function builder(
  root: object,
  clientId?: string,
): { data: BuilderData; origins: readonly string[] } {
  const { model, schemas } = modelOf(root);
  const [operation] = model.operations;
  if (operation === undefined) throw new Error('no operation');
  const tools = { schemas, securitySchemes: model.securitySchemes };
  const origins = serverOrigins(model);
  const input = {
    tools,
    choice: { languages: ['curl'] },
    messages: '',
  };
  const messages = { ...constraintMessages, ...apiMessages, ...builderMessages };
  const client = clientId === undefined ? undefined : { id: clientId, redirect: '/dw-oauth.html' };
  const settings = { cors: true, servers: origins, client };
  const text = printBuilder(operation, { ...input, console: settings });
  return { data: { ...JSON.parse(text), messages }, origins };
}

const markup = (data: BuilderData, start = initialValues(data.model)): string =>
  renderToStaticMarkup(
    createElement(Builder, {
      data,
      start,
      isKeeping: false,
      loadTools: () => Promise.reject(new Error('not asked')),
      show: () => undefined,
      remember: () => undefined,
      copyLink: () => Promise.resolve(false),
      close: () => undefined,
    }),
  );

/** An operation whose names, values and texts are all one text. */
function named(name: string): object {
  const one = (value: unknown): object =>
    JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);
  const schema = { type: 'string', enum: [name], description: name, default: name };
  return {
    paths: {
      [`/{${name}}`]: {
        post: {
          parameters: ['path', 'query', 'header', 'cookie'].map((place) => ({
            name,
            in: place,
            required: true,
            description: name,
            schema,
          })),
          security: [one([])],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: one({ oneOf: [{ title: name, properties: one(schema) }, schema] }),
                  additionalProperties: schema,
                },
                example: one(name),
              },
            },
          },
          responses: { [name]: { description: name } },
        },
      },
    },
    components: { securitySchemes: one({ type: 'apiKey', in: 'header', name }) },
  };
}

describe('a hostile description', () => {
  it.each([
    ['http://login.test/a', 'https://login.test/t', false],
    ['https://login.test/a', 'http://login.test/t', false],
    ['javascript:alert(1)//', 'https://login.test/t', false],
    ['https://api@login.test/a', 'https://login.test/t', false],
    ['/a', '/t', false],
    ['http://localhost:1/a', 'http://[::1]:2/t', true],
    ['https://login.test/a', 'https://tokens.test/t', true],
  ])('signs nobody in at %s for %s unless both are safe', (authorize, token, isSafe) => {
    const flow = { authorizationUrl: authorize, tokenUrl: token, scopes: {} };
    const login = { type: 'oauth2', flows: { authorizationCode: flow } };
    const root = {
      paths: { '/a': { get: { security: [{ login: [] }], responses: {} } } },
      components: { securitySchemes: { login } },
    };
    const { data } = builder(root, 'docs');
    const [[credential] = []] = data.model.ways;
    expect(credential?.flow !== undefined).toBe(isSafe);
    expect(tokenOrigins(modelOf(root).model)).toEqual(isSafe ? [new URL(token).origin] : []);
  });

  it.each(NAMES)('runs nothing by a name, a value or a text: %s', (name) => {
    const { data } = builder(named(name));
    const html = markup(data);
    const { tags, attributes } = lookAt({ html });
    expect(tags.filter((tag) => /^(?:img|script|iframe|svg|object|a)$/.test(tag))).toEqual([]);
    expect(attributes.filter(({ name: own }) => /^on|^(?:style|href|src)$/.test(own))).toEqual([]);
    expect(Object.prototype).toEqual({});
    const start = initialValues(data.model);
    expect(adopted(data, readLink(`#${linkOf('', passable(data, start)).split('#')[1]}`))).toEqual(
      start,
    );
    expect(requestOf(data.model, start).url).toMatch(/^https:\/\/api\.example\.com\//);
  });

  it('has no server but those of HTTP, without user info and unknown hosts', () => {
    const urls = [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://user:word@evil.test',
      'https://{host}.evil.test',
      'file:///etc',
      'https://a.test;script-src *;x',
      'https://*.test',
      'HTTPS://Good.test:8443/v1',
      '//other.test',
    ];
    const servers = urls.map((url) => ({ url }));
    const { origins } = builder({ servers, paths: { '/': { get: { responses: {} } } } });
    expect(origins).toEqual(['https://good.test:8443', 'https://other.test']);
  });
});

describe('an address with values', () => {
  const { data } = builder({
    servers: [
      { url: 'https://a.test' },
      {
        url: 'https://{host}/{v}',
        variables: { host: { default: 'b.test' }, v: { default: '1', enum: ['1', '2'] } },
      },
    ],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    paths: {
      '/': {
        post: {
          parameters: [
            { name: 'X-Key', in: 'header' },
            { name: 'token', in: 'query' },
            { name: 'q', in: 'query' },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  properties: { secret: {}, pin: { type: 'string', format: 'password' }, a: {} },
                },
              },
            },
          },
          responses: {},
        },
      },
    },
  });

  it('chooses no server and no host that the description does not name', () => {
    const link = { server: 1, variables: { host: 'evil.test', v: '2' }, way: 9, media: -1 };
    const values = adopted(data, link);
    expect(requestOf(data.model, values).url).toBe('https://b.test/2/');
    expect(adopted(data, { server: 'https://evil.test' }).server).toBe(0);
    expect([values.way, values.media]).toEqual([0, 0]);
  });

  it('has no credentials, and takes none', () => {
    const json = (value: string) => ({ json: value });
    const values = {
      ...initialValues(data.model),
      parameters: { 'header:X-Key': json('s1'), 'query:token': json('s2'), 'query:q': json('q') },
      body: { json: { secret: 's3', pin: 's4', a: 'b' } },
      credentials: { key: 's5' },
    };
    const link = decodeURIComponent(linkOf('https://docs.test/#x', passable(data, values)));
    expect(link).toBe(
      'https://docs.test/#try={"parameters":{"query:q":{"json":"q"}},"body":{"json":{"pin":"","a":"b"}}}',
    );
    const taken = adopted(data, {
      parameters: { 'header:X-Key': json('x') },
      credentials: { key: 'x' },
    });
    expect(taken.credentials).toEqual({});
    expect(taken.parameters).toEqual({});
  });

  it.each(['#try=', '#try=%', '#try=[1]', '#try=null', '#try={"parameters":5,"body":{"x":1}}'])(
    'that is broken changes nothing: %s',
    (hash) => {
      expect(adopted(data, readLink(hash))).toEqual(initialValues(data.model));
    },
  );
});

describe('a console', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('says beforehand that the answers of an API cannot be read', () => {
    const page = {};
    vi.stubGlobal('window', Object.assign(page, { top: page }));
    vi.stubGlobal('location', new URL('https://docs.test/'));
    const { data } = builder({ paths: { '/': { get: { responses: {} } } } });
    const show = (cors: boolean): string =>
      renderToStaticMarkup(
        createElement(Console, {
          data: { ...data, console: { cors, servers: [], responses: {}, shared: [] } },
          request: requestOf(data.model, initialValues(data.model)),
          files: {},
          server: undefined,
          judge: () => undefined,
        }),
      );
    expect(show(false)).toContain('This API does not let pages read its answers');
    expect(show(true)).not.toContain('This API');
  });
});
