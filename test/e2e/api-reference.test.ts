import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { API_PAGES } from '../support/achievo.ts';
import { ready } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';

const { reader, server: site } = siteSuite('achievo');

const samples = (page: Page): Locator => page.getByRole('tablist', { name: 'Request samples' });
const sampleTab = (page: Page, name: string): Locator =>
  samples(page).getByRole('tab', { name, exact: true });
const isSelected = (tab: Locator): Promise<string | null> => tab.getAttribute('aria-selected');
const next = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages' }).locator('[rel=next]').click();

const server = (page: Page): Locator => page.getByRole('combobox', { name: 'Server' });

/** Chooses the last server; resolves to its address. */
async function chooseOther(page: Page): Promise<string> {
  const before = await server(page).inputValue();
  const address = await server(page).locator('option').last().getAttribute('value');
  await server(page).selectOption(address);
  expect(address).not.toBe(before);
  return address ?? '';
}

describe('the tabs of samples', () => {
  it(
    'show the language that was chosen on every page, after a reload and in other tabs',
    reader(async ({ page, open, documents, problems }) => {
      await open(API_PAGES.list);
      const other = await page.context().newPage();
      await other.goto(new URL(API_PAGES.circular, site.url).href);
      await ready(other);
      await sampleTab(page, 'Python').click();
      await page.getByRole('tabpanel', { name: 'Python' }).waitFor();
      expect(await page.getByRole('tabpanel', { name: 'api-client' }).count()).toBe(0);
      await other.getByRole('tabpanel', { name: 'Python' }).waitFor();
      const before = await page.locator('h1').innerText();
      await next(page);
      await page.locator('h1', { hasNotText: before }).waitFor();
      expect(await isSelected(sampleTab(page, 'Python'))).toBe('true');
      expect(documents()).toBe(1);
      await page.reload();
      await page.getByRole('tabpanel', { name: 'Python' }).waitFor();
      expect(problems).toEqual([]);
    }),
  );

  it(
    'answer to arrows, Home and End, and are one stop of Tab',
    reader(async ({ page, open }) => {
      await open(API_PAGES.list);
      const focused = (): Promise<string> =>
        page.evaluate(() => document.activeElement?.textContent ?? '');
      await sampleTab(page, 'cURL').focus();
      for (const [key, name] of [
        ['ArrowRight', 'JavaScript'],
        ['ArrowRight', 'Python'],
        ['ArrowLeft', 'JavaScript'],
        ['End', 'Go'],
        ['ArrowRight', 'api-client'],
        ['ArrowLeft', 'Go'],
        ['Home', 'api-client'],
      ] as const) {
        await page.keyboard.press(key);
        expect(await focused()).toBe(name);
        expect(await isSelected(sampleTab(page, name))).toBe('true');
        expect(await page.getByRole('tabpanel', { name, exact: true }).isVisible()).toBe(true);
        expect(await samples(page).locator('[tabindex="0"]').count()).toBe(1);
      }
      await page.keyboard.press('Tab');
      const region = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      expect(region).toBe('Code: request, api-client');
    }),
  );

  it(
    'name the panels, and show one panel of each group',
    reader(async ({ page, open }) => {
      for (const route of [API_PAGES.circular, API_PAGES.callback, API_PAGES.credentials]) {
        await open(route);
        const groups = await page.locator('[data-tabs]:has(> .tab-list)').evaluateAll((found) =>
          found.map((group) => {
            const panels = [...group.querySelectorAll(':scope > .tab-panel')];
            return panels.map((panel) => {
              const tab = group.querySelector(`[aria-controls="${panel.id}"]`);
              const isActive = tab?.getAttribute('aria-selected') === 'true';
              return {
                isPaired: tab !== null,
                isNamed: isActive === (panel.getAttribute('aria-labelledby') === tab?.id),
                isTabPanel: isActive === (panel.getAttribute('role') === 'tabpanel'),
                isShownAsSelected: isActive === panel.clientHeight > 0,
              };
            });
          }),
        );
        expect(groups.length).toBeGreaterThan(1);
        for (const panel of groups.flat())
          expect(panel).toEqual({
            isPaired: true,
            isNamed: true,
            isTabPanel: true,
            isShownAsSelected: true,
          });
      }
    }),
  );
});

