import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { siteRelative } from '../config/folders.ts';
import { isOfSite } from '../content/read-source.ts';
import { stripControls } from '../diagnostics/frame.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import { baseAddress } from '../openapi/samples/request.ts';
import { createOperations } from '../samples/find-operation.ts';
import { createMock, type Mock } from '../samples/mock.ts';
import { contentType, type HostedConfig, securityHeaders } from '../publish/hosting-rules.ts';
import { findAddress, notFoundFiles } from '../server/find-file.ts';
import type { ListenProblem } from '../server/listen.ts';
import {
  type Exchange,
  NOT_FOUND,
  sendBytes,
  sendRedirect,
  sendSource,
  sendText,
  setAgentHeaders,
  setPolicy,
} from '../server/send.ts';
import { asksForeignPage, startSiteServer } from '../server/site-server.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { LIVE_FOLDER, type LiveState, MOCK_FOLDER } from '../shared/live.ts';
import { ROOT_ID } from '../shared/page-ids.ts';
import type { OutputPath, SitePath } from '../shared/paths.ts';
import { openEditor, type SourcePlace } from './open-source.ts';
import type { ServedFile, ServedSite, WarmSite } from './dev-events.ts';

export interface DevServerOptions {
  readonly site: WarmSite;
  /** Opens a stream of live events. */
  readonly channel: (request: IncomingMessage, response: ServerResponse) => void;
  /** The source of the live script. */
  readonly liveScript: () => Promise<string> | string;
  /** Opens a place in an editor; false if there is none. */
  readonly openEditor?: (place: SourcePlace) => boolean;
  /** Default: 3000, or the next free port. 0: any. */
  readonly port?: number | undefined;
  /** Default: `localhost`, both loopback addresses of this machine. */
  readonly host?: string | undefined;
  /** Allowed host names besides `localhost`, IP addresses and `host`; `.x` allows x and all names below it. */
  readonly allowedHosts?: readonly string[] | undefined;
}

export interface DevServer {
  readonly kind: 'listening';
  /** Origin and current base path: `http://localhost:3000/base/`. */
  readonly url: string;
  readonly port: number;
  /** Closes all connections, including live streams. */
  readonly close: () => Promise<void>;
}

/** Serves a warm site: the files that a build would write, with the live script in documents. */
export async function startDevServer(
  options: DevServerOptions,
): Promise<DevServer | ListenProblem> {
  const { site, port, host = 'localhost', allowedHosts = [] } = options;
  const server = await startSiteServer({
    port,
    host,
    allowedHosts,
    takes: ({ url = '' }) =>
      url.includes(`/${MOCK_FOLDER}`) || url.endsWith(`/${LIVE_FOLDER}/open`),
    headers: () => securityHeaders(site.current()?.config ?? STRICTEST),
    answer: (exchange) => answer(exchange, options),
  });
  if (server.kind === 'failed') return server;
  const { origin, close } = server;
  return {
    kind: 'listening',
    get url() {
      return origin + (site.current()?.config.baseUrl ?? '/');
    },
    port: server.port,
    close,
  };
}

// Applies until a configuration has been read.
const STRICTEST: HostedConfig = {
  security: {
    origins: { img: [], media: [], frame: [], script: [], connect: [] },
    trustedTypes: [],
  },
  head: [],
  plugins: [],
};

function answer(exchange: Exchange, options: DevServerOptions): void | Promise<void> {
  const site = options.site.current();
  const live = liveAddress(exchange.target.pathname, site?.config.baseUrl ?? '/');
  if (live !== undefined && asksForeignPage(exchange.request.headers)) {
    const message = 'Only pages of this server may request this address.';
    return sendText(exchange, { status: 403, message });
  }
  const mocked = MOCKED.exec(live ?? '');
  if (mocked !== null && site !== undefined) return answerMock(exchange, mocked, site);
  if (live === 'open' && site !== undefined && exchange.request.method === 'POST')
    return answerOpen(exchange, site, options.openEditor ?? openEditor);
  if (!/^(?:GET|HEAD)$/.test(exchange.request.method ?? '')) {
    exchange.response.setHeader('Allow', 'GET, HEAD');
    return sendText(exchange, { status: 405, message: 'Only GET and HEAD are allowed.' });
  }
  if (live !== undefined) return answerLive(exchange, live, options);
  return site === undefined ? sendNoSite(exchange) : answerSite(exchange, site);
}

/** `mock/<id>/<path>` below dev's own folder. */
const MOCKED = /^mock\/([^/]+)(\/.*)?$/s;

