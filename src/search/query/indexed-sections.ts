import { itemAt } from '../../shared/item-at.ts';
import { type Postings, readPostings } from './postings.ts';
import type { SearchDocument, SearchIndexFile } from './search-index.ts';
import { readWords } from './tokenize.ts';

/** A parsed index file. Documents are identified by their index in it. */
export interface Sections {
  readonly documents: readonly SearchDocument[];
  readonly postings: Postings;
  /** For each section, the first section of its page, whose title is the page's. */
  readonly pages: Uint32Array;
  /** Vocabulary indexes of a title's words, without the parts of compounds; -1 for words that are not indexed. */
  readonly titleOf: (document: number) => readonly number[];
}

/** Throws a TypeError if the file has another form. */
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
      const words = readWords(itemAt(documents, document).title);
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
