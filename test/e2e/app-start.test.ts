import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heading1 } from '../support/reader.ts';
import { serveSite, siteSuite } from '../support/suite.ts';

const APP = '**/dw-assets/app-*.js';

const TEXT = Array.from({ length: 20 }, (_, at) => `Paragraph ${at}.`).join('\n\n');

const { visit, server } = siteSuite(
  {
    'site.config.ts': `export default {
      title: 'Stages', url: 'https://docs.example.com', favicon: 'favicon.svg',
      docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
      navbar: { title: 'Stages', items: [
        { label: 'More', items: [{ label: 'Second', to: '/docs/second' }] },
      ] },
      announcementBar: { content: 'News', isCloseable: true },
      sidebar: { hideable: true },
    };\n`,
    'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'content/index.md': '# Start\n\n[First](./docs/first.md)\n',
    'content/static.tsx': `
      export const meta = { title: 'Static', static: true };
      export default function Page() { return <><h1>Static</h1><button>Idle</button></>; }\n`,
    'content/live.tsx': `import { useEffect, useState } from 'react';
      export const meta = { title: 'Live' };
      export default function Page() {
        const [text, setText] = useState('Waits');
        useEffect(() => setText('Runs'), []);
        return <h1>{text}</h1>;
      }\n`,
    'content/docs/first.md': `# First\n\n[Second](./second.md)\n\n::::tabs\n:::tab[npm]\nUse npm.\n:::\n:::tab[pnpm]\nUse pnpm.\n:::\n::::\n\n## Part\n\n\`\`\`sh\nls\n\`\`\`\n\n${TEXT}\n`,
    'content/docs/second.md': `# Second\n\n[First](./first.md)\n\n${TEXT}\n`,
  },
  { expected: /^Failed to (?:load resource|fetch)/ },
);

/** How the app's script is answered. */
const STATES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  present: () => Promise.resolve(),
  absent: (page) => page.route(APP, (route) => route.fulfill({ status: 404, body: '' })),
  failing: (page) =>
    page.route(APP, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
    ),
  // Never comes while the test runs.
  late: (page) => page.route(APP, () => undefined),
};

const states = Object.keys(STATES);

async function open(page: Page, state: string, path: string): Promise<void> {
  await STATES[state]?.(page);
  await page.goto(new URL(path, server.url).href);
}

describe.each(states)('with an app that is %s', (state) => {
  it('answers to the color mode, the banner, the sidebar switch, dropdowns, tabs and copy', async () => {
    await visit({ context: { permissions: ['clipboard-write'] } }, async ({ page }) => {
      await open(page, state, 'docs/first/');
      const html = page.locator('html');
      const before = await html.getAttribute('data-theme');
      await page.getByRole('button', { name: /Color mode: / }).click();
      expect(await html.getAttribute('data-theme')).not.toBe(before);
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('region', { name: 'Announcement' }).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Hide sidebar' }).click();
      await page.getByRole('navigation', { name: 'Documentation' }).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'More', exact: true }).click();
      const dropdown = page.getByRole('button', { name: 'More', exact: true });
      expect(await dropdown.getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'pnpm', exact: true }).click();
      expect(await page.getByRole('tabpanel', { name: 'pnpm', exact: true }).innerText()).toBe(
        'Use pnpm.',
      );
      await page.locator('[data-copy-code]').first().click();
      await page.getByRole('status').getByText(/opied/).waitFor();
    });
  });

  it('opens the menu at the first tap of a phone', async () => {
    const context = { viewport: { width: 390, height: 700 }, hasTouch: true };
    await visit({ context }, async ({ page }) => {
      await open(page, state, 'docs/first/');
      await page.locator('.menu-button').tap();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await menu.waitFor();
      await menu.getByRole('link', { name: 'Second' }).tap();
      await heading1(page, 'Second');
    });
  });

  it('follows links, and goes back and forth', async () => {
    await visit({}, async ({ page }) => {
      await open(page, state, 'docs/first/');
      await page.locator('article').getByRole('link', { name: 'Second' }).click();
      await heading1(page, 'Second');
      await page.goBack();
      await heading1(page, 'First');
      await page.goForward();
      await heading1(page, 'Second');
    });
  });

  it('keeps what is typed into the search, or leads to the list of all pages', async () => {
    await visit({}, async ({ page }) => {
      await open(page, state, 'docs/first/');
      await page.keyboard.press('/');
      if (state === 'absent' || state === 'failing') return await heading1(page, 'All pages');
      await page.keyboard.type('second');
      const field = page.locator('dialog input');
      expect(await field.inputValue()).toBe('second');
      if (state === 'present')
        await page
          .getByRole('option', { name: /Second/ })
          .first()
          .waitFor();
    });
  });

  it('opens the target of an address', async () => {
    await visit({}, async ({ page }) => {
      await open(page, state, 'docs/first/#part');
      const top = (): Promise<number> =>
        page.evaluate(() => document.getElementById('part')?.getBoundingClientRect().top ?? -1);
      expect(await top()).toBeGreaterThanOrEqual(0);
      await page.waitForFunction(() => document.querySelector('.toc-link[aria-current]') !== null);
    });
  });
});

