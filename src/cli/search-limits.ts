import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { SearchReport } from '../search/evaluate/measure.ts';

/** What a run demands of the search. */
export interface SearchLimits {
  readonly minMrr?: number;
  readonly minSuccess1?: number;
  readonly minSuccess8?: number;
  /** Most queries that may show nothing while they are typed. */
  readonly maxGaps?: number;
}

/** A score as it is printed and compared: three decimals, never rounded up. */
export function printScore(score: number): string {
  return (Math.floor(score * 1000 + 1e-9) / 1000).toFixed(3);
}

/** One error for each limit that the search does not reach. */
export function limitProblems(
  report: SearchReport | undefined,
  limits: SearchLimits,
): readonly Diagnostic[] {
  if (report === undefined) return [];
  const { scores, outcomes } = report;
  const gaps = outcomes.filter((outcome) => outcome.gaps.length > 0).length;
  const { maxGaps = gaps } = limits;
  return [
    ...below('MRR', scores.mrr, limits.minMrr),
    ...below('success@1', scores.success1, limits.minSuccess1),
    ...below('success@8', scores.success8, limits.minSuccess8),
    ...(gaps > maxGaps
      ? [problem(`${gaps} queries show nothing while they are typed, more than ${maxGaps}`)]
      : []),
  ];
}

function below(name: string, score: number, limit = 0): readonly Diagnostic[] {
  if (score >= limit) return [];
  return [problem(`${name} is ${printScore(score)}, below the limit of ${limit}`)];
}

function problem(message: string): Diagnostic {
  return diagnostic('search-below-limit', { message });
}
