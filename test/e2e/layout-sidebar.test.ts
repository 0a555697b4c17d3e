import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { heading1 } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';
import { menuSite } from './support/menu-site.ts';

const DESKTOP = { width: 1280, height: 700 };

const STILL = { context: { viewport: DESKTOP, reducedMotion: 'reduce', bypassCSP: true } } as const;

const { reader, visit } = siteSuite(menuSite(), STILL);
const switched = siteSuite(
  menuSite({ sidebar: 'sidebar: { hideable: true, autoCollapse: true },' }),
  STILL,
);

const sidebarOf = (page: Page) => page.getByRole('navigation', { name: 'Documentation' });
const categoryOf = (page: Page, label: string) =>
  sidebarOf(page).locator('.sidebar-category', { hasText: label }).locator('> details');
const isOpen = (page: Page, label: string) =>
  categoryOf(page, label).evaluate((details: HTMLDetailsElement) => details.open);
const scrolled = (page: Page) =>
  page.evaluate(() => Math.round(document.querySelector('#dw-site-menu')?.scrollTop ?? 0));

/** Follows a link of the sidebar, wherever it is scrolled to. */
async function go(page: Page, name: string, heading = name): Promise<void> {
  const link = sidebarOf(page).locator('a', { hasText: new RegExp(`^\\s*${name}$`) });
  await link.evaluate((element: HTMLElement) => element.click());
  await heading1(page, heading);
}

