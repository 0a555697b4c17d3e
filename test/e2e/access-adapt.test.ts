import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { API_PAGES } from '../support/achievo.ts';
import { accessSuite, openMenu, turnToMainMenu, windowOf } from './support/access-suite.ts';

const { read } = accessSuite();

const GUIDE = 'docs/guide/everything/';
const PAGES = [
  { site: 'orchard', path: GUIDE },
  { site: 'orchard', path: `ar/${GUIDE}` },
  { site: 'orchard', path: 'docs/1.0/guide/setup/' },
  { site: 'orchard', path: '' },
  { site: 'achievo', path: '' },
  { site: 'achievo', path: API_PAGES.circular.slice(1) },
  { site: 'achievo', path: API_PAGES.info.slice(1) },
  { site: 'achievo', path: 'site-index/' },
] as const;

/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { viewport: { width: 320, height: 256 } };

/** Elements beyond the sides of the window, except in boxes with their own scrolling. */
function reachingOut(page: Page, boxes = 'pre, .table-scroll'): Promise<readonly string[]> {
  return page.evaluate((scrollers) => {
    const scrolls = (element: Element): boolean =>
      element.closest(`${scrollers}, .live-region, .icon, [inert]`) !== null;
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !scrolls(element) && getComputedStyle(element).clipPath === 'none')
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < -1 || right > innerWidth + 1);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  }, boxes);
}

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe('at 400 % nothing scrolls in two directions (WCAG 1.4.10)', () => {
  it.each(PAGES)('$site/$path', async ({ site, path }) => {
    await read(
      site,
      async ({ page, open }) => {
        await open(path);
        expect(await reachingOut(page)).toEqual([]);
        expect(await scrollsSideways(page)).toBe(false);
      },
      { context: ZOOMED },
    );
  });

  it('the bar on top leaves most of the window to the page', async () => {
    await read(
      'orchard',
      async ({ page, open }) => {
        await open(GUIDE);
        await page.evaluate(() => scrollTo(0, 600));
        const bottom = await page
          .locator('.header')
          .evaluate((header) => header.getBoundingClientRect().bottom);
        expect(bottom).toBeLessThan(256 / 3);
      },
      { context: ZOOMED },
    );
  });

  it('every part of the menu and of the search can be scrolled to', async () => {
    await read(
      'orchard',
      async ({ page, open }) => {
        await open(GUIDE);
        await openMenu(page);
        await turnToMainMenu(page);
        for (const summary of await page.locator('.menu summary').all()) await summary.click();
        expect(await reachingOut(page)).toEqual([]);
        const last = page.locator('.menu').locator('a, button, summary').last();
        await last.scrollIntoViewIfNeeded();
        expect((await last.boundingBox())?.y).toBeLessThan(256 - 24);
        await page.getByRole('dialog').getByRole('button', { name: 'Search' }).click();
        await page.getByRole('combobox').fill('apple');
        await page.getByRole('option').first().waitFor();
        for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
        const chosen = page.locator('[role=option][aria-selected=true]');
        const box = await chosen.boundingBox();
        const input = await page.getByRole('combobox').boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual((input?.y ?? 0) + (input?.height ?? 0) - 1);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(257);
        expect(await reachingOut(page)).toEqual([]);
      },
      { context: ZOOMED },
    );
  });

  it('an open list of the navbar stays in a window of 1000 by 300 pixels, and scrolls', async () => {
    await read(
      'orchard',
      async ({ page, open }) => {
        await open(GUIDE);
        const button = page.getByRole('button', { name: 'More', exact: true }).last();
        await button.scrollIntoViewIfNeeded();
        await button.focus();
        await page.keyboard.press('Enter');
        await page.keyboard.press('End');
        const box = await page.locator('.dropdown-menu a:focus').boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(300);
      },
      { context: { viewport: { width: 1000, height: 300 } } },
    );
  });
});

const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Elements with text that their box or one around it cuts off. */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element): boolean => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      if (clipPath !== 'none') return false;
      const wide = overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1;
      const high = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1;
      return wide || high;
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.textContent.trim() !== '' && isCut(element))
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

