import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { API_PAGES } from '../support/achievo.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { fullRun } from '../support/browser.ts';
import { heading1, ready } from '../support/reader.ts';
import {
  accessSuite,
  openMenu,
  type SiteName,
  turnToMainMenu,
  windowOf,
} from './support/access-suite.ts';

const { read } = accessSuite();

const WIDTHS = [1440, 997, 996, 390, 320];
const GUIDE = 'docs/guide/everything/';

interface Kind {
  readonly name: string;
  readonly site: SiteName;
  readonly path: string;
  /** What the page says when it is there. */
  readonly heading?: string;
  readonly expected?: RegExp;
}

const KINDS: readonly Kind[] = [
  { name: 'home', site: 'achievo', path: '' },
  { name: 'guide', site: 'achievo', path: 'docs/randomness/backend/' },
  { name: 'doc with diagrams', site: 'achievo', path: 'docs/getting-started/concepts/' },
  { name: 'doc with wide tables', site: 'achievo', path: 'docs/getting-started/webhooks/' },
  { name: 'SDK doc without sidebar', site: 'achievo', path: 'docs/sdk/nft-ai/' },
  { name: 'plain page', site: 'achievo', path: 'markdown-page/' },
  { name: 'API info', site: 'achievo', path: API_PAGES.info.slice(1) },
  { name: 'operation', site: 'achievo', path: API_PAGES.circular.slice(1) },
  { name: 'operation with a callback', site: 'achievo', path: API_PAGES.callback.slice(1) },
  { name: 'schema', site: 'achievo', path: API_PAGES.allOfSchema.slice(1) },
  { name: 'list of schemas', site: 'achievo', path: API_PAGES.schemas.slice(1) },
  { name: 'list of all pages', site: 'achievo', path: 'site-index/' },
  { name: 'page that is not there', site: 'achievo', path: 'nowhere/', expected: /404/ },
  { name: 'generated home', site: 'orchard', path: '' },
  { name: 'doc with everything', site: 'orchard', path: GUIDE },
  { name: 'doc without sidebar', site: 'orchard', path: 'docs/alone/' },
  { name: 'page with a list', site: 'orchard', path: 'plain/' },
  { name: 'React page', site: 'orchard', path: 'react/' },
  { name: 'operation of another site', site: 'orchard', path: 'docs/api/post-plant-apple/' },
  { name: 'old version', site: 'orchard', path: 'docs/1.0/guide/setup/' },
  { name: 'version to come', site: 'orchard', path: 'docs/next/guide/new/' },
  { name: 'untranslated page, right to left', site: 'orchard', path: `ar/${GUIDE}` },
  { name: 'translated page, right to left', site: 'orchard', path: 'ar/docs/guide/setup/' },
];

interface State {
  readonly name: string;
  readonly on: 'all' | 'mobile' | 'desktop';
  readonly path?: string;
  readonly enter: (page: Page) => Promise<void>;
  readonly expected?: RegExp;
}

/** A dropdown of the navbar's last row: under the list of another one are parts of other targets. */
const dropdown = (page: Page, name: string) => page.getByRole('button', { name }).last();

