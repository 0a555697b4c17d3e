import { describe, expect, it } from 'vitest';
import { checkExternal } from '../../../../src/links/external/check-external.ts';
import {
  DEFAULT_EXTERNAL_OPTIONS,
  type ExternalOptions,
  type ExternalOutcome,
} from '../../../../src/links/external/external-check.ts';
import type { Failure } from '../../../../src/links/external/failures.ts';
import { backoffMs } from '../../../../src/links/external/pacing.ts';
import {
  createVirtualWorld,
  type Reply,
  type Sent,
} from '../../../support/link-server/virtual-world.ts';

const START = 'https://a.test/';

interface Checked {
  readonly outcome: ExternalOutcome | undefined;
  readonly outcomes: ReadonlyMap<string, ExternalOutcome>;
  readonly sent: readonly Sent[];
  /** Number of requests. */
  readonly requests: number;
}

/** Checks addresses, by default the start page alone. */
async function check(
  reply: Parameters<typeof createVirtualWorld>[0],
  urls: readonly string[] = [START],
  { wantsIds = false, ...options }: Partial<ExternalOptions> & { wantsIds?: boolean } = {},
): Promise<Checked> {
  const world = createVirtualWorld(reply);
  const targets = urls.map((url) => ({ url, wantsIds }));
  const all = { ...DEFAULT_EXTERNAL_OPTIONS, perHost: 1, ...options };
  const outcomes = await world.clock.run(checkExternal(targets, all, world));
  return {
    outcome: outcomes.get(urls[0] ?? ''),
    outcomes,
    sent: world.sent,
    requests: world.sent.length,
  };
}

const status = (code: number, headers: Reply['headers'] = {}) =>
  check(() => ({ status: code, headers }));

describe('an answer', () => {
  it.each([200, 204, 299])('with the status %i is a working address', async (code) => {
    const { outcome, requests } = await status(code);
    expect([outcome, requests]).toEqual([{ kind: 'ok', status: code, finalUrl: START }, 1]);
  });

  it.each([
    [199, 'HTTP 199', 1],
    [305, 'HTTP 305 Use Proxy', 1],
    [306, 'HTTP 306', 1],
    [400, 'HTTP 400 Bad Request', 1],
    [404, 'HTTP 404 Not Found', 1],
    [408, 'HTTP 408 Request Timeout', 3],
    [410, 'HTTP 410 Gone', 1],
    [499, 'HTTP 499', 1],
    [500, 'HTTP 500 Internal Server Error', 3],
    [501, 'HTTP 501 Not Implemented', 3],
    [503, 'HTTP 503 Service Unavailable', 3],
    [599, 'HTTP 599', 3],
    [600, 'HTTP 600', 1],
  ])('with the status %i is a broken address: %s', async (code, reason, expected) => {
    const { outcome, requests } = await status(code);
    const broken = { kind: 'broken', cause: 'status', reason, status: code };
    expect([outcome, requests]).toEqual([broken, expected]);
  });

  it.each([
    [300, 'offers several addresses'],
    [304, 'says that nothing has changed'],
    [401, 'asks for a login'],
    [402, 'asks for a payment'],
    [403, 'refuses this program, or everybody'],
    [405, 'does not answer GET'],
    [406, 'refuses this program'],
    [407, 'is behind a proxy that asks for a login'],
    [451, 'is not shown here for legal reasons'],
    [999, 'refuses this program'],
  ])('with the status %i proves nothing: it %s', async (code, words) => {
    const { outcome, requests } = await status(code);
    const reason = `HTTP ${code}: it ${words}`;
    expect(outcome).toEqual({ kind: 'unverified', cause: 'bot-wall', reason, status: code });
    expect(requests).toBe(1);
  });

  it('to a request of a browser alone proves nothing', async () => {
    const { outcome } = await status(503, { 'cf-mitigated': 'challenge' });
    expect(outcome).toMatchObject({ reason: 'HTTP 503: it wants to see a browser' });
  });

  it.each([
    [429, {}],
    [429, { 'retry-after': '1' }],
    [503, { 'retry-after': '1' }],
  ])('with the status %i and %j asks for pauses', async (code, headers) => {
    const { outcome, requests } = await status(code, headers);
    const reason = `HTTP ${code}, after all requested pauses`;
    expect(outcome).toEqual({ kind: 'unverified', cause: 'rate-limit', reason, status: code });
    expect(requests).toBe(3);
  });

  it.each([502, 504])('with the status %i does not, even with a time', async (code) => {
    const { outcome, requests } = await status(code, { 'retry-after': '1' });
    expect([outcome?.kind, requests]).toEqual(['broken', 3]);
  });

  it.each([408, 500, 599])('with the status %i is requested again', async (code) => {
    const { requests } = await status(code);
    expect(requests).toBe(3);
  });

  it.each([499, 600])('with the status %i is not', async (code) => {
    const { requests } = await status(code);
    expect(requests).toBe(1);
  });
});

