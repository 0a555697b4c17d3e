import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExternal } from '../../../../src/links/external/check-external.ts';
import {
  DEFAULT_EXTERNAL_OPTIONS,
  type ExternalOptions,
  type ExternalOutcome,
  type ExternalTarget,
} from '../../../../src/links/external/external-check.ts';
import { MACHINE_CLOCK } from '../../../../src/links/external/pacing.ts';
import { createNetwork } from '../../../../src/links/external/request.ts';
import { type LinkServer, startLinkServer } from '../../../support/link-server/link-server.ts';

let server: LinkServer;

beforeAll(async () => {
  server = await startLinkServer();
});
afterAll(() => server.close());

const OPTIONS: ExternalOptions = {
  ...DEFAULT_EXTERNAL_OPTIONS,
  allowPrivate: true,
  intervalMs: 0,
  backoffMs: 10,
  timeoutMs: 20_000,
};

async function run(
  targets: readonly ExternalTarget[],
  options: Partial<ExternalOptions> = {},
): Promise<ReadonlyMap<string, ExternalOutcome>> {
  const all = { ...OPTIONS, ...options };
  const { send, close } = await createNetwork({ ...all, env: {} });
  const outcomes = await checkExternal(targets, all, { clock: MACHINE_CLOCK, send });
  await close();
  return outcomes;
}

async function check(
  path: string,
  options: Partial<ExternalOptions> = {},
  wantsIds = false,
): Promise<ExternalOutcome | undefined> {
  const url = path.startsWith('http') ? path : server.origin + path;
  const outcomes = await run([{ url, wantsIds }], options);
  return outcomes.get(url);
}

describe('a request', () => {
  it('is sent once if it is answered', async () => {
    expect(await check('/ok')).toEqual({
      kind: 'ok',
      status: 200,
      finalUrl: `${server.origin}/ok`,
    });
    expect(server.methods('/ok')).toEqual(['GET']);
  });

  it.each([
    '/head-405',
    '/head-404-get-200',
    '/head-500',
    '/head-resets',
    '/head-hangs',
    '/head-loops',
  ])('is not answered as HEAD would be: %s', async (path) => {
    expect(await check(path)).toMatchObject({ kind: 'ok' });
  });
});

describe('statuses', () => {
  it.each([
    ['/404', 404, 'HTTP 404 Not Found'],
    ['/410', 410, 'HTTP 410 Gone'],
    ['/500', 500, 'HTTP 500 Internal Server Error'],
  ])('takes %s for broken', async (path, status, reason) => {
    expect(await check(path)).toEqual({ kind: 'broken', cause: 'status', status, reason });
  });

  it.each([
    ['/401', 401],
    ['/403', 403],
    ['/get-403-bot', 403],
    ['/999', 999],
  ])('takes %s for a wall that proves nothing', async (path, status) => {
    expect(await check(path)).toMatchObject({ kind: 'unverified', cause: 'bot-wall', status });
  });
});

describe('tries', () => {
  it('tries an error of the server three times, and no more', async () => {
    await check('/500?tries');
    expect(server.methods('/500?tries')).toEqual(['GET', 'GET', 'GET']);
    expect(await check('/503-then-200?n=2')).toMatchObject({ kind: 'ok' });
    expect(await check('/503-then-200?n=3')).toMatchObject({
      kind: 'broken',
      status: 503,
    });
  });

  it('tries again after a reset', async () => {
    expect(await check('/reset-once')).toMatchObject({ kind: 'ok' });
    expect(await check('/resets')).toEqual({
      kind: 'broken',
      cause: 'reset',
      reason: '127.0.0.1 closed the connection',
    });
    expect(server.methods('/resets')).toHaveLength(3);
  });

  it('tries again after a timeout', async () => {
    expect(await check('/hangs', { timeoutMs: 150 })).toEqual({
      kind: 'broken',
      cause: 'timeout',
      reason: '127.0.0.1 did not answer within 0.15 s',
    });
    expect(server.methods('/hangs')).toHaveLength(3);
  });

  it('waits for slow servers', async () => {
    expect(await check('/slow?ms=300')).toMatchObject({ kind: 'ok' });
    const late = await check('/slow?ms=50&between=200', {}, true);
    expect(late).toMatchObject({ kind: 'ok', ids: ['late'] });
  });

  it('does not wait for ever for the rest of a page', async () => {
    const path = '/slow?ms=0&between=60000';
    expect(await check(path, { timeoutMs: 1000 }, true)).not.toHaveProperty('ids');
  });

  it('distinguishes an answer that is not HTTP', async () => {
    expect(await check('/no-http')).toMatchObject({ kind: 'broken', cause: 'protocol' });
  });
});

