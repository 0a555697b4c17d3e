import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSiteServer } from '../../../src/server/site-server.ts';
import { sendRaw } from './raw-client.ts';

const QUICK = {
  headersTimeout: 200,
  requestTimeout: 400,
  keepAliveTimeout: 200,
  connectionsCheckingInterval: 50,
};

async function start(
  answer: (response: ServerResponse) => void = (response) => response.end('done'),
): Promise<number> {
  const server = await startSiteServer({
    host: 'localhost',
    port: 0,
    allowedHosts: [],
    timeouts: QUICK,
    headers: () => [],
    answer: ({ response }) => answer(response),
  });
  if (server.kind === 'failed') throw new Error(server.message);
  onTestFinished(server.close);
  return server.port;
}

const later = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
const HEAD = 'GET / HTTP/1.1\r\nHost: localhost\r\n';

describe('a client that is slow', () => {
  it.each([
    ['sends nothing', ''],
    ['sends a part of the headers', HEAD],
  ])('and %s is answered with 408 and disconnected', async (_what, bytes) => {
    const { status, headers } = await sendRaw(await start(), bytes);
    expect(status).toBe(408);
    expect(headers.get('connection')).toBe('close');
  });

  it('and sends a header byte by byte is disconnected', async () => {
    const socket = connect(await start(), '127.0.0.1', () => socket.write(HEAD));
    const drip = setInterval(() => socket.writable && socket.write('X'), 20);
    onTestFinished(() => clearInterval(drip));
    socket.on('error', () => undefined).resume();
    await new Promise((closed) => socket.on('close', closed));
  });

  it('and sends a body byte by byte is disconnected', async () => {
    const socket = connect(await start(), '127.0.0.1', () =>
      socket.write(`${HEAD}Content-Length: 1000000\r\n\r\n`),
    );
    const drip = setInterval(() => socket.writable && socket.write('X'), 20);
    onTestFinished(() => clearInterval(drip));
    socket.on('error', () => undefined).resume();
    await new Promise((closed) => socket.on('close', closed));
  });

  it('and reads slowly gets the whole answer', async () => {
    const size = 8_000_000;
    const port = await start((response) => response.end(Buffer.alloc(size, 'a')));
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${HEAD}Connection: close\r\n\r\n`),
    );
    let received = 0;
    socket.pause();
    await later(2 * QUICK.requestTimeout);
    socket.on('data', (part) => (received += part.length)).resume();
    await new Promise((closed) => socket.on('close', closed));
    expect(received).toBeGreaterThan(size);
  });

  it('is not confused with an open stream', async () => {
    const port = await start((response) => {
      response.write('first\n');
      void later(3 * QUICK.requestTimeout).then(() => response.end('last\n'));
    });
    const { body } = await sendRaw(port, `${HEAD}Connection: close\r\n\r\n`);
    expect(body).toContain('last');
  });
});
