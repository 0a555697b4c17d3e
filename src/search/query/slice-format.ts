import type { SearchDocument } from './search-index.ts';

/**
 * The form of an index in slices. `search-index-<tag>.json` has no documents and this `index`; slices are JSON files whose
 * names are hashes of their content. Documents are known by the number of their page and their number in it.
 */
export interface SlicedIndex {
  readonly version: 1;
  /** Folder of the slices, relative to the index file. */
  readonly folder: string;
  /** The type of all documents. */
  readonly type: SearchDocument['type'];
  readonly counts: {
    readonly sections: number;
    /** Mean number of words in each field, in the order of `FIELDS`, of sections that have it. */
    readonly lengths: readonly number[];
  };
  readonly slices: {
    /** In the order of words: the first word of each slice, the slice, and the number of its sections if it has one frequent word. */
    readonly words: readonly (readonly [string, string] | readonly [string, string, number])[];
    /** Frequent words of titles with their best sections, for one and two typed letters. */
    readonly beginnings: string;
    /** Words of letters alone that more than one section has, to correct unknown ones. */
    readonly vocabulary: string;
    /** Methods and paths of an API. */
    readonly operations: string;
    /** Documents of `PAGES_IN_SLICE` pages each. */
    readonly documents: readonly string[];
  };
}

/** Number of pages whose documents are in one slice. */
export const PAGES_IN_SLICE = 8;

/** Maximum number of sections of a page. Further ones are counted as another page. */
export const MOST_SECTIONS = 4096;

/** A slice of words. Texts of numbers are described at `DIGITS`. */
export interface WordsSlice {
  readonly type: 'words';
  /** In order of code units, each without its beginning that the word before has, after the length of that in base 36. */
  readonly words: string;
  /** Number of sections of each word. */
  readonly sections: string;
  /** For each section the distance to the page of the section before, from page 0. */
  readonly pages: string;
  /** Its number in the page; on the page of the section before, the distance to that one. */
  readonly numbers: string;
  /** A bit for each of the `FIELDS` that has the word, and 16 × the index in `KINDS`. */
  readonly fields: string;
  /** For each such field how often it has the word. */
  readonly counts: string;
  /** For each such field 4 × the binary logarithm of its number of words, rounded. */
  readonly lengths: string;
  /**
   * For each title with the word: its length in atoms, a bit for each atom that very many titles have, the first atom that
   * the word stands for, and their number.
   */
  readonly titles: string;
}

/** The columns of a slice of words that are numbers. */
export const WORD_COLUMNS = [
  'sections',
  'pages',
  'numbers',
  'fields',
  'counts',
  'lengths',
  'titles',
] as const;

export interface VocabularySlice {
  readonly type: 'vocabulary';
  /** As in `WordsSlice`. */
  readonly words: string;
  /** For each word the binary logarithm of the number of its sections, rounded down. */
  readonly counts: string;
}

interface OperationsSlice {
  readonly type: 'operations';
  /** Method, path, page, and number in the page. */
  readonly operations: readonly (readonly [string, string, number, number])[];
}

export interface DocumentsSlice {
  readonly type: 'documents';
  readonly pages: readonly PageDocuments[];
}

export type Slice = WordsSlice | VocabularySlice | OperationsSlice | DocumentsSlice;

export interface PageDocuments {
  readonly route: string;
  readonly title: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** Anchor with `#`, title, content; kind and tags if they differ from the page's. */
  readonly sections: readonly (readonly [
    anchor: string,
    title: string,
    content: string,
    kind?: SearchDocument['kind'] | '',
    tags?: readonly string[],
  ])[];
}

/** A letter of Base64 stands for five bits of a number, the lowest first; letters from the 32nd on are continued. */
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const VALUES = new Uint8Array(128);
for (const [value, digit] of [...DIGITS].entries()) VALUES[digit.charCodeAt(0)] = value;

/** Reads the numbers of a text one by one; 0 after the end. */
export function createNumberReader(text: string): () => number {
  let at = 0;
  return () => {
    let number = 0;
    let factor = 1;
    for (;;) {
      const value = VALUES[text.charCodeAt(at)] ?? 0;
      at += 1;
      number += (value & 31) * factor;
      if (value < 32) return number;
      factor *= 32;
    }
  };
}

/** The step of a field's length: BM25 needs no more precision. */
export function lengthStep(length: number): number {
  return Math.round(4 * Math.log2(length));
}

export function lengthOfStep(step: number): number {
  return 2 ** (step / 4);
}

export function writeWords(words: readonly string[]): string {
  let before = '';
  return words
    .map((word) => {
      let same = 0;
      while (same < 35 && same < word.length && word[same] === before[same]) same += 1;
      before = word;
      return same.toString(36) + word.slice(same);
    })
    .join(' ');
}

export function readWordList(text: string): readonly string[] {
  let before = '';
  if (text === '') return [];
  return text.split(' ').map((entry) => {
    before = before.slice(0, Number.parseInt(entry.charAt(0), 36)) + entry.slice(1);
    return before;
  });
}
