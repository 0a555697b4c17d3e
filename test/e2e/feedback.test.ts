import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { siteSuite } from '../support/suite.ts';
import { noteSearches, searchFor } from './support/searching.ts';

/** Another origin, where answers and searches go. */
const PORT = 47_641;
const received: string[] = [];
let other: Server;

beforeAll(async () => {
  other = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${body}`);
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end('<!doctype html><title>Thanks</title>');
    });
  });
  await new Promise<void>((resolve) => other.listen(PORT, '127.0.0.1', resolve));
});

afterAll(() => {
  other?.closeAllConnections();
  other?.close();
});

const ORIGIN = `http://127.0.0.1:${PORT}`;
const own = (): string[] => received.splice(0);

const FILES = {
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site.config.ts': `export default { title: 'Orchard', url: 'https://a.example', feedback: { to: '${ORIGIN}/answers' },
    searchReport: { to: '${ORIGIN}/searches' } };\n`,
  'content/docs/apples.md':
    '---\nsidebar_badge: New\n---\n# Apples\n\n```js {1}\na();\nb(); // [!code focus]\n// [!code focus]\nc("d");\n```\n\n```js focus={1}\nconst a = "b"; // c\nconst d = 1;\n```\n',
  'content/docs/pears/_category_.yml': 'label: Pears\nbadge: Beta\n',
  'content/docs/pears/one.md': '# One\n',
};

// The policy of the pages alone.
const { reader, server } = siteSuite(FILES, { headers: {}, prepare: noteSearches });

describe('answers of readers', () => {
  it(
    'go to the address of the site by a plain form, which the policy allows',
    reader(
      async ({ page }) => {
        own();
        await page.goto(`${server.url}docs/apples/`);
        const group = page.getByRole('group', { name: 'Was this page helpful?' });
        await group.getByRole('button', { name: 'No' }).click();
        await page.waitForURL(`${ORIGIN}/answers`);
        expect(own()).toEqual(['POST /answers page=%2Fdocs%2Fapples%2F&helpful=no']);
      },
      { context: { javaScriptEnabled: false }, expected: /^foreign / },
    ),
  );

  it(
    'are sent of searches too: their results and the rank of the choice, and nothing before',
    reader(
      async ({ page, open }) => {
        own();
        await open('docs/apples/');
        await searchFor(page, 'pears one');
        expect(own()).toEqual([]);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: 'One' }).waitFor();
        await expect.poll(() => received.join('')).toContain('rank');
        expect(own().join('')).toMatch(
          /^POST \/searches \{"query":"pears one","results":\d+\}\n(?:POST \/searches )?\{"query":"pears one","rank":1\}\n$/,
        );
      },
      { expected: /^foreign / },
    ),
  );

  it(
    'are not sent of readers who ask not to be tracked',
    reader(
      async ({ page, open }) => {
        own();
        await page.addInitScript(() =>
          Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
        );
        await open('docs/apples/');
        await searchFor(page, 'pears one');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: 'One' }).waitFor();
        await page.waitForTimeout(600);
        expect(own()).toEqual([]);
      },
      { expected: /^foreign / },
    ),
  );
});

it(
  'badges are behind the labels of pages and categories',
  reader(async ({ page, open }) => {
    await open('docs/apples/');
    const sidebar = page.getByRole('navigation', { name: 'Documentation' });
    expect(await sidebar.getByRole('link', { name: 'Apples New' }).count()).toBe(1);
    expect((await sidebar.locator('summary').innerText()).replace(/\s+/g, ' ')).toBe('Pears Beta');
  }),
);

it(
  'lines beside those in focus keep a contrast of 4.5, and get their colors back under the pointer',
  reader(
    async ({ page, open }) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await open('docs/apples/');
        const lines = page.locator('.code').nth(1).locator('.line');
        const look = (index: number): Promise<readonly string[]> =>
          lines
            .nth(index)
            .locator('span')
            .evaluateAll((list) => [
              ...new Set(list.map((element) => getComputedStyle(element).color)),
            ]);
        expect((await look(0)).length).toBeGreaterThan(2);
        expect(await look(1)).toHaveLength(1);
        expect(await accessibilityViolations(page)).toEqual([]);
        await lines.nth(1).hover();
        expect((await look(1)).length).toBeGreaterThan(1);
      }
    },
    { context: { bypassCSP: true } },
  ),
);
