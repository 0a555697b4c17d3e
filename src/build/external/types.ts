import type { StatusRange } from './status-ranges.ts';

/** An address to ask for, without fragment, and the fragments that pages of the site use with it. */
export interface ExternalTarget {
  /** Absolute, `http:` or `https:`. */
  readonly url: string;
  /** As written, without `#`. */
  readonly fragments: readonly string[];
}

export type Method = 'HEAD' | 'GET';

/** What an address that works has answered in the end. */
interface Reached {
  readonly status: number;
  /** Where the redirects ended; the address itself where there were none. */
  readonly finalUrl: string;
  /** The request that was answered last; HEAD says nothing about fragments and titles. */
  readonly method: Method;
  /**
   * Fragments that the page lacks, of all that the targets of this address have; only with `anchors`, and only where
   * the whole page was read.
   */
  readonly missing: readonly string[];
  /** True where a page answers with success and has the title of an error page; known with GET only. */
  readonly soft404: boolean;
  /** Redirects from one scheme to the other. */
  readonly schemes?: SchemeChange;
  /** The ids of the page, for the cache; only with `anchors`. */
  readonly ids?: readonly string[];
}

export type SchemeChange = 'http to https' | 'https to http';

export type BrokenCause =
  | 'dns'
  | 'tls'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'status'
  | 'redirect'
  | 'address';

export type UnverifiedCause =
  | 'private'
  | 'bot-wall'
  | 'rate-limit'
  | 'network'
  | 'certificate-chain'
  | 'silent-host'
  | 'scheme'
  | 'grace';

/** What became of an external address. Reasons are parts of a sentence, without a full stop. */
export type ExternalOutcome =
  | ({ readonly kind: 'ok' } & Reached)
  | ({
      readonly kind: 'moved';
      /** The status of the first redirect. */
      readonly permanent: 301 | 308;
      /**
       * What to write instead: where the permanent redirects at the beginning lead. It has a fragment only where a
       * `Location` gave one; otherwise the author's own fragment stays.
       */
      readonly movedTo: string;
    } & Reached)
  | {
      readonly kind: 'broken';
      readonly cause: BrokenCause;
      readonly reason: string;
      readonly status?: number;
      readonly finalUrl?: string;
    }
  | {
      readonly kind: 'unverified';
      readonly cause: UnverifiedCause;
      readonly reason: string;
      readonly status?: number;
      readonly finalUrl?: string;
    };

export interface ExternalProgress {
  readonly done: number;
  readonly total: number;
  readonly url: string;
}

export interface ExternalOptions {
  /** Requests in flight, all hosts together; at least 1. */
  readonly concurrency: number;
  /** Requests in flight to one host name; at least 1. */
  readonly perHost: number;
  /** Time between the starts of two requests to one host name. */
  readonly intervalMs: number;
  /** For the beginning of an answer, and again for its content. A HEAD gets half of it. */
  readonly timeoutMs: number;
  /** Tries after the first one, for timeouts, resets, answers of the class 5xx and refusals (429). */
  readonly retries: number;
  /** All the time that one host may ask to wait (429, 503), after which the rest of its addresses is unverified. */
  readonly maxWaitMs: number;
  /** The first pause before another try; it doubles. */
  readonly backoffMs: number;
  /** `auto` asks with HEAD, and with GET where HEAD is not answered well or a fragment is to be checked. */
  readonly method: 'auto' | 'get';
  /** Final statuses that count as working. */
  readonly accept: readonly StatusRange[];
  /** Header lines that are sent to certain hosts only, over redirects too. */
  readonly headers: readonly HostHeader[];
  /** Ask private, loopback and link-local hosts too. */
  readonly allowPrivate: boolean;
  /** Check fragments; asks with GET where there are any. */
  readonly anchors: boolean;
  readonly userAgent: string;
  /** Ends everything at once; what is known by then is the result. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExternalProgress) => void;
}

export interface HostHeader {
  /** A host name, or `*.` and a domain for its subdomains. Lower case. */
  readonly host: string;
  readonly name: string;
  readonly value: string;
}

export const DEFAULT_EXTERNAL_OPTIONS: ExternalOptions = {
  concurrency: 32,
  perHost: 2,
  intervalMs: 100,
  timeoutMs: 10_000,
  retries: 2,
  maxWaitMs: 60_000,
  backoffMs: 1000,
  method: 'auto',
  accept: [{ from: 200, to: 299 }],
  headers: [],
  allowPrivate: false,
  anchors: false,
  userAgent: 'Mozilla/5.0 (compatible; docwright; link check)',
};
