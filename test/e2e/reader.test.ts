import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { follow, heading1, ready } from '../support/reader.ts';
import { serveSite, siteSuite } from '../support/suite.ts';
import { LONG_SIDEBAR_SITE, READER_SITE } from './support/reader-site.ts';

const { reader, visit, server } = siteSuite(READER_SITE, {
  baseUrl: '/base/',
  expected: /^Failed to (?:load resource|fetch)/,
});

const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));
const rootHtml = (page: Page): Promise<string> =>
  page.evaluate(() => document.getElementById('dw-root')?.innerHTML ?? '');

describe('the first page', () => {
  it(
    'keeps the nodes of the article through hydration, and has no problem',
    reader(async ({ page, problems }) => {
      await page.goto(`${server.url}docs/second/`);
      await page.evaluate(() => {
        const nodes = [...document.querySelectorAll('article, article *')];
        Object.assign(window, { kept: () => nodes.every((node) => node.isConnected) });
      });
      await ready(page);
      expect(await page.evaluate('kept()')).toBe(true);
      await page.getByRole('button', { name: /Color mode: / }).click();
      expect(await page.evaluate('kept()')).toBe(true);
      expect(problems).toEqual([]);
    }),
  );

  it('opens a category of a long sidebar in place, with the entries of a page of it', async () => {
    const { server: host, dispose } = await serveSite(LONG_SIDEBAR_SITE);
    await visit({ server: host }, async ({ page, problems, documents }) => {
      await page.goto(`${host.url}docs/part-3/doc-11/`);
      const sidebar = page.getByRole('navigation', { name: 'Documentation' });
      const links = sidebar.locator('li a:not([role="button"])');
      const inHtml = await links.count();
      await ready(page);
      const closed = sidebar.locator('[role="button"][aria-expanded="false"]');
      const before = await closed.count();
      await closed.first().focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => links.count()).toBeGreaterThan(inHtml);
      expect(await closed.count()).toBe(before - 1);
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('summary');
      expect(await sidebar.locator('[aria-current]').count()).toBe(1);
      // It stays open on the next page.
      const opened = await sidebar.locator('details[open]').count();
      await sidebar.locator('a[href$="part-3/doc-19/"]').click();
      await page.waitForURL('**/part-3/doc-19/');
      expect(await sidebar.locator('details[open]').count()).toBe(opened);
      expect([problems, documents()]).toEqual([[], 1]);
    });
    await dispose();
  });

  it(
    'is asked for once',
    reader(async ({ open, page }) => {
      const before = server.requests.length;
      await open('docs/code/');
      await page.waitForLoadState('networkidle');
      const urls = server.requests.slice(before).map(({ url }) => url);
      expect(urls.filter((url) => url === '/base/docs/code/')).toHaveLength(1);
    }),
  );

  it(
    'repeats every click that came before the app, once',
    reader(async ({ page, problems }) => {
      let answer = (): void => undefined;
      const held = new Promise<void>((resume) => (answer = resume));
      await page.route('**/dw-assets/react-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${server.url}counter/`, { waitUntil: 'domcontentloaded' });
      const button = page.locator('main').getByRole('button');
      await button.click();
      await button.click();
      expect(await button.innerText()).toBe('Count 0');
      answer();
      await page.getByRole('button', { name: 'Count 2' }).waitFor();
      await button.click();
      expect(await button.innerText()).toBe('Count 3');
      expect(problems).toEqual([]);
    }),
  );

  it('leaves links to the browser where the app is missing', async () => {
    await visit({}, async ({ page, documents }) => {
      await page.route('**/dw-assets/app-*.js', (route) =>
        route.fulfill({ status: 404, body: '' }),
      );
      await page.goto(`${server.url}docs/first/`, { waitUntil: 'networkidle' });
      await follow(page, 'Second', 'Second');
      expect(documents()).toBe(2);
      expect(await page.locator('article').innerText()).toContain('Paragraph 39.');
      await page.getByRole('button', { name: 'Search' }).click();
      await heading1(page, 'All pages');
    });
  });

  it('reads and navigates without JavaScript', async () => {
    await visit(
      { context: { javaScriptEnabled: false } },
      async ({ page, documents, problems }) => {
        await page.goto(`${server.url}docs/first/`);
        await follow(page, 'Second', 'Second');
        expect(documents()).toBe(2);
        // Its menu opens without scripts.
        const buttons = await page.getByRole('button').all();
        expect(
          await Promise.all(buttons.map((button) => button.getAttribute('aria-label'))),
        ).toEqual(['More for this page']);
        expect(problems).toEqual([]);
      },
    );
  });
});

