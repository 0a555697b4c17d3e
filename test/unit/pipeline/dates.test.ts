import { execFileSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { build } from '../../../src/index.ts';
import type { LastUpdate } from '../../../src/shared/page.ts';
import { type SiteDriver, type SiteFiles, site, siteOutput } from '../../support/site.ts';

const drivers: SiteDriver[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const driver of drivers.splice(0)) driver.dispose();
});

interface Author {
  readonly name?: string;
  readonly email?: string;
}

/** Runs git in a folder, as it is without the settings of a user. */
function git(dir: string, parameters: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const own = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...env };
  execFileSync('git', ['-C', dir, ...parameters], {
    env: { ...process.env, ...own },
    stdio: 'pipe',
  });
}

function commit(dir: string, day: string, { name = 'Ann', email = 'ann@x.example' }: Author = {}) {
  const date = `${day}T22:30:00-05:00`;
  git(dir, ['add', '-A']);
  git(dir, ['commit', '-q', '-m', day], {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  });
}

function config(body: string): string {
  return `export default { title: 'T', url: 'https://docs.example.com', ${body} };\n`;
}

const LONG = Array.from({ length: 30 }, (_, line) => `Line ${line} of the text.\n`).join('\n');

const FILES: SiteFiles = {
  'site.config.ts': config('lastUpdate: { contributors: true }'),
  '.gitignore': 'build/\n.docwright/\n',
  'content/docs/one.md': '# One\n\nText.\n',
  'content/docs/two.md': `# Two\n\n${LONG}`,
};

/** A site in a repository with one commit. */
function repository(files: SiteFiles): SiteDriver {
  const driver = site(files);
  drivers.push(driver);
  git(driver.dir, ['init', '-q', '-b', 'main']);
  commit(driver.dir, '2026-01-01');
  return driver;
}

function updateOf(driver: SiteDriver, route: string): LastUpdate | undefined {
  const [, shown] = /<div class="last-update">(.*?)<\/div>/.exec(driver.page(route)) ?? [];
  if (shown === undefined) return undefined;
  const [, date, text] = /<time dateTime="([^"]*)">([^<]*)</.exec(shown) ?? [];
  const [, names] = /<p>[^<:]*: ([^<]*)<\/p>/.exec(shown) ?? [];
  return {
    ...(date === undefined || text === undefined ? {} : { date, text }),
    ...(names === undefined ? {} : { contributors: names.split(', ') }),
  };
}

