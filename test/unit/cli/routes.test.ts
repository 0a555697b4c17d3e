import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, site } from '../../support/site.ts';

let driver: SiteDriver;
afterEach(() => driver.dispose());

async function routes(...args: readonly string[]) {
  const { status, stdout, stderr } = await docsCommand(['routes', ...args], { cwd: driver.dir });
  return { status, stderr, lines: stdout.split('\n').slice(0, -1), stdout };
}

function open(): void {
  driver = site({
    'site.config.ts': `export default {
  title: 'T',
  url: 'https://t.example',
  baseUrl: '/base/',
  redirects: [{ from: '/old', to: '/docs/a' }],
  docs: [{ versions: { '1.0': { noindex: true } } }],
  openapi: [{ spec: 'api.yaml' }],
  i18n: { locales: [{ code: 'en' }, { code: 'fr' }] },
};
`,
    'api.yaml':
      'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths:\n  /pets:\n    get:\n      operationId: list\n      responses: { "200": { description: Fine. } }\n',
    'content/docs/a.md': '# A\n',
    'content/docs/d.md': '---\ndraft: true\n---\n# D\n',
    'content/p.tsx':
      'export const meta = { title: "P", unlisted: true };\nexport default () => <main>h</main>;\n',
    'versions/1.0/a.md': '# A\n',
    'versions/2.0/a.md': '# A\n',
    'i18n/fr/docs/a.md': '# A\n',
    'static/price list.pdf': 'x',
  }).warm();
}

describe('docs routes', () => {
  it('lists every address with kind, source, locale, version and marks', async () => {
    open();
    const { status, lines, stderr } = await routes();
    expect(status).toBe(0);
    expect(stderr).toBe('21 addresses\n');
    const table = lines.map((line) => line.replaceAll(/ {2,}/g, ' | '));
    for (const row of [
      '/base/ | generated | en',
      '/base/404.html | generated | en',
      '/base/docs/1.0/a/ | doc | versions/1.0/a.md | en, 1.0, noindex',
      '/base/docs/a/ | doc | versions/2.0/a.md | en, 2.0',
      '/base/docs/api/get-list/ | api | api.yaml:6 | en, 2.0',
      '/base/docs/next/d/ | doc | content/docs/d.md | en, current, draft',
      '/base/fr/docs/a/ | doc | versions/2.0/a.md | fr, 2.0, untranslated',
      '/base/fr/docs/next/a/ | doc | i18n/fr/docs/a.md | fr, current',
      '/base/old/ | redirect | → /docs/a',
      '/base/p/ | react | content/p.tsx | en, unlisted',
      '/base/price%20list.pdf | file | static/price list.pdf',
    ])
      expect(table).toContain(row);
    expect(existsSync(join(driver.dir, 'build'))).toBe(false);
  });

  it('chooses by address and by source, and prints data for programs', async () => {
    open();
    expect((await routes('--include', '/base/docs/*/', '--include', 'static/**')).lines).toEqual([
      '/base/docs/a/           doc   versions/2.0/a.md      en, 2.0',
      '/base/price%20list.pdf  file  static/price list.pdf',
    ]);
    const { stdout } = await routes('--include', '/base/old/', '--format', 'json');
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      routes: [
        {
          url: '/base/old/',
          kind: 'redirect',
          source: 'site.config.ts',
          line: 5,
          to: '/docs/a',
          marks: [],
        },
      ],
    });
    const { status, stderr } = await routes('--include', '[a');
    expect([status, stderr]).toEqual([2, expect.stringContaining('--include "[a" is not a glob')]);
  });

  it('lists exactly the pages, redirects and files that a build writes', async () => {
    open();
    await driver.build();
    const { stdout } = await routes('--format', 'json');
    const listed: { routes: { url: string; kind: string; marks: string[] }[] } = JSON.parse(stdout);
    const files = listed.routes
      .filter(({ marks }) => !marks.includes('draft'))
      .map(({ url }) => decodeURI(url.slice('/base/'.length)).replace(/(^|\/)$/, '$1index.html'));
    const isListed = (path: string): boolean => /\.(?:html|pdf)$/.test(path);
    expect(files.toSorted()).toEqual(driver.files().filter(isListed).toSorted());
  });

  it('reports a configuration that cannot be read', async () => {
    driver = site({ 'site.config.ts': 'export default { titel: 1 };\n', 'a.md': '# A\n' });
    const { status, stdout, stderr } = await routes();
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('config-unknown-key');
  });
});
