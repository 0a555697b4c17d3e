import { itemAt } from '../../shared/item-at.ts';
import { FIELDS } from '../query/index-reader.ts';
import { lengthStep } from '../query/slice-format.ts';
import { fieldOf, type SectionRange, type SectionTable, wordOf } from './section-table.ts';

/** The words of which slices have to be written again. */
export interface WordChanges {
  /** By word: 1 if a section has it otherwise than before. */
  readonly words: Uint8Array;
  /** True if a title has one of these words, or had it. */
  readonly hasTitles: boolean;
  /** By word: in how many more sections it is than before. */
  readonly sections: ReadonlyMap<number, number>;
}

/** A page of an index before and after an edit. */
export interface ComparedPage {
  readonly last: SectionRange;
  readonly now: SectionRange;
  /** True if its sections are known to be equal. */
  readonly isKept: boolean;
}

interface ChangesInput {
  readonly last: SectionTable;
  readonly now: SectionTable;
  /** All pages, the same in both in the same order. */
  readonly pages: Iterable<ComparedPage>;
  /** Number of words; they have the same numbers in both. */
  readonly size: number;
}

export function findChanges({ last, now, pages, size }: ChangesInput): WordChanges {
  const words = new Uint8Array(size);
  const sections = new Map<number, number>();
  let hasTitles = false;
  const compare = (before: SectionRows, after: SectionRows): void => {
    const isSame = before.context === after.context;
    for (const [own, other, amount] of [[before, after, -1] as const, [after, before, 1] as const])
      for (const [word, row] of own.rows) {
        sections.set(word, (sections.get(word) ?? 0) + amount);
        if (isSame && other.rows.get(word) === row) continue;
        words[word] = 1;
        hasTitles ||= row.startsWith(IN_TITLE);
      }
  };
  for (const { last: from, now: to, isKept } of pages) {
    const length = Math.max(from.to - from.from, to.to - to.from);
    for (let number = 0; number < length; number += 1) {
      const [one, other] = [from.from + number, to.from + number];
      if (isKept && last.titleCommons[one] === now.titleCommons[other]) continue;
      compare(
        one < from.to ? readRows(last, one) : NO_ROWS,
        other < to.to ? readRows(now, other) : NO_ROWS,
      );
    }
  }
  return { words, hasTitles, sections };
}

/** A section as slices have it. */
interface SectionRows {
  /** By word: how each field has it. */
  readonly rows: ReadonlyMap<number, string>;
  /** The part that is the same with all words. */
  readonly context: string;
}

const NO_ROWS: SectionRows = { rows: new Map(), context: '' };

/** The row of a word that the title has begins so. */
const IN_TITLE = '0:';

function readRows(table: SectionTable, section: number): SectionRows {
  const rows = new Map<number, string>();
  let place = itemAt(table.placeStarts, section);
  const end = itemAt(table.postingStarts, section + 1);
  for (let at = itemAt(table.postingStarts, section); at < end; at += 1) {
    const posting = itemAt(table.postings, at);
    const field = fieldOf(posting);
    const row = `${field}:${posting & 255}:${field === 0 ? table.places[place++] : ''} `;
    rows.set(wordOf(posting), (rows.get(wordOf(posting)) ?? '') + row);
  }
  const lengths = table.lengths.subarray(section * FIELDS.length, (section + 1) * FIELDS.length);
  const title = [table.titleLengths[section], table.titleCommons[section]];
  return {
    rows,
    context: [table.kinds[section], ...title, ...Array.from(lengths, lengthStep)].join(),
  };
}
