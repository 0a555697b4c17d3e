import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import * as tls from 'node:tls';
import type { Attempt } from './attempt.ts';
import { tunnelFailure } from './failures.ts';
import { portOf, proxyAuthorization } from './proxy.ts';

/** What a proxy wants to be told. */
export function proxyHeaders(proxy: URL): Readonly<Record<string, string>> {
  const authorization = proxyAuthorization(proxy);
  return authorization === undefined ? {} : { 'proxy-authorization': authorization };
}

interface TunnelWish {
  readonly url: URL;
  readonly proxy: URL;
  readonly ca: string | undefined;
}

/** Asks a proxy for a tunnel to an `https:` address (CONNECT; RFC 9110, 9.3.6); calls `use` with the way through it. */
export function openTunnel(
  { url, proxy, ca }: TunnelWish,
  attempt: Attempt,
  use: (createConnection: () => Duplex) => void,
): void {
  const authority = `${url.hostname}:${portOf(url)}`;
  const request = (proxy.protocol === 'https:' ? https : http).request({
    method: 'CONNECT',
    host: bare(proxy.hostname),
    port: portOf(proxy),
    path: authority,
    headers: { host: authority, ...proxyHeaders(proxy) },
    agent: false,
  });
  attempt.hold(request);
  request.on('socket', (socket) => socket.once('connect', () => attempt.reach('connecting')));
  request.on('connect', ({ statusCode = 0 }, socket) => {
    socket.on('error', attempt.fail);
    if (statusCode >= 200 && statusCode <= 299) {
      return use(() =>
        tls.connect({ socket, ...identity(url), ...(ca === undefined ? {} : { ca }) }),
      );
    }
    socket.destroy();
    attempt.settle({ kind: 'failed', failure: tunnelFailure(url, proxy, statusCode) });
  });
  request.end();
}

/** The name that the certificate must be for; addresses are not sent as names (RFC 6066, 3). */
function identity({ hostname }: URL): tls.ConnectionOptions {
  const host = bare(hostname);
  return isIP(host) === 0 ? { host, servername: host } : { host };
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
