import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { fullRun } from '../support/browser.ts';
import type { Reader, ReaderOptions } from '../support/reader.ts';
import type { SiteFiles } from '../support/site.ts';
import { serveSite, siteSuite } from '../support/suite.ts';
import { CROWDED, ITEMS, navbarSite } from './support/navbar-site.ts';

interface Visit {
  readonly files: SiteFiles;
  readonly context: ReaderOptions['context'];
}

const { visit: read } = siteSuite({ 'content/index.md': '# Start\n' });

/** Builds a site, and lets a reader read its first doc. */
async function visit({ files, context }: Visit, look: (reader: Reader) => Promise<void>) {
  const { server, dispose } = await serveSite(files, { baseUrl: '/base/' });
  await read({ server, context: { ...context, bypassCSP: true } }, async (reader) => {
    await reader.open('docs/first/');
    await look(reader);
  }).finally(dispose);
}

interface Box {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The items of the bar with their positions. */
function boxes(page: Page): Promise<readonly Box[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.navbar-brand, .navbar-item, .menu-button')]
      .filter((element) => element.closest('.navbar') !== null && element.checkVisibility())
      .map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { name: element.textContent, left, right, top, bottom };
      }),
  );
}

function overlaps(one: Box, other: Box): boolean {
  const across = one.left < other.right - 0.5 && other.left < one.right - 0.5;
  return across && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
}

describe('a crowded bar', () => {
  it('cuts nothing off, overlaps nothing and never widens the page', async () => {
    const context = { viewport: { width: 1440, height: 900 } };
    await visit({ files: CROWDED, context }, async ({ page, problems }) => {
      for (const width of [1440, 1200, 1100, 997, 996, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const shown = await boxes(page);
        for (const [index, box] of shown.entries()) {
          expect(box.left, `${width} ${box.name}`).toBeGreaterThanOrEqual(0);
          expect(box.right, `${width} ${box.name}`).toBeLessThanOrEqual(width);
          const others = shown.slice(index + 1).filter((other) => overlaps(box, other));
          expect(others, `${width} ${box.name}`).toEqual([]);
        }
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll('.navbar-title, .navbar-link')]
            .filter((element) => element.scrollWidth > element.clientWidth + 1)
            .filter((element) => getComputedStyle(element).display !== 'inline')
            .map((element) => element.textContent),
        );
        expect(cut, String(width)).toEqual([]);
        const root = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(root, String(width)).toBeLessThanOrEqual(width);
      }
      expect(problems).toEqual([]);
    });
  });

  it('offsets anchors by all of its rows, and scrolls away where it takes too much of the window', async () => {
    const context = { viewport: { width: 1200, height: 1200 } };
    await visit({ files: CROWDED, context }, async ({ page }) => {
      const heading = page.locator('#end-of-first');
      const top = async (): Promise<number> => {
        await page.locator('main').getByRole('link', { name: 'Down' }).click();
        await page.waitForFunction(() => scrollY > 1000);
        return heading.evaluate((element) => element.getBoundingClientRect().top);
      };
      const height = await page.locator('.header').evaluate((header) => {
        return header.getBoundingClientRect().bottom;
      });
      expect(height).toBeGreaterThan(120);
      expect(await top()).toBeGreaterThanOrEqual(height);
      await page.setViewportSize({ width: 1200, height: 400 });
      await page.waitForFunction(() => {
        const header = document.querySelector('.header')?.getBoundingClientRect();
        return header !== undefined && header.bottom <= 0;
      });
    });
  });
});

describe.each([undefined, 'dark', 'primary'])('the bar of style %s', (style) => {
  const files = navbarSite({
    navbar: { ...(style === undefined ? {} : { style }), items: ITEMS },
  });

  it.each(fullRun ? ['dark', 'light'] : [style === 'dark' ? 'light' : 'dark'])(
    'has no violation of WCAG 2.2 AA in the %s mode, with an open menu and a changed mode',
    async (theme) => {
      const context = { viewport: { width: 1280, height: 720 } };
      await visit({ files, context }, async ({ page, open, problems }) => {
        await open(`docs/first/?theme=${theme}`);
        const menu = page.getByRole('button', { name: 'Guides', exact: true });
        await menu.hover();
        await page.locator('.dropdown-button[aria-expanded="true"]').waitFor();
        expect(await accessibilityViolations(page)).toEqual([]);
        await page.getByRole('button', { name: `Color mode: ${theme}` }).click();
        const other = theme === 'dark' ? 'light' : 'dark';
        await page.locator(`html[data-theme="${other}"]`).waitFor();
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(problems).toEqual([]);
      });
    },
  );
});
