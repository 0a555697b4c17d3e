import { itemAt } from '../../shared/item-at.ts';
import { FIELDS, type IndexReader, type IndexView, type Postings } from './index-reader.ts';
import { FIELD_BOOSTS, fieldWeight, inverseFrequency } from './lunr-weights.ts';
import type { OperationPath } from './operations.ts';
import type { SearchDocument } from './search-index.ts';
import {
  createNumberReader,
  type DocumentsSlice,
  lengthOfStep,
  MOST_SECTIONS,
  PAGES_IN_SLICE,
  type PageDocuments,
  readWordList,
  type Slice,
  type SlicedIndex,
  type VocabularySlice,
  type WordsSlice,
} from './slice-format.ts';
import { firstFrom, mostFrequent, type Vocabulary } from './vocabulary.ts';

/** Loads a slice by its path relative to the index file; rejects if it is not there. */
export type LoadSlice = (path: string) => Promise<Slice>;

/** A slice of words that has been read. */
type WordSlice = ReadonlyMap<string, Postings>;

// A beginning of three letters or more is looked up in at most this number of slices, and frequent words.
const MOST_SLICES = 4;
const MOST_FREQUENT = 8;
/** Beginnings of at most this length are looked up among frequent words of titles. */
const SHORT = 2;

/** Reads an index in slices, which are loaded when a query needs them. */
export function readSlicedIndex(index: SlicedIndex, load: LoadSlice): IndexReader {
  const { slices, folder } = index;
  const sections = createSections();
  const loads = new Map<string, Promise<void>>();
  const words = new Map<string, WordSlice>();
  const documents = new Map<string, DocumentsSlice>();
  let operations: readonly OperationPath[] | undefined;
  let vocabulary: Vocabulary | undefined;

  const keep = (name: string, slice: Slice): void => {
    switch (slice.type) {
      case 'words':
        words.set(name, readWords(slice, index, sections));
        return;
      case 'vocabulary':
        vocabulary = readVocabulary(slice);
        return;
      case 'operations':
        operations = slice.operations.map(([method, path, page, number]) => [
          String(method),
          String(path),
          sections.numberOf(page, number),
        ]);
        return;
      case 'documents':
        if (slice.pages.every(isPage)) documents.set(name, slice);
    }
  };
  /** Never rejects. A slice that cannot be loaded now is tried again for the next query. */
  const loadSlice = (name: string): Promise<void> => {
    const attempt =
      loads.get(name) ??
      load(folder + name)
        .then((slice) => keep(name, slice))
        .catch(() => void loads.delete(name));
    loads.set(name, attempt);
    return attempt;
  };
  const sliceOf = (word: string): number =>
    firstFrom(slices.words, 0, ([first]) => first > word) - 1;

  const createView = (): IndexView => {
    const missing = new Set<string>();
    const tried = new Set<string>();
    const failed = new Set<string>();
    const asked = new Set<string>();
    const restricted = new Set<string>();
    /** Content of a slice; notes a missing one. */
    const need = <Content>(name: string, content: Content | undefined): Content | undefined => {
      if (content === undefined && name !== '') (tried.has(name) ? failed : missing).add(name);
      return content;
    };
    const needWords = (at: number): WordSlice => {
      const [, name] = slices.words[at] ?? ['', ''];
      return need(name, words.get(name)) ?? new Map();
    };
    const beginnings = (): WordSlice =>
      need(slices.beginnings, words.get(slices.beginnings)) ?? new Map();
    return {
      missing,
      tried,
      failed,
      postings(word) {
        if (restricted.has(word) && !asked.has(word)) return beginnings().get(word);
        asked.add(word);
        return needWords(sliceOf(word)).get(word);
      },
      startingWith(prefix, most) {
        if (prefix.length <= SHORT) {
          const found = [...beginnings().keys()].filter((word) => word.startsWith(prefix));
          for (const word of found) restricted.add(word);
          return found;
        }
        const first = Math.max(0, sliceOf(prefix));
        const end = firstFrom(
          slices.words,
          first,
          ([word]) => word > prefix && !word.startsWith(prefix),
        );
        const range = Array.from({ length: end - first }, (_, offset) => first + offset);
        const countOf = (at: number): number => slices.words[at]?.[2] ?? 0;
        const frequent = range
          .filter((at) => countOf(at) > 0)
          .toSorted((a, b) => countOf(b) - countOf(a))
          .slice(0, MOST_FREQUENT);
        const others = range.filter((at) => countOf(at) === 0).slice(0, MOST_SLICES);
        const found = [...frequent, ...others]
          .flatMap((at) => [...needWords(at)])
          .filter(([word]) => word.startsWith(prefix));
        const list = found.toSorted(([one], [other]) => (one < other ? -1 : 1));
        return mostFrequent(
          {
            words: list.map(([word]) => word),
            counts: list.map(([, postings]) => postings.sections.length),
          },
          [...list.keys()],
          most,
        );
      },
      vocabulary: () => need(slices.vocabulary, vocabulary) ?? { words: [], counts: [] },
      operations: () => need(slices.operations, operations) ?? [],
      document(section) {
        const { page, number } = sections.placeOf(section);
        const name = slices.documents[Math.floor(page / PAGES_IN_SLICE)] ?? '';
        return readDocument(need(name, documents.get(name)), { page, number, type: index.type });
      },
    };
  };
  return {
    total: index.counts.sections,
    count: sections.count,
    pageOf: sections.pageOf,
    kindOf: sections.kindOf,
    titleLength: sections.titleLength,
    orderOf: sections.orderOf,
    types: [index.type],
    view: createView,
    async load({ missing, tried }) {
      const wanted = [...missing];
      missing.clear();
      await Promise.all(wanted.map(loadSlice));
      for (const name of wanted) tried.add(name);
    },
  };
}

