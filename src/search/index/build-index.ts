import { isStopWord } from '../query/words.ts';
import type { SearchDocument } from '../query/search-index.ts';
import { tokenize } from '../query/tokenize.ts';
import { addSection, createFieldWords } from './field-words.ts';
import { printIndex } from './print-index.ts';

/** A section as the index reads it: the document and its whole text. */
export interface IndexedSection {
  readonly document: SearchDocument;
  readonly text: string;
}

/** Field boosts of the specification. lunr honours them when the index is built, not when it is queried. */
export const FIELD_BOOSTS = { title: 5, content: 1, tags: 3, sidebarParentCategories: 2 } as const;

/** Takes the sections of one index file one by one and keeps none of their texts. */
export interface IndexBuilder {
  /** The document's id is replaced by its number, from 0. */
  readonly add: (section: IndexedSection) => void;
  /**
   * The content of `search-index-<tag>.json`: the documents, and over their full text an index in lunr's
   * serialised form, the same as `lunr.Builder` makes of the same words with an empty pipeline. It is not
   * stemmed: a prefix of every word has to stay findable while it is typed.
   */
  readonly finish: () => string;
}

/** Makes the builder of an empty index. */
export function createIndexBuilder(): IndexBuilder {
  const vocabulary = createVocabulary();
  const fields = Object.entries(FIELD_BOOSTS).map(([name, boost]) => createFieldWords(name, boost));
  const documents: string[] = [];
  /** Stop words are left out of content only: titles may consist of them. */
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

/** The index of sections that are at hand together. */
export function buildSearchIndex(sections: readonly IndexedSection[]): string {
  const builder = createIndexBuilder();
  for (const section of sections) builder.add(section);
  return builder.finish();
}

/** The words of an index, numbered in the order in which they first occur. */
interface Vocabulary {
  readonly words: readonly string[];
  /** The numbers of a text's words, in order and with repetition. */
  readonly read: (text: string) => readonly number[];
  /** Whether a number is that of a word that says nothing by itself. */
  readonly isStopWord: (number: number) => boolean;
}

/** Longer runs (of scripts without spaces, or of data) hardly come again. */
const LONGEST_KEPT = 48;

/** Texts repeat most of what they consist of, so each run between white space is tokenized once. */
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
    if (chunk.length <= LONGEST_KEPT) chunks.set(chunk, read);
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
