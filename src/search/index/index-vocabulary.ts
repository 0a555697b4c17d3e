/** The words of an index, numbered in the order in which they first occur. */
export interface Vocabulary {
  readonly words: readonly string[];
  /** The numbers of a text's words, in order and with repetition. */
  readonly read: (text: string) => readonly number[];
  /** Whether a number is that of a word that says nothing by itself. */
  readonly isStopWord: (number: number) => boolean;
}

/** Longer runs (of scripts without spaces, or of data) hardly come again. */
const LONGEST_KEPT = 48;

/** Texts repeat most of what they consist of, so each run between white space is tokenized once. */
export function createVocabulary(
  tokenize: (text: string) => readonly string[],
  isStopWord: (word: string) => boolean,
): Vocabulary {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const chunks = new Map<string, readonly number[]>();
  const stopWords = new Set<number>();
  const numberOf = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, words.length);
    if (isStopWord(word)) stopWords.add(words.length);
    return words.push(word) - 1;
  };
  const readChunk = (chunk: string): readonly number[] => {
    const known = chunks.get(chunk);
    if (known !== undefined) return known;
    const read = tokenize(chunk).map(numberOf);
    if (chunk.length <= LONGEST_KEPT) chunks.set(chunk, read);
    return read;
  };
  return {
    words,
    isStopWord: (number) => stopWords.has(number),
    read(text) {
      const found: number[] = [];
      for (const chunk of text.split(/\s+/))
        for (const number of readChunk(chunk)) found.push(number);
      return found;
    },
  };
}
