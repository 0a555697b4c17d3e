import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SiteDriver, site } from '../../support/site.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');

/** A repository with a site in `manual/`, and a folder for temporary files. */
let driver: SiteDriver;
const temporary = (): string => join(driver.dir, 'tmp');

const CONFIG = `export default { title: 'T', url: 'https://t.example' };\n`;
const QUERIES = `[
  { "query": "apples", "expect": "/docs/apples" },
  { "query": "pears", "class": "noun", "expect": "/docs/pears" },
  { "query": "plums", "class": "noun", "expect": "/docs/plums" },
  { "query": "harvest", "expect": ["/docs/apples#harvest", "/docs/pears#gone"] }
]`;

beforeEach(() => {
  driver = site({
    '.gitignore': 'node_modules/\ntmp/\n.docwright/\n',
    'manual/site.config.ts': CONFIG,
    'manual/queries.json': QUERIES,
    'manual/content/docs/apples.md': '# Apples\n\n## Harvest\n\nPick them.\n',
    'manual/content/docs/others.md': '# Pears\n\nSweet.\n',
    'manual/content/docs/pears.md': '# Fruit\n\nThese are pears, too.\n\n## Gone\n\nEaten.\n',
  });
  mkdirSync(temporary());
  commit('first');
});
afterEach(() => driver.dispose());

function git(...parameters: readonly string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...who, ...parameters], { cwd: driver.dir, encoding: 'utf8' });
}

/** Commits all files and names the commit. */
function commit(name: string): void {
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', name);
  git('tag', name);
}

function compare(ref: string, ...flags: readonly string[]) {
  return compareIn({ TMPDIR: temporary() }, ref, ...flags);
}

function compareIn(variables: NodeJS.ProcessEnv, ref: string, ...flags: readonly string[]) {
  return spawnSync(
    process.execPath,
    [BIN, 'check-search', join(driver.dir, 'manual'), '--compare', ref, ...flags],
    { encoding: 'utf8', env: { ...process.env, ...variables } },
  );
}

/** Makes one query better, one worse, and adds a section that one expects. */
function change(): void {
  driver
    .write('manual/content/docs/others.md', '# Others\n')
    .write('manual/content/docs/apples.md', '# Fruit\n\nAlso apples.\n\n## Harvest\n\nPick them.\n')
    .write('manual/content/docs/more.md', '# Apples\n\nSweet.\n')
    .write('manual/content/docs/plums.md', '# Plums\n');
}

