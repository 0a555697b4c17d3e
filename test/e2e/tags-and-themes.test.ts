import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { siteSuite } from '../support/suite.ts';

/** A package, and a template of the site that replaces one of its two. */
const THEME = {
  'node_modules/@acme/look/package.json':
    '{ "name": "@acme/look", "type": "module", "exports": "./index.ts" }',
  'node_modules/@acme/look/index.ts':
    "export default { name: 'look', blocks: { support: () => '<p>Write to us.</p>' } };\n",
  'node_modules/@acme/look/styles.css': ':root { --color-accent: light-dark(#7a1f5c, #f0a0d0); }\n',
  'node_modules/@acme/look/templates/Footer.tsx':
    'export function Footer() {\n  return <p>Footer of the theme</p>;\n}\n',
  'node_modules/@acme/look/templates/PageTags.tsx':
    'import { PageTags as Next } from \'docwright/templates/PageTags.tsx\';\nexport function PageTags() {\n  return <aside aria-label="Topics"><Next /></aside>;\n}\n',
  'templates/Footer.tsx':
    "import { Footer as Next } from 'docwright/templates/Footer.tsx';\nexport function Footer() {\n  return <footer><p>Of the site</p><Next /></footer>;\n}\n",
};

const { reader, server } = siteSuite({
  ...THEME,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site.config.ts':
    "export default { title: 'Orchard', url: 'https://a.example', tags: '/tags', blog: {}, theme: '@acme/look' };\n",
  'content/docs/apples.md':
    '---\ntags: [Fruit, Trees]\n---\n\n# Apples\n\n[pears](./pears.md)\n\n::support\n',
  'content/docs/pears.md': '---\ntags: [fruit]\ndescription: Softer than apples.\n---\n\n# Pears\n',
  'blog/2026-01-02-harvest.md': '---\ntags: [Fruit]\n---\n\n# The harvest\n\nIt begins.\n',
});

describe('tags', () => {
  it.each([true, false])(
    'lead from a page to all pages with the tag, to all tags and back, with scripts: %s',
    (javaScriptEnabled) =>
      reader(
        async ({ page, documents }) => {
          await page.goto(`${server.url}docs/apples/`);
          await page.locator('.page-tags').getByRole('link', { name: 'Fruit' }).click();
          await page.getByRole('heading', { level: 1, name: 'Fruit' }).waitFor();
          expect(new URL(page.url()).pathname).toBe('/tags/fruit/');
          const items = page.locator('article').getByRole('listitem');
          expect(await items.allInnerTexts()).toEqual(['Apples', 'Pears\nSofter than apples.']);
          await page.getByRole('article').getByRole('link', { name: 'Tags' }).click();
          await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
          expect(await items.allInnerTexts()).toEqual(['Fruit (2)', 'Trees (1)']);
          await page.goBack();
          await page.getByRole('heading', { level: 1, name: 'Fruit' }).waitFor();
          await page.getByRole('link', { name: 'Pears' }).click();
          await page.getByRole('heading', { level: 1, name: 'Pears' }).waitFor();
          expect(documents() === 1).toBe(javaScriptEnabled);
        },
        { context: { javaScriptEnabled } },
      )(),
  );

  it(
    'of posts are in the list of the blog',
    reader(async ({ page, open }) => {
      await open('blog/');
      await page.getByRole('article').getByRole('link', { name: 'Tags' }).click();
      await page.getByRole('link', { name: 'Fruit' }).click();
      await page.getByRole('link', { name: 'The harvest' }).click();
      await page.locator('.page-tags').getByRole('link', { name: 'Fruit' }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe('/blog/tags/fruit/');
    }),
  );

  it.each(['tags/', 'tags/fruit/', 'blog/tags/fruit/', 'docs/apples/'])(
    'are accessible: %s',
    (path) =>
      reader(
        async ({ page, open }) => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            await open(path);
            expect(await accessibilityViolations(page)).toEqual([]);
          }
        },
        { context: { bypassCSP: true } },
      )(),
  );
});

it(
  'the templates, styles and blocks of a theme are what readers see, and those of the site win',
  reader(async ({ page, open }) => {
    await open('docs/apples/');
    expect(await page.getByText('Write to us.').count()).toBe(1);
    expect(
      await page.getByRole('complementary', { name: 'Topics' }).getByRole('link').count(),
    ).toBe(2);
    const link = page.getByRole('article').getByRole('link', { name: 'pears' });
    expect(await link.evaluate((element) => getComputedStyle(element).color)).toBe(
      'rgb(122, 31, 92)',
    );
    const footer = await page.getByRole('contentinfo').locator('p').allInnerTexts();
    expect(footer).toEqual(['Of the site', 'Footer of the theme']);
  }),
);