describe('a request without an answer', () => {
  const failure = (scope: Failure['scope'], cause: Failure['cause'] = 'reset'): Failure => ({
    kind: 'broken',
    cause,
    reason: 'it failed',
    scope,
  });

  it.each([
    ['once', 3],
    ['final', 1],
    ['dead', 1],
    ['down', 3],
  ] as const)('that fails as "%s" is repeated as %s', async (scope, expected) => {
    const { outcome, requests } = await check(() => ({ failure: failure(scope) }));
    expect([outcome, requests]).toEqual([
      { kind: 'broken', cause: 'reset', reason: 'it failed' },
      expected,
    ]);
  });

  it.each([
    ['once', 4],
    ['final', 4],
    ['dead', 2],
    ['down', 2],
  ] as const)('that fails as "%s" says whether to ask for others', async (scope, hosts) => {
    const urls = [START, `${START}b`, 'http://a.test/', 'https://b.test/'];
    const { sent } = await check(() => ({ failure: failure(scope) }), urls, { retries: 0 });
    const origins = new Set(sent.map(({ url }) => new URL(url).origin));
    expect(origins.size).toBe(3);
    expect(new Set(sent.map(({ url }) => url)).size).toBe(hosts === 4 ? 4 : 3);
  });

  it('of three addresses is the last one that a silent host gets', async () => {
    const urls = [0, 1, 2, 3, 4].map((at) => START + at);
    const reply = (): Reply => ({ failure: failure('once', 'timeout') });
    const { outcomes } = await check(reply, urls);
    const silent = {
      kind: 'unverified',
      cause: 'silent-host',
      reason: 'a.test did not answer for 3 other addresses and was not asked again',
    };
    expect([...outcomes.values()].filter(({ kind }) => kind === 'broken')).toHaveLength(3);
    // Which ones they are depends on random pauses.
    const others = [...outcomes.values()].filter(({ kind }) => kind !== 'broken');
    expect(others).toEqual([silent, silent]);
  });

  it('of all names is the fault of the network, if there are three', async () => {
    const reply = (): Reply => ({ failure: failure('dead', 'dns') });
    const urls = ['https://a.test/', 'https://b.test/', 'https://c.test/'];
    const { outcomes } = await check(reply, urls);
    const reason = 'no name could be looked up; is there a network?';
    const offline = { kind: 'unverified', cause: 'network', reason };
    expect([...outcomes]).toEqual(urls.map((url) => [url, offline]));
    const one = await check(reply, ['https://a.test/', 'https://a.test/x', 'https://b.test/']);
    expect([...one.outcomes.values()].map(({ kind }) => kind)).toEqual(Array(3).fill('broken'));
  });

  it('for another reason keeps it where no name is known', async () => {
    const reply = ({ hostname }: URL): Reply => ({
      failure: failure('dead', hostname === 'd.test' ? 'refused' : 'dns'),
    });
    const urls = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.test/`);
    const { outcomes } = await check(reply, urls);
    expect([...outcomes.values()].map((end) => 'cause' in end && end.cause)).toEqual([
      'network',
      'network',
      'network',
      'refused',
    ]);
  });
});

describe('redirects', () => {
  const to = (code: number, location: string): Reply => ({ status: code, headers: { location } });
  /** Follows redirects through the given statuses to `/end`. */
  const chain = (codes: readonly number[], end: Reply = {}) =>
    check(({ pathname }) => {
      const at = Number(pathname.slice(1));
      const code = codes[at];
      return code === undefined ? end : to(code, `/${at + 1}#part`);
    });

  it.each([
    [[301], 301, 1],
    [[308], 308, 1],
    [[301, 308], 301, 2],
    [[308, 301], 308, 2],
    [[301, 302, 301], 301, 1],
  ])(
    'with the statuses %j are permanent (%i) for the first part',
    async (...[codes, permanent, at]) => {
      const { outcome } = await chain(codes);
      const finalUrl = `${START}${codes.length}`;
      const movedTo = `${START}${at}#part`;
      expect(outcome).toEqual({ kind: 'moved', permanent, movedTo, status: 200, finalUrl });
    },
  );

  it.each([[[302]], [[303]], [[307]], [[302, 301]]])(
    'with the statuses %j are not',
    async (codes) => {
      const finalUrl = `${START}${codes.length}`;
      expect((await chain(codes)).outcome).toEqual({ kind: 'ok', status: 200, finalUrl });
    },
  );

  it('to a broken address name it', async () => {
    expect((await chain([301], { status: 410 })).outcome).toEqual({
      kind: 'broken',
      cause: 'status',
      status: 410,
      finalUrl: `${START}1`,
      reason: 'it redirects to https://a.test/1: HTTP 410 Gone',
    });
    const failure: Failure = { kind: 'broken', cause: 'tls', reason: 'no TLS', scope: 'dead' };
    expect((await chain([301], { failure })).outcome).toEqual({
      kind: 'broken',
      cause: 'tls',
      finalUrl: `${START}1`,
      reason: 'it redirects to https://a.test/1: no TLS',
    });
  });

  it.each([
    ['/', 302, 'it redirects in a circle', START],
    ['http://[', 307, 'HTTP 307 redirects to an address that is malformed', undefined],
    [undefined, 303, 'HTTP 303 redirects, but does not say where (no Location)', undefined],
  ])('to %s are broken', async (...[location, code, reason, finalUrl]) => {
    const reply = { status: code, headers: location === undefined ? {} : { location } };
    const { outcome } = await check(() => reply);
    const where = finalUrl === undefined ? {} : { finalUrl };
    expect(outcome).toEqual({ kind: 'broken', cause: 'redirect', reason, status: code, ...where });
  });

  it('to applications are unverified', async () => {
    expect((await check(() => to(302, 'app://open'))).outcome).toEqual({
      kind: 'unverified',
      cause: 'redirect',
      reason: 'it redirects to the scheme app:',
      status: 302,
    });
  });

  it('are followed ten times', async () => {
    const codes = Array.from({ length: 11 }, () => 302);
    expect((await chain(codes.slice(1))).outcome).toMatchObject({ kind: 'ok' });
    expect((await chain(codes)).outcome).toMatchObject({
      reason: 'it redirects more than 10 times',
      status: 302,
    });
  });

  it('send the cookies of their origin, the last of each name', async () => {
    const setCookies = [
      'a=1; Path=/',
      'b=2',
      'a=3',
      ' c = 4 ',
      'd=',
      'é=5',
      `f=${'x'.repeat(4094)}`,
      `g=${'x'.repeat(4095)}`,
    ];
    const { sent } = await check(({ pathname }) =>
      pathname === '/' ? { ...to(302, '/end'), setCookies } : {},
    );
    expect(sent.map(({ cookies }) => cookies)).toEqual([
      '',
      `a=3; b=2; c = 4; f=${'x'.repeat(4094)}`,
    ]);
  });

  it('to themselves are no circle while a cookie is new', async () => {
    const reply = (): Reply => ({ ...to(302, START), setCookies: ['id=1'] });
    const { outcome, sent } = await check(reply, [START], { wantsIds: true });
    expect(sent.map(({ cookies }) => cookies)).toEqual(['', 'id=1']);
    expect(outcome).toMatchObject({ reason: 'it redirects in a circle' });
  });
});

