import { createServer, get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { WarmSite } from '../../../../src/dev/dev-events.ts';
import {
  createLiveChannel,
  type LiveChannel,
  type LiveChannelOptions,
} from '../../../../src/dev/live/channel.ts';
import type { LiveFindings, LiveState } from '../../../../src/shared/live.ts';

const STATE: LiveState = { version: 1, shell: 's', styles: { href: '/s.css', integrity: 'i' } };
const FINDINGS: LiveFindings = { checking: false, errors: 0, warnings: 0, shown: [] };

interface Serving {
  readonly channel: LiveChannel;
  readonly port: number;
  state: LiveState | undefined;
  findings: LiveFindings;
}

const endings: (() => void)[] = [];

afterEach(() => {
  for (const end of endings.splice(0)) end();
});

async function serving(options: Partial<LiveChannelOptions> = {}): Promise<Serving> {
  const told: Pick<Serving, 'state' | 'findings'> = { state: STATE, findings: FINDINGS };
  const site: WarmSite = {
    current: () => told.state && Object.assign(Object.create(null), { state: told.state }),
    findings: () => told.findings,
  };
  const channel = createLiveChannel({ site, ...options });
  const server = createServer((asked, response) => channel.handle(asked, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    channel.close();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return Object.assign(told, { channel, port });
}

interface Listener {
  readonly answer: IncomingMessage;
  /** Resolves when a text that fits has come since the last call. */
  readonly hear: (text: RegExp) => Promise<string>;
  readonly ended: Promise<void>;
  readonly leave: () => void;
}

function listen({ port }: Serving): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const asked = get({ port, host: '127.0.0.1' }, (answer) => {
      let text = '';
      let wake = (): void => {};
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
        wake();
      });
      const hear = async (wanted: RegExp): Promise<string> => {
        while (!wanted.test(text)) await new Promise<void>((next) => (wake = next));
        const heard = text;
        text = '';
        return heard;
      };
      const ended = new Promise<void>((end) => answer.on('close', end));
      resolve({ answer, hear, ended, leave: () => asked.destroy() });
    });
    asked.on('error', reject);
  });
}

/** Resolves when a count is reached. */
async function reached(channel: LiveChannel, count: number): Promise<void> {
  while (channel.clients() !== count) await new Promise((next) => setImmediate(next));
}

describe('createLiveChannel', () => {
  it('tells the present state and findings to everyone who connects', async () => {
    const site = await serving();
    const { answer, hear } = await listen(site);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    const text = await hear(/findings/);
    const events = text.split('\n\n').filter((event) => event.startsWith('event'));
    expect(events.map((event) => event.replace(/^id: .*\n/m, ''))).toEqual([
      `event: state\ndata: ${JSON.stringify(STATE)}`,
      `event: findings\ndata: ${JSON.stringify(FINDINGS)}`,
    ]);
  });

  it('tells what changes, each to all', async () => {
    const site = await serving();
    const listeners = await Promise.all([listen(site), listen(site)]);
    for (const { hear } of listeners) await hear(/findings/);
    site.state = { ...STATE, version: 2 };
    site.channel.changed();
    for (const { hear } of listeners) {
      const text = await hear(/\n\n/);
      expect(text).toContain('"version":2');
      expect(text).not.toContain('findings');
    }
    const message = 'two\nlines';
    site.findings = {
      ...FINDINGS,
      errors: 1,
      shown: [{ code: 'c', severity: 'error', message }],
    };
    site.channel.found();
    for (const { hear } of listeners) {
      const data = /^data: (.*)$/m.exec(await hear(/\n\n/))?.[1] ?? '';
      expect(JSON.parse(data)).toEqual(site.findings);
    }
  });

  it('says nothing of a state that there is not', async () => {
    const site = await serving();
    site.state = undefined;
    const { hear } = await listen(site);
    expect(await hear(/findings/)).not.toContain('event: state');
  });

  it('is known by its id, which another channel does not have', async () => {
    const ids = await Promise.all(
      [0, 1].map(async () => {
        const { hear } = await listen(await serving());
        return /^id: (.+)$/m.exec(await hear(/findings/))?.[1];
      }),
    );
    expect(ids[0]).toMatch(/./);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('refuses those who are too many, until one has left', async () => {
    const site = await serving({ maxClients: 2 });
    const [first] = await Promise.all([listen(site), listen(site)]);
    const third = await listen(site);
    expect(third.answer.statusCode).toBe(503);
    expect(third.answer.headers['retry-after']).toBe('2');
    expect(site.channel.clients()).toBe(2);
    first?.leave();
    await reached(site.channel, 1);
    const { answer } = await listen(site);
    expect(answer.statusCode).toBe(200);
  });

  it('answers to GET alone', async () => {
    const { port, channel } = await serving();
    const status = await new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', method: 'POST' }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(405);
    expect(channel.clients()).toBe(0);
  });

  it('gives signs of life', async () => {
    const { hear } = await listen(await serving({ heartbeat: 5 }));
    await hear(/findings/);
    expect(await hear(/^:$/m)).toMatch(/^:\n\n/);
  });

  it('ends the stream of a client that does not read', async () => {
    const site = await serving();
    const socket = connect(site.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await reached(site.channel, 1);
    const message = 'x'.repeat(512 * 1024);
    site.findings = { ...FINDINGS, shown: [{ code: 'c', severity: 'error', message }] };
    for (let count = 0; count < 200 && site.channel.clients() > 0; count += 1) {
      site.channel.found();
      await new Promise((next) => setImmediate(next));
    }
    expect(site.channel.clients()).toBe(0);
    socket.destroy();
  });

  it('ends all streams when it is closed, and takes no new ones', async () => {
    const site = await serving();
    const { ended, hear } = await listen(site);
    await hear(/findings/);
    site.channel.close();
    await ended;
    expect(site.channel.clients()).toBe(0);
    const { answer } = await listen(site);
    expect(answer.statusCode).toBe(503);
  });
});
