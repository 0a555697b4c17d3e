import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { API_PAGES } from '../support/achievo.ts';
import { fullRun } from '../support/browser.ts';
import { navEntries } from '../support/html.ts';
import { ready } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';
import { noteSearches, searchFor } from './support/searching.ts';

const { visit, server } = siteSuite('achievo');

const address = (route: string, id = ''): string =>
  new URL(id === '' ? route : `${route}#${encodeURIComponent(id)}`, server.url).href;

/** Properties that are folded away: in closed details, in a tab that is not selected, in both. */
const FOLDED = [
  [API_PAGES.circular, 'body.condition'],
  [API_PAGES.circular, 'body.condition.holds_token.amount'],
  [API_PAGES.circular, 'response.400.code'],
  [API_PAGES.callback, 'response.400.details[].path'],
  [API_PAGES.callback, 'callback.onDone.body.error.details'],
  [API_PAGES.circular, 'example-400'],
  [API_PAGES.credentials, 'sample-go'],
  [API_PAGES.schema, 'schema.not.not'],
] as const;

describe('a deep link', () => {
  /** Where the element with an id begins, in pixels below the sticky navbar; undefined where it cannot be seen. */
  const belowNavbar = (page: Page, id: string): Promise<number | undefined> =>
    page.evaluate((wanted) => {
      const element = document.getElementById(wanted);
      if (element === null || !element.checkVisibility()) return undefined;
      const { bottom } =
        document.querySelector('.header')?.getBoundingClientRect() ?? new DOMRect();
      return element.getBoundingClientRect().top - bottom;
    }, id);

  const expectInView = async (page: Page, id: string): Promise<void> => {
    await expect.poll(() => belowNavbar(page, id), { message: id }).toBeGreaterThanOrEqual(0);
    expect(await belowNavbar(page, id)).toBeLessThan(700);
  };

  it.each(FOLDED)('of %s opens what %s is folded away in, and goes there', async (route, id) => {
    await visit({}, async ({ page, problems, open }) => {
      await open(address(route, id));
      await expectInView(page, id);
      expect(problems).toEqual([]);
    });
  });

  it('works from within the page and from another page', async () => {
    const id = 'response.400.details[].path';
    await visit({}, async ({ page, open, documents }) => {
      await open(API_PAGES.circular);
      await page.evaluate((hash) => location.assign(hash), `#${encodeURIComponent(id)}`);
      await expectInView(page, id);
      await open(API_PAGES.info);
      const before = documents();
      await page.evaluate(
        (href) => {
          const link = document.querySelector('article a');
          link?.setAttribute('href', href);
        },
        address(API_PAGES.callback, id),
      );
      await page.locator('article a').first().click();
      await page.locator('h1', { hasText: 'Report a job status' }).waitFor();
      await expectInView(page, id);
      expect(documents()).toBe(before);
    });
  });

  it('works again after the reader has gone back and forward', async () => {
    const id = 'response.400.details[].path';
    await visit({}, async ({ page, open, documents }) => {
      await open(API_PAGES.info);
      await page
        .locator('article a')
        .first()
        .evaluate((link, href) => link.setAttribute('href', href), address(API_PAGES.callback, id));
      await page.locator('article a').first().click();
      await expectInView(page, id);
      await page.goBack();
      await page.locator('h1', { hasText: 'Achievo API' }).waitFor();
      await page.goForward();
      await expectInView(page, id);
      expect(documents()).toBe(1);
    });
  });

  it('of a search result selects the tab that it is in', async () => {
    const id = 'response.201.priority';
    await visit({}, async ({ page, open }) => {
      await noteSearches(page);
      await open(API_PAGES.circular);
      await page.getByRole('tab', { name: /^Errors: 400/ }).click();
      await expect.poll(() => page.locator(`[id="${id}"]`).isVisible()).toBe(false);
      const { list } = await searchFor(page, 'priority');
      await list.locator(`[href$="${API_PAGES.circular}#${id}"]`).click();
      await expectInView(page, id);
    });
  });

  it('shows its target without JavaScript', async () => {
    await visit({ context: { javaScriptEnabled: false } }, async ({ page }) => {
      for (const [route, id] of FOLDED) {
        await page.goto('about:blank');
        await page.goto(address(route, id));
        await expectInView(page, id);
      }
    });
  });
});

/** The words of an article, without the controls that scripts add. */
function words(page: Page): Promise<string> {
  return page.evaluate(() => {
    const article = document.querySelector('article')?.cloneNode(true);
    if (!(article instanceof HTMLElement)) return '';
    for (const tool of article.querySelectorAll('.code-tools, .code-tool')) tool.remove();
    return (article.textContent ?? '').replace(/\s+/g, ' ').trim();
  });
}

async function apiRoutes(): Promise<readonly string[]> {
  const html = await (await fetch(address(API_PAGES.info))).text();
  const routes = navEntries(html, 'Documentation').map((entry) => entry.split(' ').at(-1) ?? '');
  return [...new Set(routes.filter((route) => route.startsWith('/docs/api/')))];
}