/** A mock for each state of the APIs. */
const mocks = new WeakMap<readonly LoadedApi[], Mock>();

/** Answers a request to an API as its description says; what requests create is known until the next edit. */
async function answerMock(
  exchange: Exchange,
  [, id, path = '']: RegExpExecArray,
  site: ServedSite,
): Promise<void> {
  const { request, response } = exchange;
  const apis = site.apis();
  const api = apis.find(({ outline }) => outline.id === id && outline.console?.mock !== undefined);
  if (api === undefined) return sendText(exchange, NOT_FOUND);
  const mock = mocks.get(apis) ?? createMock(createOperations(apis, { hosts: [] }), []);
  mocks.set(apis, mock);
  const { search } = new URL(request.url ?? '', 'http://localhost');
  const mocked = mock({
    method: request.method ?? 'GET',
    url: baseAddress(api.model) + path + search,
    headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const),
    body: (await buffer(request)).toString(),
  });
  const problems = mocked.problems.join('\n');
  const body = mocked.body === '' && problems !== '' ? problems : mocked.body;
  response.writeHead(mocked.status, { 'Content-Type': mocked.type ?? 'text/plain; charset=utf-8' });
  response.end(body);
}

/** Characters of a request to open a block. */
const LONGEST_BLOCK = 8000;

