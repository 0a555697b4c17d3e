import { renameSync, rmSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { follow, heading1, ready } from '../support/reader.ts';
import { serve } from '../support/serve.ts';
import { site } from '../support/site.ts';
import { STRICT_POLICY } from '../support/strict-policy.ts';
import { siteSuite } from '../support/suite.ts';
import { READER_SITE } from './support/reader-site.ts';

const SECOND = '**/docs/second/';
const POLICY = { 'Content-Security-Policy': STRICT_POLICY };

const { reader, visit, server, file } = siteSuite(READER_SITE, {
  baseUrl: '/base/',
  expected: /^Failed to load resource/,
});

/** Answers where the app asks for a page, and leaves alone what a document load asks for. */
async function answerApp(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(SECOND, (route) =>
    route.request().isNavigationRequest() ? route.continue() : answer(route),
  );
}

// axe is a script of the test.
const BYPASS = { context: { bypassCSP: true } };

const second = (): string => file('docs/second/index.html');

const fulfillHtml = (route: Route, body: string): Promise<void> =>
  route.fulfill({ contentType: 'text/html', body });

/** Answers with the page, every match of a pattern replaced. */
function changed(from: string, to: string): (route: Route) => Promise<void> {
  return (route) => fulfillHtml(route, second().replaceAll(from, to));
}

function redirected(location: string): (route: Route) => Promise<void> {
  return (route) => route.fulfill({ status: 302, headers: { location } });
}

const isPanel = (page: Page): Promise<void> => heading1(page, 'This page could not be loaded.');

describe('a page that fails', () => {
  const answers: readonly [string, (route: Route) => Promise<void>][] = [
    ['404', (route) => route.fulfill({ status: 404, body: '' })],
    ['500', (route) => route.fulfill({ status: 500, body: 'Sorry' })],
    ['a page of another site', (route) => fulfillHtml(route, '<h1>Hi</h1>')],
    ['truncated', (route) => fulfillHtml(route, second().slice(0, -2000))],
    ['without a root', changed('"dw-root"', '"root"')],
    ['of another deploy', changed('dw-assets/client-', 'dw-assets/client-older-')],
    ['of another policy', changed('data-route=', "data-policies='[]' data-route=")],
    ['as text', (route) => route.fulfill({ contentType: 'text/plain', body: second() })],
    [
      'another page',
      (route) => route.continue({ url: route.request().url().replace('second', 'code') }),
    ],
    [
      'the 404 page with status 200',
      (route) => route.continue({ url: route.request().url().replace('docs/second/', '404.html') }),
    ],
    ['a redirect to another site', redirected('https://elsewhere.example/')],
    ['a redirect to another page', redirected('../code/')],
    ['nothing', (route) => route.abort()],
  ];

  it.each(answers)('leads to one document load: %s', async (_, answer) => {
    // The app's request follows a redirect to another site as far as the policy lets it.
    await visit({ expected: /elsewhere\.example/ }, async ({ page, open, documents }) => {
      await answerApp(page, answer);
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
      await answerApp(page, (route) => route.fulfill({ status: 500, body: '' }));
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
      const sidebar = page.getByRole('navigation', { name: 'Documentation' });
      await sidebar.getByText('Code').click();
      await heading1(page, 'You are offline');
      expect(await page.title()).toBe('You are offline | Reader');
      expect(await sidebar.getByText('Code').isVisible()).toBe(true);
      const home = page.getByRole('link', { name: 'Go to the home page' });
      expect(await home.getAttribute('href')).toBe('/base/');
      // Kept since it was shown.
      await page.goBack();
      await heading1(page, 'Second');
      await page.context().setOffline(false);
      await page.goForward();
      await heading1(page, 'Code');
      expect(documents()).toBe(1);
    }),
  );

  it(
    'opens by itself when the reader is online again',
    reader(async ({ page, open, documents }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
      await open('docs/first/');
      await page.context().setOffline(true);
      const sidebar = page.getByRole('navigation', { name: 'Documentation' });
      await sidebar.getByText('Code').click();
      await heading1(page, 'You are offline');
      await page.getByRole('button', { name: 'Retry' }).click();
      await heading1(page, 'You are offline');
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.context().setOffline(false);
      await heading1(page, 'Code');
      expect(await page.title()).toBe('Code | Reader');
      expect(documents()).toBe(1);
    }, BYPASS),
  );

  it('of a deploy with the same scripts is shown with its templates', async () => {
    const tab = await site(READER_SITE).build();
    const host = await serve(tab.outDir(), { baseUrl: '/base/', headers: POLICY });
    await visit({ server: host }, async ({ page, open, documents, problems }) => {
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
      expect(await page.locator('footer').innerText()).toBe('New');
      expect(documents()).toBe(1);
      expect(problems).toEqual([]);
      next.dispose();
    });
    await host.close();
    tab.dispose();
  });

  it('of a deploy that only changes texts is shown a minute after it was fetched ahead', async () => {
    const tab = await site(READER_SITE).build();
    const host = await serve(tab.outDir(), { baseUrl: '/base/', headers: POLICY });
    await visit({ server: host }, async ({ page, open, documents, problems }) => {
      await open('docs/first/');
      const link = page.locator('main').getByRole('link', { name: 'Second', exact: true });
      const ahead = page.waitForResponse(SECOND);
      await link.hover();
      await ahead;
      const next = await site({
        ...READER_SITE,
        'content/docs/second.md': '# New second\n\n## Deep part\n\n[Back](./first.md)\n',
      }).build();
      rmSync(tab.outDir(), { recursive: true });
      renameSync(next.outDir(), tab.outDir());
      await page.evaluate(() => {
        const now = Date.now();
        Date.now = () => now + 61_000;
      });
      await link.click();
      await heading1(page, 'New second');
      await page.locator('.sidebar').getByRole('link', { name: 'New second' }).waitFor();
      await follow(page, 'Back', 'First');
      expect(documents()).toBe(1);
      expect(problems).toEqual([]);
      next.dispose();
    });
    await host.close();
    tab.dispose();
  });

  it(
    'is no page where a redirect of the host leads to its other form',
    reader(async ({ page, open, documents, problems }) => {
      await answerApp(page, redirected('/base/docs/second'));
      await open('docs/first/');
      await follow(page, 'Second', 'Second');
      expect(documents()).toBe(1);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'is distinguished by its content',
    reader(async ({ page, open, documents, problems }) => {
      const data = '<script type="application/json">{"page":{"route":"/docs/code"}}</script>';
      const forged = `<article>x</article><div id="dw-root">y</div>${data}<a id="body" name="querySelector">z</a>`;
      await answerApp(page, changed('<h1', `${forged}<h1`));
      await open('docs/first/');
      await follow(page, 'Second', 'Second');
      expect(await page.locator('article').first().innerText()).toContain('First again');
      expect(await page.title()).toBe('Second | Reader');
      expect(documents()).toBe(1);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'sends the reader on where the page has moved',
    reader(async ({ page, open, documents }) => {
      await open('docs/first/');
      await page.evaluate(() => {
        const link = document.querySelector<HTMLAnchorElement>('article a');
        link?.setAttribute('href', '/base/moved/');
        link?.click();
      });
      await heading1(page, 'Second');
      await ready(page);
      expect(page.url()).toBe(`${server.url}docs/second/`);
      // The first one, the page that says where to go, and that one.
      expect(documents()).toBe(3);
    }),
  );

  it('of an unknown address leads to the 404 page, which is alive', async () => {
    await visit({}, async ({ page, open }) => {
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
      await page.clock.pauseAt(Date.now() + 60_000);
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
  const PAGES = ['a', 'b', 'c', 'd', 'large'];
  const text = (words: number): string => 'Words to fill it. '.repeat(words);
  const { visit: visitSmall, server: host } = siteSuite({
    'site.config.ts':
      "export default { title: 'Small', url: 'https://docs.example.com', favicon: 'favicon.svg' };\n",
    'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'content/index.md': `# Start\n\n[All](/site-index) ${PAGES.map((name) => `[${name}](./${name}.md?x=1#part)`).join(' ')}\n`,
    ...Object.fromEntries(
      PAGES.map((name) => [
        `content/${name}.md`,
        `# Page ${name}\n\n## Part\n\n${text(name === 'large' ? 2000 : 360)}\n`,
      ]),
    ),
  });

  /** The pages that were asked for beside the first one, in their order. */
  async function asked(page: Page, from: number): Promise<readonly string[]> {
    await page.waitForLoadState('networkidle');
    const urls = host.requests.slice(from).map(({ url }) => url);
    return urls.filter((url) => url.endsWith('/') && url !== '/');
  }

  it('loads nothing before a sign of a reader, then small pages in view and those they point at, each once', async () => {
    await visitSmall({}, async ({ page, documents, problems }) => {
      const from = host.requests.length;
      await page.goto(host.url);
      await page.waitForLoadState('networkidle');
      expect(await asked(page, from)).toEqual([]);
      await page.getByRole('link', { name: 'd', exact: true }).hover();
      // The third one in view is left: with it there would be more than 30 kB.
      const all = ['/a/', '/b/', '/d/'];
      await expect.poll(async () => (await asked(page, from)).toSorted()).toEqual(all);
      for (const name of ['a', 'd']) {
        await follow(page, name, `Page ${name}`);
        await page.goBack();
        await heading1(page, 'Start');
      }
      expect(documents()).toBe(1);
      expect(problems).toEqual([]);
    });
  });

  it.each([
    [{ saveData: true }, []],
    [{ effectiveType: '2g' }, []],
    [{ effectiveType: 'slow-2g' }, []],
    [{ effectiveType: '3g' }, ['/d/']],
    [{ type: 'cellular' }, ['/d/']],
  ])('with %o loads only %o in advance, and navigation works', async (connection, expected) => {
    await visitSmall({}, async ({ page, open }) => {
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'connection', { value });
      }, connection);
      const from = host.requests.length;
      await open('');
      await page.getByRole('link', { name: 'd', exact: true }).hover();
      expect(await asked(page, from)).toEqual(expected);
      await follow(page, 'd', 'Page d');
    });
  });
});
