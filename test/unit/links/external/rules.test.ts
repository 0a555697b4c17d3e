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
  const url = new URL('https://a.test:8443/x');
  const withCode = (code: string): Error => Object.assign(new Error(code), { code });

  const refusal = (status: number): Error => new Error(`Proxy response (${status}) !== 200`);

  it.each([
    ['ENOTFOUND', 'broken dns dead', 'the name a.test does not exist (DNS)'],
    ['ENODATA', 'broken dns dead', 'the name a.test does not exist (DNS)'],
    ['EAI_AGAIN', 'unverified network down', 'the name server did not answer for a.test'],
    ['ESERVFAIL', 'unverified network down', 'the name server did not answer for a.test'],
    ['ETIMEOUT', 'unverified network down', 'the name server did not answer for a.test'],
    ['ECONNREFUSED', 'broken refused dead', 'a.test:8443 refuses the connection'],
    ['EHOSTUNREACH', 'broken unreachable down', 'no way leads to a.test'],
    ['EADDRNOTAVAIL', 'broken unreachable down', 'no way leads to a.test'],
    ['ENETUNREACH', 'unverified network dead', "this machine's network has no way to a.test"],
    ['ENETDOWN', 'unverified network dead', "this machine's network has no way to a.test"],
    ['ETIMEDOUT', 'broken timeout down', 'no connection to a.test:8443'],
    ['UND_ERR_CONNECT_TIMEOUT', 'broken timeout down', 'no connection to a.test:8443'],
    ['ECONNRESET', 'broken reset once', 'a.test closed the connection'],
    ['EPIPE', 'broken reset once', 'a.test closed the connection'],
    ['UND_ERR_SOCKET', 'broken reset once', 'a.test closed the connection'],
    ['CERT_HAS_EXPIRED', 'broken tls dead', 'the certificate of a.test has expired'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'broken tls dead', 'the certificate of a.test is self-signed'],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'broken tls dead',
      'the certificate of a.test is for another name',
    ],
    ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN'].map((code) => [
      code,
      'unverified tls dead',
      'the certificate of a.test leads to an authority that is not known here; NODE_EXTRA_CA_CERTS adds one',
    ]),
    ...['ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO', 'CERT_REVOKED'].map((code) => [
      code,
      'broken tls dead',
      `no secure connection to a.test: ${code} ${code}`,
    ]),
    ...['HPE_INVALID_CONSTANT', 'UND_ERR_HEADERS_OVERFLOW'].map((code) => [
      code,
      'broken protocol final',
      `a.test does not answer in HTTP: ${code} ${code}`,
    ]),
    ['ESOMETHING', 'broken reset once', 'the connection to a.test failed: ESOMETHING ESOMETHING'],
  ])('with the code %s are described', (code = '', kinds, reason) => {
    const { kind, cause, scope, ...rest } = failureOf(withCode(code), url, false);
    expect([`${kind} ${cause} ${scope}`, rest]).toEqual([kinds, { reason }]);
  });

  it.each([
    [refusal(502), 'broken unreachable down', 'the proxy finds no way to a.test'],
    [refusal(403), 'unverified network dead', 'the proxy refuses a way to a.test'],
    [
      new Error('Proxy Authentication Required'),
      'unverified network dead',
      'the proxy refuses a way to a.test',
    ],
    [
      Object.assign(new Error('Client network socket disconnected before secure TLS connection'), {
        code: 'ECONNRESET',
      }),
      'broken tls down',
      'a.test closed the connection before it was secure',
    ],
    [
      withCode('EPRIVATE'),
      'unverified private dead',
      'a.test is a private address and was not asked',
    ],
  ])('are described by their message: %s', (error, kinds, reason) => {
    const { kind, cause, scope, ...rest } = failureOf(error, url, false);
    expect([`${kind} ${cause} ${scope}`, rest]).toEqual([kinds, { reason }]);
  });

  it.each([
    ['ENOTFOUND', 'unverified'],
    ['ECONNREFUSED', 'unverified'],
    ['ETIMEDOUT', 'unverified'],
    ['ECONNRESET', 'broken'],
    ['CERT_HAS_EXPIRED', 'broken'],
  ])('of names and connections (%s) are those of the proxy, if there is one', (code, kind) => {
    const failure = failureOf(withCode(code), url, true);
    expect(failure.kind).toBe(kind);
    const isOfProxy = failure.reason === 'the proxy gives no connection to a.test:8443';
    expect(isOfProxy).toBe(kind === 'unverified');
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
