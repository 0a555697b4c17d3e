/** Numbers and choices that look random and are the same in every run. */
export interface Random {
  /** A whole number from zero, below `limit`. */
  below(limit: number): number;
  /** True once in `times`. */
  once(times: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** A linear congruential generator (the constants of Numerical Recipes). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * limit);
  };
  return {
    below,
    once: (times) => below(times) === 0,
    pick: (list) => {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error('there is nothing to pick from');
      return found;
    },
  };
}
