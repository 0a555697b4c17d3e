import { eachName, itemAt } from '../../shared/item-at.ts';
import { addTo } from '../../shared/maps.ts';
import { FIELDS } from '../query/index-reader.ts';
import type { OperationPath } from '../query/operations.ts';
import type { SearchDocument } from '../query/search-index.ts';
import {
  DIGITS,
  lengthStep,
  type SlicedIndex,
  WORD_COLUMNS,
  type WordsSlice,
  writeWords,
} from '../query/slice-format.ts';
import { isCorrection } from '../query/vocabulary.ts';
import { invert, type Inverted } from './invert.ts';
import type { IndexContent } from './print-index.ts';
import { fieldOf, meanLength, type SectionRange, type SectionTable } from './section-table.ts';
import type { SliceFiles } from './slice-files.ts';
import type { WordChanges } from './word-changes.ts';

interface SlicedContent extends IndexContent {
  readonly operations: readonly OperationPath[];
  readonly type: SearchDocument['type'];
  /** Folder of the slices, relative to the index file. */
  readonly folder: string;
  /** Names of the slices of documents. */
  readonly documents: readonly string[];
  readonly files: SliceFiles;
  /** Undefined if that is not known, or too much. */
  readonly changes: SliceChanges | undefined;
}

export type SliceChanges = WordChanges & { readonly last: SlicedIndex['slices'] };

/** A word in at least this number of sections has a separate slice. */
const FREQUENT = 512;
/** One of this number of other words begins a slice. A word's hash decides, so that no edit moves further words. */
const WORDS_IN_SLICE = 256;

/** Unknown words are corrected to words in at least this number of sections. */
const FEWEST_CORRECTED = 2;

/** Writes the slices of words; returns the content of the index file. */
export function printSlices(content: SlicedContent): SlicedIndex {
  const { table, files, changes } = content;
  return {
    version: 1,
    folder: content.folder,
    type: content.type,
    counts: {
      sections: table.size,
      lengths: FIELDS.map((_, field) => meanLength(table, field)),
    },
    slices: {
      words: writeSlices(content, planSlices(content)),
      beginnings:
        changes?.hasTitles === false && files.keep(changes.last.beginnings)
          ? changes.last.beginnings
          : writeBeginnings(content),
      vocabulary:
        changes !== undefined &&
        !hasNewVocabulary(content, changes) &&
        files.keep(changes.last.vocabulary)
          ? changes.last.vocabulary
          : writeVocabulary(content),
      operations: writeOperations(content),
      documents: content.documents,
    },
  };
}

type WordsEntry = SlicedIndex['slices']['words'][number];

interface PlannedSlice {
  readonly words: number[];
  readonly isFrequent: boolean;
  isChanged: boolean;
  /** The entry of the last build if the slice is the same. */
  kept?: WordsEntry | undefined;
}

/** Divides the words into slices, and keeps those that have not changed. */
function planSlices(content: SlicedContent): readonly PlannedSlice[] {
  const { order, words, counts, changes, files } = content;
  const slices: PlannedSlice[] = [];
  let slice: PlannedSlice | undefined;
  for (const word of order) {
    const sections = itemAt(counts.sections, word);
    const isChanged = changes === undefined || changes.words[word] === 1;
    if (sections > 0) {
      const isFrequent = sections >= FREQUENT;
      const isStart = hash(itemAt(words, word)) % WORDS_IN_SLICE === 0;
      if (slice === undefined || slice.isFrequent || isFrequent || isStart) {
        slice = { words: [], isFrequent, isChanged };
        slices.push(slice);
      }
      slice.words.push(word);
    }
    // A word that is not there any more was in the slice of the word before, or in its own.
    if (slice !== undefined && isChanged) slice.isChanged = true;
  }
  if (changes === undefined) return slices;
  const last = changes.last.words;
  const positions = new Map(last.map(([first], at) => [first, at]));
  const firstOf = (index: number): string | undefined => {
    const [first] = slices[index]?.words ?? [];
    return first === undefined ? undefined : words[first];
  };
  for (const [index, one] of slices.entries()) {
    const at = positions.get(firstOf(index) ?? '');
    if (at === undefined || one.isChanged) continue;
    const entry = itemAt(last, at);
    const isSame = last[at + 1]?.[0] === firstOf(index + 1);
    if (isSame && files.keep(entry[1])) one.kept = entry;
  }
  return slices;
}

/** Number of postings that are inverted at once: bounds the memory. */
const MOST_INVERTED = 2 ** 20;

function writeSlices(
  content: SlicedContent,
  planned: readonly PlannedSlice[],
): readonly WordsEntry[] {
  const { words, counts, table, files } = content;
  const writer = createWordsWriter(table);
  const entries: WordsEntry[] = [];
  const write = (slice: PlannedSlice, inverted: Inverted): WordsEntry => {
    for (const word of slice.words) {
      const from = itemAt(inverted.starts, word);
      const range = { from, to: from + itemAt(counts.postings, word) };
      writer.add(itemAt(words, word), itemAt(counts.sections, word), { ...inverted, ...range });
    }
    const first = itemAt(slice.words, 0);
    const entry = [itemAt(words, first), files.write(writer.take())] as const;
    return slice.isFrequent ? [...entry, itemAt(counts.sections, first)] : entry;
  };
  for (let from = 0; from < planned.length; ) {
    const wanted: number[] = [];
    let to = from;
    for (let total = 0; to < planned.length && total < MOST_INVERTED; to += 1) {
      const slice = itemAt(planned, to);
      if (slice.kept !== undefined) continue;
      for (const word of slice.words) {
        wanted.push(word);
        total += itemAt(counts.postings, word);
      }
    }
    const inverted = invert(table, wanted, counts);
    for (const slice of planned.slice(from, to)) entries.push(slice.kept ?? write(slice, inverted));
    from = to;
  }
  return entries;
}

