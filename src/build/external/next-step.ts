import type { Exchange } from './attempt.ts';
import type { Failure } from './failures.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Method } from './types.ts';

/** What follows an exchange. */
export type NextStep =
  | { readonly kind: 'done' }
  /** Not answered well, which servers do to HEAD. */
  | { readonly kind: 'ask with GET' }
  | { readonly kind: 'try again' }
  /** The host asks for a pause; `waitMs` where it says how long. */
  | { readonly kind: 'wait'; readonly waitMs: number | undefined };

/** Statuses that servers give to a HEAD where a GET works. */
const HEAD_REFUSED: ReadonlySet<number> = new Set([400, 403, 404, 405, 406, 501]);

/** Judges one exchange by itself, without regard to how often it was tried. */
export function nextStep(exchange: Exchange, method: Method, now: number): NextStep {
  if (exchange.kind === 'failed') return afterFailure(exchange.failure, method);
  const { status, headers } = exchange;
  const waitMs = retryAfterMs(headers['retry-after'], now);
  if (status === 429 || (status === 503 && waitMs !== undefined)) return { kind: 'wait', waitMs };
  const isServersFault = status >= 500 && status <= 599;
  if (method === 'HEAD') {
    const isLost = isRedirect(status) && headers.location === undefined;
    const refused = HEAD_REFUSED.has(status) || isServersFault || isLost;
    return refused ? { kind: 'ask with GET' } : { kind: 'done' };
  }
  return isServersFault || status === 408 ? { kind: 'try again' } : { kind: 'done' };
}

/** Statuses whose `Location` is followed (RFC 9110, 15.4). */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function afterFailure(failure: Failure, method: Method): NextStep {
  // Without a connection it was not the method.
  const mayBeMethod = ['timeout', 'reset', 'protocol'].includes(failure.cause) && !failure.ofOrigin;
  if (method === 'HEAD' && mayBeMethod) return { kind: 'ask with GET' };
  return failure.again ? { kind: 'try again' } : { kind: 'done' };
}
