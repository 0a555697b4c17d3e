import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { close, listen } from '../support/serve.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = join(inject('runFolder'), 'turborepo');
const site = join(folder, 'docs');

/** What machines share: a server of Turborepo's remote cache, which keeps what is put at an address. */
const kept = new Map<string, Buffer>();
const server = createServer(async (request, response) => {
  const { method, url = '' } = request;
  const path = url.replace(/\?.*/, '');
  if (method === 'PUT') kept.set(path, await buffer(request));
  const known = kept.get(path);
  const isMissing = method === 'GET' && known === undefined && !path.endsWith('/status');
  response.statusCode = isMissing ? 404 : 200;
  response.end(method === 'GET' && known !== undefined ? known : '{"status":"enabled","urls":[]}');
});

let api: string;

/** Checks the example out on a machine that has nothing else. */
function checkOut(): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(ROOT, 'examples/turborepo'), folder, { recursive: true });
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '.bin'), { recursive: true });
  symlinkSync(ROOT, join(packages, 'docwright'), 'junction');
  symlinkSync(join(ROOT, 'bin/docs.js'), join(packages, '.bin/docs'));
  symlinkSync(site, join(packages, 'docs'), 'junction');
}

/** What a run prints. */
async function run(...args: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    CI: 'true',
    DOCS_CACHE_KEY: process.env['DOCS_CACHE_KEY'],
    TURBO_API: api,
    TURBO_TEAM: 'team',
    TURBO_TOKEN: 'token',
    TURBO_TELEMETRY_DISABLED: '1',
  };
  const turbo = createRequire(import.meta.url).resolve('turbo/bin/turbo');
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [turbo, 'run', 'build', '--cache=remote:rw', ...args],
    { cwd: folder, env },
  );
  return stripVTControlCharacters(stdout + stderr);
}

beforeAll(async () => {
  api = await listen(server);
  checkOut();
});
afterAll(() => close(server));

describe('a build as a task of Turborepo', () => {
  it('runs once for the same sources, and is restored where its output is missing', async () => {
    expect(await run()).toMatch(/cache miss, executing .*[^]* pages, [^]*Cached: {4}0 cached/);
    const page = readFileSync(join(site, 'build/inputs/index.html'), 'utf8');
    rmSync(join(site, 'build'), { recursive: true });
    expect(await run()).toMatch(/cache hit, replaying logs[^]*Cached: {4}1 cached/);
    expect(readFileSync(join(site, 'build/inputs/index.html'), 'utf8')).toBe(page);
    expect(existsSync(join(site, 'build/.docwright-manifest.json'))).toBe(true);
  });

  it('starts on another machine from the cache of the first', async () => {
    checkOut();
    expect(await run()).toMatch(/Remote caching enabled[^]*cache hit, replaying logs/);
    const file = join(site, 'content/inputs.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('All files', 'Each file'));
    const edited = await run('--', '--why', '/');
    expect(edited).toMatch(/cache miss, executing/);
    expect(edited).toContain('/ was not made again: nothing that it shows has changed');
    expect(readFileSync(join(site, 'build/inputs/index.html'), 'utf8')).toContain('Each file');
  });
});
