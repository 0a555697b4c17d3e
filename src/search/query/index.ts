/** `docwright/search`: queries over `search-index-<tag>.json`, in Node and in browsers. */
import { answerQuery } from './engine.ts';
import { openIndex } from './open-index.ts';
import type { SearchHit, SearchIndexFile, SearchOptions } from './search-index.ts';
import type { LoadSlice } from './sliced-index.ts';
import { readWholeIndex } from './whole-index.ts';
import { readLanguage } from './words.ts';

export type { SearchDocument, SearchHit, SearchIndexFile, SearchOptions } from './search-index.ts';
export type { LoadSlice } from './sliced-index.ts';

/**
 * Creates the search over one index file. The returned function lists the best sections first, never throws, and returns
 * no results for a blank query. Throws a TypeError for an index in slices.
 */
export function createSearch(
  file: SearchIndexFile,
): (query: string, options?: SearchOptions) => SearchHit[] {
  const { synonyms = [] } = file.index;
  const language = readLanguage(file.index.language);
  const reader = readWholeIndex(file);
  return (query, options) =>
    answerQuery({ reader, view: reader.view(), language }, query, {
      synonyms,
      ...options,
    }).hits.map(hitOf);
}

/**
 * Creates the search over an index file, whole or in slices; `load` reads the JSON of a slice by its path relative to the
 * index file. The returned function rejects if a slice cannot be loaded.
 */
export function openSearch(
  file: SearchIndexFile,
  load: LoadSlice,
): (query: string, options?: SearchOptions) => Promise<SearchHit[]> {
  const { search } = openIndex(file, load);
  return async (query, options) => {
    const { hits, incomplete } = await search(query, options);
    if (incomplete) throw new Error('a slice of the search index could not be loaded');
    return hits.map(hitOf);
  };
}

function hitOf({ document, score, terms }: SearchHit): SearchHit {
  return { document, score, terms };
}
