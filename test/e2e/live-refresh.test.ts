import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { follow, heading1, ready } from '../support/reader.ts';
import { suite } from '../support/suite.ts';
import { liveSite } from './support/live.ts';
import { LONG_SIDEBAR_SITE } from './support/reader-site.ts';
import { noteSearches, searchFor, searchParts } from './support/searching.ts';

const paragraph = (index: number): string =>
  `Paragraph ${index}. ${'Words to fill the page. '.repeat(12)}`;
const long = (replaced: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: 80 }, (_, index) => replaced[index] ?? paragraph(index)).join('\n\n');

const TOOLS = `<details><summary>More</summary>

Folded words.

</details>

::::tabs
:::tab[npm]
Run this.
:::

:::tab[Yarn]
Or that.
:::
::::

\`\`\`text
${'a very long line '.repeat(30)}
\`\`\`

A [link to the end](#the-end) here.
`;

const second = (replaced?: Readonly<Record<number, string>>, tools = TOOLS): string =>
  `# Second\n\n${tools}\n\n${long(replaced)}\n\n## The end\n\nLast.\n`;

const FILES = {
  'site.config.ts': `export default {
    title: 'Live',
    url: 'https://docs.example.com',
    baseUrl: '/base/',
    favicon: 'favicon.svg',
    docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
    colorMode: { default: 'light', disableSwitch: false, respectPrefersColorScheme: true },
  };\n`,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/index.md': '# Start\n\n[Second](./docs/second.md)\n',
  'content/counter.tsx': `import { useState } from 'react';
    export const meta = { title: 'Counter' };
    export default function Counter() {
      const [count, setCount] = useState(0);
      return <><h1>Counter</h1><article><p>Its own article.</p></article><button type="button" onClick={() => setCount(count + 1)}>Count {count}</button></>;
    }\n`,
  'content/docs/first.md': '# First\n\nThe first words. [Second](./second.md)\n',
  'content/docs/second.md': second(),
  'content/docs/one/deep.md': '# Deep\n\nText.\n',
  'content/docs/two/_category_.yml': 'collapsed: true\n',
  'content/docs/two/deeper.md': '# Deeper\n\nText.\n',
};

const {
  host: live,
  visit,
  watch,
} = suite({
  open: () => liveSite(FILES, '/base/'),
  perTest: true,
  expected: /status of 404/,
  prepare: noteSearches,
});

const hasText = async (page: Page, text: string): Promise<void> => {
  await page.getByText(text).first().waitFor();
};
const isOpen = (fold: Element): boolean => fold.hasAttribute('open');
const topOf = (page: Page, text: string): Promise<number> =>
  page.getByText(text).evaluate((element) => Math.round(element.getBoundingClientRect().top));

