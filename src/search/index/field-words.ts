/** The words of one field in all sections that have it, as numbers in four long lists. */
export interface FieldWords {
  readonly name: string;
  readonly boost: number;
  /** Sections that have the field. */
  readonly sections: Numbers;
  /** Number of words in each of them, with repetition. */
  readonly lengths: Numbers;
  /** For each of them, the end of its distinct words in `words` and `counts`. */
  readonly ends: Numbers;
  readonly words: Numbers;
  readonly counts: Numbers;
}

export function createFieldWords(name: string, boost: number): FieldWords {
  const [sections, lengths, ends] = [createNumbers(), createNumbers(), createNumbers()];
  return { name, boost, sections, lengths, ends, words: createNumbers(), counts: createNumbers() };
}

/** Adds a section's words. A section without words does not have the field. */
export function addSection(field: FieldWords, section: number, words: readonly number[]): void {
  if (words.length === 0) return;
  const sorted = Uint32Array.from(words).sort();
  field.sections.push(section);
  field.lengths.push(words.length);
  for (let index = 0; index < sorted.length; index += 1) {
    const word = sorted[index] ?? 0;
    if (index > 0 && sorted[index - 1] === word) field.counts.add(field.counts.length() - 1, 1);
    else {
      field.words.push(word);
      field.counts.push(1);
    }
  }
  field.ends.push(field.words.length());
}

/** A growing list of whole numbers from 0, four bytes each. */
interface Numbers {
  readonly length: () => number;
  readonly push: (number: number) => void;
  readonly at: (index: number) => number;
  /** Adds to a number, 0 if it does not exist yet. */
  readonly add: (index: number, amount: number) => void;
}

const FIRST_CAPACITY = 1024;

function createNumbers(): Numbers {
  let values = new Uint32Array(FIRST_CAPACITY);
  let length = 0;
  const reserve = (needed: number): void => {
    if (needed <= values.length) return;
    const larger = new Uint32Array(Math.max(needed, values.length * 2));
    larger.set(values);
    values = larger;
  };
  return {
    length: () => length,
    push(number) {
      reserve(length + 1);
      values[length] = number;
      length += 1;
    },
    at: (index) => (index < length ? (values[index] ?? 0) : 0),
    add(index, amount) {
      reserve(index + 1);
      length = Math.max(length, index + 1);
      values[index] = (values[index] ?? 0) + amount;
    },
  };
}
