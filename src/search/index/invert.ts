import { itemAt } from '../../shared/item-at.ts';
import type { FieldWords } from './field-words.ts';

/** The entries of a field by word: those of word `w` are from `starts[w]` to before `starts[w + 1]`, by section. */
export interface Inverted {
  readonly starts: Uint32Array;
  readonly sections: Uint32Array;
  /** How often the section has the word. */
  readonly counts: Uint32Array;
  /** Number of words in the section's field. */
  readonly lengths: Uint32Array;
  /** In titles: 256 × the first atom that the word stands for + the number of atoms. */
  readonly places: Uint16Array;
}

export function invert(field: FieldWords, size: number): Inverted {
  const total = field.words.length();
  const starts = new Uint32Array(size + 1);
  for (let at = 0; at < total; at += 1) {
    const next = field.words.at(at) + 1;
    starts[next] = itemAt(starts, next) + 1;
  }
  for (let word = 0; word < size; word += 1)
    starts[word + 1] = itemAt(starts, word + 1) + itemAt(starts, word);
  const cursors = starts.slice();
  const sections = new Uint32Array(total);
  const counts = new Uint32Array(total);
  const lengths = new Uint32Array(total);
  const places = new Uint16Array(field.places.length() === 0 ? 0 : total);
  let entry = 0;
  for (let at = 0; at < total; at += 1) {
    while (field.ends.at(entry) <= at) entry += 1;
    const word = field.words.at(at);
    const cursor = itemAt(cursors, word);
    sections[cursor] = field.sections.at(entry);
    counts[cursor] = field.counts.at(at);
    lengths[cursor] = field.lengths.at(entry);
    if (places.length > 0) places[cursor] = field.places.at(at);
    cursors[word] = cursor + 1;
  }
  return { starts, sections, counts, lengths, places };
}
