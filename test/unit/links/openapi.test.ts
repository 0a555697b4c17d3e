import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const P = '§page-not-found§';
const N = '§anchor-not-found§';
const pages = {
  'content/docs/a.md':
    '# A\n\n## Sec\n\n[1](/docs/api/get-list-things) [2](/docs/api/t) [3](/docs/api/t.openapi.json) [4](/docs/api/get-list-things.md) [5](§page-not-found>/docs/api/get-list-things§/docs/api/get-list-thing) [6](/docs/api/schemas) [7](/docs/api/schemas/Thing) [8](/docs/api/get-list-things#responses) [9](§anchor-not-found§/docs/api/get-list-things#nonsense)\n',
};
const cfg = `export default { title: 'T', url: 'https://t.example', links: { rules: { 'orphan-page': 'off' } }, openapi: [{ spec: 'openapi/x.yaml' }] };\n`;
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
  contact: { name: x, url: 'https://example.com/c' }
  license: { name: MIT, url: https://example.com/l }
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
        '201': { description: "see [get](#operation/listThings) [s](../get-list-things) [bad](${P}nothing-here)" }
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
    '%s: what is broken is told at its place, and nothing else',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );
});
