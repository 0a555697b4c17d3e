import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAgentHandler, createMcpHandler } from '../../../src/mcp/http.ts';
import { contentType } from '../../../src/publish/hosting-rules.ts';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, site } from '../../support/site.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');
let driver: SiteDriver;

beforeAll(async () => {
  driver = await site({
    'site.config.ts':
      "export default { title: 'Orchard', url: 'https://a.example', baseUrl: '/base/' };\n",
    'content/index.md': '# Orchard\n\nStart here.\n',
    'content/docs/apples.md': '# Apples\n\n## Harvest\n\nPick them in autumn.\n',
  }).build();
});
afterAll(() => driver.dispose());

const kept = new Map<string, Uint8Array<ArrayBuffer>>();

/** The published files, as a host answers with them. */
async function assets({ url }: Request): Promise<Response> {
  const path = decodeURIComponent(new URL(url).pathname)
    .replace(/^\/base\//, '')
    .replace(/\/$|^$/, '/index.html')
    .replace(/^\//, '');
  const file = join(driver.outDir(), path);
  if (!/^[\w./-]+$/.test(path) || path.includes('..')) return new Response('', { status: 404 });
  const bytes =
    kept.get(file) ?? (existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined);
  if (bytes === undefined) return new Response('', { status: 404 });
  kept.set(file, bytes);
  return new Response(bytes, { headers: { 'Content-Type': contentType(path) } });
}

const LINK = /^<\/base\/(?:index|docs\/apples)\.md>; rel="alternate"; type="text\/markdown"$/;
const handle = createAgentHandler({ assets, base: '/base/' });
const ORIGIN = 'https://a.example';

function post(body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) {
  return handle(
    new Request(`${ORIGIN}/base/mcp`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    }),
  );
}

const call = (name: string, given: object) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  });

