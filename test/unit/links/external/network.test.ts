import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExternal } from '../../../../src/links/external/check-external.ts';
import {
  DEFAULT_EXTERNAL_OPTIONS,
  type ExternalOptions,
  type ExternalOutcome,
} from '../../../../src/links/external/external-check.ts';
import { MACHINE_CLOCK } from '../../../../src/links/external/pacing.ts';
import { createNetwork, type NetworkOptions } from '../../../../src/links/external/request.ts';
import { selfSigned } from '../../../support/link-server/certificate.ts';
import { closedPort, deafPort } from '../../../support/link-server/dead-ports.ts';
import { type LinkServer, startLinkServer } from '../../../support/link-server/link-server.ts';
import { type ProxyServer, startProxy } from '../../../support/link-server/proxy-server.ts';

const certificate = selfSigned(['secure.test', '127.0.0.1']);
let plain: LinkServer;
let second: LinkServer;
let third: LinkServer;
let secure: LinkServer;
let proxy: ProxyServer;
let secureProxy: ProxyServer;

beforeAll(async () => {
  plain = await startLinkServer();
  second = await startLinkServer({ address: '127.0.0.2', delayMs: 20 });
  third = await startLinkServer({ address: '127.0.0.3', delayMs: 20 });
  secure = await startLinkServer({ certificate });
  proxy = await startProxy(plain.port);
  secureProxy = await startProxy(secure.port);
});
afterAll(() =>
  Promise.all([plain, second, third, secure, proxy, secureProxy].map(({ close }) => close())),
);

