import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FILES_POLICY } from '../../../../src/publish/hosting-rules.ts';
import { type PreviewOptions, preview } from '../../../../src/server/preview/preview.ts';
import { STRICT_POLICY } from '../../../support/strict-policy.ts';
import {
  foreignRequests,
  HOSTILE_BYTES,
  HOSTILE_TARGETS,
  ownRequests,
} from '../hostile-targets.ts';
import { get, request, sendRaw } from '../raw-client.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const BUILT = {
  '.docwright-manifest.json': '{}',
  '.docwright/journal.unsealed': '{}',
  '.env': 'SECRET=1',
  '.nojekyll': '',
  '.well-known/security.txt': 'Contact: mailto:a@example.com',
  'index.html': '<!doctype html><p>home',
  '404.html': '<!doctype html><p>not found',
  'fr/404.html': '<!doctype html><p>introuvable',
  'docs/a/index.html': '<!doctype html><p>a',
  'site.json': '{}',
  'dw-assets/client-TKQ2J56F.js': 'export {};',
  'dw-assets/photo.txt': '0123456789',
  'odd # name? 100%25.txt': 'odd',
  'docs/é/index.html': '<!doctype html><p>é',
  'archive.tar.gz': 'not really',
  'robots.txt': 'User-agent: *\n',
} as const;

/** A site folder with a built folder in it, which no build has written. */
function siteWith(config: string, files: Readonly<Record<string, string>> = BUILT): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-preview-')));
  closers.push(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(
    join(dir, 'site.config.ts'),
    `export default { title: 'T', url: 'https://docs.example.com', ${config} };`,
  );
  for (const [path, text] of Object.entries(files)) write(dir, `build/${path}`, text);
  return dir;
}

