import { afterEach, describe, expect, it } from 'vitest';
import { navEntries } from '../../support/html.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

let driver: SiteDriver | undefined;
afterEach(() => driver?.dispose());

async function built(files: SiteFiles): Promise<SiteDriver> {
  driver = await site(files).build();
  return driver;
}

const CONFIG = `export default {
  title: 'Test site',
  url: 'https://docs.example.com',
  openapi: [{ spec: 'openapi/api.yaml' }],
};\n`;
const API = `openapi: 3.1.0
info: { title: Things, version: '1', description: 'See the [guide](/docs/guide).' }
tags: [{ name: Stock }]
paths:
  /things/{id}:
    get:
      operationId: getThing
      tags: [Stock]
      summary: Get a thing
      description: 'As the [guide](/docs/guide#use) shows.'
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses:
        '200':
          description: The thing.
          content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
components:
  schemas:
    Thing: { type: object, properties: { id: { type: string } } }
`;
const FILES = {
  'site.config.ts': CONFIG,
  'openapi/api.yaml': API,
  'content/docs/guide.md': '# Guide\n\n## Use\n\nCall [it](/docs/api/get-thing#path.id).\n',
};

describe('an API reference', () => {
  it('has pages for the overview, operations and schemas, each with a Markdown version and a download', async () => {
    const result = await built(FILES);
    expect(result.diagnostics()).toEqual([]);
    expect(result.files().filter((file) => file.startsWith('docs/api'))).toEqual([
      'docs/api/get-thing.md',
      'docs/api/get-thing.try.json',
      'docs/api/get-thing/index.html',
      'docs/api/schemas.md',
      'docs/api/schemas/Thing.md',
      'docs/api/schemas/Thing/index.html',
      'docs/api/schemas/index.html',
      'docs/api/things.md',
      'docs/api/things.openapi.json',
      'docs/api/things.postman_collection.json',
      'docs/api/things.postman_environment.json',
      'docs/api/things.requests.http',
      'docs/api/things/index.html',
    ]);
  });

  it.each([
    ['whole', ['docs/api/things.openapi.json']],
    ['operations', ['docs/api/get-thing.openapi.json', 'docs/api/things.openapi.json']],
    ['none', []],
  ])('offers for download with %s exactly what it publishes', async (downloads, expected) => {
    const config = CONFIG.replace("api.yaml' }", `api.yaml', downloads: '${downloads}' }`).replace(
      'openapi:',
      "links: { rules: { 'page-not-found': 'warning', 'asset-not-found': 'warning' } }, openapi:",
    );
    const guide =
      '# Guide\n\n## Use\n\n[1](/docs/api/things.openapi.json) [2](/docs/api/get-thing.openapi.json)\n';
    const result = await built({
      ...FILES,
      'site.config.ts': config,
      'content/docs/guide.md': guide,
    });
    expect(result.files().filter((file) => file.endsWith('.openapi.json'))).toEqual(expected);
    expect(result.diagnostics()).toHaveLength(2 - expected.length);
    const pages = ['/docs/api/things', '/docs/api/get-thing'].map((route) => result.page(route));
    const offered = pages.flatMap((html) => html.match(/(?<=href="\/)[^"]*\.openapi\.json/g) ?? []);
    expect(offered.toSorted()).toEqual(expected);
  });

  it('has the messages of all builders once, in a file that each of them names', async () => {
    const result = await built({
      ...FILES,
      'openapi/api.yaml': API.replace(
        'components:',
        '  /other: { get: { responses: {} } }\ncomponents:',
      ),
    });
    const named = ['get-thing', 'get-other'].map(
      (slug) => JSON.parse(result.file(`docs/api/${slug}.try.json`)).messages,
    );
    expect(new Set(named).size).toBe(1);
    expect(JSON.parse(result.file(named[0].slice(1)))).toMatchObject({ body: 'Body' });
  });

  it('shows the same sidebar on all of them, with schemas below their list', async () => {
    const result = await built(FILES);
    const sidebar = navEntries(result.page('/docs/api/get-thing'), 'Documentation');
    expect(sidebar).toEqual([
      'Things /docs/api/things/',
      'Stock',
      'GET /docs/api/get-thing/',
      'Get a thing /docs/api/get-thing/',
      'Schemas /docs/api/schemas/',
    ]);
    const schema = result.page('/docs/api/schemas/Thing');
    expect(navEntries(schema, 'Documentation')).toEqual(sidebar);
    expect(navEntries(schema, 'Breadcrumbs')).toContain('Schemas /docs/api/schemas/');
    expect(schema).not.toContain('pager-link');
  });

  it('takes links of descriptions and links to operations as those of docs', async () => {
    const result = await built({
      ...FILES,
      'openapi/api.yaml': API.replace('guide#use', 'guide#usage'),
      'content/docs/guide.md':
        '# Guide\n\n[it](/docs/api/get-things) [id](/docs/api/get-thing#x)\n',
    });
    expect(result.diagnostics()).toEqual([
      'content/docs/guide.md:3:6 page-not-found',
      'content/docs/guide.md:3:33 anchor-not-found',
      'openapi/api.yaml:10:36 anchor-not-found',
    ]);
    expect(result.files()).toEqual([]);
  });
});
