/** `docwright/search`: queries over `search-index-<tag>.json`, in Node and in browsers. */
import lunr from 'lunr';
import { tokenize } from './tokenize.ts';
import type { SearchHit, SearchIndexFile, SearchOptions } from './types.ts';

export type { SearchDocument, SearchHit, SearchIndexFile, SearchOptions } from './types.ts';

/** Characters of a query that are read; the rest is ignored. */
const MAX_QUERY = 512;
const DEFAULT_LIMIT = 8;
const FIELDS = ['title', 'content', 'tags', 'sidebarParentCategories'];

/**
 * Makes the search over one index file. The function it returns gives the best sections first, never
 * throws whatever is typed, and answers a blank query with nothing.
 */
export function createSearch({
  documents,
  index,
}: SearchIndexFile): (query: string, options?: SearchOptions) => SearchHit[] {
  const loaded = lunr.Index.load(index);
  const byId = new Map(documents.map((document) => [document.id, document]));
  return (query, { limit = DEFAULT_LIMIT } = {}) => {
    const words = tokenize(query.slice(0, MAX_QUERY));
    if (words.length === 0) return [];
    // The text never goes through lunr's query parser, which throws on its own operators.
    const results = loaded.query((builder) => {
      for (const word of words) {
        builder.term(word, { fields: FIELDS });
        builder.term(word, { fields: FIELDS, wildcard: lunr.Query.wildcard.TRAILING });
      }
    });
    return results.slice(0, limit).flatMap(({ ref, score, matchData }) => {
      const document = byId.get(ref);
      return document === undefined
        ? []
        : [{ document, score, terms: Object.keys(matchData.metadata).toSorted() }];
    });
  };
}
