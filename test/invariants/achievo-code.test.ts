import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

interface Finished {
  readonly requestId: string;
  readonly status: string;
}

interface Modules {
  readonly signature: {
    isFromAchievo(body: Buffer, header: string, secret: string, now?: number): boolean;
  };
  readonly server: {
    createWebhookServer(secret: string, onFinished: (request: Finished) => Promise<void>): Server;
  };
  readonly retry: {
    fetchWithRetry(url: string, init: RequestInit, options?: object): Promise<Response>;
  };
  readonly award: {
    sendAward(award: { id: string; badgeId: string; player: string }): Promise<string>;
  };
}

const pages = ['webhooks', 'rate-limits'].map((name) =>
  readFileSync(join(ROOT, `content/docs/getting-started/${name}.md`), 'utf8'),
);
let modules: Modules;

/** Compiles the titled TypeScript blocks of the pages in strict mode, and imports them. */
async function compiled(): Promise<Modules> {
  const folder = join(inject('runFolder'), 'achievo-code');
  mkdirSync(folder);
  for (const page of pages) {
    for (const [, name = '', code = ''] of page.matchAll(
      /^```ts title="([^"]+)"[^\n]*\n(.*?)^```$/gms,
    )) {
      writeFileSync(join(folder, name), code);
    }
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const run = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(run.stdout).toBe('');
  const load = (name: string) => import(/* @vite-ignore */ join(folder, `${name}.js`));
  return {
    signature: await load('webhook-signature'),
    server: await load('webhook-server'),
    retry: await load('retry'),
    award: await load('award'),
  };
}

const open: Server[] = [];

async function listen(server: Server): Promise<string> {
  open.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

beforeAll(async () => {
  modules = await compiled();
});

afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of open.splice(0)) server.close();
});

/** The secret, time, signature and raw body that the page prints. */
function vector() {
  const page = pages[0] ?? '';
  const cell = (name: string): string =>
    new RegExp(`^\\| ${name} \\| \`(.+?)\``, 'm').exec(page)?.[1] ?? '';
  const body = Buffer.from(/title="Raw body".*\n(.*)\n/.exec(page)?.[1] ?? '');
  const [time, secret] = [cell('Time'), cell('Secret')];
  return { secret, body, now: Number(time) * 1000, header: `t=${time},v1=${cell('`v1`')}` };
}

function sign(body: string, secret: string, time = Math.floor(Date.now() / 1000)): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

