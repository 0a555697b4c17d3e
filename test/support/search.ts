import {
  buildSearchIndex,
  FIELD_BOOSTS,
  type IndexedSection,
} from '../../src/search/index/build-index.ts';
import type { SearchDocument, SearchIndexFile } from '../../src/search/query/search-index.ts';

/** A section on a separate page; `fields` may hold any field of its document. */
export function searchSection(
  title: string,
  text: string,
  fields: Partial<SearchDocument> = {},
): IndexedSection {
  const document: SearchDocument = {
    id: '',
    title,
    content: text,
    tags: [],
    sidebarParentCategories: [],
    type: 'docs',
    sectionTitle: title,
    pageTitle: title,
    sectionRoute: `/docs/${encodeURIComponent(title)}`,
    ...fields,
  };
  return { document, text };
}

/** The file of sections as a browser reads it. */
export function indexFile(sections: readonly IndexedSection[]): SearchIndexFile {
  return JSON.parse(buildSearchIndex(sections));
}

/** The names of the index's fields. */
export const SEARCH_FIELDS: readonly string[] = Object.keys(FIELD_BOOSTS);

const SYLLABLES = 'ba con de fi ga in ko lu me nor pa qui re st ta un ve wor xi zen'.split(' ');

/** Sections of made-up words with the frequencies of Zipf's law, the same each time. */
export function madeUpSections(count: number): readonly IndexedSection[] {
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
  const word = (): string => {
    const rank = Math.floor(2 ** (random(900) / 100));
    return [rank % 20, (rank * 7) % 20, Math.floor(rank / 20) % 20]
      .slice(0, 1 + (rank % 3))
      .map((syllable) => SYLLABLES[syllable])
      .join('');
  };
  const words = (length: number): string[] => Array.from({ length }, word);
  return Array.from({ length: count }, (_, number) =>
    searchSection(words(1 + random(4)).join(' '), words(random(60)).join(' '), {
      sectionRoute: `/docs/page-${Math.floor(number / 4)}#s${number}`,
      tags: number % 5 === 0 ? words(2) : [],
      sidebarParentCategories: words(random(3)),
    }),
  );
}
