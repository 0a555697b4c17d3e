import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { follow, heading1 } from '../support/reader.ts';
import { serveSite, siteSuite } from '../support/suite.ts';
import { layoutSite } from './support/layout-site.ts';

const BASE = { baseUrl: '/base/' };
const built = siteSuite(layoutSite(), { ...BASE, expected: /status of 404/ });
const { reader, visit, server } = built;

const active = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.id);

describe('the footer', () => {
  it(
    'has columns with titles, links, HTML and the copyright',
    reader(async ({ page, open }) => {
      await open('docs/start/');
      const footer = page.getByRole('contentinfo');
      expect(await footer.getByRole('heading').allInnerTexts()).toEqual(['Learn', 'Out']);
      expect(await footer.getByRole('list').count()).toBe(2);
      expect(await footer.locator('li em').innerText()).toBe('Free');
      expect(await footer.locator('b').innerText()).toBe('us');
      await footer.getByRole('link', { name: 'Elsewhere (opens in new tab)' }).waitFor();
      expect(await footer.getByRole('link', { name: 'Start' }).getAttribute('href')).toBe(
        '/base/docs/start/',
      );
    }),
  );

  it('has one row of links where there are no columns', async () => {
    const footer = `{ links: [{ label: 'Start', to: '/docs/start' }, { label: 'Plain', to: '/plain' }, { html: 'Text' }] }`;
    const host = await serveSite(layoutSite({ footer }), BASE);
    for (const width of [320, 1440]) {
      const context = { viewport: { width, height: 800 }, bypassCSP: true };
      await visit({ server: host.server, context }, async ({ page, open }) => {
        await open('plain/');
        const row = page.getByRole('contentinfo').getByRole('list');
        expect(await row.count()).toBe(1);
        expect(await row.getByRole('listitem').allInnerTexts()).toEqual(['Start', 'Plain', 'Text']);
        const tops = await row
          .getByRole('listitem')
          .evaluateAll((items) =>
            items.map((item) => Math.round(item.getBoundingClientRect().top)),
          );
        expect(new Set(tops).size).toBe(1);
        expect(await page.getByRole('contentinfo').getByRole('heading').count()).toBe(0);
        expect(await accessibilityViolations(page)).toEqual([]);
      });
    }
    await host.dispose();
  });
});

describe('the skip link', () => {
  it.each(['docs/start/', 'plain/', 'react/', '', 'nowhere'])(
    'is the first focusable, and focuses main without changing the address: /%s',
    async (path) => {
      await visit({}, async ({ page, open }) => {
        await open(path);
        const { href } = new URL(page.url());
        await page.keyboard.press('Tab');
        const skip = page.getByRole('link', { name: 'Skip to main content' });
        expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
        expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
        await page.keyboard.press('Enter');
        expect(await active(page)).toBe('dw-main');
        expect(page.url()).toBe(href);
      });
    },
  );
});

