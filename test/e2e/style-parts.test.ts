import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { follow, ready } from '../support/reader.ts';
import type { SiteFiles } from '../support/site.ts';
import { siteSuite, suite } from '../support/suite.ts';
import { liveSite } from './support/live.ts';

const SITE: SiteFiles = {
  'site.config.ts': `export default {
  title: 'Parts',
  url: 'https://docs.example.com',
  favicon: 'favicon.svg',
  openapi: [{ spec: 'openapi/shop.yaml', routeBase: '/api' }],
};\n`,
  'openapi/shop.yaml': `openapi: 3.1.0
info: { title: Shop, version: '1', description: Sells. }
paths:
  /orders:
    get:
      operationId: listOrders
      summary: List orders
      description: Lists orders.
      tags: [Orders]
      responses: { '200': { description: The orders. } }
`,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/index.md': '# Start\n\n[Cards](cards.md)\n[Shop](/api/shop)\n',
  'content/cards.md':
    '# Cards\n\n<div class="card">One</div>\n\n- [ ] Open\n\n[Start](index.md) [Landing](landing.md)\n',
  'content/landing.md':
    '---\nlayout: home\nhero: { title: Landing, text: Text. }\n---\n\n[Start](index.md)\n',
  'templates/styles/api.css': 'h1 { outline-color: rgb(1, 2, 3); padding: 1px; }\n',
  'templates/styles.css':
    '.card { outline-color: rgb(4, 5, 6); }\nh1 { padding: 7px; }\n.search-dialog { outline-color: rgb(7, 8, 9); }\n',
};

const { reader } = siteSuite(SITE, { expected: /^Failed to load resource/ });

const parts = (page: Page): Promise<readonly string[]> =>
  page
    .locator('link[rel="stylesheet"][integrity^="sha384-"]')
    .evaluateAll((links) =>
      links.map((link) => /([\w-]+)-[A-Z2-7]{8}\.css$/.exec(link.getAttribute('href') ?? '')?.[1]),
    )
    .then((names) => names.map(String));

const style = (page: Page, selector: string, name: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), name);

describe('the style sheets of a page', () => {
  it(
    'are those that its kind needs, as a document and in the app',
    reader(async ({ page, open }) => {
      await open('/');
      expect(await parts(page)).toEqual(['styles']);
      await follow(page, 'Cards', 'Cards');
      expect(await parts(page)).toEqual(['styles']);
      expect(await style(page, '.card', 'border-top-width')).toBe('1px');
      await follow(page, 'Landing', 'Landing');
      expect(await parts(page)).toEqual(['styles', 'home']);
      await follow(page, 'Start', 'Start');
      expect(await parts(page)).toEqual(['styles']);
      await follow(page, 'Shop', 'Shop');
      expect(await parts(page)).toEqual(['styles', 'api']);
      await open('/landing/');
      expect(await parts(page)).toEqual(['styles', 'home']);
      await open('/missing/');
      expect((await parts(page)).slice(0, 2)).toEqual(['styles', 'home']);
    }),
  );

  it(
    'can be replaced by the site, whose own style sheet wins over all of them',
    reader(async ({ page, open }) => {
      await open('/api/shop/');
      expect(await style(page, 'h1', 'outline-color')).toBe('rgb(1, 2, 3)');
      expect(await style(page, 'h1', 'padding-top')).toBe('7px');
      await open('/cards/');
      expect(await style(page, '.card', 'outline-color')).toBe('rgb(4, 5, 6)');
      await ready(page);
      await page.keyboard.press('/');
      await page.locator('.search-dialog:not(.search-early)').waitFor();
      expect(await parts(page)).toEqual(['styles', 'search']);
      expect(await style(page, '.search-dialog', 'outline-color')).toBe('rgb(7, 8, 9)');
    }),
  );
});

describe('the search dialog', () => {
  it(
    'opens when its style sheet is loaded',
    reader(async ({ page, open }) => {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/dw-assets/search-*.css', async (route) => {
        await held;
        await route.continue();
      });
      await open('/');
      await ready(page);
      const asked = page.waitForRequest('**/dw-assets/search-*.css');
      await page.keyboard.press('/');
      await asked;
      await page.keyboard.type('ord');
      expect(await page.locator('.search-dialog').getAttribute('class')).toContain('search-early');
      release();
      await page.locator('.search-dialog:not(.search-early)').waitFor();
      expect(await page.locator('.search-input').inputValue()).toBe('ord');
    }),
  );

  it(
    'opens without its style sheet where that is missing',
    reader(async ({ page, open }) => {
      await page.route('**/dw-assets/search-*.css', (route) => route.abort());
      await open('/');
      await ready(page);
      await page.keyboard.press('/');
      await page.locator('.search-dialog:not(.search-early)').waitFor();
    }),
  );
});

describe('an edit of a part', () => {
  const { host, watch } = suite({ open: () => liveSite(SITE, '/'), perTest: true });

  it(
    'changes the open page',
    watch('api/shop/', async ({ page, isSame }) => {
      await host().edit({ 'templates/styles/api.css': 'h1 { order: 5 }\n' });
      await page.waitForFunction(() => {
        const heading = document.querySelector('h1');
        return heading !== null && getComputedStyle(heading).order === '5';
      });
      expect(await parts(page)).toEqual(['styles', 'api']);
      expect(await isSame()).toBe(true);
    }),
  );
});
