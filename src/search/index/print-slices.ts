import { createHash } from 'node:crypto';
import { itemAt } from '../../shared/item-at.ts';
import { FIELDS, KINDS } from '../query/index-reader.ts';
import type { OperationPath } from '../query/operations.ts';
import { cutContent, pageRoute, type SearchDocument } from '../query/search-index.ts';
import {
  createNumberWriter,
  lengthStep,
  MOST_SECTIONS,
  PAGES_IN_SLICE,
  type PageDocuments,
  type Slice,
  type SlicedIndex,
  type WordsSlice,
  writeWords,
} from '../query/slice-format.ts';
import { isCorrection } from '../query/vocabulary.ts';
import { type FieldWords, meanLength } from './field-words.ts';
import { type Inverted, invert } from './invert.ts';

/** A file of an index. */
export interface IndexFile {
  /** Relative to the folder of slices. */
  readonly name: string;
  readonly content: string;
}

export interface SlicedContent {
  readonly fields: readonly FieldWords[];
  /** By number. */
  readonly words: readonly string[];
  readonly numberOf: (word: string) => number;
  /** By section: the number of its page, its number in the page, and its kind as index of `KINDS`. */
  readonly pages: ArrayLike<number>;
  readonly numbers: ArrayLike<number>;
  readonly kinds: ArrayLike<number>;
  /** By section: the number of atoms of its title, and the set of those that very many titles have. */
  readonly titleLengths: ArrayLike<number>;
  readonly titleCommons: ArrayLike<number>;
  readonly operations: readonly OperationPath[];
  readonly type: SearchDocument['type'];
  /** Folder of the slices, relative to the index file. */
  readonly folder: string;
  /** Names of the slices of documents. */
  readonly documents: readonly string[];
  readonly put: (file: IndexFile) => void;
}

/** A word in at least this number of sections has a separate slice. */
const FREQUENT = 512;
/** One of this number of other words begins a slice. A word's hash decides, so that no edit moves further words. */
const WORDS_IN_SLICE = 256;

/** Unknown words are corrected to words in at least this number of sections. */
const FEWEST_CORRECTED = 2;

/** Writes the slices of words; returns the content of the index file. */
export function printSlices(content: SlicedContent): SlicedIndex {
  const { fields, words, put } = content;
  const inverted = fields.map((field) => invert(field, words.length));
  const order = sortedWords(content, inverted);
  const write = (slice: Slice): string => putSlice(slice, put);
  const slices: (readonly [string, string] | readonly [string, string, number])[] = [];
  const vocabularyCounts = createNumberWriter();
  const vocabulary: string[] = [];
  let slice = createWordsWriter(content, inverted);
  let first = '';
  const finish = (count?: number): void => {
    if (slice.isEmpty()) return;
    const name = write(slice.finish());
    slices.push(count === undefined ? [first, name] : [first, name, count]);
    slice = createWordsWriter(content, inverted);
  };
  const titleWords: { readonly word: number; readonly count: number }[] = [];
  for (const word of order) {
    const text = itemAt(words, word);
    const rows = rowsOf(word, inverted);
    if (isCorrection(text) && rows.length >= FEWEST_CORRECTED) {
      vocabulary.push(text);
      vocabularyCounts.add(Math.floor(Math.log2(rows.length)));
    }
    const isFrequent = rows.length >= FREQUENT;
    if (isFrequent || hash(text) % WORDS_IN_SLICE === 0) finish();
    if (slice.isEmpty()) first = text;
    slice.add(word, rows);
    if (isFrequent) finish(rows.length);
    const inTitles = rows.filter(({ bits }) => (bits & 1) !== 0).length;
    if (inTitles > 0) titleWords.push({ word, count: inTitles });
  }
  finish();
  return {
    version: 1,
    folder: content.folder,
    type: content.type,
    counts: {
      sections: content.pages.length,
      lengths: fields.map(meanLength),
    },
    slices: {
      words: slices,
      beginnings: write(beginningsSlice(content, inverted, titleWords)),
      vocabulary: write({
        type: 'vocabulary',
        words: writeWords(vocabulary),
        counts: vocabularyCounts.text(),
      }),
      operations:
        content.operations.length === 0
          ? ''
          : write({
              type: 'operations',
              operations: content.operations.map(([method, path, section]) => [
                method,
                path,
                itemAt(content.pages, section),
                itemAt(content.numbers, section),
              ]),
            }),
      documents: content.documents,
    },
  };
}

