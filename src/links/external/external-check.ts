/** An address to check, without fragment: absolute, `http:` or `https:`. */
export interface ExternalTarget {
  readonly url: string;
  /** Whether the ids of the page are wanted, to check fragments; this takes a GET. */
  readonly wantsIds: boolean;
}

/** An address that works. */
interface Reached {
  readonly status: number;
  /** The end of the redirects; the address itself where there were none. */
  readonly finalUrl: string;
  /** All ids of the page; only where they were wanted and the whole page was read. */
  readonly ids?: readonly string[];
}

/** An address that does not work, or where nothing is known about that. */
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

/** The result for an external address. */
export type ExternalOutcome =
  | ({ readonly kind: 'ok' } & Reached)
  | ({
      readonly kind: 'moved';
      /** The status of the first redirect. */
      readonly permanent: 301 | 308;
      /**
       * Where the permanent redirects at the beginning lead. It has a fragment only where a `Location` gave one;
       * otherwise the author's own fragment stays.
       */
      readonly movedTo: string;
    } & Reached)
  | Missed;

export interface ExternalOptions {
  /** Requests in flight, all hosts together; at least 1. */
  readonly concurrency: number;
  /** Requests in flight to one host name; at least 1. */
  readonly perHost: number;
  /** Time between the starts of two requests to one host name. */
  readonly intervalMs: number;
  /** For the beginning of an answer, and again for its content. A HEAD and a connection get half of it. */
  readonly timeoutMs: number;
  /** Tries after the first one, for timeouts, resets, answers of the class 5xx and refusals (429). */
  readonly retries: number;
  /** All the time that one host may ask to wait (429, 503), after which the rest of its addresses is unverified. */
  readonly maxWaitMs: number;
  /** The first pause before another try; it doubles. */
  readonly backoffMs: number;
  /** Ask private, loopback and link-local hosts too. */
  readonly allowPrivate: boolean;
  /** Ends everything at once; the result holds the addresses that are known by then. */
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
