import { STATUS_CODES } from 'node:http';
import type { ExternalOutcome, Missed } from './external-check.ts';
import type { Exchange } from './request.ts';

/** One redirect that was followed. */
export interface Hop {
  readonly status: number;
  readonly to: URL;
}

/** The redirects of an address, up to their end. */
export interface Chain {
  readonly hops: readonly Hop[];
  /** The last URL that was requested. */
  readonly url: URL;
  /** Its answer, or the reason why it was not followed further. */
  readonly end: Exchange | Missed;
}

/** Judges an address by the last answer of its redirects. */
export function verdict(chain: Chain): ExternalOutcome {
  const { end, hops, url } = chain;
  const where = hops.length === 0 ? {} : { finalUrl: withoutFragment(url) };
  const prefix = hops.length === 0 ? '' : `it redirects to ${withoutFragment(url)}: `;
  if (end.kind !== 'response') {
    const { kind, cause, reason, status } = end;
    // A redirect that is not followed has its own message.
    return status === undefined
      ? { kind, cause, reason: prefix + reason, ...where }
      : { kind, cause, reason, status, ...where };
  }
  if (end.status >= 200 && end.status <= 299) return reached(chain, end);
  const missed = refused(end);
  return { ...missed, reason: prefix + missed.reason, status: end.status, ...where };
}

type Response = Extract<Exchange, { kind: 'response' }>;

/** Answers that prove nothing: a person with a browser or an account may see more. */
const WALLS: ReadonlyMap<number, string> = new Map([
  [300, 'offers several addresses'],
  [304, 'says that nothing has changed'],
  [401, 'asks for a login'],
  [402, 'asks for a payment'],
  [403, 'refuses this program, or everybody'],
  [405, 'does not answer GET'],
  [406, 'refuses this program'],
  [407, 'is behind a proxy that asks for a login'],
  [451, 'is not shown here for legal reasons'],
  [999, 'refuses this program'],
]);

function refused({ status, headers }: Response): Missed {
  if (status === 429 || (status === 503 && headers['retry-after'] !== undefined)) {
    const reason = `HTTP ${status}, after all requested pauses`;
    return { kind: 'unverified', cause: 'rate-limit', reason };
  }
  const wall =
    headers['cf-mitigated'] === 'challenge' ? 'wants to see a browser' : WALLS.get(status);
  if (wall !== undefined) {
    return { kind: 'unverified', cause: 'bot-wall', reason: `HTTP ${status}: it ${wall}` };
  }
  const reason = `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return { kind: 'broken', cause: 'status', reason };
}

function reached(chain: Chain, { status, ids }: Response): ExternalOutcome {
  const { hops } = chain;
  const finalUrl = withoutFragment(chain.url);
  // A fragment in Location wins over the author's (URL of a redirect response; Fetch standard, 4.4).
  const isReplaced = hops.some(({ to }) => to.hash !== '');
  const result = { status, finalUrl, ...(ids === undefined || isReplaced ? {} : { ids }) };
  // After a temporary redirect, the address as written is right.
  const end = hops.findIndex((hop) => hop.status !== 301 && hop.status !== 308);
  const last = (end < 0 ? hops : hops.slice(0, end)).at(-1);
  if (last === undefined) return { kind: 'ok', ...result };
  const permanent = hops[0]?.status === 308 ? 308 : 301;
  return { kind: 'moved', permanent, movedTo: last.to.href, ...result };
}

/** Removes the fragment of a URL. */
export function withoutFragment(url: URL): string {
  return url.href.replace(/#.*$/s, '');
}

/**
 * Makes unknown host names unverified if there are several and no address was answered: some systems report every name
 * as unknown when there is no network.
 */
export function withoutOfflineErrors(
  outcomes: ReadonlyMap<string, ExternalOutcome>,
): ReadonlyMap<string, ExternalOutcome> {
  const unknown = [...outcomes].filter(([, end]) => 'cause' in end && end.cause === 'dns');
  const names = new Set(unknown.map(([url]) => new URL(url).hostname));
  const isReached = [...outcomes.values()].some(({ status }) => status !== undefined);
  if (names.size < 3 || isReached) return outcomes;
  const reason = 'no name could be looked up; is there a network?';
  const offline: ExternalOutcome = { kind: 'unverified', cause: 'network', reason };
  return new Map([...outcomes, ...unknown.map(([url]) => [url, offline] as const)]);
}