describe('the app', () => {
  const isRunning = (page: Page): Promise<boolean> =>
    page.evaluate(() => Reflect.has(window, Symbol.for('docwright:trust')));

  it('runs at the first sign of a reader, without React', async () => {
    await visit({}, async ({ page }) => {
      const asked = (): number =>
        server.requests.slice(from).filter(({ url }) => url.includes('/app-')).length;
      const from = server.requests.length;
      await page.goto(`${server.url}docs/first/`, { waitUntil: 'networkidle' });
      expect(asked()).toBe(0);
      await page.mouse.wheel(0, 100);
      await expect.poll(asked).toBe(1);
      await expect.poll(() => isRunning(page)).toBe(true);
      await page.locator('article').getByRole('link', { name: 'Second' }).click();
      await heading1(page, 'Second');
      expect(asked()).toBe(1);
      expect(server.requests.slice(from).filter(({ url }) => url.includes('/react-'))).toEqual([]);
    });
  });

  it('is not requested for a reader who saves data, unless they search', async () => {
    await visit({}, async ({ page, documents }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
      const from = server.requests.length;
      const asked = (): boolean =>
        server.requests.slice(from).some(({ url }) => url.includes('/app-'));
      await page.goto(`${server.url}docs/first/`);
      await page.mouse.wheel(0, 100);
      await page.locator('article').getByRole('link', { name: 'Second' }).click();
      await heading1(page, 'Second');
      expect(documents()).toBe(2);
      expect(asked()).toBe(false);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('first');
      await page.getByRole('option', { name: /First/ }).first().waitFor();
    });
  });

  it('is not needed by a React page, which runs at once unless it is static', async () => {
    await visit({}, async ({ page }) => {
      await page.goto(`${server.url}live/`);
      await heading1(page, 'Runs');
      const from = server.requests.length;
      await page.goto(`${server.url}static/`, { waitUntil: 'networkidle' });
      expect(
        server.requests.slice(from).filter(({ url }) => /\/(?:app|react|island)/.test(url)),
      ).toEqual([]);
    });
  });

  it('is not requested because the address has a target below the screen', async () => {
    await visit({}, async ({ page }) => {
      const from = server.requests.length;
      await page.goto(`${server.url}docs/first/#part`, { waitUntil: 'networkidle' });
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
      expect(server.requests.slice(from).filter(({ url }) => url.includes('/app-'))).toEqual([]);
    });
  });

  it('is not requested because the sidebar shows its current entry', async () => {
    const names = Array.from({ length: 24 }, (_, at) => `page-${at + 10}`);
    const pages = names.map((name) => [`content/${name}.md`, `# ${name}\n`]);
    const host = await serveSite({
      'site.config.ts': `export default { title: 'Long', url: 'https://docs.example.com' };\n`,
      ...Object.fromEntries(pages),
    });
    const context = { viewport: { width: 1200, height: 400 } };
    await visit({ server: host.server, context }, async ({ page }) => {
      await page.goto(`${host.server.url}page-33/`, { waitUntil: 'networkidle' });
      const sidebar = page.getByRole('navigation', { name: 'Documentation' });
      expect(await sidebar.locator('[aria-current]').boundingBox()).toMatchObject({
        y: expect.toSatisfy((top: number) => top < 400),
      });
      expect(host.server.requests.filter(({ url }) => url.includes('/app-'))).toEqual([]);
    });
    await host.dispose();
  });

  it('shows static pages without loading their documents', async () => {
    await visit({}, async ({ page, open: load, documents }) => {
      await load('static/');
      await page.getByRole('link', { name: 'Stages' }).first().click();
      await heading1(page, 'Start');
      await page.goBack();
      await heading1(page, 'Static');
      expect(await page.getByRole('button', { name: 'Idle' }).isVisible()).toBe(true);
      expect(documents()).toBe(1);
    });
  });

  it('comes back after a reload among pages of an earlier one', async () => {
    await visit({}, async ({ page }) => {
      await page.goto(`${server.url}docs/first/`);
      await page.locator('article').getByRole('link', { name: 'Second' }).click();
      await heading1(page, 'Second');
      await page.reload();
      await page.goBack();
      await heading1(page, 'First');
    });
  });
});