/** Writes a slice; returns its name. */
function putSlice(slice: Slice, put: SlicedContent['put']): string {
  const content = JSON.stringify(slice);
  const name = `${createHash('sha256').update(content).digest('hex').slice(0, 10)}.json`;
  put({ name, content });
  return name;
}

/** The used words in the order of code units. */
function sortedWords(
  { words, numberOf }: SlicedContent,
  inverted: readonly Inverted[],
): readonly number[] {
  const isUsed = (number: number): boolean =>
    inverted.some(({ starts }) => itemAt(starts, number + 1) > itemAt(starts, number));
  // Without a comparison function, `sort` compares code units and is several times faster.
  return [...words].sort().flatMap((word) => {
    const number = numberOf(word);
    return isUsed(number) ? [number] : [];
  });
}

/** A section with a word: a bit for each field, and the index of the word's entry in each field. */
interface Row {
  readonly section: number;
  readonly bits: number;
  readonly entries: readonly number[];
}

/** The sections of a word in ascending order. */
function rowsOf(word: number, inverted: readonly Inverted[]): readonly Row[] {
  const cursors = inverted.map(({ starts }) => itemAt(starts, word));
  const ends = inverted.map(({ starts }) => itemAt(starts, word + 1));
  const rows: Row[] = [];
  for (;;) {
    let section = Number.POSITIVE_INFINITY;
    for (const [field, { sections }] of inverted.entries()) {
      const cursor = itemAt(cursors, field);
      if (cursor < itemAt(ends, field)) section = Math.min(section, itemAt(sections, cursor));
    }
    if (section === Number.POSITIVE_INFINITY) return rows;
    let bits = 0;
    const entries = [...cursors];
    for (const [field, { sections }] of inverted.entries()) {
      const cursor = itemAt(cursors, field);
      if (cursor >= itemAt(ends, field) || sections[cursor] !== section) continue;
      bits |= 1 << field;
      cursors[field] = cursor + 1;
    }
    rows.push({ section, bits, entries });
  }
}

/** Writes one slice of words. */
function createWordsWriter(content: SlicedContent, inverted: readonly Inverted[]) {
  const { words, pages, numbers, kinds, titleLengths, titleCommons } = content;
  const own: string[] = [];
  const columns = {
    sections: createNumberWriter(),
    pages: createNumberWriter(),
    numbers: createNumberWriter(),
    fields: createNumberWriter(),
    counts: createNumberWriter(),
    lengths: createNumberWriter(),
    titles: createNumberWriter(),
  };
  return {
    isEmpty: (): boolean => own.length === 0,
    add(word: number, rows: readonly Row[]): void {
      own.push(itemAt(words, word));
      columns.sections.add(rows.length);
      let page = 0;
      let number = 0;
      for (const [at, { section, bits, entries }] of rows.entries()) {
        const distance = itemAt(pages, section) - page;
        page += distance;
        const before = distance === 0 && at > 0 ? number : 0;
        number = itemAt(numbers, section);
        columns.pages.add(distance);
        columns.numbers.add(number - before);
        columns.fields.add(bits | (itemAt(kinds, section) << FIELDS.length));
        for (const [field, { counts, lengths }] of inverted.entries()) {
          if ((bits & (1 << field)) === 0) continue;
          const entry = itemAt(entries, field);
          columns.counts.add(itemAt(counts, entry));
          columns.lengths.add(lengthStep(itemAt(lengths, section)));
        }
        if ((bits & 1) === 0) continue;
        const place = itemAt(itemAt(inverted, 0).places, itemAt(entries, 0));
        columns.titles.add(itemAt(titleLengths, section));
        columns.titles.add(itemAt(titleCommons, section));
        columns.titles.add(place >> 8);
        columns.titles.add(place & 255);
      }
    },
    finish(): WordsSlice {
      return {
        type: 'words',
        words: writeWords(own),
        sections: columns.sections.text(),
        pages: columns.pages.text(),
        numbers: columns.numbers.text(),
        fields: columns.fields.text(),
        counts: columns.counts.text(),
        lengths: columns.lengths.text(),
        titles: columns.titles.text(),
      };
    },
  };
}

