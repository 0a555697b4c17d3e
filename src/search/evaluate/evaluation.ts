import type { Location } from '../../diagnostics/diagnostic.ts';
import type { SearchDocument } from '../query/search-index.ts';

/** A section that answers a query, as the author names it. */
export interface Expectation {
  /** Path inside the site without the base path, `#anchor` for all but the page's first section. */
  readonly route: string;
  readonly location: Location;
}

/** One query of the file and what a good answer to it is. */
export interface SearchQuery {
  readonly query: string;
  /** One of them is enough; at least one. */
  readonly expect: readonly Expectation[];
  /** Why it is there, for people. */
  readonly note: string | undefined;
  /** Where the query's text stands. */
  readonly location: Location;
}

/** What the search answers to one query. */
export interface QueryOutcome {
  readonly query: SearchQuery;
  /** Place of the first expected section, from 1; undefined where it is not even deep down. */
  readonly rank: number | undefined;
  /** What comes first; undefined where nothing is found. */
  readonly first: SearchDocument | undefined;
  /** Beginnings of the query that show nothing, although a shorter one and the whole query do. */
  readonly gaps: readonly string[];
}

/** Shares of queries, 0 to 1. */
export interface SearchScores {
  /** An expected section comes first. */
  readonly success1: number;
  /** An expected section is among the first eight. */
  readonly success8: number;
  /** Mean of 1 / rank of the first expected section, of 0 where it is not among the first eight. */
  readonly mrr: number;
}
