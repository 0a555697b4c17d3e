import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { QueryOutcome } from './evaluation.ts';
import { SHOWN } from './score.ts';

/** What is wrong with the answer to a query, at the place of the query. */
export function findingsOf(outcome: QueryOutcome): readonly Diagnostic[] {
  const { query, rank, gaps } = outcome;
  const { location } = query;
  const found: Diagnostic[] = [];
  if (rank === undefined || rank > SHOWN) {
    found.push(diagnostic('search-miss', { message: missMessage(outcome), location }));
  } else if (rank > 1) {
    found.push(diagnostic('search-late', { message: missMessage(outcome), location }));
  }
  if (gaps.length > 0) {
    const shown = gaps.map((gap) => `"${gap}"`).join(', ');
    const message = `"${query.query}" shows nothing while it is typed: ${shown}`;
    found.push(diagnostic('search-gap', { message, location }));
  }
  return found;
}

function missMessage({ query, rank, first }: QueryOutcome): string {
  const wanted = query.expect.map(({ route }) => route).join(' or ');
  const where = rank === undefined ? 'is not found' : `comes ${ordinal(rank)}`;
  const before = first === undefined ? 'nothing is' : `${first.sectionRoute} comes first`;
  return `"${query.query}": ${wanted} ${where}, ${before}`;
}

function ordinal(rank: number): string {
  const ending = ['th', 'st', 'nd', 'rd'][rank % 100 > 10 && rank % 100 < 14 ? 0 : rank % 10];
  return `${rank}${ending ?? 'th'}`;
}
