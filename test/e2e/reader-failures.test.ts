import { renameSync, rmSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type StaticServer, serve } from '../support/serve.ts';
import { type SiteDriver, site } from '../support/site.ts';
import { STRICT_POLICY } from '../support/strict-policy.ts';
import { follow, heading1, type Reader, ready, withReader } from './support/reader.ts';
import { READER_SITE } from './support/reader-site.ts';

const SECOND = '**/docs/second/index.json';
const POLICY = { 'Content-Security-Policy': STRICT_POLICY };

let built: SiteDriver;
let server: StaticServer;
let browser: Browser;

beforeAll(async () => {
  built = await site(READER_SITE).build();
  server = await serve(built.outDir(), { baseUrl: '/base/', headers: POLICY });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  built?.dispose();
});

function reader(read: (reader: Reader) => Promise<void>): () => Promise<void> {
  return () => withReader({ browser, server }, read);
}

const isPanel = (page: Page): Promise<void> => heading1(page, 'This page could not be loaded.');

describe('a bundle that fails', () => {
  const answers: readonly [string, (route: Route) => Promise<void>][] = [
    ['404', (route) => route.fulfill({ status: 404, body: '' })],
    ['500', (route) => route.fulfill({ status: 500, body: 'Sorry' })],
    ['a page of HTML', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hi</h1>' })],
    ['truncated JSON', (route) => route.fulfill({ body: '{"schema":1,"gener' })],
    ['JSON of another shape', (route) => route.fulfill({ body: '{"schema":1,"page":null}' })],
    [
      'the bundle of another page',
      (route) => route.continue({ url: route.request().url().replace('second', 'code') }),
    ],
    ['nothing', (route) => route.abort()],
  ];

  it.each(answers)('leads to one document load: %s', async (_, answer) => {
    await withReader({ browser, server }, async ({ page, open, documents }) => {
      await page.route(SECOND, answer);
      await open('docs/first/');
      await follow(page, 'Second', 'Second');
      await ready(page);
      expect(page.url()).toBe(`${server.url}docs/second/`);
      expect(documents()).toBe(2);
      // Links keep working, and nothing is loaded again and again.
      await follow(page, 'First again', 'First');
      expect(documents()).toBe(2);
    });
  });

  it(
    'shows the error and Retry when it fails again within ten seconds',
    reader(async ({ page, open, documents }) => {
      await page.route(SECOND, (route) => route.fulfill({ status: 500, body: '' }));
      await open('docs/first/');
      await follow(page, 'Second', 'Second');
      await ready(page);
      await follow(page, 'First again', 'First');
      await page.locator('main').getByRole('link', { name: 'Second', exact: true }).click();
      await isPanel(page);
      expect(documents()).toBe(2);
      expect(page.url()).toBe(`${server.url}docs/second/`);
      expect(await page.title()).toBe('This page could not be loaded. | Reader');
      expect(await page.locator('main').innerText()).toContain('status 500');
      expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true);
      await page.unroute(SECOND);
      await page.getByRole('button', { name: 'Retry' }).click();
      await heading1(page, 'Second');
      expect(await page.title()).toBe('Second | Reader');
      await page.goBack();
      await heading1(page, 'First');
      expect(documents()).toBe(2);
    }),
  );

  it(
    'shows the panel at once when the reader is offline, and other pages stay within reach',
    reader(async ({ page, open, documents }) => {
      await page.addInitScript(() => {
        // Nothing is loaded in advance.
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
      await open('docs/first/');
      await follow(page, 'Second', 'Second');
      await page.context().setOffline(true);
      await page.getByRole('navigation', { name: 'Documentation' }).getByText('Code').click();
      await isPanel(page);
      // Kept since it was shown.
      await page.goBack();
      await heading1(page, 'Second');
      await page.context().setOffline(false);
      await page.goForward();
      await heading1(page, 'Code');
      expect(documents()).toBe(1);
    }),
  );

  it('of another deploy leads to one document load of the new site', async () => {
    const tab = await site(READER_SITE).build();
    const host = await serve(tab.outDir(), { baseUrl: '/base/', headers: POLICY });
    await withReader({ browser, server: host }, async ({ page, open, documents, problems }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
      await open('docs/first/');
      const next = await site({
        ...READER_SITE,
        'content/docs/second.md': '# Second of the new site\n\n## Deep part\n',
        'templates/Footer.tsx':
          'export const Footer = () => <footer className="footer">New</footer>;',
      }).build();
      expect(next.diagnostics()).toEqual([]);
      rmSync(tab.outDir(), { recursive: true });
      renameSync(next.outDir(), tab.outDir());
      await follow(page, 'Second', 'Second of the new site');
      await ready(page);
      expect(await page.locator('footer').innerText()).toBe('New');
      expect(documents()).toBe(2);
      expect(problems).toEqual([]);
      next.dispose();
    });
    await host.close();
    tab.dispose();
  });

  it('of an unknown address leads to the 404 page, which is alive', async () => {
    await withReader({ browser, server }, async ({ page, open }) => {
      await open('docs/first/');
      await page.evaluate(() => {
        const link = document.querySelector<HTMLAnchorElement>('article a');
        link?.setAttribute('href', '/base/docs/nowhere/');
        link?.click();
      });
      await heading1(page, 'Page Not Found');
      expect(await page.title()).toBe('Page Not Found | Reader');
      await ready(page);
      await follow(page, 'Go to the home page', 'Start');
    });
  });
});

describe('a slow network', () => {
  const bar = '.progress-bar';

  it(
    'shows a bar after 200 ms, and never for a navigation that is faster',
    reader(async ({ page, open }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
        Object.assign(window, { bars: 0 });
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes)
            for (const node of addedNodes)
              if (node instanceof Element && node.matches('.progress-bar'))
                Object.assign(window, { bars: 1 });
        }).observe(document, { childList: true, subtree: true });
      });
      let answer = (): void => undefined;
      await page.route(SECOND, async (route) => {
        await new Promise<void>((resume) => (answer = resume));
        await route.continue();
      });
      await open('docs/first/');
      await page.clock.install();
      const link = page.locator('main').getByRole('link', { name: 'Second', exact: true });
      await link.click();
      await page.clock.runFor(150);
      expect(await page.locator(bar).count()).toBe(0);
      await page.clock.runFor(250);
      expect(await page.locator(bar).count()).toBe(1);
      answer();
      await heading1(page, 'Second');
      expect(await page.locator(bar).count()).toBe(0);
    }),
  );

  it(
    'lets the last navigation win, and the old page stand until then',
    reader(async ({ page, open, documents }) => {
      let answer = (): void => undefined;
      await page.route(SECOND, async (route) => {
        await new Promise<void>((resume) => (answer = resume));
        await route.continue();
      });
      await open('docs/first/');
      const links = page.getByRole('navigation', { name: 'Documentation' });
      await links.getByText('Second').click();
      await heading1(page, 'First');
      await links.getByText('Code').click();
      await heading1(page, 'Code');
      const late = page.waitForResponse(SECOND);
      answer();
      await (await late).finished();
      expect(await page.title()).toBe('Code | Reader');
      expect(page.url()).toBe(`${server.url}docs/code/`);
      await page.goBack();
      await heading1(page, 'First');
      expect(documents()).toBe(1);
    }),
  );
});

