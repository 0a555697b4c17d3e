import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Header } from '../publish/hosting-rules.ts';
import { readTarget } from './find-file.ts';
import { type Listening, type ListenProblem, listen } from './listen.ts';
import { type Answer, type Exchange, sendText } from './send.ts';

export interface SiteServerOptions {
  readonly host: string;
  /** Undefined: 3000, or the next one that is free. */
  readonly port: number | undefined;
  /** One with a leading dot stands for a name and all below it. */
  readonly allowedHosts: readonly string[];
  /** What every answer carries, asked for with each request. */
  readonly headers: () => readonly Header[];
  readonly answer: (exchange: Exchange) => void | Promise<void>;
}

/** Starts a server that answers GET and HEAD at allowed names. What `answer` throws is status 500 without details. */
export function startSiteServer(options: SiteServerOptions): Promise<Listening | ListenProblem> {
  return listen(options, (server) => prepare(server, options));
}

function prepare(server: Server, options: SiteServerOptions): void {
  /** Answers on their way by socket: one more would be read as a part of them. */
  const pending = new WeakMap<Duplex, number>();
  const count = (socket: Duplex, change: 1 | -1): void => {
    pending.set(socket, (pending.get(socket) ?? 0) + change);
  };
  server.on('request', (request, response) => {
    const { socket } = request;
    count(socket, 1);
    response.on('close', () => count(socket, -1));
    handle({ request, response }, options).catch(() => fail(response));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isFree = (pending.get(socket) ?? 0) === 0;
    if (socket.writable && isFree) socket.end(rawAnswer(statusOf(error)));
    else socket.destroy();
  });
  server.on('connect', (_request, socket) => {
    // A client that is gone makes an error here, which no other listener gets.
    socket.on('error', () => socket.destroy());
    socket.end(rawAnswer('405 Method Not Allowed\r\nAllow: GET, HEAD'));
  });
}

function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
}

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
 * Decides on method and `Host`, of which RFC 9112, section 3.2, demands one. A page of another site can make its own
 * name lead to this machine and read what is served here (DNS rebinding), but no IP address or name below `localhost`.
 */
function refuse({ method, rawHeaders }: IncomingMessage, rules: HostRules): Refusal | undefined {
  const [value, second] = valuesOf(rawHeaders, 'host');
  const name = value === undefined || second !== undefined ? undefined : hostName(value);
  if (name === undefined) return { status: 400, message: 'The request has to name one host.' };
  if (!isAllowed(name, rules)) {
    const message = `This server does not answer to the name "${name}". Start it with --allowed-host ${name} to allow that.`;
    return { status: 403, message };
  }
  if (method === 'GET' || method === 'HEAD') return undefined;
  return { status: 405, message: 'Only GET and HEAD are answered.' };
}

// Of headers that may stand once, Node's own table keeps the first value and drops the others.
function valuesOf(rawHeaders: readonly string[], wanted: string): readonly string[] {
  return rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === wanted,
  );
}

function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else sendText({ response }, { status: 500, message: 'This address cannot be answered.' });
}

type HostRules = Pick<SiteServerOptions, 'host' | 'allowedHosts'>;

/** The name in a `Host` header: lower case, without port, brackets and the root's full stop. */
function hostName(value: string): string | undefined {
  const [, address, name] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_~!$&'()*+,;=%.-]+))(?::\d{0,5})?$/i.exec(value) ?? [];
  if (address !== undefined) return isIP(address) === 6 ? address.toLowerCase() : undefined;
  return name?.toLowerCase().replace(/\.$/, '') || undefined;
}

function isAllowed(name: string, { host, allowedHosts }: HostRules): boolean {
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true;
  return name === host.toLowerCase() || allowedHosts.some((entry) => matches(name, entry));
}

function matches(name: string, entry: string): boolean {
  const wanted = entry.trim().toLowerCase().replace(/:\d+$/, '');
  if (!wanted.startsWith('.')) return wanted !== '' && name === wanted;
  return wanted.length > 1 && (name === wanted.slice(1) || name.endsWith(wanted));
}
