/** An address to check, without fragment: absolute, `http:` or `https:`. */
export interface ExternalTarget {
  readonly url: string;
  /** True to return the ids of the page, to check fragments; this takes a GET. */
  readonly wantsIds: boolean;
}

/** An address that works. */
interface Reached {
  readonly status: number;
  /** The last redirect target; the address itself without redirects. */
  readonly finalUrl: string;
  /** All ids of the page; only if requested and the whole page was read. */
  readonly ids?: readonly string[];
}

/** An address that does not work, or that could not be verified. */
export interface Missed {
  readonly kind: 'broken' | 'unverified';
  readonly cause: Cause;
  /** A part of a sentence, without a full stop. */
  readonly reason: string;
  readonly status?: number;
  readonly finalUrl?: string;
}

export type Cause =
  | 'dns'
  | 'tls'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'status'
  | 'redirect'
  | 'private'
  | 'bot-wall'
  | 'rate-limit'
  | 'network'
  | 'silent-host';

/** The outcome for an external address. */
export type ExternalOutcome =
  | ({ readonly kind: 'ok' } & Reached)
  | ({
      readonly kind: 'moved';
      /** The status of the first redirect. */
      readonly permanent: 301 | 308;
      /**
       * The target of the leading permanent redirects. It has a fragment only if a `Location` gave one; otherwise the
       * author's fragment stays.
       */
      readonly movedTo: string;
    } & Reached)
  | Missed;

export interface ExternalOptions {
  /** Maximum number of concurrent requests in total; at least 1. */
  readonly concurrency: number;
  /** Maximum number of concurrent requests to one host name; at least 1. */
  readonly perHost: number;
  /** Minimum time between the starts of two requests to one host name. */
  readonly intervalMs: number;
  /** Time for the headers of an answer, and again for its content. Connections get half of it. */
  readonly timeoutMs: number;
  /** Number of retries for timeouts, resets, 5xx answers and refusals (429). */
  readonly retries: number;
  /** Maximum total of the pauses that a host may request (429, 503); then its other addresses are unverified. */
  readonly maxWaitMs: number;
  /** The first pause before a retry; it doubles each time. */
  readonly backoffMs: number;
  /** Also request private, loopback and link-local hosts. */
  readonly allowPrivate: boolean;
  /** Aborts the check; the result holds the outcomes known by then. */
  readonly signal?: AbortSignal;
}

export const DEFAULT_EXTERNAL_OPTIONS: ExternalOptions = {
  concurrency: 32,
  perHost: 2,
  intervalMs: 100,
  timeoutMs: 10_000,
  retries: 2,
  maxWaitMs: 60_000,
  backoffMs: 1000,
  allowPrivate: false,
};