describe('the code of the page on webhooks', () => {
  it('accepts the test vector, which is the example of the header and of the body', () => {
    const { secret, body, now, header } = vector();
    expect(modules.signature.isFromAchievo(body, header, secret, now)).toBe(true);
    expect(pages[0]).toContain(`X-Achievo-Signature: ${header}\n`);
    expect(readFileSync(join(ROOT, 'openapi/achievo.yaml'), 'utf8')).toContain(header);
    const shown = /title="Body"\n(.*?)```/s.exec(pages[0] ?? '')?.[1] ?? '';
    expect(JSON.parse(body.toString())).toEqual(JSON.parse(shown));
  });

  it('refuses another body, another secret, an old or a future message and malformed headers', () => {
    const { secret, body, now, header } = vector();
    const accepts = (as: object): boolean => {
      const message = { body, header, secret, now, ...as };
      return modules.signature.isFromAchievo(
        message.body,
        message.header,
        message.secret,
        message.now,
      );
    };
    const reformatted = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2));
    expect(accepts({ body: reformatted })).toBe(false);
    expect(accepts({ secret: `${secret}0` })).toBe(false);
    expect(accepts({ now: now + 301_000 })).toBe(false);
    expect(accepts({ now: now - 301_000 })).toBe(false);
    expect(accepts({ now: now + 299_000 })).toBe(true);
    for (const wrong of [
      '',
      'v1=00',
      header.slice(0, -1),
      `${header}0`,
      header.replace('t=1', 't=2'),
    ]) {
      expect(accepts({ header: wrong })).toBe(false);
    }
  });

  it('serves: stores a message once, refuses a wrong signature, asks for a repeat when it fails', async () => {
    const { secret, body } = vector();
    const stored: string[] = [];
    let isDown = true;
    const url = await listen(
      modules.server.createWebhookServer(secret, async ({ requestId, status }) => {
        if (isDown) throw new Error('The database is down');
        stored.push(`${requestId} ${status}`);
      }),
    );
    const send = async (text: string, signature: string): Promise<number> => {
      const headers = { 'X-Achievo-Signature': signature };
      return (await fetch(url, { method: 'POST', body: text, headers })).status;
    };
    const text = body.toString();
    expect(await send(text, sign(text, secret))).toBe(500);
    isDown = false;
    expect(await send(text, sign(text, secret))).toBe(204);
    expect(await send(text, sign(text, secret))).toBe(204);
    expect(await send(text, sign(text, 'wrong'))).toBe(401);
    expect(await send('x'.repeat(70_000), sign(text, secret))).toBe(413);
    expect((await fetch(url)).status).toBe(405);
    expect(stored).toEqual(['3f6c1b9e-5d2a-4c87-9a10-7e4b2d8f6c35 confirmed']);
  });
});

describe('the code of the page on retries', () => {
  /** A server that gives these answers in turn and notes the idempotency key of each request. */
  async function answering(...answers: readonly RequestListener[]) {
    const keys: (string | undefined)[] = [];
    const url = await listen(
      createServer((request, response) => {
        keys.push(request.headers['idempotency-key']?.toString());
        answers[keys.length - 1]?.(request, response);
      }),
    );
    return { url, keys };
  }

  const status =
    (code: number, headers = {}): RequestListener =>
    (_, response) =>
      response.writeHead(code, headers).end('{"requestId":"r1"}');
  const lost: RequestListener = (request) => request.socket.destroy();
  const QUICK = { firstPauseMs: 1 };

  it('repeats a write with its key after 429, 5xx and a lost connection', async () => {
    const answers = [status(429, { 'Retry-After': '1' }), lost, status(503), status(202)];
    const { url, keys } = await answering(...answers);
    const init = { method: 'POST', headers: { 'Idempotency-Key': 'k1' } };
    expect((await modules.retry.fetchWithRetry(url, init, QUICK)).status).toBe(202);
    expect(keys).toEqual(['k1', 'k1', 'k1', 'k1']);
  });

  it('repeats neither a refused request nor a write without a key', async () => {
    const refusing = await answering(status(422));
    expect((await modules.retry.fetchWithRetry(refusing.url, {}, QUICK)).status).toBe(422);
    const failing = await answering(status(500));
    const write = { method: 'POST', body: '{}' };
    expect((await modules.retry.fetchWithRetry(failing.url, write, QUICK)).status).toBe(500);
    const losing = await answering(lost);
    await expect(modules.retry.fetchWithRetry(losing.url, write, QUICK)).rejects.toThrow();
    expect([refusing, failing, losing].map(({ keys }) => keys.length)).toEqual([1, 1, 1]);
  });

  it('gives up after the last attempt', async () => {
    const { url, keys } = await answering(status(503), status(503));
    const response = await modules.retry.fetchWithRetry(url, {}, { ...QUICK, attempts: 2 });
    expect([response.status, keys.length]).toEqual([503, 2]);
  });

  it('sends an award with the key of its record', async () => {
    const { url, keys } = await answering(status(202));
    vi.stubEnv('ACHIEVO_BASE_URL', url);
    const award = { id: '7d9f2a54-63c1-4e0b-b8a7-15f4c92e6d03', badgeId: 'bdg_2p6w9y3k7m1s' };
    const sent = await modules.award.sendAward({ ...award, player: '0x5aAe' });
    expect([sent, ...keys]).toEqual(['r1', award.id]);
  });
});
