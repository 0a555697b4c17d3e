import type { ExternalWorld } from '../../../src/links/external/check-external.ts';
import type { Failure } from '../../../src/links/external/failures.ts';
import type { Exchange, ExchangeRequest, Headers } from '../../../src/links/external/request.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

/** An answer of a made-up host. */
export interface Reply {
  /** 200 unless given. */
  readonly status?: number;
  readonly headers?: Headers;
  readonly setCookies?: readonly string[];
  readonly failure?: Failure;
  /** Until the answer; 100 unless given. */
  readonly takesMs?: number;
}

/** A request that a made-up host has got. */
export interface Sent {
  readonly url: string;
  readonly host: string;
  readonly cookies: string;
  /** Since the start. */
  readonly at: number;
  /** Requests of the host under way, this one included. */
  readonly inFlight: number;
  /** Requests of all hosts under way, this one included. */
  readonly allInFlight: number;
}

/** Hosts without a network, in time that costs nothing. */
export interface VirtualWorld extends ExternalWorld {
  readonly clock: VirtualClock;
  readonly sent: readonly Sent[];
  /** Since the start. */
  readonly elapsed: () => number;
}

/** `reply` gets the number of the request to this URL, from 1, and its time. */
export function createVirtualWorld(
  reply: (url: URL, request: { readonly nth: number; at: number }) => Reply,
): VirtualWorld {
  const clock = createVirtualClock();
  const start = clock.now();
  const sent: Sent[] = [];
  const underWay = new Map<string, number>();
  const counts = new Map<string, number>();
  const send = async ({ url, cookies }: ExchangeRequest): Promise<Exchange> => {
    const host = url.hostname;
    const inFlight = (underWay.get(host) ?? 0) + 1;
    underWay.set(host, inFlight);
    const allInFlight = [...underWay.values()].reduce((sum, count) => sum + count, 0);
    const at = clock.now() - start;
    sent.push({ url: url.href, host, cookies, at, inFlight, allInFlight });
    const nth = (counts.get(url.href) ?? 0) + 1;
    counts.set(url.href, nth);
    const answer = reply(url, { nth, at });
    await new Promise<void>((resolve) => clock.after(answer.takesMs ?? 100, resolve));
    underWay.set(host, (underWay.get(host) ?? 0) - 1);
    return exchangeOf(answer);
  };
  return { clock, send, sent, elapsed: () => clock.now() - start };
}

function exchangeOf({ failure, status = 200, headers = {}, setCookies = [] }: Reply): Exchange {
  return failure ?? { kind: 'response', status, headers, cookies: setCookies };
}