describe('redirects', () => {
  it.each([
    ['/301', 301],
    ['/308', 308],
  ])('reports the permanent redirect %s with its target', async (path, permanent) => {
    expect(await check(path)).toMatchObject({
      kind: 'moved',
      permanent,
      movedTo: `${server.origin}/ok`,
      finalUrl: `${server.origin}/ok`,
    });
  });

  it.each(['/302', '/303', '/307'])('follows the temporary redirect %s', async (path) => {
    expect(await check(path)).toMatchObject({ kind: 'ok', finalUrl: `${server.origin}/ok` });
  });

  it('proposes the permanent part of a chain only', async () => {
    expect(await check('/301-then-302')).toMatchObject({
      kind: 'moved',
      movedTo: `${server.origin}/302`,
      finalUrl: `${server.origin}/ok`,
    });
    expect(await check('/302-then-301')).toMatchObject({ kind: 'ok' });
  });

  it('resolves a relative and a UTF-8 Location', async () => {
    expect(await check('/deep/relative')).toMatchObject({
      finalUrl: `${server.origin}/ok?relative`,
    });
    expect(await check('/utf8-location')).toMatchObject({
      kind: 'ok',
      finalUrl: `${server.origin}/gr%C3%B6%C3%9Fe`,
    });
  });

  it('follows ten redirects, not eleven', async () => {
    expect(await check('/chain?n=10')).toMatchObject({ kind: 'ok' });
    expect(await check('/chain?n=11')).toMatchObject({
      kind: 'broken',
      cause: 'redirect',
      reason: 'it redirects more than 10 times',
    });
  });

  it.each([
    ['/loop', 'it redirects in a circle'],
    ['/no-location', 'HTTP 302 redirects, but does not say where (no Location)'],
    ['/bad-location', 'HTTP 302 redirects to an address that is malformed'],
  ])('takes %s for broken', async (path, reason) => {
    expect(await check(path)).toMatchObject({ kind: 'broken', cause: 'redirect', reason });
  });

  it('names the target that is broken', async () => {
    expect(await check('/301-to-404')).toEqual({
      kind: 'broken',
      cause: 'status',
      status: 404,
      finalUrl: `${server.origin}/404`,
      reason: `it redirects to ${server.origin}/404: HTTP 404 Not Found`,
    });
  });

  it('leaves schemes of applications alone', async () => {
    expect(await check('/app-location')).toMatchObject({ kind: 'unverified', cause: 'redirect' });
  });

  it('keeps cookies within a chain, and only there', async () => {
    expect(await check('/cookie-wall')).toMatchObject({ kind: 'ok' });
    await check('/cookie-wall');
    expect(server.methods('/cookie-wall')).toHaveLength(4);
  });

  it('keeps the fragment of a Location in the proposal', async () => {
    const outcome = await check('/redirect-fragment', {}, true);
    expect(outcome).toMatchObject({
      kind: 'moved',
      movedTo: `${server.origin}/anchor.html#x`,
    });
    expect(outcome).not.toHaveProperty('ids');
  });
});

describe('pages', () => {
  it.each(['/anchor.html', '/anchor-gzip.html'])('have ids: %s', async (path) => {
    expect(await check(path, {}, true)).toMatchObject({
      kind: 'ok',
      ids: ['x', 'größe', 'a b', '50%25', 'named'],
    });
  });

  it('have ids without a length too', async () => {
    expect(await check('/no-length', {}, true)).toMatchObject({ kind: 'ok', ids: ['x'] });
  });

  it.each(['/gzip-bad', '/gzip-cut', '/truncated'])(
    'count as working where they cannot be read, without ids: %s',
    async (path) => {
      const finalUrl = server.origin + path;
      expect(await check(path, {}, true)).toEqual({ kind: 'ok', status: 200, finalUrl });
    },
  );

  it('are not read to the end if they are too long', async () => {
    const before = server.bytesSent();
    expect(await check('/huge', {}, true)).not.toHaveProperty('ids');
    expect(server.bytesSent() - before).toBeLessThan(30e6);
  });
});

describe('pauses that a host asks for', () => {
  it.each(['/429?after=1', '/429-date', '/503-retry-after'])('waits for %s', async (path) => {
    expect(await check(path)).toMatchObject({ kind: 'ok' });
    const [first, second, ...more] = server.arrivals.filter((arrival) => arrival.path === path);
    expect(more).toEqual([]);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(995);
  });

  it('pauses after a refusal without a time', async () => {
    expect(await check('/429-no-header')).toMatchObject({ kind: 'ok' });
  });

  it('gives up after three refusals', async () => {
    expect(await check('/429-forever?after=0')).toMatchObject({
      kind: 'unverified',
      cause: 'rate-limit',
      status: 429,
    });
    expect(server.methods('/429-forever?after=0')).toHaveLength(3);
  });

  it('does not wait longer than it may', async () => {
    expect(await check('/429-forever?after=3600')).toMatchObject({
      kind: 'unverified',
      cause: 'rate-limit',
    });
    expect(server.methods('/429-forever?after=3600')).toHaveLength(1);
  });
});
