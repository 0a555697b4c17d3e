import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listening, type ListenProblem, listen } from '../../../src/server/listen.ts';

/** Undefined on a machine without IPv6. */
const LOOPBACK6 = Object.values(networkInterfaces())
  .flatMap((entries) => entries ?? [])
  .map(({ address }) => address)
  .find((address) => address === '::1');

const open: { close: () => unknown }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()));
});

async function start(host: string, port: number | undefined): Promise<Listening | ListenProblem> {
  const result = await listen({ host, port }, (server) =>
    server.on('request', (_request, response) => response.end('ours')),
  );
  if (result.kind === 'listening') open.push(result);
  return result;
}

function occupy(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server: Server = createServer();
    server.on('error', reject);
    server.listen({ host, port }, () => {
      open.push({ close: () => new Promise((done) => server.close(done)) });
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

describe('listen', () => {
  it('answers at both loopback addresses for localhost, and at no other', async () => {
    const result = await start('localhost', 0);
    expect(result.kind).toBe('listening');
    if (result.kind !== 'listening') return;
    expect(result.origin).toBe(`http://localhost:${result.port}`);
    expect(await textOf(`http://127.0.0.1:${result.port}/`)).toBe('ours');
    if (LOOPBACK6 !== undefined) {
      expect(await textOf(`http://[::1]:${result.port}/`)).toBe('ours');
    }
    await expect(fetch(`http://127.0.0.2:${result.port}/`)).rejects.toThrow('fetch failed');
  });

  it('takes the next port when the default one is in use, by either address', async () => {
    const first = await start('localhost', undefined);
    if (first.kind !== 'listening') throw new Error(first.message);
    // It may be in use already: that is as good.
    await occupy(LOOPBACK6 ?? '127.0.0.1', first.port + 1).catch(() => undefined);
    const second = await start('localhost', undefined);
    if (second.kind !== 'listening') throw new Error(second.message);
    expect(second.port).toBeGreaterThan(first.port + 1);
  });

  it('reports a port that is named and in use', async () => {
    const port = await occupy('127.0.0.1', 0);
    expect(await start('localhost', port)).toMatchObject({
      kind: 'failed',
      message: `port ${port} of localhost is in use by another program`,
    });
  });

  it.each(['no-such-host.invalid', '203.0.113.7', '999.1.1.1'])(
    'reports a host that is not this machine: %s',
    async (host) => {
      const result = await start(host, 0);
      expect(result.kind).toBe('failed');
      if (result.kind === 'failed') expect(result.hint).toContain('--host');
    },
  );

  it('reports a number that is no port', async () => {
    expect(await start('localhost', 70_000)).toMatchObject({
      kind: 'failed',
      message: '70000 is not a port',
    });
  });

  it('prints addresses that a browser can open', async () => {
    const origins = await Promise.all(
      [LOOPBACK6 ?? '127.0.0.1', '127.0.0.1', '0.0.0.0'].map(async (host) => {
        const result = await start(host, 0);
        return result.kind === 'listening' ? result.origin.replace(/\d+$/, '') : result.message;
      }),
    );
    expect(origins).toEqual([
      LOOPBACK6 === undefined ? 'http://127.0.0.1:' : 'http://[::1]:',
      'http://127.0.0.1:',
      'http://localhost:',
    ]);
  });
});
