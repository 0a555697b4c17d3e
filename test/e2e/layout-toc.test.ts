import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { follow, heading1 } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';
import { menuSite } from './support/menu-site.ts';

const MANY = Array.from(
  { length: 300 },
  (_, index) => `## Heading ${index}\n\nA paragraph of text.\n`,
).join('\n');

const { reader, server } = siteSuite(
  {
    ...menuSite(),
    'content/docs/many.md': `# Many\n\n${MANY}\n[Folded](./folded.md)\n`,
    'content/docs/folded.md': `# Folded\n\n## Seen\n\n<details><summary>More</summary>\n\n## Folded away\n\nText.\n\n</details>\n\n## End\n\n${'Text of the end.\n\n'.repeat(60)}`,
    'content/docs/none.md': '# None\n\nText.\n',
  },
  { context: { viewport: { width: 1280, height: 700 }, reducedMotion: 'reduce', bypassCSP: true } },
);

const tocOf = (page: Page) => page.getByRole('navigation', { name: 'On this page' });

/** Waits until exactly one entry is active: this one. */
async function active(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const found = [...document.querySelectorAll('.toc [aria-current="location"]')];
    return found.length === 1 && found[0]?.textContent === wanted;
  }, text);
}

/** Scrolls a heading to a distance from the window's top. */
async function place(page: Page, id: string, top: number): Promise<void> {
  await page.evaluate(
    ([name, distance]) => {
      const heading = document.getElementById(name);
      if (heading !== null) scrollBy(0, heading.getBoundingClientRect().top - distance);
    },
    [id, top] as const,
  );
}

describe('the table of contents', () => {
  it(
    'marks the first heading below the navbar if it is in the upper half, else the one before it',
    reader(async ({ page, open }) => {
      await open('docs/intro/');
      await active(page, 'First part');
      await place(page, 'detail', 340);
      await active(page, 'Detail');
      await place(page, 'detail', 360);
      await active(page, 'First part');
      await place(page, 'detail', 70);
      await active(page, 'Detail');
      await place(page, 'detail', -50);
      await active(page, 'Detail');
      await tocOf(page).getByRole('link', { name: 'Second part' }).click();
      await active(page, 'Second part');
    }),
  );

  it(
    'marks the last heading where all are above, and starts again on another page',
    reader(async ({ page, open }) => {
      await open('docs/folded/');
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await active(page, 'End');
      await page.evaluate(() => scrollTo(0, 0));
      await active(page, 'Seen');
      await open('docs/guide/page-1/');
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await active(page, 'Part b');
      await page.locator('.pager-next').click();
      await heading1(page, 'page-2 of guide');
      await active(page, 'Part a');
    }),
  );

  it(
    'leaves out headings that are folded away until they are opened',
    reader(async ({ page, open }) => {
      await open('docs/folded/');
      await place(page, 'seen', 30);
      await active(page, 'End');
      // A click with the pointer may scroll to what it clicks on.
      await page.locator('article summary').dispatchEvent('click');
      await active(page, 'Folded away');
    }),
  );

  it(
    'keeps the active entry in view by scrolling the list only, without a long task on 300 headings',
    reader(async ({ page, open }) => {
      await page.addInitScript(() => {
        const tasks: number[] = [];
        Object.assign(window, { tasks });
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) tasks.push(startTime);
        }).observe({ type: 'longtask' });
      });
      await open('docs/many/');
      await active(page, 'Heading 0');
      const from = await page.evaluate(() => performance.now());
      await place(page, 'heading-200', 100);
      await active(page, 'Heading 200');
      const before = await page.evaluate(() => Math.round(scrollY));
      const link = tocOf(page).getByRole('link', { name: 'Heading 200', exact: true });
      const box = await link.boundingBox();
      expect(box?.y).toBeGreaterThan(60);
      expect(box?.y).toBeLessThan(680);
      expect(await page.evaluate(() => Math.round(scrollY))).toBe(before);
      const late = await page.evaluate(
        (start) => Reflect.get(window, 'tasks').filter((time: number) => time > start).length,
        from,
      );
      expect(late).toBe(0);
    }),
  );

  it(
    'is a landmark beside the article, whose list is open',
    reader(async ({ page, open }) => {
      await open('docs/intro/');
      const links = tocOf(page).getByRole('link');
      expect(await links.allTextContents()).toEqual([
        'First part',
        'Detail',
        'Second part',
        'Last part',
      ]);
      expect(await links.first().isVisible()).toBe(true);
      expect(await tocOf(page).locator('summary').isVisible()).toBe(false);
      const toc = await tocOf(page).boundingBox();
      const article = await page.locator('article').boundingBox();
      expect(toc?.x).toBeGreaterThan((article?.x ?? 0) + (article?.width ?? 0));
      await links.first().focus();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Detail');
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.setViewportSize({ width: 900, height: 700 });
      await links.first().waitFor({ state: 'hidden' });
      await page.setViewportSize({ width: 1280, height: 700 });
      await links.first().waitFor();
    }),
  );

  it(
    'is absent where it is empty',
    reader(async ({ page, open }) => {
      await open('docs/none/');
      expect(await tocOf(page).count()).toBe(0);
    }),
  );

  it(
    'is a collapsed button on mobile, which closes after a choice',
    reader(
      async ({ page, open }) => {
        await open('docs/intro/');
        const button = tocOf(page).locator('summary');
        const details = tocOf(page).locator('details');
        const isOpen = () => details.evaluate((element: HTMLDetailsElement) => element.open);
        expect(await button.innerText()).toBe('On this page');
        expect(await isOpen()).toBe(false);
        expect(await tocOf(page).getByRole('link').count()).toBe(0);
        await button.focus();
        await page.keyboard.press('Enter');
        expect(await isOpen()).toBe(true);
        expect(await accessibilityViolations(page)).toEqual([]);
        await tocOf(page).getByRole('link', { name: 'Second part' }).click();
        await page.waitForFunction(() => scrollY > 1000);
        expect(await isOpen()).toBe(false);
        const heading = await page.locator('#second-part').boundingBox();
        expect(heading?.y).toBeGreaterThan(59);
        expect(heading?.y).toBeLessThan(300);
      },
      { context: { viewport: { width: 390, height: 700 } } },
    ),
  );

  it.each([390, 1280])('works without JavaScript at %i px', async (width) => {
    await reader(
      async ({ page }) => {
        await page.goto(`${server.url}docs/intro/`);
        if (width === 390) await tocOf(page).locator('summary').click();
        await tocOf(page).getByRole('link', { name: 'Second part' }).click();
        await page.waitForURL('**/#second-part');
        await page.goto(`${server.url}docs/many/`);
        await follow(page, 'Folded', 'Folded');
      },
      { context: { viewport: { width, height: 700 }, javaScriptEnabled: false } },
    )();
  });
});
