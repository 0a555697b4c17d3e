import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { loadConfig } from '../../../src/config/load.ts';
import { startDevServer } from '../../../src/dev/dev-server.ts';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { configLocator } from '../../../src/pipeline/build.ts';
import { produceSite } from '../../../src/pipeline/produce.ts';
import { preview } from '../../../src/server/preview/preview.ts';
import { type SiteDriver, site } from '../../support/site.ts';
import { HOSTILE_BYTES, HOSTILE_TARGETS } from '../../unit/server/hostile-targets.ts';
import { get, type RawAnswer, sendRaw } from '../../unit/server/raw-client.ts';
import { FILES, servedSite, warmSite } from '../../unit/server/warm-site.ts';
import { harmInPage } from './html-oracle.ts';
import { hostileText, markdownText, mdxText } from './markdown-grammar.ts';
import { expectNone, inputs, misplaced, type Surface } from './surface.ts';

const SECRET = 'SECRET';

const PARTS = [
  '/',
  '//',
  '\\',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '%2f',
  '%5c',
  '%00',
  '%0d%0a',
  '%',
  '%zz',
  '%ff',
  '%c0%ae',
  'docs',
  'a',
  'index.html',
  '.env',
  '.git',
  'secret.txt',
  'dw-assets',
  '__docwright',
  'live',
  'events',
  'files',
  'build',
  '?',
  '#',
  ';',
  ':',
  '~',
  '*',
  ' ',
  '\t',
  '\u0001',
  '\u00e9',
  '::$DATA',
  'x'.repeat(300),
  'http://evil.example',
  '@fs',
  '.well-known',
  'site.json',
  '404',
  'package.json',
];
const METHODS = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PATCH',
  'get',
  'PRI',
  'FOO',
  '',
];
const HEADERS = [
  'Host: localhost',
  'Host: 127.0.0.1',
  'Host: evil.example',
  'Host: localhost:99999',
  'Host: [::1]',
  'Host:',
  'Origin: null',
  'Origin: http://evil.example',
  'Sec-Fetch-Site: cross-site',
  'Range: bytes=0-',
  'Range: bytes=-99999999999999999999',
  'Range: bytes=5-2,1-',
  'If-None-Match: *',
  'If-None-Match: W/"',
  'If-Modified-Since: x',
  'Accept-Encoding: br;q=0, *',
  'Content-Length: 5',
  'Content-Length: -1',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Expect: 100-continue',
  'Cookie: a=b',
  'X-Forwarded-Host: evil.example',
  'A: \u0001',
  ' : b',
  'Last-Event-ID: \u00ff',
  'Accept: text/event-stream',
];

const target = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.constantFrom(...PARTS), { maxLength: 8 })
      .map((parts) => `/${parts.join('')}`),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...PARTS), { maxLength: 6 }).map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...HOSTILE_TARGETS.map(([name]) => name).filter(({ length }) => length < 500),
    ),
  },
);

/** A request as bytes; it asks the server to end the connection, and is followed by the end of the client's. */
const requestBytes = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...METHODS),
        target,
        fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''),
        fc.subarray(HEADERS, { maxLength: 4 }),
        fc.constantFrom('\r\n', '\r\n', '\n'),
        fc.constantFrom('', '5\r\nabcde\r\n0\r\n\r\n', 'abcde'),
      )
      .map(([method, path, version, headers, end, body]) =>
        [
          `${method} ${path} ${version}`,
          'Host: localhost',
          ...headers,
          'Connection: close',
          '',
          body,
        ].join(end),
      ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_BYTES.map(([, bytes]) => bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ maxLength: 60 })
      .map((bytes) => `${Buffer.from(bytes).toString('latin1')}\r\n\r\n`),
  },
);

const PATIENCE = 500;

/** Sends a request; without an answer in time, none is expected: the request has no end. */
async function answerTo(port: number, bytes: string): Promise<RawAnswer | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE);
  });
  const answer = await Promise.race([sendRaw(port, Buffer.from(bytes, 'latin1')), late]);
  clearTimeout(timer);
  return answer;
}

