import lunr from 'lunr';
import { itemAt } from '../../shared/item-at.ts';
import { getOrInsert } from '../../shared/maps.ts';
import { FIELDS, type IndexReader, type IndexView, KINDS, type Postings } from './index-reader.ts';
import { readOperations } from './operations.ts';
import { pageRoute, type SearchDocument, type SearchIndexFile } from './search-index.ts';
import { commonWords, createTitles } from './titles.ts';
import { indexesOf, indexOfWord, mostFrequent, type Vocabulary, wordRange } from './vocabulary.ts';

/** A word's entry in lunr's serialized index: its number, and its sections by field. */
type WordEntry = Readonly<Record<string, unknown>> & { readonly _index: number };

/** Reads an index in lunr's serialized form. Throws a TypeError if the file has another form. */
export function readWholeIndex({ documents: written, index }: SearchIndexFile): IndexReader {
  const vectors = new Map<string, lunr.Vector & { elements: readonly number[] }>();
  if ('slices' in index) throw new TypeError('an index in slices: use openSearch');
  const inverted = list(Reflect.get(index, 'invertedIndex'));
  const entries = inverted.map((entry) => wordEntry(list(entry)[1]));
  const vocabulary: Vocabulary = {
    words: inverted.map((entry) => String(list(entry)[0])),
    counts: entries.map(countSections),
  };
  const kinds = String(Reflect.get(index, 'kinds') ?? '');
  const documents = written.map((document, number) => withKind(document, kinds[number]));
  const numbers = new Map(documents.map(({ id }, number) => [id, number]));
  for (const vector of list(Reflect.get(index, 'fieldVectors'))) {
    const [reference, elements] = list(vector);
    vectors.set(String(reference), vectorOf(elements));
  }
  const pages = pagesOf(documents);
  const starts = documents.filter((_, number) => pages[number] === number);
  const titles = createTitles(
    (section) => itemAt(documents, section).title,
    commonWords(starts.map(({ title }) => title)),
  );
  const read = new Map<string, Postings | null>();
  const readPostings = (word: string): Postings | undefined => {
    const at = indexOfWord(vocabulary, word);
    if (at < 0) return undefined;
    const entry = itemAt(entries, at);
    const rows = new Map<number, number[]>();
    for (const [field, name] of FIELDS.entries()) {
      for (const id of Object.keys(entry[name] ?? {})) {
        const section = numbers.get(id);
        if (section === undefined) continue;
        const row = getOrInsert(rows, section, () => [0, 0, 0, 0]);
        row[field] = weightOf(vectors.get(`${name}/${id}`), entry._index);
      }
    }
    const sections = Uint32Array.from(rows.keys());
    const places = Array.from(sections, (section) => titles.find(section, word));
    return {
      sections,
      weights: Float64Array.from([...rows.values()].flat()),
      titleAt: Uint8Array.from(places, (place) => place?.at ?? 0),
      titleSize: Uint8Array.from(places, (place) => place?.size ?? 0),
    };
  };
  const operations = documents.flatMap(readOperations);
  const view: IndexView = {
    postings: (word) => getOrInsert(read, word, () => readPostings(word) ?? null) ?? undefined,
    startingWith: (prefix, most, isWanted = () => true) =>
      mostFrequent(
        vocabulary,
        indexesOf(wordRange(vocabulary, prefix)).filter((at) =>
          isWanted(itemAt(vocabulary.words, at)),
        ),
        most,
      ),
    vocabulary: () => vocabulary,
    operations: () => operations,
    document: (section) => documents[section],
    missing: new Set(),
    tried: new Set(),
    failed: new Set(),
  };
  return {
    total: documents.length,
    count: () => documents.length,
    pageOf: (section) => itemAt(pages, section),
    kindOf: (section) => KINDS.indexOf(itemAt(documents, section).kind),
    titleLength: titles.length,
    titleCommon: titles.common,
    orderOf: (section) => section,
    types: [...new Set(documents.map(({ type }) => type))].toSorted(),
    view: () => view,
    load: async () => {},
  };
}

function countSections(entry: WordEntry): number {
  return FIELDS.reduce((sum, name) => sum + Object.keys(entry[name] ?? {}).length, 0);
}

function weightOf(
  vector:
    | { readonly elements: readonly number[]; positionForIndex(index: number): number }
    | undefined,
  index: number,
): number {
  if (vector === undefined) return 0;
  const at = vector.positionForIndex(index);
  return vector.elements[at] === index ? itemAt(vector.elements, at + 1) : 0;
}

function vectorOf(elements: unknown): lunr.Vector & { elements: readonly number[] } {
  if (!isNumbers(elements)) throw new TypeError('not a vector of a document');
  return Object.assign(new lunr.Vector([]), { elements });
}

function wordEntry(value: unknown): WordEntry {
  if (typeof value === 'object' && value !== null && '_index' in value) {
    const { _index } = value;
    if (typeof _index === 'number') return { ...value, _index };
  }
  throw new TypeError('a word without a number');
}

export function withKind(document: SearchDocument, digit = '0'): SearchDocument {
  const kind = KINDS[Number(digit)];
  return kind === undefined ? document : { ...document, kind };
}

function pagesOf(documents: readonly SearchDocument[]): Uint32Array {
  const first = new Map<string, number>();
  return Uint32Array.from(documents, (document, index) =>
    getOrInsert(first, pageRoute(document), () => index),
  );
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('not an index of lunr');
  return value;
}

/** True for a list of numbers; checks the first item only. */
function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && (value.length === 0 || typeof value[0] === 'number');
}
