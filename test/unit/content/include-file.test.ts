import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileRules } from '../../../src/content/file-rules.ts';
import {
  createIncludeReader,
  type IncludeRequest,
  type IncludeResult,
  parseLineRanges,
} from '../../../src/content/include-file.ts';
import { selectSection } from '../../../src/content/include-file.ts';
import { toFilePath } from '../../../src/shared/paths.ts';

const FILES = {
  'site/docs/a.md': '# A\n',
  'site/docs/_note.md': 'Note\n',
  'src/client.ts': [
    'import x from "x";',
    '// #region setup',
    '  const a = 1;',
    '  // #region inner',
    '',
    '    const b = 2;',
    '  // #endregion inner',
    '// #endregion',
    'const region = "eu"; // region of the user',
    '',
  ].join('\n'),
  'src/main.rs': 'fn main() {\n    // ANCHOR: here\n    let x = 1;\n    // ANCHOR_END: here\n}\n',
  'src/app.py':
    '# --8<-- [start:app]\napp = 1\n# --8<-- [end:app]\n# [start:b]\nb[start:end]\n# [end:b]\n',
  'src/page.html':
    '<p>\n<!-- #region x -->\n<b>\n<!-- #endregion x -->\n<!-- #docregion y, z -->\n<i>\n<!-- #enddocregion y -->\n<u>\n<!-- #enddocregion -->\n',
  'src/empty.txt': '// ANCHOR: none\n// ANCHOR_END: none\nx\n',
  'src/blank.txt': '',
  'src/crlf.txt': 'a\r\nb\r\n',
  '.env': 'SECRET=1\n',
  '../outside.txt': 'secret\n',
};

describe('createIncludeReader', () => {
  let root = '';
  beforeAll(() => {
    const top = mkdtempSync(join(tmpdir(), 'docwright-include-'));
    root = join(top, 'repository');
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    symlinkSync(join(top, 'outside.txt'), join(root, 'src/link.txt'));
    symlinkSync(join(root, 'src/main.rs'), join(root, 'src/inner.rs'));
  });
  afterAll(() => rmSync(dirname(root), { recursive: true }));

  const read = (path: string, part: Omit<IncludeRequest, 'path'> = {}): IncludeResult => {
    const siteDir = join(root, 'site');
    const contentDir = join(siteDir, 'docs');
    const fileRules = createFileRules({
      roots: [root],
      siteDir,
      configFile: 'site.config.ts',
      isIgnored: () => false,
    });
    const reader = createIncludeReader({ siteDir, contentDir, includeRoots: [root], fileRules });
    return reader(toFilePath('docs/a.md'), { path, ...part });
  };
  const text = (path: string, part?: Omit<IncludeRequest, 'path'>): string => {
    const result = read(path, part);
    return result.ok ? result.text : `${result.code}: ${result.message} (${result.hint ?? ''})`;
  };

  it('resolves relative to the including file, or from a folder of the site or an include root', () => {
    expect(text('../../src/crlf.txt')).toBe('a\nb');
    expect(text('/src/crlf.txt')).toBe('a\nb');
    expect(text('@/src/crlf.txt')).toBe('a\nb');
    expect(text('/_note.md')).toBe('Note');
    expect(text('/src/inner.rs', { region: 'here' })).toBe('    let x = 1;');
  });

  it.each([
    ['/src/client.ts', 'setup', '  const a = 1;\n\n    const b = 2;'],
    ['/src/client.ts', 'inner', '\n    const b = 2;'],
    ['/src/main.rs', 'here', '    let x = 1;'],
    ['/src/app.py', 'app', 'app = 1'],
    ['/src/app.py', 'b', 'b[start:end]'],
    ['/src/page.html', 'x', '<b>'],
    ['/src/page.html', 'y', '<i>'],
    ['/src/page.html', 'z', '<i>\n<u>'],
  ])('takes the region of %s named %s', (path, region, expected) => {
    expect(text(path, { region })).toBe(expected);
  });

  it('removes the markers of all regions, and keeps lines that only mention one', () => {
    expect(text('/src/main.rs')).toBe('fn main() {\n    let x = 1;\n}');
    expect(text('/src/client.ts')).toContain('region of the user');
  });

  it('takes a region without lines', () => {
    expect(read('/src/empty.txt', { region: 'none' })).toMatchObject({ ok: true, lines: [] });
    expect(read('/src/blank.txt')).toMatchObject({ ok: true, text: '' });
  });

  it('takes lines of the file, and removes their indentation on request', () => {
    const lines = parseLineRanges('3-6');
    expect(text('/src/client.ts', { lines, dedent: true })).toBe('const a = 1;\n\n  const b = 2;');
    expect(read('/src/client.ts', { lines, dedent: true })).toMatchObject({
      indent: 2,
      file: '../src/client.ts',
      lines: [{ line: 3 }, { line: 5 }, { line: 6 }],
    });
  });

  it('explains what is missing, with the nearest name', () => {
    expect(text('../../src/clent.ts')).toBe(
      'include-not-found: there is no file "../../src/clent.ts" to include (did you mean "../../src/client.ts"?)',
    );
    expect(text('/src/client.ts', { region: 'setpu' })).toContain('(did you mean "setup"?)');
    expect(text('/src/main.rs', { lines: [{ first: 20, last: 30 }] })).toContain(
      'include-region: "/src/main.rs" has no such lines: it has 5',
    );
  });

  it.each(['../../../outside.txt', '/src/link.txt', '../../.env', '/../../../etc/hostname'])(
    'refuses %s',
    (path) => {
      expect(text(path)).toMatch(/^include-outside: /);
      expect(text(path)).not.toContain('secret');
    },
  );
});

describe('selectSection', () => {
  const lines = '# A\n\n## B {#x}\n\nb\n\n```md\n## C\n```\n\n### D\n\n## E & f\n\ne'
    .split('\n')
    .map((line, index) => ({ text: line, line: index + 1 }));

  it.each([
    ['x', [4, 12]],
    ['d', [12, 12]],
    ['e--f', [14, 15]],
    ['a', [2, 15]],
    ['c', undefined],
    ['b', undefined],
  ])('takes what is below the heading %s', (id, expected) => {
    const taken = selectSection(lines, id);
    expect(taken && [taken[0]?.line, taken.at(-1)?.line]).toEqual(expected);
  });
});

describe('parseLineRanges', () => {
  it.each([
    ['3-9', [{ first: 3, last: 9 }]],
    ['2:5', [{ first: 2, last: 5 }]],
    [':10', [{ first: 1, last: 10 }]],
    ['5:', [{ first: 5, last: Number.POSITIVE_INFINITY }]],
    ['7', [{ first: 7, last: 7 }]],
    [
      '1, 3-4',
      [
        { first: 1, last: 1 },
        { first: 3, last: 4 },
      ],
    ],
    ['x', undefined],
    ['', undefined],
  ])('reads %j', (text, expected) => {
    expect(parseLineRanges(text)).toEqual(expected);
  });
});
