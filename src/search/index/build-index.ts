import { gzipSync } from 'node:zlib';
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import { ownText } from '../../html/scanned-page.ts';
import type { SearchDocument } from '../query/search-index.ts';
import { tokenize } from '../query/tokenize.ts';
import { isStopWord } from '../query/words.ts';
import { addSection, createFieldWords } from './field-words.ts';
import { printIndex } from './print-index.ts';

/** The input for one section: the document and its complete text. */
export interface IndexedSection {
  readonly document: SearchDocument;
  readonly text: string;
}

/** Field boosts. lunr applies them when the index is built, not when it is queried. */
export const FIELD_BOOSTS = { title: 5, content: 1, tags: 3, sidebarParentCategories: 2 } as const;

/** Takes the sections of one index file one by one, without keeping their texts. */
export interface IndexBuilder {
  /** The document's id is replaced by its number, from 0. */
  readonly add: (section: IndexedSection) => void;
  /**
   * The content of `search-index-<tag>.json`: the documents, and a full-text index as `lunr.Builder` serializes it,
   * without stemming, so that every prefix of a word matches.
   */
  readonly finish: () => string;
}

export function createIndexBuilder(): IndexBuilder {
  const vocabulary = createVocabulary();
  const fields = Object.entries(FIELD_BOOSTS).map(([name, boost]) => createFieldWords(name, boost));
  const documents: string[] = [];
  // Stop words are removed from content only: titles may consist of them.
  const wordsOf = (name: string, { document, text }: IndexedSection): readonly number[] => {
    switch (name) {
      case 'title':
        return vocabulary.read(document.title);
      case 'tags':
        return vocabulary.read(document.tags.join(' '));
      case 'sidebarParentCategories':
        return vocabulary.read(document.sidebarParentCategories.join(' '));
      default:
        return vocabulary.read(text).filter((word) => !vocabulary.isStopWord(word));
    }
  };
  return {
    add(section) {
      const number = documents.length;
      documents.push(JSON.stringify({ ...section.document, id: String(number) }));
      for (const field of fields) addSection(field, number, wordsOf(field.name, section));
    },
    finish() {
      const index = printIndex({ fields, words: vocabulary.words, sections: documents.length });
      return `{"documents":[${documents.join(',')}],"index":${index}}`;
    },
  };
}

export function buildSearchIndex(sections: readonly IndexedSection[]): string {
  const builder = createIndexBuilder();
  for (const section of sections) builder.add(section);
  return builder.finish();
}

/** The words of an index, numbered in the order of their first occurrence. */
interface Vocabulary {
  readonly words: readonly string[];
  /** The numbers of a text's words, in order and with repetition. */
  readonly read: (text: string) => readonly number[];
  readonly isStopWord: (number: number) => boolean;
}

/** Longer texts are not cached, because they rarely repeat. */
const LONGEST_KEPT = 48;

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
    const read = tokenize(chunk).map(numberOf);
    if (chunk.length <= LONGEST_KEPT) chunks.set(ownText(chunk), read);
    return read;
  };
  return {
    words,
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
  readonly content: string;
  /** In kB of 1000 bytes, with gzip. */
  readonly maxIndexKilobytes?: number | undefined;
  /** Locates a key in the configuration file. */
  readonly locate: (path: readonly string[]) => Location;
}

/** Reports an index file above the configured limit (an error) or 1 MB (a warning), with gzip. */
export function checkIndexSize(input: IndexSizeInput): readonly Diagnostic[] {
  const { path, content, maxIndexKilobytes, locate } = input;
  const limit = maxIndexKilobytes === undefined ? undefined : maxIndexKilobytes * 1000;
  if (Buffer.byteLength(content) <= Math.min(LARGE, limit ?? LARGE)) return [];
  // Compression takes time: the fastest level is enough for a warning, the servers' level is due for a limit.
  const size = gzipSync(content, limit === undefined ? { level: 1 } : {}).length;
  if (limit !== undefined && size > limit) {
    const message = `${path} has ${kilobytes(size)} with gzip, more than the limit of ${kilobytes(limit)}`;
    const location = locate(['search', 'maxIndexKilobytes']);
    return [diagnostic('search-index-limit', { message, location, hint: HINT })];
  }
  if (size <= LARGE) return [];
  const message = `${path} has ${kilobytes(size)} with gzip; readers load it before their first result`;
  return [diagnostic('search-index-size', { message, hint: HINT })];
}

const HINT =
  'split the docs into several sets, set unlisted: true on pages that nobody searches, or lower markdown.searchHeadingLevel';

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}
