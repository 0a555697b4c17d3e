import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../../bench/words.ts';
import { externalProblem } from '../../../../src/links/external-syntax.ts';
import { joinPath } from '../../../../src/links/folder/parse-href.ts';

const problem = (url: string): string | undefined =>
  externalProblem(url.slice(0, url.indexOf(':')), url);

describe('mailto (RFC 6068)', () => {
  it.each([
    'mailto:chris@example.com',
    'mailto:a@example.com,b@example.com?subject=x%20y&body=z',
    'mailto:?to=a@example.com',
    'mailto:gorby%25kremvax@example.com',
    'mailto:unlikely%3Faddress@example.com?blat=foop',
    'mailto:%22not%40me%22@example.org',
    'mailto:user@[10.0.0.1]',
    'mailto:a@x.com#?subject',
    'mailto:a@x#b%',
    'mailto:größe@bücher.example',
    'mailto:docs+tag@sub.example.co?cc=&subject=',
  ])('%s is valid', (url) => {
    expect(problem(url)).toBeUndefined();
  });

  it.each([
    'mailto:',
    'mailto:?',
    'mailto:name',
    'mailto:@example.com',
    'mailto:a@',
    'mailto:a b@example.com',
    'mailto:a@example..com',
    'mailto:a@-x.com',
    'mailto:a@x.com,',
    'mailto:a@x.com?subject=a b',
    'mailto:a@x.com?subject',
    'mailto:a%zz@x.com',
    'mailto:.a@x.com',
    'mailto:a.@x.com',
    'mailto:a..b@x.com',
    'mailto:a@b@x.com',
    'mailto:a@[10 0]',
    'mailto:?x',
    'mailto:#a@x.com',
    'mailto:,a@x.com',
    'mailto:a@x.com?a=b&',
    'mailto:a@x.com; b@x.com',
  ])('%s is not', (url) => {
    expect(problem(url)).toBe('mailto-syntax');
  });
});

describe('tel (RFC 3966)', () => {
  it.each([
    'tel:+1-201-555-0123',
    'tel:+44(0)20.7946',
    'tel:7042;phone-context=example.com',
    'tel:863-1234;phone-context=+1-914-555',
    'tel:+358-555-1234567;postd=pp22',
    'tel:+1;ext=12',
    'tel:+1;isub',
    'tel:*#a;PHONE-CONTEXT=b',
  ])('%s is valid', (url) => {
    expect(problem(url)).toBeUndefined();
  });

  it.each([
    'tel:',
    'tel:+',
    'tel:+()',
    'tel:-;phone-context=a',
    'tel:1;phone-context=',
    'tel:+1;ext=12;a b',
    'tel:1;ext=2',
    'tel:+1 201',
    'tel:911',
    'tel:call-me',
    'tel://+1201',
    'tel:+1;=x',
  ])('%s is not', (url) => {
    expect(problem(url)).toBe('tel-syntax');
  });
});

describe('other addresses', () => {
  it.each<[string, string | undefined]>([
    ['https://example.com/', undefined],
    ['http://example.com/', 'insecure-http'],
    ['ftp://localhost/', undefined],
    ['https://a b/', 'malformed-url'],
    ['https:///x', 'malformed-url'],
    ['https://https://example.com/', 'repeated-scheme'],
    ['http:\\\\Https//example.com', 'repeated-scheme'],
    ['https://https.example.com//x', undefined],
    ['https://https:8080/x', undefined],
    ['https://web.example/https://example.com/', undefined],
    ...[
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      '127.0.0.1',
      '127.255.0.9',
      '0.0.0.0',
      '[::1]',
      '[::]',
    ].map((host): [string, string] => [`https://${host}:8080/x`, 'localhost-link']),
    ...['localhost.example', 'mylocalhost', '128.0.0.1', '0.0.0.1', '[::2]'].map(
      (host): [string, undefined] => [`https://${host}/`, undefined],
    ),
  ])('%s is %s', (url, code) => {
    expect(problem(url)).toBe(code);
  });
});

describe('joining paths', () => {
  const parts = ['a', 'b.c', '..', '.', '%2e', '%2E.', '', '/', '...', 'x%2f', '..%2e'];

  it('agrees with the URL standard', () => {
    const random = randomFrom(8);
    const path = (): string =>
      Array.from(
        { length: 1 + Math.floor(random() * 6) },
        () => parts[Math.floor(random() * parts.length)],
      ).join('/');
    for (let count = 0; count < 2000; count++) {
      const base = `/base/${path().replace(/^\/+/, '')}`;
      const reference = path().replace(/^\/+/, '/') || 'x';
      const from = new URL(base, 'https://host.invalid').pathname;
      expect(joinPath(from, reference).path, `${from} + ${reference}`).toBe(
        new URL(reference, `https://host.invalid${from}`).pathname,
      );
    }
  });

  it('reports a path that climbs above the root', () => {
    expect(joinPath('/a/b', '../x')).toEqual({ path: '/x', escaped: false });
    expect(joinPath('/a/b', '../../x')).toEqual({ path: '/x', escaped: true });
  });
});
