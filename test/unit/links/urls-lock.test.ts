import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const CONFIG = (more = '') => `export default { title: 'T', url: 'https://t.example', ${more} };\n`;

const API = `openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.example.com }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      parameters: [{ name: limit, in: query, description: Most., schema: { type: integer } }]
      responses: { '200': { description: Fine. } }
`;

const FILES: SiteFiles = {
  'site.config.ts': CONFIG(),
  'content/docs/a.md':
    '# A\n\n## First step\n\ntext\n\n## Second step\n\nText[^1].\n\n[^1]: Note.\n',
  'content/docs/b.md': '# B\n\n## Über uns\n\ntext\n',
  'static/price list.pdf': 'x',
  'static/icon.svg': '<svg/>',
};

let driver: SiteDriver;
afterEach(() => driver.dispose());

function open(files: SiteFiles = FILES): SiteDriver {
  driver = site(files).warm();
  return driver;
}

async function docs(...args: readonly string[]) {
  const { status, stdout, stderr } = await docsCommand(args, { cwd: driver.dir });
  return { status, stdout, stderr };
}

/** The lines of the lock that are no comments. */
function lock(): readonly string[] {
  const text = readFileSync(join(driver.dir, 'urls.lock'), 'utf8');
  return text.split('\n').filter((line) => line.startsWith('/'));
}

/** Findings about addresses, after a build. */
async function lost(): Promise<readonly string[]> {
  await driver.build();
  const codes = /^(?:url-|urls-|anchor-removed)/;
  return driver
    .result()
    .diagnostics.filter(({ code }) => codes.test(code))
    .map(
      ({ code, location, message }) => `${location?.line}:${location?.column} ${code} ${message}`,
    );
}

describe('docs urls', () => {
  it('writes every path with the anchors that readers can link to', async () => {
    open({
      ...FILES,
      'site.config.ts': CONFIG(
        `baseUrl: '/base/', redirects: [{ from: '/old', to: '/docs/a' }], openapi: [{ spec: 'api.yaml' }]`,
      ),
      'api.yaml': API,
      'content/docs/draft.md': '---\ndraft: true\n---\n# Draft\n',
      'content/docs/hidden.md': '---\nunlisted: true\n---\n# Hidden\n',
    });
    expect((await docs('urls', '--write')).status).toBe(0);
    expect(lock()).toEqual([
      '/',
      '/docs/a #a #first-step #second-step',
      '/docs/api/get-list-pets #query-parameters #query.limit #request #response.200 #responses',
      expect.stringMatching(/^\/docs\/api\/pets .*#operations/),
      '/docs/b #b #über-uns',
      '/docs/hidden #hidden',
      '/old',
      '/price%20list.pdf',
    ]);
    const { status, stdout, stderr } = await docs('urls');
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toContain('urls.lock lists all addresses');
  });

  it('shows changes, as text and as JSON, and fails where an address is lost', async () => {
    open();
    expect((await docs('urls')).stderr).toContain('`docs urls --write` writes it');
    await docs('urls', '--write');
    driver.remove('content/docs/b.md').write('content/docs/c.md', '# C\n');
    const { status, stdout, stderr } = await docs('urls');
    expect(status).toBe(1);
    expect(stdout).toBe('- /docs/b #b #über-uns\n+ /docs/c #c\n');
    expect(stderr).toContain('1 added, 1 removed');
    const json = await docs('urls', '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      schemaVersion: 1,
      added: [{ path: '/docs/c', anchors: ['c'] }],
      removed: [{ path: '/docs/b', anchors: ['b', 'über-uns'] }],
    });
    expect((await docs('urls', '--write')).status).toBe(0);
    expect((await docs('build')).status).toBe(0);
  });

  it('does not write what a site with other errors has', async () => {
    open();
    await docs('urls', '--write');
    driver.write('content/docs/a.md', '# A\n\n[x](nope.md)\n');
    const before = lock();
    const { status, stderr } = await docs('urls', '--write');
    expect(status).toBe(1);
    expect(stderr).toContain('page-not-found');
    expect(stderr).toContain('urls.lock is not written');
    expect(lock()).toEqual(before);
  });
});

