import { describe, expect, it } from 'vitest';
import { createClaims } from '../../../src/publish/output-names.ts';
import { toOutputPath } from '../../../src/shared/paths.ts';

function messages(...paths: readonly string[]): readonly (string | undefined)[] {
  const claims = createClaims();
  return paths.map((path) => claims.claim(toOutputPath(path))?.message);
}

describe('claims', () => {
  it('takes different paths, also those named like properties of objects', () => {
    expect(messages('a', 'b/a', 'b/c/a', '__proto__', 'constructor/index.html')).toEqual(
      Array(5).fill(undefined),
    );
  });

  it.each([
    {
      title: 'the same path',
      first: 'a/b',
      second: 'a/b',
      reason: 'two outputs would be written to "a/b"',
    },
    {
      title: 'upper and lower case',
      first: 'Docs/a.html',
      second: 'docs/A.html',
      reason: 'differ in upper and lower case or Unicode form only',
    },
    {
      title: 'Unicode form',
      first: 'caf\u00e9',
      second: 'cafe\u0301',
      reason: 'differ in upper and lower case or Unicode form only',
    },
    {
      title: 'a file and a folder',
      first: 'docs',
      second: 'docs/x/y.html',
      reason: 'would be a file and a folder of the same name',
    },
    {
      title: 'a folder and a file',
      first: 'docs/x/y.html',
      second: 'docs/x',
      reason: 'would be a file and a folder of the same name',
    },
    {
      title: 'a folder and a file in other case',
      first: 'Docs/x/y.html',
      second: 'docs/X',
      reason: 'would be a file and a folder of the same name',
    },
    {
      title: 'a file and a folder in other case',
      first: 'docs/X',
      second: 'Docs/x/y.html',
      reason: 'would be a file and a folder of the same name',
    },
  ])('refuses $title', ({ first, second, reason }) => {
    const [none, problem] = messages(first, second);
    expect(none).toBeUndefined();
    const names = `the outputs ${JSON.stringify(first)} and ${JSON.stringify(second)}`;
    expect(problem).toBe(first === second ? reason : `${names} ${reason}`);
  });

  it('names the sources of both outputs, at the place of the second', () => {
    const claims = createClaims();
    const place = (file: string) => ({ file, line: 1, column: 1 });
    const redirect = { ...place('site.config.ts'), line: 7, pointer: 'redirects[0].from' };
    claims.claim(toOutputPath('a/index.html'), place('content/a.md'));
    expect(claims.claim(toOutputPath('a/index.html'), redirect)).toMatchObject({
      message:
        'two outputs would be written to "a/index.html", by content/a.md and by redirects[0].from of site.config.ts',
      location: redirect,
      hint: '"from" is the old address: swap it with "to", remove the redirect, or move the page of content/a.md',
    });
    expect(claims.claim(toOutputPath('a'))).toMatchObject({
      message: expect.stringContaining('by content/a.md and by the build itself'),
      location: place('content/a.md'),
    });
  });

  it('names the first path below a folder', () => {
    expect(messages('a/b', 'a/c/d', 'a/c/e', 'A')[3]).toContain('"a/b" and "A"');
    expect(messages('a/b', 'a/c/d', 'a/c/e', 'a/c')[3]).toContain('"a/c/d" and "a/c"');
  });

  it('does not claim what collides', () => {
    const claims = createClaims();
    for (const path of ['a', 'A', 'a/b', 'c']) claims.claim(toOutputPath(path));
    expect([...claims.paths()]).toEqual(['a', 'c']);
    expect(claims.has('A')).toBe(false);
    expect(claims.aliasOf('A')).toBe('a');
    expect(messages('a', 'a/b', 'b/b')[2]).toBeUndefined();
  });
});