function write(dir: string, path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

async function start(siteDir: string, options: Partial<PreviewOptions> = {}) {
  const result = await preview({ siteDir, port: 0, ...options });
  if (result.kind === 'failed') throw new Error(result.problem?.message ?? 'failed');
  closers.unshift(result.close);
  return result;
}

describe('preview', () => {
  it('refuses what pages of other origins load, but links of theirs lead here', async () => {
    const { port } = await start(siteWith(''));
    for (const headers of foreignRequests(port))
      expect([headers, (await get(port, '/docs/a/', headers)).status]).toEqual([headers, 403]);
    for (const headers of ownRequests(port))
      expect([headers, (await get(port, '/docs/a/', headers)).status]).toEqual([headers, 200]);
  });

  it('compresses text for clients that accept it', async () => {
    const text = `export const a = '${'word '.repeat(2000)}';`;
    const { port } = await start(siteWith('', { ...BUILT, 'dw-assets/long.js': text }));
    const ask = (encoding: string, more: Readonly<Record<string, string>> = {}) =>
      get(port, '/dw-assets/long.js', { 'Accept-Encoding': encoding, ...more });
    for (const [accepted, expected] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { status, headers } = await ask(accepted);
      expect([status, headers.get('content-encoding')]).toEqual([200, expected]);
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(Number(headers.get('content-length')) < 1000).toBe(expected !== undefined);
    }
    const etag = (await ask('br')).headers.get('etag') ?? '';
    expect((await ask('br', { 'If-None-Match': etag })).status).toBe(304);
    const part = await ask('br', { Range: 'bytes=0-5' });
    expect([part.status, part.body, part.headers.get('content-encoding')]).toEqual([
      206,
      'export',
      undefined,
    ]);
    expect((await get(port, '/site.json')).headers.get('content-encoding')).toBe(undefined);
  });

  it('serves the built folder at its base path, as a host would', async () => {
    const { port, url } = await start(siteWith("baseUrl: '/base/'"));
    expect(url).toBe(`http://localhost:${port}/base/`);
    const { status, body, headers } = await get(port, '/base/docs/a/');
    expect([status, body]).toEqual([200, BUILT['docs/a/index.html']]);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-length')).toBe(String(body.length));
    expect(headers.get('content-security-policy')).toBe(STRICT_POLICY);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    for (const [target, to] of [
      ['/', '/base/'],
      ['/base?q=1', '/base/?q=1'],
      ['/base/docs/a?q=1', '/base/docs/a/?q=1'],
    ] as const)
      expect((await get(port, target)).headers.get('location')).toBe(to);
    expect((await get(port, '/docs/a/')).status).toBe(404);
  });

  it('sends the policy that a page says it needs, to who has it too', async () => {
    const none = { script: [], style: [], font: [], img: [], connect: [], inlineStyles: false };
    const policies = [{ ...none, trustedTypes: ['drawing'] }];
    const data = `<div id="dw-root" data-policies='${JSON.stringify(policies)}'></div>`;
    const { port } = await start(siteWith('', { ...BUILT, 'drawing/index.html': data }));
    const wider = `${STRICT_POLICY} drawing`;
    const first = await get(port, '/drawing/');
    expect(first.headers.get('content-security-policy')).toBe(wider);
    const etag = first.headers.get('etag') ?? '';
    const { status, headers } = await get(port, '/drawing/', { 'If-None-Match': etag });
    expect([status, headers.get('content-security-policy')]).toEqual([304, wider]);
  });

  it('forbids scripts in files of content, whatever they say they need', async () => {
    const none = { script: [], style: [], font: [], img: [], connect: [], inlineStyles: false };
    const policies = [{ ...none, trustedTypes: ['drawing'] }];
    const forged = `<div id="dw-root" data-policies='${JSON.stringify(policies)}'></div>`;
    const files = { 'dw-files/a-0123456789.html': forged, 'dw-files/b-0123456789.svg': '<svg/>' };
    const { port } = await start(siteWith('', { ...BUILT, ...files }));
    for (const path of Object.keys(files)) {
      const { status, headers } = await get(port, `/${path}`);
      expect([status, headers.get('content-security-policy')]).toEqual([200, FILES_POLICY]);
    }
  });

  it('keeps hashed assets for good and has everything else asked for again', async () => {
    const { port } = await start(siteWith(''));
    const rule = async (target: string) => (await get(port, target)).headers.get('cache-control');
    expect(await rule('/dw-assets/client-TKQ2J56F.js')).toBe('public, max-age=31536000, immutable');
    for (const target of ['/', '/site.json', '/dw-assets/photo.txt', '/nowhere', '/docs/a'])
      expect(await rule(target)).toBe('no-cache');
  });

  it('sends nothing to who has it already', async () => {
    const { port } = await start(siteWith(''));
    const etag = (await get(port, '/')).headers.get('etag') ?? 'none';
    for (const known of [etag, `"x", ${etag}`, '*', etag.replace('W/', '')]) {
      const { status, body, headers } = await get(port, '/', { 'If-None-Match': known });
      expect([status, body, headers.get('etag')]).toEqual([304, '', etag]);
      expect(headers.get('content-security-policy')).toBe(STRICT_POLICY);
    }
    expect((await get(port, '/', { 'If-None-Match': 'W/"1-1"' })).status).toBe(200);
    const asset = await get(port, '/dw-assets/client-TKQ2J56F.js', { 'If-None-Match': '*' });
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([
      304,
      'public, max-age=31536000, immutable',
    ]);
  });

  it('sends parts of files', async () => {
    const { port } = await start(siteWith(''));
    const part = async (range: string, more: Readonly<Record<string, string>> = {}) => {
      const { status, body, headers } = await get(port, '/dw-assets/photo.txt', {
        Range: range,
        ...more,
      });
      return [status, body, headers.get('content-range')];
    };
    const whole = [200, '0123456789', undefined];
    expect(await part('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await part('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await part('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await part('bytes=5-99')).toEqual([206, '56789', 'bytes 5-9/10']);
    expect(await part('bytes=10-')).toEqual([416, '', 'bytes */10']);
    expect(await part('bytes=0-0')).toEqual(whole);
    expect(await part('bytes=2-4', { 'If-Range': 'W/"1-1"' })).toEqual(whole);
    // Some of these stop a server that lets sirv read them.
    for (const odd of [
      'bytes=8-3',
      'bytes=-',
      'bytes=x-y',
      'bytes=1-2,4-5',
      'lines=1-2',
      '-',
      'bytes',
    ])
      expect(await part(odd)).toEqual(whole);
  });

  it('answers HEAD without a body, and no other method', async () => {
    const { port } = await start(siteWith(''));
    const head = await request(port, 'HEAD /docs/a/');
    expect([head.status, head.body, head.headers.get('content-length')]).toEqual([200, '', '19']);
    const post = await request(port, 'POST /docs/a/');
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('finds files by any name, with the type of what they are', async () => {
    const { port } = await start(siteWith(''));
    expect((await get(port, '/odd%20%23%20name%3F%20100%2525.txt')).body).toBe('odd');
    expect((await get(port, '/docs/%C3%A9/')).status).toBe(200);
    expect((await get(port, '/docs/%c3%a9')).headers.get('location')).toBe('/docs/%C3%A9/');
    expect((await get(port, '/.well-known/security.txt')).status).toBe(200);
    const { headers } = await get(port, '/archive.tar.gz');
    expect(headers.get('content-type')).toBe('application/gzip');
    expect(headers.get('content-encoding')).toBe('identity');
  });

  it('shows pages without a slash where the site has none', async () => {
    const files = { 'index.html': 'home', 'x.html': 'x', '404.html': 'none' };
    const { port } = await start(siteWith('trailingSlash: false', files));
    expect((await get(port, '/x')).body).toBe('x');
    expect((await get(port, '/x/?q')).headers.get('location')).toBe('/x?q');
    expect((await get(port, '/y')).status).toBe(404);
  });

  it('has the 404 page of the nearest locale, with status 404', async () => {
    const config = "i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] }";
    const { port } = await start(siteWith(config));
    for (const [target, text] of [
      ['/nowhere', 'not found'],
      ['/nowhere.png', 'not found'],
      ['/fr/nowhere', 'introuvable'],
      ['/fr', 'introuvable'],
    ] as const) {
      const { status, body, headers } = await get(port, target, { 'If-None-Match': '*' });
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(body).toContain(text);
    }
  });

  it('says that nothing is there in a line where there is no 404 page', async () => {
    const { port } = await start(siteWith('', { 'index.html': 'home' }));
    const { status, headers } = await get(port, '/nowhere');
    expect([status, headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  });
});

describe('what is not of the site', () => {
  it.each(
    HOSTILE_TARGETS.map(([target, status]) => ({ target, status, shown: target.slice(0, 60) })),
  )('is refused: $shown', async ({ target, status }) => {
    const { port } = await start(siteWith(''));
    const answer = await get(port, target);
    expect(answer.status).toBe(status);
    expect(answer.headers.has('location')).toBe(false);
    expect(answer.text).not.toMatch(/node:|\.ts\b|\/work\/|\n\s+at |SECRET|docwright/);
  });

  it('is refused in bytes that are no request', async () => {
    const { port } = await start(siteWith(''));
    for (const [name, bytes, status] of HOSTILE_BYTES) {
      const answer = await sendRaw(port, Buffer.from(bytes, 'latin1'));
      expect([name, answer.status]).toEqual([name, status]);
    }
    expect((await get(port, '/')).status).toBe(200);
  });

  it('is refused to names that nobody has allowed', async () => {
    const dir = siteWith('');
    const { port } = await start(dir);
    expect((await get(port, '/', { Host: 'evil.example' })).status).toBe(403);
    const other = await start(dir, { allowedHosts: ['.good.example'] });
    expect((await get(other.port, '/', { Host: 'a.good.example' })).status).toBe(200);
    expect((await get(other.port, '/', { Host: 'evil.example' })).status).toBe(403);
  });

  it('is not reached by symbolic links out of the folder or to hidden files', async () => {
    const dir = siteWith('');
    write(dir, 'secret.txt', 'SECRET');
    write(dir, 'build-other/secret.txt', 'SECRET');
    const link = (to: string, name: string): void => symlinkSync(to, join(dir, 'build', name));
    link('../secret.txt', 'out.txt');
    link('..', 'folder');
    link('../build-other', 'sibling');
    link('/etc/passwd', 'passwd.txt');
    link('nothing', 'dangling.html');
    link('loop.html', 'loop.html');
    link('.docwright-manifest.json', 'manifest.json');
    link('.docwright', 'work');
    link('docs/a/index.html', 'inside.html');
    link('/dev/zero', 'zero.bin');
    const { port } = await start(dir);
    for (const target of [
      '/out.txt',
      '/folder/secret.txt',
      '/folder/build/index.html',
      '/sibling/secret.txt',
      '/passwd.txt',
      '/dangling.html',
      '/loop.html',
      '/manifest.json',
      '/work/journal.unsealed',
      '/zero.bin',
      '/docs',
      '/dw-assets/',
    ]) {
      const { status, text } = await get(port, target);
      expect([target, status]).toEqual([target, target === '/folder/build/index.html' ? 200 : 404]);
      expect(text).not.toMatch(/SECRET|root:/);
    }
    expect((await get(port, '/inside.html')).body).toBe(BUILT['docs/a/index.html']);
  });
});

describe('a build meanwhile', () => {
  it('is shown with the next request', async () => {
    const dir = siteWith('');
    const { port } = await start(dir);
    const before = await get(port, '/docs/a/');
    write(dir, 'build/docs/a/next.html', '<!doctype html><p>a, edited');
    renameSync(join(dir, 'build/docs/a/next.html'), join(dir, 'build/docs/a/index.html'));
    write(dir, 'build/docs/new/index.html', 'new');
    rmSync(join(dir, 'build/robots.txt'));
    const after = await get(port, '/docs/a/', {
      'If-None-Match': before.headers.get('etag') ?? '',
    });
    expect([after.status, after.body]).toEqual([200, '<!doctype html><p>a, edited']);
    expect((await get(port, '/docs/new/')).body).toBe('new');
    expect((await get(port, '/robots.txt')).status).toBe(404);
    rmSync(join(dir, 'build'), { recursive: true });
    expect((await get(port, '/')).status).toBe(404);
    write(dir, 'build/index.html', 'built again');
    expect((await get(port, '/')).body).toBe('built again');
  });

  it('never leaves an answer that is half of one file and half of another', async () => {
    const dir = siteWith('');
    const { port } = await start(dir);
    const file = join(dir, 'build/changing.txt');
    const texts = ['a'.repeat(1000), 'b'.repeat(100_000)];
    writeFileSync(file, texts[0] ?? '');
    const stop = new AbortController();
    const writer = (async () => {
      for (let count = 0; !stop.signal.aborted; count++) {
        const next = texts[count % 2] ?? '';
        if (count % 3 === 0) rmSync(file, { force: true });
        writeFileSync(`${file}.next`, next);
        renameSync(`${file}.next`, file);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => get(port, '/changing.txt')),
    );
    stop.abort();
    await writer;
    // 0: the connection ended before the answer began, and a browser asks again.
    for (const { status, body } of answers) {
      expect([0, 200, 404]).toContain(status);
      if (status === 200 && body !== '') expect(texts).toContain(body);
    }
    expect((await get(port, '/')).status).toBe(200);
  });
});

describe('without anything to serve', () => {
  it('says that the site has to be built', async () => {
    const dir = siteWith('', {});
    for (const prepare of [
      () => undefined,
      () => mkdirSync(join(dir, 'build')),
      () => write(dir, 'build/.docwright/staging/0', 'x'),
    ]) {
      prepare();
      expect(await preview({ siteDir: dir, port: 0 })).toMatchObject({
        kind: 'failed',
        problem: {
          message: `there is no built site in ${join(dir, 'build')}`,
          hint: expect.stringContaining('docs build'),
        },
      });
    }
  });

  it('reports a configuration with errors', async () => {
    const dir = siteWith('docs: 7');
    const result = await preview({ siteDir: dir, port: 0 });
    expect(result.kind).toBe('failed');
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['config-type']);
  });

  it('takes another folder by name', async () => {
    const dir = siteWith('', {});
    write(dir, 'dist/index.html', 'dist');
    const { port, outDir } = await start(dir, { outDir: join(dir, 'dist') });
    expect(outDir).toBe(join(dir, 'dist'));
    expect((await get(port, '/')).body).toBe('dist');
  });

  it('reports a port that is in use', async () => {
    const dir = siteWith('');
    const { port } = await start(dir);
    const second = await preview({ siteDir: dir, port });
    expect(second).toMatchObject({
      kind: 'failed',
      problem: { message: `port ${port} of localhost is in use by another program` },
    });
  });
});
