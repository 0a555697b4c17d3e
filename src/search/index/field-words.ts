import { createNumbers, type Numbers } from './numbers.ts';

/** The words of one field of all sections that have it, as numbers in four long lists. */
export interface FieldWords {
  readonly name: string;
  readonly boost: number;
  /** Sections that have the field. */
  readonly sections: Numbers;
  /** Words of each of them, with repetition. */
  readonly lengths: Numbers;
  /** Where the different words of each of them end in `words` and `counts`. */
  readonly ends: Numbers;
  readonly words: Numbers;
  readonly counts: Numbers;
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
  };
}

/** Adds a section's words, in any order. A section without words does not have the field. */
export function addSection(field: FieldWords, section: number, words: readonly number[]): void {
  if (words.length === 0) return;
  const sorted = Uint32Array.from(words).sort();
  field.sections.push(section);
  field.lengths.push(words.length);
  for (let place = 0; place < sorted.length; place += 1) {
    const word = sorted[place] ?? 0;
    if (place > 0 && sorted[place - 1] === word) field.counts.add(field.counts.length() - 1, 1);
    else {
      field.words.push(word);
      field.counts.push(1);
    }
  }
  field.ends.push(field.words.length());
}
