/** Shares of queries with the answer first and among the first eight, and the mean reciprocal rank. */
export interface Relevance {
  readonly queries: number;
  readonly first: number;
  readonly found: number;
  readonly rank: number;
}

/** Results that readers see. */
const SHOWN = 8;

/** Position of the first result that answers a query, from 0; -1 if none of those shown does. */
export function positionOf(results: readonly number[], expected: ReadonlySet<number>): number {
  return results.slice(0, SHOWN).findIndex((section) => expected.has(section));
}

export function relevance(positions: readonly number[]): Relevance {
  const found = positions.filter((position) => position >= 0);
  return {
    queries: positions.length,
    first: found.filter((position) => position === 0).length / positions.length,
    found: found.length / positions.length,
    rank: found.reduce((sum, position) => sum + 1 / (position + 1), 0) / positions.length,
  };
}