describe('an edit of the page that is shown', () => {
  it(
    'is shown in place',
    watch('docs/first/', async ({ page, isSame, documents }) => {
      const entries = await page.evaluate(() => history.length);
      await live().edit({
        'content/docs/first.md': '# Other title\n\nOther words.\n\n## New part\n',
      });
      await heading1(page, 'Other title');
      expect(await page.title()).toContain('Other title');
      await page.locator('.toc-link', { hasText: 'New part' }).waitFor({ state: 'attached' });
      await page.locator('.sidebar').getByRole('link', { name: 'Other title' }).waitFor();
      expect(await isSame()).toBe(true);
      expect(documents()).toBe(1);
      expect(await page.evaluate(() => history.length)).toBe(entries);
      expect(await page.locator('.live-region').textContent()).toBe('');
    }),
  );

  it(
    'keeps the text that is read where it is, whatever changes above',
    watch('docs/second/', async ({ page, isSame }) => {
      await page.getByText('Paragraph 40.').evaluate((element) => element.scrollIntoView());
      const before = await topOf(page, 'Paragraph 40.');
      await live().edit({
        'content/docs/second.md': second({
          2: `${paragraph(2)}\n\n${'Much more. '.repeat(200)}`,
          40: 'Paragraph 40. Short now.',
        }),
      });
      await hasText(page, 'Short now.');
      expect(await topOf(page, 'Paragraph 40.')).toBe(before);
      // The first refresh has replaced the nodes of the document, this one those of another one.
      await live().edit({ 'content/docs/second.md': second({ 3: 'Three.', 41: 'Forty-one.' }) });
      await hasText(page, 'Forty-one.');
      expect(await topOf(page, 'Paragraph 40.')).toBe(before);
      expect(await isSame()).toBe(true);
    }),
  );

  it(
    'keeps what the reader has opened, selected, wrapped and focused',
    watch('docs/second/', async ({ page }) => {
      const details = page.locator('article details');
      await details.locator('summary').click();
      await page.getByRole('tab', { name: 'Yarn' }).click();
      await page.locator('[data-wrap-code]').click();
      await page.getByRole('link', { name: 'link to the end' }).focus();
      await live().edit({ 'content/docs/second.md': second({ 1: 'One, edited.' }) });
      await hasText(page, 'One, edited.');
      expect(await details.evaluate((fold: HTMLDetailsElement) => fold.open)).toBe(true);
      const tab = page.getByRole('tab', { name: 'Yarn' });
      expect(await tab.getAttribute('aria-selected')).toBe('true');
      expect(await page.locator('[data-wrap-code]').getAttribute('aria-pressed')).toBe('true');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
        'link to the end',
      );
    }),
  );

  it(
    'keeps all of that where the very block is edited',
    watch('docs/second/', async ({ page }) => {
      const details = page.locator('article details');
      await details.locator('summary').click();
      await page.getByRole('tab', { name: 'Yarn' }).click();
      await page.locator('[data-wrap-code]').click();
      const tools = TOOLS.replace('Folded', 'Folded and edited')
        .replace('Or that.', 'Or that, edited.')
        .replace('the end](', 'the very end](')
        .replace('a very long', 'an edited, very long');
      await page.getByRole('link', { name: 'link to the end' }).focus();
      await live().edit({ 'content/docs/second.md': second({}, tools) });
      await page.getByText('Folded and edited').waitFor();
      await page.getByText('Or that, edited.').waitFor();
      expect(await page.locator('[data-wrap-code]').getAttribute('aria-pressed')).toBe('true');
      const focused = await page.evaluate(() => document.activeElement?.textContent);
      expect(focused).toBe('link to the very end');
      expect(await page.locator('.code-tools').count()).toBe(1);
    }),
  );

  it(
    'leaves the nodes alone that it does not change, in the first page and in another one',
    watch('docs/second/', async ({ page }) => {
      const select = (): Promise<void> =>
        page.getByText('Paragraph 5.').evaluate((element) => {
          getSelection()?.selectAllChildren(element);
        });
      const selected = (): Promise<string> => page.evaluate(() => String(getSelection()));
      await select();
      await live().edit({ 'content/docs/second.md': second({ 3: 'Three.', 7: 'Seven.' }) });
      await hasText(page, 'Seven.');
      expect(await selected()).toContain('Paragraph 5.');
      await live().edit({ 'content/docs/second.md': second({ 3: 'Three.', 7: 'Other seven.' }) });
      await hasText(page, 'Other seven.');
      expect(await selected()).toContain('Paragraph 5.');
      await page.locator('.sidebar').getByRole('link', { name: 'First' }).click();
      await heading1(page, 'First');
      await follow(page, 'Second', 'Second');
      await select();
      await live().edit({ 'content/docs/second.md': second({ 7: 'Seven again.' }) });
      await hasText(page, 'Seven again.');
      await live().edit({ 'content/docs/second.md': second() });
      await hasText(page, 'Paragraph 7.');
      expect(await page.locator('article > p').count()).toBe(82);
      expect(await page.locator('article').innerText()).not.toContain('Seven');
    }),
  );

  it(
    'keeps what the reader has opened when others come before it, and what the author opens',
    watch('docs/second/', async ({ page }) => {
      const fold = (name: string): string =>
        `<details><summary>${name}</summary>\n\nWords of ${name}.\n\n</details>\n`;
      await live().edit({ 'content/docs/second.md': `# Second\n\n${fold('One')}\n${fold('Two')}` });
      const folds = page.locator('article details');
      await folds.nth(1).locator('summary').click();
      await live().edit({
        'content/docs/second.md': `# Second\n\n${fold('New')}\n${fold('One').replace('<details>', '<details open>')}\n${fold('Two')}`,
      });
      await page.getByText('New', { exact: true }).waitFor();
      expect(await folds.evaluateAll((all) => all.map((one) => one.hasAttribute('open')))).toEqual([
        false,
        true,
        true,
      ]);
    }),
  );

  it(
    'shows exactly what is there after any row of edits',
    watch('docs/second/', async ({ page }) => {
      const file = join(live().driver.outDir(), 'docs/second/index.html');
      const built = readFileSync(file, 'utf8');
      let seed = 7;
      const below = (limit: number): number => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return seed % limit;
      };
      for (let round = 0; round < 40; round += 1) {
        const blocks = Array.from(
          { length: below(8) },
          () => `<p>Block ${below(4)}</p>${below(3) === 0 ? '\nbare text\n' : '\n'}`,
        );
        const html = `${blocks.join('')}<p>Round ${round}</p>\n`;
        const article = /(?<=<article[^>]*>)[^]*(?=<\/article>)/;
        writeFileSync(
          file,
          built.replace(article, () => html),
        );
        live().tell({});
        await page.getByText(`Round ${round}`, { exact: true }).waitFor();
        const text = await page.locator('article').evaluate(({ textContent }) => textContent);
        expect(text?.trim().split(/\s+/)).toEqual(
          html
            .replaceAll(/<[^>]*>/g, ' ')
            .trim()
            .split(/\s+/),
        );
      }
    }),
  );

  it(
    'keeps open categories and the place of the sidebar',
    watch('docs/first/', async ({ page }) => {
      const category = page.locator('.sidebar details', { hasText: 'Deeper' });
      await category.locator('summary').click();
      await live().edit({ 'content/docs/two/deeper.md': '# Deeper still\n\nText.\n' });
      await page.locator('.sidebar').getByRole('link', { name: 'Deeper still' }).waitFor();
      expect(await category.evaluate((fold: HTMLDetailsElement) => fold.open)).toBe(true);
    }),
  );

  it(
    'leaves the search open, and answers from the new index',
    watch('docs/first/', async ({ page, isSame }) => {
      const { input, hits, dialog } = await searchFor(page, 'pomegranate');
      expect(await hits.count()).toBe(0);
      await live().edit({ 'content/docs/first.md': '# First\n\nA pomegranate.\n' });
      await hits.first().waitFor();
      expect(await input.inputValue()).toBe('pomegranate');
      expect(await dialog.isVisible()).toBe(true);
      expect(await input.evaluate((field) => field === document.activeElement)).toBe(true);
      await live().edit({ 'content/docs/first.md': '# First\n\nA medlar.\n' });
      await searchParts(page).input.fill('medlar');
      await hits.first().waitFor();
      expect(await isSame()).toBe(true);
    }),
  );

  it(
    'is shown after a way through other pages, and on the way to them',
    watch('', async ({ page, isSame }) => {
      await follow(page, 'Second', 'Second');
      await live().edit({ 'content/docs/second.md': '# Second\n\nEdited [First](./first.md).\n' });
      await hasText(page, 'Edited');
      await live().edit({ 'content/docs/first.md': '# First\n\nEdited too.\n' });
      await follow(page, 'First', 'First');
      await hasText(page, 'Edited too.');
      expect(await isSame()).toBe(true);
    }),
  );

  it(
    'goes the way of a document where the page is gone',
    watch('docs/one/deep/', async ({ page, isSame }) => {
      await live().remove('content/docs/one/deep.md');
      await heading1(page, 'Page Not Found');
      expect(await isSame()).toBe(false);
      await live().edit({ 'content/docs/two/deeper.md': '# Deeper\n\nOther.\n' });
      await live().edit({ 'content/docs/one/deep.md': '# Deep again\n' });
      await heading1(page, 'Deep again');
    }),
  );
});