// For one and two typed letters: words for each pair of letters, and sections for each word.
const WORDS_OF_PAIR = 4;
const SECTIONS_OF_WORD = 12;

/** The most frequent words of titles by their first two letters, with the sections that have the shortest titles. */
function beginningsSlice(
  content: SlicedContent,
  inverted: readonly Inverted[],
  titleWords: readonly { readonly word: number; readonly count: number }[],
): WordsSlice {
  const { words, numbers, titleLengths } = content;
  const pairs = new Map<string, typeof titleWords>();
  for (const one of titleWords) {
    const pair = itemAt(words, one.word).slice(0, 2);
    pairs.set(pair, [...(pairs.get(pair) ?? []), one]);
  }
  const kept = [...pairs.values()]
    .flatMap((list) => list.toSorted((a, b) => b.count - a.count).slice(0, WORDS_OF_PAIR))
    .map(({ word }) => word)
    .sort((a, b) => (itemAt(words, a) < itemAt(words, b) ? -1 : 1));
  const writer = createWordsWriter(content, inverted);
  for (const word of kept) {
    const rows = rowsOf(word, inverted)
      .filter(({ bits }) => (bits & 1) !== 0)
      .toSorted(
        (a, b) =>
          Math.min(1, itemAt(numbers, a.section)) - Math.min(1, itemAt(numbers, b.section)) ||
          itemAt(titleLengths, a.section) - itemAt(titleLengths, b.section),
      )
      .slice(0, SECTIONS_OF_WORD);
    writer.add(
      word,
      rows.toSorted((a, b) => a.section - b.section),
    );
  }
  return writer.finish();
}

/** FNV-1a of the code units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** Number of characters of a section that results show. */
const SHOWN_CONTENT = 160;

/** Collects the documents of an index and writes their slices. */
export function createDocumentSlices(put: SlicedContent['put']) {
  const names: string[] = [];
  let pages: (Omit<PageDocuments, 'sections'> & {
    readonly sections: PageDocuments['sections'][number][];
  })[] = [];
  const flush = (): void => {
    if (pages.length > 0) names.push(putSlice({ type: 'documents', pages }, put));
    pages = [];
  };
  return {
    add(document: SearchDocument, isFirst: boolean): void {
      const { sectionRoute, title, tags, kind = '' } = document;
      const content = cutContent(document.content, SHOWN_CONTENT);
      const route = pageRoute(document);
      if (isFirst) {
        if (pages.length === PAGES_IN_SLICE) flush();
        const { pageTitle, sidebarParentCategories: categories } = document;
        pages.push({ route, title: pageTitle, categories, tags, sections: [] });
      }
      const page = itemAt(pages, pages.length - 1);
      const isSame = tags.join('\n') === page.tags.join('\n');
      const anchor = sectionRoute.slice(route.length);
      page.sections.push(
        isSame
          ? kind === ''
            ? [anchor, title, content]
            : [anchor, title, content, kind]
          : [anchor, title, content, kind, tags],
      );
    },
    finish(): readonly string[] {
      flush();
      return names;
    },
  };
}

/** The page of each section: sections of one page follow each other. */
export function createPageNumbers() {
  const pages: number[] = [];
  const numbers: number[] = [];
  const kinds: number[] = [];
  let route: string | undefined;
  return {
    pages,
    numbers,
    kinds,
    /** Adds a section; true if it is the first of a page. */
    add(document: SearchDocument): boolean {
      const own = pageRoute(document);
      const number = (numbers.at(-1) ?? 0) + 1;
      const isFirst = own !== route || number === MOST_SECTIONS;
      route = own;
      pages.push((pages.at(-1) ?? -1) + (isFirst ? 1 : 0));
      numbers.push(isFirst ? 0 : number);
      kinds.push(KINDS.indexOf(document.kind));
      return isFirst;
    },
  };
}
