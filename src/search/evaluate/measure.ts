import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SearchIndexFile } from '../query/search-index.ts';
import type { QueryOutcome, SearchQuery, SearchScores } from './evaluation.ts';
import { checkExpectations, sectionPaths } from './expected-sections.ts';
import { runQueries, scoreOutcomes } from './score.ts';
import { createSiteSearch } from './site-search.ts';

interface MeasureInput {
  /** The content of each `search-index-<tag>.json`. */
  readonly indexes: readonly string[];
  readonly queries: readonly SearchQuery[];
  readonly baseUrl: string;
}

/** How well the search of a site answers. */
export interface SearchReport {
  readonly scores: SearchScores;
  /** One for each query, in the order of the file. */
  readonly outcomes: readonly QueryOutcome[];
  readonly indexes: number;
  readonly sections: number;
}

interface Measured {
  /** Expectations that no section fulfils. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absent where there is no query. */
  readonly report?: SearchReport;
}

/** Asks the search over all index files of a site what readers type. */
export function measureSearch({ indexes, queries, baseUrl }: MeasureInput): Measured {
  const files = indexes.map((text): SearchIndexFile => JSON.parse(text));
  const diagnostics = checkExpectations(queries, sectionPaths(files, baseUrl));
  const outcomes = runQueries({ queries, search: createSiteSearch(files), baseUrl });
  const scores = scoreOutcomes(outcomes);
  if (scores === undefined) return { diagnostics };
  const sections = files.reduce((sum, { documents }) => sum + documents.length, 0);
  return { diagnostics, report: { scores, outcomes, indexes: files.length, sections } };
}
