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
