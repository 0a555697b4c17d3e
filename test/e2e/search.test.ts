import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { heading1 } from '../support/reader.ts';
import { searchFor, searchParts, searchSuite } from './support/searching.ts';

const { reader, server } = searchSuite();

const searchRequests = (): readonly string[] =>
  server.requests.map(({ url }) => url).filter((url) => url.includes('search-'));

describe('what is loaded', () => {
  it(
    'is nothing of the search until the reader turns to it',
    reader(async ({ page, open }) => {
      const before = searchRequests().length;
      await open('docs/usage/');
      await page.waitForLoadState('networkidle');
      expect(searchRequests().length).toBe(before);
      await searchParts(page).button.hover();
      await page.waitForRequest(/search-index-docs/);
      const urls = searchRequests().slice(before);
      expect(urls.some((url) => url.includes('/dw-assets/search-dialog-'))).toBe(true);
      expect(urls.some((url) => url.includes('/dw-assets/search-worker-'))).toBe(true);
    }),
  );

  it(
    'is 30 kB at most, compressed, without the index',
    reader(async ({ page, open }) => {
      const before = searchRequests().length;
      await open('');
      await searchFor(page, 'walrus');
      const scripts = new Set(
        searchRequests()
          .slice(before)
          .filter((url) => url.endsWith('.js')),
      );
      expect(scripts.size).toBe(2);
      let size = 0;
      for (const url of scripts) {
        const answer = await fetch(new URL(url, server.url));
        size += gzipSync(await answer.text(), { level: 9 }).length;
      }
      expect(size).toBeLessThanOrEqual(30_000);
    }),
  );

  it(
    'is each index file once, for two tags and two quick queries',
    reader(async ({ page, open }) => {
      const before = searchRequests().length;
      await open('docs/usage/');
      const { input, button } = searchParts(page);
      await button.click();
      await input.fill('walr');
      await input.fill('walrus');
      await searchFor(page, 'lighthouse');
      const files = searchRequests()
        .slice(before)
        .filter((url) => url.includes('search-index'));
      expect(files.toSorted()).toEqual([
        '/base/search-index-default.json',
        '/base/search-index-docs-default-current.json',
      ]);
    }),
  );
});

describe('a query', () => {
  it(
    'finds an operation by its name, by its path and by each part of it',
    reader(async ({ page, open }) => {
      await open('');
      const { hits } = await searchFor(page, 'get');
      expect(await hits.first().innerText()).toContain('Get tenant');
      expect((await hits.first().locator('.badge').innerText()).trim()).toBe('GET');
      for (const query of ['/v1/auth/login/nftGating', 'login', 'gating', 'nftgating']) {
        await searchFor(page, query);
        expect(await hits.first().getAttribute('href')).toBe('/base/docs/api/post-login-gated/');
      }
    }),
  );

  it(
    'shows hits from the third letter of a word on, whatever the next ones are',
    reader(async ({ page, open }) => {
      await open('');
      for (let length = 3; length <= 'achievement'.length; length += 1) {
        const { hits } = await searchFor(page, 'achievement'.slice(0, length));
        expect(await hits.count()).toBeGreaterThan(0);
      }
    }),
  );

  it(
    'of blanks shows no results and asks for nothing',
    reader(async ({ page, open }) => {
      await open('');
      const { button, input, rows, hits } = searchParts(page);
      await button.click();
      await page.waitForLoadState('networkidle');
      const before = server.requests.length;
      await input.fill('   ');
      await page.waitForTimeout(500);
      expect(server.requests.length).toBe(before);
      expect(await hits.count()).toBe(0);
      expect(await rows.count()).toBeGreaterThan(0);
      expect(await input.getAttribute('aria-activedescendant')).toBeNull();
    }),
  );

  it(
    'uses 512 characters, pasted or set by a script',
    reader(async ({ page, open }) => {
      await open('');
      const { input, button } = searchParts(page);
      await button.click();
      await input.fill(`walrus ${'x'.repeat(600)}`);
      expect((await input.inputValue()).length).toBe(512);
      await input.fill('');
      await input.evaluate((element) => {
        element.focus();
        document.execCommand('insertText', false, 'y'.repeat(600));
      });
      expect((await input.inputValue()).length).toBe(512);
    }),
  );

  it.each(['title:x', '^2 ~3', '+-*', '"', '\\', '__proto__', 'constructor', '{{', '\u0000', '🙂'])(
    'takes %s as text',
    async (query) => {
      await reader(async ({ page, open }) => {
        await open('');
        await searchFor(page, query);
      })();
    },
  );

  it(
    'in the address opens the dialog with it',
    reader(async ({ page, open }) => {
      await open('docs/usage/?q=walrus');
      const { input, hits } = searchParts(page);
      await hits.first().waitFor();
      expect(await input.inputValue()).toBe('walrus');
      expect(await hits.count()).toBe(8);
    }),
  );

  it(
    'is answered for other words where it is misspelled, and as it is if the reader wants that',
    reader(async ({ page, open }) => {
      await open('');
      const { dialog, hits, rows } = await searchFor(page, 'zeppelni');
      await dialog.getByText('Showing results for zeppelin', { exact: true }).waitFor();
      expect(await hits.first().getAttribute('href')).toBe('/base/docs/usage/#usage');
      await rows.filter({ hasText: 'Search for “zeppelni” instead' }).click();
      await dialog.getByText('No results for “zeppelni”', { exact: true }).waitFor();
      expect(await hits.count()).toBe(0);
    }),
  );

  it(
    'that nothing answers to leads to parts of the site and to the list of all pages',
    reader(async ({ page, open }) => {
      await open('');
      const { rows, input, dialog } = await searchFor(page, 'qqqqzzzz');
      expect(await input.getAttribute('aria-activedescendant')).toBeNull();
      expect(await dialog.getByRole('status').innerText()).toBe('No results for qqqqzzzz');
      await rows.filter({ hasText: 'Docs' }).first().waitFor();
      await rows.filter({ hasText: 'All pages, A to Z' }).click();
      await heading1(page, 'All pages');
    }),
  );

  it(
    'is narrowed to a kind of page',
    reader(async ({ page, open }) => {
      await open('');
      const { rows, hits } = await searchFor(page, 'lighthouse walrus');
      expect(await hits.count()).toBe(8);
      await rows.filter({ hasText: 'Only other pages' }).click();
      await rows.filter({ hasText: 'Search everywhere' }).waitFor();
      const hrefs = await hits.evaluateAll((links) =>
        links.map((link) => link.getAttribute('href')),
      );
      expect(hrefs).toEqual(['/base/']);
    }),
  );

  it(
    'shows where a word is, also beyond what the index holds of a section',
    reader(async ({ page, open }) => {
      await open('');
      const { hits } = await searchFor(page, 'xylophone');
      await hits.first().locator('mark', { hasText: 'xylophone' }).waitFor();
    }),
  );
});
