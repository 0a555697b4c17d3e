import { firstFrom, itemAt } from '../../shared/item-at.ts';

/** The words of an index. */
export interface Vocabulary {
  /** In the order of code units. */
  readonly words: readonly string[];
  /** How often each occurs: number of fields of sections. May be rounded. */
  readonly counts: ArrayLike<number>;
}

/** From the first index to before the last. */
type WordRange = Readonly<Record<'from' | 'to', number>>;

/** Index of a word, or -1. */
export function indexOfWord({ words }: Pick<Vocabulary, 'words'>, word: string): number {
  const index = firstFrom(words, 0, (other) => other >= word);
  return words[index] === word ? index : -1;
}

/** The range of words that begin with a text. */
export function wordRange({ words }: Pick<Vocabulary, 'words'>, prefix: string): WordRange {
  const from = firstFrom(words, 0, (other) => other >= prefix);
  return { from, to: firstFrom(words, from, (other) => !other.startsWith(prefix)) };
}

/** The most frequent words of a range, in the order of code units. */
export function mostFrequent(
  { words, counts }: Vocabulary,
  indexes: readonly number[],
  most: number,
): readonly string[] {
  const kept =
    indexes.length <= most
      ? indexes
      : indexes
          .toSorted((a, b) => itemAt(counts, b) - itemAt(counts, a) || a - b)
          .slice(0, most)
          .sort((a, b) => a - b);
  return kept.map((index) => itemAt(words, index));
}

export function indexesOf({ from, to }: WordRange): readonly number[] {
  return Array.from({ length: to - from }, (_, offset) => from + offset);
}

/**
 * The words within an edit distance: letters added, removed or replaced, or neighbors swapped (optimal string
 * alignment). With `isBeginning` also the words with a beginning within the distance.
 */
export function wordsNear(
  vocabulary: Vocabulary,
  word: string,
  { distance, isBeginning }: { readonly distance: number; readonly isBeginning: boolean },
): readonly number[] {
  const { words } = vocabulary;
  const found: number[] = [];
  // One row for each letter of the word before: neighbors in the list have beginnings in common.
  const rows = [Array.from({ length: word.length + 1 }, (_, column) => column)];
  let before = '';
  let index = 0;
  while (index < words.length) {
    const other = itemAt(words, index);
    const one = before;
    const most = rows.length - 1;
    let length = 0;
    while (length < most && length < other.length && one[length] === other[length]) length += 1;
    let isNear = true;
    while (isNear && length < other.length) {
      length += 1;
      rows[length] = nextRow(rows, { word, other, length });
      isNear = Math.min(...itemAt(rows, length)) <= distance;
      const isComplete = itemAt(itemAt(rows, length), word.length) <= distance;
      if (isBeginning && isComplete && length > 1) break;
    }
    rows.length = length + 1;
    before = other.slice(0, length);
    const isFound = itemAt(itemAt(rows, length), word.length) <= distance;
    if (isFound && length === other.length) found.push(index);
    if (isFound && isBeginning)
      for (const near of indexesOf(wordRange(vocabulary, before))) found.push(near);
    // Words with the same beginning are as far away, or are found already.
    const next = length < other.length ? wordRange(vocabulary, before).to : 0;
    index = Math.max(index + 1, next);
  }
  return [...new Set(found)];
}

interface RowInput {
  readonly word: string;
  readonly other: string;
  readonly length: number;
}

/** The distances between the first letters of `other` and every beginning of `word`. */
function nextRow(
  rows: readonly (readonly number[])[],
  { word, other, length }: RowInput,
): number[] {
  const above = itemAt(rows, length - 1);
  const row = [length];
  for (let column = 1; column <= word.length; column += 1) {
    const isSame = word[column - 1] === other[length - 1];
    let least = Math.min(
      itemAt(above, column) + 1,
      itemAt(row, column - 1) + 1,
      itemAt(above, column - 1) + (isSame ? 0 : 1),
    );
    const isSwapped =
      length > 1 &&
      column > 1 &&
      word[column - 1] === other[length - 2] &&
      word[column - 2] === other[length - 1];
    if (isSwapped) least = Math.min(least, itemAt(itemAt(rows, length - 2), column - 2) + 1);
    row.push(least);
  }
  return row;
}

/** True for words that others are corrected to: of three letters or more, without other characters. */
export function isCorrection(word: string): boolean {
  return /^\p{L}{3,}$/u.test(word);
}