describe('a build of a site with urls.lock', () => {
  it('fails for a lost path and a lost anchor, in their lines, and says what to do', async () => {
    open({ ...FILES, 'content/docs/install.md': '# Install\n' });
    await docs('urls', '--write');
    driver
      .remove('content/docs/install.md')
      .write('content/docs/guide/install.md', '# Install\n')
      .write('content/docs/a.md', '# A\n\n## The first step\n\ntext\n\n## Second step\n');
    expect(await lost()).toEqual([
      '4:12 anchor-removed "/docs/a" no longer has the anchor "#first-step"',
      '6:1 url-removed "/docs/install" is no longer published',
    ]);
    expect(driver.result().ok).toBe(false);
    const hints = driver.result().diagnostics.map(({ hint }) => hint);
    expect(hints[0]).toContain('write {#first-step} at the end of content/docs/a.md:3');
    expect(hints[1]).toContain(
      `add { from: '/docs/install', to: '/docs/guide/install' } to \`redirects\``,
    );
    const { stderr } = await docs('check-links');
    expect(stderr).toContain('urls.lock:6:1  error  url-removed');
    expect(stderr).toContain('urls.lock:1:1  info  url-not-locked');
  });

  it('accepts a redirect to a page, for the anchors of the page too, but not one to nothing', async () => {
    open();
    await docs('urls', '--write');
    driver.remove('content/docs/b.md').write('content/docs/bee.md', '# B\n');
    driver.write('site.config.ts', CONFIG(`redirects: [{ from: '/docs/b', to: '/docs/bee' }]`));
    expect(await lost()).toEqual([]);
    driver.write('site.config.ts', CONFIG(`redirects: [{ from: '/docs/b', to: '/docs/nope' }]`));
    expect(await lost()).toEqual(['5:1 url-removed "/docs/b" is no longer published']);
  });

  it('does not depend on the base path, the final slash, and whether pages are kept', async () => {
    open();
    await docs('urls', '--write');
    driver.write('site.config.ts', CONFIG(`baseUrl: '/docs/', trailingSlash: false`));
    expect(await lost()).toEqual([]);
    expect(await lost()).toEqual([]);
    driver.remove('content/docs/b.md').write('content/b.md', '# B\n\n## Über uns\n\ntext\n');
    expect(await lost()).toEqual(['5:1 url-removed "/docs/b" is no longer published']);
  });

  it('protects versions and languages, a removed redirect, a draft and an operation', async () => {
    const config = (redirects: string): string =>
      CONFIG(
        `redirects: [${redirects}], openapi: [{ spec: 'api.yaml' }], i18n: { locales: [{ code: 'en' }, { code: 'fr' }] }`,
      );
    open({
      ...FILES,
      'site.config.ts': config(`{ from: '/old', to: '/docs/a' }`),
      'api.yaml': API,
      'versions/1.0/a.md': '# A\n',
      'versions/2.0/a.md': '# A\n',
      'i18n/fr/docs/b.md': '# B\n\n## À propos\n\ntext\n',
    });
    await docs('urls', '--write');
    expect(await lost()).toEqual([]);
    driver
      .remove('versions/1.0')
      .write('site.config.ts', config(''))
      .write('api.yaml', API.replaceAll('listPets', 'allPets'))
      .write('content/docs/b.md', '---\ndraft: true\n---\n# B\n')
      .write('i18n/fr/docs/b.md', '# B\n\n## Contact\n\ntext\n');
    const found = (await lost()).map((line) => line.replace(/^\d+:\d+ /, ''));
    expect(found).toEqual([
      'url-removed "/docs/1.0/a" is no longer published',
      'url-removed "/docs/api/get-list-pets" is no longer published',
      'url-removed "/docs/next/b" is no longer published: its page is a draft',
      'url-removed "/fr/docs/1.0/a" is no longer published',
      'url-removed "/fr/docs/api/get-list-pets" is no longer published',
      'anchor-removed "/fr/docs/next/b" no longer has the anchor "#à-propos"',
      'url-removed "/old" is no longer published',
    ]);
  });

  it('obeys levels and the baseline, and reads lines in any order', async () => {
    open();
    driver.write('urls.lock', '/weg/über%20uns\r\n# note\n\n/docs/a #a\n/docs/a #nope\n');
    expect(await lost()).toEqual([
      '1:1 url-removed "/weg/über uns" is no longer published',
      '5:9 anchor-removed "/docs/a" no longer has the anchor "#nope"',
    ]);
    await driver.build({ rules: { 'url-removed': 'off', 'anchor-removed': 'warning' } });
    expect(driver.result().ok).toBe(true);
    expect((await docs('check-links', '--update-baseline')).status).toBe(0);
    expect(await lost()).toEqual([]);
  });

  it('is checked in runs over changed files, too', async () => {
    open();
    await docs('urls', '--write');
    const git = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    execFileSync('git', ['init', '--quiet'], { cwd: driver.dir });
    execFileSync('git', ['add', 'content', 'urls.lock'], { cwd: driver.dir });
    execFileSync('git', [...git, 'commit', '--quiet', '-m', 'x'], { cwd: driver.dir });
    driver.remove('content/docs/b.md');
    const { status, stderr } = await docs('check-links', '--since', 'HEAD');
    expect(status).toBe(1);
    expect(stderr).toContain('urls.lock:5:1  error  url-removed');
  });

  it('reports lines that cannot be read', async () => {
    open();
    driver.write('urls.lock', '<<<<<<< HEAD\n/docs/a a\n=======\n/docs/a #%zz\n');
    expect(await lost()).toEqual([
      '1:1 urls-lock-invalid urls.lock has unresolved merge conflict markers',
      '2:9 urls-lock-invalid "a" is neither a path nor an anchor',
      '3:1 urls-lock-invalid urls.lock has unresolved merge conflict markers',
      '4:9 urls-lock-invalid "#%zz" is neither a path nor an anchor',
    ]);
    expect((await docs('urls', '--write')).status).toBe(0);
    expect(await lost()).toEqual([]);
  });
});
