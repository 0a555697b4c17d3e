import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { ready } from '../support/reader.ts';
import type { StaticServer } from '../support/serve.ts';
import { type BuiltSite, serveSite, siteSuite } from '../support/suite.ts';
import { layoutSite } from './support/layout-site.ts';

const BARS = {
  a: `{ id: 'a', content: 'News <b>of</b> <a href="https://elsewhere.example/">today</a><script>alert(1)</script>', isCloseable: true, backgroundColor: '#112233', textColor: '#ffeedd' }`,
  b: `{ id: 'b', content: 'Other news', isCloseable: true }`,
  fixed: `{ content: '${'A long announcement that needs more than one line. '.repeat(12)}' }`,
  first: `{ content: 'The first text', isCloseable: true }`,
  second: `{ content: 'The second text', isCloseable: true }`,
};
type Bar = keyof typeof BARS;

const BASE = { baseUrl: '/base/', problems: /html-dropped$/ };
const { visit } = siteSuite(layoutSite({ announcementBar: BARS.a }), BASE);

function siteOf(name: Bar): Promise<BuiltSite> {
  return serveSite(layoutSite({ announcementBar: BARS[name] }), BASE);
}

async function host(name: Bar): Promise<StaticServer> {
  return (await siteOf(name)).server;
}

const bar = (page: Page): ReturnType<Page['locator']> =>
  page.getByRole('region', { name: 'Announcement' });
const closeButton = (page: Page): ReturnType<Page['locator']> =>
  bar(page).getByRole('button', { name: 'Close' });

/** Notes in every frame of the page whether the bar is shown, and every layout shift. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { frames: 0, shown: 0, hidden: 0, shift: 0 };
    Object.assign(window, { seen });
    const look = (): void => {
      const element = document.querySelector('.announcement-bar');
      if (element !== null) {
        seen.frames += 1;
        if (element.getClientRects().length > 0) seen.shown += 1;
        else seen.hidden += 1;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

interface Seen {
  readonly frames: number;
  readonly shown: number;
  readonly hidden: number;
  readonly shift: number;
}

/** What the frames have shown, some frames after the app has taken the page over. */
async function framesOf(page: Page): Promise<Seen> {
  await ready(page);
  return page.evaluate(
    () =>
      new Promise<Seen>((resolve) => {
        const later = (frames: number): void => {
          if (frames > 0) requestAnimationFrame(() => later(frames - 1));
          else resolve(Reflect.get(window, 'seen'));
        };
        later(10);
      }),
  );
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
}

describe('the announcement bar', () => {
  it('is a labeled region of the HTML of every page, with sanitized content', async () => {
    const { page, file, diagnostics, dispose } = await siteOf('a');
    for (const route of ['/', '/plain', '/docs/start', '/react']) {
      const html = page(route);
      expect(html).toContain('<section class="announcement-bar" aria-label="Announcement"');
      expect(html).toContain('News <b>of</b> <a href="https://elsewhere.example/"');
      expect(html).not.toContain('alert(1)');
    }
    expect(file('404.html')).toContain('announcement-bar');
    expect(diagnostics.join()).toContain('html-dropped');
    await dispose();
  });

  it('has the configured colors, under the strict policy', async () => {
    const server = await host('a');
    await visit({ server }, async ({ page, open, problems }) => {
      await open('docs/start/');
      const style = await bar(page).evaluate((element) => {
        const { backgroundColor, color } = getComputedStyle(element);
        return { backgroundColor, color };
      });
      expect(style).toEqual({ backgroundColor: 'rgb(17, 34, 51)', color: 'rgb(255, 238, 221)' });
      expect(problems).toEqual([]);
    });
    await server.close();
  });

  it('has a Close button only when it is closeable', async () => {
    const server = await host('fixed');
    await visit({ server }, async ({ page, open }) => {
      await open('docs/start/');
      expect(await bar(page).isVisible()).toBe(true);
      expect(await closeButton(page).count()).toBe(0);
      expect(await page.locator('script[data-announcement]').count()).toBe(0);
    });
    await server.close();
  });

  it.each([320, 1440])('grows with its text at %d px, and is accessible', async (width) => {
    for (const name of ['fixed', 'a'] as const) {
      const server = await host(name);
      const context = { viewport: { width, height: 800 }, bypassCSP: true };
      await visit({ server, context }, async ({ page, open }) => {
        await open('docs/start/');
        const box = await bar(page).boundingBox();
        const text = await bar(page).locator('.announcement-content').boundingBox();
        expect(text?.height).toBeLessThanOrEqual(box?.height ?? 0);
        if (name === 'fixed') expect(box?.height).toBeGreaterThan(60);
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        expect(scrollWidth).toBe(clientWidth);
        expect(await accessibilityViolations(page)).toEqual([]);
      });
      await server.close();
    }
  });

  it('is not on paper', async () => {
    const server = await host('a');
    await visit({ server }, async ({ page, open }) => {
      await open('docs/start/');
      await page.emulateMedia({ media: 'print' });
      expect(await bar(page).isVisible()).toBe(false);
    });
    await server.close();
  });
});