describe('the tabs of responses', () => {
  const group = (page: Page, name: string): Locator => page.getByRole('tablist', { name });

  it(
    'choose the examples beside them, by mouse and keyboard, on this page only',
    reader(async ({ page, open }) => {
      await open(API_PAGES.circular);
      const words = group(page, 'Responses');
      expect(await group(page, 'Response examples').count()).toBe(0);
      const example = (status: string): Locator => page.locator(`[id="example-${status}"] pre`);
      await example('201').waitFor();
      await words.getByRole('tab', { name: /^Errors: 400, / }).click();
      await page.locator('[id="response.400.code"]').waitFor();
      await example('400').waitFor();
      expect(await example('201').isVisible()).toBe(false);
      await page.locator('[id="example-429"] summary').click();
      await example('429').waitFor();
      await words.getByRole('tab', { name: /^Errors/ }).focus();
      await page.keyboard.press('Home');
      expect(await isSelected(words.getByRole('tab', { name: /^201/ }))).toBe('true');
      await example('201').waitFor();
      await page.keyboard.press('End');
      await open(API_PAGES.circular);
      expect(await isSelected(words.getByRole('tab', { name: /^201/ }))).toBe('true');
    }),
  );

  it(
    'leave a tab where it is on the screen',
    reader(async ({ page, open }) => {
      await open(API_PAGES.callback);
      const tab = group(page, 'Responses').getByRole('tab', { name: /^Errors/ });
      await tab.scrollIntoViewIfNeeded();
      const before = await tab.boundingBox();
      await tab.click();
      expect(await tab.boundingBox()).toMatchObject({ y: before?.y });
    }),
  );
});

