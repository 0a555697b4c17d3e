import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { heading1, ready } from '../support/reader.ts';
import { answered, searchParts, searchSuite } from './support/searching.ts';

const { reader, server } = searchSuite();

/** The parts of the search that a reader may have to wait for. */
const PARTS = {
  app: '**/dw-assets/app-*.js',
  dialog: '**/dw-assets/search-dialog-*.js',
  index: '**/search-index-*.json',
} as const;

/** Holds requests until it is called. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resume) => (release = resume));
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Opens a page whose client runs, and whose app runs unless it is held. */
async function openCold(page: Page, held: keyof typeof PARTS): Promise<void> {
  await page.goto(`${server.url}docs/usage/`);
  if (held !== 'app') await ready(page);
}

/** The field that has the focus: of the dialog, or before it. */
const field = (page: Page) => page.locator('dialog[open] input:focus');

describe('what is typed at once', () => {
  const WAYS = (['/', 'Control+k', 'click'] as const).flatMap((way) =>
    (['app', 'dialog', 'index'] as const).map((held) => ({ way, held })),
  );

  it.each(WAYS)('after $way arrives, while the $held is loading', async ({ way, held }) => {
    await reader(async ({ page }) => {
      const release = await hold(page, PARTS[held]);
      await openCold(page, held);
      if (way === 'click') await page.locator('.navbar-group .search-button').click();
      else await page.keyboard.press(way);
      await page.keyboard.type('tenant');
      expect(await field(page).inputValue()).toBe('tenant');
      release();
      const { input, hits, dialog } = searchParts(page);
      await answered(page, 'tenant');
      expect(await input.inputValue()).toBe('tenant');
      expect(await hits.first().getAttribute('href')).toBe('/base/docs/api/get-tenant/');
      expect(await dialog.count()).toBe(1);
      await page.keyboard.type('s');
      expect(await input.inputValue()).toBe('tenants');
    })();
  });

  it.each(['/', 'Control+k'])('after %s arrives on a slow connection', async (key) => {
    await reader(async ({ page }) => {
      await page.route('**/*.{js,json}', async (route) => {
        await new Promise((resume) => setTimeout(resume, 200));
        await route.continue();
      });
      await page.goto(`${server.url}docs/usage/`);
      await page.keyboard.press(key);
      // Letters that come before, during and after each change of the field.
      await page.keyboard.type('tenant', { delay: 150 });
      const { input, hits } = searchParts(page);
      await input.waitFor();
      await answered(page, 'tenant');
      expect(await input.inputValue()).toBe('tenant');
      expect(await hits.count()).toBeGreaterThan(0);
    })();
  });

  it(
    'can be corrected, pasted, and edited in the middle; the caret stays where it is',
    reader(async ({ page }) => {
      const release = await hold(page, PARTS.app);
      await openCold(page, 'app');
      await page.keyboard.press('/');
      await page.keyboard.type('tenxx');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await field(page).evaluate(() => document.execCommand('insertText', false, 'nt'));
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('a');
      await page.keyboard.press('Shift+End');
      release();
      const { input } = searchParts(page);
      await input.waitFor();
      expect(await input.inputValue()).toBe('tenant');
      await page.keyboard.press('Delete');
      expect(await input.inputValue()).toBe('tena');
    }),
  );

  it(
    'is composed to the end before the dialog takes over',
    reader(async ({ page }) => {
      const release = await hold(page, PARTS.dialog);
      await openCold(page, 'dialog');
      await page.keyboard.press('/');
      const session = await page.context().newCDPSession(page);
      await session.send('Input.imeSetComposition', {
        text: 'te',
        selectionStart: 2,
        selectionEnd: 2,
      });
      release();
      await page.waitForLoadState('networkidle');
      const { input } = searchParts(page);
      expect(await input.count()).toBe(0);
      await session.send('Input.insertText', { text: 'tenant' });
      await input.waitFor();
      expect(await input.inputValue()).toBe('tenant');
    }),
  );

  it.each(['app', 'dialog', 'index'] as const)(
    'and Enter choose the first result when the %s is there',
    async (held) => {
      await reader(async ({ page, documents }) => {
        const release = await hold(page, PARTS[held]);
        await openCold(page, held);
        await page.keyboard.press('Control+k');
        await page.keyboard.type('achievement');
        await page.keyboard.press('Enter');
        release();
        await heading1(page, 'Achievement');
        await searchParts(page).dialog.waitFor({ state: 'hidden' });
        expect(documents()).toBe(1);
      })();
    },
  );

  it(
    'is not chosen if more is typed after Enter',
    reader(async ({ page }) => {
      const release = await hold(page, PARTS.dialog);
      await openCold(page, 'dialog');
      await page.keyboard.press('/');
      await page.keyboard.type('walru');
      await page.keyboard.press('Enter');
      await page.keyboard.type('s');
      release();
      await answered(page, 'walrus');
      expect(await searchParts(page).dialog.isVisible()).toBe(true);
      expect(page.url()).toBe(`${server.url}docs/usage/`);
    }),
  );
});

describe('the field before the dialog', () => {
  it.each(['app', 'dialog'] as const)(
    'is closed by Escape, and stays so when the %s is there',
    async (held) => {
      await reader(async ({ page }) => {
        const release = await hold(page, PARTS[held]);
        await openCold(page, held);
        await page.keyboard.press('/');
        await page.keyboard.type('ten');
        await page.keyboard.press('Escape');
        expect(await page.locator('dialog').count()).toBe(0);
        const isOnButton = await page.evaluate(
          () => document.activeElement?.matches('[data-search]') === true,
        );
        expect(isOnButton).toBe(true);
        const loaded = page.waitForResponse(PARTS[held]);
        release();
        await loaded;
        await ready(page);
        await page.waitForLoadState('networkidle');
        expect(await page.locator('dialog[open]').count()).toBe(0);
        await page.keyboard.press('/');
        await searchParts(page).input.waitFor();
        expect(await searchParts(page).input.inputValue()).toBe('');
      })();
    },
  );

  it.each(['Tab', 'a click beside it'])('is closed by %s', async (way) => {
    await reader(async ({ page }) => {
      await hold(page, PARTS.dialog);
      await openCold(page, 'dialog');
      await page.keyboard.press('/');
      await field(page).waitFor();
      if (way === 'Tab') await page.keyboard.press('Tab');
      else await page.mouse.click(5, 600);
      expect(await page.locator('dialog').count()).toBe(0);
    })();
  });

  it(
    'is a named dialog with a named field, in which axe finds nothing',
    reader(
      async ({ page }) => {
        await hold(page, PARTS.app);
        await openCold(page, 'app');
        await page.keyboard.press('/');
        await field(page).waitFor();
        const dialog = page.getByRole('dialog', { name: 'Search' });
        expect(await dialog.getByRole('textbox', { name: 'Search' }).isVisible()).toBe(true);
        expect(await accessibilityViolations(page)).toEqual([]);
      },
      { context: { bypassCSP: true } },
    ),
  );

  it(
    'looks like the dialog: it does not move the page',
    reader(async ({ page }) => {
      const release = await hold(page, PARTS.app);
      await openCold(page, 'app');
      const places = () =>
        page.evaluate(() => [
          document.querySelector('h1')?.getBoundingClientRect().x,
          document.querySelector('dialog[open] input')?.getBoundingClientRect().toJSON(),
        ]);
      const [heading] = await places();
      await page.keyboard.press('/');
      await field(page).waitFor();
      const before = await places();
      expect(before[0]).toBe(heading);
      release();
      await searchParts(page).input.waitFor();
      expect((await places())[0]).toBe(heading);
    }),
  );
});
