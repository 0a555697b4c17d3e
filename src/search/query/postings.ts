import { itemAt } from '../../shared/item-at.ts';
import type { SearchIndexFile } from './search-index.ts';

/**
 * lunr's index by word: the documents of word `w` are the entries from `starts[w]` to before `starts[w + 1]`, in the
 * order of the file.
 */
export interface Postings {
  readonly vocabulary: Vocabulary;
  readonly starts: Uint32Array;
  /** Index of the document in the file. */
  readonly documents: Uint32Array;
  /** Sum of the word's weights in the document's fields: boost × idf × BM25, computed by the builder. */
  readonly weights: Float32Array;
  /** 1 if the word is in the title, else 0. */
  readonly inTitle: Uint8Array;
  /** Number of documents. */
  readonly count: number;
}

/** A vector of the serialized form: document, field, and word numbers alternating with weights. */
interface Vector {
  readonly document: number;
  readonly isTitle: boolean;
  readonly elements: readonly number[];
}

/** Reads the serialized form of lunr 2.3.9, whose vectors contain the weights. Throws for any other value. */
export function readPostings({ documents, index }: SearchIndexFile): Postings {
  const vectors = list(Reflect.get(index, 'fieldVectors'));
  const inverted = list(Reflect.get(index, 'invertedIndex'));
  const vocabulary = createVocabulary(inverted.map((entry) => String(list(entry)[0])));
  const indexOfNumber = new Uint32Array(inverted.length);
  for (const [at, entry] of inverted.entries()) indexOfNumber[numberOfWord(list(entry)[1])] = at;
  const documentById = new Map(documents.map(({ id }, at) => [id, at]));
  const read = vectors.map((vector) => readVector(vector, documentById));
  return invert(read, { vocabulary, indexOfNumber, count: documents.length });
}

interface WordNumbers {
  readonly vocabulary: Vocabulary;
  /** Indexes of words by lunr's numbers. */
  readonly indexOfNumber: Uint32Array;
  readonly count: number;
}

function invert(
  vectors: readonly Vector[],
  { vocabulary, indexOfNumber, count }: WordNumbers,
): Postings {
  const size = vocabulary.words.length;
  const starts = countEntries(vectors, { indexOfNumber, size });
  const total = itemAt(starts, size);
  const documents = new Uint32Array(total);
  const weights = new Float32Array(total);
  const inTitle = new Uint8Array(total);
  const ends = starts.slice();
  for (const { document, isTitle, elements } of vectors) {
    for (let at = 0; at < elements.length; at += 2) {
      const word = itemAt(indexOfNumber, itemAt(elements, at));
      const end = itemAt(ends, word);
      const isNew = end === starts[word] || documents[end - 1] !== document;
      const entry = isNew ? end : end - 1;
      if (isNew) ends[word] = end + 1;
      documents[entry] = document;
      weights[entry] = itemAt(weights, entry) + itemAt(elements, at + 1);
      if (isTitle) inTitle[entry] = 1;
    }
  }
  return { vocabulary, starts, documents, weights, inTitle, count };
}

/** Counts a document once for each word: the vectors of its fields are adjacent. */
function countEntries(
  vectors: readonly Vector[],
  { indexOfNumber, size }: { readonly indexOfNumber: Uint32Array; readonly size: number },
): Uint32Array {
  const starts = new Uint32Array(size + 1);
  const last = new Int32Array(size).fill(-1);
  for (const { document, elements } of vectors) {
    for (let at = 0; at < elements.length; at += 2) {
      const word = itemAt(indexOfNumber, itemAt(elements, at));
      if (last[word] === document) continue;
      last[word] = document;
      starts[word + 1] = itemAt(starts, word + 1) + 1;
    }
  }
  for (let word = 1; word < size; word += 1)
    starts[word + 1] = itemAt(starts, word + 1) + itemAt(starts, word);
  return starts;
}

function readVector(value: unknown, documentById: ReadonlyMap<string, number>): Vector {
  const [ref, elements] = list(value);
  const text = String(ref);
  const slash = text.indexOf('/');
  const document = documentById.get(text.slice(slash + 1));
  if (document === undefined || !isNumbers(elements))
    throw new TypeError(`not a vector of a document: ${text}`);
  return { document, isTitle: text.slice(0, slash) === 'title', elements };
}

function numberOfWord(entry: unknown): number {
  if (typeof entry === 'object' && entry !== null && '_index' in entry) return Number(entry._index);
  throw new TypeError('a word without a number');
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('not an index of lunr');
  return value;
}

/** True for a list of numbers; checks the first item only. */
function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && (value.length === 0 || typeof value[0] === 'number');
}

/** The words of an index in the order of code units. */
export interface Vocabulary {
  readonly words: readonly string[];
  /** Index of a word, or -1. */
  readonly indexOf: (word: string) => number;
  /** Indexes of the words that begin with `prefix`. */
  readonly startingWith: (prefix: string) => WordRange;
}

/** From the first index to before the last. */
export type WordRange = Readonly<Record<'from' | 'to', number>>;

/** `words` must be sorted by code units, as in lunr's serialized form. */
export function createVocabulary(words: readonly string[]): Vocabulary {
  /** The first index from `start` whose word is not `before`. */
  const search = (start: number, before: (word: string) => boolean): number => {
    let low = start;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (before(itemAt(words, middle))) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    words,
    indexOf(word) {
      const index = search(0, (other) => other < word);
      return words[index] === word ? index : -1;
    },
    startingWith(prefix) {
      const from = search(0, (other) => other < prefix);
      return { from, to: search(from, (other) => other.startsWith(prefix)) };
    },
  };
}
