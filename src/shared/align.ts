/** A pair of positions that are the same on both sides, or a position on one side. */
export interface Step {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Work (compared positions) after which the rest of two lists counts as replaced: lists that differ everywhere. */
const MOST_WORK = 4_000_000;

/**
 * Aligns two lists (Myers 1986): the fewest removed and added entries, in order; removed ones before added ones. Equal
 * beginnings and ends cost nothing.
 */
export function align(before: readonly string[], after: readonly string[]): readonly Step[] {
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < limit - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [endBefore, endAfter] = [before.length - tail, after.length - tail];
  const pairs = [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...samePairs(before.slice(start, endBefore), after.slice(start, endAfter)).map(
      ([from, to]) => [from + start, to + start] as const,
    ),
    ...Array.from({ length: tail }, (_, at) => [endBefore + at, endAfter + at] as const),
  ];
  const steps: Step[] = [];
  let [from, to] = [0, 0];
  for (const [nextFrom, nextTo] of [...pairs, [before.length, after.length] as const]) {
    for (; from < nextFrom; from += 1) steps.push({ from, to: undefined });
    for (; to < nextTo; to += 1) steps.push({ from: undefined, to });
    if (from < before.length && to < after.length) steps.push({ from, to });
    [from, to] = [from + 1, to + 1];
  }
  return steps;
}

/** The longest common subsequence, as pairs of positions. */
function samePairs(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  const [n, m] = [before.length, after.length];
  if (n === 0 || m === 0) return [];
  const furthest = new Int32Array(2 * (n + m) + 3);
  const middle = n + m + 1;
  const trace: Int32Array[] = [];
  let work = 0;
  for (let depth = 0; depth <= n + m; depth += 1) {
    trace.push(furthest.slice(middle - depth - 1, middle + depth + 2));
    work += 2 * depth + 1;
    if (work > MOST_WORK) return [];
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      const down = furthest[middle + diagonal + 1] ?? 0;
      const right = (furthest[middle + diagonal - 1] ?? 0) + 1;
      const isDown = diagonal === -depth || (diagonal !== depth && right <= down);
      let x = isDown ? down : right;
      while (x < n && x - diagonal < m && before[x] === after[x - diagonal]) x += 1;
      furthest[middle + diagonal] = x;
      if (x >= n && x - diagonal >= m) return walkBack(trace, n, m);
    }
  }
  return [];
}

/** Reads the pairs from the traces of all depths; each has the diagonals from `-depth - 1` to `depth + 1`. */
function walkBack(
  trace: readonly Int32Array[],
  n: number,
  m: number,
): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let [x, y] = [n, m];
  for (let depth = trace.length - 1; depth >= 0; depth -= 1) {
    const known = trace[depth] ?? new Int32Array();
    const at = (diagonal: number): number => known[diagonal + depth + 1] ?? 0;
    const diagonal = x - y;
    const isDown =
      diagonal === -depth || (diagonal !== depth && at(diagonal - 1) + 1 <= at(diagonal + 1));
    const startX = depth === 0 ? 0 : isDown ? at(diagonal + 1) : at(diagonal - 1) + 1;
    const startY = startX - diagonal;
    while (x > startX && y > startY) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    if (depth === 0) break;
    [x, y] = isDown ? [startX, startY - 1] : [startX - 1, startY];
  }
  return pairs.reverse();
}