describe('a navigation', () => {
  it(
    'shows the page without a document load: title, focus, announcement, top',
    reader(async ({ page, open, documents, problems }) => {
      await open('docs/first/');
      await page.evaluate(() => scrollTo(0, 1500));
      await follow(page, 'Second from below', 'Second');
      expect(documents()).toBe(1);
      expect(page.url()).toBe(`${server.url}docs/second/`);
      expect(await page.title()).toBe('Second | Reader');
      expect(await page.getByRole('status').innerText()).toBe('Second | Reader');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('dw-main');
      expect(await scrollTop(page)).toBe(0);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'goes to an anchor below the navbar and puts the focus there',
    reader(async ({ page, open }) => {
      await open('docs/first/');
      await follow(page, 'To the anchor', 'Second');
      const { id, top, bottom } = await page.evaluate(() => ({
        id: document.activeElement?.id,
        top: document.getElementById('deep-part')?.getBoundingClientRect().top ?? 0,
        bottom: document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0,
      }));
      expect(id).toBe('deep-part');
      expect(top).toBeGreaterThanOrEqual(bottom);
      expect(top).toBeLessThan(bottom + 100);
    }),
  );

  it.each(['#nothing', '#%E0%A4%A', '#"]:not(*', '#%23'])(
    'goes to the top where the anchor is %s',
    async (hash) => {
      await visit({}, async ({ page, open, problems }) => {
        await open('docs/first/');
        await page.evaluate(() => scrollTo(0, 900));
        await page.evaluate((suffix) => {
          const link = document.querySelector<HTMLAnchorElement>('article a[href$="/second/"]');
          link?.setAttribute('href', `/base/docs/second/${suffix}`);
          link?.click();
        }, hash);
        await heading1(page, 'Second');
        expect(await scrollTop(page)).toBe(0);
        expect(problems).toEqual([]);
      });
    },
  );

  it(
    'restores scrolling on Back and Forward, also between anchors of one page',
    reader(async ({ page, open, documents }) => {
      await open('docs/first/');
      await page.evaluate(() => scrollTo(0, 700));
      await page.evaluate(() =>
        document.querySelector<HTMLElement>('article a[href$="/second/"]')?.click(),
      );
      await heading1(page, 'Second');
      await page.evaluate(() => scrollTo(0, 400));
      await page.evaluate(() => document.querySelector<HTMLElement>('.toc a')?.click());
      await page.waitForURL('**/second/#deep-part');
      const deep = await scrollTop(page);
      expect(deep).toBeGreaterThan(1000);
      await page.goBack();
      await page.waitForFunction(() => Math.round(scrollY) === 400);
      await page.goBack();
      await heading1(page, 'First');
      await page.waitForFunction(() => Math.round(scrollY) === 700);
      await page.goForward();
      await heading1(page, 'Second');
      await page.waitForFunction(() => Math.round(scrollY) === 400);
      expect(documents()).toBe(1);
      expect(await page.evaluate(() => history.scrollRestoration)).toBe('manual');
    }),
  );

  it(
    'restores scrolling when the reader comes back from another site',
    reader(async ({ page, open }) => {
      await open('docs/first/');
      await follow(page, 'Second', 'Second');
      await page.evaluate(() => scrollTo(0, 800));
      await page.goto('about:blank');
      await page.goBack();
      await heading1(page, 'Second');
      await page.waitForFunction(() => Math.abs(scrollY - 800) < 2);
    }),
  );

  it(
    'loads nothing and does not scroll where only the query changes',
    reader(async ({ page, open, documents }) => {
      await open('docs/second/');
      await page.evaluate(() => scrollTo(0, 600));
      const before = server.requests.length;
      await page.evaluate(() => {
        const link = document.querySelector<HTMLAnchorElement>('article a[href*="first"]');
        link?.setAttribute('href', '?part=2');
        link?.click();
      });
      await page.waitForURL('**/second/?part=2');
      expect(await scrollTop(page)).toBe(600);
      expect(documents()).toBe(1);
      expect(server.requests.slice(before).filter(({ url }) => url.includes('second'))).toEqual([]);
    }),
  );

  it(
    'gives the focus to main by the skip link, and leaves the address alone',
    reader(async ({ page, open }) => {
      await open('docs/first/');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('dw-main');
      expect(page.url()).toBe(`${server.url}docs/first/`);
    }),
  );

  it(
    'leaves modified clicks, other sites and files to the browser',
    reader(async ({ page, open }) => {
      await open('docs/first/');
      const kept = await page.evaluate(() => {
        const answered = (href: string, click: MouseEventInit, attributes = {}): boolean => {
          const link = document.createElement('a');
          Object.assign(link, { href, ...attributes });
          document.body.append(link);
          const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...click });
          // Nothing is really followed.
          addEventListener('click', (last) => last.preventDefault(), { once: true });
          let prevented = false;
          document.addEventListener('click', () => (prevented = event.defaultPrevented), {
            once: true,
          });
          link.dispatchEvent(event);
          link.remove();
          return prevented;
        };
        return {
          modified: answered('/base/docs/second/', { ctrlKey: true }),
          middle: answered('/base/docs/second/', { button: 1 }),
          window: answered('/base/docs/second/', {}, { target: '_blank' }),
          download: answered('/base/docs/second/', {}, { download: 'x' }),
          external: answered('/base/docs/second/', {}, { rel: 'external' }),
          file: answered('/base/site.json', {}),
          outside: answered('/elsewhere/', {}),
          foreign: answered('https://elsewhere.example/base/', {}),
          own: answered('/base/docs/second/', {}),
        };
      });
      expect(kept).toEqual({
        modified: false,
        middle: false,
        window: false,
        download: false,
        external: false,
        file: false,
        outside: false,
        foreign: false,
        own: true,
      });
    }),
  );

  it(
    'treats /x, /x/ and /x/index.html as one page',
    reader(async ({ page, open, documents }) => {
      await open('docs/first/');
      for (const path of ['/base/docs/second', '/base/docs/second/index.html']) {
        await page.evaluate((href) => {
          const link = document.querySelector<HTMLAnchorElement>('article a[href*="/docs/"]');
          link?.setAttribute('href', href);
          link?.click();
        }, path);
        await heading1(page, 'Second');
        await page.goBack();
        await heading1(page, 'First');
      }
      expect(documents()).toBe(1);
    }),
  );

  it(
    'shows an empty doc after the first page, and React pages alive',
    reader(async ({ page, open, documents, problems }) => {
      await open('docs/first/');
      const links = page.getByRole('navigation', { name: 'Documentation' });
      await links.getByRole('link', { name: 'Empty' }).click();
      await heading1(page, 'Empty');
      expect(await page.locator('article').innerText()).toBe('Empty');
      await page.getByRole('navigation', { name: 'Main' }).getByText('Counter').click();
      await page.getByRole('button', { name: 'Count 0' }).click();
      await page.getByRole('button', { name: 'Count 1' }).waitFor();
      expect(documents()).toBe(1);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'shows an article as its document does, whatever is in it',
    reader(async ({ page, open, documents, problems }) => {
      await open('docs/first/');
      const links = page.getByRole('navigation', { name: 'Documentation' });
      await links.getByRole('link', { name: 'Odd' }).click();
      await heading1(page, 'Odd');
      await ready(page);
      const article = await page.locator('article').innerHTML();
      expect(documents()).toBe(1);
      await page.reload();
      await ready(page);
      expect(article).toBe(await page.locator('article').innerHTML());
      expect(problems).toEqual([]);
    }),
  );

  it(
    'shares the cache of the browser with plain visits',
    reader(async ({ page, open, documents }) => {
      const before = server.requests.length;
      await open('docs/first/');
      await follow(page, 'Second', 'Second');
      await follow(page, 'First again', 'First');
      const first = server.requests.slice(before).filter(({ url }) => url === '/base/docs/first/');
      const [plain, ...others] = first.map(({ status }) => status);
      expect(plain).toBe(200);
      expect(new Set(others)).toEqual(new Set([304]));
      expect(documents()).toBe(1);
    }),
  );

  it(
    'leaks no listener over fifty, and ends in the DOM of a fresh load',
    reader(async ({ page, open, problems }) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      const listeners = async (): Promise<number> => {
        await session.send('HeapProfiler.collectGarbage');
        const { metrics } = await session.send('Performance.getMetrics');
        return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? 0;
      };
      const round = async (): Promise<void> => {
        await follow(page, 'Second', 'Second');
        await follow(page, 'First again', 'First');
      };
      await open('docs/first/');
      await round();
      const before = await listeners();
      for (let count = 0; count < 25; count++) await round();
      expect(await listeners()).toBeLessThanOrEqual(before);
      const after = await rootHtml(page);
      await open('docs/first/');
      await page.getByRole('button', { name: 'Color mode: light' }).waitFor();
      expect(after).toBe(await rootHtml(page));
      expect(problems).toEqual([]);
    }),
  );
});

describe('the controls of a page', () => {
  it(
    'copy code without numbers and without lines that are gone, and say so',
    reader(async ({ page, open, problems }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await open('docs/code/');
      const copied = async (index: number): Promise<string> => {
        await page.locator('[data-copy-code]').nth(index).click();
        await page.getByRole('button', { name: 'Copied' }).first().waitFor();
        return page.evaluate(() => navigator.clipboard.readText());
      };
      expect(await copied(0)).toBe('const short = 1;\nconst next = 2;');
      expect(await page.getByRole('status').innerText()).toBe('Copied');
      expect(await copied(1)).toBe('const kept = 1;\nconst come = 3;');
      expect(problems).toEqual([]);
    }),
  );

  it(
    'say when copying fails',
    reader(async ({ page, open }) => {
      await open('docs/code/');
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
      });
      await page.locator('[data-copy-code]').first().click();
      await page.getByRole('button', { name: 'Not copied' }).waitFor();
      expect(await page.getByRole('status').innerText()).toBe('Not copied');
    }),
  );

  it(
    'wrap lines only where one is too long',
    reader(async ({ page, open }) => {
      await open('docs/code/');
      const wrap = page.locator('[data-wrap-code]:not([hidden])');
      await wrap.waitFor();
      expect(await wrap.count()).toBe(1);
      await wrap.click();
      expect(await wrap.getAttribute('aria-pressed')).toBe('true');
      const overflow = await page
        .locator('pre')
        .last()
        .evaluate((block) => block.scrollWidth - block.clientWidth);
      expect(overflow).toBe(0);
    }),
  );

  it(
    'close the announcement for good, without a frame that shows it again',
    reader(async ({ page, open }) => {
      await open('docs/first/');
      await page.getByRole('button', { name: 'Close' }).click();
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('navbar-brand');
      await follow(page, 'Second', 'Second');
      expect(await page.getByText('News').isVisible()).toBe(false);
      await page.route('**/client-*.js', (route) => route.abort());
      await page.goto(`${server.url}docs/first/`);
      expect(await page.getByText('News').isVisible()).toBe(false);
    }),
  );

  it(
    'work with storage blocked',
    reader(async ({ page, open, problems }) => {
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get: () => {
              throw new DOMException('blocked', 'SecurityError');
            },
          });
        }
      });
      await open('docs/first/');
      await page.getByRole('button', { name: 'Close' }).click();
      await follow(page, 'Second', 'Second');
      expect(await page.getByText('News').isVisible()).toBe(false);
      await page.getByRole('button', { name: /Color mode/ }).click();
      expect(problems).toEqual([]);
    }),
  );

  it('switch the mode, remember it and tell other tabs', async () => {
    await visit({ context: { colorScheme: 'light' } }, async ({ page, open, problems }) => {
      const mode = (tab: Page): Promise<string | null> =>
        tab.locator('html').getAttribute('data-theme');
      await open('docs/first/');
      expect(await mode(page)).toBe('light');
      const other = await page.context().newPage();
      await other.goto(`${server.url}docs/second/`);
      await ready(other);
      await page.getByRole('button', { name: 'Color mode: light' }).click();
      await page.getByRole('button', { name: 'Color mode: dark' }).waitFor();
      await other.getByRole('button', { name: 'Color mode: dark' }).waitFor();
      await page.reload();
      expect(await mode(page)).toBe('dark');
      await page.goto(`${server.url}docs/first/?theme=light`);
      expect(await mode(page)).toBe('light');
      expect(problems).toEqual([]);
    });
  });
});