describe('prefetch', () => {
  it(
    'loads the pages of links in view once, without query and hash',
    reader(async ({ page, open }) => {
      const before = server.requests.length;
      await open('docs/first/');
      await page.waitForLoadState('networkidle');
      await page.locator('main').getByRole('link', { name: 'To the anchor' }).hover();
      await page.waitForLoadState('networkidle');
      const bundles = server.requests
        .slice(before)
        .map(({ url }) => url)
        .filter((url) => url.endsWith('index.json'));
      expect(bundles).toContain('/base/docs/second/index.json');
      expect(new Set(bundles).size).toBe(bundles.length);
      const later = server.requests.length;
      await follow(page, 'Second', 'Second');
      const loaded = server.requests.slice(later).map(({ url }) => url);
      expect(loaded).not.toContain('/base/docs/second/index.json');
    }),
  );

  it.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'loads nothing in advance with %o, and navigation works',
    async (connection) => {
      await withReader({ browser, server }, async ({ page, open }) => {
        await page.addInitScript((value) => {
          Object.defineProperty(navigator, 'connection', { value });
        }, connection);
        const before = server.requests.length;
        await open('docs/first/');
        await page.locator('main').getByRole('link', { name: 'To the anchor' }).hover();
        await page.waitForLoadState('networkidle');
        const urls = server.requests.slice(before).map(({ url }) => url);
        expect(urls.filter((url) => url.endsWith('index.json'))).toEqual([]);
        await follow(page, 'Second', 'Second');
      });
    },
  );
});