describe('the docs sidebar', () => {
  it(
    'opens a category that becomes active, and otherwise keeps what the reader has opened and closed',
    reader(async ({ page, open, problems }) => {
      await open('docs/guide/page-1/');
      expect(await isOpen(page, 'The guide')).toBe(true);
      expect(await isOpen(page, 'The recipes')).toBe(false);
      await categoryOf(page, 'The recipes').locator('> summary').click();
      await categoryOf(page, 'The guide').locator('> summary').click();
      await go(page, 'Intro');
      expect(await isOpen(page, 'The recipes')).toBe(true);
      expect(await isOpen(page, 'The guide')).toBe(false);
      await page.goBack();
      await heading1(page, 'page-1 of guide');
      expect(await isOpen(page, 'The guide')).toBe(true);
      await go(page, 'One');
      expect(await isOpen(page, 'Loose')).toBe(true);
      expect(await isOpen(page, 'The guide')).toBe(true);
      expect(await sidebarOf(page).locator('[aria-current]').allTextContents()).toEqual(['One']);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'names the caret of a category with a page for its section, and tells its state',
    reader(async ({ page, open }) => {
      await open('docs/intro/');
      const caret = sidebarOf(page).locator('summary[aria-label="Pages in The guide"]');
      await caret.focus();
      const tell = () => sidebarOf(page).ariaSnapshot();
      expect(await isOpen(page, 'The guide')).toBe(false);
      await page.keyboard.press('Enter');
      expect(await isOpen(page, 'The guide')).toBe(true);
      expect(await tell()).toContain('page-3 of guide');
      await page.keyboard.press('Space');
      expect(await isOpen(page, 'The guide')).toBe(false);
      expect(await tell()).not.toContain('page-3 of guide');
    }),
  );

  it(
    'brings the entry of the page into view only when it is out of view, and never scrolls the page',
    reader(async ({ page, open }) => {
      await open('docs/guide/page-19/');
      await page.waitForFunction(
        () => (document.querySelector('#dw-site-menu')?.scrollTop ?? 0) > 0,
      );
      const inView = () =>
        page.evaluate(() => {
          const { top = 0, bottom = 0 } =
            document.querySelector('.sidebar [aria-current]')?.getBoundingClientRect() ?? {};
          return top > 60 && bottom < innerHeight;
        });
      expect(await inView()).toBe(true);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      const at = await scrolled(page);
      await go(page, 'page-17 of guide');
      expect(await scrolled(page)).toBe(at);
      await go(page, 'page-0 of guide');
      expect(await inView()).toBe(true);
      expect(await scrolled(page)).toBeLessThan(at);
    }),
  );

  it.each([10, 11, 12, 13, 14, 15])(
    'shows the whole entry of page %d while an announcement moves its end out of view',
    async (number) => {
      await visit({}, async ({ page, open }) => {
        await open(`docs/guide/page-${number}/`);
        await page.locator('.announcement-bar').waitFor();
        const isWhole = () =>
          sidebarOf(page)
            .locator('[aria-current]')
            .evaluate((entry) => entry.getBoundingClientRect().bottom <= innerHeight);
        await expect.poll(isWhole).toBe(true);
      });
    },
  );

  it('shows the whole of an entry at its end below a high announcement', async () => {
    await visit({}, async ({ page, open }) => {
      await page.addInitScript(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('.announcement-bar { min-block-size: 9rem }');
        document.adoptedStyleSheets = [sheet];
      });
      await open('docs/reference/page-19/');
      const current = sidebarOf(page).locator('[aria-current]');
      const bottom = () => current.evaluate((entry) => entry.getBoundingClientRect().bottom);
      await expect.poll(bottom).toBeLessThanOrEqual(DESKTOP.height);
    });
  });

  it(
    'closes the categories beside one that opens, where autoCollapse is on',
    switched.reader(async ({ page, open }) => {
      await open('docs/recipes/page-1/');
      expect(await isOpen(page, 'The recipes')).toBe(true);
      await categoryOf(page, 'The guide').locator('> summary').click();
      expect(await isOpen(page, 'The recipes')).toBe(false);
      await go(page, 'page-2 of guide');
      expect(await isOpen(page, 'The guide')).toBe(true);
      await page.goBack();
      await heading1(page, 'page-1 of recipes');
      expect(await isOpen(page, 'The recipes')).toBe(true);
      expect(await isOpen(page, 'The guide')).toBe(false);
    }),
  );

  it(
    'is hidden by a button with a name and a state, which is remembered without a flash',
    switched.reader(async ({ page, open, documents }) => {
      await open('docs/recipes/page-1/');
      const hide = page.getByRole('button', { name: 'Hide sidebar', expanded: true });
      const show = page.getByRole('button', { name: 'Show sidebar', expanded: false });
      expect(await show.count()).toBe(0);
      await hide.click();
      expect(await sidebarOf(page).isVisible()).toBe(false);
      expect(await show.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.reload({ waitUntil: 'domcontentloaded' });
      // head.ts has run before anything was painted.
      expect(await page.evaluate(() => 'sidebarHidden' in document.documentElement.dataset)).toBe(
        true,
      );
      expect(await sidebarOf(page).isVisible()).toBe(false);
      await open('docs/guide/page-1/');
      expect(await accessibilityViolations(page)).toEqual([]);
      await show.click();
      expect(await sidebarOf(page).isVisible()).toBe(true);
      expect(await hide.evaluate((button) => button === document.activeElement)).toBe(true);
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.reload();
      expect(await sidebarOf(page).isVisible()).toBe(true);
      expect(documents()).toBe(4);
    }),
  );

  it(
    'is hidden for the page where storage is blocked',
    switched.reader(async ({ page, open, problems }) => {
      await page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      });
      await open('docs/intro/');
      await page.getByRole('button', { name: 'Hide sidebar' }).click();
      expect(await sidebarOf(page).isVisible()).toBe(false);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'is hidden by a click that came before the other scripts',
    switched.reader(async ({ page }) => {
      let release = (): void => {};
      const waiting = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/dw-assets/client-*.js', async (route) => {
        await waiting;
        await route.continue();
      });
      await page.goto(`${switched.server.url}docs/intro/`, { waitUntil: 'commit' });
      const hide = page.getByRole('button', { name: 'Hide sidebar' });
      await hide.click();
      await hide.click();
      expect(await sidebarOf(page).isVisible()).toBe(true);
      release();
      await sidebarOf(page).waitFor({ state: 'hidden' });
    }),
  );

  it(
    'has its button and its place in the menu of small screens only as a panel',
    switched.reader(
      async ({ page, open }) => {
        await page.addInitScript(() => localStorage.setItem('docwright.sidebar.hidden', 'yes'));
        await open('docs/intro/');
        await page.getByRole('button', { name: 'Open menu' }).click();
        const menu = page.getByRole('dialog', { name: 'Menu' });
        expect(await menu.getByRole('link', { name: 'Short' }).isVisible()).toBe(true);
        expect(await menu.getByRole('button', { name: /sidebar/ }).count()).toBe(0);
      },
      { context: { viewport: { width: 390, height: 700 } } },
    ),
  );

  it(
    'reaches every page without JavaScript',
    switched.reader(
      async ({ page }) => {
        await page.goto(`${switched.server.url}docs/intro/`);
        expect(await page.getByRole('button', { name: /sidebar/ }).count()).toBe(0);
        await categoryOf(page, 'The reference').locator('> summary').click();
        await page.getByRole('link', { name: 'page-7 of reference' }).click();
        await heading1(page, 'page-7 of reference');
      },
      { context: { javaScriptEnabled: false } },
    ),
  );
});
