/** Damerau-Levenshtein distance (optimal string alignment) in UTF-16 code units; at most `limit + 1`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  // Reuses three rows, because long lists of names are compared.
  let beforePrevious = new Uint32Array(b.length + 1);
  let previous = new Uint32Array(b.length + 1).map((_, index) => index);
  let row = new Uint32Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      const replaced = at(previous, j - 1) + (same ? 0 : 1);
      let cost = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, replaced);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, at(beforePrevious, j - 2) + 1);
      row[j] = cost;
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    [beforePrevious, previous, row] = [previous, row, beforePrevious];
  }
  return at(previous, b.length);
}

function at(row: Uint32Array, index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

export type Nearest = typeof nearest;

/** Maximum number of comparisons in one run; those of long names count as many. */
const MOST_COMPARED = 100_000;

/**
 * Creates `nearest` for a run that may have thousands of unknown names: it finds nothing after a number of comparisons,
 * so that its work does not grow with the square of the input.
 */
export function boundedNearest(): Nearest {
  let left = MOST_COMPARED;
  function* counted(name: string, candidates: Iterable<string>): Iterable<string> {
    for (const candidate of candidates) {
      left -= comparisonCost(name, candidate);
      if (left < 0) return;
      yield candidate;
    }
  }
  return (name, candidates) => {
    if (left < 0) return undefined;
    const found = nearest(name, counted(name, candidates));
    return left < 0 ? undefined : found;
  };
}

/** The cost of comparing two names: 1 for those of up to ten characters. */
export function comparisonCost(a: string, b: string): number {
  return 1 + (a.length * b.length) / 100;
}

/** Lists the keys of an object one at a time. */
export function* keysOf(object: object): Iterable<string> {
  for (const key in object) if (Object.hasOwn(object, key)) yield key;
}

/** Finds the candidate within a third of the name's length (at least 1); case counts half, ties go to the first. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3));
  let found: string | undefined;
  let best = limit + 1;
  const lower = name.toLowerCase();
  for (const candidate of candidates) {
    const folded = candidate.toLowerCase();
    const distance = folded === lower ? 0.5 : editDistance(lower, folded, limit);
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}
