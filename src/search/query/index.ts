/** `docwright/search`: queries over `search-index-<tag>.json`, in Node and in browsers. */
import { createEngine } from './engine.ts';
import type { SearchHit, SearchIndexFile, SearchOptions } from './search-index.ts';

export type { SearchDocument, SearchHit, SearchIndexFile, SearchOptions } from './search-index.ts';

/**
 * Creates the search over one index file. The returned function lists the best sections first, never throws, and returns
 * no results for a blank query.
 */
export function createSearch(
  file: SearchIndexFile,
): (query: string, options?: SearchOptions) => SearchHit[] {
  const { search } = createEngine(file);
  return (query, options) =>
    search(query, options).hits.map(({ document, score, terms }) => ({ document, score, terms }));
}
