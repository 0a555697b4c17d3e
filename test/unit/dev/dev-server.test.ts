import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type DevServer,
  type DevServerOptions,
  startDevServer,
} from '../../../src/dev/dev-server.ts';
import { FILES_POLICY } from '../../../src/publish/hosting-rules.ts';
import { STRICT_POLICY } from '../../support/strict-policy.ts';
import {
  foreignRequests,
  HOSTILE_BYTES,
  HOSTILE_TARGETS,
  ownRequests,
} from '../server/hostile-targets.ts';
import { get, request, sendRaw } from '../server/raw-client.ts';
import { type FakeSite, FILES, page, servedSite, warmSite } from '../server/warm-site.ts';

const open: DevServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()));
});

async function start(options: Partial<DevServerOptions> = {}): Promise<DevServer> {
  const server = await startDevServer({
    site: warmSite(servedSite()),
    channel: (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('event: state\n\n');
    },
    liveScript: () => 'export {};',
    port: 0,
    ...options,
  });
  if (server.kind === 'failed') throw new Error(server.message);
  open.push(server);
  return server;
}

const startWith = (fake: FakeSite): Promise<DevServer> =>
  start({ site: warmSite(servedSite(fake)) });

const TAG =
  '<script type="module" src="/__docwright/live.js" data-state="{&quot;version&quot;:7,&quot;shell&quot;:&quot;shell\\&quot;&lt;&amp;&gt;&quot;,&quot;styles&quot;:{&quot;href&quot;:&quot;/dw-assets/s.css&quot;,&quot;integrity&quot;:&quot;sha&quot;}}" data-status="200"></script>';

describe('documents', () => {
  it('are refused to pages of other origins, but links of theirs lead here', async () => {
    const { port } = await start();
    for (const headers of foreignRequests(port))
      expect([headers, (await get(port, '/docs/a/', headers)).status]).toEqual([headers, 403]);
    for (const headers of ownRequests(port))
      expect([headers, (await get(port, '/docs/a/', headers)).status]).toEqual([headers, 200]);
  });

  it('are what the site has, with the live script at the end of the head', async () => {
    const { port } = await start();
    const { status, body, headers } = await get(port, '/docs/a/');
    expect(status).toBe(200);
    expect(body).toBe(page('a').replace('</head>', `${TAG}</head>`));
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await get(port, '/docs/a/index.html')).body).toBe(body);
  });

  it('are found by names with characters that addresses escape', async () => {
    const { port } = await start();
    expect((await get(port, '/docs/%C3%A9%20%231%3F/?q=%')).status).toBe(200);
  });

  it('get no script when they only send readers on', async () => {
    const { port } = await start();
    expect((await get(port, '/old/')).body).toBe(FILES['old/index.html']);
  });

  it('are the same for bytes as for text, and keep every byte', async () => {
    const bytes = Buffer.concat([Buffer.from(page('x')), Buffer.from([0xff, 0xfe])]);
    const { port } = await startWith({
      files: { 'index.html': { type: 'made', content: bytes } },
    });
    const { body } = await get(port, '/');
    expect(body).toBe(bytes.toString('latin1').replace('</head>', `${TAG}</head>`));
  });

  it('have the headers of the built site, and none for other origins', async () => {
    const { port } = await startWith({
      config: { security: { origins: { img: ['https://i.example'] } } },
    });
    const { headers } = await get(port, '/', { Origin: 'https://evil.example' });
    expect(headers.get('content-security-policy')).toBe(
      STRICT_POLICY.replace('data:', 'data: https://i.example'),
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.has('x-powered-by')).toBe(false);
  });
});

