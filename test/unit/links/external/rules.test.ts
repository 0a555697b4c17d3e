import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../../src/links/external/check-external.ts';
import { failureOf } from '../../../../src/links/external/failures.ts';

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

describe('failures', () => {
  const url = new URL('https://a.test/');
  const withCode = (code: string): Error => Object.assign(new Error(code), { code });

  it.each([
    ['ENOTFOUND', 'broken', 'dns'],
    ['EAI_AGAIN', 'unverified', 'network'],
    ['ENETUNREACH', 'unverified', 'network'],
    ['EHOSTUNREACH', 'broken', 'unreachable'],
    ['CERT_HAS_EXPIRED', 'broken', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unverified', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'broken', 'tls'],
    ['EPROTO', 'broken', 'tls'],
    ['HPE_INVALID_CONSTANT', 'broken', 'protocol'],
    ['ECONNRESET', 'broken', 'reset'],
    ['ESOMETHING', 'broken', 'reset'],
  ])('distinguishes %s', (code, kind, cause) => {
    expect(failureOf(withCode(code), url, false)).toMatchObject({ kind, cause });
  });

  it('of names and connections are those of the proxy, if there is one', () => {
    expect(failureOf(withCode('ECONNREFUSED'), url, true)).toMatchObject({ kind: 'unverified' });
    expect(failureOf(withCode('CERT_HAS_EXPIRED'), url, true)).toMatchObject({ kind: 'broken' });
  });

  it('use the most specific address', () => {
    const several = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
    expect(failureOf(several, url, false)).toMatchObject({ cause: 'refused' });
    expect(failureOf(new AggregateError([withCode('ENETUNREACH')]), url, false)).toMatchObject({
      cause: 'network',
    });
    expect(failureOf('no error', url, false)).toMatchObject({ cause: 'reset' });
  });
});
