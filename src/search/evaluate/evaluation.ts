import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { decodeSafely } from '../../shared/paths.ts';
import type { SearchDocument, SearchIndexFile } from '../query/search-index.ts';

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
  /** Why the query is in the file. */
  readonly note: string | undefined;
  readonly location: Location;
}

export interface QueryOutcome {
  readonly query: SearchQuery;
  /** Rank of the first expected section, from 1; undefined where it is not found at all. */
  readonly rank: number | undefined;
  /** The first hit, if any. */
  readonly first: SearchDocument | undefined;
  /** Prefixes of the query that show nothing, although a shorter one and the whole query do. */
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

/** A section's address as a query file names it: without the base path, decoded, no slash at the end of the path. */
export function sectionPath(sectionRoute: string, baseUrl: string): string {
  const inside = sectionRoute.startsWith(baseUrl)
    ? sectionRoute.slice(baseUrl.length - 1)
    : sectionRoute;
  return plainPath(inside);
}

/** `/docs/x/#a` and `/docs/x#a` are the same section, and so are its percent-encoded forms. */
export function plainPath(path: string): string {
  const [, route = '', anchor = ''] = /^([^#]*)(.*)$/s.exec(decodeSafely(path) ?? path) ?? [];
  return `${route.replace(/(?<=.)\/+$/, '') || '/'}${anchor}`;
}

export function sectionPaths(
  files: readonly SearchIndexFile[],
  baseUrl: string,
): ReadonlySet<string> {
  return new Set(
    files.flatMap(({ documents }) =>
      documents.map(({ sectionRoute }) => sectionPath(sectionRoute, baseUrl)),
    ),
  );
}

/** Reports expectations without a section: pages may have changed. */
export function checkExpectations(
  queries: readonly SearchQuery[],
  sections: ReadonlySet<string>,
): readonly Diagnostic[] {
  return queries
    .flatMap(({ expect }) => expect)
    .filter(({ route }) => !sections.has(plainPath(route)))
    .map((expectation) => unknownSection(expectation, sections));
}

function unknownSection(
  { route, location }: Expectation,
  sections: ReadonlySet<string>,
): Diagnostic {
  return diagnostic('queries-target', {
    message: `the search has no section "${route}"`,
    location,
    hint: hintFor(plainPath(route), sections),
  });
}

/** Sections of a page that a hint lists. */
const MOST_LISTED = 8;

/** Sections of the same page before others: anchors change more often than pages move. */
function hintFor(path: string, sections: ReadonlySet<string>): string | undefined {
  const [page = '', anchor] = path.split('#');
  const anchors = [...sections].filter((section) => section.startsWith(`${page}#`));
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
