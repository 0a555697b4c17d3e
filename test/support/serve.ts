import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

/** A request that the server has got. `url` is path and query as they came in; `status` is known once it is answered. */
export interface ServedRequest {
  readonly method: string;
  readonly url: string;
  readonly status: number;
}

export interface StaticServer {
  /** Origin and base path, with a final slash: `http://127.0.0.1:40123/`. */
  readonly url: string;
  /** Grows with every request, in the order in which they come in. */
  readonly requests: readonly ServedRequest[];
  /** Ends open connections too. */
  readonly close: () => Promise<void>;
}

interface ServeOptions {
  /** Path that the folder is mounted at, with slashes at both ends; addresses outside it are not found. */
  readonly baseUrl?: string;
  /** Sent with every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Serves a folder on loopback as a plain static host does: weak ETags, `x` answered from `x.html` or
 * `x/index.html`, everything else with the folder's `404.html` and status 404. Files are read at each
 * request, so a rebuilt site needs no new server.
 */
export async function serve(folder: string, options: ServeOptions = {}): Promise<StaticServer> {
  const baseUrl = options.baseUrl ?? '/';
  const requests: ServedRequest[] = [];
  const files = sirv(folder, { dev: true, etag: true });
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    requests.push(recorded(method, url, response));
    for (const [name, value] of Object.entries(options.headers ?? {}))
      response.setHeader(name, value);
    const inside = stripBase(url, baseUrl);
    if (inside === undefined) return notFound(folder, response);
    request.url = inside;
    return files(request, response, () => notFound(folder, response));
  });
  const origin = await listen(server);
  return { url: origin + baseUrl, requests, close: () => close(server) };
}

function recorded(method: string, url: string, response: ServerResponse): ServedRequest {
  return {
    method,
    url,
    // Read late: a client may hold the whole answer before the server's `finish` event.
    get status() {
      return response.statusCode;
    },
  };
}

function stripBase(url: string, baseUrl: string): string | undefined {
  return url.startsWith(baseUrl) ? url.slice(baseUrl.length - 1) : undefined;
}

function notFound(folder: string, response: ServerResponse): void {
  const page = join(folder, '404.html');
  response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8' });
  response.end(existsSync(page) ? readFileSync(page) : 'Not found');
}

/** Listens on loopback, at any free port; gives the origin. */
export function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}

export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
