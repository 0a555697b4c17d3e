import { itemAt } from '../../shared/item-at.ts';

/** The words of one field in all sections that have it, as numbers in long lists. */
export interface FieldWords {
  readonly name: string;
  readonly boost: number;
  /** Sections that have the field. */
  readonly sections: Numbers;
  /** Number of words in each of them, with repetition. */
  readonly lengths: Numbers;
  /** For each of them, the end of its distinct words in `words`, `counts` and `places`. */
  readonly ends: Numbers;
  readonly words: Numbers;
  readonly counts: Numbers;
  /** Where the words are; empty for fields without places. */
  readonly places: Numbers;
}

export function createFieldWords(name: string, boost: number): FieldWords {
  return {
    name,
    boost,
    sections: createNumbers(),
    lengths: createNumbers(),
    ends: createNumbers(),
    words: createNumbers(),
    counts: createNumbers(),
    places: createNumbers(),
  };
}

interface SectionWords {
  /** In order and with repetition. */
  readonly words: readonly number[];
  readonly placeOf?: ((word: number) => number) | undefined;
}

/** Adds a section's words. A section without words does not have the field. */
export function addSection(
  field: FieldWords,
  section: number,
  { words, placeOf }: SectionWords,
): void {
  if (words.length === 0) return;
  const sorted = Uint32Array.from(words).sort();
  field.sections.push(section);
  field.lengths.push(words.length);
  for (let index = 0; index < sorted.length; index += 1) {
    const word = itemAt(sorted, index);
    if (index > 0 && sorted[index - 1] === word) field.counts.addToLast(1);
    else {
      field.words.push(word);
      field.counts.push(1);
      if (placeOf !== undefined) field.places.push(placeOf(word));
    }
  }
  field.ends.push(field.words.length());
}

/** Mean number of words in the field, of sections that have it. */
export function meanLength({ lengths }: FieldWords): number {
  let sum = 0;
  for (let entry = 0; entry < lengths.length(); entry += 1) sum += lengths.at(entry);
  return sum / Math.max(1, lengths.length());
}

/** A growing list of whole numbers from 0, four bytes each. */
interface Numbers {
  readonly length: () => number;
  readonly push: (number: number) => void;
  readonly at: (index: number) => number;
  readonly addToLast: (amount: number) => void;
}

/** Length of the pieces of a list: growing it copies nothing. */
const PIECE = 2 ** 14;

function createNumbers(): Numbers {
  const pieces: Uint32Array[] = [];
  let length = 0;
  const pieceAt = (index: number): Uint32Array => itemAt(pieces, Math.floor(index / PIECE));
  return {
    length: () => length,
    push(number) {
      if (length === pieces.length * PIECE) pieces.push(new Uint32Array(PIECE));
      pieceAt(length)[length % PIECE] = number;
      length += 1;
    },
    at: (index) => itemAt(pieceAt(index), index % PIECE),
    addToLast(amount) {
      const at = (length - 1) % PIECE;
      const piece = pieceAt(length - 1);
      piece[at] = itemAt(piece, at) + amount;
    },
  };
}
