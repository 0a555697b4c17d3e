import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { siteSuite } from '../support/suite.ts';

const { reader, visit, server } = siteSuite({
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site.config.ts': `export default {
    title: 'Menu', url: 'https://a.example',
    agents: { assistants: [{ label: 'Chat', url: 'https://chat.example/?q=Read%20{markdownUrl}&at={url}' }] },
  };\n`,
  'content/plain.md': '# Plain\n',
  'content/docs/one.md': '# One\n\n```json\n{\n  "a": 1\n}\n```\n',
  'content/docs/two.md': '# Two\n',
});

describe('the menu of a page', () => {
  it(
    'copies the Markdown version, also of a page that is shown later',
    reader(async ({ page, open, problems }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const copied = async (): Promise<string> => {
        await page.getByRole('button', { name: 'Copy page' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        return page.evaluate(() => navigator.clipboard.readText());
      };
      await open('docs/one/');
      expect(await copied()).toMatch(
        /^> For agents: .*\n\n# One\n\n```json\n\{\n  "a": 1\n\}\n```\n$/,
      );
      await page.getByRole('link', { name: 'Next Two' }).click();
      await page.getByRole('heading', { level: 1, name: 'Two' }).waitFor();
      expect(await copied()).toMatch(/\n# Two\n$/);
      await open('plain/');
      expect(await copied()).toMatch(/\n# Plain\n$/);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'opens with keys, and leads to the Markdown version and to assistants',
    reader(
      async ({ page, open }) => {
        await open('docs/one/');
        await page.getByRole('button', { name: 'Copy page' }).focus();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        const links = page.locator('.page-menu a');
        expect(
          await links.evaluateAll((list) => list.map((link) => link.getAttribute('href'))),
        ).toEqual([
          '/docs/one.md',
          'https://chat.example/?q=Read%20https%3A%2F%2Fa.example%2Fdocs%2Fone.md&at=https%3A%2F%2Fa.example%2Fdocs%2Fone%2F',
        ]);
        expect(await links.allInnerTexts()).toEqual(['Open as Markdown', 'Open in Chat']);
        expect(await accessibilityViolations(page)).toEqual([]);
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowDown');
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open in Chat');
        await page.keyboard.press('Escape');
        expect(await links.first().isVisible()).toBe(false);
        await page.getByRole('button', { name: 'More for this page' }).click();
        await links.first().click();
        await page.waitForURL('**/docs/one.md');
        expect(await page.evaluate(() => document.contentType)).toBe('text/markdown');
      },
      { context: { bypassCSP: true }, expected: /404/ },
    ),
  );

  it('moves nothing, has room for fingers, and works without scripts', async () => {
    const viewport = { width: 390, height: 800 };
    const heights = async (javaScriptEnabled: boolean): Promise<number | undefined> => {
      let top: number | undefined;
      await visit({ context: { viewport, javaScriptEnabled } }, async ({ page }) => {
        await page.goto(`${server.url}/docs/one/`);
        const copy = page.locator('[data-copy-page]');
        if (javaScriptEnabled) await page.getByRole('button', { name: 'Copy page' }).waitFor();
        else expect(await copy.isVisible()).toBe(false);
        for (const button of await page.locator('.page-menu button:visible').all())
          expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40);
        top = (await page.locator('h1').boundingBox())?.y;
        await page.locator('.page-menu .dropdown-button').focus();
        if (!javaScriptEnabled)
          expect(await page.getByRole('link', { name: 'Open as Markdown' }).isVisible()).toBe(true);
        await page.emulateMedia({ media: 'print' });
        expect(await page.locator('.page-menu').isVisible()).toBe(false);
      });
      return top;
    };
    expect(await heights(true)).toBe(await heights(false));
  });
});