describe('docs check-search --compare', () => {
  it('prints what changed since a commit, and leaves all files as they are', () => {
    change();
    const before = git('status', '--porcelain');
    const index = git('ls-files', '--stage', '--debug');
    const { status, stdout, stderr } = compare('first');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^4 queries over \d+ sections in \d index(?:es)?: /);
    expect(stdout).toMatch(/\nsince first \([\da-f]{7}\), without 1 query for new sections:\n/);
    expect(stdout).toMatch(/\nall +3 {2,}0\.666 {2,}1\.000 .* 0\n/);
    expect(stdout).toMatch(/\nnoun +1 {2}0\.000 → 1\.000 +1\.000 +0\.500 → 1\.000 /);
    expect(stdout).toMatch(
      /\nlater: 1\n\n {2}apples {2}\(queries.json:2:15\) {2}1 → 2\n {4}first {3}\/docs\/more/,
    );
    expect(stdout).toMatch(/\nearlier: 1\n\n {2}pears {2}\(queries.json:3:15\) {2}2 → 1\n/);
    expect(stdout).toContain(
      'no expected section existed before: 1\n\n  plums  (queries.json:4:15)  no section → 1\n',
    );
    expect(stdout).toMatch(/\n1 query unchanged\n$/);
    expect(status).toBe(0);
    expect(compare('first', '--verbose').stdout).toContain('unchanged: 1\n\n  harvest  (');
    expect(git('status', '--porcelain')).toBe(before);
    expect(git('ls-files', '--stage', '--debug')).toBe(index);
    expect(readdirSync(temporary())).toEqual([]);
  });

  it('is part of JSON, and what got worse is a finding', () => {
    change();
    const { status, stdout } = compare('first', '--format', 'json', '--rule', 'search-worse=error');
    const { findings, search } = JSON.parse(stdout);
    expect(search.comparison).toMatchObject({
      ref: 'first',
      commit: git('rev-parse', 'first').trim(),
      before: { queries: 3, success1: 2 / 3 },
      after: { queries: 3 },
      classes: [{ class: 'noun', before: { success1: 0 }, after: { success1: 1 } }, {}],
      queries: [
        { query: 'apples', class: 'word', change: 'worse', before: 1, missingBefore: [] },
        { query: 'pears', class: 'noun', change: 'better', after: 1 },
        { query: 'plums', change: 'new', missingBefore: ['/docs/plums'] },
        { query: 'harvest', change: 'unchanged' },
      ],
    });
    expect(findings).toMatchObject([{ code: 'search-late' }, { code: 'search-worse', line: 2 }]);
    expect(status).toBe(1);
  });

  it('takes configuration and included files of the commit, and the installed packages', () => {
    const uses = `import { title } from 'titles';\nimport { base } from '../base.ts';\n`;
    driver
      .write('node_modules/titles/package.json', '{ "name": "titles", "main": "index.js" }')
      .write('node_modules/titles/index.js', `exports.title = 'Fruit';\n`)
      .write('base.ts', `export const base = '/old/';\n`)
      .write(
        'manual/site.config.ts',
        `${uses}export default { title, url: 'https://t.example', baseUrl: base };\n`,
      );
    commit('second');
    driver.write('manual/site.config.ts', CONFIG).remove('base.ts');
    const { status, stdout, stderr } = compare('second');
    expect(stderr).not.toContain('compare-failed');
    expect(stdout).toContain('since second (');
    expect(stdout).toMatch(/\n3 queries unchanged\n$/);
    expect(status).toBe(1);
    expect(stderr).toContain('queries-target');
  });

  it('works in a hook of Git, and with a configuration that is named', () => {
    driver.write('manual/other.config.ts', CONFIG);
    commit('second');
    change();
    const hook = { GIT_DIR: '.git', GIT_INDEX_FILE: '.git/index', GIT_PREFIX: 'manual/' };
    const file = join(driver.dir, 'manual/other.config.ts');
    expect(compareIn(hook, 'second', '--config', file).stdout).toContain('since second (');
    const { status, stderr } = compare('first', '--config', file);
    expect(stderr).toContain('the site did not exist at first: the commit has no configuration');
    expect(status).toBe(2);
    expect(git('status', '--porcelain', 'manual/other.config.ts')).toBe('');
  });

  it('follows no link of the commit out of its files', () => {
    const outside = join(temporary(), 'outside');
    mkdirSync(outside);
    for (const link of ['packages', 'manual/.docwright'])
      symlinkSync(outside, join(driver.dir, link));
    git('add', '--force', 'manual/.docwright');
    commit('second');
    for (const link of ['packages', 'manual/.docwright']) rmSync(join(driver.dir, link));
    mkdirSync(join(driver.dir, 'packages/node_modules'), { recursive: true });
    expect(compare('second').stdout).toContain('since second (');
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(temporary())).toEqual(['outside']);
  });

  it.each([
    {
      title: 'an unknown commit',
      ref: 'nonsense',
      says: '"nonsense" is no commit of the repository',
    },
    { title: 'an option', ref: '--all', says: '"--all" is no commit of the repository' },
  ])('ends with 2 for $title', ({ ref, says }) => {
    const { status, stdout, stderr } = compareIn({}, ref);
    expect(stderr).toContain(`error  compare-failed\n  ${says}`);
    expect(stderr).toContain('hint: name a branch, a tag or a commit');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  it('ends with 2 without Git, or outside of a repository', () => {
    const none = compareIn({ PATH: temporary() }, 'first');
    expect(none.stderr).toContain('has no history to compare with: Git is not installed');
    expect(none.status).toBe(2);
    driver.remove('.git');
    const outside = compareIn({ GIT_CEILING_DIRECTORIES: resolve(driver.dir, '..') }, 'first');
    expect(outside.stderr).toContain('has no history to compare with: not a git repository');
    expect(outside.status).toBe(2);
  });

  it('ends with 2 if the site did not exist, or does not build', () => {
    git('mv', 'manual', 'other');
    commit('moved');
    git('mv', 'other', 'manual');
    expect(compare('moved').stderr).toContain(
      'the site did not exist at moved: the commit has no configuration of it',
    );
    driver.remove('manual/site.config.ts');
    commit('without');
    driver.write('manual/site.config.ts', 'export default {\n');
    commit('broken');
    driver
      .write('manual/site.config.ts', CONFIG)
      .write('manual/content/docs/nuts.md', '# Nuts\n\n[x](nope.md)\n');
    commit('dead');
    driver.remove('manual/content/docs/nuts.md').write('manual/content/docs/plums.md', '# Plums\n');
    const failures = ['without', 'broken', 'dead'].map((ref) => compare(ref));
    expect(failures.map(({ status }) => status)).toEqual([2, 2, 2]);
    const [without, broken, dead] = failures.map(({ stderr }) => stderr);
    expect(without).toContain('the site did not exist at without: the commit has no configuration');
    expect(broken).toContain('the site as of broken has 1 error and cannot be searched');
    expect(broken).toContain('hint: the first one: site.config.ts:1:');
    expect(dead).toContain('hint: the first one: content/docs/nuts.md:3:');
    expect(failures.map(({ stdout }) => stdout.startsWith('4 queries over'))).toEqual([
      true,
      true,
      true,
    ]);
    expect(readdirSync(temporary())).toEqual([]);
  });

  it('runs again after it was interrupted', async () => {
    const wait = `console.log('waiting');\nawait new Promise(() => setInterval(() => {}, 1000));\n`;
    driver.write('manual/site.config.ts', wait + CONFIG);
    commit('second');
    driver
      .write('manual/site.config.ts', CONFIG)
      .write('manual/content/docs/plums.md', '# Plums\n');
    const child = spawn(
      process.execPath,
      [BIN, 'check-search', join(driver.dir, 'manual'), '--compare', 'second'],
      { env: { ...process.env, TMPDIR: temporary() } },
    );
    const ended = new Promise((done) => child.on('exit', done));
    await new Promise<void>((heard) => {
      child.stderr.on('data', (text) => {
        if (String(text).includes('waiting')) heard();
      });
    });
    expect(compare('first').stderr).toContain('compares this site already');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(compare('first').stdout).toContain('since first (');
    expect(readdirSync(temporary())).toEqual([]);
  });
});
