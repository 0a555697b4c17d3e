import { createIndexBuilder, type IndexedSection } from '../../src/search/index/build-index.ts';
import { FIELD_BOOSTS } from '../../src/search/query/lunr-weights.ts';
import { openIndex, type SearchIndex } from '../../src/search/query/open-index.ts';
import {
  pageRoute,
  type SearchAnswer,
  type SearchDocument,
  type SearchIndexFile,
} from '../../src/search/query/search-index.ts';
import type { LoadSlice } from '../../src/search/query/sliced-index.ts';

/** The index of sections as one file. */
export function buildSearchIndex(sections: readonly IndexedSection[]): string {
  const settings = { wholeLimit: Number.POSITIVE_INFINITY, folder: '', put: () => {} };
  const builder = createIndexBuilder(settings);
  builder.addPage({ key: '', sections: () => sections });
  return builder.finish().content;
}

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

/** The search over sections in one file. */
export function openSections(sections: readonly IndexedSection[]): SearchIndex {
  return openIndex(indexFile(sections), async () => {
    throw new Error('a whole index has no slices');
  });
}

export const FOLDER = 'assets/search/';

/** An index in slices, as the server has it. */
export interface SlicedFiles {
  /** The content of `search-index-<tag>.json`. */
  readonly content: string;
  /** The slices by name. */
  readonly slices: ReadonlyMap<string, string>;
}

/** Groups the sections of a page, which follow each other. */
export function pagesOf(
  sections: readonly IndexedSection[],
): readonly (readonly IndexedSection[])[] {
  const pages = new Map<string, IndexedSection[]>();
  for (const section of sections) {
    const route = pageRoute(section.document);
    const page = pages.get(route);
    if (page === undefined) pages.set(route, [section]);
    else page.push(section);
  }
  return [...pages.values()];
}

/** Splits the index of sections into slices, however small it is. */
export function slicedFiles(sections: readonly IndexedSection[]): SlicedFiles {
  const slices = new Map<string, string>();
  const builder = createIndexBuilder({
    wholeLimit: 0,
    folder: FOLDER,
    put: ({ name, content }) => void slices.set(name, content),
  });
  builder.addPage({ key: '', sections: () => sections });
  return { content: builder.finish().content, slices };
}

/** Reads slices as JSON by their path; rejects if there is none. */
export function sliceLoader({ slices }: SlicedFiles): LoadSlice {
  return async (path) => {
    const content = path.startsWith(FOLDER) ? slices.get(path.slice(FOLDER.length)) : undefined;
    if (content === undefined) throw new Error(`no slice ${path}`);
    return JSON.parse(content);
  };
}

/** The search over sections in slices. */
export function openSliced(files: SlicedFiles, load: LoadSlice = sliceLoader(files)): SearchIndex {
  return openIndex(JSON.parse(files.content), load);
}

/** The titles of the hits, best first. */
export function titlesOf({ hits }: SearchAnswer): readonly string[] {
  return hits.map(({ document }) => document.title);
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
