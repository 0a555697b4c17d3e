import { itemAt } from '../../shared/item-at.ts';
import { fieldOf, type SectionTable, wordOf } from './section-table.ts';

/** How often words occur; by word. */
export interface WordCounts {
  /** Sections with the word. */
  readonly sections: Uint32Array;
  /** Fields of sections with the word. */
  readonly postings: Uint32Array;
  /** Sections with the word in their title. */
  readonly titles: Uint32Array;
}

export function countWords(table: SectionTable, size: number): WordCounts {
  const sections = new Uint32Array(size);
  const postings = new Uint32Array(size);
  const titles = new Uint32Array(size);
  const { postings: all, postingStarts } = table;
  let at = 0;
  for (let section = 0; section < table.size; section += 1) {
    const end = postingStarts[section + 1] ?? 0;
    for (let before = -1; at < end; at += 1) {
      const posting = all[at] ?? 0;
      const word = wordOf(posting);
      postings[word] = (postings[word] ?? 0) + 1;
      if (word !== before) sections[word] = (sections[word] ?? 0) + 1;
      if (fieldOf(posting) === 0) titles[word] = (titles[word] ?? 0) + 1;
      before = word;
    }
  }
  return { sections, postings, titles };
}

/**
 * The postings of some words, in the order of sections and fields: those of word `w` begin at `starts[w]`, those of other
 * words are missing.
 */
export interface Inverted {
  readonly starts: Uint32Array;
  readonly sections: Uint32Array;
  /** 1024 × the place in titles + 256 × the field + how often. */
  readonly values: Uint32Array;
}

/** Collects the postings of words in one pass over a table. */
export function invert(
  table: SectionTable,
  words: Iterable<number>,
  { postings: counts }: WordCounts,
): Inverted {
  const NONE = 0xffffffff;
  const starts = new Uint32Array(counts.length).fill(NONE);
  let total = 0;
  for (const word of words) {
    starts[word] = total;
    total += itemAt(counts, word);
  }
  const cursors = starts.slice();
  const sections = new Uint32Array(total);
  const values = new Uint32Array(total);
  const { postings, places, postingStarts } = table;
  let [at, place] = [0, 0];
  for (let section = 0; section < table.size; section += 1) {
    const end = postingStarts[section + 1] ?? 0;
    for (; at < end; at += 1) {
      const posting = postings[at] ?? 0;
      const isTitle = fieldOf(posting) === 0;
      const cursor = cursors[wordOf(posting)] ?? NONE;
      if (cursor !== NONE) {
        sections[cursor] = section;
        values[cursor] = (posting & 1023) + (isTitle ? (places[place] ?? 0) * 1024 : 0);
        cursors[wordOf(posting)] = cursor + 1;
      }
      if (isTitle) place += 1;
    }
  }
  return { starts, sections, values };
}
