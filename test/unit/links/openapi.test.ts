import { describe, expect, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import { type SiteFiles, site } from '../../support/site.ts';

const P = '§openapi-link§';
const N = '§anchor-not-found§';
const pages = {
  'content/docs/a.md':
    '# A\n\n## Sec\n\n[1](/docs/api/get-list-things) [2](/docs/api/t) [3](/docs/api/t.openapi.json) [4](/docs/api/get-list-things.md) [5](§page-not-found>/docs/api/get-list-things§/docs/api/get-list-thing) [6](/docs/api/schemas) [7](/docs/api/schemas/Thing) [8](/docs/api/get-list-things#responses) [9](§anchor-not-found§/docs/api/get-list-things#nonsense)\n',
};
const cfg = `export default { title: 'T', url: 'https://t.example', links: { rules: { 'orphan-page': 'off' } }, openapi: [{ spec: 'openapi/x.yaml', strict: true }] };\n`;
const sites: Readonly<Record<string, SiteFiles>> = {
  openapi: {
    ...pages,
    'site.config.ts': cfg,
    'openapi/x.yaml': `openapi: 3.1.0
info:
  title: T
  version: '1'
  description: |
    See [a](/docs/a) and [b](${P}/docs/nope1).

    > quote [x](${P}/docs/nope2)

    [ref]: ${P}/docs/nope3
    [ref] <a href="${P}/docs/nope4">x</a>
    [anchor](/docs/a#sec) [anchor](${N}/docs/a#nosec)

    ## Intro part
  contact: { name: x, url: '${P}/docs/contact', email: team@example.com }
  license: { name: MIT, url: ${P}/docs/license }
  termsOfService: ${P}/docs/tos
externalDocs: { description: "d [x](/docs/ed)", url: ${P}/docs/edurl }
tags:
  - name: things
    description: >
      Folded [x](${P}/docs/folded1)
      next line [y](
      ${P}/docs/folded2) end
    externalDocs:
      url: "${P}/docs/tagdocs"
paths:
  /things:
    description: "path"
    get:
      operationId: listThings
      tags: [things]
      summary: List things
      description: "Quoted [x](${P}/docs/q1) \\"esc\\" \\u00e9 [y](${P}/docs/q2) \\
        cont [z](${P}/docs/q3)"
      externalDocs: { url: ${P}/docs/opdocs }
      parameters:
        - name: q
          in: query
          description: 'single ''q'' [x](${P}/docs/p1)'
          schema: { type: string, description: "schema [x](${P}/docs/ps) ok" }
      responses:
        '200':
          description: plain scalar [x](${P}/docs/r1)
            continued [y](${P}/docs/r2)
          headers:
            X-A: { description: "h [x](${P}/docs/h1)", schema: { type: string } }
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Thing' }
              examples:
                one: { summary: s, description: "ex [x](${P}/docs/ex1)", value: { a: "[x](/docs/noexample)" } }
    post:
      operationId: makeThing
      tags: [things]
      summary: Make
      requestBody:
        description: |-
          body [x](${P}/docs/b1)
            indented [y](${P}/docs/b2)
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Thing' }
      responses:
        '201': { description: "see [get](#operation/listThings) [s](../get-list-things) [bad](${P}nothing-here) [own](${P}#operation/gone)" }
components:
  schemas:
    Thing:
      type: object
      description: "T\\tThing [x](${P}/docs/s1) \`[code](/docs/no)\`"
      externalDocs: { url: '${P}/docs/sdocs' }
      properties:
        a:
          type: string
          description: >-
            Prop [x](${P}/docs/s2)

            para [y](${P}/docs/s3)
          example: "[x](/docs/noex)"
          default: "[x](/docs/nodef)"
`,
  },
  'openapi-json': {
    ...pages,
    'site.config.ts': cfg.replace('x.yaml', 'x.json'),
    'openapi/x.json': `{
  "openapi": "3.0.3",
  "info": { "title": "T", "version": "1", "description": "Line one\\n\\nsee [x](${P}/docs/n1) \\u003cb> [\\u00fc](${P}/docs\\/n2) \\ud83d\\ude00 [z](${P}/docs/n3)" },
  "paths": {
    "/things": { "get": { "operationId": "listThings", "summary": "List things", "tags": ["x"], "responses": { "200": { "description": "[x](${P}/docs/n4)", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}} } } } }
  },
  "tags": [{"name": "x", "externalDocs": { "url": "${P}/docs/n5" }}],
  "components": {"schemas": {"Thing": {"type": "string", "title": "[x](/docs/notitle)", "description": "a\\r\\nb [x](${P}/docs/n6)"}}}
}
`,
  },
};

describe('links of API descriptions', () => {
  it.each(Object.keys(sites))(
    '%s: exactly the broken links are reported, at their locations',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );
});

const description = (text: string): string => `openapi: 3.1.0
info:
  title: Pets
  version: '1'
  description: |
    ## Rate limits

    Slow down.
tags: [{ name: Small pets }]
paths:
  /pets/{petId}:
    get:
      operationId: getPet
      tags: [Small pets]
      description: ${JSON.stringify(text)}
      parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }, '404': { description: Gone }, '410': { description: Gone }, default: { description: Any } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas: { Pet: { type: object, properties: { id: { type: string } } } }
`;

async function built(text: string, settings = '', home = '') {
  const driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', links: { rules: { 'anchor-not-found': 'warning' } }, openapi: [{ spec: 'openapi/x.yaml', ${settings} }] };\n`,
    'index.md': `# Home\n\n${home}`,
    'openapi/x.yaml': description(text),
  });
  try {
    await driver.build();
    const { diagnostics } = driver.result();
    return { diagnostics, html: driver.page('/api/get-pet') };
  } finally {
    driver.dispose();
  }
}

