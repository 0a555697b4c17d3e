import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, site } from '../../support/site.ts';

let driver: SiteDriver;

beforeEach(() => {
  driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', redirects: [{ from: '/old', to: '/docs/b' }] };\n`,
    'content/docs/a.md': '\uFEFF# A\r\n\r\n[x](./B.md) [y](/old) [z](nope.md)\r\n',
    'content/docs/b.md': '# B\n\n[x](./nope2.md)\n',
  }).warm();
});
afterEach(() => driver.dispose());

async function checkLinks(...flags: readonly string[]) {
  const { status, stdout, stderr } = await docsCommand(['check-links', '.', ...flags], {
    cwd: driver.dir,
  });
  return { status, stdout, stderr };
}

interface Report {
  readonly findings: readonly {
    readonly code: string;
    readonly file: string;
    readonly line: number;
  }[];
}

function codes(text: string): readonly string[] {
  const report: Report = JSON.parse(text);
  return report.findings.map(({ code, file, line }) => `${file}:${line} ${code}`);
}

describe('docs check-links --from-build', () => {
  it('says that a folder is missing, as wrong usage', async () => {
    const { status, stdout, stderr } = await checkLinks('--from-build', 'nope');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'error: there is no folder "nope"; build the site first, or name the folder of its HTML\n',
    );
  });

  it('accepts pages without links, and refuses a folder without pages', async () => {
    driver.write('one/index.html', '<p>x').write('none/x.txt', 'x');
    expect((await checkLinks('--from-build', 'one')).status).toBe(0);
    const { status, stderr } = await checkLinks('--from-build', 'none');
    expect(status).toBe(3);
    expect(stderr).toContain('the folder has no HTML page');
  });

  it('prints no blanks at the end of lines', async () => {
    driver.write('one/index.html', '<main><a href="">x</a></main>');
    const { status, stderr } = await checkLinks('--from-build', 'one');
    expect(status).toBe(0);
    expect(stderr).toContain('index.html:1:16  warning  empty-href\n');
    expect(stderr).not.toMatch(/[ \t]\n/);
  });
});

