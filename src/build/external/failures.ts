import type { BrokenCause, UnverifiedCause } from './types.ts';

/** Why a request has no answer. */
export type Failure = {
  readonly reason: string;
  /** True where another try may end better. */
  readonly again: boolean;
  /** True where it would fail for each address of the origin. */
  readonly ofOrigin: boolean;
} & (
  | { readonly verdict: 'broken'; readonly cause: BrokenCause }
  | { readonly verdict: 'unverified'; readonly cause: UnverifiedCause }
);

/** The code of the error that a look-up gives where a name leads to private addresses only. */
export const PRIVATE_ADDRESS = 'EPRIVATE';

/** Puts an error of a socket, of TLS or of the HTTP parser into words; `connected` once the host can be talked to. */
export function failureOf(error: unknown, url: URL, connected: boolean): Failure {
  const code = errorCode(error);
  const host = url.hostname;
  return (
    (connected ? undefined : handshakeFailure(code, url)) ??
    nameFailure(code, host) ??
    connectionFailure(code, url) ??
    certificateFailure(code, host) ??
    (/^(?:ERR_SSL|ERR_TLS|EPROTO|CERT_|CRL_)/.test(code)
      ? broken('tls', `no secure connection to ${host}: ${code}`, { ofOrigin: true })
      : code.startsWith('HPE_')
        ? broken('protocol', `${host} does not answer in HTTP (${code})`, {})
        : broken('reset', `the connection to ${host} failed${code && `: ${code}`}`, {
            again: true,
          }))
  );
}

/** No connection, or no beginning of an answer, in time. */
export function timeoutFailure(url: URL, connected: boolean, timeoutMs: number): Failure {
  const seconds = `${timeoutMs / 1000} s`;
  return connected
    ? broken('timeout', `${url.hostname} did not answer within ${seconds}`, { again: true })
    : broken('timeout', `no connection to ${url.host} within ${seconds}`, {
        again: true,
        ofOrigin: true,
      });
}

/** A private, loopback or link-local host, which is asked only if the options say so. */
export function privateFailure(host: string): Failure {
  return unverified('private', `${host} is a private address and was not asked`, {
    ofOrigin: true,
  });
}

/** The proxy itself gives no connection, which says nothing about the host. */
export function proxyFailure(proxy: URL): Failure {
  return unverified('network', `the proxy ${proxy.host} cannot be reached`, { again: true });
}

/** The proxy's answer to the wish for a tunnel, other than a tunnel. */
export function tunnelFailure(url: URL, proxy: URL, status: number): Failure {
  return status >= 502 && status <= 504
    ? broken('unreachable', `the proxy finds no way to ${url.hostname} (HTTP ${status})`, {
        again: true,
        ofOrigin: true,
      })
    : unverified(
        'network',
        `the proxy ${proxy.host} refuses a way to ${url.hostname} (HTTP ${status})`,
        {
          ofOrigin: true,
        },
      );
}

function nameFailure(code: string, host: string): Failure | undefined {
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
    case 'EAI_NONAME':
    case 'EAI_NODATA':
      return broken('dns', `the name ${host} does not exist (DNS)`, { ofOrigin: true });
    case 'EAI_AGAIN':
    case 'ESERVFAIL':
    case 'ETIMEOUT':
    case 'EAI_FAIL':
      return unverified('network', `the name server did not answer for ${host}`, {
        again: true,
        ofOrigin: true,
      });
    case PRIVATE_ADDRESS:
      return privateFailure(host);
    default:
      return undefined;
  }
}

function connectionFailure(code: string, { host, hostname }: URL): Failure | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return broken('refused', `${host} refuses the connection`, { ofOrigin: true });
    case 'EHOSTUNREACH':
    case 'EADDRNOTAVAIL':
      return broken('unreachable', `no way leads to ${hostname}`, { again: true, ofOrigin: true });
    // A machine without IPv6 cannot reach a host that has nothing else; readers can.
    case 'ENETUNREACH':
    case 'ENETDOWN':
      return unverified('network', `this machine's network has no way to ${hostname}`, {
        ofOrigin: true,
      });
    case 'ETIMEDOUT':
      return broken('timeout', `no connection to ${host} in time`, { again: true, ofOrigin: true });
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return broken('reset', `${hostname} closed the connection without an answer`, {
        again: true,
      });
    default:
      return undefined;
  }
}

function handshakeFailure(code: string, { protocol, hostname }: URL): Failure | undefined {
  if (protocol !== 'https:' || !['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(code)) {
    return undefined;
  }
  const reason = `${hostname} closed the connection before it was secure (TLS)`;
  return broken('tls', reason, { again: true, ofOrigin: true });
}

function certificateFailure(code: string, host: string): Failure | undefined {
  const wrong = (words: string): Failure =>
    broken('tls', `the certificate of ${host} ${words}`, { ofOrigin: true });
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return wrong('has expired');
    case 'CERT_NOT_YET_VALID':
      return wrong('is not valid yet');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return wrong('is self-signed');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return wrong('is for another name');
    case 'CERT_REVOKED':
      return wrong('has been revoked');
    // Browsers fetch missing certificates of the chain, and a company's own authority is in their store.
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return unverified(
        'certificate-chain',
        `the certificate of ${host} leads to an authority that is not known here; NODE_EXTRA_CA_CERTS adds one`,
        { ofOrigin: true },
      );
    default:
      return undefined;
  }
}

interface Traits {
  readonly again?: boolean;
  readonly ofOrigin?: boolean;
}

function broken(
  cause: BrokenCause,
  reason: string,
  { again = false, ofOrigin = false }: Traits,
): Failure {
  return { verdict: 'broken', cause, reason, again, ofOrigin };
}

function unverified(
  cause: UnverifiedCause,
  reason: string,
  { again = false, ofOrigin = false }: Traits,
): Failure {
  return { verdict: 'unverified', cause, reason, again, ofOrigin };
}

/** The code of an error; of an attempt at several addresses the one that says most. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const codes = error instanceof AggregateError ? error.errors.map(errorCode) : [];
  const telling = codes.find((code) => code !== '' && code !== 'ENETUNREACH') ?? codes[0];
  if (telling !== undefined) return telling;
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
