import { eachName, itemAt } from '../../shared/item-at.ts';
import { FIELDS, type Postings } from './index-reader.ts';
import { FIELD_BOOSTS, fieldWeight, inverseFrequency } from './lunr-weights.ts';
import type { SearchDocument } from './search-index.ts';
import {
  createNumberReader,
  type DocumentsSlice,
  lengthOfStep,
  MOST_SECTIONS,
  type PageDocuments,
  PAGES_IN_SLICE,
  readWordList,
  type SlicedIndex,
  type VocabularySlice,
  WORD_COLUMNS,
  type WordsSlice,
} from './slice-format.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A slice of words that has been read. */
export type WordSlice = ReadonlyMap<string, Postings>;

/** Numbers the sections that postings refer to, in the order in which they are read. */
export function createSections() {
  const numbers = new Map<number, number>();
  const rows: {
    readonly key: number;
    first: number;
    kind: number;
    length: number;
    common: number;
  }[] = [];
  const numberOf = (page: number, number: number): number => {
    const key = page * MOST_SECTIONS + number;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const first = number === 0 ? rows.length : numberOf(page, 0);
    numbers.set(key, rows.length);
    return rows.push({ key, first, kind: 0, length: 0, common: 0 }) - 1;
  };
  return {
    numberOf,
    row: (section: number) => itemAt(rows, section),
    count: (): number => rows.length,
    pageOf: (section: number): number => itemAt(rows, section).first,
    kindOf: (section: number): number => itemAt(rows, section).kind,
    titleLength: (section: number): number => itemAt(rows, section).length,
    titleCommon: (section: number): number => itemAt(rows, section).common,
    orderOf: (section: number): number => itemAt(rows, section).key,
    placeOf(section: number): Readonly<Record<'page' | 'number', number>> {
      const { key } = itemAt(rows, section);
      return { page: Math.floor(key / MOST_SECTIONS), number: key % MOST_SECTIONS };
    },
  };
}

/** Reads the postings of a slice, and computes lunr's weights from the counts. */
export function readWords(
  slice: WordsSlice,
  { counts: { sections: total, lengths: averages } }: SlicedIndex,
  sections: ReturnType<typeof createSections>,
): WordSlice {
  const read = eachName(WORD_COLUMNS, (name) => createNumberReader(slice[name]));
  const settings = FIELDS.map((name, field) => ({
    boost: FIELD_BOOSTS[name],
    average: averages[field] ?? 1,
  }));
  const words = new Map<string, Postings>();
  for (const word of readWordList(slice.words)) {
    const size = read.sections();
    // Each has at least one letter.
    if (size > slice.pages.length) throw new TypeError('a slice that is cut');
    const own = new Uint32Array(size);
    const weights = new Float64Array(size * FIELDS.length);
    const titleAt = new Uint8Array(size);
    const titleSize = new Uint8Array(size);
    let [page, number, found] = [0, 0, 0];
    for (let entry = 0; entry < size; entry += 1) {
      const distance = read.pages();
      page += distance;
      number = read.numbers() + (distance === 0 && entry > 0 ? number : 0);
      const section = sections.numberOf(page, number);
      own[entry] = section;
      const bits = read.fields();
      const row = sections.row(section);
      row.kind = bits >> FIELDS.length;
      for (const [field, setting] of settings.entries()) {
        if ((bits & (1 << field)) === 0) continue;
        found += 1;
        const [count, length] = [read.counts(), lengthOfStep(read.lengths())];
        weights[entry * FIELDS.length + field] = fieldWeight(setting, count, length);
      }
      if ((bits & 1) === 0) continue;
      row.length = read.titles();
      row.common = read.titles();
      titleAt[entry] = read.titles();
      titleSize[entry] = read.titles();
    }
    const rarity = inverseFrequency(found, total);
    for (const [at, weight] of weights.entries()) weights[at] = weight * rarity;
    words.set(word, { sections: own, weights, titleAt, titleSize });
  }
  return words;
}

/** True if documents of a page have their form. */
export function isPage({ route, title, categories, tags, sections }: PageDocuments): boolean {
  return (
    [route, title].every((text) => typeof text === 'string') &&
    [categories, tags, sections, ...sections].every(Array.isArray)
  );
}

export function readVocabulary(slice: VocabularySlice): Vocabulary {
  const words = readWordList(slice.words);
  const next = createNumberReader(slice.counts);
  return { words, counts: Uint8Array.from(words, next) };
}

export function readDocument(
  slice: DocumentsSlice | undefined,
  { page, number, type }: { page: number; number: number; type: SearchDocument['type'] },
): SearchDocument | undefined {
  const found = slice?.pages[page % PAGES_IN_SLICE];
  const section = found?.sections[number];
  if (found === undefined || section === undefined) return undefined;
  const [anchor, title, content, kind = '', tags = found.tags] = section;
  return {
    id: `${page}.${number}`,
    title,
    content,
    tags,
    sidebarParentCategories: found.categories,
    type,
    sectionTitle: title,
    pageTitle: found.title,
    sectionRoute: found.route + anchor,
    ...(kind === '' ? {} : { kind }),
  };
}
