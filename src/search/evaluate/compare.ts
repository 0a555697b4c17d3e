import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import {
  plainPath,
  type QueryOutcome,
  scoreOutcomes,
  scoresByClass,
  type SearchScores,
  SHOWN,
} from './evaluation.ts';
import type { SearchReport } from './measure.ts';

/**
 * `found` and `lost`: an expected section is among the first eight on one side only; `new`: none of the expected
 * sections existed before.
 */
export const CHANGES = ['lost', 'worse', 'found', 'better', 'new', 'unchanged'] as const;
export type Change = (typeof CHANGES)[number];

export interface QueryChange {
  readonly change: Change;
  readonly before: QueryOutcome;
  readonly after: QueryOutcome;
  /** Expected sections that did not exist before, as written in the file. */
  readonly missing: readonly string[];
}

interface ScoreChange {
  readonly before: SearchScores;
  readonly after: SearchScores;
}

export interface Comparison {
  /** The commit as named on the command line. */
  readonly ref: string;
  readonly hash: string;
  /** Scores of all queries but new ones; undefined if all are new. */
  readonly scores: ScoreChange | undefined;
  readonly classes: readonly (ScoreChange & { readonly class: string })[];
  /** In the order of the file. */
  readonly changes: readonly QueryChange[];
}

/** Compares the answers to the same queries. */
export function compareReports(
  before: SearchReport,
  after: SearchReport,
): Pick<Comparison, 'scores' | 'classes' | 'changes'> {
  const sections = new Set(before.sections);
  const changes = after.outcomes.flatMap((now, index): QueryChange[] => {
    const then = before.outcomes[index];
    return then === undefined ? [] : [changeOf(then, now, sections)];
  });
  const known = changes.filter(({ change }) => change !== 'new');
  const classes = scoresByClass(known, ({ after: { query } }) => query, scoreChange);
  return { scores: scoreChange(known), classes, changes };
}

function changeOf(
  before: QueryOutcome,
  after: QueryOutcome,
  sections: ReadonlySet<string>,
): QueryChange {
  const { expect } = after.query;
  const missing = expect
    .map(({ route }) => route)
    .filter((route) => !sections.has(plainPath(route)));
  const change = missing.length === expect.length ? 'new' : compareRanks(before.rank, after.rank);
  return { change, before, after, missing };
}

function compareRanks(before = Infinity, after = Infinity): Change {
  if (before === after) return 'unchanged';
  if (before <= SHOWN !== after <= SHOWN) return after <= SHOWN ? 'found' : 'lost';
  return after < before ? 'better' : 'worse';
}

function scoreChange(changes: readonly QueryChange[]): ScoreChange | undefined {
  const before = scoreOutcomes(changes.map((change) => change.before));
  const after = scoreOutcomes(changes.map((change) => change.after));
  return before && after && { before, after };
}

/** Reports the queries that were answered better before. */
export function findingsOfChanges({ ref, changes }: Comparison): readonly Diagnostic[] {
  return changes
    .filter(({ change }) => change === 'lost' || change === 'worse')
    .map(({ before, after: { query, rank } }) =>
      diagnostic('search-worse', {
        message: `"${query.query}" [${query.class}]: rank ${printRank(before.rank)} at ${ref}, ${printRank(rank)} now`,
        location: query.location,
      }),
    );
}

/** A rank, or `none`. */
export function printRank(rank: number | undefined): string {
  return rank === undefined ? 'none' : String(rank);
}
