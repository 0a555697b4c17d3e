import * as http from 'node:http';
import * as https from 'node:https';
import type { Server, Socket } from 'node:net';
import type { Certificate } from './certificate.ts';
import { SCENARIOS } from './scenarios.ts';

/** A request as it arrived. */
export interface Arrival {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** Milliseconds, of a clock that does not go back. */
  readonly at: number;
  /** Requests under way at this server, this one included. */
  readonly inFlight: number;
}

export interface LinkServer {
  readonly origin: string;
  readonly port: number;
  readonly arrivals: readonly Arrival[];
  /** Methods of the requests for a path and query. */
  readonly methods: (path: string) => readonly string[];
  /** Bytes that have gone out over all connections. */
  readonly bytesSent: () => number;
  readonly close: () => Promise<void>;
}

export interface LinkServerOptions {
  /** One of 127.0.0.1, 127.0.0.2 and so on. */
  readonly address?: string;
  readonly certificate?: Certificate;
  /** The only name that clients may ask for (SNI). */
  readonly onlyName?: string;
  /** Before every answer. */
  readonly delayMs?: number;
  /** For so long after the first request all are refused, with the wish to wait a second. */
  readonly busyMs?: number;
}

/** Starts a server with all scenarios on a free port. */
export async function startLinkServer(options: LinkServerOptions = {}): Promise<LinkServer> {
  const { address = '127.0.0.1', certificate, delayMs = 0, busyMs = 0 } = options;
  const log = createLog();
  const handle: http.RequestListener = (request, response) => {
    const visit = log.note(request, response);
    const since = performance.now() - (log.arrivals[0]?.at ?? 0);
    const scenario =
      SCENARIOS[since < busyMs ? '/429-forever' : visit.pathname] ?? SCENARIOS['/404'];
    setTimeout(() => scenario?.({ request, response, ...visit }), delayMs);
  };
  const server =
    certificate === undefined
      ? http.createServer(handle)
      : https.createServer({ ...certificate, SNICallback: allowName(options.onlyName) }, handle);
  const sockets = trackSockets(server);
  const port = await listen(server, address);
  return {
    origin: `${certificate === undefined ? 'http' : 'https'}://${address}:${port}`,
    port,
    arrivals: log.arrivals,
    methods: (path) =>
      log.arrivals.filter((arrival) => arrival.path === path).map(({ method }) => method),
    bytesSent: sockets.bytesSent,
    close: () => sockets.close(),
  };
}

function allowName(onlyName: string | undefined) {
  return (name: string, callback: (error: Error | null) => void): void =>
    callback(onlyName === undefined || name === onlyName ? null : new Error(`no ${name} here`));
}

function createLog() {
  const arrivals: Arrival[] = [];
  const first = new Map<string, { at: number; count: number }>();
  let inFlight = 0;
  return {
    arrivals,
    note(request: http.IncomingMessage, response: http.ServerResponse) {
      const at = performance.now();
      const path = request.url ?? '/';
      inFlight += 1;
      response.once('close', () => {
        inFlight -= 1;
      });
      arrivals.push({ method: request.method ?? '', path, headers: request.headers, at, inFlight });
      const known = first.get(path) ?? { at, count: 0 };
      first.set(path, { at: known.at, count: known.count + 1 });
      const { pathname, searchParams: query } = new URL(path, 'http://any.test');
      return { pathname, query, nth: known.count + 1, sinceFirst: at - known.at };
    },
  };
}

/** Tracks connections, to end a server that still has some. */
export function trackSockets(server: Server) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  return {
    bytesSent: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Listens on a free port and gives it. */
export function listen(server: Server, address = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, address, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : 0);
    });
  });
}
