import type { LoadFile } from './search-index.ts';

/** What a reader has loaded. A round is all loads that are under way at the same time and wait for no other. */
export interface Traffic {
  readonly bytes: number;
  readonly requests: number;
  readonly rounds: number;
}

/** A connection of a reader who has no file yet. Loads end only within `settle`. */
interface Wire {
  readonly load: LoadFile;
  /** Waits for a task, and ends the loads that it waits for, round by round. */
  readonly settle: <Result>(task: Promise<Result>) => Promise<Result>;
  readonly traffic: () => Traffic;
}

/** Takes the bytes of each file as sent, and a function that reads it. */
export function createWire(
  sizes: ReadonlyMap<string, number>,
  read: (path: string) => string,
): Wire {
  const loaded = new Set<string>();
  let waiting: (() => void)[] = [];
  let traffic: Traffic = { bytes: 0, requests: 0, rounds: 0 };
  return {
    traffic: () => traffic,
    async load(path) {
      const size = sizes.get(path);
      if (size === undefined) throw new Error(`no file ${path}`);
      // A browser has a file that it loaded before.
      if (!loaded.has(path)) {
        loaded.add(path);
        const { bytes, requests, rounds } = traffic;
        traffic = { bytes: bytes + size, requests: requests + 1, rounds };
        await new Promise<void>((resume) => waiting.push(resume));
      }
      return read(path);
    },
    async settle(task) {
      const state = { isDone: false };
      const finish = (): void => {
        state.isDone = true;
      };
      task.then(finish, finish);
      // The next turn of the event loop comes after everything that can go on without a load.
      for (await nextTurn(); !state.isDone; await nextTurn()) {
        const round = waiting;
        waiting = [];
        if (round.length > 0) traffic = { ...traffic, rounds: traffic.rounds + 1 };
        for (const resume of round) resume();
      }
      return await task;
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}