describe('last update', () => {
  it('is that of the last commit that changed the text, in UTC, with authors by commits', async () => {
    const driver = repository(FILES);
    const { dir } = driver;
    driver.write('content/docs/one.md', '# One\n\nOther text.\n');
    commit(dir, '2026-02-01', { name: 'Zoe', email: 'zoe@old.example' });
    driver.write('content/docs/one.md', '# One\n\nThird text.\n');
    commit(dir, '2026-03-31', { name: 'Zoé', email: 'zoe@x.example' });
    driver.write('content/docs/one.md', '# One\n\nFourth text.\n');
    commit(dir, '2026-04-01', { name: 'upgrade[bot]' });
    driver.write('.mailmap', 'Zoé <zoe@x.example> <zoe@old.example>\n');
    driver.write('content/docs/one.md', '# One\n\nNot committed.\n');
    driver.write('content/docs/three.md', '# Three\n\nNot committed.\n');
    await driver.build();
    expect(driver.diagnostics()).toEqual([]);
    expect(updateOf(driver, '/docs/one')).toEqual({
      date: '2026-04-02T03:30:00Z',
      text: 'April 2, 2026',
      contributors: ['Zoé', 'Ann'],
    });
    const html = driver.page('/docs/one');
    expect(html).toContain(
      'Last updated on <time dateTime="2026-04-02T03:30:00Z">April 2, 2026</time>',
    );
    expect(html).toContain('"article:modified_time" content="2026-04-02T03:30:00Z"');
    expect(html).toContain('"dateModified":"2026-04-02T03:30:00Z"');
    expect(html).toContain('Contributors: Zoé, Ann');
    expect(html).not.toContain('@x.example');
    expect(updateOf(driver, '/docs/three')).toBeUndefined();
  });

  it('follows renamed files over branches, and does not count a mere move', async () => {
    const driver = repository(FILES);
    const { dir } = driver;
    git(dir, ['checkout', '-q', '-b', 'move']);
    renameSync(join(dir, 'content/docs/two.md'), join(dir, 'content/docs/second.md'));
    commit(dir, '2026-02-01', { name: 'Mo' });
    renameSync(join(dir, 'content/docs/second.md'), join(dir, 'content/docs/third.md'));
    driver.write('content/docs/two.md', '# Another\n');
    commit(dir, '2026-02-02', { name: 'Mo' });
    git(dir, ['checkout', '-q', 'main']);
    driver.write('content/docs/one.md', '# One\n\nMore.\n');
    commit(dir, '2026-03-01', { name: 'Bo' });
    git(dir, ['-c', 'user.name=Me', '-c', 'user.email=m@x.example', 'merge', '-q', 'move']);
    await driver.build();
    expect(updateOf(driver, '/docs/third')).toMatchObject({ text: 'January 2, 2026' });
    expect(updateOf(driver, '/docs/third')).toMatchObject({ contributors: ['Ann'] });
    expect(updateOf(driver, '/docs/two')).toMatchObject({ text: 'February 3, 2026' });
    expect(updateOf(driver, '/docs/two')).toMatchObject({ contributors: ['Mo'] });
    expect(updateOf(driver, '/docs/one')).toMatchObject({ text: 'March 2, 2026' });
  });

  it('prefers the frontmatter of each page, in the language of the page', async () => {
    const driver = repository({
      'site.config.ts': config(
        "i18n: { locales: [{ code: 'en' }, { code: 'fr' }] }, markdown: { dialects: ['vitepress'] }, lastUpdate: true",
      ),
      'content/docs/one.md': '---\nlast_update: { date: 2020-05-06, author: Kim }\n---\n# One\n',
      'content/docs/off.md': '---\nlastUpdated: false\n---\n# Off\n\nText.\n',
      'content/docs/wrong.md': '---\nlast_update: { date: 06.05.2020 }\n---\n# Wrong\n\nText.\n',
      'i18n/fr/docs/one.md': '---\nlastUpdated: 2021-08-01 10:00\n---\n# Un\n\nTexte.\n',
    });
    await driver.build();
    expect(driver.diagnostics()).toEqual(['content/docs/wrong.md:2:22 frontmatter-type']);
    expect(updateOf(driver, '/docs/one')).toEqual({
      date: '2020-05-06T00:00:00Z',
      text: 'May 6, 2020',
      contributors: ['Kim'],
    });
    expect(updateOf(driver, '/docs/off')).toBeUndefined();
    expect(updateOf(driver, '/fr/docs/one')).toMatchObject({ text: '1 août 2021' });
  });

  it('is kept by a warm build without a log, and changes with a commit', async () => {
    const driver = repository(FILES);
    const { dir } = driver;
    await driver.build();
    driver.write('content/docs/one.md', '# One\n\nOther text.\n');
    commit(dir, '2026-02-01', { name: 'Zoe' });
    await driver.rebuild();
    expect(updateOf(driver, '/docs/one')).toMatchObject({ contributors: ['Ann', 'Zoe'] });
    expect(updateOf(driver, '/docs/two')).toMatchObject({ contributors: ['Ann'] });
    // Without its objects, git knows the commit but has no log.
    renameSync(join(dir, '.git/objects'), join(dir, '.git/away'));
    git(dir, ['init', '-q']);
    await driver.rebuild();
    expect(driver.diagnostics()).toEqual([]);
    expect(updateOf(driver, '/docs/one')).toMatchObject({ text: 'February 2, 2026' });
    const outDir = join(dir, 'clean');
    const clean = await build({ siteDir: dir, outDir, cache: false });
    expect(clean.diagnostics.map(({ code }) => code)).toEqual(['git-history']);
    renameSync(join(dir, '.git/objects'), join(dir, '.git/empty'));
    renameSync(join(dir, '.git/away'), join(dir, '.git/objects'));
    await build({ siteDir: dir, outDir, cache: false });
    expect(siteOutput(() => outDir).page('/docs/one')).toBe(driver.page('/docs/one'));
  });

  it.each([
    ['shallow clone', /shallow clone/, /fetch-depth: 0/],
    ['no repository', /in no git repository/, /clone/],
    ['no git', /git cannot be started/, /install git/],
  ])('is left out with one warning: %s', async (kind, message, hint) => {
    const driver = repository(FILES);
    if (kind === 'no repository') driver.remove('.git');
    if (kind === 'shallow clone') {
      driver.write('content/docs/one.md', '# One\n\nOther text.\n');
      commit(driver.dir, '2026-02-01');
      const clone = join(driver.dir, 'clone');
      git(driver.dir, ['clone', '-q', '--depth', '1', `file://${driver.dir}`, clone]);
      driver.remove('.git');
      renameSync(join(clone, '.git'), join(driver.dir, '.git'));
      driver.remove('clone');
      expect(existsSync(join(driver.dir, '.git/shallow'))).toBe(true);
    }
    if (kind === 'no repository') vi.stubEnv('GIT_CEILING_DIRECTORIES', join(driver.dir, '..'));
    if (kind === 'no git') vi.stubEnv('PATH', '/nowhere');
    await driver.build();
    expect(driver.result().ok).toBe(true);
    const [warning, ...others] = driver.result().diagnostics;
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ code: 'git-history', severity: 'warning' });
    expect(warning?.message).toMatch(message);
    expect(warning?.hint).toMatch(hint);
    expect(updateOf(driver, '/docs/one')).toBeUndefined();
  });

  it('needs no git if the site shows no dates, and no commit', async () => {
    const driver = site({ ...FILES, 'site.config.ts': config('') });
    drivers.push(driver);
    await driver.build();
    expect(driver.diagnostics()).toEqual([]);
    driver.write('site.config.ts', config('lastUpdate: true'));
    git(driver.dir, ['init', '-q']);
    await driver.rebuild();
    expect(driver.diagnostics()).toEqual([]);
    expect(updateOf(driver, '/docs/one')).toBeUndefined();
  });
});
