import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { suite } from '../support/suite.ts';
import { devSuite } from './support/dev-suite.ts';
import { noteSearches, searchFor, searchParts } from './support/searching.ts';
import { previewSite, SLICED_SITE } from './support/sliced-site.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const SLICES = '**/dw-assets/search/*.json';
const NOT_LOADED = 'The search index could not be loaded.';
const PARTLY_LOADED = 'Part of the search index could not be loaded.';
/** What the browser says of a request that a test lets fail. */
const FAILED = { expected: /Failed to load resource|ERR_FAILED/ };

/** The `Cache-Control` of each slice that a page loads. */
function noteSlices(page: Page): string[] {
  const found: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/dw-assets/search/'))
      found.push(response.headers()['cache-control'] ?? '');
  });
  return found;
}

const routesOf = (page: Page): Promise<readonly (string | null)[]> =>
  searchParts(page).hits.evaluateAll((rows) =>
    rows.map((row) => (row.closest('a') ?? row.querySelector('a'))?.getAttribute('href') ?? null),
  );

describe('an index in slices', () => {
  const { host, reader, visit } = suite({ open: previewSite, prepare: noteSearches });

  it(
    'answers with the slices that a query needs, which browsers keep',
    reader(async ({ page, open }) => {
      const slices = noteSlices(page);
      await open('docs/anchors/');
      await searchFor(page, 'zeppelin');
      expect(await routesOf(page)).toEqual(['/base/docs/sails/']);
      expect(slices.length).toBeGreaterThan(0);
      expect(new Set(slices)).toEqual(new Set([IMMUTABLE]));
      expect(slices.length).toBeLessThan(
        host()
          .driver.files()
          .filter((file) => file.startsWith('dw-assets/search/')).length,
      );
      await searchFor(page, 'mending needle');
      expect(await routesOf(page)).toEqual(['/base/docs/sails/#mending']);
      await searchFor(page, 'bowlnie');
      expect(await routesOf(page)).toContain('/base/docs/knots/#uses');
      await searchFor(page, 'lighthouse');
      await page.keyboard.press('Enter');
      await page.waitForURL(host().server.url);
    }),
  );

  it(
    'finds the pages of the language that is read',
    reader(async ({ page, open }) => {
      const slices = noteSlices(page);
      await open('fr/docs/anchors/');
      await searchFor(page, 'baleine');
      expect(await routesOf(page)).toEqual(['/base/fr/docs/anchors/']);
      await searchFor(page, 'aardvark');
      expect(await routesOf(page)).toEqual([]);
      expect(new Set(slices)).toEqual(new Set([IMMUTABLE]));
    }),
  );

  it(
    'shows what is known and a warning where a slice is missing, until the network is back',
    reader(async ({ page, open }) => {
      const missing = host().sliceOf('aardvark');
      expect(missing).not.toBe(host().sliceOf('zeppelin'));
      await page.route(`**/${missing}`, (route) => route.abort());
      await open('');
      const { dialog } = await searchFor(page, 'aardvark zeppelin');
      const warning = dialog.locator('.search-warning');
      expect(await routesOf(page)).toEqual(['/base/docs/sails/']);
      expect(await warning.innerText()).toBe(PARTLY_LOADED);
      await searchFor(page, 'aardvark');
      expect(await routesOf(page)).toEqual([]);
      expect(await warning.innerText()).toBe(NOT_LOADED);
      await page.unroute(`**/${missing}`);
      await dialog.getByRole('option', { name: 'Try again' }).click();
      await warning.waitFor({ state: 'detached' });
      expect(await routesOf(page)).toContain('/base/docs/anchors/');
      await searchFor(page, 'aardvark zeppelin');
      expect(await routesOf(page)).toEqual(
        expect.arrayContaining(['/base/docs/anchors/', '/base/docs/sails/']),
      );
      expect(await warning.count()).toBe(0);
    }, FAILED),
  );

  it(
    'does not correct words whose slice is missing',
    reader(async ({ page, open }) => {
      await page.route(`**/${host().sliceOf('aardvark')}`, (route) => route.abort());
      await open('');
      const { dialog } = await searchFor(page, 'aardvark zeppelin');
      expect(await dialog.innerText()).not.toContain('Showing results for');
    }, FAILED),
  );

  it(
    'says so where no slice can be loaded',
    reader(async ({ page, open }) => {
      await page.route(SLICES, (route) => route.fulfill({ status: 500, body: '{}' }));
      await open('');
      const { dialog } = await searchFor(page, 'zeppelin');
      expect(await routesOf(page)).toEqual([]);
      expect(await dialog.locator('.search-warning').innerText()).toBe(NOT_LOADED);
      expect(await dialog.getByRole('status').innerText()).toContain(NOT_LOADED);
    }, FAILED),
  );

  it('leads to the list of all pages without JavaScript', async () => {
    await visit({ context: { javaScriptEnabled: false } }, async ({ page }) => {
      await page.goto(`${host().server.url}docs/sails/`);
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Search' })
        .click();
      await page.waitForURL(`${host().server.url}site-index/`);
      expect(await page.getByRole('main').getByRole('link', { name: 'Sails' }).count()).toBe(1);
    });
  });
});

describe('a new version of the site', () => {
  const { host, reader } = suite({ open: previewSite, perTest: true, prepare: noteSearches });

  it(
    'is searched by the pages of the last one',
    reader(async ({ page, open }) => {
      await open('docs/sails/');
      await searchFor(page, 'zeppelin');
      const { driver } = host();
      driver.write('content/docs/anchors.md', '# Anchors\n\nAn antelope holds the ship.\n');
      await driver.rebuild();
      expect(driver.diagnostics()).toEqual([]);
      const { dialog } = await searchFor(page, 'antelope');
      expect(await routesOf(page)).toEqual(['/base/docs/anchors/']);
      expect(await dialog.locator('.search-warning').count()).toBe(0);
    }, FAILED),
  );
});

describe('docs dev', () => {
  const { write, watch } = devSuite(SLICED_SITE);

  it(
    'finds what is saved while the dialog is open',
    watch('docs/sails/', async ({ page, isSame }) => {
      const slices = noteSlices(page);
      const { hits } = await searchFor(page, 'zeppelin');
      expect(await routesOf(page)).toEqual(['/base/docs/sails/']);
      expect(slices.length).toBeGreaterThan(0);
      await searchFor(page, 'pomegranate');
      expect(await hits.count()).toBe(0);
      write({ 'content/docs/anchors.md': '# Anchors\n\nA pomegranate holds the ship.\n' });
      await hits.first().waitFor();
      expect(await routesOf(page)).toEqual(['/base/docs/anchors/']);
      await searchFor(page, 'aardvark');
      expect(await hits.count()).toBe(0);
      expect(await isSame()).toBe(true);
    }),
  );
});
