/** Work that can be left off after each step, so that something else gets a turn. */
export type InSteps<Result> = Generator<void, Result>;

/** Does all steps at once. */
export function allSteps<Result>(work: InSteps<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** The items, with a pause before every so many of them. */
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
