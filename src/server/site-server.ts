import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Header } from '../publish/hosting-rules.ts';
import { parseUrl } from '../shared/paths.ts';
import { readTarget } from './find-file.ts';
import { type Listening, type ListenOptions, type ListenProblem, listen } from './listen.ts';
import { type Answer, type Exchange, sendText } from './send.ts';

interface SiteServerOptions extends ListenOptions {
  /** A leading dot allows all names below it. */
  readonly allowedHosts: readonly string[];
  /** Headers of every answer, computed for each request. */
  readonly headers: () => readonly Header[];
  /** Whether `answer` takes a request with another method than GET and HEAD. Default: none. */
  readonly takes?: (request: IncomingMessage) => boolean;
  readonly answer: (exchange: Exchange) => void | Promise<void>;
}

/** Starts a server for GET and HEAD from allowed hosts. If `answer` throws, the status is 500 without details. */
export function startSiteServer(options: SiteServerOptions): Promise<Listening | ListenProblem> {
  return listen(options, (server) => prepare(server, options));
}

function prepare(server: Server, options: SiteServerOptions): void {
  /** Number of unfinished answers by socket: writing another one would corrupt them. */
  const pending = new WeakMap<Duplex, number>();
  const count = (socket: Duplex, change: 1 | -1): void => {
    pending.set(socket, (pending.get(socket) ?? 0) + change);
  };
  server.on('request', (request, response) => {
    const { socket } = request;
    count(socket, 1);
    response.on('close', () => count(socket, -1));
    handle({ request, response }, options).catch(() => {
      const message = 'The server failed to answer this request.';
      if (response.headersSent) response.destroy();
      else sendText({ response }, { status: 500, message });
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isFree = (pending.get(socket) ?? 0) === 0;
    const status = ERRORS.get(error.code) ?? '400 Bad Request';
    if (socket.writable && isFree) socket.end(rawAnswer(status));
    else socket.destroy();
  });
  server.on('connect', (_request, socket) => {
    // A client that disconnects causes an error that no other listener handles.
    socket.on('error', () => socket.destroy());
    socket.end(rawAnswer('405 Method Not Allowed\r\nAllow: GET, HEAD'));
  });
}

const ERRORS: ReadonlyMap<string | undefined, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

function rawAnswer(status: string): string {
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}

async function handle(exchange: Answer, options: SiteServerOptions): Promise<void> {
  const { request, response } = exchange;
  for (const { name, value } of options.headers()) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-cache');
  const refusal = refuse(request, options);
  if (refusal !== undefined) {
    if (refusal.status === 405) response.setHeader('Allow', 'GET, HEAD');
    return sendText(exchange, refusal);
  }
  const target = readTarget(request.url ?? '');
  if ('status' in target) return sendText(exchange, target);
  return options.answer({ ...exchange, target });
}

interface Refusal {
  readonly status: 400 | 403 | 405;
  readonly message: string;
}

/**
 * Checks the method and `Host`, which must occur once (RFC 9112, section 3.2). Only allowed hosts are answered: with
 * DNS rebinding, a page of another site could read what is served here, but not under an IP address or `localhost`.
 * Pages of other origins may lead here, but load nothing.
 */
function refuse(request: IncomingMessage, rules: HostRules): Refusal | undefined {
  const { method, headers, rawHeaders } = request;
  // Node's own table keeps only the first value of headers that may occur once.
  const [value, second] = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  );
  const name = value === undefined || second !== undefined ? undefined : hostName(value);
  if (name === undefined) return { status: 400, message: 'The request must have one Host header.' };
  if (!isAllowed(name, rules)) {
    const message = `This server does not accept the host name "${name}". Start it with --allowed-host ${name} to allow it.`;
    return { status: 403, message };
  }
  // A document in a tab, as after a click on a link.
  const { origin, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  const isNavigation = origin === undefined && mode === 'navigate' && destination === 'document';
  if (asksForeignPage(headers) && !isNavigation)
    return { status: 403, message: 'Pages of other origins may not load what is served here.' };
  if (method === 'GET' || method === 'HEAD' || rules.takes?.(request) === true) return undefined;
  return { status: 405, message: 'Only GET and HEAD are allowed.' };
}

/** True for requests from a page of another origin, by `Sec-Fetch-Site` or, in older browsers, `Origin`. */
export function asksForeignPage({
  host = '',
  origin,
  'sec-fetch-site': site,
}: IncomingHttpHeaders): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  const asking = parseUrl(origin);
  if (asking === undefined || asking.host === '') return true;
  // The scheme may differ: a proxy in front of this server may use https.
  return parseUrl(`${asking.protocol}//${host}`)?.host !== asking.host;
}

type HostRules = Pick<SiteServerOptions, 'host' | 'allowedHosts' | 'takes'>;

/** The name in a `Host` header: lowercase, without port, brackets and trailing dot. */
function hostName(value: string): string | undefined {
  const [, address, name] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_~!$&'()*+,;=%.-]+))(?::\d{0,5})?$/i.exec(value) ?? [];
  if (address !== undefined) return isIP(address) === 6 ? address.toLowerCase() : undefined;
  return name?.toLowerCase().replace(/\.$/, '') || undefined;
}

function isAllowed(name: string, { host, allowedHosts }: HostRules): boolean {
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true;
  if (name === host.toLowerCase()) return true;
  return allowedHosts.some((entry) => {
    const wanted = entry.trim().toLowerCase().replace(/:\d+$/, '');
    if (!wanted.startsWith('.')) return wanted !== '' && name === wanted;
    return wanted.length > 1 && (name === wanted.slice(1) || name.endsWith(wanted));
  });
}