describe('a navigation', () => {
  it(
    'announces the title politely, and focuses the anchor’s heading below the navbar',
    reader(async ({ page, open }) => {
      await open('docs/start/');
      await follow(page, 'By file', 'One');
      expect(await page.title()).toBe('One | Layout');
      const region = page.getByRole('status');
      expect(await region.innerText()).toBe('One | Layout');
      expect(await region.getAttribute('aria-live')).not.toBe('assertive');
      expect(await active(page)).toBe('part');
      const clear = await page.evaluate(() => {
        const top = document.getElementById('part')?.getBoundingClientRect().top ?? 0;
        return top - (document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0);
      });
      expect(clear).toBeGreaterThanOrEqual(0);
      expect(clear).toBeLessThan(100);
    }),
  );

  it(
    'to an anchor that cannot be decoded on the page that is shown throws nothing',
    reader(async ({ page, open, problems, documents }) => {
      await open('docs/start/');
      for (const hash of ['#%E0%A4%A', '#"]:not(*', '#nothing']) {
        await page.evaluate((href) => {
          const link = document.querySelector<HTMLAnchorElement>('main a');
          link?.setAttribute('href', href);
          link?.click();
        }, hash);
        await page.goto(`${server.url}docs/group/one/${hash}`);
        await heading1(page, 'One');
        await page.goto(`${server.url}docs/start/`);
        await heading1(page, 'Start here');
      }
      expect(documents()).toBe(7);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'shows no progress bar where only the query or the fragment changes',
    reader(async ({ page, open }) => {
      await open('docs/group/one/');
      await page.clock.install();
      for (const href of ['?a=1', '#part']) {
        await page.evaluate((address) => {
          const link = document.querySelector<HTMLAnchorElement>('.toc a, article a');
          link?.setAttribute('href', address);
          link?.click();
        }, href);
        await page.clock.runFor(1000);
        expect(await page.locator('.progress-bar').count()).toBe(0);
      }
      expect(page.url()).toContain('#part');
    }),
  );
});

describe('prefetch', () => {
  it.each(['hover', 'focus', 'touch'] as const)(
    'loads a page on %s, never one of another site',
    async (way) => {
      const context = { hasTouch: true, viewport: { width: 1200, height: 400 } };
      await visit({ context }, async ({ page, open, problems }) => {
        await page.addInitScript(() => {
          // Nothing comes into view by itself.
          window.IntersectionObserver = class {
            readonly root = null;
            readonly rootMargin = '';
            readonly scrollMargin = '';
            readonly thresholds = [];
            observe(): void {}
            unobserve(): void {}
            disconnect(): void {}
            takeRecords(): IntersectionObserverEntry[] {
              return [];
            }
          };
        });
        const before = server.requests.length;
        await open('docs/start/');
        const pages = (): readonly string[] =>
          server.requests
            .slice(before)
            .map(({ url }) => url)
            .filter((url) => url.endsWith('/') && url !== '/base/docs/start/');
        await page.waitForLoadState('networkidle');
        expect(pages()).toEqual([]);
        for (const name of ['Outside (opens in new tab)', 'By file', 'By route']) {
          const link = page.locator('main').getByRole('link', { name, exact: true });
          const response = name === 'By file' ? page.waitForResponse('**/one/') : undefined;
          if (way === 'hover') await link.hover();
          else if (way === 'focus') await link.focus();
          else await link.dispatchEvent('touchstart');
          await response;
        }
        await page.waitForLoadState('networkidle');
        expect(pages()).toEqual(['/base/docs/group/one/']);
        expect(problems).toEqual([]);
      });
    },
  );
});

describe('the ways around a doc', () => {
  it(
    'begin with breadcrumbs: home, categories, and the page as text',
    reader(async ({ page, open }) => {
      await open('docs/group/one/');
      const trail = page.getByRole('navigation', { name: 'Breadcrumbs' });
      expect(await trail.locator('ol > li').count()).toBe(3);
      const home = trail.getByRole('link', { name: 'Home' });
      expect(await home.getAttribute('href')).toBe('/base/');
      expect(await trail.locator('li').nth(1).innerText()).toBe('Group of pages');
      const last = trail.locator('[aria-current=page]');
      expect(await last.innerText()).toBe('One');
      expect(await last.evaluate((element) => element.closest('a'))).toBe(null);
    }),
  );

  it('are available to programs as JSON-LD', () => {
    const text = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(
      built.page('/docs/group/one'),
    )?.[1];
    const data: unknown = JSON.parse(text ?? '');
    const site = { '@type': 'WebSite', name: 'Layout', url: 'https://docs.example.com/base/' };
    expect(data).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'TechArticle',
          headline: 'One',
          url: 'https://docs.example.com/base/docs/group/one/',
          description: expect.any(String),
          inLanguage: 'en',
          isPartOf: site,
        },
        {
          '@type': 'BreadcrumbList',
          // A category without a page has no address, which search engines ask for.
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Layout', item: site.url },
            { '@type': 'ListItem', position: 2, name: 'One' },
          ],
        },
      ],
    });
    expect(built.page('/docs/alone')).not.toContain('BreadcrumbList');
  });

  it(
    'end with Previous and Next from the flattened sidebar, which frontmatter overrides',
    reader(async ({ page, open, documents }) => {
      const pager = page.getByRole('navigation', { name: 'Pages' });
      const label = (kind: string): Promise<readonly string[]> =>
        pager.locator(`[rel=${kind}]`).allInnerTexts();
      await open('docs/group/three/');
      expect((await label('prev')).join().replace(/\s+/g, ' ')).toBe('Previous Two');
      await pager.getByRole('link', { name: 'Previous Two' }).click();
      await heading1(page, 'Two');
      expect(await label('next')).toEqual([]);
      await pager.getByRole('link', { name: 'Previous Start here' }).click();
      await heading1(page, 'Start here');
      expect(documents()).toBe(1);
    }),
  );
});
