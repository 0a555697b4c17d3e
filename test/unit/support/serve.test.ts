import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StaticServer, serve } from '../../support/serve.ts';

describe('serve', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-serve-'));
  let server: StaticServer;

  beforeAll(async () => {
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs', 'index.html'), 'docs');
    writeFileSync(join(folder, '404.html'), 'lost');
    server = await serve(folder, { baseUrl: '/base/' });
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('answers below the base path and records what it answered', async () => {
    const response = await fetch(`${server.url}docs/?q=1`);
    expect(await response.text()).toBe('docs');
    expect(server.requests.at(-1)).toEqual({ method: 'GET', url: '/base/docs/?q=1', status: 200 });
  });

  it('revalidates by ETag', async () => {
    const first = await fetch(`${server.url}docs/`);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const second = await fetch(`${server.url}docs/`, { headers: { 'if-none-match': etag } });
    expect(second.status).toBe(304);
  });

  it('answers everything else with 404.html and status 404', async () => {
    const inside = await fetch(`${server.url}nowhere`);
    expect([inside.status, await inside.text()]).toEqual([404, 'lost']);
    const outside = await fetch(new URL('/docs/', server.url));
    expect(outside.status).toBe(404);
  });
});