describe('pauses', () => {
  it.each([
    [1, 500, 1000],
    [2, 1000, 2000],
    [11, 512_000, 1_024_000],
    [12, 512_000, 1_024_000],
  ])('of round %i are from %i to %i ms', (round, least, most) => {
    const pauses = Array.from({ length: 200 }, () => backoffMs(1000, round));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(least);
    expect(Math.min(...pauses)).toBeLessThan(least * 1.2);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(most);
    expect(Math.max(...pauses)).toBeGreaterThan(most * 0.9);
  });

  it('that a host names are kept the first time, and are longer the second time', async () => {
    const { sent } = await check(() => ({ status: 429, headers: { 'retry-after': '1' } }));
    const [first = 0, second = 0, third = 0] = sent.map(({ at }) => at);
    expect(second - first).toBe(1100);
    expect(third - second).toBeGreaterThanOrEqual(1100);
  });

  it('that are exactly as long as allowed are waited for', async () => {
    const refusals =
      (retryAfter: string) =>
      (_: URL, { nth }: { readonly nth: number }) =>
        nth === 1 ? { status: 429, headers: { 'retry-after': retryAfter }, takesMs: 100 } : {};
    const kindOf = async (seconds: string) =>
      (await check(refusals(seconds), [START], { maxWaitMs: 5000 })).outcome?.kind;
    expect([await kindOf('5'), await kindOf('5.001')]).toEqual(['ok', 'unverified']);
  });
});

describe('an abort', () => {
  it('sends nothing afterwards', async () => {
    const abort = new AbortController();
    const world = createVirtualWorld(() => ({ takesMs: 500 }));
    world.clock.after(1000, () => abort.abort());
    const targets = [0, 1, 2, 3, 4, 5].map((at) => ({ url: START + at, wantsIds: false }));
    const options = { ...DEFAULT_EXTERNAL_OPTIONS, perHost: 1, signal: abort.signal };
    await world.clock.run(checkExternal(targets, options, world));
    const { length } = world.sent;
    const later = new Promise<void>((resolve) => world.clock.after(60_000, resolve));
    await world.clock.run(later);
    expect(world.sent).toHaveLength(length);
    expect(length).toBeLessThan(targets.length);
  });
});
