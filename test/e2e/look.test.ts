import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ready } from '../support/reader.ts';
import type { SiteFiles } from '../support/site.ts';
import { siteSuite } from '../support/suite.ts';

const LONG =
  'const text = "one line that is so long that it scrolls on every screen of this test, and more";';

const SITE: SiteFiles = {
  'site.config.ts': `export default {
  title: 'Look',
  url: 'https://docs.example.com',
  favicon: 'favicon.svg',
  announcementBar: { content: 'New', isCloseable: true },
  docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
  navbar: {
    title: 'Look',
    items: [
      { type: 'docSidebar', sidebarId: 'docs', label: 'Guides' },
      { label: 'Products', items: [{ label: 'A product', to: '/docs/code' }] },
    ],
  },
};\n`,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/index.md': '# Start\n',
  'content/docs/code.md': `# Code\n\n## First\n\n\`\`\`ts\n${LONG}\n\`\`\`\n
\`\`\`js title="a.js"\na();\n\`\`\`\n\n## Second\n\n${'A paragraph.\n\n'.repeat(60)}`,
  'content/docs/group/one.md': '# One\n',
};

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const { reader, server } = siteSuite(SITE, {});

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element has no box');
  return box;
};

/** The names of controls that are smaller than a finger. */
const small = (page: Page, selector: string): Promise<readonly string[]> =>
  page.locator(selector).evaluateAll((found) =>
    found.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true });
      return isSeen && (width < 40 || height < 40)
        ? [`${element.className} ${width}×${height}`]
        : [];
    }),
  );

it(
  'the style sheet of all pages has at most 11 kB, with all rules of articles',
  reader(async ({ page, open }) => {
    await open('/');
    const sheets = page.locator('link[rel="stylesheet"]');
    expect(await sheets.count()).toBe(1);
    const answer = await page.request.get(
      new URL((await sheets.getAttribute('href')) ?? '', page.url()).href,
    );
    expect(gzipSync(await answer.body(), { level: 9 }).length).toBeLessThanOrEqual(11_000);
  }),
);

describe('a code block', () => {
  it(
    'has a header with its title or language, and a copy button that tells its result',
    reader(async ({ page, open }) => {
      await open('/docs/code/');
      await ready(page);
      const [first, second] = [page.locator('.code').first(), page.locator('.code').last()];
      const header = await first.evaluate((code) => {
        const { content, height } = getComputedStyle(code, '::before');
        return { content, height };
      });
      expect(header).toEqual({ content: '"TypeScript" / ""', height: '36px' });
      expect((await boxOf(second.locator('figcaption'))).height).toBe(36);
      expect(await second.getByRole('button').count()).toBe(1);
      expect(await first.getByRole('button', { name: 'Wrap' }).isVisible()).toBe(true);
      await page.evaluate(() =>
        Object.defineProperty(navigator, 'clipboard', {
          value: { writeText: () => Promise.resolve() },
        }),
      );
      await first.getByRole('button', { name: 'Copy' }).click();
      const copied = first.getByRole('button', { name: 'Copied' });
      await copied.waitFor();
      expect(await copied.getAttribute('data-result')).toBe('copied');
    }),
  );

  it(
    'fades at its end only while more can be scrolled to',
    reader(
      async ({ page, open }) => {
        await open('/docs/code/');
        const mask = (index: number): Promise<string> =>
          page
            .locator('.code > pre')
            .nth(index)
            .evaluate((pre) => getComputedStyle(pre).maskSize);
        const isLong = await page
          .locator('.code > pre')
          .first()
          .evaluate((pre) => pre.scrollWidth > pre.clientWidth);
        expect(isLong).toBe(true);
        expect(await mask(0)).toBe('100% 100%');
        expect(await mask(1)).toBe('auto');
        await page
          .locator('.code > pre')
          .first()
          .evaluate((pre) => pre.scrollBy(9999, 0));
        await page.waitForFunction(() => {
          const pre = document.querySelector('.code > pre');
          return pre !== null && getComputedStyle(pre).maskSize.includes('48px');
        });
      },
      { context: { viewport: { width: 600, height: 800 } } },
    ),
  );

  it(
    'has its header without scripts, and no button',
    reader(
      async ({ page }) => {
        await page.goto(`${server.url}docs/code/`);
        expect(await page.locator('.code').getByRole('button').count()).toBe(0);
        expect(await page.locator('.code figcaption').textContent()).toBe('a.js');
      },
      { context: { javaScriptEnabled: false } },
    ),
  );
});

