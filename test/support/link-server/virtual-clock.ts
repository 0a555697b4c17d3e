import type { Clock } from '../../../src/links/external/pacing.ts';

/** A clock that goes on only while `run` waits for something, as fast as the work allows. */
export interface VirtualClock extends Clock {
  /** Goes from timer to timer until the work is done. */
  readonly run: <T>(work: Promise<T>) => Promise<T>;
  /** Timers that nobody has taken back and that have not come yet. */
  readonly pending: () => number;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export function createVirtualClock(start = Date.UTC(2026, 0, 5, 12)): VirtualClock {
  let now = start;
  let timers: readonly Timer[] = [];
  const drop = (timer: Timer): void => {
    timers = timers.filter((other) => other !== timer);
  };
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers = [...timers, timer];
      return () => drop(timer);
    },
    async run(work) {
      let done = false;
      const end = (): void => {
        done = true;
      };
      work.then(end, end);
      for (;;) {
        // All that can go on without time passing goes on first.
        await new Promise((resolve) => setImmediate(resolve));
        if (done) return work;
        const next = timers.reduce<Timer | undefined>(
          (first, timer) => (first === undefined || timer.at < first.at ? timer : first),
          undefined,
        );
        if (next === undefined) throw new Error('nothing is left to wait for');
        drop(next);
        now = Math.max(now, next.at);
        next.run();
      }
    },
    pending: () => timers.length,
  };
}
