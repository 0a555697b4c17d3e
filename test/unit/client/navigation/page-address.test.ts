import { describe, expect, it } from 'vitest';
import {
  isPlainClick,
  isSamePath,
  opensHere,
  routesOf,
} from '../../../../src/client/navigation/page-address.ts';

const site = {
  origin: 'https://docs.example.com',
  style: { baseUrl: '/base/', trailingSlash: true },
};
const routes = (address: string): readonly string[] =>
  routesOf(new URL(address, 'https://docs.example.com/base/docs/x/'), site);

describe('routesOf', () => {
  it.each([
    ['/base/', '/'],
    ['/base', '/'],
    ['/base/docs/a', '/docs/a'],
    ['/base/docs/a/', '/docs/a'],
    ['../y/?q=1#part', '/docs/y'],
    ['/base/docs/v1.2', '/docs/v1.2'],
    ['/base/docs/na%C3%AFve%20part', '/docs/naïve part'],
    ['/base/docs/node.js/', '/docs/node.js'],
  ])('%s is %s', (address, route) => {
    expect(routes(address)).toEqual([route]);
  });

  it('asks for the literal name first where a name ends in .html', () => {
    expect(routes('/base/docs/a.html')).toEqual(['/docs/a.html', '/docs/a']);
    expect(routes('/base/docs/a/index.html')).toEqual(['/docs/a/index.html', '/docs/a']);
    expect(routes('/base/index.html')).toEqual(['/index.html', '/']);
  });

  it.each([
    'https://elsewhere.example/base/docs/a',
    'http://docs.example.com/base/docs/a',
    'mailto:a@example.com',
    '/other/docs/a',
    '/basement/docs/a',
    '/base/docs/%E0%A4%A',
    '/base/openapi.yaml',
    '/base/files/Guide.PDF',
    '/base/x.tar.gz',
    '/base/dw-files/x',
    '/base/DW-Files/x',
    '/base/dw-fil~1/evilpa~1.htm',
    '/base/dw-files./x',
    '/base/dw-file%C5%BF/x',
    '/base/dw-%EF%AC%81les/x',
    '/base/dw-files%20/x',
    '/base/dw-files::$INDEX_ALLOCATION/x',
    '/base/dw-files;x/y',
    '/base/%2564w-files/x',
    '/base/x%5C..%5Cdw-files/y',
    '/base/x/..%2Fdw-files/y',
  ])('%s is no page of the site', (address) => {
    expect(routes(address)).toEqual([]);
  });
});

describe('routesOf with several locales', () => {
  const inLocale = (own: string, others: readonly string[], address: string): readonly string[] =>
    routesOf(new URL(address, site.origin), { ...site, homes: { own, others } });

  it('leaves pages of other locales to the browser, whatever language they are in', () => {
    const others = ['/base/fr/', '/base/en-gb/'];
    expect(inLocale('/base/', others, '/base/docs/a')).toEqual(['/docs/a']);
    expect(inLocale('/base/', others, '/base/french')).toEqual(['/french']);
    expect(inLocale('/base/', others, '/base/fr/docs/a')).toEqual([]);
    expect(inLocale('/base/', others, '/base/en-gb')).toEqual([]);
    expect(inLocale('/base/fr/', ['/base/', '/base/en-gb/'], '/base/fr/docs/a')).toEqual([
      '/fr/docs/a',
    ]);
    expect(inLocale('/base/fr', ['/base', '/base/en-gb'], '/base/docs/a')).toEqual([]);
    expect(inLocale('/base/fr', ['/base', '/base/en-gb'], '/base/fr')).toEqual(['/fr']);
  });
});

describe('isSamePath', () => {
  const same = (one: string, other: string): boolean =>
    isSamePath(new URL(one, site.origin), new URL(other, site.origin));

  it('leaves out query, fragment and final slash', () => {
    expect(same('/a/b/?x#y', '/a/b')).toBe(true);
    expect(same('/a/b', '/a/c')).toBe(false);
    expect(same('/a', 'https://elsewhere.example/a')).toBe(false);
  });
});

describe('isPlainClick', () => {
  const click = {
    button: 0,
    metaKey: false,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
    defaultPrevented: false,
  };

  it.each([
    { button: 1 },
    { metaKey: true },
    { ctrlKey: true },
    { shiftKey: true },
    { altKey: true },
    { defaultPrevented: true },
  ])('is not one with %o', (change) => {
    expect(isPlainClick(click)).toBe(true);
    expect(isPlainClick({ ...click, ...change })).toBe(false);
  });
});

describe('opensHere', () => {
  const opens = (attributes: Readonly<Record<string, string>>): boolean => {
    const link = new Map(Object.entries(attributes));
    const getAttribute = (name: string): string | null => link.get(name) ?? null;
    return opensHere({ getAttribute, hasAttribute: (name) => link.has(name) }, 'en');
  };

  it.each([{}, { target: '' }, { target: '_self' }, { rel: 'next' }, { hreflang: 'en' }])(
    'is true with %o',
    (change) => {
      expect(opens(change)).toBe(true);
    },
  );

  it.each([
    { target: '_blank' },
    { target: 'frame' },
    { rel: 'nofollow external' },
    { hreflang: 'fr' },
    { download: '' },
  ])('is false with %o', (change) => {
    expect(opens(change)).toBe(false);
  });
});
