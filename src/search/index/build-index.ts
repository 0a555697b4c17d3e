import type { SearchDocument } from '../query/search-index.ts';
import { isStopWord } from '../query/stop-words.ts';
import { tokenize } from '../query/tokenize.ts';
import { addSection, createFieldWords } from './field-words.ts';
import { createVocabulary } from './index-vocabulary.ts';
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
  const vocabulary = createVocabulary(tokenize, isStopWord);
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
