import { describe, expect, it } from 'vitest';
import { foldName, nameProblem } from '../../../src/publish/output-names.ts';

describe('nameProblem', () => {
  it.each([
    'index.html',
    'docs/a/index.html',
    '.well-known/security.txt',
    '.nojekyll',
    'docs/__proto__/index.html',
    'docs/größe/日本.html',
    'docs/a..b.html',
    'console/index.html',
    'docs/.docwright/x',
    `${'a'.repeat(250)}.html`,
    `${'é'.repeat(125)}.html`,
  ])('accepts %s', (path) => {
    expect(nameProblem(path)).toBeUndefined();
  });

  it.each(['../x', 'a/../../x', 'a/..', '/etc/passwd', 'C:/x', 'c:\\x', '..'])(
    'sees %s lead out',
    (path) => {
      expect(nameProblem(path)?.code).toBe('path-outside-root');
    },
  );

  it.each([
    ['', 'empty segment'],
    ['a//b', 'empty segment'],
    ['a/', 'empty segment'],
    ['./a', 'empty segment'],
    ['a\0b', 'control character'],
    ['a/b\n', 'control character'],
    ['a\\b', 'backslash'],
    ['docs/con/index.html', 'reserved name on Windows'],
    ['NUL.tar.gz', 'reserved name on Windows'],
    ['lpt9', 'reserved name on Windows'],
    ['docs/a./b', 'full stop or space'],
    ['docs/a ', 'full stop or space'],
    ['.docwright/journal.json', 'not a name for a part of a site'],
    ['.Docwright-Manifest.JSON', 'not a name for a part of a site'],
    ['.git/hooks/post-checkout', 'not a name for a part of a site'],
    ['a'.repeat(256), 'longer than 255 bytes'],
    [`docs/${'é'.repeat(128)}/x`, 'longer than 255 bytes'],
  ])('refuses %j: %s', (path, reason) => {
    const problem = nameProblem(path);
    expect(problem?.code).toBe('output-name');
    expect(problem?.message).toContain(reason);
  });

  it('is located at the source of the output and names it', () => {
    const origin = { file: 'static/con.txt', line: 1, column: 1 };
    expect(nameProblem('con.txt', origin)).toMatchObject({
      location: origin,
      hint: 'rename static/con.txt, or give the page another slug',
    });
    expect(nameProblem('../x', origin)?.location).toEqual(origin);
  });

  it('prints control characters as escapes', () => {
    expect(nameProblem('a\u001b[31m')?.message).toContain('"a\\u001b[31m"');
  });
});

describe('foldName', () => {
  it('makes names equal that differ in case or Unicode form', () => {
    expect(foldName('Docs/CAFE\u0301')).toBe(foldName('docs/caf\u00e9'));
    expect(foldName('masse')).not.toBe(foldName('maße'));
  });
});
