import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { decodeSafely } from '../../shared/paths.ts';
import type { SearchIndexFile } from '../query/search-index.ts';
import type { Expectation, SearchQuery } from './evaluation.ts';

/** A section's address as a query file names it: without the base path, decoded, no slash at the end of the path. */
export function sectionPath(sectionRoute: string, baseUrl: string): string {
  const inside = sectionRoute.startsWith(baseUrl)
    ? sectionRoute.slice(baseUrl.length - 1)
    : sectionRoute;
  return plainPath(inside);
}

/** `/docs/x/#a` and `/docs/x#a` are the same section, and so are its percent-encoded forms. */
export function plainPath(path: string): string {
  const decoded = decodeSafely(path) ?? path;
  const hash = decoded.indexOf('#');
  const route = hash < 0 ? decoded : decoded.slice(0, hash);
  const anchor = hash < 0 ? '' : decoded.slice(hash);
  return `${route.replace(/(?<=.)\/+$/, '') || '/'}${anchor}`;
}

/** The sections that a reader can find. */
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

/** Expectations that no section fulfils, however good the search is: they rot when pages change. */
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
