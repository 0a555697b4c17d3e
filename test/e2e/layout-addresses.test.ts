import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { follow, heading1, ready } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';
import { layoutSite } from './support/layout-site.ts';

const built = siteSuite(layoutSite(), { baseUrl: '/base/', expected: /status of 404/ });
const { reader, visit, server } = built;

/** Follows a link to an address that no page of the site has written. */
async function go(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    const link = document.querySelector<HTMLAnchorElement>('main a');
    link?.setAttribute('href', address);
    link?.click();
  }, href);
}

async function isNotFound(page: Page): Promise<void> {
  await heading1(page, 'Page Not Found');
  await ready(page);
  expect(await page.title()).toBe('Page Not Found | Layout');
  expect(await page.locator('h1').count()).toBe(1);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.getByRole('navigation', { name: 'Documentation' }).count()).toBe(0);
}

describe('an unknown address', () => {
  it.each(['nowhere', 'docs/nowhere', 'docs/group/one/deeper/'])(
    'gets the 404 page from the server, with ways home and to search: /%s',
    async (path) => {
      await visit({}, async ({ page }) => {
        const response = await page.goto(server.url + path);
        expect(response?.status()).toBe(404);
        await isNotFound(page);
        await page.getByRole('searchbox', { name: 'Search the site' }).press('Enter');
        await page.getByRole('combobox').waitFor();
        await page.keyboard.press('Escape');
        await page.locator('main').getByRole('link', { name: 'Go to the home page' }).click();
        await page.waitForURL(server.url);
        await page.locator('main').getByRole('link', { name: 'Guides' }).waitFor();
      });
    },
  );

  it.each(['/base/nowhere', '/base/docs/nowhere/'])(
    'gets the same 404 page after client navigation, and Back leads out of it: %s',
    async (href) => {
      await visit({}, async ({ page, open }) => {
        await open('docs/start/');
        await go(page, href);
        await isNotFound(page);
        expect(new URL(page.url()).pathname).toBe(href);
        await page.goBack();
        await heading1(page, 'Start here');
      });
    },
  );

  it(
    'gets the 404 page every time that it is followed',
    reader(async ({ page, open }) => {
      await open('docs/start/');
      for (let time = 0; time < 3; time++) {
        await go(page, '/base/docs/nowhere/');
        await isNotFound(page);
        await page.goBack();
        await heading1(page, 'Start here');
        await ready(page);
      }
    }),
  );

  it('is in no search index and not in the sitemap', () => {
    const indexes = built.files().filter((file) => file.startsWith('search-index-'));
    expect(indexes.length).toBeGreaterThan(0);
    for (const file of [...indexes, 'sitemap.xml']) {
      expect(built.file(file)).not.toContain('/404');
      expect(built.file(file)).not.toContain('Page Not Found');
    }
  });
});

describe('the addresses of a page', () => {
  it(
    '/x.html, /x/index.html and a trailing slash match /x in the client',
    reader(async ({ page, open, documents }) => {
      await open('docs/start/');
      for (const path of ['docs/group/one.html', 'docs/group/one/index.html', 'docs/group/one/']) {
        await go(page, `/base/${path}`);
        await heading1(page, 'One');
        await page.goBack();
        await heading1(page, 'Start here');
      }
      expect(documents()).toBe(1);
    }),
  );

  it(
    'a route that has the literal name wins',
    reader(async ({ page, open, documents }) => {
      await open('docs/start/');
      await go(page, '/base/literal.html');
      await heading1(page, 'Literal');
      expect(documents()).toBe(1);
    }),
  );
});

describe('links', () => {
  it(
    'of every kind have the base path exactly once',
    reader(async ({ page, open }) => {
      for (const path of ['', 'plain/', 'react/', 'docs/start/', 'docs/group/one/', 'nowhere']) {
        await open(path);
        const paths = await page
          .locator('a[href]')
          .evaluateAll((links) =>
            links.flatMap((link) =>
              link instanceof HTMLAnchorElement && link.origin === location.origin
                ? [link.pathname]
                : [],
            ),
          );
        expect(paths.length).toBeGreaterThan(2);
        for (const one of paths) expect(one).toMatch(/^\/base\/(?!base\/)/);
      }
    }),
  );

  it(
    'in Markdown may name the file or the route',
    reader(async ({ page, open, documents }) => {
      await open('docs/start/');
      await follow(page, 'By file', 'One');
      expect(page.url()).toBe(`${server.url}docs/group/one/#part`);
      await page.goBack();
      await heading1(page, 'Start here');
      await follow(page, 'By route', 'One');
      expect(page.url()).toBe(`${server.url}docs/group/one/`);
      expect(documents()).toBe(1);
    }),
  );

  it(
    'to other sites open in a new tab with an icon named (opens in new tab)',
    reader(async ({ page, open }) => {
      await open('docs/start/');
      const external = page.locator('a[href^="https:"]');
      expect(await external.count()).toBeGreaterThanOrEqual(3);
      for (const link of await external.all()) {
        expect(await link.getAttribute('target')).toBe('_blank');
        expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
        expect(await link.locator('[role=img]').getAttribute('aria-label')).toBe(
          '(opens in new tab)',
        );
      }
      await page.getByRole('link', { name: 'Outside (opens in new tab)' }).waitFor();
    }),
  );
});

describe('the head of a page', () => {
  it('has the title of the page and the site, or the site’s alone where they are equal', () => {
    expect(built.page('/docs/start')).toContain('<title>Start here | Layout</title>');
    expect(built.page('/react')).toContain('<title>React | Layout</title>');
    expect(built.page('/')).toContain('<title>Layout</title>');
  });

  it('has canonical address, Open Graph and hreflang with x-default on every page', () => {
    for (const route of [
      '/',
      '/plain',
      '/react',
      '/docs/start',
      '/docs/group/one',
      '/docs/alone',
    ]) {
      const html = built.page(route);
      const url = `https://docs.example.com/base${route === '/' ? '' : route}/`;
      for (const tag of [
        `<link rel="canonical" href="${url}">`,
        `hreflang="en" href="${url}">`,
        `hreflang="x-default" href="${url}">`,
        `<meta property="og:url" content="${url}">`,
        '<meta property="og:title" content="',
        '<meta property="og:type" content="',
      ])
        expect(html).toContain(tag);
    }
  });
});

describe('a doc with sidebar: false', () => {
  it(
    'has no sidebar, breadcrumbs, pager, active docSidebar item or empty nav',
    reader(async ({ page, open }) => {
      const check = async (): Promise<void> => {
        for (const name of ['Documentation', 'Breadcrumbs', 'Pages'])
          expect(await page.locator(`nav[aria-label="${name}"]`).count()).toBe(0);
        expect(await page.locator('nav:not(:has(a, button))').count()).toBe(0);
        expect(await page.locator('.navbar a[aria-current]').count()).toBe(0);
      };
      await open('docs/alone/');
      await check();
      await open('docs/start/');
      expect(await page.locator('.navbar a[aria-current]').count()).toBe(1);
      await follow(page, 'Alone', 'Alone');
      await check();
    }),
  );

  it('is still searched and in the sitemap', () => {
    expect(built.file('sitemap.xml')).toContain('/base/docs/alone/');
    const indexes = built.files().filter((file) => file.startsWith('search-index-docs'));
    expect(indexes.map((file) => built.file(file)).join('')).toContain('Unlistedword');
  });
});
