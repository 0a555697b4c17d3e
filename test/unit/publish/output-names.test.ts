import { describe, expect, it } from 'vitest';
import { nameProblem } from '../../../src/publish/output-names.ts';
import { foldName } from '../../../src/shared/paths.ts';

describe('nameProblem', () => {
  it.each([
    'index.html',
    'docs/a/index.html',
    '.well-known/security.txt',
    '.nojekyll',
    'docs/__proto__/index.html',
    'docs/größe/日本.html',
    'docs/a..b.html',
    '100%/a%20b%zz.html',
    'console/index.html',
    'docs/.docwright/x',
    'a b/~!.html',
    'a'.repeat(255),
    `${'a'.repeat(250)}.html`,
    `${'é'.repeat(125)}.html`,
  ])('accepts %s', (path) => {
    expect(nameProblem(path)).toBeUndefined();
  });

  it.each(['../x', 'a/../../x', 'a/..', '/etc/passwd', 'C:/x', 'c:\\x', '..'])(
    'sees %s lead out',
    (path) => {
      expect(nameProblem(path)).toMatchObject({
        code: 'path-outside-root',
        message: `the output path ${JSON.stringify(path)} leads out of the output folder`,
      });
    },
  );

  it.each([
    ['', 'it has an empty segment'],
    ['a//b', 'it has an empty segment'],
    ['a/', 'it has an empty segment'],
    ['./a', 'it has an empty segment'],
    ['a\0b', 'it has a control character'],
    ['a\u001fb', 'it has a control character'],
    ['a\u009bb', 'it has a control character'],
    ['a\u007fb', 'it has a control character'],
    ['a/b\n', 'it has a control character'],
    ['a\\b', 'it has a backslash, which separates folders on Windows'],
    ['docs/con/index.html', '"con" is a reserved name on Windows'],
    ['NUL.tar.gz', '"NUL.tar.gz" is a reserved name on Windows'],
    ['lpt9', '"lpt9" is a reserved name on Windows'],
    ['docs/a./b', '"a." ends in a full stop or space, which Windows drops'],
    ['docs/a?.html', '"a?.html" has a character that Windows does not allow'],
    ['a"b', '"a\\"b" has a character that Windows does not allow'],
    ['a:b', '"a:b" has a character that Windows does not allow'],
    ['a%2Eb', 'it has %2E, which some servers decode'],
    ['%00', 'it has %00, which some servers decode'],
    ['a%2fb', 'it has %2f, which some servers decode'],
    ['docs/a ', '"a " ends in a full stop or space, which Windows drops'],
    ['.docwright/journal.json', '".docwright" is not a name for a part of a site'],
    ['.Docwright-Manifest.JSON', '".Docwright-Manifest.JSON" is not a name for a part of a site'],
    ['.git/hooks/post-checkout', '".git" is not a name for a part of a site'],
    ['a'.repeat(256), 'a segment is longer than 255 bytes'],
    [`docs/${'é'.repeat(128)}/x`, 'a segment is longer than 255 bytes'],
  ])('refuses %j: %s', (path, reason) => {
    const problem = nameProblem(path);
    expect(problem?.code).toBe('output-name');
    expect(problem?.message).toBe(`cannot publish ${JSON.stringify(path)}: ${reason}`);
    expect(problem?.hint).toBe('rename the source, or give the page another slug');
  });

  it('shows bidirectional controls as escapes', () => {
    expect(nameProblem('a\u202eb')?.message).toBe(
      String.raw`cannot publish "a\u202eb": it has a bidirectional control character`,
    );
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