describe('anchors of other reference generators', () => {
  const anchors = [
    ['#operation/getPet', '/api/get-pet'],
    ['#tag/Small-pets/operation/getPet', '/api/get-pet'],
    ['#tag/Small-pets/paths/~1pets~1{petId}/get', '/api/get-pet'],
    ['#/Small%20pets/getPet', '/api/get-pet'],
    ['#/operations/getPet', '/api/get-pet'],
    ['#tag/small-pets/GET/pets/{petId}', '/api/get-pet'],
    ['#api-pets-petId-get', '/api/get-pet'],
    ['#tag/Small-pets', '/api/pets#tag-small-pets'],
    ['#/Small%20pets', '/api/pets#tag-small-pets'],
    ['#api-group-Small-pets', '/api/pets#tag-small-pets'],
    ['../api-group-small-pets/#about', '/api/pets#tag-small-pets'],
    ['#section/Rate-limits', '/api/pets#rate-limits'],
    ['./#section/Rate-limits', '/api/pets#rate-limits'],
    ['/#operation/getPet', '/api/get-pet'],
    ['#rate-limits', '/api/pets#rate-limits'],
    ['#section/Authentication/key', '/api/pets#authentication-key'],
    ['#/components/schemas/Pet', '/api/schemas/Pet'],
  ] as const;

  it('lead to the pages of the same things', async () => {
    const text = anchors.map(([href], index) => `[n${index}](<${href}>)`).join(' ');
    const { diagnostics, html } = await built(text);
    expect(diagnostics.filter(({ code }) => code.startsWith('openapi-'))).toEqual([]);
    const links = [...html.matchAll(/<a href="([^"]*)">n\d+<\/a>/g)];
    expect(links.map(([, href]) => href?.replace(/\/(?=#|$)/, ''))).toEqual(
      anchors.map(([, address]) => address),
    );
  });
});

describe('errors of the configuration', () => {
  it('link status codes to their explanation, checked like other links', async () => {
    const { diagnostics, html } = await built(
      'Text.',
      "errors: '/#error-{code}'",
      '## 404 {#error-404}\n',
    );
    expect(html).toContain(
      '<a class="api-status" href="/#error-404"><span class="status-4xx">404</span> Not Found</a>',
    );
    expect(html).toContain('<span class="api-status">default Any other status</span>');
    const told = diagnostics.filter(({ code }) => code === 'openapi-link');
    expect(told.map(({ message }) => message)).toEqual([expect.stringContaining('error-410')]);
    expect(told.map(({ location }) => location?.file)).toEqual(['openapi/x.yaml']);
  });

  it('link all errors to one page without {code}', async () => {
    const { diagnostics, html } = await built('Text.', "errors: '/'");
    expect(html).toContain('<a class="api-status" href="/">default Any other status</a>');
    expect(diagnostics.filter(({ code }) => code !== 'orphan-page')).toEqual([]);
  });

  it('are reported if there is no such page', async () => {
    const { diagnostics, html } = await built('Text.', "errors: '/gone'");
    expect(html).not.toContain('href="/gone"');
    const [told] = diagnostics.filter(({ code }) => code === 'openapi-link');
    expect(told).toMatchObject({
      message: expect.stringContaining('the link "/gone" leads to nothing'),
      hint: 'correct openapi[].errors of the configuration',
    });
  });
});

describe('links that lead to nothing', () => {
  it('are reported, and their texts are shown without a link', async () => {
    const { diagnostics, html } = await built(
      'See [this](/gone), [that](./#tag/gone), <a href="javascript:alert(1)" target="_blank" title="x">those</a>, [these](slack://x) and ![a picture](/gone.png).',
    );
    const told = diagnostics.filter(({ code }) => code === 'openapi-link');
    expect(told.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      expect.stringMatching(/^warning: the link "\/gone" leads to nothing \(and 3 more like it: /),
      'warning: the image "/gone.png" leads to nothing',
    ]);
    expect(html).toContain('See this, that, those, these and a picture.');
  });

  it('lead to the original documentation if the configuration names it', async () => {
    const { diagnostics, html } = await built(
      '[this](/gone?x=1#y), [that](guide), [those](#tag/gone), ![a picture](/gone.png)',
      "links: { base: 'https://docs.vendor.example/api/' }",
    );
    expect(diagnostics.filter(({ code }) => code === 'openapi-link')).toEqual([]);
    expect(html).toContain('href="https://docs.vendor.example/gone?x=1#y"');
    expect(html).toContain('href="https://docs.vendor.example/api/guide"');
    expect(html).toContain('href="https://docs.vendor.example/api/#tag/gone"');
    expect(html).toContain('src="https://docs.vendor.example/gone.png"');
  });
});
