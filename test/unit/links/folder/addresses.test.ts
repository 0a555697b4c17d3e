import { describe, expect, it } from 'vitest';
import {
  climbsOut,
  documentBase,
  isBelow,
  joinPath,
  ownPath,
  parseHref,
  readFragment,
} from '../../../../src/links/folder/parse-href.ts';

describe('an address', () => {
  it.each([
    ['', 'empty'],
    [' \t\n\u0000\u0020', 'empty'],
    ['!', 'relative !'],
    [' a', 'relative a'],
    ['a ', 'relative a'],
    ['  a b  ', 'relative a b'],
    ['\u001fa\u001f', 'relative a'],
    ['\u00a0a\u00a0', 'relative \u00a0a\u00a0'],
    ['a\tb\nc\rd', 'relative abcd'],
    ['x\\y', 'relative x/y'],
    ['?q', 'relative '],
    [' HTTP://x', 'scheme http HTTP://x'],
    ['a1+.-:x ', 'scheme a1+.- a1+.-:x'],
    ['1a:x', 'relative 1a:x'],
    ['java\nscript:x', 'scheme javascript javascript:x'],
    ['//x', 'host //x'],
    [' \\/x', 'host \\/x'],
    ['/x', 'relative /x'],
  ])('%j is %j', (href, expected) => {
    const parsed = parseHref(href);
    const words = [
      parsed.type,
      ...('scheme' in parsed ? [parsed.scheme] : []),
      ...('url' in parsed ? [parsed.url] : []),
      ...('path' in parsed ? [parsed.path] : []),
    ];
    expect(words.join(' ')).toBe(expected);
  });

  it('has a query and a fragment', () => {
    expect(parseHref('a?b#c?d')).toMatchObject({ path: 'a', query: '?b', fragment: 'c?d' });
  });
});

describe('a path', () => {
  it.each([
    ['/a/b', 'c', '/a/c', false],
    ['/a/b/', 'c', '/a/b/c', false],
    ['/a/b', '/c', '/c', false],
    ['/a/b', '.', '/a/', false],
    ['/a/b', '..', '/', false],
    ['/a/b', './c/../d', '/a/d', false],
    ['/a/b', '%2e%2E/c', '/c', false],
    ['/a/b', '%2e/c', '/a/c', false],
    ['/a/b', '.%2e/.%2e/c', '/c', true],
    ['/a/b', '...', '/a/...', false],
    ['/a/b', '%2e%2e%2e', '/a/%2e%2e%2e', false],
    ['/', '/..', '/', true],
    ['/', '/a/..', '/', false],
  ])('%s joined with %s is %s', (...[base, path, joined, escaped]) => {
    expect(joinPath(base, path)).toEqual({ path: joined, escaped });
  });

  it.each([
    ['/', '/x', true],
    ['/b/', '/b/', true],
    ['/b/', '/b', true],
    ['/b/', '/b/x', true],
    ['/b/', '/bx', false],
    ['/b/', '/', false],
  ])('below %s: %s (%s)', (baseUrl, path, expected) => {
    expect(isBelow(baseUrl, path)).toBe(expected);
  });

  it.each([
    ['../x', '/b/a', '/x', true],
    ['../b', '/b/a', '/b', false],
    ['', '/b/a', '/x', false],
    ['/x', '/b/a', '/x', false],
    ['../x', '/c/a', '/x', false],
  ])('%j from %s to %s climbs out of /b/: %s', (...[written, base, path, expected]) => {
    expect(climbsOut('/b/', written, { base, path })).toBe(expected);
  });
});

describe('a fragment', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['ToP', undefined],
    ['%74op', undefined],
    [':~:text=x', undefined],
    ['a:~:text=x', ['a', 'a']],
    ['a%20b', ['a%20b', 'a b']],
    ['%C3%A4', ['%C3%A4', 'ä']],
    ['%zz', ['%zz', '%zz']],
    ['%ff', ['%ff', '\ufffd']],
    ['100%', ['100%', '100%']],
  ])('%j names %j', (fragment, expected) => {
    const found = readFragment(fragment);
    expect(found && [found.raw, found.decoded]).toEqual(expected);
  });
});

describe('the base of a document', () => {
  it.each([
    ['index.html', '/b/'],
    ['a/index.html', '/b/a/'],
    ['a/b.html', '/b/a/b.html'],
    ['a/myindex.html', '/b/a/myindex.html'],
    ['ä b.html', '/b/%C3%A4%20b.html'],
  ])('%s is %s', (file, path) => {
    expect(ownPath({ baseUrl: '/b/' }, file)).toBe(path);
  });

  it.each([
    [undefined, '/b/a/'],
    ['', '/b/a/'],
    [' ', '/b/a/'],
    ['?x', '/b/a/'],
    ['c', '/b/a/c'],
    ['../c/', '/b/c/'],
    ['/c/', '/c/'],
    ['https://t.example/d/', '/d/'],
    ['//t.example/d/', '/d/'],
    ['https://other.example/d/', undefined],
    ['https://', '/b/a/'],
  ])('changed to %j is %j', (base, path) => {
    const style = { baseUrl: '/b/', origin: 'https://t.example' };
    expect(documentBase(style, 'a/index.html', base)).toBe(path);
  });

  it('on a known site is another one, if the own is not known', () => {
    expect(documentBase({ baseUrl: '/' }, 'index.html', 'https://a.example/d/')).toBeUndefined();
    expect(documentBase({ baseUrl: '/' }, 'index.html', '//unknown.example')).toBeUndefined();
  });
});
