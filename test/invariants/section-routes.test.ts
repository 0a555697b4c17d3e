import { expect, it } from 'vitest';
import { readOutput } from '../../src/links/folder/read-output.ts';
import { decodeSafely } from '../../src/shared/paths.ts';
import { site } from '../support/site.ts';

const API = `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things/{id}:
    get:
      summary: Get a thing
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
components: { schemas: { Thing: { type: object, properties: { name: { type: string } } } } }
`;

/** The address of each page of a folder, with the ids of its HTML. */
function anchors(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    readOutput(folder).documents.flatMap(({ file, page }) => {
      const path = `/base/${file.replace(/\/?index\.html$/, '')}`;
      return page === undefined ? [] : [[path, page.ids] as const];
    }),
  );
}

it('every section of every search index leads to a page and an anchor that the output has', async () => {
  const driver = await site({
    'site.config.ts': `export default {
  title: 'T', url: 'https://t.example', baseUrl: '/base/',
  i18n: { locales: [{ code: 'en' }, { code: 'fr' }] },
  openapi: [{ spec: 'openapi/api.yaml' }],
};\n`,
    'openapi/api.yaml': API,
    'content/index.tsx': `export const meta = { title: 'Home' };\nexport default () => <main id="main"><h1>Home</h1><h2 id="part">Part</h2><p>x</p></main>;\n`,
    'content/docs/a.md':
      '# A\n\n## Größe & mehr\n\nx\n\n## Same\n\n## Same\n\n### Deep {#own}\n\nx\n',
    'versions/1.0/a.md': '# A of one\n\n## Old\n\nx\n',
    'i18n/fr/docs/a.md': '# A\n\n## Taille\n\nx\n',
  }).build();
  expect(driver.diagnostics()).toEqual([]);
  const pages = anchors(driver.outDir());
  const indexes = driver.files().filter((file) => /search-index-[^/]+\.json$/.test(file));
  const routes = indexes.flatMap((file) =>
    JSON.parse(driver.file(file)).documents.map(
      ({ sectionRoute }: { sectionRoute: string }) => sectionRoute,
    ),
  );
  const missing = routes.filter((route: string) => {
    const [path = '', fragment] = route.split('#');
    const ids = pages.get(path);
    return (
      ids === undefined || (fragment !== undefined && !ids.has(decodeSafely(fragment) ?? fragment))
    );
  });
  expect(missing).toEqual([]);
  expect(routes.length).toBeGreaterThan(20);
  driver.dispose();
});
