import type { Cause, Missed } from './external-check.ts';
import { PRIVATE_ADDRESS } from './private-hosts.ts';

/** A request without an answer. */
export interface Failure extends Missed {
  readonly scope: Scope;
}

/** `once`: a retry may succeed; `dead`: every address of the origin fails; `down`: both; `final`: neither. */
type Scope = 'once' | 'dead' | 'down' | 'final';

/** No answer in time. */
export function timeoutFailure({ hostname }: URL, timeoutMs: number): Failure {
  const reason = `${hostname} did not answer within ${timeoutMs / 1000} s`;
  return { kind: 'broken', cause: 'timeout', reason, scope: 'once' };
}

/** A private, loopback or link-local host, which is requested only with an option. */
export function privateFailure({ hostname }: URL): Failure {
  const reason = `${hostname} is a private address and was not asked`;
  return { kind: 'unverified', cause: 'private', reason, scope: 'dead' };
}

/** Describes an error of DNS, a socket, TLS, the HTTP parser or undici. */
export function failureOf(error: unknown, url: URL, hasProxy: boolean): Failure {
  const code = codeOf(error);
  if (code === PRIVATE_ADDRESS) return privateFailure(url);
  const text = `${code} ${error instanceof Error ? error.message : ''}`;
  const [, kind, cause, scope, words] = ROWS.find(([pattern]) => pattern.test(text)) ?? OTHER;
  // The name or port may be the proxy's, which says nothing about the host.
  if (hasProxy && /^(?:dns|refused|timeout)$/.test(cause)) {
    const reason = `the proxy gives no connection to ${url.host}`;
    return { kind: 'unverified', cause: 'network', reason, scope };
  }
  const reason = words
    .replace('HOST', url.hostname)
    .replace('ADDRESS', url.host)
    .replace('CODE', text.trim());
  return { kind, cause, reason, scope };
}

type Row = readonly [RegExp, Missed['kind'], Cause, Scope, words: string];

const TLS = ['broken', 'tls', 'dead'] as const;
const NETWORK = ['unverified', 'network'] as const;

const OTHER: Row = [/^/, 'broken', 'reset', 'once', 'the connection to HOST failed: CODE'];

/** Classifies an error by its code, then its message. */
const ROWS: readonly Row[] = [
  [/^(?:ENOTFOUND|ENODATA) /, 'broken', 'dns', 'dead', 'the name HOST does not exist (DNS)'],
  [/^(?:EAI_|ESERV|ETIMEOUT)/, ...NETWORK, 'down', 'the name server did not answer for HOST'],
  [/^ECONNREFUSED /, 'broken', 'refused', 'dead', 'ADDRESS refuses the connection'],
  [/^(?:EHOSTUN|EADDRNOT)/, 'broken', 'unreachable', 'down', 'no way leads to HOST'],
  // A machine without IPv6 cannot reach an IPv6-only host; readers can.
  [/^(?:ENETUN|ENETDOWN)/, ...NETWORK, 'dead', "this machine's network has no way to HOST"],
  [/^(?:ETIMEDOUT|\w+_CONNECT_TIMEOUT) /, 'broken', 'timeout', 'down', 'no connection to ADDRESS'],
  [/before secure TLS/, 'broken', 'tls', 'down', 'HOST closed the connection before it was secure'],
  [/^(?:ECONN|EPIPE|\w+_SOCKET )/, 'broken', 'reset', 'once', 'HOST closed the connection'],
  // The message of undici when a proxy refuses a tunnel.
  [/Proxy response \(50[234]\)/, 'broken', 'unreachable', 'down', 'the proxy finds no way to HOST'],
  [/Proxy (?:response|Authentication)/, ...NETWORK, 'dead', 'the proxy refuses a way to HOST'],
  [/^CERT_HAS_EXPIRED /, ...TLS, 'the certificate of HOST has expired'],
  [/^DEPTH_ZERO_SELF_SIGNED/, ...TLS, 'the certificate of HOST is self-signed'],
  [/ALTNAME_INVALID /, ...TLS, 'the certificate of HOST is for another name'],
  // Browsers fetch missing intermediate certificates, and trust a company's own authority.
  [
    /^(?:UNABLE_TO_(?:VERIFY_LEAF|GET_ISSUER)|SELF_SIGNED_CERT_IN_CHAIN)/,
    'unverified',
    'tls',
    'dead',
    'the certificate of HOST leads to an authority that is not known here; NODE_EXTRA_CA_CERTS adds one',
  ],
  [/^(?:ERR_SSL|ERR_TLS|EPROTO|CERT_|CRL_)/, ...TLS, 'no secure connection to HOST: CODE'],
  [
    /^(?:HPE_|HTTPParser|\w+_HEADERS_OVER)/,
    'broken',
    'protocol',
    'final',
    'HOST does not answer in HTTP: CODE',
  ],
];

/** The code of an error, or its name; of an attempt at several addresses, the most specific one. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const codes = error instanceof AggregateError ? error.errors.map(codeOf) : [];
  const telling = codes.find((code) => code !== 'ENETUNREACH') ?? codes[0];
  if (telling !== undefined) return telling;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
