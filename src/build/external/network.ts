import { lookup as systemLookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Attempt, createAttempt, type Exchange, type ExchangeRequest } from './attempt.ts';
import { readBody } from './body.ts';
import { type ProxyRules, proxyFor } from './proxy.ts';
import { publicLookup } from './public-lookup.ts';
import { openTunnel, proxyHeaders } from './tunnel.ts';

/** Sends one request and gives its answer; never rejects. */
export type SendRequest = (request: ExchangeRequest) => Promise<Exchange>;

export interface Network {
  readonly allowPrivate: boolean;
  readonly proxy: ProxyRules;
  /** Instead of the system's look-up of names. */
  readonly lookup?: LookupFunction;
  /** Certificates of authorities in PEM, instead of Node's. */
  readonly ca?: string;
}

// Node tries the addresses of a name one after the other; its own limit of 250 ms fails on slow lines.
const ADDRESS_ATTEMPT_MS = 2500;
/** As much as browsers take. */
const MAX_HEADER_BYTES = 256 * 1024;

interface Means extends Network {
  readonly lookup: LookupFunction;
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/** Sends requests over the network, each over a connection of its own that is closed once the answer is known. */
export function createNetwork(network: Network): SendRequest {
  const connection = { keepAlive: false, autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS };
  const means: Means = {
    ...network,
    lookup: publicLookup(network.lookup ?? systemLookup, network.allowPrivate),
    http: new http.Agent(connection),
    // Keeps TLS sessions, which makes the next connection to the same host cheap.
    https: new https.Agent({ ...connection, maxCachedSessions: 200 }),
  };
  return (request) =>
    new Promise((resolve) => {
      const proxy = proxyFor(request.url, network.proxy);
      const attempt = createAttempt(request, proxy, resolve);
      try {
        open(request, { means, proxy }, attempt);
      } catch (error) {
        // Node refuses some header values and paths before anything is sent.
        attempt.fail(error);
      }
    });
}

function open(
  request: ExchangeRequest,
  { means, proxy }: { means: Means; proxy: URL | undefined },
  attempt: Attempt,
): void {
  const { url } = request;
  if (proxy === undefined) return send(request, directOptions(request, means), attempt);
  if (url.protocol === 'http:') return send(request, forwardOptions(request, proxy), attempt);
  openTunnel({ url, proxy, ca: means.ca }, attempt, (createConnection) =>
    send(request, { ...commonOptions(request), createConnection }, attempt),
  );
}

function send(request: ExchangeRequest, options: https.RequestOptions, attempt: Attempt): void {
  const isSecure = options.protocol === 'https:';
  const sent = (isSecure ? https : http).request(options);
  attempt.hold(sent);
  sent.on('socket', (socket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', () => attempt.reach('waiting'));
  });
  sent.on('response', (response) => void receive(request, response, attempt));
  // 101 Switching Protocols, which nobody asked for.
  sent.on('upgrade', ({ headers }) => attempt.settle({ kind: 'response', status: 101, headers }));
  sent.end();
}

async function receive(
  { method, bodyLimit, timeoutMs }: ExchangeRequest,
  response: http.IncomingMessage,
  attempt: Attempt,
): Promise<void> {
  attempt.reach('answered');
  response.on('error', () => {});
  const { statusCode: status = 0, headers } = response;
  const isPage = status >= 200 && status <= 299 && isHtml(headers);
  if (method === 'HEAD' || bodyLimit === 0 || !isPage) {
    return attempt.settle({ kind: 'response', status, headers });
  }
  const timer = setTimeout(() => response.destroy(), timeoutMs);
  const body = await readBody(response, bodyLimit);
  clearTimeout(timer);
  attempt.settle({ kind: 'response', status, headers, body });
}

function isHtml(headers: http.IncomingHttpHeaders): boolean {
  const type = headers['content-type'] ?? 'text/html';
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
}

function commonOptions({ url, method, headers }: ExchangeRequest): https.RequestOptions {
  return {
    method,
    headers,
    ...placeOf(url),
    path: url.pathname + url.search,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Browsers read headers that the strict parser refuses.
    insecureHTTPParser: true,
  };
}

function placeOf(url: URL): https.RequestOptions {
  return {
    protocol: url.protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port === '' ? {} : { port: url.port }),
  };
}

function directOptions(request: ExchangeRequest, means: Means): https.RequestOptions {
  return {
    ...commonOptions(request),
    agent: request.url.protocol === 'https:' ? means.https : means.http,
    lookup: means.lookup,
    ...(means.ca === undefined ? {} : { ca: means.ca }),
  };
}

/** A plain request through a proxy: the whole address stands where the path would be (RFC 9112, 3.2.2). */
function forwardOptions(request: ExchangeRequest, proxy: URL): https.RequestOptions {
  const { url, headers } = request;
  return {
    ...commonOptions(request),
    ...placeOf(proxy),
    path: url.origin + url.pathname + url.search,
    headers: { ...headers, host: url.host, ...proxyHeaders(proxy) },
    agent: false,
  };
}