describe('on a phone', () => {
  it(
    'the list of the contents is a bar that stays below the navbar, and anchors are below it',
    reader(
      async ({ page, open }) => {
        await open('/docs/code/');
        await ready(page);
        await page.locator('.toc-button').click();
        await page.locator('.toc').getByRole('link', { name: 'Second' }).click();
        const bar = await boxOf(page.locator('.toc'));
        const header = await boxOf(page.locator('.header'));
        expect(Math.abs(bar.y - header.y - header.height)).toBeLessThan(1);
        expect((await boxOf(page.locator('.toc-button'))).height).toBe(44);
        expect((await boxOf(page.locator('#second'))).y).toBeGreaterThan(bar.y + 44);
      },
      { context: PHONE },
    ),
  );

  it(
    'controls are large enough for a finger',
    reader(
      async ({ page, open }) => {
        await open('/docs/code/');
        await ready(page);
        const controls =
          'button, summary, .search-button, .menu-button, .pager-link, .breadcrumb a';
        expect(await small(page, controls)).toEqual([]);
        await page.locator('.menu-button').click();
        expect(await small(page, '#dw-site-menu :is(a, button, summary)')).toEqual([]);
        await page.getByRole('button', { name: 'Back to main menu' }).click();
        expect(await small(page, '#dw-site-menu :is(a, button, summary)')).toEqual([]);
      },
      { context: PHONE },
    ),
  );

  it(
    'the menu begins with the search, and names the sidebar that it leads to',
    reader(
      async ({ page, open }) => {
        await open('/docs/code/');
        await ready(page);
        await page.locator('.menu-button').click();
        const menu = page.getByRole('dialog');
        const search = await boxOf(menu.locator('.search-button'));
        await menu.getByRole('button', { name: 'Back to main menu' }).click();
        const sidebar = menu.getByRole('button', { name: 'Guides' });
        await sidebar.waitFor();
        expect(search.y).toBeLessThan((await boxOf(sidebar)).y);
      },
      { context: PHONE },
    ),
  );
});

describe('the navbar', () => {
  it(
    'shows the whole focus ring of a dropdown, whose panel the pointer reaches across the gap',
    reader(async ({ page, open }) => {
      await open('/docs/code/');
      await ready(page);
      const button = page.getByRole('button', { name: 'Products' });
      const [navbar, trigger] = [await boxOf(page.locator('.navbar')), await boxOf(button)];
      await button.focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      const ring = await button.evaluate((element) => {
        const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element);
        return { style: outlineStyle, out: parseFloat(outlineOffset) + parseFloat(outlineWidth) };
      });
      expect(ring.style).toBe('solid');
      expect(trigger.y - ring.out).toBeGreaterThanOrEqual(navbar.y);
      expect(trigger.y + trigger.height + ring.out).toBeLessThanOrEqual(navbar.y + navbar.height);
      await button.hover();
      const panel = page.locator('.header .dropdown-menu');
      await panel.waitFor();
      const { y } = await boxOf(panel);
      const end = navbar.y + navbar.height;
      expect(y).toBeGreaterThan(end);
      const inGap = await page.evaluate(
        ([left = 0, top = 0]) =>
          document.elementFromPoint(left, top)?.closest('.dropdown') !== null,
        [trigger.x + 20, (end + y) / 2],
      );
      expect(inGap).toBe(true);
    }),
  );

  it(
    'shows the color mode by its icon',
    reader(async ({ page, open }) => {
      await open('/');
      await ready(page);
      const icon = (): Promise<string> =>
        page
          .locator('.icon-color-mode')
          .first()
          .evaluate((element) => getComputedStyle(element).maskImage);
      const before = await icon();
      await page.locator('.color-mode-toggle').first().click();
      expect(await icon()).not.toBe(before);
    }),
  );
});