const STATES: readonly State[] = [
  { name: 'as it comes', on: 'all', enter: async () => {} },
  {
    name: 'search open',
    on: 'desktop',
    enter: async (page) => {
      await page.locator('.navbar').getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('apple');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'search open from the menu',
    on: 'mobile',
    enter: async (page) => {
      await openMenu(page);
      await turnToMainMenu(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('apple');
      await page.getByRole('option').first().waitFor();
    },
  },
  ...['More', '2.0', 'English'].map(
    (name): State => ({
      name: `dropdown ${name} open`,
      on: 'desktop',
      enter: async (page) => {
        await dropdown(page, name).focus();
        await page.keyboard.press('Enter');
        await page.locator('.dropdown-menu:visible').waitFor();
      },
    }),
  ),
  { name: 'menu with the docs', on: 'mobile', enter: openMenu },
  {
    name: 'menu with the items, all open',
    on: 'mobile',
    enter: async (page) => {
      await openMenu(page);
      await turnToMainMenu(page);
      for (const summary of await page.locator('.menu summary').all()) await summary.click();
    },
  },
  {
    name: 'announcement closed',
    on: 'all',
    enter: async (page) => {
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.locator('.announcement-bar').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'another tab, wrapped code, open details',
    on: 'all',
    enter: async (page) => {
      await page.getByRole('tab', { name: 'Yarn' }).click();
      await page.locator('.code').first().hover();
      await page.getByRole('button', { name: /wrap/i }).first().click();
      await page.locator('article summary').click();
    },
  },
  {
    name: 'table of contents open',
    on: 'mobile',
    enter: async (page) => {
      await page.locator('.toc-button').click();
      await page.locator('.toc-link').first().waitFor();
    },
  },
  {
    name: 'sidebar hidden',
    on: 'desktop',
    enter: async (page) => {
      await page.getByRole('button', { name: 'Hide sidebar' }).click();
      await page.getByRole('button', { name: 'Show sidebar' }).waitFor();
    },
  },
  {
    name: 'closed category of the sidebar, focused',
    on: 'desktop',
    enter: async (page) => page.locator('.sidebar summary').last().focus(),
  },
  {
    name: 'marks of a hit',
    on: 'desktop',
    enter: async (page) => {
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('introduction');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await page.locator('article mark').first().waitFor();
    },
  },
  {
    name: 'skip link',
    on: 'all',
    enter: async (page) => page.locator('.skip-link').focus(),
  },
  {
    name: 'scrolled, header hidden',
    on: 'all',
    enter: async (page) => {
      await page.locator('main').hover();
      await page.mouse.wheel(0, 1200);
      await page.locator('html[data-navbar-hidden]').waitFor();
    },
  },
  {
    name: 'crashed',
    on: 'all',
    path: 'docs/',
    expected: /trouble/,
    enter: async (page) => {
      await page.locator('main').getByRole('link', { name: 'Crash' }).click();
      await heading1(page, 'This page crashed.');
    },
  },
  {
    name: 'could not be loaded',
    on: 'all',
    path: 'docs/',
    expected: /ERR_INTERNET_DISCONNECTED|Failed to load/,
    enter: async (page) => {
      // Nothing is loaded in advance.
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      );
      await page.reload();
      await ready(page);
      await page.context().setOffline(true);
      await page.locator('main').getByRole('link', { name: 'Everything' }).click();
      await page.getByRole('button', { name: 'Retry' }).waitFor();
    },
  },
];

const isOn = (on: State['on'], width: number): boolean =>
  on === 'all' || (on === 'mobile') === width <= 996;

const THEMES = ['dark', 'light'] as const;

/** In a normal run a kind has one wide and one narrow window, by turns; in the full run all of them. */
function widthsOf(index: number): readonly number[] {
  if (fullRun) return WIDTHS;
  return [[1440], [390], [997], [320]][index % 4] ?? WIDTHS;
}

describe('axe finds nothing (WCAG 2.2 AA and best practice)', () => {
  const kinds = KINDS.map((kind, index) => ({ ...kind, widths: widthsOf(index), index }));
  it.each(kinds)('on a page of the kind: $name', async ({ site, path, widths, index, ...kind }) => {
    await read(
      site,
      async ({ page, open }) => {
        for (const width of widths) {
          await page.setViewportSize(windowOf(width));
          const theme = (index + widths.indexOf(width)) % 2 === 0 ? 'dark' : 'light';
          for (const mode of fullRun && site === 'orchard' ? THEMES : [theme]) {
            await open(`${path}?theme=${mode}`);
            expect(await accessibilityViolations(page), `${width}px ${mode}`).toEqual([]);
          }
        }
      },
      { ...(kind.expected && { expected: kind.expected }) },
    );
  });

  const states = STATES.map((state, index) => {
    const fitting = WIDTHS.filter((width) => isOn(state.on, width));
    const one = fitting[index % fitting.length] ?? 1440;
    return { ...state, index, widths: fullRun ? fitting : [one] };
  });
  it.each(states)('in the state: $name', async ({ enter, expected, index, ...state }) => {
    for (const width of state.widths) {
      const theme = index % 2 === 0 ? 'light' : 'dark';
      for (const mode of fullRun ? THEMES : [theme]) {
        const context = { viewport: windowOf(width) };
        const options = { context, ...(expected && { expected }) };
        await read(
          'orchard',
          async ({ page, open }) => {
            await open(`${state.path ?? GUIDE}?theme=${mode}`);
            await enter(page);
            expect(await accessibilityViolations(page), `${width}px ${mode}`).toEqual([]);
          },
          options,
        );
      }
    }
  });
});
