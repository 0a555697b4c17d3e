import { describe, expect, it } from 'vitest';
import { compileGlob, compilePattern } from '../../../src/links/pattern.ts';

function matches(pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern);
  if (!compiled.ok) throw new Error(compiled.problem);
  return compiled.value(text);
}

describe('a glob', () => {
  it.each([
    ['*.md', 'a.md', true],
    ['*.md', 'a/b.md', false],
    ['**/*.md', 'a.md', true],
    ['**/*.md', 'a/b/c.md', true],
    ['**/*.md', '../../.hidden/a.md', true],
    ['**', './x', true],
    ['./generated/**', './generated/a.md', true],
    ['./generated/**', 'generated/a.md', false],
    ['../*.md', '../a.md', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'axb', false],
    ['a/**', 'ab', false],
    ['https://example.com/**', 'https://example.com/a?b#c', true],
    ['http{,s}://*.example.com/**', 'https://x.example.com/a/b', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[!a-c]x', 'dx', true],
    ['{a,b/*}.md', 'b/x.md', true],
    ['/x?a=1', '/x?a=1', true],
    ['/tenants/{id}', '/tenants/{id}', true],
    ['!a', '!a', true],
    ['!a', 'b', false],
    ['\\*', 'a', false],
    ['a.c', 'abc', false],
    ['a', 'ab', false],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it.each(['', 'a[b', 'a{b,c', 'a\\', '[z-a]'])('"%s" is wrong', (pattern) => {
    expect(compileGlob(pattern)).toMatchObject({ ok: false });
  });
});

describe('a regular expression', () => {
  it.each([
    ['/\\.pdf$/', 'x.pdf', true],
    ['/\\.pdf$/', 'x.PDF', false],
    ['/\\.pdf$/i', 'x.PDF', true],
    ['/^https?:\\/\\/(?!docs\\.)/', 'https://docs.test/', false],
    ['/[/]x/', '/x', true],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it('gives the same result each time, for any flags', () => {
    const compiled = compilePattern('/a/g');
    expect(compiled.ok && [compiled.value('a'), compiled.value('a')]).toEqual([true, true]);
  });

  it.each([
    ['/(a/', 'is not a regular expression: unterminated group'],
    ['/a/ii', "is not a regular expression: invalid flags supplied to RegExp constructor 'ii'"],
  ])('%s is wrong', (pattern, problem) => {
    expect(compilePattern(pattern)).toEqual({ ok: false, problem });
  });

  it('is written between slashes, with none inside: paths are globs', () => {
    expect(matches('/docs/', '/a/docs.html')).toBe(true);
    expect(matches('/docs/*/', '/docs/a/')).toBe(true);
    expect(matches('/docs/api/i', '/x/docs/api/')).toBe(false);
    expect(matches('/docs/api/i', '/docs/api/i')).toBe(true);
  });
});
