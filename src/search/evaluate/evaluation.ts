import {
  compareStrings,
  type Diagnostic,
  diagnostic,
  type Location,
} from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { decodeSafely } from '../../shared/paths.ts';
import type { SearchDocument } from '../query/search-index.ts';
import { groupBy } from '../../shared/maps.ts';

/** Number of results that a reader sees without scrolling. */
export const SHOWN = 8;

/** A section that answers a query, as written by the author. */
interface Expectation {
  /** Path inside the site without the base path; `#anchor` except for the page's first section. */
  readonly route: string;
  readonly location: Location;
}

/** A query of the file with the sections that answer it. */
export interface SearchQuery {
  readonly query: string;
  /** The kind of query, as written in the file or derived from its form. */
  readonly class: string;
  /** At least one; finding any of them is enough. */
  readonly expect: readonly Expectation[];
  /** Why the query is in the file. */
  readonly note: string | undefined;
  readonly location: Location;
}

export interface QueryOutcome {
  readonly query: SearchQuery;
  /** Rank of the first expected section, from 1; undefined if it is not found. */
  readonly rank: number | undefined;
  readonly first: SearchDocument | undefined;
  /** Prefixes of the query without results, although a shorter prefix and the whole query have some. */
  readonly gaps: readonly string[];
}

export interface SearchScores {
  /** Number of queries. */
  readonly queries: number;
  /** Share of queries with an expected section as the first result. */
  readonly success1: number;
  /** Share of queries with an expected section among the first eight results. */
  readonly success8: number;
  /** Mean of 1 / rank of the first expected section; 0 if it is not among the first eight. */
  readonly mrr: number;
  /** Number of queries with gaps. */
  readonly gaps: number;
}

export interface ClassScores extends SearchScores {
  readonly class: string;
}

/** Undefined without outcomes. */
export function scoreOutcomes(outcomes: readonly QueryOutcome[]): SearchScores | undefined {
  if (outcomes.length === 0) return undefined;
  const mean = (value: (rank: number) => number): number =>
    outcomes.reduce((sum, { rank }) => sum + (rank === undefined ? 0 : value(rank)), 0) /
    outcomes.length;
  return {
    queries: outcomes.length,
    success1: mean((rank) => (rank === 1 ? 1 : 0)),
    success8: mean((rank) => (rank <= SHOWN ? 1 : 0)),
    mrr: mean((rank) => (rank <= SHOWN ? 1 / rank : 0)),
    gaps: outcomes.filter(({ gaps }) => gaps.length > 0).length,
  };
}

/** Groups by the class of the query, in alphabetical order. */
export function byClass<Value>(
  values: readonly Value[],
  queryOf: (value: Value) => SearchQuery,
): readonly (readonly [name: string, values: readonly Value[]])[] {
  const groups = groupBy(values, (value) => queryOf(value).class);
  return [...groups].toSorted(([a], [b]) => compareStrings(a, b));
}

/** Scores each class. */
export function scoresByClass<Value, Scores extends object>(
  values: readonly Value[],
  queryOf: (value: Value) => SearchQuery,
  score: (values: readonly Value[]) => Scores | undefined,
): readonly (Scores & { readonly class: string })[] {
  return byClass(values, queryOf).flatMap(([name, group]) => {
    const scores = score(group);
    return scores === undefined ? [] : [{ ...scores, class: name }];
  });
}

/** The address of a section as query files write it: without base path and final slash, decoded. */
export function sectionPath(sectionRoute: string, baseUrl: string): string {
  const inside = sectionRoute.startsWith(baseUrl)
    ? sectionRoute.slice(baseUrl.length - 1)
    : sectionRoute;
  return plainPath(inside);
}

/** Normalizes `/docs/x/#a` and percent-encoded forms to `/docs/x#a`. */
export function plainPath(path: string): string {
  const [, route = '', anchor = ''] = /^([^#]*)(.*)$/s.exec(decodeSafely(path) ?? path) ?? [];
  return `${route.replace(/(?<=.)\/+$/, '') || '/'}${anchor}`;
}

/** Reports expectations without a section: pages may have changed. */
export function checkExpectations(
  queries: readonly SearchQuery[],
  sections: readonly string[],
): readonly Diagnostic[] {
  const known = new Set(sections);
  return queries
    .flatMap(({ expect }) => expect)
    .filter(({ route }) => !known.has(plainPath(route)))
    .map(({ route, location }) => {
      const message = `the search has no section "${route}"`;
      const hint = hintFor(plainPath(route), sections);
      return diagnostic('queries-target', { message, location, hint });
    });
}

/** Maximum number of a page's sections in a hint. */
const MOST_LISTED = 8;

/** Prefers sections of the same page: anchors change more often than pages move. */
function hintFor(path: string, sections: readonly string[]): string | undefined {
  const [page = '', anchor] = path.split('#');
  const anchors = sections.filter((section) => section.startsWith(`${page}#`));
  if (anchor === undefined || anchors.length === 0) return didYouMean(nearest(path, sections));
  const names = anchors.map((section) => section.slice(page.length + 1));
  const near = nearest(anchor, names);
  if (near !== undefined) return didYouMean(`${page}#${near}`);
  const listed = names.slice(0, MOST_LISTED).map((name) => `#${name}`);
  return `the page has ${listed.join(', ')}${names.length > MOST_LISTED ? ' …' : ''}`;
}

function didYouMean(path: string | undefined): string | undefined {
  return path === undefined ? undefined : `did you mean "${path}"?`;
}
