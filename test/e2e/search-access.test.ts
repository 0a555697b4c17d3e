import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { fullRun } from '../support/browser.ts';
import { searchFor, searchParts, searchSuite } from './support/searching.ts';

const { reader, server } = searchSuite();

const WIDTHS = fullRun ? [390, 768, 1024, 1440] : [390, 1440];
const CASES = WIDTHS.flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme })),
);

/** Opens the dialog with the button: on small screens, an icon. */
async function openDialog(page: Page): Promise<void> {
  const { button, input } = searchParts(page);
  await button.click();
  await input.waitFor();
}

describe('the dialog, as axe sees it', () => {
  it.each(CASES)('has no violation at $width px, $theme', async ({ width, theme }) => {
    await reader(
      async ({ page, open }) => {
        await open(`docs/usage/?theme=${theme}`);
        await openDialog(page);
        expect(await accessibilityViolations(page)).toEqual([]);
        await searchFor(page, 'get tenant');
        await page.keyboard.press('ArrowDown');
        expect(await accessibilityViolations(page)).toEqual([]);
        await searchFor(page, 'zeppelni qqqq');
        expect(await accessibilityViolations(page)).toEqual([]);
        await searchFor(page, 'qqqqzzzz');
        expect(await accessibilityViolations(page)).toEqual([]);
        await searchFor(page, 'minted');
        await page.keyboard.press('Enter');
        await page.locator('mark').first().waitFor();
        expect(await accessibilityViolations(page)).toEqual([]);
      },
      { context: { viewport: { width, height: 800 }, bypassCSP: true } },
    )();
  });
});

describe('a reader with a screen reader', () => {
  it(
    'hears a modal dialog with a combobox, groups, options and how many there are',
    reader(async ({ page, open }) => {
      await open('docs/usage/');
      const { button } = searchParts(page);
      expect(await button.getAttribute('aria-haspopup')).toBe('dialog');
      await button.focus();
      await page.keyboard.press('Space');
      await searchParts(page).input.waitFor();
      const { input, dialog, list, active } = await searchFor(page, 'get tenant');
      expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
      expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await input.getAttribute('aria-expanded')).toBe('true');
      expect(await input.getAttribute('aria-controls')).toBe(await list.getAttribute('id'));
      expect(await input.getAttribute('aria-activedescendant')).toBe(
        await active.getAttribute('id'),
      );
      expect(await active.getAttribute('href')).toBe('/base/docs/api/get-tenant/');
      expect(await list.getByRole('group').count()).toBeGreaterThan(1);
      expect(await dialog.getByRole('status').innerText()).toMatch(/^\d results?$/);
      const inside = await list.evaluate((element) =>
        [...element.querySelectorAll<HTMLElement>('[role=option]')].flatMap((row) =>
          [...row.querySelectorAll<HTMLElement>('*')].filter((part) => part.tabIndex >= 0),
        ),
      );
      expect(inside).toEqual([]);
    }),
  );

  it(
    'hears which words a section does not have',
    reader(async ({ page, open }) => {
      await open('docs/usage/');
      const { hits } = await searchFor(page, 'lighthouse xylophone');
      expect(await hits.first().locator('.search-missing').innerText()).toContain('Missing:');
    }),
  );
});

describe('on a phone', () => {
  it(
    'the search is an icon in the navbar, takes the whole screen, and gives the focus back',
    reader(
      async ({ page, open }) => {
        await open('docs/usage/');
        const { dialog, button, input } = searchParts(page);
        const target = await button.boundingBox();
        expect(target?.width).toBeGreaterThanOrEqual(44);
        expect(target?.height).toBeGreaterThanOrEqual(44);
        await openDialog(page);
        const box = await dialog.boundingBox();
        expect(box).toMatchObject({ x: 0, y: 0, height: 800 });
        expect(box?.width).toBeGreaterThan(370);
        await searchFor(page, 'walrus');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          390,
        );
        await page.getByRole('button', { name: 'Close', exact: true }).click();
        await dialog.waitFor({ state: 'hidden' });
        expect(page.url()).toBe(`${server.url}docs/usage/`);
        const named = page.getByRole('button', { name: 'Search: walrus', exact: true });
        expect(await named.evaluate((element) => element === document.activeElement)).toBe(true);
        expect(await page.locator('.search-button:visible .search-keys').count()).toBe(0);
        await input.waitFor({ state: 'hidden' });
      },
      { context: { viewport: { width: 390, height: 800 } } },
    ),
  );

  it.each([320, 996, 997])('there is one search button at a width of %i', async (width) => {
    await reader(
      async ({ page, open }) => {
        await open('docs/usage/');
        const { button } = searchParts(page);
        expect(await button.count()).toBe(1);
        const box = await button.boundingBox();
        expect((box?.width ?? 0) < 60).toBe(width <= 996);
      },
      { context: { viewport: { width, height: 700 } } },
    )();
  });
});
