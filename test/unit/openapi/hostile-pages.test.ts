import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { buildApiSite } from './support/api-site.ts';
import { harm, lookAt } from './support/harm.ts';
import { describeWith } from './support/hostile-description.ts';

/** Passes HTML and every address through, as some readers of Markdown do. */
const lenient = new MarkdownIt({ html: true });
lenient.validateLink = () => true;

const squeeze = (text: string): string => text.replace(/\s+/g, ' ');

const PAYLOADS: readonly (readonly [name: string, payload: string])[] = [
  ['a script', '<script>alert(1)</script>'],
  ['an image with a handler', '<img src=x onerror=alert(1)>'],
  ['the end of an attribute', '"><svg onload=alert(1)>'],
  ['the end of an attribute in single quotes', "'><b onclick='alert(1)'>"],
  ['the end of a script', '</script></style></textarea></title></pre></code>'],
  ['the end of CDATA and comments', ']]>--><!--'],
  ['a template', '{{constructor.constructor("alert(1)")()}}${alert(1)}'],
  ['entities', '&lt;script&gt;&amp;&#x3c;b&#62;'],
  ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
  ['a style', '<style>*{display:none}</style><p style="position:fixed">'],
  ['a form', '<form action=//evil.example><input name=q autofocus onfocus=alert(1)>'],
  ['a base address', '<base href=//evil.example><meta http-equiv=refresh content=0>'],
  ['foreign content', '<math><mtext><table><mglyph><style><img src onerror=alert(1)>'],
  ['directions of text', '\u202Egpj.exe\u202C\u2066x\u2069\u200F'],
  ['Markdown', '**a** `b` [c](javascript:alert(1)) ![d](//evil.example/e.png) <f@g.example>'],
];

describe.each(PAYLOADS)('a description with %s in every text', (_name, payload) => {
  const { text, fields } = describeWith(payload);
  const { pages } = buildApiSite(text);

  it('has pages of nothing but what templates write', () => {
    expect(pages.length).toBeGreaterThanOrEqual(6);
    expect(pages.flatMap((page) => harm(page).map((what) => `${page.route}: ${what}`))).toEqual([]);
  });

  it('shows every text as the text that it is', () => {
    const shown = pages.map((page) => squeeze(lookAt(page).texts.join(''))).join('\n');
    // Values with quotation marks are printed as JSON.
    const lost = fields.filter(
      (field) =>
        !shown.includes(squeeze(field.shown)) && !shown.includes(JSON.stringify(field.shown)),
    );
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  it('has Markdown versions with every text', () => {
    const files = pages.map((page) => page.markdown());
    const all = files.join('\n');
    expect(fields.map(({ name }) => name).filter((name) => !all.includes(name))).toEqual([]);
  });

  it('has Markdown versions in which every reader of Markdown is safe', () => {
    const files = pages.map((page) => page.markdown());
    expect(files.flatMap((file) => harm({ html: lenient.render(file) }))).toEqual([]);
  });
});

const ADDRESSES: readonly string[] = [
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://a.example/"onmouseover="alert(1)',
  "https://a.example/'><script>alert(1)</script>",
];

/** A description with an address in every field that holds one. */
function describeAddress(url: string): string {
  const docs = { url, description: 'words' };
  const content = {
    'application/json': {
      schema: { $ref: '#/components/schemas/A' },
      examples: { e: { externalValue: url } },
    },
  };
  const flow = { authorizationUrl: url, tokenUrl: url, refreshUrl: url, scopes: {} };
  return JSON.stringify({
    openapi: '3.2.0',
    info: {
      title: 'T',
      version: '1',
      termsOfService: url,
      description: `[a](<${url}>) <a href='${url}'>b</a>`,
      contact: { name: 'C', url, email: url },
      license: { name: 'L', url },
    },
    externalDocs: docs,
    servers: [{ url }],
    tags: [{ name: 'A', externalDocs: docs }],
    paths: {
      '/a': {
        get: {
          tags: ['A'],
          externalDocs: docs,
          parameters: [
            {
              name: 'q',
              in: 'query',
              schema: { type: 'string' },
              examples: { e: { externalValue: url } },
            },
          ],
          responses: { 200: { description: 'OK', content } },
          callbacks: { c: { [url]: { post: { responses: {} } } } },
        },
      },
    },
    components: {
      schemas: {
        A: {
          type: 'object',
          externalDocs: docs,
          properties: { a: { type: 'string', externalDocs: docs } },
        },
      },
      securitySchemes: {
        o: {
          type: 'oauth2',
          oauth2MetadataUrl: url,
          flows: {
            implicit: flow,
            authorizationCode: flow,
            deviceAuthorization: { ...flow, deviceAuthorizationUrl: url },
          },
        },
        i: { type: 'openIdConnect', openIdConnectUrl: url },
      },
    },
  });
}

describe('addresses that mean harm', () => {
  it.each(ADDRESSES)('%j is not a link', (url) => {
    const { pages } = buildApiSite(describeAddress(url));
    expect(pages.length).toBeGreaterThanOrEqual(4);
    expect(pages.flatMap(harm)).toEqual([]);
    const targets = pages.flatMap((page) =>
      lookAt(page).attributes.filter(({ name }) => name === 'href'),
    );
    const others = targets.filter(
      ({ value }) => !/^(?:#|\/api\/|mailto:|https:\/\/a\.example\/|$)/.test(value),
    );
    expect(others).toEqual([]);
  });
});
