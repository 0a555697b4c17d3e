import { describe, expect, it } from 'vitest';
import { findAddress, notFoundFiles, readTarget } from '../../../src/server/find-file.ts';

import { toSitePath } from '../../../src/shared/paths.ts';

const PARTS = [
  '\u0001',
  ...'/ // \\ . .. ... % %2 %2e %2E%2e %2f %5C %00 %0d%0a %25 %252f %c3%a9 %ff %3a'.split(' '),
  ...'? # : @ ; & = ~ " < > evil.example http: docs a index.html .env .well-known x.html'.split(
    ' ',
  ),
];

/** Targets in an order that is always the same. */
function* targets(count: number): Generator<string> {
  let seed = 1;
  const next = (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * limit);
  };
  for (let index = 0; index < count; index++) {
    const length = 1 + next(7);
    const text = Array.from({ length }, () => PARTS[next(PARTS.length)] ?? '').join('');
    yield next(3) === 0 ? text : `/${text}`;
  }
}

describe('whatever a target is made of', () => {
  it.each([
    { baseUrl: '/', trailingSlash: true },
    { baseUrl: '/', trailingSlash: false },
    { baseUrl: '/base/', trailingSlash: true },
  ])('only names below the site are looked for, and redirects stay on it: %j', async (style) => {
    const asked: string[] = [];
    const locations: string[] = [];
    for (const text of targets(20_000)) {
      const target = readTarget(style.baseUrl === '/' ? text : style.baseUrl + text.slice(1));
      if ('status' in target) continue;
      const found = await findAddress(target.pathname, style, async (name) => {
        asked.push(name);
        return name.endsWith('/index.html') ? name : undefined;
      });
      if (found.kind === 'redirect') locations.push(found.to);
    }
    expect(asked.length).toBeGreaterThan(1000);
    expect(locations.length).toBeGreaterThan(100);
    for (const name of asked) {
      expect(name).not.toMatch(/\\|\p{Cc}|^\/|\/\/|(?:^|\/)\.(?!well-known)/u);
      expect(name.split('/')).not.toContain('..');
    }
    for (const location of locations) {
      const { origin, pathname } = new URL(location, 'http://localhost:3000');
      expect(origin).toBe('http://localhost:3000');
      expect(pathname.startsWith(style.baseUrl)).toBe(true);
      expect(location).toMatch(/^\/(?!\/)[!-~]*$/);
    }
  });
});

describe('other forms of an address', () => {
  const lead = async (pathname: string, trailingSlash: boolean, files: readonly string[]) => {
    const found = await findAddress(pathname, { baseUrl: '/base/', trailingSlash }, async (name) =>
      files.includes(name) ? name : undefined,
    );
    if (found.kind === 'redirect') return `${found.status} ${found.to}`;
    return found.kind === 'file' ? found.path : found.kind;
  };

  it.each([
    ['/base/a.html', '301 /base/a/'],
    ['/base/a', '301 /base/a/'],
    ['/base/a/', 'a/index.html'],
    ['/base/a/index.html', 'a/index.html'],
    ['/base/b.html', 'b.html'],
    ['/base/c.html', 'missing'],
    ['/base/.html', 'missing'],
  ])('%s: %s, where folders have pages', async (pathname, answer) => {
    const files = ['a/index.html', 'b/index.html', 'b.html', 'index.html'];
    expect(await lead(pathname, true, files)).toBe(answer);
  });

  it.each([
    ['/base/a/index.html', '301 /base/a'],
    ['/base/a/', '301 /base/a'],
    ['/base/a', 'a.html'],
    ['/base/a.html', 'a.html'],
    ['/base/b/index.html', 'b/index.html'],
    ['/base/c/index.html', 'missing'],
  ])('%s: %s, where pages have files', async (pathname, answer) => {
    const files = ['a.html', 'b.html', 'b/index.html', 'index.html'];
    expect(await lead(pathname, false, files)).toBe(answer);
  });
});

describe('the 404 page', () => {
  it('is that of the locale first, where the address names one', () => {
    const config = { locales: [{ code: 'en' }, { code: 'fr' }] };
    expect(notFoundFiles(toSitePath('/fr/x'), config)).toEqual(['fr/404.html', '404.html']);
    expect(notFoundFiles(toSitePath('/french'), config)).toEqual(['404.html']);
    expect(notFoundFiles(undefined, config)).toEqual(['404.html']);
  });
});
