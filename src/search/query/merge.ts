import type { Correction, SearchAnswer } from './search-index.ts';

/**
 * One answer out of those of several index files: the best hits of all, ties in the order of the answers.
 * A correction is told of where one of the hits that are left comes from the answer that made it.
 */
export function mergeAnswers(answers: readonly SearchAnswer[], limit: number): SearchAnswer {
  const hits = answers
    .flatMap((answer) => answer.hits)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, Math.max(0, limit));
  const shown = new Set(hits);
  const used = new Map<string, readonly string[]>();
  for (const { hits: own, corrections } of answers) {
    if (!own.some((hit) => shown.has(hit))) continue;
    for (const correction of corrections)
      used.set(correction.typed, union(used.get(correction.typed) ?? [], correction.used));
  }
  const corrections: readonly Correction[] = Array.from(used, ([typed, words]) => ({
    typed,
    used: words,
  }));
  return { hits, corrections };
}

function union(left: readonly string[], right: readonly string[]): readonly string[] {
  return [...new Set([...left, ...right])];
}
