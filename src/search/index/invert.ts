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
  for (let section = 0; section < table.size; section += 1) {
    const end = itemAt(table.postingStarts, section + 1);
    let before = -1;
    for (let at = itemAt(table.postingStarts, section); at < end; at += 1) {
      const posting = itemAt(table.postings, at);
      const word = wordOf(posting);
      postings[word] = itemAt(postings, word) + 1;
      if (word !== before) sections[word] = itemAt(sections, word) + 1;
      if (fieldOf(posting) === 0) titles[word] = itemAt(titles, word) + 1;
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
  let place = 0;
  for (let section = 0; section < table.size; section += 1) {
    const end = itemAt(postingStarts, section + 1);
    for (let at = itemAt(postingStarts, section); at < end; at += 1) {
      const posting = itemAt(postings, at);
      const isTitle = fieldOf(posting) === 0;
      const cursor = itemAt(cursors, wordOf(posting));
      if (cursor !== NONE) {
        sections[cursor] = section;
        values[cursor] = (posting & 1023) + (isTitle ? itemAt(places, place) * 1024 : 0);
        cursors[wordOf(posting)] = cursor + 1;
      }
      if (isTitle) place += 1;
    }
  }
  return { starts, sections, values };
}
