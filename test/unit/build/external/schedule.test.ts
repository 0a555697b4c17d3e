import { describe, expect, it } from 'vitest';
import {
  createSchedule,
  enqueue,
  finish,
  nextStart,
  type Schedule,
  startReady,
} from '../../../../src/build/external/schedule.ts';

const LIMITS = { concurrency: 4, perHost: 2, intervalMs: 100, maxWaitMs: 60_000 };

/** Puts tickets into a schedule and notes what becomes of them. */
function driver() {
  const schedule: Schedule = createSchedule(LIMITS);
  const log: string[] = [];
  return {
    log,
    put(host: string, order: number, notBefore = 0): void {
      const start = ({ kind }: { kind: string }): void => void log.push(`${kind} ${host}${order}`);
      enqueue(schedule, { host, order, notBefore, start });
    },
    start(now: number): number | undefined {
      startReady(schedule, now);
      return nextStart(schedule);
    },
    end(host: string, now: number, pauses = 0): void {
      finish(schedule, { host, pauses, now }, { kind: 'answered' });
    },
    refuse(host: string, now: number, waitMs: number): void {
      finish(schedule, { host, pauses: 0, now }, { kind: 'refused', waitMs });
    },
  };
}

describe('the schedule', () => {
  it('starts the requests of a host in order, apart, and two at most', () => {
    const { put, start, end, log } = driver();
    for (const order of [2, 1, 3]) put('a', order);
    expect(start(0)).toBe(100);
    expect(start(99)).toBe(100);
    expect(start(100)).toBeUndefined();
    expect(log).toEqual(['go a1', 'go a2']);
    end('a', 500);
    start(500);
    expect(log).toEqual(['go a1', 'go a2', 'go a3']);
  });

  it('keeps to the limit of all hosts', () => {
    const { put, start, end, log } = driver();
    for (const host of 'abcdef') put(host, 0);
    expect(start(0)).toBeUndefined();
    expect(log).toHaveLength(4);
    end('a', 10);
    start(10);
    expect(log).toHaveLength(5);
  });

  it('wakes a ticket at its own time, before later ones', () => {
    const { put, start, log } = driver();
    put('a', 1, 300);
    expect(start(0)).toBe(300);
    put('a', 2);
    put('a', 3);
    start(300);
    expect(log).toEqual(['go a1']);
  });

  it('parks a host for the longest of its wishes, and then lets one request probe it', () => {
    const { put, start, end, refuse, log } = driver();
    for (const order of [1, 2, 3, 4, 5]) put('a', order);
    start(0);
    start(100);
    refuse('a', 150, 1000);
    refuse('a', 160, 500);
    expect(start(160)).toBe(1150);
    expect(start(1150)).toBeUndefined();
    expect(log.at(-1)).toBe('go a3');
    end('a', 1200, 1);
    expect(start(1250)).toBe(1350);
    expect(log.at(-1)).toBe('go a4');
  });

  it('sends nothing more to a host that has used up the patience', () => {
    const { put, start, refuse, log } = driver();
    for (const order of [1, 2]) put('a', order);
    start(0);
    refuse('a', 10, 60_001);
    put('a', 3, 90_000);
    start(10);
    expect(log).toEqual(['go a1', 'closed a2', 'closed a3']);
  });
});
