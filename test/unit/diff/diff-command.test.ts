import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, site } from '../../support/site.ts';

let driver: SiteDriver;

const CONFIG = `export default { title: 'T', url: 'https://t.example' };\n`;
const TABLE = '| Key | Value |\n|---|---|\n| a | one |\n| b | two |\n';
const PAGES = ['one', 'two', 'three', 'four', 'five'];

beforeEach(() => {
  driver = site({
    '.gitignore': '.docwright/\nbuild/\ntmp/\n',
    'site.config.ts': CONFIG,
    'queries.json': '[{ "query": "ferries", "expect": "/docs/ferries" }]',
    'content/index.md': '# Start\n\n[Ferries](./docs/ferries.md#times)\n',
    'content/docs/ferries.md': `# Ferries\n\nShips for cars.\n\n## Times\n\n${TABLE}\n![Map](./map.svg)\n`,
    'content/docs/map.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    'content/docs/old.md': `# Tickets\n\n${'A ticket is valid on one day for all ferries of the line. '.repeat(5)}\n`,
    'content/docs/gone.md': '# Gone\n\nNobody reads this page.\n',
    'content/docs/_note.md': 'A note for all.\n',
    ...Object.fromEntries(
      PAGES.map((name) => [
        `content/docs/${name}.md`,
        `# ${name}\n\n::include{file="_note.md"}\n\nText of ${name}.\n`,
      ]),
    ),
  });
  mkdirSync(join(driver.dir, 'tmp'));
  git('init', '--quiet', '--initial-branch=main');
  commit('first');
  git('checkout', '--quiet', '-b', 'work');
});
afterEach(() => driver.dispose());

function git(...parameters: readonly string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...who, ...parameters], { cwd: driver.dir, encoding: 'utf8' });
}

function commit(name: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', name);
}

function diff(...parameters: readonly string[]) {
  return diffIn({}, ...parameters);
}

function diffIn(variables: NodeJS.ProcessEnv, ...parameters: readonly string[]) {
  const env = { ...process.env, GITHUB_BASE_REF: '', ...variables };
  const cwd = driver.dir;
  return docsCommand(['diff', ...parameters], { cwd, env });
}

function read(path: string): string {
  return readFileSync(join(driver.dir, path), 'utf8');
}

/** Changes a cell, a link, a text that all pages include, and moves, removes and adds a page. */
function change(): void {
  driver
    .write('content/docs/ferries.md', read('content/docs/ferries.md').replace('| two |', '| 2 |'))
    .write('content/docs/new.md', '# New\n\nA page.\n')
    .write('content/docs/tickets.md', read('content/docs/old.md').replace('one day', 'two days'))
    .write('content/index.md', '# Start\n\n[Ferries](./docs/one.md)\n')
    .remove('content/docs/old.md')
    .remove('content/docs/gone.md');
}

