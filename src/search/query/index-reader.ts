import type { OperationPath } from './operations.ts';
import type { SearchDocument } from './search-index.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The indexed fields, in the order of weights. */
export const FIELDS = ['title', 'content', 'tags', 'sidebarParentCategories'] as const;

/** The sections that contain a word. */
export interface Postings {
  /** Numbers of sections. */
  readonly sections: Uint32Array;
  /** For each section lunr's weight of the word in each of the `FIELDS`; 0 if it is not there. */
  readonly weights: Float64Array;
  /** For each section the first atom of its title that the word stands for, and their number; 0 atoms if none. */
  readonly titleAt: Uint8Array;
  readonly titleSize: Uint8Array;
}

/**
 * An index, whole or in slices. Sections have numbers from 0, which are valid as long as the reader. Values of sections
 * that no loaded posting refers to are not known.
 */
export interface IndexReader {
  /** Number of sections in the index. */
  readonly total: number;
  /** Numbers of known sections are lower. */
  readonly count: () => number;
  /** Number of the first section of the section's page. */
  readonly pageOf: (section: number) => number;
  /** Index in `KINDS`. */
  readonly kindOf: (section: number) => number;
  /** Number of atoms in the title. */
  readonly titleLength: (section: number) => number;
  /** Set of the atoms in the title that very many titles have, such as the product's name. */
  readonly titleCommon: (section: number) => number;
  /** Position in the order of routes. */
  readonly orderOf: (section: number) => number;
  /** The type of all documents, for the reader's filter. */
  readonly types: readonly SearchDocument['type'][];
  /** Reads the index for one query. */
  readonly view: () => IndexView;
  /** Loads the view's missing slices, once each. Those that cannot be loaded are empty for the view. */
  readonly load: (view: IndexView) => Promise<void>;
}

/** Reads the loaded parts of an index, and notes which others are needed. */
export interface IndexView {
  readonly postings: (word: string) => Postings | undefined;
  /** The wanted words that begin with a text: at most `most`, the most frequent, in the order of code units. */
  readonly startingWith: (
    prefix: string,
    most: number,
    isWanted?: (word: string) => boolean,
  ) => readonly string[];
  /** The words to which unknown ones are corrected. */
  readonly vocabulary: () => Vocabulary;
  readonly operations: () => readonly OperationPath[];
  readonly document: (section: number) => SearchDocument | undefined;
  /** Slices to load before the answer is complete. */
  readonly missing: Set<string>;
  /** Slices that have been loaded for the view. */
  readonly tried: Set<string>;
  /** Those of them that are needed, but could not be loaded. */
  readonly failed: Set<string>;
}

/** The kinds of sections in the order of their numbers in an index. */
export const KINDS = [
  undefined,
  'info',
  'reference',
  'operation',
  'parameter',
  'property',
  'schema',
  'news',
] as const;
