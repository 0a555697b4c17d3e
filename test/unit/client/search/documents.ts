import type { SearchReply } from '../../../../src/client/search/messages.ts';
import type {
  SearchAnswer,
  SearchDocument,
  SearchHitDetails,
} from '../../../../src/search/query/search-index.ts';

/** A document of a page at a route, with what matters to a test. */
export function document(changes: Partial<SearchDocument> = {}): SearchDocument {
  return {
    id: '0',
    title: 'Title',
    content: 'Text.',
    tags: [],
    sidebarParentCategories: [],
    type: 'docs',
    sectionTitle: 'Title',
    pageTitle: 'Page',
    sectionRoute: '/page',
    ...changes,
  };
}

export function hit(
  changes: Partial<SearchDocument> = {},
  details: Partial<SearchHitDetails> = {},
): SearchHitDetails {
  return { document: document(changes), score: 1, terms: [], missing: [], ...details };
}

export function answer(...hits: readonly SearchHitDetails[]): SearchAnswer {
  return { hits, corrections: [], synonyms: [], incomplete: false };
}

export function reply(changes: Partial<SearchReply> = {}): SearchReply {
  return { ...answer(), types: ['docs'], ...changes };
}
