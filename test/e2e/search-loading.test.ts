import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { answered, searchFor, searchParts, searchSuite } from './support/searching.ts';

const { reader, server } = searchSuite();

const INDEX = '**/search-index-*.json';
const NOT_LOADED = /search index could not be loaded/;
/** What the browser says of a request that a test lets fail. */
const FAILED = { expected: /Failed to load resource|ERR_FAILED/ };

const status = (page: Page): Promise<string | null> =>
  page.locator('.search-dialog').getAttribute('data-status');

describe('an index that cannot be loaded', () => {
  it.each([
    ['no network', null],
    ['status 500', { status: 500, body: '{}' }],
    ['no JSON', { status: 200, body: '<!doctype html>' }],
    ['no index', { status: 200, body: '{"documents":[],"index":{}}' }],
    ['something else', { status: 200, body: '[1]' }],
  ])('is reported (%s), and requested again by the next query', async (_, answer) => {
    await reader(async ({ page, open }) => {
      await page.route(INDEX, (route) => (answer === null ? route.abort() : route.fulfill(answer)));
      await open('');
      const { dialog, hits } = await searchFor(page, 'walrus');
      await dialog.locator('.search-warning').filter({ hasText: NOT_LOADED }).waitFor();
      expect(await dialog.getByRole('status').innerText()).toMatch(NOT_LOADED);
      expect(await hits.count()).toBe(0);
      await page.unroute(INDEX);
      await searchFor(page, 'walruses');
      await searchFor(page, 'walrus');
      expect(await hits.count()).toBe(8);
      expect(await dialog.locator('.search-warning').count()).toBe(0);
    }, FAILED)();
  });

  it(
    'takes nothing from the other one, and is requested again where the reader wants that',
    reader(async ({ page, open }) => {
      await page.route('**/search-index-default.json', (route) => route.abort());
      await open('');
      const { dialog, hits, rows } = await searchFor(page, 'walrus');
      expect(await hits.count()).toBe(8);
      const warning = dialog.locator('.search-warning');
      await warning.filter({ hasText: 'Part of the search index' }).waitFor();
      await page.unroute('**/search-index-default.json');
      await rows.filter({ hasText: 'Try again' }).click();
      await warning.waitFor({ state: 'detached' });
      expect(await hits.count()).toBe(8);
      expect(await rows.filter({ hasText: 'Try again' }).count()).toBe(0);
    }, FAILED),
  );

  it(
    'is requested again by Enter where there is nothing else, and each attempt is announced',
    reader(async ({ page, open }) => {
      await page.route(INDEX, (route) => route.abort());
      await open('');
      const { dialog, hits, active, rows } = await searchFor(page, 'walrus');
      expect(await active.innerText()).toBe('Try again');
      await rows.filter({ hasText: 'All pages' }).waitFor();
      const announced = dialog.getByRole('status');
      expect(await announced.innerText()).toMatch(/No results for walrus.*could not be loaded/);
      await announced.evaluate((element) => {
        const log: (string | null)[] = [];
        Object.assign(window, { announced: log });
        new MutationObserver(() => log.push(element.textContent)).observe(element, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      });
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => Reflect.get(window, 'announced').length >= 2);
      const log: readonly string[] = await page.evaluate(() => Reflect.get(window, 'announced'));
      expect(log[0]).toBe('Searching…');
      expect(log.at(-1)).toMatch(NOT_LOADED);
      await page.unroute(INDEX);
      await page.keyboard.press('Enter');
      await hits.first().waitFor();
      expect(await dialog.locator('.search-warning').count()).toBe(0);
    }, FAILED),
  );
});

describe('an index that takes its time', () => {
  it(
    'shows no panel at first, then that it stalls, then hits',
    reader(async ({ page, open }) => {
      let answer = (): void => undefined;
      const held = new Promise<void>((resume) => (answer = resume));
      await page.route(INDEX, async (route) => {
        await held;
        await route.continue();
      });
      await open('');
      const { button, input, list, dialog, hits } = searchParts(page);
      await button.click();
      await input.fill('walrus');
      expect(await status(page)).toBe('loading');
      expect(await list.count()).toBe(0);
      await page.waitForFunction(
        () => document.querySelector('.search-dialog')?.getAttribute('data-status') === 'stalled',
      );
      expect(await list.count()).toBe(0);
      expect(await dialog.getByRole('status').innerText()).toBe('Searching…');
      answer();
      await answered(page, 'walrus');
      expect(await hits.count()).toBe(8);
    }),
  );

  it(
    'answers the newest query alone',
    reader(async ({ page, open }) => {
      let answer = (): void => undefined;
      const held = new Promise<void>((resume) => (answer = resume));
      await page.route(INDEX, async (route) => {
        await held;
        await route.continue();
      });
      await open('');
      const { button, input, hits } = searchParts(page);
      await button.click();
      for (const query of ['walrus', 'zeppelin', 'achievement']) await input.fill(query);
      answer();
      await answered(page, 'achievement');
      expect(await hits.first().innerText()).toContain('Achievement');
      const log = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'searchLog')));
      expect(log).not.toContain('walrus');
      expect(log).not.toContain('zeppelin');
    }),
  );
});

