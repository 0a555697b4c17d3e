import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heading1 } from '../support/reader.ts';
import { answered, searchFor, searchParts, searchSuite } from './support/searching.ts';

const { reader, server } = searchSuite();

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

const isInView = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const row = document.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
    const list = document.querySelector('[role=listbox]')?.getBoundingClientRect();
    return (
      row !== undefined &&
      list !== undefined &&
      row.top >= list.top - 1 &&
      row.bottom <= list.bottom + 1
    );
  });

describe('Escape', () => {
  it(
    'closes the dialog and keeps the query on the button; again, it clears it',
    reader(async ({ page, open }) => {
      await open('docs/usage/');
      const { button, dialog } = await searchFor(page, 'walrus');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      const named = page.getByRole('button', { name: 'Search: walrus', exact: true });
      expect(await named.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('Escape');
      expect(await button.innerText()).not.toContain('walrus');
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    }),
  );

  it(
    'clears the query that was left in the dialog',
    reader(async ({ page, open }) => {
      await open('docs/usage/');
      const { button, input, hits, dialog } = await searchFor(page, 'walrus');
      await page.keyboard.press('Escape');
      await button.press('Enter');
      await hits.first().waitFor();
      expect(await input.inputValue()).toBe('walrus');
      await page.keyboard.press('Escape');
      expect(await input.inputValue()).toBe('');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }),
  );
});

describe('Tab', () => {
  it.each(['Tab', 'Shift+Tab'])(
    '(%s) closes the dialog and goes on from the button',
    async (key) => {
      await reader(async ({ page, open }) => {
        await open('docs/usage/');
        const { button, dialog } = searchParts(page);
        await button.focus();
        await page.keyboard.press(key);
        const neighbor = await focused(page);
        await searchFor(page, 'walrus');
        await page.keyboard.press(key);
        await dialog.waitFor({ state: 'hidden' });
        expect(await focused(page)).toBe(neighbor);
      })();
    },
  );
});

describe('arrows', () => {
  it(
    'go from the first hit up to the last, and the first is active on every new query',
    reader(async ({ page, open }) => {
      await open('');
      const { hits, input, active } = await searchFor(page, 'walru');
      expect(await active.getAttribute('id')).toBe(await hits.first().getAttribute('id'));
      expect(await input.getAttribute('aria-activedescendant')).toBe(
        await active.getAttribute('id'),
      );
      await page.keyboard.press('ArrowUp');
      expect(await active.getAttribute('id')).toBe(await hits.last().getAttribute('id'));
      expect(await isInView(page)).toBe(true);
      await page.keyboard.press('s');
      await answered(page, 'walrus');
      expect(await active.getAttribute('id')).toBe(await hits.first().getAttribute('id'));
    }),
  );

  it(
    'go down through the hits and what can be done else, and to the first again',
    reader(async ({ page, open }) => {
      await open('');
      const { rows, active } = await searchFor(page, 'walrus');
      const count = await rows.count();
      expect(count).toBeGreaterThan(8);
      for (let step = 1; step < count; step += 1) {
        await page.keyboard.press('ArrowDown');
        expect(await active.getAttribute('id')).toBe(await rows.nth(step).getAttribute('id'));
        expect(await isInView(page)).toBe(true);
      }
      await page.keyboard.press('ArrowDown');
      expect(await active.getAttribute('id')).toBe(await rows.first().getAttribute('id'));
    }),
  );

  it(
    'leave texts that are being composed alone',
    reader(async ({ page, open }) => {
      await open('');
      const { input, active, rows, dialog } = await searchFor(page, 'walrus');
      for (const key of ['ArrowDown', 'Enter', 'Escape', 'Tab']) {
        await input.evaluate((element, name) => {
          const init = { key: name, bubbles: true, cancelable: true, isComposing: true };
          element.dispatchEvent(new KeyboardEvent('keydown', init));
        }, key);
      }
      expect(await active.getAttribute('id')).toBe(await rows.first().getAttribute('id'));
      expect(await dialog.isVisible()).toBe(true);
    }),
  );
});

describe('Enter', () => {
  it(
    'shows the active hit without loading a document',
    reader(async ({ page, open, documents }) => {
      await open('');
      await searchFor(page, 'achievement');
      await page.keyboard.press('Enter');
      await heading1(page, 'Achievement');
      expect(documents()).toBe(1);
      expect(page.url()).toBe(`${server.url}docs/achievement/`);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('dw-main');
    }),
  );

  it(
    'waits for the answer to what was typed last',
    reader(async ({ page, open }) => {
      await open('');
      await searchFor(page, 'walrus');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('achievement');
      await page.keyboard.press('Enter');
      await heading1(page, 'Achievement');
    }),
  );

  it.each(['Control+Enter', 'Shift+Enter'])(
    'with a modifier (%s) opens a new page',
    async (key) => {
      await reader(async ({ page, open }) => {
        await open('');
        const { dialog } = await searchFor(page, 'achievement');
        const [other] = await Promise.all([
          page.context().waitForEvent('page'),
          page.keyboard.press(key),
        ]);
        await other.waitForURL(`${server.url}docs/achievement/`);
        expect(page.url()).toBe(server.url);
        expect(await dialog.isVisible()).toBe(true);
      })();
    },
  );

  it(
    'leaves modified clicks to the browser',
    reader(async ({ page, open }) => {
      await open('');
      const { hits } = await searchFor(page, 'achievement');
      const [other] = await Promise.all([
        page.context().waitForEvent('page'),
        hits.first().click({ modifiers: ['ControlOrMeta'] }),
      ]);
      await other.waitForURL(`${server.url}docs/achievement/`);
      expect(page.url()).toBe(server.url);
    }),
  );
});

describe('shortcuts', () => {
  it.each(['/', 'Control+k', 'Meta+k'])('%s opens the search', async (key) => {
    await reader(async ({ page, open }) => {
      await open('docs/usage/');
      await page.keyboard.press(key);
      await searchParts(page).input.waitFor();
      expect(await searchParts(page).input.inputValue()).toBe('');
    })();
  });

  it(
    'do nothing in fields and with other modifiers, nor when the reader has turned them off',
    reader(async ({ page, open }) => {
      await open('docs/usage/');
      const { dialog, rows } = searchParts(page);
      await page.keyboard.press('Control+/');
      await page.keyboard.press('Alt+/');
      await page.evaluate(() => {
        const field = document.createElement('textarea');
        document.body.append(field);
        field.focus();
      });
      await page.keyboard.press('/');
      await page.keyboard.press('Control+k');
      await page.evaluate(() => document.querySelector('textarea')?.remove());
      expect(await dialog.count()).toBe(0);
      await searchFor(page, 'walrus');
      await rows.filter({ hasText: 'Turn off the shortcuts' }).click();
      await rows.filter({ hasText: 'Turn on the shortcuts' }).waitFor();
      await page.keyboard.press('Escape');
      await open('docs/usage/');
      await page.keyboard.press('/');
      await page.keyboard.press('Control+k');
      expect(await dialog.count()).toBe(0);
      expect(await page.locator('.search-keys').first().isVisible()).toBe(false);
    }),
  );
});

describe('recent searches', () => {
  it(
    'are those that led somewhere; they can be repeated and cleared',
    reader(async ({ page, open }) => {
      await open('');
      await searchFor(page, 'achievement');
      await page.keyboard.press('Enter');
      await heading1(page, 'Achievement');
      const { button, rows, hits, input } = searchParts(page);
      await button.click();
      expect(await rows.first().innerText()).toBe('achievement');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await hits.first().waitFor();
      expect(await input.inputValue()).toBe('achievement');
      await input.fill('');
      await rows.filter({ hasText: 'Clear recent searches' }).click();
      await rows.filter({ hasText: 'achievement' }).waitFor({ state: 'detached' });
      expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    }),
  );
});

describe('entry pages', () => {
  it(
    'are there before anything is typed: the docs, pages of the navbar and the list of all pages',
    reader(async ({ page, open, documents }) => {
      await open('');
      const { button, rows, input, active } = searchParts(page);
      await button.click();
      await rows.filter({ hasText: 'All pages, A to Z' }).waitFor();
      const links = rows.and(page.locator('[href]'));
      expect(await links.allInnerTexts()).toEqual(['Documentation', 'Docs', 'All pages, A to Z']);
      // Enter in the empty field does nothing.
      expect(await active.count()).toBe(0);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      expect(await active.innerText()).toBe('Docs');
      await page.keyboard.press('Enter');
      await heading1(page, 'Wallet');
      expect(documents()).toBe(1);
      await button.click();
      expect(await input.inputValue()).toBe('');
    }),
  );
});
