import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { follow } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';
import { layoutSite } from './support/layout-site.ts';

const BASE = { baseUrl: '/base/' };
const MODES = {
  system: `{ default: 'light', disableSwitch: false, respectPrefersColorScheme: true }`,
  own: `{ default: 'dark', disableSwitch: false, respectPrefersColorScheme: false }`,
  dark: `{ default: 'dark', disableSwitch: true }`,
};
const sites = {
  system: siteSuite(layoutSite({ colorMode: MODES.system }), BASE),
  own: siteSuite(layoutSite({ colorMode: MODES.own }), BASE),
  dark: siteSuite(layoutSite({ colorMode: MODES.dark }), BASE),
};

const theme = (page: Page): Promise<string | null> =>
  page.locator('html').getAttribute('data-theme');
const toggle = (page: Page): ReturnType<Page['locator']> =>
  page.getByRole('button', { name: /^Color mode/ });

describe('the color mode where the switch is enabled', () => {
  it.each([
    { site: 'system', query: 'dark', stored: 'light', system: 'light', shown: 'dark' },
    { site: 'system', query: undefined, stored: 'dark', system: 'light', shown: 'dark' },
    { site: 'system', query: undefined, stored: undefined, system: 'dark', shown: 'dark' },
    { site: 'system', query: undefined, stored: undefined, system: 'light', shown: 'light' },
    { site: 'system', query: 'pink', stored: 'blue', system: 'dark', shown: 'dark' },
    { site: 'own', query: undefined, stored: undefined, system: 'light', shown: 'dark' },
    { site: 'own', query: undefined, stored: 'light', system: 'dark', shown: 'light' },
    { site: 'own', query: 'light', stored: 'dark', system: 'dark', shown: 'light' },
  ] as const)(
    '$site: query $query > stored $stored > system $system is $shown, before the first paint',
    async ({ site: name, query, stored, system, shown }) => {
      const context = { colorScheme: system };
      await sites[name].visit({ context }, async (one) => {
        const { page, open, problems } = one;
        await page.addInitScript((value) => {
          if (value !== undefined) localStorage.setItem('docwright.theme', value);
          Object.assign(window, { painted: [] });
          const look = (): void => {
            Reflect.get(window, 'painted').push(document.documentElement.dataset['theme']);
            if (document.readyState !== 'complete') requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }, stored);
        await open(query === undefined ? 'docs/start/' : `docs/start/?theme=${query}`);
        expect(await theme(page)).toBe(shown);
        const painted: unknown[] = await page.evaluate(() => Reflect.get(window, 'painted'));
        expect(new Set(painted)).toEqual(new Set([shown]));
        await page.getByRole('button', { name: `Color mode: ${shown}` }).waitFor();
        await follow(page, 'By route', 'One');
        expect(await theme(page)).toBe(shown);
        expect(problems).toEqual([]);
      });
    },
  );

  it('follows the system while the reader has not chosen, and not afterwards', async () => {
    const context = { colorScheme: 'light' } as const;
    await sites.system.visit({ context }, async ({ page, open }) => {
      await open('docs/start/');
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.getByRole('button', { name: 'Color mode: dark' }).click();
      await page.getByRole('button', { name: 'Color mode: light' }).waitFor();
      await page.emulateMedia({ colorScheme: 'light' });
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await theme(page)).toBe('light');
    });
  });

  it('works before other scripts are there, and then says the present mode', async () => {
    await sites.own.visit({}, async ({ page }) => {
      let answer = (): void => undefined;
      const held = new Promise<void>((resume) => (answer = resume));
      await page.route('**/dw-assets/client-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${sites.own.server.url}docs/start/`, { waitUntil: 'commit' });
      const button = page.locator('.navbar .color-mode-toggle');
      await button.waitFor();
      expect(await button.getAttribute('aria-label')).toBe('Color mode');
      await button.click();
      expect(await theme(page)).toBe('light');
      answer();
      await page.getByRole('button', { name: 'Color mode: light' }).click();
      await page.getByRole('button', { name: 'Color mode: dark' }).waitFor();
    });
    expect(sites.own.page('/docs/start')).toMatch(
      /<button [^>]*aria-label="Color mode" disabled="" data-color-mode/,
    );
  });
});

describe('the color mode where only dark is offered', () => {
  it('is in the HTML; no toggle, stored choices and query ignored', async () => {
    const context = { colorScheme: 'light' } as const;
    await sites.dark.visit({ context }, async ({ page, open }) => {
      await page.addInitScript(() => localStorage.setItem('docwright.theme', 'light'));
      await open('docs/start/?theme=light');
      expect(await theme(page)).toBe('dark');
      expect(await page.locator('meta[name=color-scheme]').getAttribute('content')).toBe('dark');
      expect(await toggle(page).count()).toBe(0);
      const scheme = await page.evaluate(
        () => getComputedStyle(document.documentElement).colorScheme,
      );
      expect(scheme).toBe('dark');
    });
    const html = sites.dark.page('/docs/start');
    expect(html).toMatch(/<html [^>]*data-theme="dark"/);
  });
});