describe('without a worker', () => {
  it.each([
    ['the browser has none', 'delete window.Worker'],
    ['none may be started', 'window.Worker = class { constructor() { throw new Error("no"); } }'],
    [
      'it dies',
      'window.Worker = class extends EventTarget { postMessage() { this.dispatchEvent(new Event("error")); } terminate() {} }',
    ],
  ])('the page searches itself: %s', async (_, script) => {
    await reader(async ({ page, open }) => {
      await page.addInitScript(script);
      await open('');
      const { hits } = await searchFor(page, 'walrus');
      expect(await hits.count()).toBe(8);
    })();
  });

  it(
    'that can be loaded, every query says so',
    reader(async ({ page, open }) => {
      await page.route('**/search-worker-*.js', (route) => route.fulfill({ status: 404 }));
      await open('');
      const { dialog } = await searchFor(page, 'walrus');
      await dialog.locator('.search-warning').filter({ hasText: NOT_LOADED }).waitFor();
    }, FAILED),
  );
});

describe('the search button', () => {
  it(
    'leads to the list of all pages where the dialog cannot be loaded',
    reader(async ({ page, open }) => {
      await page.route('**/search-dialog-*.js', (route) => route.fulfill({ status: 404 }));
      await open('docs/usage/');
      await searchParts(page).button.click();
      await page.waitForURL(`${server.url}site-index/`);
    }, FAILED),
  );

  it(
    'leads to the list of pages and operations without JavaScript',
    reader(
      async ({ page }) => {
        await page.goto(`${server.url}docs/usage/`);
        await page
          .getByRole('navigation', { name: 'Main' })
          .getByRole('link', { name: 'Search' })
          .click();
        await page.waitForURL(`${server.url}site-index/`);
        const links = page.getByRole('main').getByRole('link');
        const titles = await links.allInnerTexts();
        expect(titles).toEqual(expect.arrayContaining(['Coins', 'Get tenant', 'Live', 'Wallet']));
        const sorted = titles.toSorted((one, other) =>
          one.toLowerCase() < other.toLowerCase() ? -1 : 1,
        );
        expect(titles).toEqual(sorted);
      },
      { context: { javaScriptEnabled: false } },
    ),
  );
});

describe('data saver', () => {
  it(
    'keeps the search from loading pages for their excerpts',
    reader(async ({ page, open }) => {
      await page.addInitScript(
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })",
      );
      const before = server.requests.length;
      await open('');
      await searchFor(page, 'xylophone');
      await page.waitForLoadState('networkidle');
      const urls = server.requests.slice(before).map(({ url }) => url);
      expect(urls).not.toContain('/base/docs/achievement/');
    }),
  );
});

describe('the shortcut before the app has loaded', () => {
  const APP = '**/dw-assets/app-*.js';
  const isPrevented = (page: Page): Promise<unknown> =>
    page.evaluate(() => Reflect.get(window, 'isPrevented'));

  /** Notes whether the browser still acts on a key. */
  async function notePrevented(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const note = (event: Event): void => {
        setTimeout(() => Object.assign(window, { isPrevented: event.defaultPrevented }));
      };
      addEventListener('keydown', note, true);
    });
  }

  it.each(['Control+k', '/'])('opens the search when it is there: %s', async (key) => {
    await reader(async ({ page }) => {
      let answer = (): void => undefined;
      const held = new Promise<void>((resume) => (answer = resume));
      await page.route(APP, async (route) => {
        await held;
        await route.continue();
      });
      await notePrevented(page);
      await page.goto(`${server.url}docs/usage/`);
      await page.keyboard.press(key);
      await expect.poll(() => isPrevented(page)).toBe(true);
      const { input } = searchParts(page);
      expect(await input.count()).toBe(0);
      answer();
      await input.waitFor();
      expect(await input.inputValue()).toBe('');
    })();
  });

  it(
    'leads to the list of all pages when the app cannot be loaded',
    reader(
      async ({ page }) => {
        await page.route(APP, (route) => route.abort());
        await page.goto(`${server.url}docs/usage/`);
        const href = await page
          .locator('a.search-button')
          .first()
          .evaluate((link) => Reflect.get(link, 'href'));
        await page.keyboard.press('Control+k');
        await page.waitForURL(String(href));
      },
      { expected: /Failed to load resource|ERR_FAILED|Failed to fetch dynamically imported/ },
    ),
  );

  it(
    'is left to the browser where a reader has turned it off',
    reader(async ({ page }) => {
      await page.route(APP, () => undefined);
      await notePrevented(page);
      await page.addInitScript(() => localStorage.setItem('docwright.hotkeys', 'off'));
      await page.goto(`${server.url}docs/usage/`);
      await page.keyboard.press('Control+k');
      await expect.poll(() => isPrevented(page)).toBe(false);
    }),
  );
});
