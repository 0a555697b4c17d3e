import { describe, expect, it } from 'vitest';
import { archiveSuggestion } from '../../../../src/build/external/archive.ts';
import { cookieLine, withCookies } from '../../../../src/build/external/cookies.ts';
import { failureOf } from '../../../../src/build/external/failures.ts';
import { missingFragments } from '../../../../src/build/external/fragments.ts';
import { parseHostHeader } from '../../../../src/build/external/host-headers.ts';
import { isErrorTitle, pageFacts } from '../../../../src/build/external/page-facts.ts';
import { proxyFor, proxyRules } from '../../../../src/build/external/proxy.ts';
import { backoffMs, retryAfterMs } from '../../../../src/build/external/retry-after.ts';
import { parseStatusRanges } from '../../../../src/build/external/status-ranges.ts';

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 5, 12);

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 1.5 ', 1500],
    ['Mon, 05 Jan 2026 12:00:30 GMT', 30_000],
    ['Monday, 05-Jan-26 12:00:30 GMT', 30_000],
    ['Mon, 05 Jan 2026 11:00:00 GMT', 0],
    ['-1', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j', (value, expected) => {
    expect(retryAfterMs(value, now)).toBe(expected);
  });
});

describe('pauses', () => {
  it('double, and differ from address to address by up to a half', () => {
    const pauses = Array.from({ length: 50 }, (_, index) => backoffMs(1000, 3, `seed ${index}`));
    expect(Math.min(...pauses)).toBeGreaterThan(2000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(4000);
    expect(new Set(pauses).size).toBeGreaterThan(40);
    expect(backoffMs(1000, 3, 'seed 0')).toBe(pauses[0]);
  });
});

describe('statuses and header lines', () => {
  it('reads lists of statuses', () => {
    expect(parseStatusRanges('200..299, 403')).toEqual([
      { from: 200, to: 299 },
      { from: 403, to: 403 },
    ]);
    for (const text of ['', '200-299', '299..200', '20', 'all', '200,']) {
      expect(parseStatusRanges(text)).toBeUndefined();
    }
  });

  it('reads header lines of hosts', () => {
    const bearer = { host: 'api.test', name: 'Authorization', value: 'Bearer a:b' };
    expect(parseHostHeader('API.test: Authorization: Bearer a:b')).toEqual(bearer);
    expect(parseHostHeader('[::1]: X-A: ')).toEqual({ host: '[::1]', name: 'X-A', value: '' });
    for (const text of ['a.test', 'a.test: X', ': X: y', 'a.test: X Y: z', 'a.test: X: a\nb: c']) {
      expect(parseHostHeader(text)).toBeUndefined();
    }
  });
});

describe('proxies', () => {
  const through = (url: string, env: Record<string, string>): string | undefined =>
    proxyFor(new URL(url), proxyRules(env))?.href;

  it('are chosen by the scheme; small letters win', () => {
    const env = { HTTP_PROXY: 'http://big:1', http_proxy: 'small:2', https_proxy: 'https://s:3' };
    expect(through('http://a.test', env)).toBe('http://small:2/');
    expect(through('https://a.test', env)).toBe('https://s:3/');
    expect(through('https://a.test', { ALL_PROXY: 'http://all:4' })).toBe('http://all:4/');
    expect(through('https://a.test', { HTTP_PROXY: 'http://big:1' })).toBeUndefined();
    expect(through('http://a.test', { HTTP_PROXY: 'socks5://no:1' })).toBeUndefined();
    expect(
      through('http://a.test', { HTTP_PROXY: 'http://b:1', REQUEST_METHOD: 'GET' }),
    ).toBeUndefined();
  });

  it.each([
    ['*', 'http://a.test', true],
    ['a.test', 'http://a.test', true],
    ['a.test', 'http://sub.a.test', true],
    ['.a.test', 'http://sub.a.test', true],
    ['*.a.test', 'http://sub.a.test', true],
    ['a.test', 'http://ba.test', false],
    ['b.test, A.test', 'http://a.test', true],
    ['a.test:8080', 'http://a.test:8080', true],
    ['a.test:8080', 'http://a.test', false],
    ['a.test:80', 'http://a.test', true],
    ['10.0.0.0/8', 'http://10.1.2.3', true],
    ['10.0.0.0/8', 'http://11.1.2.3', false],
    ['10.0.0.0/99', 'http://10.1.2.3', false],
    ['fd00::/8', 'http://[fd00::1]', true],
    ['::1', 'http://[::1]', true],
    ['1.1', 'http://127.1.1.1', false],
    ['', 'http://a.test', false],
  ])('NO_PROXY=%s for %s', (none, url, isDirect) => {
    const proxy = through(url, { HTTP_PROXY: 'http://proxy:1', NO_PROXY: none });
    expect(proxy === undefined).toBe(isDirect);
  });
});

describe('cookies', () => {
  const now = Date.UTC(2026, 0, 5);
  const line = (lines: readonly string[], from: string, to: string): string =>
    cookieLine(withCookies([], { url: new URL(from), lines, now }), new URL(to));

  it('go to the host that has set them', () => {
    expect(line(['a=1', 'b=2; Path=/'], 'https://x.test/p/q', 'https://x.test/p/r')).toBe(
      'a=1; b=2',
    );
    expect(line(['a=1', 'b=2; Path=/'], 'https://x.test/p/q', 'https://x.test/')).toBe('b=2');
    expect(line(['a=1; Path=/'], 'https://x.test/', 'https://y.test/')).toBe('');
    expect(line(['a=1; Path=/'], 'https://x.test/', 'https://sub.x.test/')).toBe('');
  });

  it('go to subdomains if they say so, and to no other host', () => {
    expect(line(['a=1; Domain=.x.test; Path=/'], 'https://x.test/', 'https://s.x.test/')).toBe(
      'a=1',
    );
    expect(line(['a=1; Domain=y.test; Path=/'], 'https://x.test/', 'https://y.test/')).toBe('');
    expect(line(['a=1; Domain=test; Path=/'], 'https://x.test/', 'https://y.test/')).toBe('');
  });

  it('end, are replaced, and stay secret', () => {
    const from = 'https://x.test/';
    expect(line(['a=1', 'a=2'], from, from)).toBe('a=2');
    expect(line(['a=1', 'a=; Max-Age=0'], from, from)).toBe('');
    expect(line(['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], from, from)).toBe('');
    expect(line(['a=1; Secure'], from, 'http://x.test/')).toBe('');
    expect(line(['a', '=b', 'a=\u0000'], from, from)).toBe('');
  });

  it('are bounded', () => {
    const many = Array.from({ length: 500 }, (_, index) => `c${index}=${'x'.repeat(100)}`);
    expect(line(many, 'https://x.test/', 'https://x.test/').length).toBeLessThan(6000);
  });
});

describe('fragments', () => {
  it('lead to ids as written, then decoded', () => {
    const ids = new Set(['a', 'größe', '100%25', 'user-content-install']);
    const fragments = [
      'a',
      'A',
      'gr%C3%B6%C3%9Fe',
      '100%25',
      'install',
      'a:~:text=x',
      ':~:text=y',
      '%',
    ];
    expect(missingFragments(fragments, ids)).toEqual(['A', '%']);
  });

  it('are found in pages of any quality', () => {
    const html =
      '<p id=a><p id=""><A NAME="b"><b name=c><template><i id=d></template><i id="e&amp;f"><p id="cut';
    expect([...pageFacts(html).ids]).toEqual(['a', 'b', 'e&f']);
  });

  it('tells the title of an error page', () => {
    expect(
      isErrorTitle(pageFacts('<title>\n 404 &ndash; Oops</title>').title, 'https://a.test/x'),
    ).toBe(true);
    expect(isErrorTitle('Page Not Found', 'https://a.test/x')).toBe(true);
    expect(isErrorTitle('Area 4040', 'https://a.test/x')).toBe(false);
    expect(isErrorTitle('404 Not Found - HTTP', 'https://a.test/Status/404')).toBe(false);
  });
});

describe('failures', () => {
  const url = new URL('https://a.test/');
  const withCode = (code: string): Error => Object.assign(new Error(code), { code });

  it.each([
    ['ENOTFOUND', 'broken', 'dns'],
    ['EAI_AGAIN', 'unverified', 'network'],
    ['ENETUNREACH', 'unverified', 'network'],
    ['EHOSTUNREACH', 'broken', 'unreachable'],
    ['CERT_HAS_EXPIRED', 'broken', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unverified', 'certificate-chain'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'broken', 'tls'],
    ['EPROTO', 'broken', 'tls'],
    ['HPE_INVALID_CONSTANT', 'broken', 'protocol'],
    ['ECONNRESET', 'broken', 'reset'],
    ['ESOMETHING', 'broken', 'reset'],
  ])('tells %s apart', (code, verdict, cause) => {
    expect(failureOf(withCode(code), url, true)).toMatchObject({ verdict, cause });
  });

  it('tell a handshake from an answer', () => {
    const reset = withCode('ECONNRESET');
    expect(failureOf(reset, url, false)).toMatchObject({ cause: 'tls', ofOrigin: true });
    expect(failureOf(reset, new URL('http://a.test'), false)).toMatchObject({ cause: 'reset' });
  });

  it('take the address that says most', () => {
    const several = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
    expect(failureOf(several, url, true)).toMatchObject({ cause: 'refused' });
    expect(failureOf(new AggregateError([withCode('ENETUNREACH')]), url, true)).toMatchObject({
      cause: 'network',
    });
    expect(failureOf('no error', url, true)).toMatchObject({ cause: 'reset' });
  });
});

describe('snapshots', () => {
  it('are proposed for dead addresses', () => {
    const dead = { kind: 'broken', cause: 'status', reason: 'HTTP 404' } as const;
    expect(archiveSuggestion('https://a.test/x?y', dead)).toBe(
      'https://web.archive.org/web/https://a.test/x?y',
    );
    expect(archiveSuggestion('https://web.archive.org/web/1/https://a.test', dead)).toBeUndefined();
    expect(archiveSuggestion('nonsense', dead)).toBeUndefined();
    const walled = { kind: 'unverified', cause: 'bot-wall', reason: 'HTTP 403' } as const;
    expect(archiveSuggestion('https://a.test/x', walled)).toBeUndefined();
  });
});
