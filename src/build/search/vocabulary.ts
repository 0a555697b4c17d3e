/** The words of an index, numbered in the order in which they first occur. */
export interface Vocabulary {
  readonly words: readonly string[];
  /** The numbers of a text's words, in order and with repetition. */
  readonly read: (text: string) => readonly number[];
}

/** Texts repeat most of what they consist of, so each run between white space is tokenized once. */
export function createVocabulary(tokenize: (text: string) => readonly string[]): Vocabulary {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const chunks = new Map<string, readonly number[]>();
  const numberOf = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, words.length);
    return words.push(word) - 1;
  };
  const readChunk = (chunk: string): readonly number[] => {
    const known = chunks.get(chunk);
    if (known !== undefined) return known;
    const read = tokenize(chunk).map(numberOf);
    chunks.set(chunk, read);
    return read;
  };
  return {
    words,
    read(text) {
      const found: number[] = [];
      for (const chunk of text.split(/\s+/))
        for (const number of readChunk(chunk)) found.push(number);
      return found;
    },
  };
}
