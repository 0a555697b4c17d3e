import { type Postings, readPostings } from './postings.ts';
import type { SearchDocument, SearchIndexFile } from './search-index.ts';
import { readWords } from './tokenize.ts';

/** An index file, ready to be searched. Documents are known by their indexes in it. */
export interface Sections {
  readonly documents: readonly SearchDocument[];
  readonly postings: Postings;
  /** The first section of each section's page: the one whose title is the page's. */
  readonly pages: Uint32Array;
  /** Indexes in the vocabulary of a title's words, without their parts; -1 for one that the index leaves out. */
  readonly titleOf: (document: number) => readonly number[];
}

/** Throws a TypeError for a file of another form. */
export function readSections(file: SearchIndexFile): Sections {
  const { documents } = file;
  const postings = readPostings(file);
  const titles = new Map<number, readonly number[]>();
  return {
    documents,
    postings,
    pages: pagesOf(documents),
    titleOf(document) {
      const known = titles.get(document);
      if (known !== undefined) return known;
      const words = readWords(documents[document]?.title ?? '');
      const indexes = words.map(({ text }) => postings.vocabulary.indexOf(text));
      titles.set(document, indexes);
      return indexes;
    },
  };
}

function pagesOf(documents: readonly SearchDocument[]): Uint32Array {
  const first = new Map<string, number>();
  return Uint32Array.from(documents, ({ sectionRoute }, index) => {
    const page = sectionRoute.replace(/#.*/s, '');
    const known = first.get(page);
    if (known === undefined) first.set(page, index);
    return known ?? index;
  });
}
