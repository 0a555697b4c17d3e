import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { heading1, ready } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';
import { ITEMS, navbarSite } from './support/navbar-site.ts';

const DESKTOP = { viewport: { width: 1280, height: 720 } };

/** Readers have a mouse and a wide screen. */
const { reader, server } = siteSuite(navbarSite({ navbar: { items: ITEMS, hideOnScroll: true } }), {
  baseUrl: '/base/',
  context: DESKTOP,
});

const button = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name, exact: true });
const entry = (page: Page, name: string): Locator =>
  page.locator('.dropdown-menu').getByRole('link', { name });

/** Waits until a dropdown is open, or is not. */
async function expanded(page: Page, name: string, state: boolean): Promise<void> {
  const control = page.locator(`.dropdown-button[aria-expanded="${state}"]`, { hasText: name });
  await control.waitFor();
  const menu = control.locator('xpath=following-sibling::ul');
  await menu.waitFor({ state: state ? 'visible' : 'hidden' });
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

/** Takes the pointer out of the bar. */
async function away(page: Page): Promise<void> {
  await page.mouse.move(640, 500);
}

describe('a dropdown opens', () => {
  it(
    'on hover, stays while the pointer is over the list, and closes when it has left (WCAG 1.4.13)',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      await expanded(page, 'Guides', false);
      await button(page, 'Guides').hover();
      await expanded(page, 'Guides', true);
      await entry(page, 'Second').hover();
      await expanded(page, 'Guides', true);
      await away(page);
      await expanded(page, 'Guides', false);
    }),
  );

  it(
    'on a click, and closes on the next',
    reader(async ({ open, page, problems }) => {
      await open('docs/first/');
      await button(page, 'Guides').click();
      await expanded(page, 'Guides', true);
      await away(page);
      await button(page, 'Guides').hover();
      await expanded(page, 'Guides', true);
      await button(page, 'Guides').click();
      await expanded(page, 'Guides', false);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'on a tap, once, and closes on a touch outside',
    reader(
      async ({ open, page }) => {
        await open('docs/first/');
        await button(page, 'Guides').tap();
        await expanded(page, 'Guides', true);
        await button(page, 'Guides').tap();
        await expanded(page, 'Guides', false);
        await button(page, 'Guides').tap();
        await expanded(page, 'Guides', true);
        await page.locator('main p').first().tap();
        await expanded(page, 'Guides', false);
      },
      { context: { hasTouch: true } },
    ),
  );

  it.each(['Enter', 'Space'])(
    'on %s, with the focus on its button, and Tab leads into the list',
    async (key) =>
      reader(async ({ open, page }) => {
        await open('docs/first/');
        await button(page, 'Guides').focus();
        await page.keyboard.press(key);
        await expanded(page, 'Guides', true);
        expect(await focused(page)).toBe('Guides');
        await page.keyboard.press(key);
        await expanded(page, 'Guides', false);
        await page.keyboard.press(key);
        await page.keyboard.press('Tab');
        expect(await focused(page)).toBe('First');
        await expanded(page, 'Guides', true);
      })(),
  );

  it(
    'on ArrowDown, with the focus on the first entry; arrows, Home and End move',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      await button(page, 'Guides').focus();
      const steps = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'End', 'ArrowUp', 'Home'];
      const places: string[] = [];
      for (const key of steps) {
        await page.keyboard.press(key);
        places.push(await focused(page));
      }
      expect(places).toEqual([
        'First',
        'Second',
        'Elsewhere',
        'First',
        'Elsewhere',
        'Second',
        'First',
      ]);
      await page.keyboard.press('ArrowUp');
      expect(await focused(page)).toBe('Elsewhere');
    }),
  );

  it(
    'on a click that came before the app, once',
    reader(async ({ page, problems }) => {
      let answer = (): void => undefined;
      const held = new Promise<void>((resume) => (answer = resume));
      await page.route('**/site.json', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${server.url}docs/first/`, { waitUntil: 'domcontentloaded' });
      await button(page, 'Guides').click();
      await entry(page, 'Second').waitFor();
      answer();
      await expanded(page, 'Guides', true);
      await away(page);
      await button(page, 'Guides').click();
      await expanded(page, 'Guides', false);
      expect(problems).toEqual([]);
    }),
  );
});

describe('an open dropdown', () => {
  it(
    'closes on Escape, and the focus returns to the button',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      await button(page, 'Guides').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await expanded(page, 'Guides', false);
      expect(await focused(page)).toBe('Guides');
    }),
  );

  it(
    'closes on Escape where a pointer has opened it, and stays closed under the pointer (WCAG 1.4.13)',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      await button(page, 'Guides').hover();
      await expanded(page, 'Guides', true);
      await page.keyboard.press('Escape');
      await expanded(page, 'Guides', false);
      const box = await button(page, 'Guides').boundingBox();
      await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 20);
      await expanded(page, 'Guides', false);
    }),
  );

  it(
    'closes on mouse down outside, and when another one opens',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      await button(page, 'Guides').click();
      await expanded(page, 'Guides', true);
      await away(page);
      await page.mouse.down();
      await expanded(page, 'Guides', false);
      await page.mouse.up();
      await button(page, 'Guides').click();
      await button(page, 'More').hover();
      await expanded(page, 'More', true);
      await expanded(page, 'Guides', false);
      expect(await page.locator('.dropdown-button[aria-expanded="true"]').count()).toBe(1);
    }),
  );

  it(
    'closes when the focus goes elsewhere; Tab leaves it and closes it',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      await button(page, 'Guides').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      await expanded(page, 'Guides', false);
      expect(await focused(page)).toBe('Second');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+Tab');
      await expanded(page, 'Guides', false);
      expect(await focused(page)).toBe('Guides');
      await page.keyboard.press('Enter');
      await expanded(page, 'Guides', true);
      await page.locator('main a').first().focus();
      await expanded(page, 'Guides', false);
    }),
  );

  it(
    'closes with a chosen link, whose page takes the focus',
    reader(async ({ open, page, documents, problems }) => {
      await open('docs/first/');
      await button(page, 'Guides').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await heading1(page, 'Second');
      await expanded(page, 'Guides', false);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('dw-main');
      expect(documents()).toBe(1);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'closes when another page is shown',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      await page.locator('main').getByRole('link', { name: 'Second', exact: true }).click();
      await heading1(page, 'Second');
      await button(page, 'Guides').click();
      await expanded(page, 'Guides', true);
      await page.goBack();
      await heading1(page, 'First');
      await expanded(page, 'Guides', false);
    }),
  );

  it(
    'stays open if it is clicked before the page has had an idle moment',
    reader(async ({ page }) => {
      // Idle moments come when the test says so.
      await page.addInitScript(() => {
        const waiting: IdleRequestCallback[] = [];
        window.requestIdleCallback = (run) => waiting.push(run);
        const idle = (): void => {
          while (waiting.length > 0)
            waiting.shift()?.({ didTimeout: true, timeRemaining: () => 0 });
        };
        addEventListener('test-idle', idle);
      });
      await page.goto(`${server.url}docs/first/`);
      await button(page, 'Guides').click();
      await expanded(page, 'Guides', true);
      await page.evaluate(() => dispatchEvent(new Event('test-idle')));
      await ready(page);
      await expanded(page, 'Guides', true);
    }),
  );

  it.each([1000, 1440])('is inside the viewport at a width of %i px', async (width) =>
    reader(
      async ({ open, page }) => {
        await open('docs/first/');
        for (const name of ['Guides', 'More', 'English']) {
          await button(page, name).hover();
          await expanded(page, name, true);
          const menu = page.locator('.dropdown-button[aria-expanded="true"] + ul');
          const box = await menu.boundingBox();
          expect(box?.x, name).toBeGreaterThanOrEqual(0);
          expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(width);
          expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(260);
        }
      },
      { context: { viewport: { width, height: 260 } } },
    )(),
  );

  it(
    'has no violation of WCAG 2.2 AA, nor has the bar',
    reader(
      async ({ open, page }) => {
        await open('docs/first/');
        await button(page, 'More').hover();
        await expanded(page, 'More', true);
        expect(await accessibilityViolations(page)).toEqual([]);
      },
      { context: { bypassCSP: true } },
    ),
  );
});

describe('without JavaScript', () => {
  it(
    'a dropdown opens on hover and on focus within',
    reader(
      async ({ page }) => {
        await page.goto(`${server.url}docs/first/`);
        await entry(page, 'First').waitFor({ state: 'hidden' });
        await button(page, 'Guides').hover();
        await entry(page, 'First').waitFor();
        await away(page);
        await entry(page, 'First').waitFor({ state: 'hidden' });
        await button(page, 'Guides').focus();
        await page.keyboard.press('Tab');
        expect(await entry(page, 'First').evaluate((link) => link.matches(':focus'))).toBe(true);
      },
      { context: { javaScriptEnabled: false } },
    ),
  );
});

describe.each([true, false])('a list at the edge, with JavaScript: %s', (javaScriptEnabled) => {
  it.each(['ltr', 'rtl'])('is inside the viewport (%s)', async (direction) =>
    reader(
      async ({ page }) => {
        await page.route('**/docs/first/', async (route) => {
          const response = await route.fetch();
          const html = (await response.text()).replaceAll(/ integrity="[^"]*"/g, '');
          await route.fulfill({ response, body: html });
        });
        await page.route('**/*.css', async (route) => {
          const response = await route.fetch();
          const rules = `html { direction: ${direction} } .navbar-right { display: none }
            .navbar-brand { min-inline-size: 760px } .dropdown-menu { min-inline-size: 380px }`;
          await route.fulfill({ response, body: `${await response.text()}\n${rules}` });
        });
        await page.goto(`${server.url}docs/first/`);
        if (javaScriptEnabled) await ready(page);
        const list = page.locator('.dropdown', { hasText: 'Guides' }).locator('ul');
        await list.waitFor({ state: 'hidden' });
        await button(page, 'Guides').hover();
        await list.waitFor();
        const box = await list.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1200);
        await list.locator('a').first().hover();
        await list.waitFor();
      },
      { context: { viewport: { width: 1200, height: 600 }, javaScriptEnabled } },
    )(),
  );
});

describe('a locale entry', () => {
  it(
    'keeps the present query and fragment whatever has happened since',
    reader(async ({ open, page }) => {
      await open('docs/first/?x=1#end-of-first');
      const link = entry(page, 'English');
      await button(page, 'English').hover();
      await link.hover();
      const { href } = await link.evaluate((element: HTMLAnchorElement) => ({
        href: element.href,
      }));
      expect(new URL(href).pathname).toBe('/base/docs/first/');
      expect(href).toMatch(/\?x=1#end-of-first$/);
      await page.evaluate(() => history.replaceState(history.state, '', '?y=2#first'));
      await page.evaluate(() =>
        document.addEventListener('auxclick', (event) => event.preventDefault()),
      );
      await link.click({ button: 'middle' });
      expect(await link.getAttribute('href')).toMatch(/\?y=2#first$/);
    }),
  );

  it(
    'is one also where the site has one locale, with its language',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      const link = page.locator('.dropdown-menu a[hreflang]');
      expect(await link.count()).toBe(1);
      expect(await link.getAttribute('lang')).toBe('en');
      expect(await link.getAttribute('aria-current')).toBe('page');
    }),
  );
});

describe('hideOnScroll', () => {
  /** The header's lower edge, once it no longer moves: the bar is shown above 0. */
  const isShown = async (page: Page, state: boolean): Promise<void> => {
    await page.waitForFunction((wanted) => {
      const bottom = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0;
      return wanted ? bottom >= 59 : bottom <= 0;
    }, state);
  };
  const wheel = async (page: Page, way: number): Promise<void> => {
    await page.mouse.move(640, 500);
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, way);
    await page.waitForFunction((position) => scrollY !== position, before);
  };

  it(
    'hides the bar on the way down and shows it on the way up',
    reader(async ({ open, page, problems }) => {
      await open('docs/first/');
      await wheel(page, 30);
      await isShown(page, true);
      await wheel(page, 600);
      await isShown(page, false);
      await wheel(page, -100);
      await isShown(page, true);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'ignores a bounce at the end of the document',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      await wheel(page, 100_000);
      await page.waitForFunction(() => {
        return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      });
      await isShown(page, false);
      await wheel(page, -20);
      await isShown(page, false);
      await wheel(page, -300);
      await isShown(page, true);
    }),
  );

  it(
    'ignores the scroll of a jump to an anchor, which is below the bar',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      await page.locator('main').getByRole('link', { name: 'Down' }).click();
      await page.waitForFunction(() => scrollY > 1000);
      await page.evaluate(
        () => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume))),
      );
      await isShown(page, true);
      const top = await page.locator('#end-of-first').evaluate((heading) => {
        return heading.getBoundingClientRect().top;
      });
      expect(top).toBeGreaterThanOrEqual(60);
      await wheel(page, 200);
      await isShown(page, false);
    }),
  );

  it(
    'shows the bar on another page, unless an anchor is the target',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      const link = page.locator('main').getByRole('link', { name: 'To the anchor' });
      await wheel(page, 65);
      await wheel(page, 65);
      await isShown(page, false);
      await link.dispatchEvent('click');
      await heading1(page, 'Second');
      await page.waitForFunction(() => scrollY > 1000);
      await isShown(page, false);
      await page.goBack();
      await heading1(page, 'First');
      await isShown(page, true);
    }),
  );

  it(
    'shows the bar while the keyboard is in it',
    reader(async ({ open, page }) => {
      await open('docs/first/');
      await wheel(page, 600);
      await isShown(page, false);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('.header') !== null)).toBe(
        true,
      );
      await isShown(page, true);
      await page.evaluate(() => scrollTo(0, 2000));
      await isShown(page, true);
    }),
  );
});
