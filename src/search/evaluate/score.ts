import type { QueryOutcome, SearchQuery, SearchScores } from './evaluation.ts';
import { plainPath, sectionPath } from './expected-sections.ts';
import type { SiteSearch } from './site-search.ts';

/** What a reader sees without scrolling. */
export const SHOWN = 8;

/** How far down a section is looked for that is not shown, so that a report can say how far away it is. */
const DEEP = 100;

/** The search answers something from this letter on. */
const FIRST_PREFIX = 3;

interface RunInput {
  readonly queries: readonly SearchQuery[];
  readonly search: SiteSearch;
  readonly baseUrl: string;
}

/** Asks the search every query, whole and letter by letter. */
export function runQueries({ queries, search, baseUrl }: RunInput): readonly QueryOutcome[] {
  const shows = rememberShown(search);
  return queries.map((query) => {
    const hits = search(query.query, DEEP);
    const wanted = new Set(query.expect.map(({ route }) => plainPath(route)));
    const place = hits.findIndex(({ document }) =>
      wanted.has(sectionPath(document.sectionRoute, baseUrl)),
    );
    return {
      query,
      rank: place < 0 ? undefined : place + 1,
      first: hits[0]?.document,
      gaps: hits.length === 0 ? [] : findGaps(query.query, shows),
    };
  });
}

/** Queries begin alike, so each beginning is asked once. */
function rememberShown(search: SiteSearch): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const shown = search(text, 1).length > 0;
    known.set(text, shown);
    return shown;
  };
}

/** The beginnings that show nothing after a shorter one did; a reader who sees results vanish stops typing. */
function findGaps(query: string, shows: (text: string) => boolean): readonly string[] {
  const letters = [...query.trim()];
  const gaps: string[] = [];
  let shown = false;
  for (let length = FIRST_PREFIX; length < letters.length; length++) {
    // Nothing changes at a space: the word before it was asked already.
    if (letters[length - 1]?.trim() === '') continue;
    const prefix = letters.slice(0, length).join('');
    if (shows(prefix)) shown = true;
    else if (shown) gaps.push(prefix);
  }
  return gaps;
}

/** Undefined without a query. */
export function scoreOutcomes(outcomes: readonly QueryOutcome[]): SearchScores | undefined {
  if (outcomes.length === 0) return undefined;
  const mean = (value: (rank: number) => number): number =>
    outcomes.reduce((sum, { rank }) => sum + (rank === undefined ? 0 : value(rank)), 0) /
    outcomes.length;
  return {
    success1: mean((rank) => (rank === 1 ? 1 : 0)),
    success8: mean((rank) => (rank <= SHOWN ? 1 : 0)),
    mrr: mean((rank) => (rank <= SHOWN ? 1 / rank : 0)),
  };
}