/** Names of the tests; every other name does not exist. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['secure.test', ['127.0.0.1']],
  ['wrong.test', ['127.0.0.1']],
  ['inside.test', ['10.0.0.1', '::1']],
  ['mixed.test', ['169.254.169.254', '127.0.0.1']],
]);

const lookup: LookupFunction = (hostname, options, callback) => {
  const found = NAMES.get(hostname);
  if (hostname === 'later.test') return callback(withCode('EAI_AGAIN'), '');
  if (found === undefined) return callback(withCode('ENOTFOUND'), '');
  const list = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  if (options.all === true) return callback(null, list);
  callback(null, list[0]?.address ?? '', list[0]?.family ?? 4);
};

function withCode(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

const OPTIONS: ExternalOptions = {
  ...DEFAULT_EXTERNAL_OPTIONS,
  allowPrivate: true,
  intervalMs: 0,
  backoffMs: 10,
  timeoutMs: 20_000,
};

async function check(
  url: string,
  network: Partial<NetworkOptions> = {},
  options: Partial<ExternalOptions> = {},
): Promise<ExternalOutcome | undefined> {
  const all = { ...OPTIONS, ...options };
  const { send, close } = await createNetwork({ ...all, env: {}, lookup, ...network });
  const world = { clock: MACHINE_CLOCK, send };
  const outcomes = await checkExternal([{ url, wantsIds: false }], all, world);
  await close();
  return outcomes.get(url);
}

describe('names', () => {
  it('distinguishes an unknown name from a name server that does not answer', async () => {
    expect(await check('http://nowhere.test/')).toEqual({
      kind: 'broken',
      cause: 'dns',
      reason: 'the name nowhere.test does not exist (DNS)',
    });
    expect(await check('http://later.test/')).toMatchObject({
      kind: 'unverified',
      cause: 'network',
    });
  });

  it('does not connect to the private address of a public name', async () => {
    const options = { allowPrivate: false };
    expect(await check('http://inside.test/', {}, options)).toEqual({
      kind: 'unverified',
      cause: 'private',
      reason: 'inside.test is a private address and was not asked',
    });
    expect(await check(`http://mixed.test:${plain.port}/ok`, {}, options)).toMatchObject({
      kind: 'unverified',
      cause: 'private',
    });
  });
});

describe('connections', () => {
  it('names a port that is closed', async () => {
    const port = await closedPort();
    expect(await check(`http://127.0.0.1:${port}/`)).toEqual({
      kind: 'broken',
      cause: 'refused',
      reason: `127.0.0.1:${port} refuses the connection`,
    });
  });

  it('does not wait for ever for a port that never accepts', async () => {
    const deaf = await deafPort();
    const outcome = await check(`http://127.0.0.1:${deaf.port}/`, {}, { timeoutMs: 200 });
    await deaf.close();
    expect(outcome).toMatchObject({ kind: 'broken', cause: 'timeout' });
  });

  it('ends running requests when it is aborted', async () => {
    const abort = new AbortController();
    const running = check(`${plain.origin}/hangs?abort`, {}, { signal: abort.signal });
    await expect.poll(() => plain.methods('/hangs?abort')).toEqual(['GET']);
    abort.abort();
    expect(await running).toBeUndefined();
  });
});

describe('TLS', () => {
  it('names a certificate that is self-signed', async () => {
    expect(await check(`${secure.origin}/ok`)).toEqual({
      kind: 'broken',
      cause: 'tls',
      reason: 'the certificate of 127.0.0.1 is self-signed',
    });
  });

  it('names a certificate that is for another name', async () => {
    const network = { ca: certificate.cert };
    expect(await check(`https://secure.test:${secure.port}/ok`, network)).toMatchObject({
      kind: 'ok',
    });
    expect(await check(`https://wrong.test:${secure.port}/ok`, network)).toEqual({
      kind: 'broken',
      cause: 'tls',
      reason: 'the certificate of wrong.test is for another name',
    });
  });

  it('does not hang at a server that refuses the name', async () => {
    const picky = await startLinkServer({ certificate, onlyName: 'secure.test' });
    const network = { ca: certificate.cert };
    const good = await check(`https://secure.test:${picky.port}/ok`, network);
    const bad = await check(`https://wrong.test:${picky.port}/ok`, network);
    await picky.close();
    expect(good).toMatchObject({ kind: 'ok' });
    expect(bad).toEqual({
      kind: 'broken',
      cause: 'tls',
      reason: 'wrong.test closed the connection before it was secure',
    });
  });

  it('names a server that speaks no TLS', async () => {
    expect(await check(`https://127.0.0.1:${plain.port}/ok`)).toMatchObject({
      kind: 'broken',
      cause: 'tls',
    });
  });

  it('follows a redirect from http to https', async () => {
    const target = `https://secure.test:${secure.port}/ok`;
    const url = `${plain.origin}/to?status=308&to=${encodeURIComponent(target)}`;
    expect(await check(url, { ca: certificate.cert })).toMatchObject({
      kind: 'moved',
      permanent: 308,
      movedTo: target,
    });
  });
});

describe('proxies', () => {
  it('get plain requests with the whole address', async () => {
    const env = { HTTP_PROXY: `http://us%20er:pass@127.0.0.1:${proxy.port}` };
    expect(await check('http://far.test/ok?proxy', { env })).toMatchObject({ kind: 'ok' });
    expect(proxy.requests).toEqual([
      {
        line: 'GET http://far.test/ok?proxy',
        authorization: `Basic ${Buffer.from('us er:pass').toString('base64')}`,
      },
    ]);
    expect(plain.arrivals.at(-1)?.headers.host).toBe('far.test');
  });

  it('open a tunnel for https', async () => {
    const env = { https_proxy: `127.0.0.1:${secureProxy.port}` };
    const network = { env, ca: certificate.cert };
    expect(await check('https://secure.test/ok', network)).toMatchObject({ kind: 'ok' });
    expect(secureProxy.requests).toEqual([{ line: 'CONNECT secure.test:443' }]);
    expect(await check('https://other.test/ok', network)).toMatchObject({ cause: 'tls' });
    expect(await check('https://nowhere.test/', network)).toEqual({
      kind: 'broken',
      cause: 'unreachable',
      reason: 'the proxy finds no way to nowhere.test',
    });
  });

  it('that are down do not make hosts broken', async () => {
    const env = { ALL_PROXY: `http://127.0.0.1:${await closedPort()}` };
    for (const url of ['http://far.test/', 'https://far.test/']) {
      expect(await check(url, { env })).toEqual({
        kind: 'unverified',
        cause: 'network',
        reason: 'the proxy gives no connection to far.test',
      });
    }
  });

  it('are not used if NO_PROXY says so, or if their address is malformed', async () => {
    const url = `${plain.origin}/ok?direct`;
    const none = { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.1' };
    expect(await check(url, { env: none })).toMatchObject({ kind: 'ok' });
    expect(await check(url, { env: { HTTP_PROXY: 'http://[half' } })).toMatchObject({ kind: 'ok' });
  });
});

describe('several hosts at once', () => {
  it('keeps to the limits of each host, asks once for each address, and calls nothing broken', async () => {
    const servers = [second, third];
    const targets = servers.flatMap(({ origin }) =>
      Array.from({ length: 6 }, (_, index) => ({ url: `${origin}/ok?${index}`, wantsIds: false })),
    );
    const busy = { url: `${second.origin}/429?after=1`, wantsIds: false };
    const { send, close } = await createNetwork({ ...OPTIONS, env: {} });
    const outcomes = await checkExternal(
      [busy, ...targets, ...targets],
      { ...OPTIONS, intervalMs: 100 },
      { clock: MACHINE_CLOCK, send },
    );
    await close();
    expect([...outcomes.values()].filter(({ kind }) => kind !== 'ok')).toEqual([]);
    expect(outcomes.size).toBe(13);
    for (const { arrivals } of servers) {
      expect(Math.max(...arrivals.map(({ inFlight }) => inFlight))).toBeLessThanOrEqual(2);
    }
    expect(third.arrivals).toHaveLength(6);
    // Requests leave 100 ms apart; on the way some of it may be lost.
    const span = (third.arrivals.at(-1)?.at ?? 0) - (third.arrivals[0]?.at ?? 0);
    expect(span).toBeGreaterThan(300);
    const [refused, again] = second.arrivals.filter(({ path }) => path === '/429?after=1');
    const early = second.arrivals.filter(
      ({ at }) => at > (refused?.at ?? 0) + 500 && at < (refused?.at ?? 0) + 995,
    );
    expect(early).toEqual([]);
    expect(again?.at).toBeGreaterThan((refused?.at ?? 0) + 995);
    // The third host has long been done by then, and no one has waited for the second.
    expect(third.arrivals.at(-1)?.at).toBeLessThan(again?.at ?? 0);
  });
});
