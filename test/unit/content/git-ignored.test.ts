import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIgnoredFiles } from '../../../src/content/git-ignored.ts';

const RULES = `# comment
*.log
!kept.log
/top.txt
build/
docs/**/draft.md
a\\ b.txt
[xy].txt
`;

const FILES: Readonly<Record<string, boolean>> = {
  'a.log': true,
  'kept.log': false,
  'docs/b.log': true,
  'top.txt': true,
  'docs/top.txt': false,
  'build/x.txt': true,
  'docs/build/x/y.txt': true,
  'docs/build.txt': false,
  'docs/draft.md': true,
  'docs/a/b/draft.md': true,
  'draft.md': false,
  'a b.txt': true,
  'x.txt': true,
  'docs/z.txt': false,
  'docs/inner/own.txt': true,
  'docs/inner/again.log': false,
  'own.txt': false,
};

describe('createIgnoredFiles', () => {
  let top = '';
  beforeEach(() => {
    top = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-ignored-')));
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), text);
    };
    for (const path of Object.keys(FILES)) write(path, 'text\n');
    write('.gitignore', RULES);
    write('docs/inner/.gitignore', 'own.txt\n!again.log\n');
    execFileSync('git', ['init', '-q'], { cwd: top });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(top, { recursive: true });
  });
  const ignored = (): Readonly<Record<string, boolean>> => {
    const { isIgnored } = createIgnoredFiles();
    const names = Object.keys(FILES);
    return Object.fromEntries(names.map((name) => [name, isIgnored(join(top, name), top)]));
  };

  it('says what Git says', () => {
    expect(ignored()).toEqual(FILES);
  });

  it('reads the rules itself where there is no Git', () => {
    vi.stubEnv('PATH', '');
    expect(ignored()).toEqual(FILES);
  });

  it('keeps files that are tracked, and those of a root that is ignored itself', () => {
    execFileSync('git', ['add', '-f', 'a.log'], { cwd: top });
    const { isIgnored } = createIgnoredFiles();
    expect(isIgnored(join(top, 'a.log'), top)).toBe(false);
    expect(isIgnored(join(top, 'build/x.txt'), top)).toBe(true);
    expect(isIgnored(join(top, 'build/x.txt'), join(top, 'build'))).toBe(false);
  });

  it('ignores nothing outside of a repository', () => {
    rmSync(join(top, '.git'), { recursive: true });
    expect(Object.values(ignored())).not.toContain(true);
  });

  it('names the files of rules, and asks again when told to forget', () => {
    const { isIgnored, ruleFiles, forget } = createIgnoredFiles();
    const file = join(top, 'docs/z.txt');
    expect(isIgnored(file, top)).toBe(false);
    expect(ruleFiles()).toEqual([join(top, '.gitignore'), join(top, 'docs/.gitignore')]);
    writeFileSync(join(top, '.gitignore'), 'z.txt\n');
    expect(isIgnored(file, top)).toBe(false);
    forget();
    expect(isIgnored(file, top)).toBe(true);
  });
});
