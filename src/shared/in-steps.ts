/** Work that yields after each step, so that other tasks can run in between. */
export type InSteps<Result> = Generator<void, Result>;

/** Runs all steps at once. */
export function allSteps<Result>(work: InSteps<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Iterates over the items and yields before every group of this size. */
export function* withPauses<Item>(
  items: Iterable<Item>,
  every: number,
  take: (item: Item) => void,
): InSteps<void> {
  let count = 0;
  for (const item of items) {
    count += 1;
    if (count % every === 0) yield;
    take(item);
  }
}
