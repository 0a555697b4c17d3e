import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { lookup } from 'mrmime';

/** The response to one request. */
export interface Sent {
  readonly url: string;
  readonly kind: 'html' | 'css' | 'script' | 'other';
  /** Size of the body as sent. */
  readonly bytes: number;
  /** Requested in advance, by a hint of the page or as a document of another page. */
  readonly isAhead: boolean;
}

export interface PageServer {
  readonly origin: string;
  /** Cleared by who reads it. */
  readonly sent: Sent[];
  readonly close: () => void;
}

/** As servers compress by default. */
const LEVEL = 6;
const COMPRESSED = /^text\/|javascript|json|xml|svg|wasm/;
/** Names with a hash of docwright, Vite and Astro. */
const HASHED = /[-.][\w-]{8,}\.(?:js|css|woff2?)$/;

interface Prepared {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Serves a built site on loopback with gzip and ETags, like a production host, and records its responses. */
export function startPageServer(folder: string): Promise<PageServer> {
  const sent: Sent[] = [];
  const prepared = new Map<string, Prepared>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost').pathname;
    const found = findFile(folder, decodeURIComponent(url));
    const file = found ?? join(folder, '404.html');
    const { body, headers } = prepared.get(file) ?? prepare(file);
    prepared.set(file, { body, headers });
    const isKnown = request.headers['if-none-match'] === headers['ETag'];
    const bytes = isKnown ? 0 : body.length;
    sent.push({ url, kind: kindOf(file), bytes, isAhead: isAhead(request.headers) });
    response.writeHead(isKnown ? 304 : found === undefined ? 404 : 200, headers);
    response.end(isKnown ? undefined : body);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const close = (): void => {
        server.close();
        server.closeAllConnections();
      };
      resolve({ origin: `http://127.0.0.1:${port}`, sent, close });
    });
  });
}

function prepare(file: string): Prepared {
  const content = existsSync(file) ? readFileSync(file) : Buffer.from('not found');
  const type = lookup(file) ?? 'application/octet-stream';
  const isCompressed = COMPRESSED.test(type);
  return {
    body: isCompressed ? gzipSync(content, { level: LEVEL }) : content,
    headers: {
      'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      'Cache-Control': HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: `"${createHash('sha1').update(content).digest('base64url')}"`,
      ...(isCompressed ? { 'Content-Encoding': 'gzip' } : {}),
    },
  };
}

function kindOf(file: string): Sent['kind'] {
  switch (extname(file)) {
    case '.html':
      return 'html';
    case '.css':
      return 'css';
    case '.js':
    case '.mjs':
      return 'script';
    default:
      return 'other';
  }
}

function isAhead(headers: IncomingHttpHeaders): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`;
  const isDocument = headers['sec-fetch-dest'] === 'document';
  return purpose.includes('prefetch') || (!isDocument && /text\/html/.test(headers.accept ?? ''));
}

function findFile(folder: string, path: string): string | undefined {
  const candidates = [path, `${path}.html`, join(path, 'index.html')];
  return candidates
    .map((name) => join(folder, name))
    .find((file) => existsSync(file) && statSync(file).isFile());
}
