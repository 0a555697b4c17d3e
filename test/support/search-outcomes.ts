import type { IndexedSection } from '../../src/search/index/build-index.ts';
import type {
  SearchAnswer,
  SearchDocument,
  SearchOptions,
} from '../../src/search/query/search-index.ts';
import { openSections, openSliced, searchSection, slicedFiles } from './search.ts';

/** A section: its title, text, and other fields of its document. */
export type Section = readonly [title: string, text?: string, fields?: Partial<SearchDocument>];

/** Pages about something else, so that words are as rare as on a site. */
const OTHERS: readonly IndexedSection[] = Array.from({ length: 40 }, (_, at) =>
  searchSection(
    `Chapter ${at}x`,
    `Walk along river ${at}y and look at the trees, hills and clouds.`,
  ),
);

function filled(sections: readonly Section[]): readonly IndexedSection[] {
  return [
    ...sections.map(([title, text = '', fields = {}]) => searchSection(title, text, fields)),
    ...OTHERS,
  ];
}

/**
 * Asks an index of sections, among others about something else. Fails if an index in slices has another first hit, unless
 * words were corrected: slices correct them only to words of several sections.
 */
export async function askSections(
  sections: readonly Section[],
  query: string,
  options: SearchOptions = {},
): Promise<SearchAnswer> {
  const answer = await openSections(filled(sections)).search(query, options);
  const sliced = await openSliced(slicedFiles(filled(sections))).search(query, options);
  const routeOf = ({ hits: [first] }: SearchAnswer): string => first?.document.sectionRoute ?? '';
  if (answer.corrections.length === 0 && routeOf(sliced) !== routeOf(answer))
    throw new Error(`${query}: ${routeOf(sliced)} in slices, ${routeOf(answer)} in one file`);
  return answer;
}

/** The titles of the hits, best first. */
export async function findTitles(
  sections: readonly Section[],
  query: string,
  options?: SearchOptions,
): Promise<readonly string[]> {
  const { hits } = await askSections(sections, query, options);
  return hits.map(({ document }) => document.title);
}
