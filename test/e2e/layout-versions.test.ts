import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { heading1, ready } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';
import { VERSIONS_SITE } from './support/versions-site.ts';

const KEY = 'docwright.version.default';

const { reader, server, visit } = siteSuite(VERSIONS_SITE, {
  baseUrl: '/base/',
  context: { viewport: { width: 1280, height: 720 } },
});

const bar = (page: Page): Locator =>
  page.getByRole('navigation', { name: /^Main$|^Navigation principale$/ });
const versionEntry = (page: Page, name: string): Locator =>
  bar(page).getByRole('list', { name: 'Versions' }).getByRole('link', { name, exact: true });
const localeEntry = (page: Page, name: string): Locator =>
  bar(page)
    .getByRole('list', { name: /^Languages$|^Langues$/ })
    .getByRole('link', { name, exact: true });

/** Opens the menu of versions, whose button has the label of one. */
async function openVersions(page: Page, label: string): Promise<void> {
  await bar(page).getByRole('button', { name: label, exact: true }).hover();
  await versionEntry(page, '2.0').waitFor();
}

async function openLocales(page: Page, label: string): Promise<void> {
  await bar(page).getByRole('button', { name: label, exact: true }).hover();
  await localeEntry(page, 'Français').waitFor();
}

const stored = (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), KEY);
const address = (page: Page): string => page.url().slice(server.url.length);

async function prefer(page: Page, name: string): Promise<void> {
  await page.addInitScript(
    ([key, value]) => {
      if (sessionStorage.getItem('prepared') === null) localStorage.setItem(key, value);
      sessionStorage.setItem('prepared', 'yes');
    },
    [KEY, name] as const,
  );
}

describe('the menu of versions', () => {
  it('shows the preferred version outside of the set, and remembers a choice, without the app', async () => {
    await visit({ expected: /^Failed to load resource/ }, async ({ page }) => {
      await page.route('**/dw-assets/app-*.js', (route) =>
        route.fulfill({ status: 404, body: '' }),
      );
      await page.goto(`${server.url}docs/1.0/first/`);
      await openVersions(page, '1.0');
      await versionEntry(page, '1.0').click();
      // The link loads the document again.
      await expect.poll(() => stored(page)).toBe('1.0');
      await page.goto(`${server.url}team/`);
      await bar(page).getByRole('button', { name: '1.0', exact: true }).waitFor();
      const link = bar(page).getByRole('link', { name: 'Docs', exact: true });
      expect(await link.getAttribute('href')).toBe('/base/docs/1.0/');
    });
  });

  it(
    'leads to the same doc in another version with query and fragment, and saves the preference',
    reader(async ({ open, page, documents, problems }) => {
      await open('docs/1.0/first/?x=1#usage');
      expect(await stored(page)).toBe(null);
      await openVersions(page, '1.0');
      await versionEntry(page, '2.0').click();
      await heading1(page, 'First of two');
      expect(address(page)).toBe('docs/first/?x=1#usage');
      expect(await stored(page)).toBe('2.0');
      expect(documents()).toBe(1);
      await openVersions(page, '2.0');
      expect(await versionEntry(page, '2.0').getAttribute('aria-current')).toBe('page');
      expect(problems).toEqual([]);
    }),
  );

  it(
    'leads to the main doc of a version that has no such doc',
    reader(async ({ open, page }) => {
      await open('docs/1.0/gone/?x=1#usage');
      await openVersions(page, '1.0');
      await versionEntry(page, '2.0').click();
      await heading1(page, 'Start of two');
      expect(address(page)).toBe('docs/?x=1#usage');
    }),
  );

  it(
    'keeps what the address has become since it was opened',
    reader(async ({ open, page }) => {
      await open('docs/1.0/first/?x=1');
      await openVersions(page, '1.0');
      await versionEntry(page, '2.0').focus();
      await page.evaluate(() => history.replaceState(history.state, '', '?y=2#usage'));
      await page.keyboard.press('Enter');
      await heading1(page, 'First of two');
      expect(address(page)).toBe('docs/first/?y=2#usage');
    }),
  );

  it.each(['Control', 'middle button'])(
    'opens a new tab with query and fragment on a click with the %s',
    async (how) =>
      reader(async ({ open, page }) => {
        await open('docs/1.0/first/?x=1#usage');
        await openVersions(page, '1.0');
        const [tab] = await Promise.all([
          page.context().waitForEvent('page'),
          versionEntry(page, '2.0').click(
            how === 'Control' ? { modifiers: ['Control'] } : { button: 'middle' },
          ),
        ]);
        await ready(tab);
        expect(address(tab)).toBe('docs/first/?x=1#usage');
        expect(await stored(tab)).toBe('2.0');
        expect(address(page)).toBe('docs/1.0/first/?x=1#usage');
      })(),
  );

  it(
    'answers to a click that came before the app',
    reader(async ({ page, documents, problems }) => {
      let answer = (): void => undefined;
      const held = new Promise<void>((resume) => (answer = resume));
      await page.route('**/site.json', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${server.url}docs/1.0/first/?x=1#usage`, { waitUntil: 'domcontentloaded' });
      await openVersions(page, '1.0');
      await versionEntry(page, '2.0').click();
      answer();
      await heading1(page, 'First of two');
      expect(address(page)).toBe('docs/first/?x=1#usage');
      expect(await stored(page)).toBe('2.0');
      expect(documents()).toBe(1);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'is a plain link where a docs set has one version',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      const link = bar(page).getByRole('link', { name: 'Current', exact: true });
      expect(await link.getAttribute('href')).toBe('/base/team/');
    }),
  );
});

describe('the preferred version', () => {
  it(
    'is what the bar shows and links to outside of the docs; a version in the address wins',
    reader(async ({ open, page, problems }) => {
      await prefer(page, '1.0');
      await open('');
      await bar(page).getByRole('button', { name: '1.0', exact: true }).waitFor();
      const docs = bar(page).getByRole('link', { name: 'Docs', exact: true });
      expect(await docs.getAttribute('href')).toBe('/base/docs/1.0/');
      await open('docs/first/');
      await bar(page).getByRole('button', { name: '2.0', exact: true }).waitFor();
      expect(await docs.getAttribute('href')).toBe('/base/docs/');
      expect(await stored(page)).toBe('1.0');
      expect(problems).toEqual([]);
    }),
  );

  it(
    'decides what is searched outside of the docs; a version in the address wins',
    reader(async ({ open, page }) => {
      await prefer(page, '1.0');
      const asked = (tag: string): Promise<unknown> =>
        page.waitForRequest((request) =>
          request.url().includes(`search-index-docs-default-${tag}.`),
        );
      await open('');
      await Promise.all([asked('1.0'), bar(page).locator('[data-search]:visible').hover()]);
      await open('docs/first/');
      await Promise.all([asked('2.0'), bar(page).locator('[data-search]:visible').hover()]);
    }),
  );

  it(
    'is forgotten where the site no longer has it',
    reader(async ({ open, page }) => {
      await prefer(page, '0.9');
      await open('');
      await bar(page).getByRole('button', { name: '2.0', exact: true }).waitFor();
      expect(await stored(page)).toBe(null);
    }),
  );

  it(
    'is followed in other tabs',
    reader(async ({ open, page }) => {
      await open('');
      const other = await page.context().newPage();
      await other.goto(`${server.url}docs/first/`);
      await ready(other);
      await openVersions(other, '2.0');
      await versionEntry(other, '1.0').click();
      await heading1(other, 'First of one');
      await bar(page).getByRole('button', { name: '1.0', exact: true }).waitFor();
    }),
  );

  it(
    'is lost without a word where storage is blocked',
    reader(async ({ open, page, problems }) => {
      await page.addInitScript(() =>
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        }),
      );
      await open('docs/1.0/first/');
      await openVersions(page, '1.0');
      await versionEntry(page, '2.0').click();
      await heading1(page, 'First of two');
      expect(problems).toEqual([]);
    }),
  );
});

