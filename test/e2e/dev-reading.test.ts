import { describe, expect, it } from 'vitest';
import { follow, heading1, ready } from '../support/reader.ts';
import { devSuite, hasText } from './support/dev-suite.ts';
import { READER_SITE } from './support/reader-site.ts';
import { SEARCH_SITE } from './support/search-site.ts';
import { searchFor } from './support/searching.ts';

const crashing = 'content/crash.tsx';
const { [crashing]: _, ...files } = READER_SITE;
const first = files['content/docs/first.md']?.replace('[To the crash](../crash.tsx) ', '') ?? '';
const { dev, visit, watch } = devSuite({
  ...SEARCH_SITE,
  ...files,
  'content/docs/first.md': first,
  'site.config.ts':
    files['site.config.ts']?.replace(
      'navbar: {',
      `openapi: [{ spec: 'openapi/game.yaml' }], navbar: {`,
    ) ?? '',
});

describe('a reader of the dev server', () => {
  it(
    'goes from page to page without loading documents, and comes back to where they were',
    watch('docs/first/', async ({ page, documents }) => {
      await page.evaluate(() => scrollTo(0, 700));
      await page.evaluate(() =>
        document.querySelector<HTMLElement>('article a[href$="second/"]')?.click(),
      );
      await heading1(page, 'Second');
      await page.goBack();
      await heading1(page, 'First');
      await page.waitForFunction(() => Math.round(scrollY) === 700);
      await follow(page, 'To the anchor', 'Second');
      expect(page.url()).toContain('/docs/second/#deep-part');
      expect(documents()).toBe(1);
    }),
  );

  it(
    'uses pages with their own code',
    watch('', async ({ page, documents }) => {
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Counter', exact: true })
        .click();
      await page.getByRole('button', { name: 'Count 0' }).click();
      await page.getByRole('button', { name: 'Count 1' }).waitFor();
      expect(documents()).toBe(1);
    }),
  );

  it(
    'finds sections and operations, and gets to them',
    watch('docs/first/', async ({ page, documents }) => {
      const { hits } = await searchFor(page, 'zeppelin');
      await hits.first().click();
      await heading1(page, 'Wallet');
      expect(page.url()).toContain('/docs/usage/');
      const operations = await searchFor(page, 'get tenant');
      expect((await operations.hits.first().locator('.badge').innerText()).trim()).toBe('GET');
      await operations.hits.first().click();
      await heading1(page, 'Get tenant');
      expect(documents()).toBe(1);
    }),
  );

  it(
    'gets the page for addresses without one',
    watch(
      '',
      async ({ page }) => {
        const answer = await page.goto(`${dev().server.url}docs/nowhere/`);
        expect(answer?.status()).toBe(404);
        await heading1(page, 'Page Not Found');
        await ready(page);
      },
      /status of 404/,
    ),
  );

  it('reads without JavaScript', async () => {
    const { server } = dev();
    await visit({ context: { javaScriptEnabled: false } }, async ({ page, problems }) => {
      await page.goto(`${server.url}docs/first/`);
      await follow(page, 'Second', 'Second');
      await hasText(page, 'Paragraph 39.');
      expect(problems).toEqual([]);
    });
  });
});
