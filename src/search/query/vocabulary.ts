import { itemAt } from '../../shared/item-at.ts';

/** The words of an index in the order of code units, known by their place in it. */
export interface Vocabulary {
  readonly words: readonly string[];
  /** Place of a word, or -1. */
  readonly placeOf: (word: string) => number;
  /** Places of the words that begin with `prefix`. */
  readonly startingWith: (prefix: string) => Places;
}

/** From the first place to before the last. */
export interface Places {
  readonly from: number;
  readonly to: number;
}

/** `words` have to be sorted by code units, as lunr's serialised form has them. */
export function createVocabulary(words: readonly string[]): Vocabulary {
  /** The first place in the range whose word is not before `text`. */
  const firstNotBefore = (text: string): number => {
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (itemAt(words, middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** The first place behind `from` whose word does not begin with `prefix`. */
  const firstWithout = (prefix: string, from: number): number => {
    let low = from;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (words[middle]?.startsWith(prefix) === true) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    words,
    placeOf(word) {
      const place = firstNotBefore(word);
      return words[place] === word ? place : -1;
    },
    startingWith(prefix) {
      const from = firstNotBefore(prefix);
      return { from, to: firstWithout(prefix, from) };
    },
  };
}
