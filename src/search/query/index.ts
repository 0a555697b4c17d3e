/** `docwright/search`: queries over `search-index-<tag>.json`, in Node and in browsers. */
import { createEngine } from './engine.ts';
import type { SearchHit, SearchIndexFile, SearchOptions } from './search-index.ts';

export type { SearchDocument, SearchHit, SearchIndexFile, SearchOptions } from './search-index.ts';

/**
 * Makes the search over one index file. The function it returns gives the best sections first, never
 * throws whatever is typed, and answers a blank query with nothing.
 */
export function createSearch(
  file: SearchIndexFile,
): (query: string, options?: SearchOptions) => SearchHit[] {
  const { search } = createEngine(file);
  return (query, options) =>
    search(query, options).hits.map(({ document, score, terms }) => ({ document, score, terms }));
}
