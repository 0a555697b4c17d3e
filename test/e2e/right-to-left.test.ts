import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { siteSuite } from '../support/suite.ts';

const { reader } = siteSuite(
  {
    'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'site.config.ts':
      "export default { title: 'مستودع', url: 'https://a.example', i18n: { defaultLocale: 'ar', locales: [{ code: 'ar' }] } };\n",
    'content/docs/guide/_category_.yml': 'label: دليل\n',
    'content/docs/guide/a.md':
      '# تثبيت\n\nنص[^1] مع `npm install`.\n\n```sh\nnpm install --save # ملاحظة\n```\n\n## جدول\n\nنص.\n\n<details><summary>مزيد</summary>\n\nنص.\n\n</details>\n\n[^1]: حاشية.\n',
  },
  { context: { bypassCSP: true } },
);

const left = async (of: Locator): Promise<number> => (await of.boundingBox())?.x ?? 0;

it.each([390, 1440])('pages are mirrored, but code is not: %i pixels wide', (width) =>
  reader(
    async ({ page, open }) => {
      await open('docs/guide/a/');
      const article = page.getByRole('article');
      const direction = (of: Locator): Promise<string> =>
        of.evaluate((element) => getComputedStyle(element).direction);
      expect(await direction(article)).toBe('rtl');
      expect(await direction(article.locator('pre'))).toBe('ltr');
      // An arrow that has the same meaning in both directions.
      expect(await article.locator('.footnote-backref').innerText()).toBe('↑');
      // The home is on the right of the category.
      const crumbs = page.locator('.breadcrumbs');
      expect(await left(crumbs.getByRole('link').first())).toBeGreaterThan(
        await left(crumbs.getByText('دليل')),
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
    { context: { viewport: { width, height: 800 } } },
  )(),
);
