import { gzipSync } from 'node:zlib';
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import { ownText } from '../../html/scanned-page.ts';
import { itemAt } from '../../shared/item-at.ts';
import { FIELDS } from '../query/index-reader.ts';
import { FIELD_BOOSTS } from '../query/lunr-weights.ts';
import { type OperationPath, readOperations } from '../query/operations.ts';
import type { SearchDocument } from '../query/search-index.ts';
import { commonWords, readTitle } from '../query/titles.ts';
import { tokenize } from '../query/tokenize.ts';
import { isStopWord } from '../query/words.ts';
import { addSection, createFieldWords } from './field-words.ts';
import { printIndex } from './print-index.ts';
import {
  createDocumentSlices,
  createPageNumbers,
  type IndexFile,
  printSlices,
} from './print-slices.ts';

/** The input for one section: the document and its complete text. */
export interface IndexedSection {
  readonly document: SearchDocument;
  readonly text: string;
}

/** The input for one page. */
export interface IndexPage {
  /** Equal keys mean equal sections. */
  readonly key: string;
  /** Called only if the sections are needed, at the latest by `finish`. */
  readonly sections: () => readonly IndexedSection[];
}

export interface IndexSettings {
  /** Size in bytes with gzip up to which an index is one file. */
  readonly wholeLimit: number;
  /** Folder of slices, relative to the index file. */
  readonly folder: string;
  /** Called for each slice, as soon as it is complete. */
  readonly put: (slice: IndexFile) => void;
  /** The state of the last build, if it is known. Damaged or foreign bytes are ignored. */
  readonly previous?: Uint8Array | undefined;
  /** Keeps a slice of the last build; false if it is no longer as it was: then it is put again. */
  readonly keep?: ((name: string) => boolean) | undefined;
}

export interface FinishedIndex {
  /**
   * The content of `search-index-<tag>.json`: the documents, and a full-text index as `lunr.Builder` serializes it,
   * without stemming, so that every prefix of a word matches. Above the limit, no documents and the map of slices.
   */
  readonly content: string;
  /** Makes the `previous` of the next build. */
  readonly state: () => Uint8Array;
}

/** Takes the pages of one index one by one in the order of routes, without keeping their texts. */
export interface IndexBuilder {
  /** Ids of documents are replaced. */
  readonly addPage: (page: IndexPage) => void;
  readonly finish: () => FinishedIndex;
}

/** An index whose documents alone have this many times the limit without compression is larger with it. */
const MOST_COMPRESSED = 16;

export function createIndexBuilder({ wholeLimit, folder, put }: IndexSettings): IndexBuilder {
  const vocabulary = createVocabulary();
  const fields = FIELDS.map((name) => createFieldWords(name, FIELD_BOOSTS[name]));
  const pages = createPageNumbers();
  const operations: OperationPath[] = [];
  const titles: string[] = [];
  let bytes = 0;
  let type: SearchDocument['type'] = 'others';
  // Kept until it is certain that the index has slices.
  let documents: { readonly document: SearchDocument; readonly isFirst: boolean }[] = [];
  const slices = createDocumentSlices(put);
  const described = new Set<string>();
  /** Many operations have the same parameters and properties: words of the description find the first of them. */
  const isRepeated = ({ kind, title }: SearchDocument, text: string): boolean => {
    if (kind !== 'parameter' && kind !== 'property') return false;
    const count = described.size;
    return described.add(ownText(`${title}\n${text}`)).size === count;
  };
  const addWords = (number: number, { document, text }: IndexedSection, isFirst: boolean): void => {
    const { places } = readTitle(document.title, NO_WORDS);
    const placeOf = (word: number): number => {
      const place = places.get(itemAt(vocabulary.words, word));
      return place === undefined ? 0 : place.at * 256 + place.size;
    };
    const words = [
      vocabulary.read(document.title),
      // Stop words are removed from content only: titles may consist of them.
      isRepeated(document, text)
        ? []
        : vocabulary.read(text).filter((word) => !vocabulary.isStopWord(word)),
      vocabulary.read(document.tags.join(' ')),
      isFirst ? vocabulary.read(document.sidebarParentCategories.join(' ')) : [],
    ];
    for (const [field, own] of words.entries())
      addSection(itemAt(fields, field), number, {
        words: own,
        placeOf: field === 0 ? placeOf : undefined,
      });
  };
  const sliceDocuments = (): void => {
    for (const { document, isFirst } of documents) slices.add(document, isFirst);
    documents = [];
  };
  const isSliced = (): boolean => bytes > wholeLimit * MOST_COMPRESSED;
  const add = (section: IndexedSection): void => {
    const number = titles.length;
    const { document } = section;
    const isFirst = pages.add(document);
    titles.push(document.title);
    ({ type } = document);
    operations.push(...readOperations(document, number));
    addWords(number, section, isFirst);
    documents.push({ document, isFirst });
    bytes += document.content.length + document.sectionRoute.length;
    if (isSliced()) sliceDocuments();
  };
  const print = (): string => {
    const { words } = vocabulary;
    if (!isSliced()) {
      const index = printIndex({ fields, words, sections: titles.length, kinds: pages.kinds });
      const list = documents.map(({ document }, id) => printDocument(document, id));
      const whole = `{"documents":[${list.join(',')}],"index":${index}}`;
      if (isWithin(whole, wholeLimit)) return whole;
    }
    sliceDocuments();
    const ofPages = titles.filter((_, number) => pages.numbers[number] === 0);
    const shapes = titleShapes(titles, commonWords(ofPages));
    return JSON.stringify({
      documents: [],
      index: printSlices({
        ...pages,
        fields,
        words,
        numberOf: vocabulary.numberOf,
        titleLengths: Uint8Array.from(shapes, ({ length }) => length),
        titleCommons: Uint32Array.from(shapes, ({ common }) => common),
        operations,
        type,
        folder,
        documents: slices.finish(),
        put,
      }),
    });
  };
  return {
    addPage({ sections }) {
      for (const section of sections()) add(section);
    },
    finish: () => ({ content: print(), state: () => new Uint8Array() }),
  };
}

