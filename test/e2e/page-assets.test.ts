import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { follow, heading1, ready } from '../support/reader.ts';
import type { SiteFiles } from '../support/site.ts';
import { siteSuite, suite } from '../support/suite.ts';
import { liveSite } from './support/live.ts';

const BOX = `{
  name: 'box',
  blocks: {
    box: ({ options, content }) => '<div class="box" style="color:' + options.color + '">' + content + '</div>',
  },
  head: ({ route }) =>
    route === '/scripted' ? [{ tag: 'script', attributes: { src: '/base/page.js', defer: '' } }] : [],
}`;

const SITE: SiteFiles = {
  'site.config.ts': `export default {
  title: 'Boxes',
  url: 'https://docs.example.com',
  baseUrl: '/base/',
  favicon: 'favicon.svg',
  plugins: [${BOX}],
  head: [{ tag: 'script', attributes: { src: '/count.js', defer: true } }],
};\n`,
  'static/count.js':
    'document.documentElement.dataset.runs = String(Number(document.documentElement.dataset.runs ?? 0) + 1);',
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'static/page.js': 'document.documentElement.dataset.scripted = "yes";',
  'content/index.md': '# Start\n\n[Red](red.md)\n[Scripted](scripted.md)\n',
  'content/red.md': '# Red\n\n:::box{color="rgb(200, 0, 0)"}\n[Start](index.md)\n:::\n',
  'content/scripted.md': '# Scripted\n\n[Start](index.md)\n',
};

const RED = 'rgb(200, 0, 0)';
const SHEET = '**/dw-assets/page-*.css';

const { reader } = siteSuite(SITE, { baseUrl: '/base/', expected: /^Failed to load resource/ });

/** Notes the color of each box when it appears. */
async function noteColors(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const colors: string[] = [];
    Object.assign(window, { colors });
    new MutationObserver(() => {
      const box = document.querySelector('.box');
      if (box !== null) colors.push(getComputedStyle(box).color);
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'colors'));
}

const sheets = (page: Page): Promise<number> =>
  page.locator('link[rel="stylesheet"][href*="/page-"]').count();

describe('a page with its own style sheet', () => {
  it(
    'has its style as a document',
    reader(async ({ page, open }) => {
      await open('/base/red/');
      expect(await page.locator('.box').evaluate((box) => getComputedStyle(box).color)).toBe(RED);
      expect(await page.locator('[style]').count()).toBe(0);
    }),
  );

  it(
    'is shown with its style at once, when that is loaded, and leaves none behind',
    reader(async ({ page, open }) => {
      await open('/base/');
      const colors = await noteColors(page);
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(SHEET, async (route) => {
        await held;
        await route.continue();
      });
      const asked = page.waitForRequest(SHEET);
      await page.locator('main').getByRole('link', { name: 'Red', exact: true }).click();
      await asked;
      expect(await page.locator('h1').textContent()).toBe('Start');
      release();
      await heading1(page, 'Red');
      const seen = await colors();
      expect(seen.length).toBeGreaterThan(0);
      expect(new Set(seen)).toEqual(new Set([RED]));
      expect(await sheets(page)).toBe(1);
      await follow(page, 'Start', 'Start');
      expect(await sheets(page)).toBe(0);
    }),
  );

  it(
    'is shown where the style sheet is missing, and where it never comes',
    reader(async ({ page, open }) => {
      await open('/base/');
      await page.route(SHEET, (route) => route.abort());
      await follow(page, 'Red', 'Red');
      await follow(page, 'Start', 'Start');
      await page.unroute(SHEET);
      await page.route(SHEET, () => {});
      await follow(page, 'Red', 'Red');
    }),
  );
});

describe('a page with a script in its head', () => {
  it(
    'is loaded as a document, like the next page without it',
    reader(async ({ page, open, documents }) => {
      await open('/base/');
      await follow(page, 'Scripted', 'Scripted');
      await ready(page);
      expect(await page.locator('html').getAttribute('data-scripted')).toBe('yes');
      expect(documents()).toBe(2);
      await follow(page, 'Start', 'Start');
      await ready(page);
      expect(await page.locator('html').getAttribute('data-scripted')).toBeNull();
      expect(documents()).toBe(3);
    }),
  );
});

describe('a script of every page', () => {
  it(
    'runs once in a document, under the security policy',
    reader(async ({ page, open, documents }) => {
      await open('/base/');
      await follow(page, 'Red', 'Red');
      expect(documents()).toBe(1);
      expect(await page.locator('html').getAttribute('data-runs')).toBe('1');
    }),
  );
});

describe('an edit', () => {
  const { host, watch } = suite({ open: () => liveSite(SITE, '/base/'), perTest: true });

  it(
    'of a block changes its style on the open page',
    watch('red/', async ({ page, isSame }) => {
      const red = SITE['content/red.md'] ?? '';
      await host().edit({ 'content/red.md': red.replace('200, 0, 0', '0, 0, 200') });
      await page.waitForFunction(() => {
        const box = document.querySelector('.box');
        return box !== null && getComputedStyle(box).color === 'rgb(0, 0, 200)';
      });
      expect(await sheets(page)).toBe(1);
      expect(await isSame()).toBe(true);
    }),
  );
});
