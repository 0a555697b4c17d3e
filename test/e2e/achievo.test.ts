import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { fullRun } from '../support/browser.ts';
import type { ReaderOptions } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';

/** Every route outside the API reference. */
const ROUTES = [
  '/',
  '/markdown-page',
  '/docs/getting-started/overview',
  '/docs/getting-started/concepts',
  '/docs/getting-started/environments',
  '/docs/getting-started/webhooks',
  '/docs/getting-started/errors',
  '/docs/getting-started/rate-limits',
  '/docs/getting-started/players',
  '/docs/getting-started/game-clients',
  '/docs/nft-gating/overview',
  '/docs/nft-gating/backend',
  '/docs/nft-gating/frontend',
  '/docs/randomness/overview',
  '/docs/randomness/backend',
  '/docs/randomness/frontend',
  '/docs/sdk/overview',
  '/docs/sdk/api-client',
  '/docs/sdk/deployer-react',
  '/docs/sdk/nft-ai',
  '/docs/sdk/nft-connector',
  '/docs/sdk/nft-craft',
  '/docs/sdk/nft-inventory',
  '/docs/sdk/soulbounder',
  '/docs/changelog',
];

/** The search index, as manual/search-index.md describes it. */
interface SlicedFile {
  readonly documents: readonly unknown[];
  readonly index: {
    readonly folder: string;
    readonly slices: { readonly documents: readonly string[] };
  };
}

interface DocumentsSlice {
  readonly pages: readonly { readonly route: string; readonly title: string }[];
}

const UNLISTED_SDKS = ['nft-ai', 'nft-connector', 'nft-craft', 'nft-inventory', 'soulbounder'];
const SAMPLE = [
  '/',
  '/docs/getting-started/concepts',
  '/docs/getting-started/webhooks',
  '/docs/randomness/backend',
  '/docs/sdk/nft-ai',
  '/nowhere',
];

const { visit: read, server, host } = siteSuite('achievo', { context: { bypassCSP: true } });

interface Visit {
  readonly page: Page;
  readonly status: number | undefined;
  /** Console errors, uncaught errors and requests to another origin. */
  readonly problems: readonly string[];
}

async function visit(
  route: string,
  context: ReaderOptions['context'],
  look: (visit: Visit) => Promise<void>,
): Promise<void> {
  await read({ context: context ?? {}, expected: /status of 404/ }, async ({ page, problems }) => {
    const response = await page.goto(new URL(route, server.url).href);
    await look({ page, status: response?.status(), problems });
  });
}

describe('the Achievo site', () => {
  it.each(ROUTES)('%s answers, says what it is, and loads without a problem', async (route) => {
    await visit(route, {}, async ({ page, status, problems }) => {
      expect(status).toBe(200);
      expect(await page.locator('h1').count()).toBe(1);
      const heading = await page.locator('h1').innerText();
      expect(await page.title()).toContain(heading);
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
      expect(problems).toEqual([]);
    });
  });

  it('answers an unknown address with the 404 page, also below /docs', async () => {
    for (const route of ['/nowhere', '/docs/nowhere/deep']) {
      await visit(route, {}, async ({ page, status }) => {
        expect(status).toBe(404);
        expect(await page.title()).toBe('Page Not Found | Achievo Docs');
        expect(await page.locator('h1').innerText()).toBe('Page Not Found');
        expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
        expect(await page.locator('main a[href="/"]').count()).toBe(1);
      });
    }
  });

  it('reaches every page of the sidebar without JavaScript', async () => {
    await visit(
      '/docs/getting-started/overview',
      { javaScriptEnabled: false },
      async ({ page }) => {
        const links = await page
          .locator('nav[aria-label=Documentation] a')
          .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
        const listed = ROUTES.filter(
          (route) =>
            route.startsWith('/docs/') && !UNLISTED_SDKS.some((name) => route.endsWith(name)),
        );
        for (const route of listed) expect(links).toContain(`${route}/`);
        expect(links).toHaveLength(listed.length);
      },
    );
  });

  it('shows no sidebar, breadcrumbs or pager on the SDK pages outside the sidebar', async () => {
    for (const name of UNLISTED_SDKS) {
      await visit(`/docs/sdk/${name}`, {}, async ({ page }) => {
        for (const label of ['Documentation', 'Breadcrumbs', 'Pages']) {
          expect(await page.locator(`nav[aria-label=${label}]`).count()).toBe(0);
        }
        expect(await page.locator('.navbar a[aria-current]').count()).toBe(0);
      });
    }
  });

  it('remembers that the announcement was closed', async () => {
    await visit('/docs/sdk/api-client', {}, async ({ page }) => {
      await page.getByRole('button', { name: 'Close' }).click();
      // A click that comes before the app is answered once the app is there.
      await page.locator('.announcement-bar').waitFor({ state: 'hidden' });
      await page.goto(new URL('/markdown-page', server.url).href);
      expect(await page.locator('.announcement-bar').isVisible()).toBe(false);
    });
  });

  const widths = fullRun ? [320, 390, 768, 996, 997, 1024, 1440, 1920] : [320, 390, 997, 1440];
  it.each(widths)('never scrolls sideways at %d px', async (width) => {
    for (const route of fullRun ? [...ROUTES, '/nowhere'] : SAMPLE) {
      await visit(route, { viewport: { width, height: 900 } }, async ({ page }) => {
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(`${route} ${overflow}`).toBe(`${route} 0`);
      });
    }
  });

  const axeWidths = fullRun ? [320, 390, 996, 997, 1440] : [390, 1440];
  it.each(axeWidths)('has no accessibility violation at %d px', async (width) => {
    for (const route of fullRun
      ? [...ROUTES, '/nowhere', '/site-index']
      : [...SAMPLE, '/site-index']) {
      await visit(route, { viewport: { width, height: 900 } }, async ({ page }) => {
        expect(await accessibilityViolations(page)).toEqual([]);
      });
    }
  });

  it('has a search index of every page, in the documented form', async () => {
    const load = async <Content>(path: string): Promise<Content> =>
      (await fetch(new URL(path, server.url))).json();
    const { documents, index } = await load<SlicedFile>('search-index-docs-default-current.json');
    expect(documents).toEqual([]);
    expect(index).toMatchObject({ version: 1, folder: 'dw-assets/search/', type: 'docs' });
    const slices = await Promise.all(
      index.slices.documents.map((name) => load<DocumentsSlice>(index.folder + name)),
    );
    const pages = slices.flatMap((slice) => slice.pages);
    for (const page of pages)
      expect(Object.keys(page)).toEqual(['route', 'title', 'categories', 'tags', 'sections']);
    const routes = new Set(pages.map(({ route }) => route));
    const written = [...routes].filter((route) => !route?.startsWith('/docs/api/'));
    expect(written.toSorted()).toEqual(
      ROUTES.filter((route) => /^\/docs\/(?!api\/)/.test(route)).toSorted(),
    );
    const operations = readdirSync(join(host().outDir, 'docs/api')).filter((name) =>
      /^(?:get|post|put|patch|delete)-[a-z-]+$/.test(name),
    );
    expect(operations).toHaveLength(74);
    expect([...routes]).toEqual(
      expect.arrayContaining(operations.map((name) => `/docs/api/${name}`)),
    );
  });
});
