import { firstFrom, itemAt } from '../../shared/item-at.ts';
import type { IndexReader, IndexView } from './index-reader.ts';
import type { OperationPath } from './operations.ts';
import {
  createSections,
  isPage,
  readDocument,
  readVocabulary,
  readWords,
  type WordSlice,
} from './slice-content.ts';
import {
  type DocumentsSlice,
  PAGES_IN_SLICE,
  type Slice,
  type SlicedIndex,
} from './slice-format.ts';
import { mostFrequent, type Vocabulary } from './vocabulary.ts';

/** Loads a slice by its path relative to the index file; rejects if it is not there. */
export type LoadSlice = (path: string) => Promise<Slice>;

/** The content of the loaded slices, by name. */
interface Loaded {
  readonly words: Map<string, WordSlice>;
  readonly documents: Map<string, DocumentsSlice>;
  operations?: readonly OperationPath[];
  vocabulary?: Vocabulary;
}

type Sections = ReturnType<typeof createSections>;

/** Reads an index in slices, which are loaded when a query needs them. */
export function readSlicedIndex(index: SlicedIndex, load: LoadSlice): IndexReader {
  const sections = createSections();
  const loaded: Loaded = { words: new Map(), documents: new Map() };
  const loads = new Map<string, Promise<void>>();
  /** Never rejects. A slice that cannot be loaded now is tried again for the next query. */
  const loadSlice = (name: string): Promise<void> => {
    const attempt =
      loads.get(name) ??
      load(index.folder + name)
        .then((slice) => keepSlice(loaded, { name, slice, index, sections }))
        .catch(() => void loads.delete(name));
    loads.set(name, attempt);
    return attempt;
  };
  return {
    total: index.counts.sections,
    ...sections,
    types: index.counts.sections === 0 ? [] : [index.type],
    view: () => createView(index, loaded, sections),
    async load({ missing, tried }) {
      const wanted = [...missing];
      missing.clear();
      await Promise.all(wanted.map(loadSlice));
      for (const name of wanted) tried.add(name);
    },
  };
}

interface KeepInput {
  readonly name: string;
  readonly slice: Slice;
  readonly index: SlicedIndex;
  readonly sections: Sections;
}

function keepSlice(loaded: Loaded, { name, slice, index, sections }: KeepInput): void {
  switch (slice.type) {
    case 'words':
      loaded.words.set(name, readWords(slice, index, sections));
      return;
    case 'vocabulary':
      loaded.vocabulary = readVocabulary(slice);
      return;
    case 'operations':
      loaded.operations = slice.operations.map(([method, path, page, number]) => [
        String(method),
        String(path),
        sections.numberOf(page, number),
      ]);
      return;
    case 'documents':
      if (!slice.pages.every(isPage)) throw new TypeError('not a slice of documents');
      loaded.documents.set(name, slice);
      return;
    default:
      throw new TypeError('not a slice');
  }
}

/** Beginnings of at most this length are looked up among frequent words of titles. */
const SHORT = 2;

const NO_WORDS: WordSlice = new Map();

function createView({ slices, type }: SlicedIndex, loaded: Loaded, sections: Sections): IndexView {
  const missing = new Set<string>();
  const tried = new Set<string>();
  const failed = new Set<string>();
  // Words looked up themselves, and words looked up only as completions of a short beginning.
  const asked = new Set<string>();
  const completions = new Set<string>();
  /** Returns the content of a slice; notes a missing one. */
  const need = <Content>(name: string, content: Content | undefined): Content | undefined => {
    if (content === undefined && name !== '') (tried.has(name) ? failed : missing).add(name);
    return content;
  };
  const needWords = (name: string): WordSlice => need(name, loaded.words.get(name)) ?? NO_WORDS;
  return {
    missing,
    tried,
    failed,
    postings(word) {
      if (completions.has(word) && !asked.has(word)) return needWords(slices.beginnings).get(word);
      asked.add(word);
      const [, name] = slices.words[sliceOf(slices, word)] ?? ['', ''];
      return needWords(name).get(word);
    },
    startingWith(prefix, most, isWanted = () => true) {
      const isShort = prefix.length <= SHORT;
      const names = isShort ? [slices.beginnings] : slicesOf(slices, prefix, isWanted);
      const found = names
        .flatMap((name) => [...needWords(name)])
        .filter(([word]) => word.startsWith(prefix) && isWanted(word))
        .sort(([one], [other]) => (one < other ? -1 : 1));
      const words = found.map(([word]) => word);
      const counts = found.map(([, postings]) => postings.sections.length);
      const chosen = mostFrequent({ words, counts }, [...words.keys()], most);
      for (const word of chosen) (isShort ? completions : asked).add(word);
      return chosen;
    },
    vocabulary: () => need(slices.vocabulary, loaded.vocabulary) ?? { words: [], counts: [] },
    operations: () => need(slices.operations, loaded.operations) ?? [],
    document(section) {
      const { page, number } = sections.placeOf(section);
      const name = slices.documents[Math.floor(page / PAGES_IN_SLICE)] ?? '';
      return readDocument(need(name, loaded.documents.get(name)), { page, number, type });
    },
  };
}

type Slices = SlicedIndex['slices'];

/** Index of the slice that has a word if any does, or -1. */
function sliceOf({ words }: Slices, word: string): number {
  return firstFrom(words, 0, ([first]) => first > word) - 1;
}

// A beginning is looked up in at most this number of slices, and frequent words.
const MOST_SLICES = 4;
const MOST_FREQUENT = 8;

/** Names of the slices with wanted words that begin with a text. */
function slicesOf(
  slices: Slices,
  prefix: string,
  isWanted: (word: string) => boolean,
): readonly string[] {
  const { words } = slices;
  const first = Math.max(0, sliceOf(slices, prefix));
  const end = firstFrom(words, first, ([word]) => word > prefix && !word.startsWith(prefix));
  const range = Array.from({ length: end - first }, (_, offset) => itemAt(words, first + offset));
  const frequent = range
    .filter(([word, , count]) => count !== undefined && isWanted(word))
    .toSorted(([, , one = 0], [, , other = 0]) => other - one)
    .slice(0, MOST_FREQUENT);
  const others = range.filter(([, , count]) => count === undefined).slice(0, MOST_SLICES);
  return [...frequent, ...others].map(([, name]) => name);
}
