import { answerQuery } from './engine.ts';
import type {
  SearchAnswer,
  SearchDocument,
  SearchIndexFile,
  SearchOptions,
} from './search-index.ts';
import type { SlicedIndex } from './slice-format.ts';
import { type LoadSlice, readSlicedIndex } from './sliced-index.ts';
import { readWholeIndex } from './whole-index.ts';
import { type Language, readLanguage } from './words.ts';

/** An index that answers queries. */
export interface SearchIndex {
  /** Best results first; never rejects; no results for a blank query. */
  readonly search: (query: string, options?: SearchOptions) => Promise<SearchAnswer>;
  /** The types of its documents. */
  readonly types: readonly SearchDocument['type'][];
  readonly language: Language;
}

/** Opens an index file, whole or in slices. Throws a TypeError if the file has another form. */
export function openIndex(file: SearchIndexFile, load: LoadSlice): SearchIndex {
  const { synonyms = [] } = file.index;
  const language = readLanguage(file.index.language);
  const reader = isSliced(file.index) ? readSlicedIndex(file.index, load) : readWholeIndex(file);
  return {
    types: reader.types,
    language,
    async search(query, options) {
      const view = reader.view();
      for (;;) {
        const answer = answerQuery({ reader, view, language }, query, { synonyms, ...options });
        if (view.missing.size === 0) return answer;
        await reader.load(view);
      }
    },
  };
}

/** Throws a TypeError for slices of another version or form. */
export function isSliced(index: object): index is SlicedIndex {
  if (!('slices' in index)) return false;
  const { slices } = index;
  if (!('version' in index) || index.version !== 1)
    throw new TypeError('slices of another version');
  if (typeof slices === 'object' && slices !== null && 'words' in slices && 'documents' in slices)
    if (isListOf(slices.words, Array.isArray) && Array.isArray(slices.documents)) return true;
  throw new TypeError('not an index in slices');
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
