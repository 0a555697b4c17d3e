import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { siteSuite } from '../support/suite.ts';

const {
  visit,
  server,
  page: html,
} = siteSuite({
  'site.config.ts': `export default {
    title: 'Early', url: 'https://docs.example.com', favicon: 'favicon.svg',
    docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
    openapi: [{ spec: 'openapi/shop.yaml', routeBase: '/api' }],
    announcementBar: { id: 'a"b', content: 'News', isCloseable: true },
    sidebar: { hideable: true },
  };\n`,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/index.md': '---\nlayout: home\nhero: { title: Start, text: Text. }\n---\n',
  'content/docs/first.md': `# First\n\n${'Text.\n\n'.repeat(80)}`,
  'openapi/shop.yaml': `openapi: 3.1.0
info: { title: Shop, version: '1', description: Sells. }
paths:
  /orders:
    get:
      operationId: listOrders
      summary: List orders
      description: Lists orders.
      tags: [Orders]
      responses: { '200': { description: The orders. } }
`,
});

const PAGES = ['/', '/docs/first', '/api/get-list-orders', '/api/shop', '/404', '/site-index'];

/** Opens a page whose other scripts come when the returned function is called, or never. */
async function openEarly(page: Page, path = 'docs/first/'): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/dw-assets/client-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(server.url + path, { waitUntil: 'commit' });
  await page.locator('footer, .content article').first().waitFor({ state: 'attached' });
  return release;
}

describe('the head of a page', () => {
  it('has one inline script, the same on every page, which the policy before it allows', () => {
    const texts = PAGES.map((route) => {
      const head = html(route).split('</head>')[0] ?? '';
      const inline = [
        ...head.matchAll(/<script(?![^>]*(?:src|application\/ld\+json))[^>]*>(.*?)<\/script>/gs),
      ];
      expect([route, inline.length]).toEqual([route, 1]);
      const text = inline[0]?.[1] ?? '';
      const hash = createHash('sha256').update(text).digest('base64');
      const policy = head.indexOf(`script-src 'self' 'sha256-${hash}';`);
      const order = [0, policy, inline[0]?.index ?? 0, head.indexOf('rel="stylesheet"')];
      expect([route, order]).toEqual([route, order.toSorted((a, b) => a - b)]);
      return text;
    });
    expect(new Set(texts).size).toBe(1);
  });

  it('violates no policy', async () => {
    for (const route of PAGES)
      await visit({ expected: /status of 404/ }, async ({ page }) => {
        await page.goto(server.url + route.slice(1));
        await page.getByRole('button', { name: /^Color mode: / }).waitFor();
      });
  });
});

describe('before other scripts are there', () => {
  it.each(['/', 'Control+k', 'Meta+K'])('holds %s, which opens the search then', async (keys) => {
    await visit({}, async ({ page }) => {
      const release = await openEarly(page);
      await page.keyboard.press(keys);
      release();
      await page.getByRole('combobox').waitFor();
      await page.keyboard.type('first');
      await page.getByRole('option', { name: /First/ }).first().waitFor();
    });
  });

  it('leaves the keys of readers who have turned them off', async () => {
    await visit({}, async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('docwright.hotkeys', 'off'));
      const release = await openEarly(page);
      await page.evaluate(() =>
        addEventListener('keydown', ({ defaultPrevented }) =>
          Object.assign(window, { isHeld: defaultPrevented }),
        ),
      );
      await page.keyboard.press('/');
      expect(await page.evaluate(() => Reflect.get(window, 'isHeld'))).toBe(false);
      release();
    });
  });

  it('repeats what is pressed in the layout', async () => {
    await visit({}, async ({ page }) => {
      const release = await openEarly(page);
      await page.getByRole('button', { name: 'Hide sidebar' }).click();
      release();
      await page.getByRole('button', { name: 'Show sidebar' }).waitFor();
    });
  });

  it('closes the announcement for good', async () => {
    await visit({}, async ({ page }) => {
      const release = await openEarly(page);
      const bar = page.getByRole('region', { name: 'Announcement' });
      await bar.getByRole('button', { name: 'Close' }).click();
      await bar.waitFor({ state: 'hidden' });
      release();
      await page.reload();
      expect(await bar.isVisible()).toBe(false);
    });
  });

  it('follows the skip link without changing the address', async () => {
    await visit({}, async ({ page }) => {
      const release = await openEarly(page);
      const { url } = { url: page.url() };
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('dw-main');
      expect(page.url()).toBe(url);
      release();
    });
  });
});
