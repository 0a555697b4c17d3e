import type { Clock } from './clock.ts';
import {
  createSchedule,
  enqueue,
  finish,
  nextStart,
  refusalNumber,
  type ScheduleLimits,
  startReady,
  type TurnEnd,
} from './schedule.ts';

/** A granted request, to be ended exactly once. */
export interface Pass {
  readonly kind: 'go';
  readonly end: (end: TurnEnd) => void;
  /** Which refusal of the host in a row it would be if it refused this request now, from 1. */
  readonly refusalNumber: () => number;
}

/** Lets requests through when their host's queue allows it. */
export interface Gate {
  /** Waits for a turn. `closed` where the host has asked for more patience than there is. */
  readonly enter: (wish: GateWish) => Promise<Pass | { readonly kind: 'closed' }>;
  /** Lets nobody through any more; who waits goes on waiting, with no timer. */
  readonly stop: () => void;
}

export interface GateWish {
  readonly host: string;
  readonly order: number;
  readonly notBefore: number;
}

/** A schedule with timers. */
export function createGate(limits: ScheduleLimits, clock: Clock): Gate {
  const schedule = createSchedule(limits);
  let cancelTimer = (): void => {};
  let stopped = false;
  let due = false;
  const turnOver = (): void => {
    due = false;
    cancelTimer();
    if (stopped) return;
    const now = clock.now();
    startReady(schedule, now);
    const next = nextStart(schedule);
    cancelTimer = next === undefined ? () => {} : clock.after(Math.max(0, next - now), turnOver);
  };
  // Thousands of wishes arrive at once.
  const turnOverSoon = (): void => {
    if (!due) queueMicrotask(turnOver);
    due = true;
  };
  return {
    enter: (wish) =>
      new Promise((resolve) => {
        const { host } = wish;
        enqueue(schedule, {
          ...wish,
          start(turn) {
            if (turn.kind === 'closed') return resolve(turn);
            const { pauses } = turn;
            resolve({
              kind: 'go',
              refusalNumber: () => refusalNumber(schedule, { host, pauses }),
              end(end) {
                finish(schedule, { host, pauses, now: clock.now() }, end);
                turnOverSoon();
              },
            });
          },
        });
        turnOverSoon();
      }),
    stop() {
      stopped = true;
      cancelTimer();
    },
  };
}
