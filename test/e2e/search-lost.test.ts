import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { heading1, ready } from '../support/reader.ts';
import { answered, searchParts, searchSuite } from './support/searching.ts';

const { visit, server } = searchSuite();
const expected = /status of 404/;

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search the site' });
const guesses = (page: Page) => page.locator('.search-guesses').getByRole('link');

async function openUnknown(page: Page, path: string): Promise<void> {
  await page.goto(server.url + path);
  await heading1(page, 'Page Not Found');
  await ready(page);
}

/** The paths of the requests for files of the search. */
const asked = (since: number): readonly string[] =>
  server.requests
    .slice(since)
    .map(({ url }) => url)
    .filter((url) => url.includes('search-'));

describe('the 404 page', () => {
  it.each([
    'docs/achievment',
    'achievement.html',
    'docs/old/achievements/',
    'old/achievement/xyzzy',
  ])('guesses what /%s may be', async (path) => {
    await visit({ expected, context: { bypassCSP: true } }, async ({ page, documents }) => {
      await openUnknown(page, path);
      const link = guesses(page).first();
      await link.waitFor();
      expect(await link.innerText()).toBe('Achievement');
      expect(await page.getByRole('main').getByRole('status').innerText()).toBe(
        'These pages may be what you are looking for:',
      );
      expect(await accessibilityViolations(page)).toEqual([]);
      await link.click();
      await heading1(page, 'Achievement');
      expect(documents()).toBe(1);
    });
  });

  it('guesses after client navigation', async () => {
    await visit({ expected }, async ({ page, open }) => {
      await open('docs/usage/');
      await page.evaluate(() => {
        const link = document.querySelector<HTMLAnchorElement>('main a');
        link?.setAttribute('href', '/base/docs/coinz/');
        link?.click();
      });
      await heading1(page, 'Page Not Found');
      await guesses(page).filter({ hasText: 'Coins' }).waitFor();
      await page.goBack();
      await heading1(page, 'Wallet');
    });
  });

  it('guesses nothing where nothing fits, and says nothing', async () => {
    await visit({ expected }, async ({ page }) => {
      await openUnknown(page, 'qqqqzzzz');
      await page.waitForLoadState('networkidle');
      expect(await guesses(page).count()).toBe(0);
      expect(await page.getByRole('main').getByRole('status').innerText()).toBe('');
    });
  });

  it('opens the search with the words of the address, or with others', async () => {
    await visit({ expected }, async ({ page }) => {
      await openUnknown(page, 'docs/common-walrus');
      await expect.poll(() => field(page).inputValue()).toBe('common walrus');
      await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
      const { input, hits, dialog } = searchParts(page);
      await answered(page, 'common walrus');
      expect(await input.inputValue()).toBe('common walrus');
      expect(await hits.count()).toBe(8);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await field(page).fill('zeppelin');
      await field(page).press('Enter');
      await answered(page, 'zeppelin');
      expect(await input.inputValue()).toBe('zeppelin');
    });
  });

  it('answers a search that comes before the guess', async () => {
    await visit({ expected }, async ({ page }) => {
      let release = (): void => undefined;
      const held = new Promise<void>((resume) => (release = resume));
      await page.route('**/search-index-*.json', async (route) => {
        await held;
        await route.continue();
      });
      const requested = page.waitForRequest('**/search-index-*.json');
      await openUnknown(page, 'docs/qqqq/zzzz');
      await requested;
      await page.keyboard.press('/');
      await page.keyboard.insertText('walrus');
      release();
      await answered(page, 'walrus');
      expect(await searchParts(page).hits.count()).toBe(8);
    });
  });

  it('loads nothing of the search where the reader saves data, until they search', async () => {
    await visit({ expected }, async ({ page }) => {
      await page.addInitScript(
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })",
      );
      const before = server.requests.length;
      await openUnknown(page, 'docs/achievement-list');
      await page.waitForLoadState('networkidle');
      expect(asked(before)).toEqual([]);
      await expect.poll(() => field(page).inputValue()).toBe('achievement list');
      await field(page).press('Enter');
      await searchParts(page).hits.first().waitFor();
    });
  });

  it('opens a search that is sent before the app runs', async () => {
    await visit({ expected: /status of 404|Failed to (?:load|fetch)/ }, async ({ page }) => {
      await page.route('**/dw-assets/app-*.js', (route) => route.abort());
      await page.goto(`${server.url}docs/nowhere`);
      await field(page).fill('walrus');
      await page.unroute('**/dw-assets/app-*.js');
      await field(page).press('Enter');
      await searchParts(page).hits.first().waitFor();
      expect(await searchParts(page).input.inputValue()).toBe('walrus');
    });
  });

  it('has a form and a link to the list of all pages without JavaScript', async () => {
    await visit({ expected, context: { javaScriptEnabled: false } }, async ({ page }) => {
      await page.goto(`${server.url}docs/nowhere`);
      await field(page).fill('walrus');
      await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(`${server.url}site-index/?q=walrus`);
      await heading1(page, 'All pages');
      await page.goBack();
      await page.getByRole('main').getByRole('link', { name: 'All pages' }).click();
      await page.waitForURL(`${server.url}site-index/`);
    });
  });
});
