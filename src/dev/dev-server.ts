import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentType, type HostedConfig, securityHeaders } from '../publish/hosting-rules.ts';
import type { ListenProblem } from '../server/listen.ts';
import { type Exchange, NOT_FOUND, sendBytes, sendText } from '../server/send.ts';
import { asksForeignPage, startSiteServer } from '../server/site-server.ts';
import { LIVE_FOLDER } from '../shared/live.ts';
import type { WarmSite } from './dev-events.ts';
import { answerSite, sendNoSite } from './site-answers.ts';

export interface DevServerOptions {
  readonly site: WarmSite;
  /** Opens a stream of live events. */
  readonly channel: (request: IncomingMessage, response: ServerResponse) => void;
  /** The source of the live script. */
  readonly liveScript: () => Promise<string> | string;
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
  if (live !== undefined) return answerLive(exchange, live, options);
  return site === undefined ? sendNoSite(exchange) : answerSite(exchange, site);
}

async function answerLive(
  exchange: Exchange,
  address: string,
  { channel, liveScript }: DevServerOptions,
): Promise<void> {
  const { request, response } = exchange;
  if (asksForeignPage(request.headers)) {
    const message = 'Only pages of this server may request this address.';
    return sendText(exchange, { status: 403, message });
  }
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
