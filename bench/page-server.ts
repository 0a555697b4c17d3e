import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** The response to one request. */
export interface Sent {
  readonly url: string;
  /** Size of the compressed body. */
  readonly bytes: number;
}

export interface PageServer {
  readonly origin: string;
  readonly sent: Sent[];
  readonly close: () => void;
}

/** Serves a built site on loopback with gzip, like a production host, and records its responses. */
export function startPageServer(folder: string): Promise<PageServer> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = findFile(folder, decodeURIComponent(url));
    const body = gzipSync(file === undefined ? 'not found' : readFileSync(file), { level: 9 });
    sent.push({ url, bytes: body.length });
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': TYPES[extname(file ?? '')] ?? 'application/octet-stream',
      'Content-Encoding': 'gzip',
      'Cache-Control': 'no-cache',
    });
    response.end(body);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ origin: `http://127.0.0.1:${port}`, sent, close: () => server.close() });
    });
  });
}

function findFile(folder: string, path: string): string | undefined {
  const candidates = [join(folder, path), join(folder, path, 'index.html')];
  return candidates.find((file) => existsSync(file) && statSync(file).isFile());
}