describe('other files', () => {
  it('forbid scripts where they are content, from disk or from memory', async () => {
    const absolute = join(import.meta.dirname, '../../../README.md');
    const folders = { siteDir: dirname(absolute), includeRoots: [] };
    const { port } = await startWith({
      files: {
        'dw-files/a-0123456789.html': page('a'),
        'dw-files/b-0123456789.md': { type: 'source', absolute, folders },
      },
    });
    for (const path of ['a-0123456789.html', 'b-0123456789.md']) {
      const { status, headers } = await get(port, `/dw-files/${path}`);
      expect([status, headers.get('content-security-policy')]).toEqual([200, FILES_POLICY]);
    }
  });

  it('come byte for byte, with their type', async () => {
    const { port } = await start();
    const json = await get(port, '/site.json');
    expect(json.body).toBe('{"title":"a"}');
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const text = await get(port, '/.well-known/security.txt');
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('are not sent again to who has them', async () => {
    const { port } = await start();
    const first = await get(port, '/site.json');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await get(port, '/site.json', { 'If-None-Match': known });
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await get(port, '/site.json', { 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await get(port, '/', { 'If-None-Match': etag })).status).toBe(200);
  });

  it('answer HEAD with the same headers and no body', async () => {
    const { port } = await start();
    const [head, whole] = [await request(port, 'HEAD /'), await get(port, '/')];
    expect([head.status, head.body]).toEqual([200, '']);
    for (const name of ['content-length', 'etag', 'content-type'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
  });
});

describe('files of the author', () => {
  let dir: string;
  const text = 'source of ten kB '.repeat(600);
  const source = (absolute: string, siteDir: string) =>
    ({ type: 'source', absolute, folders: { siteDir, includeRoots: [] } }) as const;
  const at = (name: string) => source(join(dir, name), dir);
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'docwright-dev-'));
    writeFileSync(join(dir, 'a.txt'), text);
    writeFileSync(join(dir, 'empty.txt'), '');
    symlinkSync(join(dir, 'nothing'), join(dir, 'dangling.txt'));
    symlinkSync(process.execPath, join(dir, 'outside.txt'));
  });
  afterAll(() => rmSync(dir, { recursive: true }));
  const serve = () =>
    startWith({
      files: {
        ...FILES,
        'a.txt': at('a.txt'),
        'empty.txt': at('empty.txt'),
        'dangling.txt': at('dangling.txt'),
        'folder.txt': at('.'),
        'gone.html': at('gone.html'),
        'outside.txt': at('outside.txt'),
        'device.txt': source('/dev/zero', '/dev'),
        'page.html': at('page.html'),
      },
    });

  it('are sent with length, type and entity tag', async () => {
    const { port } = await serve();
    const { status, body, headers } = await get(port, '/a.txt');
    expect([status, body]).toEqual([200, text]);
    expect(headers.get('content-length')).toBe(String(text.length));
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const again = await get(port, '/a.txt', { 'If-None-Match': headers.get('etag') ?? '' });
    expect([again.status, again.body]).toEqual([304, '']);
    const head = await request(port, 'HEAD /a.txt');
    expect([head.body, head.headers.get('content-length')]).toEqual(['', String(text.length)]);
    const empty = await get(port, '/empty.txt');
    expect([empty.status, empty.headers.get('content-length')]).toEqual([200, '0']);
  });

  it('are sent in part, as players ask', async () => {
    const { port } = await serve();
    const part = async (range: string, more: Readonly<Record<string, string>> = {}) => {
      const { status, body, headers } = await get(port, '/a.txt', { Range: range, ...more });
      return [status, body.length, headers.get('content-range')];
    };
    const size = text.length;
    expect(await part('bytes=0-9')).toEqual([206, 10, `bytes 0-9/${size}`]);
    expect(await part('bytes=0-0')).toEqual([206, 1, `bytes 0-0/${size}`]);
    expect(await part('bytes=-5')).toEqual([206, 5, `bytes ${size - 5}-${size - 1}/${size}`]);
    expect(await part('bytes=5-')).toEqual([206, size - 5, `bytes 5-${size - 1}/${size}`]);
    expect(await part(`bytes=0-${size * 2}`)).toEqual([206, size, `bytes 0-${size - 1}/${size}`]);
    expect(await part(`bytes=${size}-`)).toEqual([416, 0, `bytes */${size}`]);
    expect(await part('bytes=0-1', { 'If-Range': '"other"' })).toEqual([200, size, undefined]);
    for (const odd of [
      'bytes=9-5',
      'bytes=-',
      'bytes=a-b',
      'bytes=0-1,3-4',
      'lines=1-2',
      'bytes=1-99999999999999999999',
    ])
      expect(await part(odd)).toEqual([200, size, undefined]);
  });

  it('that are none any more are not found, and nobody waits for them', async () => {
    const { port } = await serve();
    for (const name of ['dangling.txt', 'outside.txt', 'folder.txt', 'device.txt'])
      expect((await get(port, `/${name}`)).status).toBe(404);
    const gone = await get(port, '/gone.html');
    expect([gone.status, gone.body.includes('not found')]).toEqual([404, true]);
    expect((await get(port, '/device.txt')).text).not.toContain('/dev/zero');
  });

  it('get no script', async () => {
    writeFileSync(join(dir, 'page.html'), page('mine'));
    const { port } = await serve();
    expect((await get(port, '/page.html')).body).toBe(page('mine'));
  });

  it('leave the server well when a client goes away in the middle', async () => {
    writeFileSync(join(dir, 'large.bin'), Buffer.alloc(8_000_000));
    const { port } = await startWith({
      files: { 'large.bin': at('large.bin'), 'a.txt': at('a.txt') },
    });
    for (let count = 0; count < 5; count++) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n'),
        );
        socket.once('data', () => socket.destroy());
        socket.on('close', () => resolve());
      });
    }
    expect((await get(port, '/a.txt')).body).toBe(text);
  });
});

