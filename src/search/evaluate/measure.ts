import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { mergeAnswers } from '../query/engine.ts';
import type { SearchAnswer, SearchHit } from '../query/search-index.ts';
import {
  checkExpectations,
  type ClassScores,
  plainPath,
  type QueryOutcome,
  scoreOutcomes,
  scoresByClass,
  type SearchQuery,
  type SearchScores,
  sectionPath,
  SHOWN,
} from './evaluation.ts';
import { getOrInsert } from '../../shared/maps.ts';

/** The quality of a site's search, as plain data for a cache. */
export interface SearchReport {
  readonly scores: SearchScores;
  readonly classes: readonly ClassScores[];
  /** In the order of the file. */
  readonly outcomes: readonly QueryOutcome[];
  readonly indexes: number;
  /** Paths of all sections, as query files write them, each once. */
  readonly sections: readonly string[];
}

/** An index file of a site that was opened. */
export interface OpenIndex {
  /** `sectionRoute` of all sections. */
  readonly routes: readonly string[];
  readonly search: (query: string, limit: number) => Promise<SearchAnswer>;
}

export interface Measured {
  /** Expectations without a section, and parts of the index that could not be loaded. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if there are no queries, or if a part of the index could not be loaded. */
  readonly report?: SearchReport;
}

interface MeasureInput extends Omit<RunInput, 'search'> {
  readonly indexes: readonly OpenIndex[];
}

/** Runs the queries over all index files of a site. */
export async function measureSearch({ indexes, ...asked }: MeasureInput): Promise<Measured> {
  const { queries, baseUrl } = asked;
  const routes = indexes.flatMap((index) => index.routes);
  const sections = [...new Set(routes.map((route) => sectionPath(route, baseUrl)))];
  const diagnostics = checkExpectations(queries, sections);
  const incomplete: string[] = [];
  // Merges the answers as the dialog does.
  const search: SiteSearch = async (query, limit) => {
    const answers = await Promise.all(indexes.map((index) => index.search(query, limit)));
    if (answers.some((answer) => answer.incomplete)) incomplete.push(query);
    return mergeAnswers(answers, limit).hits;
  };
  const outcomes = await runQueries({ ...asked, search });
  const scores = scoreOutcomes(outcomes);
  const [first] = incomplete;
  if (first !== undefined) {
    const message = `a part of the search index could not be loaded for "${first}"`;
    const hint = 'no score is given, because sections of that part cannot be found';
    return { diagnostics: [...diagnostics, diagnostic('search-incomplete', { message, hint })] };
  }
  if (scores === undefined) return { diagnostics };
  const classes = scoresByClass(outcomes, ({ query }) => query, scoreOutcomes);
  return {
    diagnostics,
    report: { scores, classes, outcomes, indexes: indexes.length, sections },
  };
}

/** Rank up to which an expected section is searched, for the report. */
const DEEP = 100;

/** Length of the shortest prefix that is searched. */
const FIRST_PREFIX = 3;

interface RunInput {
  readonly queries: readonly SearchQuery[];
  readonly search: SiteSearch;
  readonly baseUrl: string;
  /** Whether the beginnings of queries are asked, too; default: true. */
  readonly findsGaps?: boolean | undefined;
}

/** Runs every query, whole and letter by letter. */
export async function runQueries({
  queries,
  search,
  baseUrl,
  findsGaps = true,
}: RunInput): Promise<readonly QueryOutcome[]> {
  // Queries have common prefixes, so results are cached.
  const known = new Map<string, Promise<boolean>>();
  const shows: (text: string) => Promise<boolean> = (text) =>
    getOrInsert(known, text, async () => (await search(text, 1)).length > 0);
  const outcomes: QueryOutcome[] = [];
  for (const query of queries) {
    const hits = await search(query.query, DEEP);
    const wanted = new Set(query.expect.map(({ route }) => plainPath(route)));
    const index = hits.findIndex(({ document }) =>
      wanted.has(sectionPath(document.sectionRoute, baseUrl)),
    );
    outcomes.push({
      query,
      rank: index < 0 ? undefined : index + 1,
      first: hits[0]?.document,
      gaps: hits.length === 0 || !findsGaps ? [] : await findGaps(query.query, shows),
    });
  }
  return outcomes;
}

/** The prefixes without results that follow a prefix with results: a reader who sees results vanish stops typing. */
async function findGaps(
  query: string,
  shows: (text: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const letters = [...query.trim()];
  const gaps: string[] = [];
  let shown = false;
  for (let length = FIRST_PREFIX; length < letters.length; length++) {
    // A space does not change the results.
    if (letters[length - 1]?.trim() === '') continue;
    const prefix = letters.slice(0, length).join('');
    if (await shows(prefix)) shown = true;
    else if (shown) gaps.push(prefix);
  }
  return gaps;
}

/** Finds the best sections of the whole site, at most `limit`. */
export type SiteSearch = (query: string, limit: number) => Promise<readonly SearchHit[]>;

/** Reports problems with the answer to a query, located at the query. */
export function findingsOf(outcome: QueryOutcome): readonly Diagnostic[] {
  const { query, rank, gaps } = outcome;
  const { location } = query;
  const found: Diagnostic[] = [];
  if (rank !== 1) {
    const code = rank === undefined || rank > SHOWN ? 'search-miss' : 'search-late';
    found.push(diagnostic(code, { message: missMessage(outcome), location }));
  }
  if (gaps.length > 0) {
    const shown = gaps.map((gap) => `"${gap}"`).join(', ');
    const message = `${printQuery(query)} shows nothing while it is typed: ${shown}`;
    found.push(diagnostic('search-gap', { message, location }));
  }
  return found;
}

function missMessage({ query, rank, first }: QueryOutcome): string {
  const wanted = query.expect.map(({ route }) => route).join(' or ');
  const where = rank === undefined ? 'is not found' : `comes ${ordinal(rank)}`;
  const before = first === undefined ? 'nothing is' : `${first.sectionRoute} comes first`;
  return `${printQuery(query)}: ${wanted} ${where}, ${before}`;
}

/** `"reset password" [phrase]` */
function printQuery({ query, class: name }: SearchQuery): string {
  return `"${query}" [${name}]`;
}

function ordinal(rank: number): string {
  const ending = ['th', 'st', 'nd', 'rd'][rank % 100 > 10 && rank % 100 < 14 ? 0 : rank % 10];
  return `${rank}${ending ?? 'th'}`;
}
