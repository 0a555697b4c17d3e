import { describe, expect, it } from 'vitest';
import type { SiteConfig } from '../../src/config/schema.ts';
import { heading1 } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';

const filesOf = (config: Pick<SiteConfig, 'trailingSlash'>) => ({
  'site.config.ts': `export default ${JSON.stringify({
    title: 'Addresses',
    url: 'https://docs.example.com',
    baseUrl: '/base/',
    redirects: [
      { from: '/moved', to: '/guide/start' },
      { from: '/to-part', to: '/guide/start#part' },
    ],
    ...config,
  })};\n`,
  'content/index.md': '# Home\n',
  'content/guide/start.md': '# Start\n\n## Part\n',
  'static/favicon.ico': '',
});

const MISSING = { expected: /^Failed to load resource: .* 404/ };

describe.each([
  [true, 'guide/start/', 'guide/start.html'],
  [false, 'guide/start', 'guide/start/index.html'],
])('on a plain host, with trailing slashes: %s, addresses', (trailingSlash, address, name) => {
  const { reader, visit, server } = siteSuite(filesOf({ trailingSlash }), { baseUrl: '/base/' });

  it(
    'lead from the name of a file to its page, with query and fragment',
    reader(async ({ page }) => {
      await page.goto(server.url);
      const before = await page.evaluate(() => history.length);
      await page.goto(`${server.url}${name}?a=1#part`);
      await heading1(page, 'Start');
      expect(page.url()).toBe(`${server.url}${address}?a=1#part`);
      expect(await page.evaluate(() => history.length)).toBe(before + 1);
    }, MISSING),
  );

  it.each([
    ['moved', '#part', '#part'],
    ['moved', '#p%C3%A4rt&x=1', '#p%C3%A4rt&x=1'],
    ['moved', '', ''],
    ['to-part', '#other', '#part'],
    ['to-part', '', '#part'],
  ])('redirect from %s%s to the page%s, however slow it is', (from, asked, shown) =>
    visit({}, async ({ page }) => {
      const target = server.url + address + shown;
      await page.route(server.url + address, async (route) => {
        await page.waitForTimeout(500);
        await route.continue();
      });
      await page.goto(server.url);
      const before = await page.evaluate(() => history.length);
      await page.goto(`${server.url}${from}${trailingSlash ? '/' : ''}${asked}`);
      await page.waitForURL(target);
      await heading1(page, 'Start');
      expect(page.url()).toBe(target);
      expect(await page.evaluate(() => history.length)).toBe(before + 1);
    }),
  );

  it('redirect without JavaScript', () =>
    visit({ context: { javaScriptEnabled: false } }, async ({ page }) => {
      await page.goto(`${server.url}moved${trailingSlash ? '/' : ''}#part`);
      await page.waitForURL(server.url + address);
    }));

  it(
    'stay where there is no page',
    reader(async ({ page, documents }) => {
      const asking = page.waitForRequest((request) => request.method() === 'HEAD');
      await page.goto(`${server.url}nowhere.html`);
      await asking;
      await page.goto(`${server.url}nowhere/at/all`);
      await heading1(page, 'Page Not Found');
      expect(documents()).toBe(2);
      const asked = server.requests.filter(({ method }) => method === 'HEAD');
      expect(asked.map(({ url }) => url)).not.toContain('/base/nowhere/at/all');
    }, MISSING),
  );
});
