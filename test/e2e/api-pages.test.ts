import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { API_PAGES } from '../support/achievo.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { fullRun } from '../support/browser.ts';
import { navEntries } from '../support/html.ts';
import { heading1 } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';

const { visit, server } = siteSuite('achievo');

const html = async (route: string): Promise<string> =>
  (await fetch(new URL(route, server.url))).text();
const kinds = Object.values(API_PAGES);

/** Opens all details of the article. */
const openAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('article details'))
      details.open = true;
  });

describe('under the strict policy', () => {
  it.each(kinds)('%s has no violation, whatever is clicked, and sends nothing', async (route) => {
    const context = { permissions: ['clipboard-read', 'clipboard-write'] };
    await visit({ context }, async ({ page, problems, open, documents }) => {
      await open(route);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(request.url());
      });
      await page.locator('article :is(button, summary, [role=tab])').evaluateAll((controls) => {
        for (const control of controls) if (control instanceof HTMLElement) control.click();
      });
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      expect(sent).toEqual([]);
      expect(documents()).toBe(1);
      expect(problems).toEqual([]);
    });
  });

  it('has no form, no field but the server, and only buttons that copy, wrap or open', async () => {
    await visit({}, async ({ page, open }) => {
      for (const route of kinds) {
        await open(route);
        const fields =
          'form, input, textarea, select:not([data-server]), iframe, [contenteditable], [action]';
        expect(await page.locator(`article :is(${fields})`).count()).toBe(0);
        const names = await page.locator('article button').allInnerTexts();
        expect(
          [...new Set(names)].filter(
            (name) => !/^(?:Copy|Copy page|Copy as cURL|Wrap lines|Expand all|Try it|)$/.test(name),
          ),
        ).toEqual([]);
      }
    });
  });

  it('goes from page to page without a load or a violation', async () => {
    await visit({}, async ({ page, problems, open, documents }) => {
      await open(API_PAGES.info);
      const article = page.locator('article');
      await article.getByRole('link', { name: 'Create a contract rule' }).click();
      await heading1(page, 'Create a contract rule');
      await article
        .locator('a.prop-type', { hasText: /^RuleCondition$/ })
        .first()
        .click();
      await heading1(page, 'RuleCondition');
      await article.getByRole('link', { name: 'ContractRuleInput' }).click();
      await heading1(page, 'ContractRuleInput');
      await article.getByRole('link', { name: 'Update a contract rule' }).click();
      await heading1(page, 'Update a contract rule');
      const sidebar = page.getByRole('navigation', { name: 'Documentation' });
      await sidebar.getByRole('link', { name: 'Schemas', exact: true }).click();
      await heading1(page, 'Schemas');
      await article.getByRole('link', { name: 'Job', exact: true }).click();
      await heading1(page, 'Job');
      await page.goBack();
      await heading1(page, 'Schemas');
      await sidebar.getByText('Webhooks', { exact: true }).click();
      await sidebar.getByRole('link', { name: 'Chain request finished' }).click();
      await heading1(page, 'Chain request finished');
      await article.getByRole('link', { name: 'get the job status' }).click();
      await heading1(page, 'Get a job status');
      expect(documents()).toBe(1);
      expect(problems).toEqual([]);
    });
  });
});

describe('the way through the reference', () => {
  const method = /^(?:GET|PUT|POST|DELETE|PATCH)$/;

  it('lists every operation below its tag, in the order of the description, with its method', async () => {
    const source = await fetch(new URL('/docs/api/achievo-api.openapi.json', server.url));
    const { tags }: { tags: readonly { readonly name: string }[] } = await source.json();
    const entries = navEntries(await html(API_PAGES.info), 'Documentation');
    const headings = entries.filter((entry) => !entry.includes(' /docs/'));
    expect(headings).toEqual([...tags.map(({ name }) => name), 'Webhooks']);
    const badges = entries.filter((entry) => method.test(entry.split(' ')[0] ?? ''));
    expect(badges).toHaveLength(75);
    for (const badge of badges) {
      const [name = '', route = ''] = badge.split(' ');
      const isWebhook = route.includes('/webhook-');
      expect(route).toMatch(isWebhook ? /webhook-/ : `/docs/api/${name.toLowerCase()}-`);
    }
  });

  it('leads by Next through all pages of the sidebar, and by Previous back', async () => {
    const entries = navEntries(await html(API_PAGES.info), 'Documentation');
    const routes = [...new Set(entries.map((entry) => /\/docs\/\S+$/.exec(entry)?.[0] ?? ''))];
    const listed = routes.filter((route) => route !== '');
    const link = (page: string, rel: string): string =>
      new RegExp(`<a class="pager-link pager-${rel}" href="([^"]+)"`).exec(page)?.[1] ?? '';
    const walked: string[] = [];
    let before = '';
    for (let route: string = API_PAGES.info; route !== ''; ) {
      const page = await html(route);
      expect(link(page, 'prev')).toBe(before);
      walked.push(route);
      before = route;
      route = walked.length > listed.length ? '' : link(page, 'next');
    }
    expect(walked).toEqual(listed);
  });
});

describe('every kind of page', () => {
  it.each([320, 390, 1024, 1440])('never scrolls sideways at %d px', async (width) => {
    await visit({ context: { viewport: { width, height: 900 } } }, async ({ page, open }) => {
      for (const route of kinds) {
        await open(route);
        await openAll(page);
        const wide = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          const edge = document.querySelector('article')?.getBoundingClientRect().right ?? 0;
          const outside = [...document.querySelectorAll('article pre')].filter(
            (block) => block.getBoundingClientRect().right > edge + 1,
          );
          return { page: scrollWidth - clientWidth, outside: outside.length };
        });
        expect([route, wide]).toEqual([route, { page: 0, outside: 0 }]);
      }
    });
  });

  it('scrolls long lines of code inside their block', async () => {
    await visit({ context: { viewport: { width: 390, height: 900 } } }, async ({ page, open }) => {
      await open(API_PAGES.circular);
      const block = page.getByRole('region', { name: 'Code: request, api-client' });
      const scrolled = await block.evaluate((pre) => {
        pre.scrollLeft = 40;
        return pre.scrollLeft;
      });
      expect(scrolled).toBe(40);
    });
  });

  const looks = (['light', 'dark'] as const).flatMap((theme) =>
    [390, 1440].map((width) => ({ theme, width })),
  );
  it.each(looks)('is accessible in $theme at $width px', async ({ theme, width }) => {
    const context = { viewport: { width, height: 900 }, bypassCSP: true };
    await visit({ context }, async ({ page, open }) => {
      const some = theme === 'light' ? [0, 1, 5] : [2, 4, 6, 7, 8];
      for (const route of fullRun ? kinds : kinds.filter((_, index) => some.includes(index))) {
        await open(route);
        await page.evaluate((name) => {
          document.documentElement.dataset['theme'] = name;
        }, theme);
        await openAll(page);
        expect([route, await accessibilityViolations(page)]).toEqual([route, []]);
      }
    });
  });
});