describe('without JavaScript', () => {
  it('a page says the same, and shows every panel', async () => {
    const routes = fullRun ? await apiRoutes() : Object.values(API_PAGES);
    const plain = new Map<string, string>();
    await visit({ context: { javaScriptEnabled: false } }, async ({ page }) => {
      for (const route of routes) {
        await page.goto(address(route));
        plain.set(route, await words(page));
        const hidden = await page
          .locator('article :is(.tab-panel, .tab-heading)')
          .evaluateAll((found) => found.filter((panel) => !panel.checkVisibility()).length);
        expect(`${route} ${hidden}`).toBe(`${route} 0`);
        expect(await page.getByRole('tablist').count()).toBe(0);
      }
    });
    await visit({}, async ({ page, open }) => {
      for (const route of routes) {
        await open(route);
        expect(await words(page)).toBe(plain.get(route));
      }
    });
    expect(plain.get(API_PAGES.circular)).toContain('How many the player needs at least.');
  });

  it('closed parts of a tree open by a click on their summary', async () => {
    await visit({ context: { javaScriptEnabled: false } }, async ({ page }) => {
      await page.goto(address(API_PAGES.circular));
      const row = page.locator('[id="body.condition"]');
      await row.getByText('Show 6 alternatives').click();
      await row.locator('summary', { hasText: /^holds_token$/ }).click();
      await page.locator('[id="body.condition.holds_token.amount"]').waitFor();
    });
  });
});

/** UiMessages of an article that paper does not show whole: hidden, or outside the width of the page. */
function lostTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const lost: string[] = [];
    const article = document.querySelector('article') ?? document.body;
    const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
    const isControl = (element: Element): boolean =>
      element.closest('.code-tools, .code-tool, .tab-list, .api-tools') !== null ||
      // Samples are printed in one language.
      element.closest('[data-tabs="language"] > .tab-panel:not([data-selected])') !== null;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (element === null || text === '' || isControl(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, height } = range.getBoundingClientRect();
      const isSeen = element.checkVisibility() && height > 0;
      if (!isSeen || left < 0 || right > document.documentElement.clientWidth + 1) lost.push(text);
    }
    return lost;
  });
}

describe('on paper', () => {
  const routes = [API_PAGES.circular, API_PAGES.callback, API_PAGES.info, API_PAGES.schema];
  const paper = { viewport: { width: 700, height: 990 } };

  it.each([true, false])('everything is there (JavaScript: %s)', async (javaScriptEnabled) => {
    await visit({ context: { ...paper, javaScriptEnabled } }, async ({ page }) => {
      for (const route of routes) {
        await page.goto(address(route));
        if (javaScriptEnabled) await ready(page);
        await page.emulateMedia({ media: 'print' });
        expect(await lostTexts(page)).toEqual([]);
        const around =
          '.header, .site-menu, .sidebar, .footer, .pager, .toc, .code-tool, .tab-list';
        const shown = await page
          .locator(around)
          .evaluateAll((found) => found.filter((part) => part.checkVisibility()).length);
        expect(`${route} ${shown}`).toBe(`${route} 0`);
        await page.emulateMedia({ media: 'screen' });
      }
    });
  });

  it('samples are in the chosen language, or all where nothing can be chosen', async () => {
    const printed = (page: Page): Promise<readonly string[]> =>
      page
        .locator('[data-tabs="language"] .tab-heading')
        .evaluateAll((found) =>
          found.filter((one) => one.checkVisibility()).map((one) => one.textContent ?? ''),
        );
    await visit({ context: paper }, async ({ page, open }) => {
      await open(API_PAGES.list);
      await page.getByRole('tab', { name: 'Python' }).click();
      await page.emulateMedia({ media: 'print' });
      expect(await printed(page)).toEqual(['Python']);
    });
    await visit({ context: { ...paper, javaScriptEnabled: false } }, async ({ page }) => {
      await page.goto(address(API_PAGES.list));
      await page.emulateMedia({ media: 'print' });
      expect(await printed(page)).toEqual(['api-client', 'cURL', 'JavaScript', 'Python', 'Go']);
    });
  });

  it('closed details open while the page is printed, and close again', async () => {
    await visit({ context: paper }, async ({ page, open }) => {
      await open(API_PAGES.circular);
      const closed = page.locator('article details:not([open])');
      const before = await closed.count();
      await page.evaluate(() => {
        addEventListener('beforeprint', () => {
          const { length } = document.querySelectorAll('article details:not([open])');
          document.documentElement.dataset['closed'] = String(length);
        });
      });
      await page.pdf();
      expect(await page.locator('html').getAttribute('data-closed')).toBe('0');
      expect(before).toBeGreaterThan(0);
      expect(await closed.count()).toBe(before);
    });
  });
});