describe('addresses', () => {
  const locations = async (fake: FakeSite, targets: readonly string[]) => {
    const { port } = await startWith(fake);
    return Promise.all(
      targets.map(async (target) => {
        const { status, headers } = await get(port, target);
        return headers.has('location') ? [status, headers.get('location')] : [status];
      }),
    );
  };

  it('of folders end in a slash', async () => {
    expect(
      await locations({}, ['/docs/a', '/docs/a?x=1&y=%', '/docs/a.html', '/robots.txt', '/docs']),
    ).toEqual([[301, '/docs/a/'], [301, '/docs/a/?x=1&y=%'], [301, '/docs/a/'], [200], [404]]);
  });

  it('of pages have no slash where the site has none', async () => {
    const fake = {
      config: { trailingSlash: false, baseUrl: '/b/' },
      files: { 'index.html': page('home'), 'x.html': page('x'), 'y/index.html': page('y') },
    };
    expect(
      await locations(fake, ['/b/x', '/b/x.html', '/b/x/', '/b/x/?q', '/b/y', '/b/y/', '/b/']),
    ).toEqual([[200], [200], [301, '/b/x'], [301, '/b/x?q'], [301, '/b/y/'], [200], [200]]);
  });

  it('lie below the base path', async () => {
    const fake = { config: { baseUrl: '/base/' } };
    expect(
      await locations(fake, [
        '/',
        '/base',
        '/base?q',
        '/base/',
        '/base/docs/a',
        '/docs/a/',
        '/basement/',
      ]),
    ).toEqual([
      [302, '/base/'],
      [301, '/base/'],
      [301, '/base/?q'],
      [200],
      [301, '/base/docs/a/'],
      [404],
      [404],
    ]);
  });

  it('never send a reader to another host', async () => {
    const files = {
      'evil.example/index.html': page('x'),
      '/evil.example/index.html': page('x'),
      '\\evil.example/index.html': page('x'),
      'a@evil.example/index.html': page('x'),
    };
    const found = await locations({ files }, [
      '//evil.example',
      '/%2fevil.example',
      '/%5cevil.example',
      '/\\evil.example',
      '/evil.example',
      '/a@evil.example',
      '/evil.example?//other.example',
      '///evil.example',
    ]);
    const leading = found.flatMap(([, location]) => (location === undefined ? [] : [location]));
    expect(leading).toEqual([
      '/evil.example/',
      '/a@evil.example/',
      '/evil.example/?//other.example',
    ]);
    for (const location of leading)
      expect(new URL(String(location), 'http://localhost:3000').host).toBe('localhost:3000');
  });
});

describe('addresses without a file', () => {
  it('get the 404 page of their locale with status 404', async () => {
    const config = { i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] } };
    const { port } = await startWith({ config });
    const missing = await get(port, '/nowhere/');
    expect([missing.status, missing.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(missing.body).toContain('not found');
    expect(missing.body).toContain('data-status="404"');
    expect((await get(port, '/fr/nowhere')).body).toContain('introuvable');
    expect((await get(port, '/french/nowhere')).body).toContain('not found');
  });

  it('get a line of text when no reader looks at the answer', async () => {
    const { port } = await start();
    for (const answer of [
      await get(port, '/nowhere.png'),
      await get(port, '/nowhere', { 'Sec-Fetch-Dest': 'image' }),
      await get(port, '/nowhere/', { 'Sec-Fetch-Dest': 'empty' }),
    ]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'text/plain; charset=utf-8',
      ]);
    }
    const asked = await get(port, '/version-1.2', { 'Sec-Fetch-Dest': 'document' });
    expect(asked.body).toContain('data-status="404"');
  });

  it('get a line of text when there is no 404 page', async () => {
    const { port } = await startWith({ files: {} });
    expect((await get(port, '/nowhere/')).status).toBe(404);
  });
});

