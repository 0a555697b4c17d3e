import { describe, expect, it } from 'vitest';
import type { SiteConfig } from '../../src/config/schema.ts';
import { heading1 } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';

const filesOf = (config: Pick<SiteConfig, 'trailingSlash'>) => ({
  'site.config.ts': `export default ${JSON.stringify({
    title: 'Addresses',
    url: 'https://docs.example.com',
    baseUrl: '/base/',
    ...config,
  })};\n`,
  'content/index.md': '# Home\n',
  'content/guide/start.md': '# Start\n\n## Part\n',
  'static/favicon.ico': '',
});

const MISSING = { expected: /^Failed to load resource: .* 404/ };

describe.each([
  ['with slashes', {}, '/', 'guide/start.html'],
  ['without slashes', { trailingSlash: false }, '', 'guide/start/index.html'],
])('on a plain host, addresses %s', (_name, settings, slash, name) => {
  const { reader, server } = siteSuite(filesOf(settings), { baseUrl: '/base/' });

  it(
    'lead from the name of a file to its page, with query and fragment',
    reader(async ({ page }) => {
      await page.goto(server.url);
      const before = await page.evaluate(() => history.length);
      await page.goto(`${server.url}${name}?a=1#part`);
      await heading1(page, 'Start');
      expect(page.url()).toBe(`${server.url}guide/start${slash}?a=1#part`);
      expect(await page.evaluate(() => history.length)).toBe(before + 1);
    }, MISSING),
  );

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
