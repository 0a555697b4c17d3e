import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { heading1, ready, withReader } from '../support/reader.ts';
import { serveSite, siteSuite } from '../support/suite.ts';
import { menuSite } from './support/menu-site.ts';

const PHONE = { width: 390, height: 700 };
/** A box has its place at once. */
const STILL = { viewport: PHONE, reducedMotion: 'reduce' } as const;

const { reader: phone, visit, server } = siteSuite(menuSite(), { context: STILL });

const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const buttonOf = (page: Page) => page.locator('.menu-button');
const closeOf = (page: Page) => menuOf(page).getByRole('button', { name: 'Close menu' });
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? '';
  });

async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Open menu' });
  await button.waitFor();
  // A click on the locator scrolls the page, although the button is in view.
  const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
  await page.mouse.click(x + 20, y + 20);
  await menuOf(page).waitFor();
}

async function isClosed(page: Page): Promise<void> {
  await menuOf(page).waitFor({ state: 'hidden' });
  await page.waitForFunction(() => !('docwrightCover' in (history.state ?? {})));
  expect(await page.locator('[inert]').count()).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe(
    'visible',
  );
}

describe('the mobile sidebar', () => {
  it(
    'is a dialog: focus inside, background inert, scroll locked; Escape, button and backdrop close it and give the focus back',
    phone(async ({ page, open, problems }) => {
      await open('docs/intro/');
      await page.evaluate(() => scrollTo(0, 500));
      const button = buttonOf(page);
      expect(await button.getAttribute('aria-expanded')).toBe('false');
      const ways = [
        () => page.keyboard.press('Escape'),
        () => closeOf(page).click(),
        () => page.mouse.click(380, 400),
      ];
      for (const close of ways) {
        await openMenu(page);
        expect(await button.getAttribute('aria-expanded')).toBe('true');
        expect(await button.getAttribute('aria-label')).toBe('Close menu');
        expect(await focusedName(page)).toBe('Close menu');
        expect(await menuOf(page).getAttribute('aria-modal')).toBe('true');
        for (const part of ['.header', '.content', '.footer, .skip-link'])
          expect(
            await page
              .locator(part)
              .first()
              .evaluate((element) => element.matches('[inert]')),
          ).toBe(true);
        await page.mouse.move(370, 400);
        await page.mouse.wheel(0, 300);
        expect(await page.evaluate(() => Math.round(scrollY))).toBe(500);
        await close();
        await isClosed(page);
        expect(await focusedName(page)).toBe('Open menu');
        expect(await button.getAttribute('aria-expanded')).toBe('false');
        expect(await page.evaluate(() => Math.round(scrollY))).toBe(500);
      }
      expect(problems).toEqual([]);
    }),
  );

  it(
    'opens with Enter and Space, and Tab stays inside',
    phone(async ({ page, open }) => {
      await open('docs/short/');
      for (const key of ['Enter', 'Space']) {
        await buttonOf(page).focus();
        await page.keyboard.press(key);
        await menuOf(page).waitFor();
        const outside: string[] = [];
        for (let step = 0; step < 12; step += 1) {
          await page.keyboard.press(step < 9 ? 'Tab' : 'Shift+Tab');
          const name = await page.evaluate(() => {
            const { activeElement } = document;
            return activeElement === document.body || activeElement?.closest('#dw-site-menu')
              ? ''
              : 'out';
          });
          if (name !== '') outside.push(name);
        }
        expect(outside).toEqual([]);
        await page.keyboard.press('Escape');
        await isClosed(page);
      }
    }),
  );

  it(
    'shows the docs sidebar first on docs pages, and leads to the main menu and back; the hidden panel is inert',
    phone(async ({ page, open }) => {
      await open('docs/guide/page-2/');
      await openMenu(page);
      const menu = menuOf(page);
      const panel = (name: string) => page.locator(`[data-menu-panel="${name}"]`);
      expect(await menu.getByRole('link', { name: 'page-2 of guide' }).isVisible()).toBe(true);
      expect(await menu.getByRole('link', { name: 'Plain' }).count()).toBe(0);
      expect(await panel('main').evaluate((element) => element.matches('[inert]'))).toBe(true);
      await menu.getByRole('button', { name: '← Back to main menu' }).click();
      expect(await panel('docs').evaluate((element) => element.matches('[inert]'))).toBe(true);
      expect(await panel('main').evaluate((element) => element.matches('[inert]'))).toBe(false);
      expect(await menu.getByRole('link', { name: 'Plain' }).isVisible()).toBe(true);
      expect(await focusedName(page)).toBe('Docs');
      await page.keyboard.press('Enter');
      expect(await focusedName(page)).toBe('← Back to main menu');
      await page.keyboard.press('Escape');
      await isClosed(page);
    }),
  );

  it(
    'shows the main menu on other pages, with dropdowns collapsed unless a child is active',
    phone(async ({ page, open }) => {
      await open('plain/');
      await openMenu(page);
      const menu = menuOf(page);
      expect(await menu.getByRole('button').allTextContents()).not.toContain('← Back to main menu');
      expect(await menu.getByRole('link', { name: 'Inside' }).count()).toBe(0);
      await menu.locator('summary', { hasText: 'More' }).click();
      await menu.getByRole('link', { name: 'Inside' }).click();
      await heading1(page, 'page-3 of guide');
      await openMenu(page);
      await menu.getByRole('button', { name: '← Back to main menu' }).click();
      expect(await menu.getByRole('link', { name: 'Inside' }).isVisible()).toBe(true);
      await page.reload();
      await ready(page);
      await openMenu(page);
      await menu.getByRole('button', { name: '← Back to main menu' }).click();
      expect(await menu.getByRole('link', { name: 'Inside' }).isVisible()).toBe(true);
    }),
  );

  it(
    'closes on a chosen link, which takes the place of its entry in the history',
    phone(async ({ page, open, documents }) => {
      await open('docs/intro/');
      const length = await page.evaluate(() => history.length);
      await openMenu(page);
      await menuOf(page).getByRole('link', { name: 'Short' }).click();
      await heading1(page, 'Short');
      await isClosed(page);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('dw-main');
      expect(await page.evaluate(() => history.length)).toBe(length + 1);
      await page.goBack();
      await heading1(page, 'Intro');
      await page.goForward();
      await heading1(page, 'Short');
      expect(documents()).toBe(1);
    }),
  );

  it(
    'closes on a link to the page that is shown, and leaves nothing in the history',
    phone(async ({ page, open, documents }) => {
      await open('plain/');
      await openMenu(page);
      await menuOf(page).getByRole('link', { name: 'Docs', exact: true }).click();
      await heading1(page, 'The guide');
      const first = page.url();
      await openMenu(page);
      await menuOf(page).locator('a[aria-current="page"]').first().click();
      await isClosed(page);
      expect(page.url()).toBe(first);
      await page.goBack();
      await heading1(page, 'Plain');
      expect(documents()).toBe(1);
    }),
  );

  it(
    'closes on a link to a part of the page, which takes the place of its entry',
    phone(async ({ page, open, documents }) => {
      await open('docs/intro/');
      const length = await page.evaluate(() => history.length);
      for (const round of [1, 2]) {
        await openMenu(page);
        await menuOf(page).getByRole('button', { name: '← Back to main menu' }).click();
        await menuOf(page).getByRole('link', { name: 'Part' }).click();
        await isClosed(page);
        expect(page.url(), `round ${round}`).toBe(`${server.url}docs/intro/#second-part`);
        const top = await page
          .locator('#second-part')
          .evaluate((element) => element.getBoundingClientRect().top);
        expect(top).toBeGreaterThan(59);
        expect(top).toBeLessThan(200);
      }
      await page.goBack();
      await page.waitForFunction(() => scrollY === 0);
      expect(page.url()).toBe(`${server.url}docs/intro/`);
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(length + 2);
      expect(documents()).toBe(1);
    }),
  );

  it(
    'leaves nothing in the history where the reader goes elsewhere',
    phone(async ({ page, open }) => {
      await open('docs/short/');
      await open('docs/intro/');
      await openMenu(page);
      await open('plain/');
      await page.goBack();
      await heading1(page, 'Intro');
      await ready(page);
      await isClosed(page);
      await page.goBack();
      await heading1(page, 'Short');
    }),
  );

  it(
    'is closed by Back without leaving the page, and by anything else without an entry that Back would have to pass',
    phone(async ({ page, open, documents }) => {
      await open('plain/');
      await page.evaluate(() => scrollTo(0, 300));
      await openMenu(page);
      await menuOf(page).getByRole('link', { name: 'Docs', exact: true }).click();
      await heading1(page, 'The guide');
      const url = page.url();
      await page.evaluate(() => scrollTo(0, 200));
      await openMenu(page);
      await page.goBack();
      await isClosed(page);
      expect(page.url()).toBe(url);
      expect(await page.evaluate(() => Math.round(scrollY))).toBe(200);
      expect(await focusedName(page)).toBe('Open menu');
      await openMenu(page);
      await page.keyboard.press('Escape');
      await isClosed(page);
      await openMenu(page);
      await closeOf(page).click();
      await isClosed(page);
      await page.goBack();
      await heading1(page, 'Plain');
      await page.waitForFunction(() => Math.round(scrollY) === 300);
      expect(documents()).toBe(1);
    }),
  );

  it(
    'comes again with Forward, and not with a reload',
    phone(async ({ page, open }) => {
      await open('docs/intro/');
      await openMenu(page);
      await page.goBack();
      await isClosed(page);
      await page.goForward();
      await menuOf(page).waitFor();
      await page.reload();
      await ready(page);
      await isClosed(page);
    }),
  );

  it(
    'closes where the window grows past 996 px, and scrolling is as it was',
    phone(async ({ page, open }) => {
      await open('docs/intro/');
      await page.evaluate(() => document.documentElement.style.setProperty('color', 'red'));
      await openMenu(page);
      await page.setViewportSize({ width: 996, height: 700 });
      expect(await menuOf(page).isVisible()).toBe(true);
      await page.setViewportSize({ width: 997, height: 700 });
      await isClosed(page);
      expect(await page.getByRole('navigation', { name: 'Documentation' }).isVisible()).toBe(true);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('dw-main');
      expect(await page.evaluate(() => document.documentElement.getAttribute('style'))).toBe(
        'color: red;',
      );
    }, {}),
  );

  it(
    'offers the search, which opens instead of it and gives the focus to the search button',
    phone(async ({ page, open }) => {
      await open('plain/');
      await openMenu(page);
      await menuOf(page).getByRole('button', { name: 'Search' }).click();
      const input = page.getByRole('combobox');
      await input.waitFor();
      expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
      await menuOf(page).waitFor({ state: 'hidden' });
      await page.keyboard.press('Escape');
      await isClosed(page);
      await input.waitFor({ state: 'hidden' });
      expect(await focusedName(page)).toBe('Search');
    }),
  );

  it('keeps the place of the scroll bar', async () => {
    const visible = await launchBrowser({ ignoreDefaultArgs: ['--hide-scrollbars'] });
    await withReader({ browser: visible, server, context: STILL }, async ({ page, open }) => {
      const width = () => page.evaluate(() => document.querySelector('main')?.clientWidth);
      await open('docs/intro/');
      const before = await width();
      expect(before).toBeLessThan(PHONE.width);
      await openMenu(page);
      expect(await width()).toBe(before);
      await open('docs/short/');
      await page.setViewportSize({ ...PHONE, height: 2000 });
      await openMenu(page);
      expect(await width()).toBe(PHONE.width);
    });
    await visible.close();
  });

  it.each([
    { width: 320, height: 256 },
    { width: 640, height: 320 },
    { width: 996, height: 700 },
  ])('covers the window and scrolls inside at $width x $height', async (viewport) => {
    await phone(
      async ({ page, open }) => {
        await open('docs/guide/page-19/');
        await openMenu(page);
        const box = await page.locator('#dw-site-menu').boundingBox();
        expect(box).toMatchObject({ x: 0, y: 0, height: viewport.height });
        const current = menuOf(page).locator('.sidebar a[aria-current="page"]');
        expect((await current.boundingBox())?.y).toBeLessThan(viewport.height);
        await menuOf(page).getByRole('link', { name: 'page-19 of reference' }).count();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
          await page.evaluate(() => document.documentElement.clientWidth),
        );
      },
      { context: { viewport } },
    )();
  });

  it('answers to a click that came before the app', async () => {
    await phone(async ({ page }) => {
      let answer = (): void => undefined;
      const held = new Promise<void>((resume) => (answer = resume));
      await page.route('**/site.json', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${server.url}docs/intro/`, { waitUntil: 'domcontentloaded' });
      await buttonOf(page).click();
      answer();
      await menuOf(page).waitFor();
      expect(page.url()).toBe(`${server.url}docs/intro/`);
    })();
  });

  it.each(['**/dw-assets/app-*.js', '**/site.json'])(
    'works where %s is missing',
    async (missing) => {
      await visit({ expected: /^Failed to (?:load|fetch)/ }, async ({ page }) => {
        await page.route(missing, (route) => route.fulfill({ status: 404, body: '' }));
        await page.goto(`${server.url}docs/guide/page-2/`, { waitUntil: 'networkidle' });
        await buttonOf(page).click();
        await menuOf(page).waitFor();
        await page.goBack();
        await isClosed(page);
        await buttonOf(page).click();
        await menuOf(page).getByRole('link', { name: 'page-1 of guide' }).click();
        await page.waitForURL('**/guide/page-1/');
      });
    },
  );

  it('is a link to plain lists without JavaScript', async () => {
    await phone(
      async ({ page }) => {
        await page.goto(`${server.url}docs/intro/`);
        // Its menu opens without scripts.
        const buttons = await page.getByRole('button').all();
        expect(
          await Promise.all(buttons.map((button) => button.getAttribute('aria-label'))),
        ).toEqual(['More for this page']);
        const article = await page.locator('article').boundingBox();
        const menus = await page.locator('#dw-site-menu').boundingBox();
        expect(menus?.y).toBeGreaterThan((article?.y ?? 0) + (article?.height ?? 0));
        await page.getByRole('link', { name: 'Open menu' }).click();
        await page.waitForURL('**/#dw-site-menu');
        const docs = page.getByRole('navigation', { name: 'Documentation' });
        await docs.locator('summary').first().click();
        expect(await docs.getByRole('link', { name: 'page-3 of guide' }).isVisible()).toBe(true);
        const menu = page.getByRole('navigation', { name: 'Site menu' });
        await menu.locator('summary', { hasText: 'More' }).click();
        await menu.getByRole('link', { name: 'Inside' }).click();
        await heading1(page, 'page-3 of guide');
      },
      { context: { javaScriptEnabled: false } },
    )();
  });

  it('slides from the right in a right-to-left site, and works under hideOnScroll', async () => {
    const host = await serveSite(
      menuSite({
        navbar: 'hideOnScroll: true,',
        locale: `i18n: { defaultLocale: 'ar', locales: [{ code: 'ar', dir: 'rtl', htmlLang: 'en' }] },`,
      }),
    );
    await visit({ server: host.server }, async (reader) => {
      const { page, open, problems } = reader;
      await open('docs/intro/');
      await openMenu(page);
      const box = await page.locator('.menu-head').boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(390);
      expect(box?.x).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
      await isClosed(page);
      expect(problems).toEqual([]);
    });
    await host.dispose();
  });

  it('has nothing for axe to find, in either panel and in both modes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = { colorScheme, bypassCSP: true };
      await visit({ context }, async ({ page, open }) => {
        await open('docs/guide/page-2/');
        await openMenu(page);
        expect(await accessibilityViolations(page)).toEqual([]);
        await menuOf(page).getByRole('button', { name: '← Back to main menu' }).click();
        await menuOf(page).locator('summary', { hasText: 'More' }).click();
        expect(await accessibilityViolations(page)).toEqual([]);
      });
    }
  });
});
