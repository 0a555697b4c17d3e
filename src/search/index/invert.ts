import { itemAt } from '../../shared/item-at.ts';
import type { FieldWords } from './field-words.ts';

/** The entries of a field by word: those of word `w` are from `starts[w]` to before `starts[w + 1]`, by section. */
export interface Inverted {
  readonly starts: Uint32Array;
  readonly sections: Uint32Array;
  /** How often the section has the word, at most 65,535. */
  readonly counts: Uint16Array;
  /** Number of words in the field of a section; 0 if it does not have the field. */
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
  const counts = new Uint16Array(total);
  const lengths = lengthsBySection(field);
  const places = new Uint16Array(field.places.length() === 0 ? 0 : total);
  let entry = 0;
  for (let at = 0; at < total; at += 1) {
    while (field.ends.at(entry) <= at) entry += 1;
    const word = field.words.at(at);
    const cursor = itemAt(cursors, word);
    sections[cursor] = field.sections.at(entry);
    counts[cursor] = Math.min(field.counts.at(at), 65_535);
    if (places.length > 0) places[cursor] = field.places.at(at);
    cursors[word] = cursor + 1;
  }
  return { starts, sections, counts, lengths, places };
}

function lengthsBySection({ sections, lengths }: FieldWords): Uint32Array {
  const last = sections.length() - 1;
  const bySection = new Uint32Array(last < 0 ? 0 : sections.at(last) + 1);
  for (let entry = 0; entry <= last; entry += 1) bySection[sections.at(entry)] = lengths.at(entry);
  return bySection;
}
