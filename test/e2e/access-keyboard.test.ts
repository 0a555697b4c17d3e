import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { API_PAGES } from '../support/achievo.ts';
import { accessSuite, openMenu, turnToMainMenu, windowOf } from './support/access-suite.ts';
import { type FocusStop, focused, operable, smallTargets, walk } from './support/focus.ts';

const { read } = accessSuite();

const GUIDE = 'docs/guide/everything/';
const PAGES = [
  { site: 'orchard', path: `${GUIDE}?theme=dark`, width: 1440 },
  { site: 'orchard', path: `${GUIDE}?theme=light`, width: 1440 },
  { site: 'orchard', path: `ar/${GUIDE}`, width: 1440 },
  { site: 'orchard', path: `${GUIDE}?theme=dark`, width: 390 },
  { site: 'orchard', path: '', width: 390 },
  { site: 'achievo', path: API_PAGES.circular.slice(1), width: 1440 },
  { site: 'achievo', path: API_PAGES.info.slice(1), width: 390 },
] as const;

/** What is wrong with the focus on its way. */
function troubles(stops: readonly FocusStop[]): readonly string[] {
  return stops.flatMap(({ label, outline, contrast, hidden }) => [
    ...(outline >= 2 ? [] : [`no outline: ${label}`]),
    ...(contrast >= 3 ? [] : [`contrast ${contrast.toFixed(1)}: ${label}`]),
    ...(hidden <= 0.1 ? [] : [`${Math.round(hidden * 100)} % hidden: ${label}`]),
  ]);
}

const unreached = async (page: Page, stops: readonly FocusStop[], within?: string) => {
  const reached = new Set(stops.map(({ index }) => index));
  const missing = (await operable(page, within)).filter((index) => !reached.has(index));
  return page.evaluate(
    (indexes) =>
      indexes.map((index) => document.body.querySelectorAll('*')[index]?.outerHTML.slice(0, 160)),
    missing,
  );
};

describe('targets are 24 px wide and high, but for links in a text (WCAG 2.5.8)', () => {
  const pages = [
    ...PAGES,
    { site: 'achievo', path: API_PAGES.circular.slice(1), width: 390 },
    { site: 'achievo', path: API_PAGES.schemas.slice(1), width: 390 },
    { site: 'achievo', path: '', width: 390 },
    { site: 'achievo', path: 'site-index/', width: 390 },
  ] as const;
  it.each(pages)('on $site/$path at $width px', async ({ site, path, width }) => {
    await read(
      site,
      async ({ page, open }) => {
        await open(path);
        expect(await smallTargets(page)).toEqual([]);
        if (width > 996) return;
        await openMenu(page);
        if ((await page.locator('[data-menu="main"]').count()) > 0) await turnToMainMenu(page);
        expect(await smallTargets(page)).toEqual([]);
      },
      { context: { viewport: windowOf(width) } },
    );
  });
});

describe('with the Tab key alone', () => {
  it.each(PAGES)(
    'everything is reached, there and back, and always seen: $site/$path at $width px (WCAG 2.1.1, 2.4.7, 2.4.11)',
    async ({ site, path, width }) => {
      await read(
        site,
        async ({ page, open }) => {
          await open(path);
          const stops = await walk(page);
          expect(troubles(stops)).toEqual([]);
          expect(await unreached(page, stops)).toEqual([]);
          expect(stops[0]?.label).toContain('skip-link');
          const back = await walk(page, 'Shift+Tab');
          expect(troubles(back)).toEqual([]);
          expect(back.map(({ label }) => label)).toEqual(
            stops.map(({ label }) => label).toReversed(),
          );
        },
        { context: { viewport: windowOf(width) } },
      );
    },
  );

  it('the menu keeps the focus, in both panels', async () => {
    const context = { viewport: windowOf(390) };
    await read(
      'orchard',
      async ({ page, open }) => {
        await open(GUIDE);
        await page.locator('.menu-button').focus();
        await page.keyboard.press('Enter');
        await page.getByRole('dialog', { name: 'Menu' }).waitFor();
        const first = await focused(page);
        expect(first?.label).toContain('Close menu');
        const docs = [...(first === undefined ? [] : [first]), ...(await walk(page))];
        expect(troubles(docs)).toEqual([]);
        expect(await unreached(page, docs, '#dw-site-menu')).toEqual([]);
        await page.getByRole('button', { name: '← Back to main menu' }).focus();
        await page.keyboard.press('Space');
        for (const summary of await page.locator('.menu summary').all()) {
          await summary.focus();
          await page.keyboard.press('Enter');
        }
        await page.locator('.menu-close').focus();
        const items = [...(first === undefined ? [] : [first]), ...(await walk(page))];
        expect(troubles(items)).toEqual([]);
        expect(await unreached(page, items, '#dw-site-menu')).toEqual([]);
        const places = new Set(await operable(page, '#dw-site-menu'));
        expect(items.filter(({ index }) => !places.has(index))).toEqual([]);
        await page.locator('.menu summary').first().focus();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' });
        expect(await page.evaluate(() => document.activeElement?.className)).toBe('menu-button');
      },
      { context },
    );
  });

  it('an open list of the navbar is walked through', async () => {
    await read(
      'orchard',
      async ({ page, open }) => {
        await open(GUIDE);
        for (const name of ['More', '2.0', 'English']) {
          const button = page.getByRole('button', { name, exact: true }).first();
          await button.focus();
          await page.keyboard.press('Space');
          const list = page.locator('.dropdown-menu:visible');
          const entries = await list.getByRole('link').count();
          const stops: FocusStop[] = [];
          for (let index = 0; index < entries; index += 1) {
            await page.keyboard.press('ArrowDown');
            const stop = await focused(page);
            if (stop !== undefined) stops.push(stop);
          }
          expect(troubles(stops)).toEqual([]);
          expect(new Set(stops.map(({ index }) => index)).size).toBe(entries);
          await page.keyboard.press('Escape');
          await list.waitFor({ state: 'hidden' });
          expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
        }
      },
      { context: { viewport: windowOf(1440) } },
    );
  });
});
