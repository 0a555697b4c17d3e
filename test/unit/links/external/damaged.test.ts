import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExternal } from '../../../../src/links/external/check-external.ts';
import { DEFAULT_EXTERNAL_OPTIONS } from '../../../../src/links/external/external-check.ts';
import { MACHINE_CLOCK } from '../../../../src/links/external/pacing.ts';
import { createNetwork } from '../../../../src/links/external/request.ts';
import { listen, trackSockets } from '../../../support/link-server/link-server.ts';

const CASES = 150;

/** Answers that are nearly right: each with some bytes changed, doubled or left out. */
const SOUND: readonly Buffer[] = [
  Buffer.from(
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 16\r\n\r\n<p id="x">abc</p',
  ),
  Buffer.from(
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n<p id\r\n6\r\n="x">a\r\n0\r\n\r\n',
  ),
  Buffer.from('HTTP/1.1 301 Moved\r\nlocation: /elsewhere\r\nset-cookie: a=b; path=/\r\n\r\n'),
  Buffer.from('HTTP/1.1 429 Slow down\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n'),
  Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-encoding: gzip\r\n\r\n'),
    gzipSync('<title>Page</title><p id="x">'.repeat(20)),
  ]),
];

const server = createServer((socket) => {
  socket.once('data', (data) => {
    const seed = Number(/\/(\d+)/.exec(data.toString('latin1'))?.[1] ?? 0);
    socket.end(damaged(SOUND[seed % SOUND.length] ?? Buffer.alloc(0), random(seed)));
  });
});
const { close } = trackSockets(server);
let port = 0;
beforeAll(async () => {
  port = await listen(server);
});
afterAll(close);

describe('damaged answers', () => {
  it('all lead to an outcome', async () => {
    const targets = Array.from({ length: CASES }, (_, index) => ({
      url: `http://127.0.0.1:${port}/${index}`,
      wantsIds: true,
    }));
    const options = {
      ...DEFAULT_EXTERNAL_OPTIONS,
      allowPrivate: true,
      intervalMs: 0,
      backoffMs: 1,
      perHost: 8,
      timeoutMs: 5000,
    };
    const network = await createNetwork({ ...options, env: {} });
    const outcomes = await checkExternal(targets, options, {
      clock: MACHINE_CLOCK,
      send: network.send,
    });
    await network.close();
    expect(outcomes.size).toBe(CASES);
    expect(new Set([...outcomes.values()].map(({ kind }) => kind)).size).toBeGreaterThan(1);
  });
});

function damaged(answer: Buffer, next: () => number): Buffer {
  const bytes = [...answer];
  for (let count = Math.floor(next() * 4); count > 0; count -= 1) {
    const at = Math.floor(next() * bytes.length);
    const way = next();
    if (way < 0.5) bytes[at] = Math.floor(next() * 256);
    else if (way < 0.75) bytes.splice(at, 1);
    else bytes.splice(at, 0, ...bytes.slice(at, at + 8));
  }
  return Buffer.from(bytes);
}

/** The same numbers for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