describe('with the text spacing of WCAG 1.4.12 nothing is cut off', () => {
  const cases = PAGES.flatMap((page) => [1440, 320].map((width) => ({ ...page, width })));
  it.each(cases)('$site/$path at $width px', async ({ site, path, width }) => {
    await read(
      site,
      async ({ page, open }) => {
        await open(path);
        await page.addStyleTag({ content: SPACING });
        expect(await cutOff(page)).toEqual([]);
        expect(await reachingOut(page)).toEqual([]);
        expect(await scrollsSideways(page)).toBe(false);
        if (width > 996) return;
        await openMenu(page);
        expect(await cutOff(page)).toEqual([]);
      },
      { context: { viewport: windowOf(width) } },
    );
  });

  it('nor in the search', async () => {
    await read(
      'orchard',
      async ({ page, open }) => {
        await open(GUIDE);
        await page.addStyleTag({ content: SPACING });
        await page.keyboard.press('/');
        await page.getByRole('combobox').fill('apple');
        await page.getByRole('option').first().waitFor();
        expect(await cutOff(page)).toEqual([]);
      },
      { context: { viewport: windowOf(1440) } },
    );
  });
});

describe('a script whose letters are joined', () => {
  it('keeps them together in headings', async () => {
    await read('orchard', async ({ page, open }) => {
      await open('ar/docs/guide/setup/');
      const spacings = await page
        .locator('main :is(h1, h2)')
        .evaluateAll((headings) => headings.map((one) => getComputedStyle(one).letterSpacing));
      expect(spacings.filter((spacing) => !['normal', '0px'].includes(spacing))).toEqual([]);
      expect(spacings.length).toBeGreaterThan(1);
    });
  });
});

describe('readers who want no motion', () => {
  it.each([1440, 390])('get none at %i px', async (width) => {
    await read(
      'orchard',
      async ({ page, open }) => {
        await open(GUIDE);
        if (width <= 996) await openMenu(page);
        const moving = await page.evaluate(() =>
          [...document.querySelectorAll('*')].flatMap((element) =>
            ['', '::before', '::after'].flatMap((part) => {
              const style = getComputedStyle(element, part === '' ? undefined : part);
              const times = [style.transitionDuration, style.animationDuration];
              const isMoving = times
                .join()
                .split(',')
                .some((time) => Number.parseFloat(time) > 0.001);
              return isMoving || style.scrollBehavior === 'smooth' ? [element.className] : [];
            }),
          ),
        );
        expect(moving).toEqual([]);
      },
      { context: { viewport: windowOf(width) } },
    );
  });
});

describe('in forced colors', () => {
  it('states are shown by lines, not by backgrounds', async () => {
    await read(
      'orchard',
      async ({ page, open }) => {
        await open(GUIDE);
        /** What tells the first match of a selector from the other one, of what forced colors leave. */
        const tells = (one: string, other: string): Promise<readonly string[]> =>
          page.evaluate(
            ([first = '', second = '']) => {
              const names = ['outline', 'border', 'textDecorationLine', 'color', 'fontWeight'];
              const styles = [first, second].map((selector) => {
                const element = document.querySelector(selector);
                if (element === null) throw new Error(`no ${selector}`);
                return getComputedStyle(element);
              });
              const value = (index: number, name: string): unknown =>
                Reflect.get(styles[index] ?? {}, name);
              return names.filter((name) => value(0, name) !== value(1, name));
            },
            [one, other],
          );
        expect(
          await tells('.sidebar a[aria-current]', '.sidebar a:not([aria-current])'),
        ).not.toEqual([]);
        expect(await tells('.toc a[aria-current]', '.toc a:not([aria-current])')).not.toEqual([]);
        expect(
          await tells('.tab[aria-selected=true]', '.tab:not([aria-selected=true])'),
        ).not.toEqual([]);
        expect(
          await tells(
            '.navbar-left > li > a[aria-current]',
            '.navbar-left > li > a.navbar-link:not([aria-current])',
          ),
        ).not.toEqual([]);
        expect(await tells('.code .hl', '.code .line:not(.hl)')).not.toEqual([]);
        await page.keyboard.press('/');
        await page.getByRole('combobox').fill('apple');
        await page.getByRole('option').first().waitFor();
        expect(
          await tells(
            '[role=option][aria-selected=true]',
            '[role=option]:not([aria-selected=true])',
          ),
        ).not.toEqual([]);
      },
      { context: { viewport: windowOf(1440), forcedColors: 'active' } },
    );
  });
});

