import { expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { siteSuite } from '../support/suite.ts';

const image = (width: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="400"><rect width="${width}" height="400" fill="#234"/></svg>\n`;

const { reader, server } = siteSuite({
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site.config.ts':
    "export default { title: 'T', url: 'https://a.example', markdown: { zoom: true } };\n",
  'content/docs/a.md':
    '# A\n\n![Wide](./wide.svg)\n\n![Small](./small.svg)\n\n![](./wide.svg)\n\n[![Linked](./wide.svg)](./b.md) and [text](./b.md) ![Last](./wide.svg)\n',
  'content/docs/b.md': '# B\n',
  'content/docs/wide.svg': image(1600),
  'content/docs/small.svg': image(300),
});

it(
  'wide images lead to their file, and nothing else does',
  reader(
    async ({ page }) => {
      await page.goto(`${server.url}docs/a/`);
      const links = page.locator('article .zoom');
      expect(
        await links.evaluateAll((list) => list.map((link) => link.querySelector('img')?.alt)),
      ).toEqual(['Wide', 'Last']);
      expect(await links.first().getAttribute('href')).toMatch(/^\/dw-files\/wide-\w+\.svg$/);
      expect(await page.locator('article a a').count()).toBe(0);
    },
    { context: { javaScriptEnabled: false } },
  ),
);

it(
  'are shown over the page by a key, and give the focus back',
  reader(
    async ({ page, open }) => {
      await open('docs/a/');
      const link = page.getByRole('link', { name: 'Wide' });
      const before = (await link.boundingBox())?.width ?? 0;
      await link.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Wide' });
      await dialog.waitFor();
      expect((await dialog.getByRole('img').boundingBox())?.width).toBeGreaterThan(before);
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    },
    { context: { bypassCSP: true, viewport: { width: 1500, height: 900 } } },
  ),
);
