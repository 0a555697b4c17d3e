import { FIELDS } from '../query/index-reader.ts';
import { lengthStep, WORD_COLUMNS, type WordsSlice, writeWords } from '../query/slice-format.ts';
import type { Inverted } from './invert.ts';
import { createNumberWriter } from './number-writer.ts';
import { fieldOf, type SectionRange, type SectionTable } from './section-table.ts';
import { eachName } from '../../shared/item-at.ts';

/** The postings of a word: from the first to before the last of a list. */
export type WordPostings = Omit<Inverted, 'starts'> & SectionRange;

interface WordsWriter {
  /** Adds a word with its number of sections. */
  readonly add: (word: string, sections: number, postings: WordPostings) => void;
  /** Returns the slice, and begins another one. */
  readonly take: () => WordsSlice;
}

/** Writes one slice of words after another. */
export function createWordsWriter(table: SectionTable): WordsWriter {
  const { pages, numbers, kinds, lengths, titleLengths, titleCommons } = table;
  let own: string[] = [];
  const columns = eachName(WORD_COLUMNS, createNumberWriter);
  /** Adds the fields of a section with a word; returns the index after them. */
  const addFields = (section: number, { sections, values, to }: WordPostings, from: number) => {
    let bits = 0;
    let at = from;
    for (; at < to && sections[at] === section; at += 1) {
      const value = values[at] ?? 0;
      const field = fieldOf(value);
      bits |= 1 << field;
      columns.counts.add(value & 255);
      columns.lengths.add(stepOf(lengths[section * FIELDS.length + field] ?? 0));
    }
    columns.fields.add(bits | ((kinds[section] ?? 0) << FIELDS.length));
    if ((bits & 1) === 0) return at;
    const place = (values[from] ?? 0) >>> 10;
    columns.titles.add(titleLengths[section] ?? 0);
    columns.titles.add(titleCommons[section] ?? 0);
    columns.titles.add(place >> 8);
    columns.titles.add(place & 255);
    return at;
  };
  return {
    add(word, sections, postings) {
      own.push(word);
      columns.sections.add(sections);
      let [page, number, at] = [0, 0, postings.from];
      for (let row = 0; row < sections; row += 1) {
        const section = postings.sections[at] ?? 0;
        const distance = (pages[section] ?? 0) - page;
        page += distance;
        const before = distance === 0 && row > 0 ? number : 0;
        number = numbers[section] ?? 0;
        columns.pages.add(distance);
        columns.numbers.add(number - before);
        at = addFields(section, postings, at);
      }
    },
    take() {
      const words = writeWords(own);
      own = [];
      return { type: 'words', words, ...eachName(WORD_COLUMNS, (name) => columns[name].take()) };
    },
  };
}

/** The steps of short lengths. */
const STEPS = Uint8Array.from({ length: 1024 }, (_, length) => Math.max(0, lengthStep(length)));

function stepOf(length: number): number {
  return STEPS[length] ?? lengthStep(length);
}