describe('docs check-links', () => {
  it('prints findings for people, and a line of what was looked at; it writes nothing', async () => {
    const { status, stdout, stderr } = await checkLinks();
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('content/docs/a.md:3:5  error  case-mismatch  ./B.md → /docs/B');
    expect(stderr).toMatch(/\n3 errors, 1 warning in 5 links of 5 pages \(.*\), \d+\.\d\d s\n$/);
    expect(driver.files()).toEqual([]);
  });

  it('chooses what fails: severity, number of warnings, level of rules', async () => {
    const noErrors = ['--rule', 'page-not-found=off', '--rule', 'case-mismatch=off'];
    expect((await checkLinks('--fail-on', 'never')).status).toBe(0);
    expect((await checkLinks('--fail-on', 'warn', ...noErrors)).status).toBe(1);
    expect((await checkLinks('--max-warnings', '1', ...noErrors)).status).toBe(0);
    const { status, stderr } = await checkLinks('--max-warnings', '0', ...noErrors);
    expect(status).toBe(1);
    expect(stderr).toContain('more warnings than --max-warnings 0 allows');
  });

  it.each([
    [['--include', 'content/docs/b.md'], ['content/docs/b.md:3 page-not-found']],
    [['--exclude', '/a\\.md$/'], ['content/docs/b.md:3 page-not-found']],
    [
      ['--ignore-link', '/nope/', '--ignore-target', '/docs/b'],
      ['content/docs/a.md:3 case-mismatch'],
    ],
  ])('%j leaves %j', async (flags, expected) => {
    expect(codes((await checkLinks(...flags, '--format', 'json')).stdout)).toEqual(expected);
  });

  it('writes each report to its destination', async () => {
    const { stdout } = await checkLinks(
      '--format',
      'json',
      '--output',
      'links.json',
      '--format',
      'github',
    );
    expect(stdout).toContain('::error file=content/docs/a.md,line=3,col=5,');
    const report = readFileSync(join(driver.dir, 'links.json'), 'utf8');
    expect(codes(report)).toHaveLength(4);
    expect((await checkLinks('--format', 'json')).stdout).toBe(report);
  });

  it.each([
    [['--rule', 'page-not-fund=off'], 'did you mean "page-not-found"?'],
    [['--rule', 'page-not-found=bad'], 'off|info|warning|error'],
    [['--format', 'xml'], 'Formats: pretty, json'],
    [['--include', '['], 'is not a glob: missing closing: "]"'],
    [['--max-warnings', '-1'], 'whole number'],
    [['--since=--output=x'], 'is no revision'],
    [['--nosuch'], 'the options are --config'],
    [['--external-anchors'], '--external-anchors needs --external'],
    [['--fix-anchors', 'heading'], '--fix-anchors needs --fix'],
    [['--fix-anchors', 'page'], 'Allowed choices are link, heading'],
    [['--fix=dry-run', '--format', 'json'], 'give each --format an --output'],
  ])('%j is wrong usage', async (flags, message) => {
    const { status, stderr } = await checkLinks(...flags);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it('applies unambiguous fixes once, and leaves all other bytes', async () => {
    const before = readFileSync(join(driver.dir, 'content/docs/a.md'), 'utf8');
    const dry = await checkLinks('--fix=dry-run');
    expect(dry.stdout).toContain('+[x](./b.md) [y](./b.md) [z](nope.md)\r\n');
    expect(readFileSync(join(driver.dir, 'content/docs/a.md'), 'utf8')).toBe(before);
    expect((await checkLinks('--fix')).stderr).toContain('2 links fixed in 1 file');
    const after = before.replace('./B.md', './b.md').replace('/old', './b.md');
    expect(readFileSync(join(driver.dir, 'content/docs/a.md'), 'utf8')).toBe(after);
    expect((await checkLinks('--fix')).stderr).toContain('note: nothing fixed\n');
    expect(readFileSync(join(driver.dir, 'content/docs/a.md'), 'utf8')).toBe(after);
  });

  it('uses a baseline: known findings pass, new ones fail, resolved ones are reported and removed', async () => {
    expect((await checkLinks('--update-baseline')).stderr).toContain('4 added, 0 removed, 0 kept');
    const clean = await checkLinks();
    expect(clean.status).toBe(0);
    expect(clean.stderr).toContain('known (4): listed in the baseline\n');
    driver.write('content/docs/b.md', '# B\n\nnew line above\n\n[x](./b.md) [n](new.md)\n');
    expect(codes((await checkLinks('--format', 'json')).stdout)).toEqual([
      'content/docs/b.md:5 page-not-found',
      'links-baseline.json:7 stale-baseline',
    ]);
    expect((await checkLinks('--update-baseline')).stderr).toContain('1 added, 1 removed, 3 kept');
    expect((await checkLinks()).status).toBe(0);
  });

  it('looks at what changed since a revision, from where the branches parted', async () => {
    const git = (...parameters: readonly string[]): void => {
      const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
      execFileSync('git', [...who, ...parameters], { cwd: driver.dir, stdio: 'ignore' });
    };
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'first');
    git('branch', 'other');
    expect((await checkLinks('--since', 'HEAD', '--format', 'json')).status).toBe(0);
    driver.write('content/docs/c.md', '# C\n\n[x](gone.md)\n');
    expect(codes((await checkLinks('--since', 'other', '--format', 'json')).stdout)).toEqual([
      'content/docs/c.md:3 page-not-found',
    ]);
    expect((await checkLinks('--since', 'nonsense')).status).toBe(2);
  });

  it('accepts a site without links, and fails where no page was read', async () => {
    driver.remove('content/docs').write('content/index.md', '# One\n');
    driver.write('content/two.md', '# Two\n');
    driver.write('site.config.ts', `export default { title: 'T', url: 'https://t.example' };\n`);
    const { status, stderr } = await checkLinks();
    expect(stderr).toMatch(/note: no link in \d pages\n0 errors, 0 warnings/);
    expect(status).toBe(0);
    driver.remove('content');
    expect((await checkLinks()).stderr).toContain('nothing-checked');
    expect((await checkLinks()).status).toBe(3);
    driver.remove('site.config.ts');
    expect((await checkLinks()).status).toBe(2);
  });

  it('tells a folder that does not exist from one without a configuration', async () => {
    const run = await docsCommand(['check-links', 'nosuch'], { cwd: driver.dir });
    expect(run.status).toBe(2);
    expect(run.stderr).toBe(
      `error: the site folder "${join(driver.dir, 'nosuch')}" does not exist\n`,
    );
  });

  it('warns of an --include that matches no file', async () => {
    const { stderr } = await checkLinks('--include', 'zzz', '--include', 'content/docs/b.md');
    expect(stderr).toContain('warning: --include "zzz" matches no file\n');
    expect(stderr).not.toContain('"content/docs/b.md" matches');
    expect((await checkLinks('--include', '*.ts')).stderr).not.toContain('warning: ');
  });

  it('prints a patch that git applies where the command runs', async () => {
    const cwd = join(driver.dir, '..');
    const name = driver.dir.slice(cwd.length + 1);
    const run = (...flags: readonly string[]) =>
      docsCommand(['check-links', name, ...flags], { cwd });
    const { stdout, stderr } = await run('--fix=dry-run');
    expect(stderr).toContain('note: 2 links can be fixed in 1 file\n');
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd, input: stdout });
    expect(readFileSync(join(driver.dir, 'content/docs/a.md'), 'utf8')).toBe(
      '\uFEFF# A\r\n\r\n[x](./b.md) [y](./b.md) [z](nope.md)\r\n',
    );
    expect((await run('--fix=dry-run')).stdout).toBe('');
    expect((await run('--fix')).stderr).toContain('note: nothing fixed\n');
  });

  it('sends no request with --offline, whatever --external says', async () => {
    driver.write('content/docs/b.md', '# B\n\n[x](https://127.0.0.1:9/x)\n');
    const { stderr } = await checkLinks('--external', '--external-anchors', '--offline');
    expect(stderr).toContain('note: --offline wins over --external: no request is sent\n');
    expect(stderr).toContain('1 external not checked');
  });

  it('keeps help texts within 60 characters', async () => {
    const { stdout } = await docsCommand(['check-links', '--help'], { env: { COLUMNS: '200' } });
    const texts = [...stdout.matchAll(/^ {2}-.*? {2,}([^-].*)$/gm)].map(([, text = '']) =>
      text.replace(/ \((?:choices|default): .*$/, ''),
    );
    expect(texts.length).toBeGreaterThan(25);
    expect(texts.filter((text) => text.length > 60)).toEqual([]);
  });
});
