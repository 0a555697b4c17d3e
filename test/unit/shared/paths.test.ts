import { describe, expect, it } from 'vitest';
import {
  folderRoute,
  isExternal,
  parseUrl,
  pathToRoute,
  printRoute,
  printSectionRoute,
  readUrlPath,
  resolveDotSegments,
  routeFile,
  toRoute,
} from '../../../src/shared/paths.ts';

const STYLES = [
  { baseUrl: '/', trailingSlash: true },
  { baseUrl: '/', trailingSlash: false },
  { baseUrl: '/base/path/', trailingSlash: true },
  { baseUrl: '/base/path/', trailingSlash: false },
];

/** Names that routes are made of, the awkward ones included. */
const SEGMENTS = [
  'docs',
  'a b',
  'ü',
  '日本',
  '100%',
  'q?',
  'c#',
  'index',
  'x.html',
  '%41',
  '__proto__',
  'a+b',
  "it's",
  '😀',
];

describe('the address printer', () => {
  it.each(STYLES)('is undone by the reader: $baseUrl $trailingSlash', (style) => {
    for (const first of SEGMENTS) {
      for (const second of SEGMENTS) {
        const route = toRoute(`/${first}/${second}`);
        const path = readUrlPath(printRoute(route, style), style);
        expect(path && (folderRoute(path, style) ?? toRoute(path))).toBe(route);
      }
    }
    expect(readUrlPath(printRoute(toRoute('/'), style), style)).toBe('/');
  });

  it('adds the base path exactly once and the final slash where configured', () => {
    expect(printRoute(toRoute('/docs/x'), { baseUrl: '/b/', trailingSlash: true })).toBe(
      '/b/docs/x/',
    );
    expect(printRoute(toRoute('/docs/x'), { baseUrl: '/b/', trailingSlash: false })).toBe(
      '/b/docs/x',
    );
    expect(printRoute(toRoute('/'), { baseUrl: '/b/', trailingSlash: false })).toBe('/b/');
  });

  it('prints section routes without a final slash', () => {
    const style = { baseUrl: '/b/', trailingSlash: true };
    expect(printSectionRoute(toRoute('/docs/x'), 'part', style)).toBe('/b/docs/x#part');
    expect(printSectionRoute(toRoute('/'), undefined, style)).toBe('/b/');
  });

  it('writes folders or files', () => {
    expect(routeFile(toRoute('/a/b'), { baseUrl: '/', trailingSlash: true })).toBe(
      'a/b/index.html',
    );
    expect(routeFile(toRoute('/a/b'), { baseUrl: '/', trailingSlash: false })).toBe('a/b.html');
    expect(routeFile(toRoute('/'), { baseUrl: '/', trailingSlash: false })).toBe('index.html');
  });
});

describe('reading addresses', () => {
  it('refuses what is outside the base path or malformed', () => {
    const style = { baseUrl: '/b/', trailingSlash: true };
    expect(readUrlPath('/docs', style)).toBeUndefined();
    expect(readUrlPath('/b/%E0%A4', style)).toBeUndefined();
    expect(readUrlPath('/b', style)).toBe('/');
  });
  it.each([
    ['/x.html', '/x'],
    ['/x/index.html', '/x'],
    ['/x/', '/x'],
    ['/index.html', '/'],
    ['/xindex.html', '/xindex'],
  ])('%s is the route %s', (path, route) => {
    expect(pathToRoute(path)).toBe(route);
  });
  it.each([
    ['/a/b/../c', '/a/c', false],
    ['/a/./b', '/a/b', false],
    ['/a/..', '/', false],
    ['/../a', '/a', true],
    ['/a/../../b', '/b', true],
    ['/a/b/.', '/a/b/', false],
  ])('%s resolves to %s', (path, resolved, escaped) => {
    expect(resolveDotSegments(path)).toEqual({ path: resolved, escaped });
  });
  it.each([
    ['https://a.example', true],
    ['//a.example', true],
    ['\\\\a.example', true],
    ['mailto:a@b.example', true],
    ['/docs', false],
    ['./a:b', false],
    ['#x', false],
    ['a/b:c', false],
  ])('%s leaves the site: %s', (href, external) => {
    expect(isExternal(href)).toBe(external);
  });
});

describe('parseUrl', () => {
  it('accepts Latin-1 letters however often it has run', () => {
    const urls = ['https://m\u00fcnchen.example/\u00fc?q=\u00e4#\u00f6', 'https://example.com/'];
    for (let count = 0; count < 50_000; count += 1)
      expect(parseUrl(urls[count % 2] ?? '')).toBeDefined();
  });

  it.each([
    ['../x?y#z', 'https://host.example/a/b', 'https://host.example/x?y#z'],
    ['/x', undefined, undefined],
    ['https://exa mple/', undefined, undefined],
  ])('reads %s below %s as %s', (url, base, href) => {
    expect(parseUrl(url, base)?.href).toBe(href);
  });
});
