import { describe, expect, it } from 'vitest';
import { compileGlob, compilePattern } from '../../../../../src/build/check/patterns/pattern.ts';

function matches(pattern: string, text: string, compile = compilePattern): boolean {
  const compiled = compile(pattern);
  if (!compiled.ok) throw new Error(compiled.problem);
  return compiled.value(text);
}

describe('a glob', () => {
  it.each([
    ['*.md', 'a.md', true],
    ['*.md', 'a/b.md', false],
    ['**/*.md', 'a.md', true],
    ['**/*.md', 'a/b/c.md', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'axb', false],
    ['a/**', 'a/b/c', true],
    ['a/**', 'ab', false],
    ['https://example.com/**', 'https://example.com/a?b#c', true],
    ['a**c', 'ab/c', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['a?c', 'ac', false],
    ['?', '\u{1F600}', true],
    ['/x?a=1', '/x?a=1', true],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['[!a]', '/', false],
    ['[]a]', ']', true],
    ['[a-]', '-', true],
    ['[\\]]', ']', true],
    ['{a,b/*}.md', 'b/x.md', true],
    ['{a,b}{1,2}', 'b1', true],
    ['{a,{b,c}d}', 'cd', true],
    ['{a,}x', 'x', true],
    ['{**/a,b}', 'x/a', true],
    ['/tenants/{id}', '/tenants/{id}', true],
    ['a,b', 'a,b', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['a.c', 'abc', false],
    ['(a|b)+^$', '(a|b)+^$', true],
    ['a', 'ab', false],
    ['', '', false],
  ])('%s on %s: %s', (pattern, text, expected) => {
    if (pattern === '') expect(compileGlob('')).toEqual({ ok: false, problem: 'is empty' });
    else expect(matches(pattern, text, compileGlob)).toBe(expected);
  });

  it.each([
    ['a[b', 'has a [ without a ]'],
    ['a{b,c', 'has a { without a }'],
    ['a\\', 'ends with a backslash'],
    ['[z-a]', 'has a range "z-a" out of order'],
    ['{'.repeat(99), 'has braces nested too deep'],
  ])('%s is wrong', (pattern, problem) => {
    expect(compileGlob(pattern)).toEqual({ ok: false, problem });
  });
});

describe('a regular expression', () => {
  const sources = [
    'a',
    '^a$',
    'a|b',
    '(?:ab)+$',
    'a{2}',
    'a{2,}',
    'a{1,2}$',
    '^a??b',
    '.',
    '^.$',
    '[a-c]x',
    '[^a-c]x',
    '\\d+',
    '\\D',
    '\\bcat\\b',
    '\\Bat',
    '[\\d\\]]',
    '\\.pdf$',
    '\\u{1F600}',
    '\\uD83D\\uDE00',
    '\\x41',
    '\\p{Lu}',
    '(?<name>a)b',
    '(a*)*b',
    '(a|)+b',
    '^$',
    '()',
    'x*',
    '(a|b|c){2,3}d',
    '\\/docs\\/',
    '[/]x',
    '\\t',
    '[\\b]',
    '\\cJ',
    '\\s',
    '^(?:a?){3}a{3}$',
  ];
  const texts = [
    '',
    'a',
    'b',
    'ab',
    'abab',
    'aa',
    'aaa',
    'aaab',
    'ax',
    'dx',
    'cat',
    'a cat!',
    'concat',
    'x.pdf',
    'x.PDF',
    '7',
    'a]',
    '\u{1F600}',
    'A',
    'bcd',
    '/docs/',
    '/x',
    '\t',
    '\b',
    '\n',
    'É',
  ];

  it('means what it means in JavaScript', () => {
    const wrong: string[] = [];
    for (const source of sources) {
      for (const flags of ['', 'i', 's']) {
        for (const text of texts) {
          const expected = new RegExp(source, `${flags}u`).test(text);
          if (matches(`/${source.replaceAll(/(?<!\\|\[)\//g, '\\/')}/${flags}`, text) !== expected)
            wrong.push(`/${source}/${flags} on ${JSON.stringify(text)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['/(a/', 'is not a regular expression: unterminated group'],
    ['/a(?=b)/', 'looks ahead or behind, which is not supported'],
    ['/(?<!a)b/', 'looks ahead or behind, which is not supported'],
    ['/(a)\\1/', 'has a back reference, which is not supported'],
    ['/a/g', 'has the flags "g", but only i, s and u are known'],
    ['/(a{99}){99}/', 'repeats too much'],
    ['/a{999999999}/', 'repeats too much'],
  ])('%s is wrong', (pattern, problem) => {
    expect(compilePattern(pattern)).toEqual({ ok: false, problem });
  });

  it('stands between slashes, with none inside: paths are globs', () => {
    expect(matches('/docs/', '/a/docs.html')).toBe(true);
    expect(matches('/docs/*/', '/docs/a/')).toBe(true);
    expect(matches('/docs/api/i', '/x/docs/api/')).toBe(false);
    expect(matches('/docs/api/i', '/docs/api/i')).toBe(true);
  });
});

describe('what would hang other engines', () => {
  // Each takes a backtracking engine more steps than there are atoms; here the test would time out.
  const long = 'a'.repeat(5000);
  it.each([
    '/^(a+)+$/',
    '/^(a|a)*$/',
    '/^(a|aa)+$/',
    '/^(?:a?){30}a{30}$/',
    '/^(.*a){12}$/',
    `${'*a'.repeat(30)}`,
    '{a,aa}{a,aa}{a,aa}**b',
    '/((a*)*)*$/',
  ])('%s ends', (pattern) => {
    expect(typeof matches(pattern, `${long}!`)).toBe('boolean');
  });
});
