import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heading1 } from '../support/reader.ts';
import { STRICT_POLICY } from '../support/strict-policy.ts';
import { SEARCH_SITE } from './support/search-site.ts';
import { searchFor, searchSuite } from './support/searching.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** Another origin: the script of the analytics, and where events go. */
const PORT = 47_613;
const received: Received[] = [];
let other: Server;

beforeAll(async () => {
  other = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      received.push({ method, url, body: Buffer.concat(parts).toString() });
      const found = url === '/count.js';
      response.writeHead(found ? 200 : 204, { 'Content-Type': 'text/javascript' });
      response.end(found ? 'window.counted = true;' : undefined);
    });
  });
  await new Promise<void>((resolve) => other.listen(PORT, '127.0.0.1', resolve));
});

afterAll(() => {
  other?.closeAllConnections();
  other?.close();
});

const ORIGIN = `http://127.0.0.1:${PORT}`;

function configured(src: string): Readonly<Record<string, string>> {
  const config = SEARCH_SITE['site.config.ts'] ?? '';
  const analytics = `search: { analytics: { src: '${ORIGIN}${src}', endpoint: '${ORIGIN}/events' } },`;
  return { ...SEARCH_SITE, 'site.config.ts': config.replace('navbar:', `${analytics}\n navbar:`) };
}

const POLICY = {
  'Content-Security-Policy': STRICT_POLICY.replace(
    /(script-src|connect-src) 'self'/g,
    `$1 'self' ${ORIGIN}`,
  ),
};

/** Events that have come, and waits until there are some. */
async function events(page: Page, count: number): Promise<readonly Record<string, unknown>[]> {
  const list = (): readonly Record<string, unknown>[] =>
    received
      .filter(({ method, url }) => method === 'POST' && url === '/events')
      .flatMap(({ body }) => JSON.parse(body).events);
  await expect.poll(() => list().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  await page.waitForLoadState('networkidle');
  return list();
}

describe('analytics', () => {
  const { reader } = searchSuite(configured('/count.js'), POLICY);

  it(
    'gets views and clicks once the reader searches, and nothing before',
    reader(
      async ({ page, open }) => {
        await open('');
        await page.waitForLoadState('networkidle');
        expect(received).toEqual([]);
        await searchFor(page, 'achievement');
        await page.keyboard.press('Enter');
        await heading1(page, 'Achievement');
        const list = await events(page, 2);
        expect(list).toMatchObject([
          { event: 'view', query: 'achievement' },
          {
            event: 'click',
            query: 'achievement',
            position: 1,
            sectionRoute: '/base/docs/achievement',
          },
        ]);
        expect(await page.evaluate(() => Reflect.get(window, 'counted'))).toBe(true);
      },
      { expected: new RegExp(`^foreign ${ORIGIN}`) },
    ),
  );

  it(
    'does not get what a listener has canceled',
    reader(
      async ({ page, open }) => {
        received.length = 0;
        await page.addInitScript(() =>
          document.addEventListener('docwright:search', (event) => event.preventDefault()),
        );
        await open('');
        await searchFor(page, 'achievement');
        await page.keyboard.press('Enter');
        const list = await events(page, 1);
        expect(list.map(({ event }) => event)).toEqual(['click']);
      },
      { expected: new RegExp(`^foreign ${ORIGIN}`) },
    ),
  );
});

describe('analytics whose script is missing', () => {
  // The browser refuses the script.
  const { reader } = searchSuite(configured('/count.js'));

  it(
    'are reported in the console once, and the search still works',
    reader(
      async ({ page, open }) => {
        const warnings: string[] = [];
        page.on('console', (message) => {
          if (message.type() === 'warning') warnings.push(message.text());
        });
        received.length = 0;
        await open('');
        const { hits } = await searchFor(page, 'walrus');
        expect(await hits.count()).toBe(8);
        await searchFor(page, 'achievement');
        await page.waitForLoadState('networkidle');
        expect(warnings).toEqual([
          'The script of search.analytics could not be loaded: searches are not counted.',
        ]);
        expect(received).toEqual([]);
      },
      { expected: /^foreign|Content Security Policy/ },
    ),
  );
});

describe('without analytics', () => {
  const { reader } = searchSuite();

  it(
    'the page still hears of every query and every choice',
    reader(async ({ page, open }) => {
      await open('');
      await searchFor(page, 'achievement');
      await page.keyboard.press('Enter');
      await heading1(page, 'Achievement');
      expect(await page.evaluate(() => Reflect.get(window, 'searchLog'))).toMatchObject([
        { type: 'docwright:search', detail: { query: 'achievement', corrections: [] } },
        {
          type: 'docwright:search-choice',
          detail: { query: 'achievement', position: 1, sectionRoute: '/base/docs/achievement' },
        },
      ]);
    }),
  );
});