describe('the handler of a site', () => {
  it('answers with Markdown to those that prefer it', async () => {
    const get = (path: string, accept: string) =>
      handle(new Request(ORIGIN + path, { headers: { Accept: accept } }));
    for (const path of ['/base/', '/base/docs/apples/', '/base/docs/apples']) {
      const text = await get(path, 'text/markdown, text/html;q=0.9, */*');
      expect([path, text.headers.get('content-type')]).toEqual([
        path,
        'text/markdown; charset=utf-8',
      ]);
      expect(text.headers.get('vary')).toBe('Accept');
      expect(text.headers.get('link')).toMatch(LINK);
      expect(await text.text()).toMatch(/^> .*\n\n# (?:Orchard|Apples)/);
    }
    const page = await get('/base/docs/apples/', 'text/html');
    expect(await page.text()).toContain('<html');
    expect(page.headers.get('vary')).toBe('Accept');
    const other = await get('/base/robots.txt', 'text/markdown');
    expect([other.status, other.headers.get('vary')]).toEqual([200, null]);
    expect((await get('/base/none/', 'text/markdown')).status).toBe(404);
  });

  it('names the Markdown version of each page that has one', async () => {
    const linkOf = async (path: string, method = 'GET') => {
      const { headers } = await handle(new Request(ORIGIN + path, { method }));
      return headers.get('link');
    };
    const link = '</base/docs/apples.md>; rel="alternate"; type="text/markdown"';
    for (const path of ['docs/apples/', 'docs/apples/index.html'])
      expect([path, await linkOf(`/base/${path}`)]).toEqual([path, link]);
    expect(await linkOf('/base/docs/apples/', 'HEAD')).toBe(link);
    expect(await linkOf('/base/')).toBe(link.replace('docs/apples', 'index'));
    for (const path of ['404.html', 'none/', 'robots.txt', 'docs/apples.md'])
      expect([path, await linkOf(`/base/${path}`)]).toEqual([path, null]);
  });

  it('asks for files of its own host only', async () => {
    const asked: string[] = [];
    const own = createAgentHandler({
      assets: async ({ url }) => {
        asked.push(url);
        return new Response('', { status: 404 });
      },
    });
    const hosts = ['/', '\\', '%2f', '%5c', '%09/', '/%09/', '/.//', '/%2e/', '/..//'];
    for (const before of hosts)
      for (const path of [
        `/${before}evil.com`,
        `/${before}evil.com/x/`,
        `/${before}@evil.com:8/`,
      ]) {
        const headers = { Accept: 'text/markdown' };
        await own(new Request(ORIGIN + path, { headers }));
        await own(
          new Request(`${ORIGIN}/mcp`, {
            method: 'POST',
            body: call('read_page', { path }),
            headers: { 'Content-Type': 'application/json' },
          }),
        );
      }
    expect(asked.length).toBeGreaterThan(2 * 3 * hosts.length);
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([ORIGIN]));
  });

  it('answers each message for itself', async () => {
    const found = await post(call('search', { query: 'harvest' }));
    expect(found.headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify(await found.json())).toContain('/base/docs/apples/#harvest');
    const read = await post(call('read_page', { path: '/base/docs/apples/' }));
    expect(JSON.stringify(await read.json())).toContain('Pick them in autumn.');
    const started = await post('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    expect([started.status, await started.text()]).toEqual([202, '']);
  });

  it('describes itself, and leaves a page at its path to readers', async () => {
    for (const path of [
      '/.well-known/mcp/server-card.json',
      '/base/.well-known/mcp/server-card.json',
    ]) {
      const card = await handle(new Request(ORIGIN + path));
      expect(await card.json()).toMatchObject({
        serverInfo: { name: 'docwright', title: 'Orchard' },
        transport: { type: 'streamable-http', endpoint: '/base/mcp' },
        capabilities: { tools: {} },
        authentication: { required: false },
      });
    }
    const get = (accept: string) =>
      handle(new Request(`${ORIGIN}/base/mcp`, { headers: { Accept: accept } }));
    expect((await get('text/html')).status).toBe(404);
    expect((await get('text/event-stream')).status).toBe(405);
  });

  it('refuses what is no message', async () => {
    const ask = (method: string) => handle(new Request(`${ORIGIN}/base/mcp`, { method }));
    for (const method of ['DELETE', 'PUT', 'PATCH']) {
      const { status, headers } = await ask(method);
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
    const body = call('search', { query: 'x' });
    expect((await post(body, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(body, { Origin: ORIGIN })).status).toBe(200);
    expect((await post(body, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post(body, { 'MCP-Protocol-Version': '1999-01-01' })).status).toBe(400);
    expect((await post(' '.repeat(64_001))).status).toBe(413);
    expect(await (await post('{')).json()).toMatchObject({ error: { code: -32700 } });
  });

  it('survives any frame and any path', async () => {
    let state = 1;
    const next = (most: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % most;
    };
    const seeds = [
      call('search', { query: 'harvest', limit: 3 }),
      call('read_page', { path: '/docs/apples#harvest', offset: 1 }),
      call('list_pages', { prefix: '/' }),
      '{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"docs:///docs/apples.md"}}',
      '{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}',
    ];
    const paths = [
      '..',
      '%2e%2e',
      '%00',
      '\\',
      '/',
      'etc/passwd',
      '.git',
      'docs',
      'apples',
      '#',
      '?',
      '\ud800',
      'é',
      ' ',
    ];
    for (let round = 0; round < 10_000; round += 1) {
      const seed = seeds[next(seeds.length)] ?? '';
      let body: string | Uint8Array = seed;
      if (round % 3 === 0) {
        const bytes = new TextEncoder().encode(seed);
        for (let edits = next(6); edits >= 0; edits -= 1) bytes[next(bytes.length)] = next(256);
        body = bytes;
      } else {
        const path = Array.from({ length: next(8) }, () => paths[next(paths.length)]).join(
          next(2) === 0 ? '/' : '',
        );
        body =
          round % 3 === 1
            ? call('read_page', { path, section: paths[next(paths.length)] })
            : JSON.stringify({
                jsonrpc: '2.0',
                id: round,
                method: 'resources/read',
                params: { uri: `docs://${path}` },
              });
      }
      const { status, ...response } = await post(body).then(async (answer) => ({
        status: answer.status,
        text: await answer.text(),
      }));
      expect([200, 202], JSON.stringify({ body: String(body), response })).toContain(status);
      expect(response.text).not.toMatch(/-32603|root:|\bat .*\.ts:\d/);
    }
  }, 120_000);

  it('says so where there is no site', async () => {
    const empty = createMcpHandler({ read: async () => undefined });
    const answer = await empty(
      new Request(`${ORIGIN}/mcp`, {
        method: 'POST',
        body: call('search', { query: 'x' }),
        headers: { 'Content-Type': 'application/json' },
      }),
    );
    expect(JSON.stringify(await answer.json())).toContain('docs build');
  });
});

let modules = 0;

describe('what a build writes for a host', () => {
  const get = (accept: string) =>
    new Request(`${ORIGIN}/base/docs/apples/`, { headers: { Accept: accept } });
  const written = async (host: string, path: string) => {
    const { stderr } = await docsCommand(['build', driver.dir, '--hosting', host]);
    expect(stderr).toContain(`what answers agents in .docwright/hosting/${path}`);
    const module = join(driver.dir, `${host}-${(modules += 1)}.mjs`);
    copyFileSync(join(driver.dir, '.docwright/hosting', path), module);
    return import(/* @vite-ignore */ pathToFileURL(module).href);
  };

  it('is a worker for Cloudflare', async () => {
    const worker = await written('cloudflare', 'worker.js');
    const env = { ASSETS: { fetch: assets } };
    const markdown: Response = await worker.default.fetch(get('text/markdown'), env);
    expect(await markdown.text()).toContain('Pick them in autumn.');
    const page: Response = await worker.default.fetch(get('text/html'), env);
    expect(await page.text()).toContain('<html');
    expect(page.headers.get('link')).toMatch(LINK);
    const card = new Request(`${ORIGIN}/base/.well-known/mcp/server-card.json`);
    expect((await worker.default.fetch(card, env)).status).toBe(200);
  });

  it('answers no MCP with agents.mcp: false', async () => {
    const config = readFileSync(join(driver.dir, 'site.config.ts'), 'utf8');
    driver.write('site.config.ts', config.replace('{ title', '{ agents: { mcp: false }, title'));
    const worker = await written('cloudflare', 'worker.js');
    driver.write('site.config.ts', config);
    const card = new Request(`${ORIGIN}/base/.well-known/mcp/server-card.json`);
    const answer = await worker.default.fetch(card, { ASSETS: { fetch: assets } });
    expect(answer.status).toBe(404);
  });

  it('is an edge function for Netlify', async () => {
    const edge = await written('netlify', 'edge-functions/agents.js');
    expect(edge.config).toEqual({
      path: '/base/*',
      excludedPath: ['/base/dw-assets/*', '/base/dw-files/*'],
    });
    const request = get('text/html');
    vi.stubGlobal('fetch', assets);
    onTestFinished(() => void vi.unstubAllGlobals());
    const page: Response = await edge.default(request, { next: () => assets(request) });
    expect(await page.text()).toContain('<html');
    expect(page.headers.get('link')).toMatch(LINK);
  });
});

describe('docs mcp --http', () => {
  it('answers the official client', async () => {
    const child = spawn(process.execPath, [BIN, 'mcp', '--http', '0', driver.outDir()]);
    try {
      let text = '';
      child.stderr.on('data', (chunk) => (text += String(chunk)));
      while (!/http:\S+/.test(text)) await once(child.stderr, 'data');
      const url = new URL(/http:\S+\/mcp/.exec(text)?.[0] ?? '');
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(url));
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('search');
      const found = await client.callTool({ name: 'search', arguments: { query: 'harvest' } });
      expect(JSON.stringify(found)).toContain('/base/docs/apples/#harvest');
      const page = await client.readResource({ uri: 'docs:///docs/apples.md' });
      expect(JSON.stringify(page)).toContain('Pick them in autumn.');
      await client.close();
      const rebound = await fetch(url, {
        method: 'POST',
        headers: { Origin: 'https://evil.example' },
      });
      expect(rebound.status).toBe(403);
    } finally {
      child.kill();
      await once(child, 'close');
    }
  });
});