/** Opens the source of a block in the editor of this machine's user: for pages of this server, on this machine only. */
async function answerOpen(
  exchange: Exchange,
  site: ServedSite,
  open: (place: SourcePlace) => boolean,
): Promise<void> {
  const { request } = exchange;
  const isHere = /^(?:::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
  if (!isHere) {
    const message = 'Only pages of this server, on its machine, may open files.';
    return sendText(exchange, { status: 403, message });
  }
  if (!(Number(request.headers['content-length']) <= LONGEST_BLOCK))
    return sendText(exchange, { status: 413, message: 'The text of the block is too long.' });
  const [path, text] = readBlock((await buffer(request)).toString());
  const place = site.source(path, text);
  if (place === undefined) return sendText(exchange, NOT_FOUND);
  const name = stripControls(`${siteRelative(site.config.siteDir, place.file)}:${place.line}`);
  const isOpened = open(place);
  process.stderr.write(`${isOpened ? 'opened' : 'source'} ${name}\n`);
  sendText(exchange, { status: 200, message: name });
}

function readBlock(body: string): readonly [path: string, text: string] {
  try {
    const { path, text }: Record<string, unknown> = JSON.parse(body);
    return [String(path), String(text)];
  } catch {
    return ['', ''];
  }
}

async function answerLive(
  exchange: Exchange,
  address: string,
  { channel, liveScript }: DevServerOptions,
): Promise<void> {
  const { request, response } = exchange;
  if (address === 'live.js') {
    const bytes = Buffer.from(await liveScript());
    return sendBytes(exchange, { status: 200, type: contentType(address), bytes });
  }
  if (address !== 'live') return sendText(exchange, NOT_FOUND);
  if (request.method === 'GET') return channel(request, response);
  response.setHeader('Allow', 'GET');
  return sendText(exchange, { status: 405, message: 'Only GET is allowed.' });
}

/** The part of an address below dev's own folder, at the base path or at the root; undefined for other addresses. */
function liveAddress(pathname: string, baseUrl: string): string | undefined {
  for (const base of new Set([baseUrl, '/'])) {
    const folder = `${base}${LIVE_FOLDER}`;
    if (pathname === folder || pathname.startsWith(`${folder}/`)) {
      return pathname.slice(folder.length + 1);
    }
  }
  return undefined;
}

/** The answer until a configuration could be read. */
function sendNoSite(exchange: Exchange): void {
  const bytes = errorPage({
    title: 'The configuration has errors',
    text: 'See the terminal. This page shows the site as soon as they are fixed.',
    mark: { baseUrl: '/', state: NO_STATE, status: 500 },
  });
  sendBytes(exchange, { status: 500, type: HTML, bytes });
}

const HTML = 'text/html; charset=utf-8';

/** Answers with the site's file at an address, or with the error of a page that cannot be rendered. */
async function answerSite(exchange: Exchange, site: ServedSite): Promise<void> {
  try {
    await answerFromSite(exchange, site);
  } catch (error) {
    if (exchange.response.headersSent) throw error;
    const bytes = errorPage({
      title: 'This page cannot be rendered',
      text: error instanceof Error ? error.message : String(error),
      mark: markOf(site, 500),
    });
    sendBytes(exchange, { status: 500, type: HTML, bytes });
  }
}

async function answerFromSite(exchange: Exchange, site: ServedSite): Promise<void> {
  const { baseUrl, trailingSlash } = site.config;
  const style = { baseUrl, trailingSlash, accept: exchange.request.headers.accept };
  const found = await findAddress(exchange.target.pathname, style, site.file);
  switch (found.kind) {
    case 'file': {
      const sent = await sendFile(exchange, {
        ...found,
        config: site.config,
        mark: markOf(site, 200),
      });
      return sent ? undefined : answerNotFound(exchange, site, undefined);
    }
    case 'redirect':
      return sendRedirect(exchange, found);
    case 'missing':
      return answerNotFound(exchange, site, found.path);
  }
}

interface FileToSend {
  readonly path: OutputPath;
  readonly file: ServedFile;
  readonly mark: LiveMark & { readonly status: 200 | 404 };
  readonly config: ServedSite['config'];
}

/** Returns false, with nothing sent, if the file no longer exists. */
async function sendFile(
  exchange: Exchange,
  { path, file, mark, config }: FileToSend,
): Promise<boolean> {
  const type = contentType(path);
  if (file.type === 'source') {
    setPolicy(exchange, config, { path, html: undefined });
    const { absolute, folders } = file;
    return isOfSite(absolute, folders) && sendSource(exchange, { absolute, type });
  }
  const bytes = type === HTML ? withLiveScript(file.content, mark) : Buffer.from(file.content);
  setPolicy(exchange, config, { path, html: type === HTML ? bytes : undefined });
  setAgentHeaders(exchange, config, { path });
  sendBytes(exchange, { status: mark.status, type, bytes });
  return true;
}

async function answerNotFound(
  exchange: Exchange,
  site: ServedSite,
  path: SitePath | undefined,
): Promise<void> {
  const { headers } = exchange.request;
  if (!wantsDocument(headers, exchange.target.pathname)) return sendText(exchange, NOT_FOUND);
  for (const candidate of notFoundFiles(path, site.config)) {
    const file = await site.file(candidate);
    if (file?.type !== 'made') continue;
    const { config } = site;
    await sendFile(exchange, { path: candidate, file, config, mark: markOf(site, 404) });
    return;
  }
  sendText(exchange, NOT_FOUND);
}

function markOf<Status extends LiveMark['status']>(
  { config, state }: ServedSite,
  status: Status,
): LiveMark & { readonly status: Status } {
  return { baseUrl: config.baseUrl, state, status };
}

/** True if the client expects a page, by `Sec-Fetch-Dest` or, without it, by the extension of the address. */
function wantsDocument(
  { 'sec-fetch-dest': destination }: IncomingHttpHeaders,
  pathname: string,
): boolean {
  if (typeof destination === 'string') return DOCUMENTS.has(destination);
  return !/\.[^/.]+$/.test(pathname) || /\.html?$/i.test(pathname);
}

const DOCUMENTS: ReadonlySet<string> = new Set(['document', 'iframe', 'frame']);

/** Shown instead of a page. */
interface ErrorPage {
  readonly title: string;
  readonly text: string;
  readonly mark: LiveMark;
}

/** A plain HTML document; its live script shows the problems and reloads it. */
function errorPage({ title, text, mark }: ErrorPage): Buffer {
  const paragraphs = stripControls(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>\n`);
  return Buffer.from(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${liveTag(mark)}</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs.join('')}</main>
</body>
</html>
`,
  );
}

/** The data of a document for the live script. */
interface LiveMark {
  readonly baseUrl: string;
  readonly state: LiveState;
  readonly status: 200 | 404 | 500;
}

/** The state of documents while there is no site; any other state is newer. */
const NO_STATE: LiveState = { version: -1, shell: '', styles: { href: '', integrity: '' } };

/** The element that loads the live script. */
function liveTag({ baseUrl, state, status }: LiveMark): string {
  const src = `${baseUrl}${LIVE_FOLDER}/live.js`;
  return `<script type="module" src="${escapeHtml(src)}" data-state="${escapeHtml(JSON.stringify(state))}" data-status="${status}"></script>`;
}

/** Adds the live script to the end of a document's head; other bytes stay unchanged. Redirect pages get none. */
function withLiveScript(content: string | Uint8Array, mark: LiveMark): Uint8Array {
  const bytes = Buffer.from(content);
  const end = bytes.includes(`<div id="${ROOT_ID}"`) ? bytes.indexOf('</head>') : -1;
  if (end < 0) return bytes;
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(liveTag(mark)), bytes.subarray(end)]);
}