describe('a site that cannot be shown', () => {
  it('has a page that loads the live script, and is shown once it can be', async () => {
    const site = warmSite(undefined);
    const server = await start({ site });
    expect(server.url).toBe(`http://localhost:${server.port}/`);
    const { status, body, headers } = await get(server.port, '/docs/a/');
    expect(status).toBe(500);
    expect(body).toContain('The configuration has errors');
    expect(body).toContain('src="/__docwright/live.js" data-state="{&quot;version&quot;:-1');
    expect(headers.get('content-security-policy')).toBe(STRICT_POLICY);
    expect((await get(server.port, '/__docwright/live.js')).status).toBe(200);
    site.set(servedSite({ config: { baseUrl: '/base/' } }));
    expect(server.url).toBe(`http://localhost:${server.port}/base/`);
    expect((await get(server.port, '/base/docs/a/')).status).toBe(200);
    // The page from before looks for its stream where it was.
    expect((await get(server.port, '/__docwright/live.js')).status).toBe(200);
  });

  it('says what a template throws, as text', async () => {
    const { port } = await startWith({
      files: { 'index.html': new TypeError('no <b>x</b> "here" & \u001b[31mthere') },
    });
    const { status, body } = await get(port, '/');
    expect(status).toBe(500);
    expect(body).toContain('no &lt;b&gt;x&lt;/b&gt; &quot;here&quot; &amp; ');
    expect(body).toContain('data-status="500"');
    expect(body).not.toMatch(/\u001b|\n\s+at /);
  });

  it('is one line when docwright itself fails', async () => {
    const { port } = await start({
      liveScript: () => Promise.reject(new Error('/secret/path')),
    });
    const { status, text } = await get(port, '/__docwright/live.js');
    expect(status).toBe(500);
    expect(text).not.toMatch(/secret|\n\s+at /);
  });
});

describe('the live addresses', () => {
  const base = { site: warmSite(servedSite({ config: { baseUrl: '/base/' } })) };

  it('are the script, the stream, and nothing else', async () => {
    const { port } = await start(base);
    const script = await get(port, '/base/__docwright/live.js');
    expect([script.status, script.body, script.headers.get('content-type')]).toEqual([
      200,
      'export {};',
      'text/javascript; charset=utf-8',
    ]);
    for (const rest of ['', '/', '/x', '/live/', '/live.js/', '/live.js.map', '/live2'])
      expect((await get(port, `/base/__docwright${rest}`)).status).toBe(404);
    expect((await request(port, 'HEAD /base/__docwright/live')).status).toBe(405);
  });

  it('stream, with the headers of every answer', async () => {
    const { port } = await start(base);
    const text = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET /base/__docwright/live HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      );
      let all = '';
      socket.on('data', (part) => {
        all += part.toString();
        if (all.includes('event: state')) socket.destroy();
      });
      socket.on('close', () => resolve(all));
    });
    expect(text).toContain('HTTP/1.1 200');
    expect(text).toContain('Cross-Origin-Resource-Policy: same-origin');
    expect(text.toLowerCase()).not.toContain('access-control');
  });

  it('are refused to other origins', async () => {
    const { port } = await start({
      ...base,
      channel: (_request, response) => response.end('streamed'),
    });
    const own = `http://localhost:${port}`;
    const refused = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `http://localhost:${port + 1}` },
      { Origin: `http://127.0.0.1:${port}` },
      { Origin: `http://localhost:${port}.evil.example` },
      { Origin: 'file://' },
      { Origin: 'nonsense' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', Origin: own },
    ];
    const allowed = [
      {},
      { Origin: own },
      { Origin: `https://localhost:${port}` },
      { 'Sec-Fetch-Site': 'same-origin', Origin: own },
      { 'Sec-Fetch-Site': 'none' },
    ];
    for (const rest of ['live', 'live.js', 'x'])
      for (const headers of refused)
        expect((await get(port, `/base/__docwright/${rest}`, headers)).status).toBe(403);
    for (const headers of allowed)
      expect((await get(port, '/base/__docwright/live', headers)).body).toContain('streamed');
  });
});