describe('marks of a search', () => {
  it('can be read in forced colors, in the list and in the article', async () => {
    for (const colorScheme of ['dark', 'light'] as const)
      await read(
        'orchard',
        async ({ page, open }) => {
          await open(GUIDE);
          await page.keyboard.press('/');
          await page.getByRole('combobox').fill('introduction');
          await page.getByRole('option').first().waitFor();
          const colors = (where: string): Promise<readonly string[]> =>
            page
              .locator(`${where} mark`)
              .first()
              .evaluate((mark) => {
                const { color, backgroundColor } = getComputedStyle(mark);
                return [color, backgroundColor];
              });
          // The system's own: black on yellow.
          expect(await colors('[role=listbox]')).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 0)']);
          await page.keyboard.press('Enter');
          await page.locator('article mark').first().waitFor();
          expect(await colors('article')).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 0)']);
        },
        { context: { viewport: windowOf(1440), forcedColors: 'active', colorScheme } },
      );
  });
});

describe('what scripts add to a page', () => {
  it.each([
    { path: API_PAGES.circular, width: 1440 },
    { path: API_PAGES.circular, width: 412 },
    { path: '/docs/api/post-badge-mint/', width: 412 },
  ])('moves nothing of $path at $width px', async ({ path, width }) => {
    await read(
      'achievo',
      async ({ page, open }) => {
        await page.addInitScript(() => {
          const seen: number[] = [];
          Object.assign(globalThis, { seen });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) seen.push(Reflect.get(entry, 'value'));
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await open(path.slice(1));
        await page.locator('.code-tool').first().waitFor({ state: 'attached' });
        const shifts = await page.evaluate(async () => {
          await new Promise((painted) =>
            requestAnimationFrame(() => requestAnimationFrame(painted)),
          );
          const seen: readonly number[] = Reflect.get(globalThis, 'seen');
          return seen.reduce((sum, value) => sum + value, 0);
        });
        // Less than a pixel of a small part.
        expect(shifts).toBeLessThan(0.001);
      },
      { context: { viewport: { width, height: 823 } } },
    );
  });
});

describe('the search', () => {
  it.each(['', GUIDE])('opens without moving the page behind it: %s', async (path) => {
    const context = { viewport: { width: 1440, height: 3000 } };
    await read(
      'orchard',
      async ({ page, open }) => {
        await open(path);
        const width = () => page.evaluate(() => document.querySelector('main')?.clientWidth);
        const before = await width();
        await page.keyboard.press('/');
        await page.getByRole('combobox').waitFor();
        expect(await width()).toBe(before);
      },
      { context },
    );
  });
});

describe('on paper', () => {
  it('a wide table is as wide as the sheet', async () => {
    const context = { viewport: { width: 700, height: 900 } };
    await read(
      'orchard',
      async ({ page, open }) => {
        await open(GUIDE);
        await page.emulateMedia({ media: 'print' });
        expect(await reachingOut(page, 'pre')).toEqual([]);
      },
      { context },
    );
  });

  it.each([GUIDE, 'docs/1.0/guide/setup/', ''])('there is the page alone: %s', async (path) => {
    await read('orchard', async ({ page, open }) => {
      await open(path);
      await page.emulateMedia({ media: 'print' });
      const chrome =
        '.header, .announcement-bar, .site-menu, .toc, .pager, .footer, .skip-link, button';
      const shown = await page.evaluate(
        (selector) =>
          [...document.querySelectorAll(selector)]
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .map((element) => element.outerHTML.slice(0, 120)),
        chrome,
      );
      expect(shown).toEqual([]);
      const text = await page.locator('main').innerText();
      if (path !== GUIDE) return;
      for (const part of ['Run this', 'Hidden words']) expect(text).toContain(part);
      // Of tabs, the chosen one.
      expect(text).not.toContain('Or that');
    });
  });
});
