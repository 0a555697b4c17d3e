import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { exportBook } from '../../src/pipeline/export-book.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { serve } from '../support/serve.ts';
import { site } from '../support/site.ts';
import { suite } from '../support/suite.ts';

const { reader, server } = suite({
  context: { viewport: { width: 900, height: 700 } },
  open: async () => {
    const driver = site({
      'site.config.ts': "export default { title: 'Orchard', url: 'https://a.example' };\n",
      'content/docs/apples.md':
        '---\nsidebar_position: 1\n---\n# Apples\n\n[sour pears](./pears.md#sour)\n',
      'content/docs/pears.md': `# Pears\n\n${'Text.\n\n'.repeat(60)}## Sour\n\n| ${'a | '.repeat(20)}\n| ${'- | '.repeat(20)}\n| ${'wide | '.repeat(20)}\n`,
    });
    await driver.build();
    const to = join(driver.dir, 'book');
    await exportBook({ siteDir: driver.dir, to });
    const served = await serve(to, { baseUrl: '/', headers: {} });
    return { server: served, dispose: () => served.close().then(driver.dispose) };
  },
});

it(
  'a book leads from its contents to chapters and from one to another, and nothing is wider than it',
  reader(async ({ page }) => {
    await page.goto(`${server.url}book.html`);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: 'Apples' }).click();
    const sour = page.getByRole('link', { name: 'sour pears' });
    expect(await isShown(sour)).toBe(true);
    await sour.click();
    expect(await isShown(page.getByRole('heading', { name: 'Sour' }))).toBe(true);
    const wider = () => document.documentElement.scrollWidth - innerWidth;
    expect(await page.evaluate(wider)).toBeLessThanOrEqual(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  }),
);

/** Whether a part of the page is in the window. */
async function isShown(of: Locator): Promise<boolean> {
  const { y = -1 } = (await of.boundingBox()) ?? {};
  return y >= 0 && y < 700;
}