describe('the menu of locales', () => {
  it(
    'leads to the same page in another locale with query and fragment, in a new document',
    reader(async ({ open, page, documents, problems }) => {
      await open('docs/first/?x=1#usage');
      await openLocales(page, 'English');
      expect(await localeEntry(page, 'English').getAttribute('aria-current')).toBe('page');
      const french = localeEntry(page, 'Français');
      expect(await french.getAttribute('hreflang')).toBe('fr');
      expect(await french.getAttribute('lang')).toBe('fr');
      await french.click();
      await heading1(page, 'Premier');
      await ready(page);
      expect(address(page)).toBe('fr/docs/first/?x=1#usage');
      expect(documents()).toBe(2);
      expect(page.context().pages()).toHaveLength(1);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
      await openLocales(page, 'Français');
      await localeEntry(page, 'English').click();
      await heading1(page, 'First of two');
      await ready(page);
      expect(address(page)).toBe('docs/first/?x=1#usage');
      expect(documents()).toBe(3);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'loads a document for another locale of the same language too',
    reader(async ({ open, page, documents }) => {
      await open('docs/first/?x=1#usage');
      await openLocales(page, 'English');
      await localeEntry(page, 'Simple English').click();
      await page.waitForURL(`${server.url}en-GB/docs/first/?x=1#usage`);
      await ready(page);
      await bar(page).getByRole('button', { name: 'Simple English', exact: true }).waitFor();
      expect(documents()).toBe(2);
      await openLocales(page, 'Simple English');
      await localeEntry(page, 'English').click();
      await page.waitForURL(`${server.url}docs/first/?x=1#usage`);
      await ready(page);
      expect(documents()).toBe(3);
    }),
  );

  it(
    'stays on the page with its own entry',
    reader(async ({ open, page, problems }) => {
      await open('docs/first/?x=1#usage');
      await openLocales(page, 'English');
      await localeEntry(page, 'English').click();
      expect(address(page)).toBe('docs/first/?x=1#usage');
      await heading1(page, 'First of two');
      expect(problems).toEqual([]);
    }),
  );
});

describe('the note above an article', () => {
  const note = (page: Page): Locator => page.getByRole('note');

  it(
    'leads from an old version to the same doc in the latest',
    reader(async ({ open, page, documents }) => {
      await open('docs/1.0/first/?x=1#usage');
      expect(await note(page).innerText()).toContain('version 1.0, which is no longer maintained');
      await note(page).getByRole('link').click();
      await heading1(page, 'First of two');
      expect(address(page)).toBe('docs/first/?x=1#usage');
      expect(await note(page).count()).toBe(0);
      expect(documents()).toBe(1);
    }),
  );

  it(
    'says what is not released yet, and what is not translated yet',
    reader(
      async ({ open, page }) => {
        await open('fr/docs/next/second/');
        const [version, translation] = await note(page).allInnerTexts();
        expect(version).toContain('n’est pas encore publiée');
        expect(translation).toBe('Cette page n’est pas encore traduite.');
        expect(await page.locator('article').getAttribute('lang')).toBe('en');
        expect(await accessibilityViolations(page)).toEqual([]);
      },
      { context: { bypassCSP: true } },
    ),
  );
});
