import { ownText } from '../../diagnostics/own-text.ts';
import { itemAt } from '../../shared/item-at.ts';
import { readTitle } from '../query/titles.ts';
import { tokenize } from '../query/tokenize.ts';
import { indexOfWord } from '../query/vocabulary.ts';
import { isStopWord } from '../query/words.ts';

/** The words of an index, numbered in the order of their first occurrence. */
export interface WordNumbers {
  /** By number. */
  readonly words: readonly string[];
  readonly numberOf: (word: string) => number | undefined;
  /** Calls back with the number of each word of a text, in order and with repetition. */
  readonly read: (text: string, found: (word: number) => void) => void;
  readonly readTitle: (title: string) => Title;
  readonly isStopWord: (word: number) => boolean;
}

/** A title as numbers of words. */
interface Title {
  readonly words: readonly number[];
  /** Its smallest parts. */
  readonly atoms: readonly number[];
  /** By word: 256 × the first atom that it stands for + their number; 0 for none. */
  readonly places: ReadonlyMap<number, number>;
}

/** Further words are not indexed. */
const MOST_WORDS = 2 ** 22;

/** Maximum number of titles in the cache. */
const MOST_TITLES = 2 ** 12;

const NONE: ReadonlySet<string> = new Set();

/**
 * Numbers further words after known ones, which are in the order of code units. Titles are kept: most repeat.
 */
export function createWordNumbers(known: readonly string[]): WordNumbers {
  const words = [...known];
  const numbers = new Map<string, number>();
  const stopWords: (boolean | undefined)[] = [];
  const titles = new Map<string, Title>();
  const numberOf = (word: string): number | undefined => {
    const found = numbers.get(word);
    if (found !== undefined || known.length === 0) return found;
    const index = indexOfWord({ words: known }, word);
    return index < 0 ? undefined : index;
  };
  const add = (word: string): readonly number[] => {
    const found = numberOf(word);
    if (found !== undefined) return [found];
    if (words.length === MOST_WORDS) return [];
    numbers.set(word, words.length);
    return [words.push(word) - 1];
  };
  const read = createChunkWords((chunk) => tokenize(chunk).flatMap(add));
  const titleOf = (title: string): Title => {
    const found: number[] = [];
    read(title, (word) => found.push(word));
    const { atoms, places } = readTitle(title, NONE);
    const placeOf = (word: number): number => {
      const place = places.get(itemAt(words, word));
      return place === undefined ? 0 : place.at * 256 + place.size;
    };
    return {
      words: found,
      atoms: atoms.flatMap(add),
      places: new Map(found.map((word) => [word, placeOf(word)])),
    };
  };
  return {
    words,
    numberOf,
    read,
    readTitle(title) {
      const kept = titles.get(title);
      if (kept !== undefined) return kept;
      const made = titleOf(title);
      if (titles.size === MOST_TITLES) titles.clear();
      titles.set(ownText(title), made);
      return made;
    },
    isStopWord: (word) => (stopWords[word] ??= isStopWord(itemAt(words, word))),
  };
}

/** All words in the order of code units; the first ones may be known to be in it. */
export function sortedWords({ words, numberOf }: WordNumbers, known: number): Uint32Array {
  const order = new Uint32Array(words.length);
  // Without a comparison function, `sort` compares code units and is several times faster.
  const others = words.slice(known).sort();
  let [next, at] = [0, 0];
  for (const word of others) {
    while (next < known && itemAt(words, next) < word) order[at++] = next++;
    order[at++] = numberOf(word) ?? 0;
  }
  while (next < known) order[at++] = next++;
  return order;
}

/** Longer chunks are not kept, because they rarely repeat. */
const LONGEST_KEPT = 48;
/** Maximum number of chunks that are kept. */
const MOST_KEPT = 2 ** 16;

/** Reads the words of texts and keeps those of each chunk between white space: most repeat. */
function createChunkWords(
  readChunk: (chunk: string) => readonly number[],
): (text: string, found: (word: number) => void) => void {
  const chunks = new Map<string, readonly number[]>();
  const wordsOf = (chunk: string): readonly number[] => {
    const known = chunks.get(chunk);
    if (known !== undefined) return known;
    const words = readChunk(chunk);
    if (chunks.size === MOST_KEPT) chunks.clear();
    if (chunk.length <= LONGEST_KEPT) chunks.set(ownText(chunk), words);
    return words;
  };
  // A loop takes less time than `split` with a regular expression.
  return (text, found) => {
    let start = 0;
    for (let end = 0; end <= text.length; end += 1) {
      if (end < text.length && !isSpace(text.charCodeAt(end))) continue;
      if (end > start) for (const word of wordsOf(text.slice(start, end))) found(word);
      start = end + 1;
    }
  };
}

/** White space of `\s` in regular expressions. */
function isSpace(code: number): boolean {
  if (code < 128) return code === 32 || (code > 8 && code < 14);
  return /\s/.test(String.fromCharCode(code));
}