/** The number of atoms of each title, and the set of its common ones. */
function titleShapes(titles: readonly string[], words: ReadonlySet<string>) {
  return titles.map((title) => {
    const { length, common } = readTitle(title, words);
    return { length, common };
  });
}

/** Values that the sections of a page share are next to each other, so that they compress better. */
function printDocument(document: SearchDocument, id: number): string {
  const { title, sectionTitle, pageTitle, type, tags, sectionRoute, content } = document;
  const { sidebarParentCategories } = document;
  const shared = { pageTitle, sidebarParentCategories, type, tags, sectionRoute };
  return JSON.stringify({ id: String(id), title, sectionTitle, ...shared, content });
}

/** The index of sections as one file. */
export function buildSearchIndex(sections: readonly IndexedSection[]): string {
  const settings = { wholeLimit: Number.POSITIVE_INFINITY, folder: '', put: () => {} };
  const builder = createIndexBuilder(settings);
  builder.addPage({ key: '', sections: () => sections });
  return builder.finish().content;
}

const NO_WORDS: ReadonlySet<string> = new Set();

function isWithin(content: string, limit: number): boolean {
  return Buffer.byteLength(content) <= limit || gzipSync(content).length <= limit;
}

/** The words of an index, numbered in the order of their first occurrence. */
interface Vocabulary {
  readonly words: readonly string[];
  /** The number of a word; a new one if it has none. */
  readonly numberOf: (word: string) => number;
  /** The numbers of a text's words, in order and with repetition. */
  readonly read: (text: string) => readonly number[];
  readonly isStopWord: (number: number) => boolean;
}

/** Longer texts are not cached, because they rarely repeat. */
const LONGEST_KEPT = 48;

/** Maximum number of texts in the cache. */
const MOST_KEPT = 2 ** 15;

/** Caches the words of each text between white space: most repeat. */
function createVocabulary(): Vocabulary {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const chunks = new Map<string, readonly number[]>();
  const stopWords = new Set<number>();
  const numberOf = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, words.length);
    if (isStopWord(word)) stopWords.add(words.length);
    return words.push(word) - 1;
  };
  const readChunk = (chunk: string): readonly number[] => {
    const known = chunks.get(chunk);
    if (known !== undefined) return known;
    if (chunks.size === MOST_KEPT) chunks.clear();
    const read = tokenize(chunk).map(numberOf);
    if (chunk.length <= LONGEST_KEPT) chunks.set(ownText(chunk), read);
    return read;
  };
  return {
    words,
    numberOf,
    isStopWord: (number) => stopWords.has(number),
    read(text) {
      const found: number[] = [];
      for (const chunk of text.split(/\s+/))
        for (const number of readChunk(chunk)) found.push(number);
      return found;
    },
  };
}

/** In bytes, with gzip: readers download the index before their first result. */
const LARGE = 1_000_000;

interface IndexSizeInput {
  readonly path: string;
  /** In kB of 1000 bytes, with gzip. */
  readonly maxIndexKilobytes?: number | undefined;
  /** Locates a key in the configuration file. */
  readonly locate: (path: readonly string[]) => Location;
}

export interface IndexSizes {
  /** Adds the index file or a slice. */
  readonly add: (content: string) => void;
  /** Reports an index above the configured limit (an error), or one file of more than 1 MB (a warning), with gzip. */
  readonly check: () => readonly Diagnostic[];
}

export function createIndexSizes({ path, maxIndexKilobytes, locate }: IndexSizeInput): IndexSizes {
  const limit = (maxIndexKilobytes ?? Number.POSITIVE_INFINITY) * 1000;
  let [files, size] = [0, 0];
  return {
    add(content) {
      files += 1;
      // Compression takes time: only for a limit, and the fastest level for a warning.
      if (maxIndexKilobytes !== undefined) size += gzipSync(content).length;
      else if (files === 1 && Buffer.byteLength(content) > LARGE)
        size = gzipSync(content, { level: 1 }).length;
    },
    check() {
      const isWhole = files === 1;
      if (size > limit) {
        const what = isWhole ? path : `${path} with its slices`;
        const message = `${what} has ${kilobytes(size)} with gzip, more than the limit of ${kilobytes(limit)}`;
        const location = locate(['search', 'maxIndexKilobytes']);
        return [diagnostic('search-index-limit', { message, location, hint: HINT })];
      }
      if (!isWhole || size <= LARGE) return [];
      const message = `${path} has ${kilobytes(size)} with gzip; readers load it before their first result`;
      const hint = 'lower search.wholeLimit, so that readers load only the slices that they need';
      return [diagnostic('search-index-size', { message, hint })];
    },
  };
}

const HINT =
  'split the docs into several sets, set unlisted: true on pages that nobody searches, or lower markdown.searchHeadingLevel';

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}
