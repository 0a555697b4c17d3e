import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { scanHtml } from '../../html/scan-html.ts';
import { parseUrl } from '../../shared/paths.ts';
import type { ExternalOptions } from './external-check.ts';
import { type Failure, failureOf, timeoutFailure } from './failures.ts';
import { publicLookup } from './private-hosts.ts';

/** One GET request that does not follow redirects: some hosts answer HEAD otherwise, or not at all. */
export interface ExchangeRequest {
  readonly url: URL;
  /** The `Cookie` line; empty where there is none. */
  readonly cookies: string;
  /** True to read the ids of a page; otherwise the connection is closed after the headers. */
  readonly wantsIds: boolean;
}

/** Names are lower case; the first line of each name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** The result of a request. */
export type Exchange =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: Headers;
      /** The `Set-Cookie` lines. */
      readonly cookies: readonly string[];
      /** Fragment targets in the page; only if requested and the whole page was read. */
      readonly ids?: readonly string[];
    }
  | Failure;

/** Sends one request; never rejects. */
export type SendRequest = (request: ExchangeRequest) => Promise<Exchange>;

export interface Network {
  readonly send: SendRequest;
  /** Aborts all requests. */
  readonly close: () => Promise<void>;
}

export interface NetworkOptions extends Pick<ExternalOptions, 'allowPrivate' | 'timeoutMs'> {
  /** Environment variables, which may name proxies. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Replaces the system's DNS lookup. */
  readonly lookup?: LookupFunction;
  /** CA certificates in PEM, instead of Node's. */
  readonly ca?: string;
}

// Node tries the addresses of a name one after the other; its default limit of 250 ms is too short for slow networks.
const ADDRESS_ATTEMPT_MS = 2500;
/** The limit of browsers. */
const MAX_HEADER_BYTES = 256 * 1024;

/** Opens the network, through proxies if the environment names them. Each request has its own connection. */
export async function createNetwork(options: NetworkOptions): Promise<Network> {
  const { allowPrivate, timeoutMs, lookup = systemLookup, env } = options;
  const { EnvHttpProxyAgent } = await import('undici');
  const tls = options.ca === undefined ? {} : { ca: options.ca };
  // Returns the proxies for undici; empty values are ignored. Addresses without a scheme are common, as in curl.
  const read = (name: string): string => env[name.toLowerCase()] || env[name] || '';
  const proxy = (name: string): string => {
    const text = read(name) || read('ALL_PROXY');
    const url = text === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
    return parseUrl(url) !== undefined && /^https?:/i.test(url) ? url : '';
  };
  const [httpProxy, httpsProxy] = [proxy('HTTP_PROXY'), proxy('HTTPS_PROXY')];
  const proxies = { httpProxy, httpsProxy, noProxy: read('NO_PROXY') };
  const agent = new EnvHttpProxyAgent({
    ...proxies,
    // Many proxies allow tunnels to port 443 only.
    proxyTunnel: false,
    connect: {
      ...tls,
      timeout: timeoutMs / 2,
      lookup: allowPrivate ? lookup : publicLookup(lookup),
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    },
    requestTls: { ...tls, timeout: timeoutMs / 2 },
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const hasProxy = proxies.httpProxy !== '' || proxies.httpsProxy !== '';
  return {
    send: (request) => exchange(request, { agent, timeoutMs, hasProxy }),
    close: () => agent.destroy(),
  };
}

async function exchange(
  { url, cookies, wantsIds }: ExchangeRequest,
  means: { readonly agent: Dispatcher; readonly timeoutMs: number; readonly hasProxy: boolean },
): Promise<Exchange> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), means.timeoutMs);
  try {
    const response = await means.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { ...HEADERS, ...(cookies === '' ? {} : { cookie: cookies }) },
      signal: stop.signal,
    });
    timer.refresh();
    const { statusCode: status, body } = response;
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, line]) => [name, [line].flat()[0]]),
    );
    const setCookies = [response.headers['set-cookie'] ?? []].flat();
    const type = headers['content-type'] ?? 'text/html';
    const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
    const isPage = wantsIds && status >= 200 && status <= 299 && isHtml;
    const ids = isPage ? await readIds(body, headers) : undefined;
    body.on('error', () => {}).destroy();
    const content = ids === undefined ? {} : { ids };
    return { kind: 'response', status, headers, cookies: setCookies, ...content };
  } catch (error) {
    if (stop.signal.aborted) return timeoutFailure(url, means.timeoutMs);
    return failureOf(error, url, means.hasProxy);
  } finally {
    clearTimeout(timer);
  }
}

const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; docwright; link check)',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en,*;q=0.5',
  'accept-encoding': 'gzip',
};

/** Maximum size of a decompressed page; longer pages are not read. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** Reads ids, and names of `a`, from a page of any quality if possible. Never rejects. */
async function readIds(body: Readable, headers: Headers): Promise<readonly string[] | undefined> {
  const isPacked = /^(?:x-)?gzip$/i.test(headers['content-encoding'] ?? '');
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of isPacked ? pipeline(body, createGunzip(), () => {}) : body) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      length += chunk.length;
      if (length > PAGE_BYTES) return undefined;
    }
    const text = Buffer.concat(chunks).toString('utf8');
    // Ids in another character or content encoding cannot be compared.
    if (text.includes('\ufffd')) return undefined;
    const { ids, anchorNames } = scanHtml(text);
    return [...new Set([...ids, ...anchorNames])].filter((id) => id !== '');
  } catch {
    // Truncated, too slow, or badly compressed.
    return undefined;
  }
}