function hasNewVocabulary({ words, counts }: SlicedContent, changes: WordChanges): boolean {
  for (const [word, more] of changes.sections) {
    const now = itemAt(counts.sections, word);
    if (frequency(now) !== frequency(now - more) && isCorrection(itemAt(words, word))) return true;
  }
  return false;
}

/** As it is in the vocabulary; -1 for rare words, which are not there. */
function frequency(sections: number): number {
  return sections < FEWEST_CORRECTED ? -1 : Math.floor(Math.log2(sections));
}

function writeVocabulary({ order, words, counts, files }: SlicedContent): string {
  const frequencies = createNumberWriter();
  const vocabulary: string[] = [];
  for (const word of order) {
    const sections = itemAt(counts.sections, word);
    const text = itemAt(words, word);
    if (sections < FEWEST_CORRECTED || !isCorrection(text)) continue;
    vocabulary.push(text);
    frequencies.add(frequency(sections));
  }
  return files.write({
    type: 'vocabulary',
    words: writeWords(vocabulary),
    counts: frequencies.take(),
  });
}

function writeOperations({ operations, table, files }: SlicedContent): string {
  if (operations.length === 0) return '';
  const places = operations.map(
    ([method, path, section]) =>
      [method, path, itemAt(table.pages, section), itemAt(table.numbers, section)] as const,
  );
  return files.write({ type: 'operations', operations: places });
}

// For one and two typed letters: words for each pair of letters, and sections for each word.
const WORDS_OF_PAIR = 4;
const SECTIONS_OF_WORD = 12;

/** Writes the most frequent words of titles by their first two letters, with the sections that have the shortest titles. */
function writeBeginnings({ order, words, counts, table, files }: SlicedContent): string {
  const pairs = new Map<string, number[]>();
  for (const word of order) {
    if (itemAt(counts.titles, word) === 0) continue;
    addTo(pairs, itemAt(words, word).slice(0, 2), word);
  }
  const kept = new Set(
    [...pairs.values()].flatMap((own) =>
      own
        .sort((a, b) => itemAt(counts.titles, b) - itemAt(counts.titles, a))
        .slice(0, WORDS_OF_PAIR),
    ),
  );
  const inverted = invert(table, kept, counts);
  const writer = createWordsWriter(table);
  for (const word of order) {
    if (!kept.has(word)) continue;
    const from = itemAt(inverted.starts, word);
    const to = from + itemAt(counts.postings, word);
    const best = bestTitles(table, { ...inverted, from, to });
    writer.add(itemAt(words, word), best.size, best.postings);
  }
  return files.write(writer.take());
}

/** The postings in the sections of a word that have it in their titles: pages first, then the shortest titles. */
function bestTitles(
  { numbers, titleLengths }: SectionTable,
  { sections, values, from, to }: WordPostings,
): { readonly size: number; readonly postings: WordPostings } {
  const ranks: number[] = [];
  for (let at = from; at < to; at += 1) {
    // A section's posting of the title is its first one.
    if (fieldOf(values[at] ?? 0) !== 0) continue;
    const section = itemAt(sections, at);
    const rank = itemAt(titleLengths, section) + (numbers[section] === 0 ? 0 : 64);
    ranks.push(rank * 2 ** 32 + at);
  }
  const best = Float64Array.from(ranks).sort().slice(0, SECTIONS_OF_WORD);
  const kept: number[] = [];
  for (const first of best.map((rank) => rank % 2 ** 32).sort())
    for (let at = first; at < to && sections[at] === sections[first]; at += 1) kept.push(at);
  return {
    size: best.length,
    postings: {
      sections: Uint32Array.from(kept, (at) => itemAt(sections, at)),
      values: Uint32Array.from(kept, (at) => itemAt(values, at)),
      from: 0,
      to: kept.length,
    },
  };
}

/** FNV-1a of the code units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** The postings of a word: from the first to before the last of a list. */
type WordPostings = Omit<Inverted, 'starts'> & SectionRange;

interface WordsWriter {
  /** Adds a word with its number of sections. */
  readonly add: (word: string, sections: number, postings: WordPostings) => void;
  /** Returns the slice, and begins another one. */
  readonly take: () => WordsSlice;
}

/** Writes one slice of words after another. */
function createWordsWriter(table: SectionTable): WordsWriter {
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

/** Writes whole numbers from 0 as text. */
interface NumberWriter {
  readonly add: (number: number) => void;
  /** Returns the text, and begins another one. */
  readonly take: () => string;
}

const CODES = Buffer.from(DIGITS);

/** Most letters of one number. */
const LONGEST = 8;

function createNumberWriter(): NumberWriter {
  let bytes = Buffer.alloc(1024);
  let length = 0;
  return {
    add(number) {
      if (length + LONGEST > bytes.length)
        bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
      let rest = number;
      while (rest > 31) {
        bytes[length] = CODES[32 + (rest & 31)] ?? 0;
        length += 1;
        rest >>>= 5;
      }
      bytes[length] = CODES[rest] ?? 0;
      length += 1;
    },
    take() {
      const text = bytes.toString('latin1', 0, length);
      length = 0;
      return text;
    },
  };
}