/** Numbers the sections that postings refer to, in the order in which they are read. */
function createSections() {
  const numbers = new Map<number, number>();
  const keys: number[] = [];
  const first: number[] = [];
  const kinds: number[] = [];
  const lengths: number[] = [];
  const numberOf = (page: number, number: number): number => {
    const key = page * MOST_SECTIONS + number;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const start = number === 0 ? keys.length : numberOf(page, 0);
    const own = keys.length;
    numbers.set(key, own);
    keys.push(key);
    first.push(start);
    kinds.push(0);
    lengths.push(0);
    return own;
  };
  return {
    numberOf,
    note(section: number, kind: number): void {
      kinds[section] = kind;
    },
    noteTitle(section: number, length: number): void {
      lengths[section] = length;
    },
    count: (): number => keys.length,
    pageOf: (section: number): number => itemAt(first, section),
    kindOf: (section: number): number => itemAt(kinds, section),
    titleLength: (section: number): number => itemAt(lengths, section),
    orderOf: (section: number): number => itemAt(keys, section),
    placeOf(section: number): Readonly<Record<'page' | 'number', number>> {
      const key = itemAt(keys, section);
      return { page: Math.floor(key / MOST_SECTIONS), number: key % MOST_SECTIONS };
    },
  };
}

/** Reads the postings of a slice, and computes lunr's weights from the counts. */
function readWords(
  slice: WordsSlice,
  { counts: { sections: total, lengths: averages } }: SlicedIndex,
  sections: ReturnType<typeof createSections>,
): WordSlice {
  const read = {
    sections: createNumberReader(slice.sections),
    pages: createNumberReader(slice.pages),
    numbers: createNumberReader(slice.numbers),
    fields: createNumberReader(slice.fields),
    counts: createNumberReader(slice.counts),
    lengths: createNumberReader(slice.lengths),
    titles: createNumberReader(slice.titles),
  };
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
    let page = 0;
    let number = 0;
    let found = 0;
    for (let entry = 0; entry < size; entry += 1) {
      const distance = read.pages();
      page += distance;
      number = read.numbers() + (distance === 0 && entry > 0 ? number : 0);
      const section = sections.numberOf(page, number);
      own[entry] = section;
      const bits = read.fields();
      sections.note(section, bits >> FIELDS.length);
      for (const [field, setting] of settings.entries()) {
        if ((bits & (1 << field)) === 0) continue;
        found += 1;
        const count = read.counts();
        weights[entry * FIELDS.length + field] = fieldWeight(
          setting,
          count,
          lengthOfStep(read.lengths()),
        );
      }
      if ((bits & 1) === 0) continue;
      sections.noteTitle(section, read.titles());
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
function isPage({ route, title, categories, tags, sections }: PageDocuments): boolean {
  return (
    [route, title].every((text) => typeof text === 'string') &&
    [categories, tags, sections, ...sections].every(Array.isArray)
  );
}

function readVocabulary(slice: VocabularySlice): Vocabulary {
  const words = readWordList(slice.words);
  const next = createNumberReader(slice.counts);
  return { words, counts: Uint8Array.from(words, next) };
}

function readDocument(
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
