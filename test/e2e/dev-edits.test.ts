import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { follow, heading1, ready } from '../support/reader.ts';
import { markDocument } from '../support/suite.ts';
import { longPage } from './support/dev-site.ts';
import { devSuite, hasText, sidebarLink } from './support/dev-suite.ts';
import { searchFor, searchParts } from './support/searching.ts';

const { dev, browser, write, watch } = devSuite();

const pathOf = (path: string): string => join(dev().driver.dir, path);
const topOf = (page: Page, text: string): Promise<number> =>
  page.getByText(text).evaluate((element) => Math.round(element.getBoundingClientRect().top));

describe('an edit of the page that is shown', () => {
  it(
    'is shown in place, with its title and headings',
    watch('docs/first/', async ({ page, isSame, documents }) => {
      write({ 'content/docs/first.md': '# Other title\n\nOther words.\n\n## New part\n' });
      await heading1(page, 'Other title');
      await hasText(page, 'Other words.');
      expect(await page.title()).toContain('Other title');
      await page.locator('.toc-link', { hasText: 'New part' }).waitFor({ state: 'attached' });
      await sidebarLink(page, 'Other title').waitFor();
      expect(await isSame()).toBe(true);
      expect(documents()).toBe(1);
    }),
  );

  it(
    'keeps the place, the selected tab and the open category',
    watch('docs/second/', async ({ page, isSame }) => {
      await page.getByRole('tab', { name: 'Yarn' }).click();
      const category = page.locator('.sidebar details', { hasText: 'Deeper' });
      await category.locator('summary').click();
      const middle = page.getByText('The middle.');
      await middle.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const before = await topOf(page, 'The middle.');
      expect(before).toBeGreaterThan(0);
      write({ 'content/docs/second.md': longPage('The middle. Edited.') });
      await hasText(page, 'Edited.');
      expect(await topOf(page, 'The middle. Edited.')).toBe(before);
      const tab = page.getByRole('tab', { name: 'Yarn' });
      expect(await tab.getAttribute('aria-selected')).toBe('true');
      expect(await category.evaluate((fold: HTMLDetailsElement) => fold.open)).toBe(true);
      expect(await isSame()).toBe(true);
    }),
  );

  it(
    'keeps the search with what is typed, and the search finds what was saved',
    watch('docs/first/', async ({ page, isSame }) => {
      const { input, hits, dialog } = await searchFor(page, 'pomegranate');
      expect(await hits.count()).toBe(0);
      write({ 'content/docs/first.md': '# First\n\nA pomegranate.\n' });
      await hits.first().waitFor();
      expect(await input.inputValue()).toBe('pomegranate');
      expect(await dialog.isVisible()).toBe(true);
      expect(await input.evaluate((field) => field === document.activeElement)).toBe(true);
      write({ 'content/docs/first.md': '# First\n\nA medlar.\n' });
      await searchParts(page).input.fill('medlar');
      await hits.first().waitFor();
      expect(await isSame()).toBe(true);
    }),
  );

  it(
    'follows twenty edits one after the other to the last one',
    watch('docs/first/', async ({ page, isSame }) => {
      for (let edit = 1; edit <= 20; edit += 1) {
        write({ 'content/docs/first.md': `# First\n\nEdit number ${edit}.\n` });
        await wait(edit * 3);
      }
      await hasText(page, 'Edit number 20.');
      expect(await isSame()).toBe(true);
    }),
  );

  it(
    'is shown after a way through other pages',
    watch('', async ({ page, isSame }) => {
      await follow(page, 'Second', 'Second');
      write({ 'content/docs/second.md': '# Second\n\nEdited. [First](./first.md)\n' });
      await hasText(page, 'Edited.');
      write({ 'content/docs/first.md': '# First\n\nEdited too.\n' });
      await follow(page, 'First', 'First');
      await hasText(page, 'Edited too.');
      expect(await isSame()).toBe(true);
    }),
  );
});

describe('the ways in which editors save', () => {
  it(
    'by renaming a new file over the old one',
    watch('docs/first/', async ({ page, isSame }) => {
      for (const text of ['Renamed once.', 'Renamed twice.']) {
        writeFileSync(pathOf('content/docs/.first.md.tmp'), `# First\n\n${text}\n`);
        renameSync(pathOf('content/docs/.first.md.tmp'), pathOf('content/docs/first.md'));
        await hasText(page, text);
      }
      expect(await isSame()).toBe(true);
    }),
  );

  it(
    'by renaming the old one away and writing it again',
    watch('docs/first/', async ({ page, isSame, documents }) => {
      renameSync(pathOf('content/docs/first.md'), pathOf('content/docs/first.md~'));
      writeFileSync(pathOf('content/docs/first.md'), '# First\n\nWritten again.\n');
      await hasText(page, 'Written again.');
      expect(await isSame()).toBe(true);
      expect(documents()).toBe(1);
    }),
  );

  it(
    'in pieces',
    watch('docs/first/', async ({ page, isSame }) => {
      truncateSync(pathOf('content/docs/first.md'));
      await wait(3);
      appendFileSync(pathOf('content/docs/first.md'), '# First\n\n');
      await wait(3);
      appendFileSync(pathOf('content/docs/first.md'), 'The last piece.\n');
      await hasText(page, 'The last piece.');
      await heading1(page, 'First');
      expect(await isSame()).toBe(true);
    }),
  );
});

describe('several tabs', () => {
  it(
    'show each its own page',
    watch('docs/first/', async ({ page, isSame }) => {
      const other = await page.context().newPage();
      await other.goto(`${dev().server.url}docs/second/`);
      await ready(other);
      const isOtherSame = await markDocument(other);
      write({
        'content/docs/first.md': '# First\n\nFirst edited.\n',
        'content/docs/second.md': '# Second\n\nSecond edited.\n',
      });
      await Promise.all([hasText(page, 'First edited.'), hasText(other, 'Second edited.')]);
      expect(await Promise.all([isSame(), isOtherSame()])).toEqual([true, true]);
    }),
  );

  it('are brought up to date when they are seen again', async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => Reflect.get(window, 'isHidden') });
    });
    await page.goto(`${dev().server.url}docs/first/`);
    await ready(page);
    const isSame = await markDocument(page);
    const hide = (isHidden: boolean): Promise<void> =>
      page.evaluate((hidden) => {
        Object.assign(window, { isHidden: hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await hide(true);
    // The stream of a hidden tab is closed after two seconds.
    await wait(2500);
    write({ 'content/docs/first.md': '# First\n\nWhile it was hidden.\n' });
    await wait(300);
    expect(await page.getByText('While it was hidden.').count()).toBe(0);
    await hide(false);
    await hasText(page, 'While it was hidden.');
    expect(await isSame()).toBe(true);
    await context.close();
  });
});

describe('a server that is restarted', () => {
  it(
    'is followed by the pages that are open',
    watch(
      'docs/first/',
      async ({ page, isSame }) => {
        await dev().restart(async () => {
          write({ 'content/docs/first.md': '# First\n\nWhile there was no server.\n' });
        });
        await hasText(page, 'While there was no server.');
        write({ 'content/docs/first.md': '# First\n\nAnd after that.\n' });
        await hasText(page, 'And after that.');
        expect(await isSame()).toBe(true);
      },
      // The browser reports the connection that was closed, and those that it tried before there was a server again.
      /net::ERR_/,
    ),
  );
});