describe('docs diff', () => {
  it('lists pages, cells, targets of links, redirects, menus and findings', async () => {
    change();
    driver.write('content/docs/one.md', '# one\n\n[Lost](./lost.md)\n');
    const status = git('status', '--porcelain');
    const { stdout, stderr, status: exit } = await diff();
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^since main \([\da-f]{7}\): 1 removed, 1 moved, 3 changed, 1 added of \d+ pages\n/,
    );
    expect(stdout).toContain('Redirects that are needed, for `redirects` of site.config.ts:\n');
    expect(stdout).toContain(`{ from: '/docs/old', to: '/docs/tickets' },\n`);
    expect(stdout).toMatch(/\{ from: '\/docs\/gone', to: '\/[^']*' \}, \/\/ removed/);
    expect(stdout).toMatch(
      /New findings:\n(?: {2}.*\n)* {2}\w+\[page-not-found\]: .*"content\/docs\/lost.md"/,
    );
    expect(stdout).toContain('\nremoved /docs/gone ');
    expect(stdout).toMatch(
      /\nmoved \/docs\/old → \/docs\/tickets\/ {2}content\/docs\/tickets.md {2}\d\d % the same/,
    );
    expect(stdout).toContain('\n  Times\n    table cell 2: b | [-two-] {+2+}\n');
    expect(stdout).toContain(
      'link target: [-Ferries (/docs/ferries/#times)-] {+Ferries (/docs/one/)+}',
    );
    expect(stdout).toContain('\nadded /docs/new/ ');
    expect(stdout).toContain('Tickets (/docs/old/ → /docs/tickets/)');
    expect(exit).toBe(0);
    expect(git('status', '--porcelain')).toBe(status);
  });

  it('tells that the list of posts is gone, as the addresses that are locked have it', async () => {
    driver
      .write('blog/2026-01-01-a.md', '# A\n\nText.\n')
      .write('site.config.ts', CONFIG.replace('{ ', "{ blog: { until: '2026-02-01' }, "));
    commit('second');
    git('branch', '--force', 'main');
    driver.write('site.config.ts', CONFIG);
    const { stdout } = await diff();
    expect(stdout).toMatch(/\{ from: '\/blog', to: '\/[^']*' \}, \/\/ removed/);
    expect(stdout).not.toContain('/blog/archive');
  });

  it('leads each menu entry of a moved folder to where it is', async () => {
    for (const name of PAGES) {
      driver.write(
        `content/docs/all/${name}.md`,
        read(`content/docs/${name}.md`).replace('"_', '"../_'),
      );
      driver.remove(`content/docs/${name}.md`);
    }
    const { menus } = JSON.parse((await diff('--format', 'json')).stdout);
    expect(menus).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          change: 'renamed',
          trail: ['All', 'one'],
          href: '/docs/all/one/',
        }),
      ]),
    );
    expect(menus).toHaveLength(PAGES.length + 1);
  });

  it('tells an included text once, and an edit of a template or style in one line', async () => {
    driver
      .write('content/docs/_note.md', 'A note for everybody.\n')
      .write('templates/styles/article.css', '.article { color: teal; }\n');
    const { stdout } = await diff();
    expect(stdout).toContain('5 changed of');
    expect(stdout).toContain('On 5 pages: /docs/five, ');
    expect(stdout.match(/everybody/g)).toHaveLength(1);
    expect(stdout).toMatch(/\nchanged only as listed above: (?:\/docs\/\w+\/(?:, )?){5}\n/);
    driver
      .write('content/docs/_note.md', 'A note for all.\n')
      .write(
        'templates/Footer.tsx',
        'export function Footer() { return <footer>Mine</footer>; }\n',
      );
    const again = (await diff()).stdout;
    expect(again).toContain('none changed of');
    expect(again).toContain('On all pages:\n  changed: code of templates');
  });

  it('compares with the merge base, and lists nothing that others have changed', async () => {
    git('checkout', '--quiet', 'main');
    driver.write('content/docs/one.md', '# Other\n');
    commit('second');
    git('checkout', '--quiet', 'work');
    driver.write('content/docs/two.md', '# two\n\nMine.\n');
    commit('third');
    const { pages, base } = JSON.parse((await diff('--format', 'json')).stdout);
    expect(base.commit).toBe(git('rev-parse', 'main~1').trim());
    expect(pages.changes).toMatchObject([{ change: 'changed', route: '/docs/two' }]);
    // The second run starts from the first.
    const again = JSON.parse((await diff('main', '--format', 'json')).stdout);
    expect(again.pages).toEqual(pages);
    const services = await diffIn({ CI: 'true', DOCS_CACHE_KEY: '' }, '--format', 'json');
    expect(JSON.parse(services.stdout).pages).toEqual(pages);
  });

  it('sees another file behind the same address, and anchors that are gone', async () => {
    driver
      .write('static/plan.svg', read('content/docs/map.svg'))
      .write('content/docs/two.md', '# two\n\n<img src="/plan.svg" alt="Plan">\n');
    commit('second');
    git('branch', '--force', 'main');
    driver
      .write('static/plan.svg', `<!-- other -->${read('content/docs/map.svg')}`)
      .write(
        'content/docs/ferries.md',
        read('content/docs/ferries.md').replace('## Times', '## Times {#when}'),
      );
    const { stdout } = await diff('main');
    expect(stdout).toMatch(/changed \/docs\/two\/ .*\n {2}two\n {4}image: .*content/);
    expect(stdout).toMatch(/changed \/docs\/ferries\/ .* lost #times/);
  });

  it('prints Markdown that fits a comment, the worst first', async () => {
    change();
    for (const name of PAGES)
      driver.write(
        `content/docs/${name}.md`,
        `# ${name}\n\n${`Word <b> @someone ${name} `.repeat(30)}\n\n`.repeat(120),
      );
    const { stdout } = await diff('--format', 'markdown', '--preview-url', 'https://pr.t.example');
    expect(stdout.length).toBeLessThanOrEqual(65_536);
    expect(stdout.startsWith('<!-- docs diff -->\n### Documentation: ')).toBe(true);
    const removed = stdout.indexOf('| removed | `/docs/gone`');
    expect(removed).toBeGreaterThan(0);
    expect(stdout.indexOf('(<https://pr.t.example/docs/tickets/>)')).toBeGreaterThan(removed);
    expect(stdout).toContain("{ from: '/docs/old', to: '/docs/tickets' },");
    expect(stdout).toMatch(
      /Left out, as a comment has at most 65536 characters: the changes in \d pages?/,
    );
    expect(stdout).not.toMatch(/@someone/);
  });

  it('writes the new site with marks', async () => {
    change();
    const { stderr, status } = await diff('--out', 'tmp/marked');
    expect([stderr, status]).toEqual(['', 0]);
    const page = read('tmp/marked/docs/ferries/index.html');
    expect(page).toContain('<td><del id="dw-diff-1" tabindex="-1">two</del> <ins>2</ins></td>');
    expect(page).toContain('<aside class="dw-diff-bar"');
    expect(page).toContain('<link rel="stylesheet" href="/dw-assets/diff-marks.css">');
    expect(page).not.toContain(' style=');
    expect(page.match(/<script(?![^>]* (?:src|type)=)/g)).toHaveLength(1);
    expect(read('tmp/marked/index.html')).toContain('<ins>/docs/one/</ins></span>');
    expect(read('tmp/marked/docs/gone/index.html')).toContain('<del>Nobody reads this page.</del>');
    expect(read('tmp/marked/dw-diff/index.html')).toContain(
      '<del>/docs/old</del> <a href="/docs/tickets',
    );
    expect(read('tmp/marked/docs/three/index.html')).not.toContain('<ins');
    expect(existsSync(join(driver.dir, 'tmp/marked/dw-assets/diff-marks.js'))).toBe(true);
    // A folder of others is not touched.
    driver.write('tmp/mine/a.txt', 'a');
    expect(await diff('--out', 'tmp/mine')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('output-not-ours'),
    });
  });

  it('ends with 2 where there is nothing to compare with', async () => {
    expect((await diff('nonsense')).stderr).toContain('"nonsense" is no commit of the repository');
    expect((await diff('--', '--all')).stderr).toContain('"--all" is no commit');
    expect((await diffIn({ PATH: join(driver.dir, 'tmp') })).stderr).toContain(
      'Git is not installed',
    );
    git('branch', '--move', 'main', 'trunk');
    const none = await diff();
    expect(none.stderr).toContain('the repository has no main branch to compare with');
    expect(none.stderr).toContain('fetch-depth: 0');
    expect([none.status, none.stdout]).toEqual([2, '']);
    git('checkout', '--quiet', '--orphan', 'alone');
    commit('alone');
    expect((await diff('trunk')).stderr).toContain(
      'trunk and the current commit have no common history',
    );
    const outside = site({ 'content/index.md': '# A\n' });
    const { stderr } = await diff('trunk', outside.dir);
    expect(stderr).toMatch(/has no history to compare with|is no commit/);
    execFileSync('git', ['init', '--quiet'], { cwd: outside.dir });
    expect((await diff('trunk', outside.dir)).stderr).toContain('has no commit yet');
    outside.dispose();
  });

  it('explains what a shallow clone lacks', async () => {
    driver.write('content/docs/new.md', '# New\n');
    commit('second');
    git(
      'clone',
      '--quiet',
      '--depth',
      '1',
      '--no-single-branch',
      `file://${driver.dir}`,
      'tmp/shallow',
    );
    const { stderr, status } = await diff('origin/main', join(driver.dir, 'tmp/shallow'));
    expect(stderr).toContain('origin/main and the current commit have no common history');
    expect(stderr).toContain('hint: the repository is a shallow clone: fetch the whole history');
    expect(status).toBe(2);
  });

  it('shows a change of an API on its pages', async () => {
    const api = (summary: string): string =>
      `openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\npaths:\n  /a:\n    get:\n      operationId: getA\n      summary: ${summary}\n      responses: { "200": { description: Fine. } }\n`;
    driver
      .write('shop.yaml', api('Read it'))
      .write(
        'site.config.ts',
        CONFIG.replace(' };', ", openapi: [{ id: 'shop', spec: 'shop.yaml' }] };"),
      );
    commit('second');
    driver.write('shop.yaml', api('Get it'));
    const { pages, menus } = JSON.parse((await diff('HEAD', '--format', 'json')).stdout);
    const routes: readonly string[] = pages.changes.map(({ route }: { route: string }) => route);
    expect(routes).toEqual(expect.arrayContaining([expect.stringMatching(/get-?a$/i)]));
    expect(menus).toMatchObject([{ change: 'renamed' }]);
    driver.write(
      'shop.yaml',
      api('Get it').replace('  /a:', '  /b: {}\n  /c:').replace('getA', 'getC'),
    );
    const removed = JSON.parse((await diff('HEAD', '--format', 'json')).stdout);
    expect(removed.api[0]).toMatchObject({ level: 'breaking', operations: ['GET /a'] });
    const { stdout } = await diff('HEAD', '--format', 'markdown');
    expect(stdout).toMatch(/^Compared with .*\n\n\*\*API\*\*:\n\n- breaking: .*GET \/a/m);
  });

  it('says what is wrong with the other side', async () => {
    driver.write('site.config.ts', 'export default {');
    commit('second');
    driver.write('site.config.ts', CONFIG);
    const { stderr, status } = await diff('HEAD');
    expect(stderr).toContain('the site as of HEAD cannot be built: ');
    expect(status).toBe(2);
  });

  it('reads files that Git ignores on both sides, and finds nothing changed in them', async () => {
    const api =
      'openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\npaths:\n  /a:\n    get:\n      operationId: getA\n      responses: { "200": { description: Fine. } }\n';
    driver
      .write('.gitignore', '.docwright/\nbuild/\ntmp/\ngenerated/\n*.svg\ncontent/docs/made.md\n')
      .write('static/plan.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
      .write('generated/shop.yaml', api)
      .write('content/docs/made.md', '# Made\n')
      .write('content/docs/two.md', '# two\n\n[Made](./made.md)\n')
      .write(
        'site.config.ts',
        CONFIG.replace(' };', ", openapi: [{ id: 'shop', spec: 'generated/shop.yaml' }] };"),
      );
    commit('second');
    driver.write('content/docs/two.md', '# two\n\n[Made](./made.md) ![Plan](/plan.svg)\n');
    const first = JSON.parse((await diff('HEAD', '--format', 'json')).stdout);
    expect(first.pages.changes).toMatchObject([{ change: 'changed', route: '/docs/two' }]);
    expect(first.findings ?? []).toEqual([]);
    // One that is gone is missing on both sides.
    driver.remove('content/docs/made.md');
    const { pages, findings } = JSON.parse((await diff('HEAD', '--format', 'json')).stdout);
    expect(pages.changes).toHaveLength(1);
    expect(pages.total).toBe(first.pages.total - 1);
    expect(findings ?? []).toEqual([]);
  });

  it('writes no ignored file through a link of the other side', async () => {
    mkdirSync(join(driver.dir, 'tmp/outside'));
    symlinkSync(join(driver.dir, 'tmp/outside'), join(driver.dir, 'content/made'));
    commit('second');
    driver.remove('content/made').write('.gitignore', '.docwright/\ntmp/\ncontent/made/\n');
    driver.write('content/made/a.md', '# Made\n').write('content/docs/new.md', '# New\n');
    const { pages } = JSON.parse((await diff('HEAD', '--format', 'json')).stdout);
    expect(pages.changes).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ change: 'added', route: '/docs/new' })]),
    );
    expect(readdirSync(join(driver.dir, 'tmp/outside'))).toEqual([]);
  });

  it('lists all pages of a new site as added', async () => {
    driver.write('manual/site.config.ts', CONFIG).write('manual/content/index.md', '# Start\n');
    const expected = { total: 1, changes: [{ change: 'added', route: '/' }] };
    const dir = join(driver.dir, 'manual');
    const { stdout, stderr } = await diff('main', dir, '--format', 'json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ pages: expected });
    commit('second');
    const { pages, ...others } = JSON.parse((await diff('main', dir, '--format', 'json')).stdout);
    expect(pages).toMatchObject(expected);
    expect(Object.keys(others).toSorted()).toEqual(['base', 'schemaVersion']);
    expect((await diff('main', dir, '--out', 'tmp/marked')).status).toBe(0);
    expect(read('tmp/marked/index.html')).toContain('New page');
  });
});