describe('a React page', () => {
  it(
    'keeps its state until its own script changes',
    watch('counter/', async ({ page, isSame }) => {
      await page.getByRole('button', { name: 'Count 0' }).click();
      await live().edit({ 'content/docs/first.md': '# Other first\n' });
      await page.waitForFunction(
        () => performance.getEntriesByName(location.href, 'resource').length > 0,
      );
      await page.getByRole('button', { name: 'Count 1' }).waitFor();
      await hasText(page, 'Its own article.');
      await live().edit({
        'content/counter.tsx': `export const meta = { title: 'Counter' };
          export default function Counter() { return <h1>No counter</h1>; }\n`,
      });
      await heading1(page, 'No counter');
      expect(await isSame()).toBe(true);
    }),
  );
});

describe('what pages share', () => {
  it('has the new words in a category of a long sidebar that the reader has opened', async () => {
    const other = await liveSite(LONG_SIDEBAR_SITE, '/');
    await visit({ server: other.server }, async ({ page, open, problems }) => {
      await open('docs/part-3/doc-11/');
      const category = page.locator('.sidebar-list > li', { hasText: 'Part 5' });
      await category.locator('> a').click();
      await category.getByRole('link', { name: 'Doc 13', exact: true }).waitFor();
      await other.edit({ 'content/docs/part-5/doc-13.md': '# Other words\n' });
      await category.getByRole('link', { name: 'Other words' }).waitFor();
      expect(await category.getByRole('link').count()).toBe(20);
      expect(await category.locator('details').evaluate(isOpen)).toBe(true);
      await category.locator('summary').click();
      await other.edit({ 'content/docs/part-5/doc-13.md': '# Last words\n' });
      const renamed = category.getByRole('link', { name: 'Last words', includeHidden: true });
      await renamed.waitFor({ state: 'attached' });
      expect(await category.locator('details').evaluate(isOpen)).toBe(false);
      expect(problems).toEqual([]);
    });
    await other.dispose();
  });

  it(
    'exchanges the style sheet in place',
    watch('docs/first/', async ({ page, isSame }) => {
      const color = (): Promise<string> =>
        page.locator('h1').evaluate((heading) => getComputedStyle(heading).color);
      const before = await color();
      await live().edit({ 'templates/styles.css': 'h1 { color: rgb(1, 2, 3); }' });
      await page.waitForFunction(
        () =>
          getComputedStyle(document.querySelector('h1') ?? document.body).color === 'rgb(1, 2, 3)',
      );
      await page.waitForFunction(
        () => document.querySelectorAll('link[rel=stylesheet]').length === 1,
      );
      await live().edit({ 'templates/styles.css': '' });
      await page.waitForFunction(
        (old) => getComputedStyle(document.querySelector('h1') ?? document.body).color === old,
        before,
      );
      expect(await isSame()).toBe(true);
    }),
  );

  it(
    'loads the document where only a new one can show the change, and stays at its place',
    watch('docs/second/', async ({ page }) => {
      await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
      await Promise.all([page.waitForEvent('load'), live().tell({ shell: 'second' })]);
      await ready(page);
      await page.waitForFunction(() => Math.round(scrollY) === 1500);
      expect(await page.evaluate(() => Reflect.has(window, 'isMarked'))).toBe(false);
    }),
  );

  it(
    'shows what was saved while there was no server',
    watch('docs/first/', async ({ page, isSame }) => {
      await live().driver.write('content/docs/first.md', '# First\n\nWhile away.\n').rebuild();
      live().restart();
      await hasText(page, 'While away.');
      expect(await isSame()).toBe(true);
    }),
  );
});
