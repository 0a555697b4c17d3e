/** The next whole number from 0 to below a bound. */
export type Random = (below: number) => number;

export function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

/** The same whole numbers below a bound for the same seed (mulberry32). */
export function numbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