describe('hosts', () => {
  const status = async (host: string, options: Partial<DevServerOptions> = {}) => {
    const { port } = await start(options);
    return (await get(port, '/', { Host: host })).status;
  };

  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]',
    '[::1]:3000',
    '192.168.1.7:3000',
    '[fe80::1]',
  ])('allow %s', async (host) => {
    expect(await status(host)).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'notlocalhost',
    '127.0.0.1.evil.example',
    '127.0.0.1.nip.io',
    '2130706433',
    '0x7f.1',
    '127.1',
    '127.0.0.1.',
  ])('refuse %s', async (host) => {
    const expected = host === '127.0.0.1.' ? 200 : 403;
    expect(await status(host)).toBe(expected);
  });

  it.each([
    '',
    ':3000',
    'a b',
    'user@localhost',
    'localhost:99999999',
    'localhost/x',
    '[::1',
    '[x]',
    '::1',
    'a\u00e9',
    'a,b<',
    '.',
  ])('take %j for no host', async (host) => {
    expect(await status(host)).toBe(400);
  });

  it('allow what the command line names', async () => {
    const options = { allowedHosts: ['Docs.Example', '.tunnel.example', '.', ''] };
    expect(await status('docs.example:80', options)).toBe(200);
    expect(await status('tunnel.example', options)).toBe(200);
    expect(await status('a.b.tunnel.example', options)).toBe(200);
    expect(await status('sub.docs.example', options)).toBe(403);
    expect(await status('eviltunnel.example', options)).toBe(403);
    expect(await status('other.example', options)).toBe(403);
  });

  it('name the flag that would allow them, and nothing of the site', async () => {
    const { port } = await start();
    const { body, headers } = await get(port, '/', { Host: 'my.example' });
    expect(body).toContain('--allowed-host my.example');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await get(port, '/__docwright/live', { Host: 'my.example' })).status).toBe(403);
  });
});

describe('methods', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'but GET and HEAD are refused: %s',
    async (method) => {
      const { port } = await start();
      for (const path of ['/', '/__docwright/live', '*']) {
        const { status, headers } = await request(port, `${method} ${path}`);
        expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    },
  );
});

describe('hostile requests', () => {
  let server: DevServer;
  let warnings: unknown[];
  const note = (error: unknown): void => {
    warnings.push(error);
  };
  beforeAll(async () => {
    warnings = [];
    process.on('uncaughtException', note);
    process.on('unhandledRejection', note);
    server = await start();
    open.splice(0);
  });
  afterAll(async () => {
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
    await server.close();
    expect(warnings).toEqual([]);
  });

  it.each(
    HOSTILE_TARGETS.map(([target, status]) => ({ target, status, shown: target.slice(0, 60) })),
  )('for $shown', async ({ target, status }) => {
    const answer = await get(server.port, target);
    expect(answer.status).toBe(status);
    expect(answer.headers.has('location')).toBe(false);
    expect(answer.text).not.toMatch(/node:|\.ts\b|\/work\/|\n\s+at |SECRET/);
  });

  it.each(HOSTILE_BYTES)('of bytes: %s', async (_name, bytes, status) => {
    const answer = await sendRaw(server.port, Buffer.from(bytes, 'latin1'));
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/node:|\.ts\b|\/work\/|\n\s+at /);
  });

  it('cut off in the middle do no harm', async () => {
    for (const bytes of [
      'GET / HT',
      'GET / HTTP/1.1\r\nHost: loc',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\nx',
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(server.port, '127.0.0.1', () =>
          socket.write(bytes, () => socket.resetAndDestroy()),
        );
        socket.on('error', () => undefined);
        socket.on('close', () => resolve());
      });
    }
    expect((await get(server.port, '/')).status).toBe(200);
  });

  it('behind a stream that is open do not write into it', async () => {
    const text = await new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write('GET /__docwright/live HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      );
      let all = '';
      socket.on('error', () => undefined);
      socket.on('data', (part) => {
        if (!all.includes('event:')) socket.write('nonsense\r\n\r\n');
        all += part.toString();
      });
      socket.on('close', () => resolve(all));
    });
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('behind others on one connection do not write into their answers', async () => {
    const good = 'GET /docs/a/ HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const { text } = await sendRaw(server.port, `${good}${good}nonsense\r\n\r\n`);
    expect(text.split('HTTP/1.1 400')[0]).not.toContain('nonsense');
    expect(text.match(/HTTP\/1\.1 (?!200|400)/)).toBeNull();
  });

  it('leave it answering', async () => {
    expect((await get(server.port, '/docs/a/')).status).toBe(200);
  });
});

describe('close', () => {
  it('ends streams and idle connections, and answers nobody afterwards', async () => {
    const server = await start();
    const stream = connect(server.port, '127.0.0.1', () =>
      stream.write('GET /__docwright/live HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    );
    const idle = connect(server.port, '127.0.0.1');
    const ended = [stream, idle].map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.on('error', () => undefined);
          socket.on('close', () => resolve());
        }),
    );
    await new Promise((resolve) => stream.once('data', resolve));
    await server.close();
    await Promise.all(ended);
    expect((await get(server.port, '/')).status).toBe(0);
  });
});
