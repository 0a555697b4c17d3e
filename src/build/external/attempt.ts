import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import type { PageBody } from './body.ts';
import { type Failure, failureOf, proxyFailure, timeoutFailure } from './failures.ts';
import type { Method } from './types.ts';

/** One request to be sent. */
export interface ExchangeRequest {
  readonly url: URL;
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  /** For the beginning of the answer, and again for its content. */
  readonly timeoutMs: number;
  /** Bytes of the decoded content that are read; 0 where the content does not matter. */
  readonly bodyLimit: number;
  readonly signal: AbortSignal;
}

/** What became of a request. */
export type Exchange =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** Names in lower case. */
      readonly headers: IncomingHttpHeaders;
      readonly body?: PageBody;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** How far an exchange has come; `connecting` and `waiting` are about the host itself. */
export type Stage = 'proxy' | 'connecting' | 'waiting' | 'answered';

/** One exchange under way: whatever happens first settles it, and takes down the rest. */
export interface Attempt {
  readonly reach: (stage: Stage) => void;
  /** Settles with the failure that an error means at this stage; once there is an answer, it is no failure. */
  readonly fail: (error: unknown) => void;
  readonly settle: (exchange: Exchange) => void;
  /** Takes a request that is to be taken down in the end. */
  readonly hold: (request: ClientRequest) => void;
}

/** Starts the time of an exchange, which goes through `proxy` where there is one. */
export function createAttempt(
  { url, timeoutMs, signal }: ExchangeRequest,
  proxy: URL | undefined,
  resolve: (exchange: Exchange) => void,
): Attempt {
  const held: ClientRequest[] = [];
  let settled = false;
  let stage: Stage = proxy === undefined ? 'connecting' : 'proxy';
  const settle = (exchange: Exchange): void => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    for (const request of held) request.destroy();
    resolve(exchange);
  };
  const failWith = (failure: () => Failure): void => {
    if (stage === 'answered') return;
    const isProxy = stage === 'proxy' && proxy !== undefined;
    settle({ kind: 'failed', failure: isProxy ? proxyFailure(proxy) : failure() });
  };
  const fail = (error: unknown): void => failWith(() => failureOf(error, url, stage === 'waiting'));
  const abort = (): void =>
    settle({ kind: 'failed', failure: failureOf(signal.reason, url, true) });
  const timer = setTimeout(
    () => failWith(() => timeoutFailure(url, stage === 'waiting', timeoutMs)),
    timeoutMs,
  );
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return {
    reach: (next) => {
      stage = next;
    },
    fail,
    settle,
    hold(request) {
      // Stays for good: a request that has been destroyed may still report an error.
      request.on('error', fail);
      held.push(request);
      if (settled) request.destroy();
    },
  };
}
