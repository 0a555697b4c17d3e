import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printDiff } from '../../../../src/links/fixes/apply-fixes.ts';
import { planFixes } from '../../../../src/links/fixes/fixes.ts';
import { linkFinding } from '../link-finding.ts';

/** The plan that turns every `./a.md` of the files into `./b.md`. */
function planOf(files: Readonly<Record<string, string>>) {
  const findings = Object.entries(files).flatMap(([file, text]) =>
    text
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\r|\n/)
      .flatMap((line, index) =>
        [...line.matchAll(/\.\/a\.md/g)].map(({ index: at }) =>
          linkFinding({ file, line: index + 1, column: at + 1, href: './a.md', fix: './b.md' }),
        ),
      ),
  );
  return planFixes(findings, (file) => files[file]);
}

function applied(files: Readonly<Record<string, string>>, diff: string): Record<string, string> {
  const dir = mkdtempSync(join(tmpdir(), 'docwright-diff-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, file)), { recursive: true });
      writeFileSync(join(dir, file), text);
    }
    const git = (...args: readonly string[]): void => {
      execFileSync('git', args, { cwd: dir, input: diff, stdio: ['pipe', 'ignore', 'inherit'] });
    };
    // It reads no input, and may be gone before any is written.
    execFileSync('git', ['init', '--quiet'], { cwd: dir, stdio: 'ignore' });
    git('apply', '--check', '-');
    git('apply', '--whitespace=nowarn', '-');
    return Object.fromEntries(
      Object.keys(files).map((file) => [file, readFileSync(join(dir, file), 'utf8')]),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const LINK = '[x](./a.md)';
const FIXED = '[x](./b.md)';
const numbers = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');

describe('a diff', () => {
  it('has three lines of context', () => {
    const { files } = planOf({ 'a.md': `${numbers(5)}${LINK}\n${numbers(5)}` });
    expect(printDiff(files)).toBe(
      [
        '--- a/a.md',
        '+++ b/a.md',
        '@@ -3,7 +3,7 @@',
        ' line 2',
        ' line 3',
        ' line 4',
        `-${LINK}`,
        `+${FIXED}`,
        ' line 0',
        ' line 1',
        ' line 2',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['one line', LINK],
    ['no final newline', `a\n${LINK}`],
    ['no final newline behind the change', `${LINK}\na`],
    ['CRLF', `a\r\n${LINK}\r\nb\r\n`],
    ['CR', `a\r${LINK}\rb\r`],
    ['a byte order mark', `\uFEFF${LINK}\n`],
    ['neighbours', `${LINK}\n${LINK}\na\n${LINK} ${LINK}\n`],
    ['one hunk', `${LINK}\n${numbers(6)}${LINK}\n`],
    ['two hunks', `${LINK}\n${numbers(7)}${LINK}\n`],
    ['many hunks', `${numbers(9)}${LINK}\n`.repeat(9)],
    ['the first and the last line', `${LINK}\n${numbers(20)}${LINK}`],
  ])('is accepted by git: %s', (_, text) => {
    const { files } = planOf({ 'a.md': text });
    expect(applied({ 'a.md': text }, printDiff(files))).toEqual({
      'a.md': text.replaceAll(LINK, FIXED),
    });
  });

  it('is accepted for several files with odd names', () => {
    const texts = Object.fromEntries(
      ['a.md', 'b c/d e.md', 'größe.md', 'q"u\\o.md', 'tab\t.md'].map((file) => [
        file,
        `${LINK}\n`,
      ]),
    );
    const { files } = planOf(texts);
    const after = applied(texts, printDiff(files));
    expect([...new Set(Object.values(after))]).toEqual([`${FIXED}\n`]);
  });

  it('names files as git does', () => {
    const names = ['a.md', 'b c.md', 'q"u\\o.md', 'tab\t.md'];
    const { files } = planOf(Object.fromEntries(names.map((name) => [name, `${LINK}\n`])));
    const lines = printDiff(files).split('\n');
    expect(lines.filter((line) => line.startsWith('--- ') || line.startsWith('+++ '))).toEqual([
      '--- a/a.md',
      '+++ b/a.md',
      '--- a/b c.md\t',
      '+++ b/b c.md\t',
      '--- "a/q\\"u\\\\o.md"',
      '+++ "b/q\\"u\\\\o.md"',
      '--- "a/tab\\011.md"',
      '+++ "b/tab\\011.md"',
    ]);
  });

  it('has a hunk for changes that are at most six lines apart', () => {
    const hunks = (between: number): readonly string[] => {
      const { files } = planOf({ 'a.md': `${LINK}\n${numbers(between)}${LINK}\n${LINK}` });
      return printDiff(files).match(/^@@.*@@$/gm) ?? [];
    };
    expect([hunks(6), hunks(7)]).toEqual([
      ['@@ -1,9 +1,9 @@'],
      ['@@ -1,4 +1,4 @@', '@@ -6,5 +6,5 @@'],
    ]);
  });

  it('removes and adds lines together, and says where the last line does not end', () => {
    const { files } = planOf({ 'a.md': `${LINK}\n${LINK}\na\n${LINK}` });
    expect(printDiff(files).split('\n').slice(3)).toEqual([
      `-${LINK}`,
      `-${LINK}`,
      `+${FIXED}`,
      `+${FIXED}`,
      ' a',
      `-${LINK}`,
      '\\ No newline at end of file',
      `+${FIXED}`,
      '\\ No newline at end of file',
      '',
    ]);
  });

  it('is empty without edits', () => {
    expect(printDiff([])).toBe('');
  });
});
