import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { createEngine, mergeAnswers } from '../query/engine.ts';
import type { SearchHit, SearchIndexFile } from '../query/search-index.ts';
import {
  checkExpectations,
  plainPath,
  type QueryOutcome,
  type SearchQuery,
  type SearchScores,
  SHOWN,
  sectionPath,
  sectionPaths,
} from './evaluation.ts';

/** The quality of a site's search. */
export interface SearchReport {
  readonly scores: SearchScores;
  /** In the order of the file. */
  readonly outcomes: readonly QueryOutcome[];
  readonly indexes: number;
  readonly sections: number;
}

interface Measured {
  /** Expectations without a section. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if there are no queries. */
  readonly report?: SearchReport;
}

interface MeasureInput extends Pick<RunInput, 'queries' | 'baseUrl'> {
  /** The content of each `search-index-<tag>.json`. */
  readonly indexes: readonly string[];
}

/** Runs the queries over all index files of a site. */
export function measureSearch({ indexes, queries, baseUrl }: MeasureInput): Measured {
  const files = indexes.map((text): SearchIndexFile => JSON.parse(text));
  const diagnostics = checkExpectations(queries, sectionPaths(files, baseUrl));
  const outcomes = runQueries({ queries, search: createSiteSearch(files), baseUrl });
  const scores = scoreOutcomes(outcomes);
  if (scores === undefined) return { diagnostics };
  const sections = files.reduce((sum, { documents }) => sum + documents.length, 0);
  return { diagnostics, report: { scores, outcomes, indexes: files.length, sections } };
}

/** Rank up to which an expected section is searched, for the report. */
const DEEP = 100;

/** Length of the shortest prefix that is searched. */
const FIRST_PREFIX = 3;

interface RunInput {
  readonly queries: readonly SearchQuery[];
  readonly search: SiteSearch;
  readonly baseUrl: string;
}

/** Runs every query, whole and letter by letter. */
export function runQueries({ queries, search, baseUrl }: RunInput): readonly QueryOutcome[] {
  const shows = rememberShown(search);
  return queries.map((query) => {
    const hits = search(query.query, DEEP);
    const wanted = new Set(query.expect.map(({ route }) => plainPath(route)));
    const index = hits.findIndex(({ document }) =>
      wanted.has(sectionPath(document.sectionRoute, baseUrl)),
    );
    return {
      query,
      rank: index < 0 ? undefined : index + 1,
      first: hits[0]?.document,
      gaps: hits.length === 0 ? [] : findGaps(query.query, shows),
    };
  });
}

/** Queries have common prefixes, so results are cached. */
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

/** The prefixes without results that follow a prefix with results: a reader who sees results vanish stops typing. */
function findGaps(query: string, shows: (text: string) => boolean): readonly string[] {
  const letters = [...query.trim()];
  const gaps: string[] = [];
  let shown = false;
  for (let length = FIRST_PREFIX; length < letters.length; length++) {
    // A space does not change the results.
    if (letters[length - 1]?.trim() === '') continue;
    const prefix = letters.slice(0, length).join('');
    if (shows(prefix)) shown = true;
    else if (shown) gaps.push(prefix);
  }
  return gaps;
}

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

/** Finds the best sections of the whole site, at most `limit`. */
export type SiteSearch = (query: string, limit: number) => readonly SearchHit[];

/** Searches all index files of a site, and merges the answers as the dialog does. */
function createSiteSearch(files: readonly SearchIndexFile[]): SiteSearch {
  const engines = files.map(createEngine);
  return (query, limit) => {
    const answers = engines.map((engine) => engine.search(query, { limit }));
    return mergeAnswers(answers, limit).hits;
  };
}

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
