import type { ExternalOptions } from './external-check.ts';

/** A source of time. */
export interface Clock {
  /** Milliseconds since 1970; never goes back. */
  readonly now: () => number;
  /** Calls back once after that many milliseconds; the result cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The system clock at process start, so that changing it has no effect. */
export const MACHINE_CLOCK: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.ceil(ms));
    return () => clearTimeout(timer);
  },
};

/** A slot for one request, to be released exactly once. */
export interface Turn {
  /** Releases the slot; if the host requests a pause, its next request starts after it. */
  readonly end: (pauseMs?: number) => void;
  /** Releases the slot of a request that was not sent. */
  readonly giveBack: () => void;
}

/** Starts requests within the limits of their host and of the run. */
export interface Pacing {
  /** Waits for a slot; undefined if the host requests longer pauses than allowed. */
  readonly enter: (host: string, wish: Wish) => Promise<Turn | undefined>;
  /** Starts no more requests; waiting callers keep waiting, without a timer. */
  readonly stop: () => void;
}

interface Wish {
  readonly notBefore: number;
  /** True for a repeated request; it goes before others, so that its facts help them. */
  readonly isRepeated: boolean;
}

type Limits = Pick<ExternalOptions, 'concurrency' | 'perHost' | 'intervalMs' | 'maxWaitMs'>;

interface Host {
  readonly waiting: { readonly notBefore: number; readonly start: (turn?: Turn) => void }[];
  inFlight: number;
  /** When the next request may start. */
  nextAt: number;
  /** Total of all pauses that the host has requested, in milliseconds. */
  pausedMs: number;
}

export function createPacing(limits: Limits, clock: Clock): Pacing {
  const hosts = new Map<string, Host>();
  let inFlight = 0;
  let stopped = false;
  let isDue = false;
  let cancelTimer = (): void => {};
  const startNext = (): void => {
    isDue = false;
    cancelTimer();
    if (stopped || inFlight >= limits.concurrency) return;
    const now = clock.now();
    const { host, at } = nextHost(hosts.values(), limits, now);
    if (host === undefined) {
      cancelTimer = at === Infinity ? () => {} : clock.after(at - now, startNext);
      return;
    }
    start(host, now);
    // One at a time: each request is sent before the clock is read for the next one.
    startSoon();
  };
  // Thousands of requests may wait at once.
  const startSoon = (): void => {
    if (!isDue) queueMicrotask(startNext);
    isDue = true;
  };
  const start = (host: Host, now: number): void => {
    const index = host.waiting.findIndex(({ notBefore }) => notBefore <= now);
    const [first] = host.waiting.splice(index, 1);
    const end = (): void => {
      host.inFlight -= 1;
      inFlight -= 1;
      startSoon();
    };
    host.inFlight += 1;
    inFlight += 1;
    host.nextAt = now + limits.intervalMs;
    first?.start({
      end(pauseMs) {
        if (pauseMs !== undefined) park(host, limits, { pauseMs, now: clock.now() });
        end();
      },
      giveBack() {
        // A pause that the host has requested since then still applies.
        if (host.nextAt === now + limits.intervalMs) host.nextAt = now;
        end();
      },
    });
  };
  return {
    enter(name, { notBefore, isRepeated }) {
      const host = hosts.get(name) ?? { waiting: [], inFlight: 0, nextAt: 0, pausedMs: 0 };
      hosts.set(name, host);
      return new Promise((resolve) => {
        if (host.pausedMs > limits.maxWaitMs) return resolve(undefined);
        const entry = { notBefore, start: resolve };
        if (isRepeated) host.waiting.unshift(entry);
        else host.waiting.push(entry);
        startSoon();
      });
    },
    stop() {
      stopped = true;
      cancelTimer();
    },
  };
}

/** Pauses a host; one that has requested too long a pause gets no more requests. */
function park(
  host: Host,
  { maxWaitMs }: Limits,
  { pauseMs, now }: { readonly pauseMs: number; readonly now: number },
): void {
  host.pausedMs += Math.max(0, now + pauseMs - Math.max(now, host.nextAt));
  host.nextAt = Math.max(host.nextAt, now + pauseMs);
  if (host.pausedMs <= maxWaitMs) return;
  for (const { start } of host.waiting.splice(0)) start();
}

/** Returns the next host to serve, or the time of the next one. Longest queues go first, because they end last. */
function nextHost(
  hosts: Iterable<Host>,
  { perHost }: Limits,
  now: number,
): { readonly host: Host | undefined; readonly at: number } {
  let ready: Host | undefined;
  let next = Infinity;
  for (const host of hosts) {
    const { waiting, nextAt } = host;
    if (waiting.length === 0 || host.inFlight >= perHost) continue;
    const soonest = waiting.reduce((min, { notBefore }) => Math.min(min, notBefore), Infinity);
    const at = Math.max(soonest, nextAt);
    next = Math.min(next, at);
    if (at <= now && waiting.length > (ready?.waiting.length ?? 0)) ready = host;
  }
  return { host: ready, at: next };
}

/** A pause that doubles with each round (from 1), randomly shortened by up to half. */
export function backoffMs(baseMs: number, round: number): number {
  return Math.round(baseMs * 2 ** Math.min(round - 1, 10) * (1 - Math.random() / 2));
}