describe('a closed announcement bar', () => {
  it('is in no frame and shifts nothing, also with a slow CPU', async () => {
    const server = await host('a');
    await visit({ server }, async ({ page, open, problems }) => {
      await open('docs/start/');
      await closeButton(page).click();
      await bar(page).waitFor({ state: 'hidden' });
      await watchFrames(page);
      await slowDown(page);
      for (const path of ['docs/start/', 'docs/group/one/', '']) {
        await page.goto(server.url + path);
        const { frames, shown, shift } = await framesOf(page);
        expect(frames).toBeGreaterThan(5);
        expect({ shown, shift }).toEqual({ shown: 0, shift: 0 });
      }
      expect(problems).toEqual([]);
    });
    await server.close();
  });

  it.each([
    ['a', 'b'],
    ['first', 'second'],
  ] as const)('of id %s does not hide a new one of id %s at first paint', async (old, next) => {
    const server = await host(old);
    const newer = await host(next);
    await visit({ server }, async ({ page, open }) => {
      await open('docs/start/');
      await closeButton(page).click();
      await bar(page).waitFor({ state: 'hidden' });
      await page.route('**/*', async (route) => {
        const url = new URL(route.request().url());
        const response = await route.fetch({
          url: url.href.replace(url.origin, new URL(newer.url).origin),
        });
        await route.fulfill({ response });
      });
      await watchFrames(page);
      await slowDown(page);
      await page.goto(`${server.url}docs/start/`);
      const { shown, hidden, shift } = await framesOf(page);
      expect(shown).toBeGreaterThan(5);
      expect({ hidden, shift }).toEqual({ hidden: 0, shift: 0 });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
    await newer.close();
    await server.close();
  });

  it('was closed before the other scripts were there', async () => {
    const server = await host('a');
    await visit({ server }, async ({ page, open }) => {
      await page.route('**/dw-assets/client-*.js', () => {});
      await page.goto(`${server.url}docs/start/`, { waitUntil: 'commit' });
      await closeButton(page).click();
      await bar(page).waitFor({ state: 'hidden' });
      await page.unroute('**/dw-assets/client-*.js');
      await open('docs/start/');
      expect(await bar(page).isVisible()).toBe(false);
    });
    await server.close();
  });

  it('gives the focus to the next control, by mouse and keyboard', async () => {
    const server = await host('a');
    for (const way of ['click', 'Enter', 'Space'] as const) {
      await visit({ server }, async ({ page, open }) => {
        await open('docs/start/');
        const button = closeButton(page);
        await (way === 'click' ? button.click() : button.press(way));
        await bar(page).waitFor({ state: 'hidden' });
        const focus = await page.evaluate(() => {
          const { activeElement } = document;
          return {
            isInHeader: activeElement?.closest('.header') !== null,
            isShown: activeElement?.checkVisibility(),
          };
        });
        expect(focus).toEqual({ isInHeader: true, isShown: true });
      });
    }
    await server.close();
  });
});
