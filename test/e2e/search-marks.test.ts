import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heading1 } from '../support/reader.ts';
import { searchFor, searchParts, searchSuite } from './support/searching.ts';

const { reader, server } = searchSuite();

/** The texts of all marks of a page, in lower case, without repetition. */
const marked = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const marks = [...document.querySelectorAll('mark.search-mark')];
    return [...new Set(marks.map((mark) => mark.textContent.toLowerCase()))].toSorted();
  });

const marksGone = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('mark.search-mark') === null);

const highlighted = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...(CSS.highlights.get('search') ?? [])].map(String));

/** Chooses the first hit, and waits for its marks. */
async function chooseFirst(page: Page, query: string): Promise<void> {
  await searchFor(page, query);
  await page.keyboard.press('Enter');
  await searchParts(page).dialog.waitFor({ state: 'hidden' });
  await page.waitForFunction(
    () => document.querySelector('mark.search-mark') !== null || CSS.highlights.has('search'),
  );
}

describe('the page that a hit leads to', () => {
  it(
    'shows the section below the navbar, with marks in the article alone, and none after a reload',
    reader(async ({ page, open, documents }) => {
      await open('');
      await chooseFirst(page, 'zeppelin');
      await heading1(page, 'Wallet');
      expect(documents()).toBe(1);
      expect(page.url()).toBe(`${server.url}docs/usage/#usage`);
      const { top, bottom } = await page.evaluate(() => ({
        top: document.getElementById('usage')?.getBoundingClientRect().top ?? 0,
        bottom: document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0,
      }));
      expect(top).toBeGreaterThanOrEqual(bottom);
      expect(top).toBeLessThan(bottom + 120);
      expect(await marked(page)).toEqual(['zeppelin']);
      const outside = await page
        .locator('mark.search-mark')
        .evaluateAll((marks) => marks.filter((mark) => mark.closest('article') === null).length);
      expect(outside).toBe(0);
      expect(await page.evaluate(() => Object.keys(history.state))).toEqual(['docwright']);
      await page.reload();
      await page.waitForLoadState('networkidle');
      expect(await marked(page)).toEqual([]);
    }),
  );

  it(
    'marks no stop words, but the word and its other forms',
    reader(async ({ page, open }) => {
      await open('');
      await chooseFirst(page, 'to be minted a');
      await heading1(page, 'Coins');
      expect(await marked(page)).toEqual(['minted', 'minting']);
    }),
  );

  it(
    'may be the present one: the reader is taken to the section, with marks',
    reader(async ({ page, open, documents }) => {
      await open('docs/usage/');
      await page.evaluate(() => scrollTo(0, 0));
      await chooseFirst(page, 'zeppelin');
      expect(documents()).toBe(1);
      expect(page.url()).toBe(`${server.url}docs/usage/#usage`);
      expect(await marked(page)).toEqual(['zeppelin']);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('usage');
      await page.goBack();
      await marksGone(page);
      expect(page.url()).toBe(`${server.url}docs/usage/`);
    }),
  );

  it(
    'has no marks on Back and Forward',
    reader(async ({ page, open }) => {
      await open('');
      await chooseFirst(page, 'minted');
      await heading1(page, 'Coins');
      expect(await marked(page)).not.toEqual([]);
      await page.goBack();
      await heading1(page, 'Start');
      await page.goForward();
      await heading1(page, 'Coins');
      expect(await marked(page)).toEqual([]);
    }),
  );

  it(
    'loses its marks on Escape, and its text is what it was',
    reader(async ({ page, open }) => {
      await open('docs/usage/');
      const nodes = (): Promise<string> =>
        page.evaluate(() => {
          const article = document.querySelector('article');
          return `${article?.innerHTML} ${document.createTreeWalker(Object(article)).root.childNodes.length}`;
        });
      const before = await nodes();
      await chooseFirst(page, 'zeppelin');
      expect(await nodes()).not.toBe(before);
      await page.keyboard.press('Escape');
      await marksGone(page);
      expect((await nodes()).replaceAll(' tabindex="-1"', '')).toBe(before);
    }),
  );

  it(
    'gives marked code as it is to the clipboard',
    reader(
      async ({ page, open }) => {
        await open('');
        await chooseFirst(page, 'zeppelin');
        await heading1(page, 'Wallet');
        expect(await page.locator('pre mark').count()).toBe(2);
        await page.locator('[data-copy-code]').first().click();
        await page.getByText('Copied', { exact: true }).first().waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
          "const zeppelin = fly('zeppelin');",
        );
      },
      { context: { permissions: ['clipboard-read', 'clipboard-write'] } },
    ),
  );

  it(
    'is highlighted without new nodes where React owns it',
    reader(async ({ page, open }) => {
      await open('docs/usage/');
      await chooseFirst(page, 'periscope');
      await heading1(page, 'Live');
      expect(await highlighted(page)).toEqual(['periscope']);
      expect(await marked(page)).toEqual([]);
      await page.getByRole('button', { name: 'Count 0' }).click();
      await page.getByRole('button', { name: 'Count 1' }).waitFor();
      await page.keyboard.press('Escape');
      expect(await highlighted(page)).toEqual([]);
    }),
  );

  it(
    'of no docs set is marked in all of its main part',
    reader(async ({ page, open }) => {
      await open('docs/usage/');
      await chooseFirst(page, 'lighthouse');
      await heading1(page, 'Start');
      expect(await marked(page)).toEqual(['lighthouse']);
    }),
  );
});
