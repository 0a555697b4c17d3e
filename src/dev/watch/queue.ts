import type { Job } from './tour.ts';

export interface Task {
  readonly job: Job;
  readonly done: () => void;
}

export interface Queue {
  /** Begins with what there is to do, unless something is under way. */
  readonly wake: () => void;
  /** What is under way ends at its next slice. */
  readonly close: () => void;
}

/**
 * Does one task after the other, as long as `next` gives some; the event loop turns between their
 * slices. A task of one slice is done before `wake` returns.
 */
export function createQueue(next: () => Task | undefined): Queue {
  let isWorking = false;
  let isClosed = false;

  function wake(): void {
    if (isWorking || isClosed) return;
    const task = next();
    if (task === undefined) return;
    isWorking = true;
    drive(task);
  }

  function drive({ job, done }: Task): void {
    if (!isClosed && job.next().done !== true) {
      setImmediate(() => drive({ job, done }));
      return;
    }
    isWorking = false;
    done();
    wake();
  }

  return {
    wake,
    close() {
      isClosed = true;
    },
  };
}
