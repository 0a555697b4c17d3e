import type { InSteps } from '../../shared/in-steps.ts';

/** Maximum time (ms) that background work may delay requests and updates. */
const SLICE = 4;

/** Work that yields to everything else. */
export interface Background<Result> {
  /** Resolves with the result, or with undefined if the work was stopped. */
  readonly done: Promise<Result | undefined>;
  /** Skips the rest of the quiet period. */
  readonly hurry: () => void;
  readonly stop: () => void;
}

/** Runs a generator in slices, after a quiet period (ms). */
export function runInBackground<Result>(work: InSteps<Result>, quiet: number): Background<Result> {
  let stop = (): void => {};
  let hurry = (): void => {};
  const done = new Promise<Result | undefined>((resolve, reject) => {
    let isStopped = false;
    const step = (): void => {
      hurry = () => {};
      if (isStopped) return;
      try {
        const result = runSlice(work);
        if (result === undefined) setImmediate(step);
        else resolve(result.value);
      } catch (cause) {
        reject(cause);
      }
    };
    const timer = setTimeout(step, quiet);
    hurry = () => {
      clearTimeout(timer);
      hurry = () => {};
      setImmediate(step);
    };
    stop = () => {
      isStopped = true;
      clearTimeout(timer);
      resolve(undefined);
    };
  });
  return { done, hurry: () => hurry(), stop };
}

/** Undefined if there is more to do. */
function runSlice<Result>(work: InSteps<Result>): { readonly value: Result } | undefined {
  const end = performance.now() + SLICE;
  while (performance.now() < end) {
    const { done, value } = work.next();
    if (done === true) return { value };
  }
  return undefined;
}
