import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { LiveFinding } from '../../src/shared/live.ts';
import { accessibilityViolations } from '../support/axe.ts';
import type { Reader, ReaderOptions } from '../support/reader.ts';
import { suite } from '../support/suite.ts';
import { liveSite } from './support/live.ts';
import { noteSearches, searchFor } from './support/searching.ts';

const HOSTILE = '<img src=x onerror="document.title=\'hacked\'"><script>1</script>';

const ERROR: LiveFinding = {
  code: 'page-not-found',
  severity: 'error',
  message: `there is no page ${HOSTILE}`,
  location: 'content/docs/first.md:3:12',
  frame: `3 | See [the other](./other.md) ${HOSTILE} ${'and so on '.repeat(12)}\n  |     ^^^^^^^^^^^^^^^^^^^^^^^`,
  hint: 'the nearest page is content/docs/others.md',
};
const WARNING: LiveFinding = {
  code: 'unused-image',
  severity: 'warning',
  message: 'nothing shows this image',
  location: 'static/picture.png',
};
const ONE_ERROR = { errors: 1, shown: [ERROR] };
const WARNINGS = { warnings: 3, shown: [WARNING] };

const { host: live, visit } = suite({
  open: () =>
    liveSite(
      {
        'site.config.ts': `export default { title: 'Live', url: 'https://docs.example.com', favicon: 'favicon.svg' };\n`,
        'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'content/index.md': '# Start\n\nWords.\n',
      },
      '/',
    ),
});

afterEach(() => live().find({}));

interface Overlay {
  readonly panel: Locator;
  readonly badge: Locator;
  readonly close: Locator;
}

function overlayOf(page: Page): Overlay {
  const overlay = page.getByRole('region', { name: 'Problems of the site' });
  return {
    panel: overlay.locator('.panel'),
    badge: overlay.locator('.badge'),
    close: overlay.getByRole('button', { name: 'Close' }),
  };
}

function look(
  read: (reader: Reader & Overlay) => Promise<void>,
  context: ReaderOptions['context'] = {},
): () => Promise<void> {
  return () =>
    visit({ context }, async (reader) => {
      await reader.open('');
      await read({ ...reader, ...overlayOf(reader.page) });
    });
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return (activeElement?.shadowRoot?.activeElement ?? activeElement)?.className ?? '';
  });

describe('the overlay', () => {
  it(
    'shows errors as the terminal does, as text, and goes when they are fixed',
    look(async ({ page, panel }) => {
      expect(await panel.count()).toBe(0);
      live().find({ ...ONE_ERROR, checking: true });
      await panel.waitFor();
      const text = await panel.innerText();
      for (const part of [
        ERROR.code,
        ERROR.message,
        ERROR.location,
        ERROR.hint,
        '1 error',
        'Checking…',
      ])
        expect(text).toContain(part);
      expect(await panel.locator('pre').textContent()).toBe(ERROR.frame);
      expect(await panel.locator('img, script').count()).toBe(0);
      live().find({});
      await panel.waitFor({ state: 'detached' });
      expect(await page.title()).not.toContain('hacked');
    }),
  );

  it(
    'is there for a page that is opened later',
    look(async ({ page, panel }) => {
      live().find(ONE_ERROR);
      await panel.waitFor();
      await page.reload();
      await panel.waitFor();
    }),
  );

  it(
    'shows a badge for warnings, which opens it',
    look(async ({ page, panel, badge, close }) => {
      live().find(WARNINGS);
      await badge.waitFor();
      expect(await badge.innerText()).toBe('3 warnings');
      expect(await panel.isVisible()).toBe(false);
      await badge.click();
      expect(await panel.innerText()).toContain(
        'The first 1 are shown. The terminal has all of them.',
      );
      expect(await focused(page)).toBe('close');
      await close.click();
      expect(await panel.isVisible()).toBe(false);
      expect(await focused(page)).toContain('badge');
    }),
  );

  it(
    'stays closed until there is another error',
    look(async ({ page, panel, badge }) => {
      live().find(ONE_ERROR);
      await panel.waitFor();
      await page.keyboard.press('Escape');
      await badge.waitFor();
      live().find({ errors: 1, shown: [{ ...ERROR, location: 'content/docs/first.md:9:12' }] });
      live().find({ errors: 1, warnings: 1, shown: [ERROR, WARNING] });
      await badge.getByText('1 error, 1 warning').waitFor();
      expect(await panel.isVisible()).toBe(false);
      live().find({ errors: 2, shown: [ERROR, { ...ERROR, message: 'another one' }] });
      await panel.waitFor();
    }),
  );

  it(
    'leaves the focus, the typed text and Escape to the dialog of the search',
    look(async ({ page, panel }) => {
      await noteSearches(page);
      await page.reload();
      const { input, dialog } = await searchFor(page, 'wor');
      live().find(ONE_ERROR);
      await panel.waitFor();
      await page.keyboard.type('ds');
      expect(await input.inputValue()).toBe('words');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(await panel.isVisible()).toBe(true);
    }),
  );
});

describe('the overlay for everyone', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    it(
      `has no finding of axe in ${colorScheme}, and fits 320 px`,
      look(
        async ({ page, panel, badge }) => {
          live().find({ errors: 1, warnings: 1, shown: [ERROR, WARNING] });
          await panel.waitFor();
          const box = await panel.boundingBox();
          expect(box?.x).toBeGreaterThanOrEqual(0);
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
          expect(await accessibilityViolations(page)).toEqual([]);
          live().find(WARNINGS);
          await badge.waitFor();
          expect(await accessibilityViolations(page)).toEqual([]);
        },
        { colorScheme, viewport: { width: 320, height: 560 }, bypassCSP: true },
      ),
    );

  it(
    'is read by keyboard',
    look(async ({ page, panel }) => {
      live().find(ONE_ERROR);
      await panel.waitFor();
      const order: string[] = [];
      await panel.locator('.close').focus();
      for (let step = 0; step < 3; step += 1) {
        order.push(await focused(page));
        await page.keyboard.press('Tab');
      }
      expect(order).toEqual(['close', 'list', 'frame']);
      const frame = panel.locator('pre');
      expect(await frame.evaluate((pre) => pre.scrollWidth > pre.clientWidth)).toBe(true);
    }),
  );
});