async function checkAnswer(port: number, bytes: string, known: ReadonlySet<string>): Promise<void> {
  const answer = await answerTo(port, bytes);
  const { status = 0, body = '', text = '' } = answer ?? {};
  if (text.includes(SECRET)) throw new Error('the answer has a file from outside of the site');
  if (/\n\s+at .*:\d+:\d+/.test(body)) throw new Error('the answer has a stack trace');
  if (status >= 500 && status !== 501 && status !== 505) throw new Error(`status ${status}`);
  const isAnswer = status === 200 || status === 206;
  const isEvents = answer?.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const content = body.replace(/<script type="module" src="\/__docwright[^>]*><\/script>/, '');
  const isPart = [...known].some((file) => file.includes(content));
  if (isAnswer && status === 200 && !isEvents && !isPart && !/chunked/.test(text))
    throw new Error(`200 for ${JSON.stringify(content.slice(0, 200))}`);
  const after = await get(port, '/');
  if (after.status !== 200) throw new Error(`the server answers ${after.status} afterwards`);
}

const requests: Surface = {
  name: 'requests',
  runs: 120,
  open: async () => {
    const events = (_: unknown, response: import('node:http').ServerResponse): void =>
      void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end();
    const dev = await startDevServer({
      site: warmSite(servedSite()),
      channel: events,
      liveScript: () => 'export {};',
      port: 0,
    });
    const driver = site({
      'content/index.md': '# Home\n',
      'static/a.txt': 'a\n',
      '.env': SECRET,
      'secret.txt': SECRET,
    });
    await driver.build();
    writeFileSync(join(driver.dir, 'build.txt'), SECRET);
    const shown = await preview({ siteDir: driver.dir, port: 0 });
    if (dev.kind === 'failed' || shown.kind !== 'listening') throw new Error('no server');
    const ofDev = new Set([...Object.values(FILES).map(String), 'export {};']);
    const ofPreview = new Set(
      driver
        .files()
        .filter((file) => !file.startsWith('.docwright'))
        .map((file) => Buffer.from(driver.file(file)).toString('latin1')),
    );
    const property = inputs(fc.tuple(fc.boolean(), requestBytes), ([isDev, bytes]) =>
      isDev ? checkAnswer(dev.port, bytes, ofDev) : checkAnswer(shown.port, bytes, ofPreview),
    );
    return {
      property,
      close: async () => {
        await dev.close();
        await shown.close();
        driver.dispose();
      },
    };
  },
};

const SITE = 'https://docs.example.com/';

/** Pages of all kinds, and HTML and text of the configuration. */
const siteInput = fc.record({
  pages: fc.array(markdownText, { maxLength: 12 }),
  components: fc.array(mdxText, { maxLength: 4 }),
  title: hostileText,
  html: hostileText,
  description: hostileText,
});

type SiteInput = typeof siteInput extends fc.Arbitrary<infer Input> ? Input : never;

function writeSite(input: SiteInput): SiteDriver {
  const { pages, components, title, html, description } = input;
  const config = {
    title: `T ${title}`,
    url: SITE.slice(0, -1),
    footer: { copyright: `C ${html}` },
    announcementBar: { content: `B ${html}` },
    navbar: {
      items: [
        { label: `L ${title}`, to: '/' },
        { type: 'html', html: `H ${html}` },
      ],
    },
    openapi: [{ spec: 'api.json' }],
  };
  const api = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1', description },
    servers: [{ url: description }],
    paths: { '/a': { get: { summary: title, description, responses: { 200: { description } } } } },
  };
  return site({
    'site.config.ts': `export default ${JSON.stringify(config)};\n`,
    'api.json': JSON.stringify(api),
    'content/index.md': `# ${title}\n`,
    ...Object.fromEntries(pages.map((text, index) => [`content/p${index}.md`, text])),
    ...Object.fromEntries(components.map((text, index) => [`content/c${index}.mdx`, text])),
  });
}

/** The files of a site, also of one with errors, and its diagnostics. */
async function produce(siteDir: string): Promise<{
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}> {
  const files = new Map<string, string>();
  const { config, diagnostics } = await loadConfig({ siteDir });
  if (config === undefined) return { files, diagnostics };
  const produced = await produceSite({
    config,
    locate: configLocator(config),
    sink: {
      put: ({ path, content }) => {
        files.set(path, typeof content === 'string' ? content : Buffer.from(content).toString());
      },
      copy: () => {},
    },
    progress: () => {},
    bundlesClient: false,
  });
  return { files, diagnostics: [...diagnostics, ...produced.diagnostics] };
}

async function checkSite(input: SiteInput): Promise<void> {
  const driver = writeSite(input).warm();
  try {
    const { files, diagnostics } = await produce(driver.dir);
    const textOf = (file: string): string | undefined => {
      const path = join(driver.dir, file);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    };
    expectNone('locations', misplaced(diagnostics, textOf));
    for (const [file, text] of files)
      if (file.endsWith('.html')) expectNone(file, harmInPage(text, SITE, /^c\d/.test(file)));
    const again = await produce(driver.dir);
    const other = [...files].filter(([file, text]) => again.files.get(file) !== text);
    expectNone(
      'different in a second build',
      other.map(([file]) => file),
    );
  } finally {
    driver.dispose();
  }
}

const sites: Surface = {
  name: 'sites',
  runs: 12,
  open: async () => ({ property: inputs(siteInput, checkSite) }),
};

export const SITE_SURFACES: readonly Surface[] = [requests, sites];