describe('copying', () => {
  it(
    'copies the path and the sample that is shown, and says so',
    reader(async ({ page, open, problems }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
      await open(API_PAGES.circular);
      const route = page.locator('.api-route');
      const address = `${await server(page).inputValue()}/contracts/{contractAddress}/rules`;
      expect(await route.innerText()).toMatch(/^POST\s/);
      expect(await route.innerText()).toMatch(address);
      await route.getByRole('button', { name: 'Copy', exact: true }).click();
      await route.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await clipboard()).toBe(address);
      expect(await page.getByRole('status').innerText()).toBe('Copied');
      for (const name of ['Go', 'Python', 'cURL']) {
        await sampleTab(page, name).click();
        const panel = page.getByRole('tabpanel', { name, exact: true });
        await panel.locator('pre').hover();
        await panel.getByRole('button', { name: 'Copy' }).click();
        await panel.getByRole('button', { name: 'Copied' }).waitFor();
        expect(await clipboard()).toBe(await panel.locator('pre').textContent());
      }
      expect(await clipboard()).toMatch(`curl -X POST '${await server(page).inputValue()}/`);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'copies the page as Markdown, and the sample of the chosen server',
    reader(async ({ page, open, problems }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
      await open(API_PAGES.list);
      await page.getByRole('button', { name: 'Copy page' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const markdown = await page.request.get(page.url().replace(/\/$/, '.md'));
      expect(await clipboard()).toBe(await markdown.text());
      expect(await page.getByRole('status').innerText()).toBe('Copied');
      await page.getByRole('button', { name: 'Copy page' }).waitFor();
      const chosen = await chooseOther(page);
      await page.getByRole('button', { name: 'Copy as cURL' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await clipboard()).toMatch(`curl '${chosen}/tenants`);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'says so if the Markdown cannot be loaded',
    reader(
      async ({ page, open }) => {
        await open(API_PAGES.list);
        await page.route('**/*.md', (route) => route.fulfill({ status: 404 }));
        await page.getByRole('button', { name: 'Copy page' }).click();
        await page.getByRole('button', { name: 'Not copied' }).waitFor();
      },
      { expected: /404/ },
    ),
  );
});

describe('the choice of a server', () => {
  const bases = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('.api-route code, [data-tabs="language"] code')].map(
        (code) => /https:[^'"`\s]*\/v1/.exec(code.textContent ?? '')?.[0] ?? '',
      ),
    );

  it(
    'applies to the request line and all samples, on every page of the browser tab',
    reader(async ({ page, open, documents, problems }) => {
      await open(API_PAGES.list);
      const first = await server(page).inputValue();
      expect(new Set(await bases(page))).toEqual(new Set([first]));
      const chosen = await chooseOther(page);
      expect(new Set(await bases(page))).toEqual(new Set([chosen]));
      const before = await page.locator('h1').innerText();
      await next(page);
      await page.locator('h1', { hasNotText: before }).waitFor();
      expect(new Set(await bases(page))).toEqual(new Set([chosen]));
      expect(documents()).toBe(1);
      await page.goBack();
      await page.locator('h1', { hasText: before }).waitFor();
      expect(await server(page).inputValue()).toBe(chosen);
      await page.reload();
      await ready(page);
      expect(new Set(await bases(page))).toEqual(new Set([chosen]));
      const other = await page.context().newPage();
      await other.goto(page.url());
      await ready(other);
      expect(await server(other).inputValue()).toBe(first);
      await server(page).selectOption(first);
      expect(new Set(await bases(page))).toEqual(new Set([first]));
      expect(problems).toEqual([]);
    }),
  );

  it(
    'is a link to the list of servers without JavaScript',
    reader(
      async ({ page }) => {
        await page.goto(new URL(API_PAGES.list, site.url).href);
        expect(await server(page).isVisible()).toBe(false);
        expect(await page.locator('.api-route').innerText()).toMatch(/https:\/\/.*\/v1\/tenants/);
        await page.locator('article').getByRole('link', { name: 'Servers' }).click();
        await page.locator('#servers').waitFor();
        expect(await page.locator('article').innerText()).toMatch(/https:\/\/sandbox\./);
      },
      { context: { javaScriptEnabled: false } },
    ),
  );

  it(
    'works with storage blocked',
    reader(async ({ page, open }) => {
      await page.addInitScript(() => {
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      });
      await open(API_PAGES.list);
      const chosen = await chooseOther(page);
      const before = await page.locator('h1').innerText();
      await next(page);
      await page.locator('h1', { hasNotText: before }).waitFor();
      expect(new Set(await bases(page))).toEqual(new Set([chosen]));
    }),
  );
});

describe('rows that can be closed', () => {
  const closed = (page: Page): Locator =>
    page.locator('article .api-words details:not([open], .api-past)');

  it(
    'open and close together, section by section',
    reader(async ({ page, open, problems }) => {
      await open(API_PAGES.circular);
      const before = await closed(page).count();
      const [request, responses] = [
        page.locator('.heading-2', { hasText: 'Request' }),
        page.locator('.heading-2', { hasText: 'Responses' }),
      ];
      await request.getByRole('button', { name: 'Expand all' }).click();
      const between = await closed(page).count();
      expect(between).toBeLessThan(before);
      await page.locator('[id="body.condition.holds_token.amount"]').waitFor();
      await responses.getByRole('button', { name: 'Expand all' }).click();
      expect(await closed(page).count()).toBe(0);
      await request.getByRole('button', { name: 'Collapse all' }).click();
      expect(await page.locator('[id="body.condition.holds_token.amount"]').isVisible()).toBe(
        false,
      );
      await request.getByRole('button', { name: 'Expand all' }).click();
      expect(await closed(page).count()).toBe(0);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'have no button where there are none',
    reader(async ({ page, open }) => {
      await open(API_PAGES.empty);
      expect(
        await page
          .locator('.heading-2', { hasText: 'Request' })
          .getByRole('button', { name: 'Expand all' })
          .count(),
      ).toBe(0);
    }),
  );
});
