import type {
  SearchAnswer,
  SearchDocument,
  SearchOptions,
} from '../../search/query/search-index.ts';

/** A query, as the page asks it. */
export interface SearchQuestion {
  readonly query: string;
  /** URLs of the index files in scope. */
  readonly files: readonly string[];
  readonly options: SearchOptions & { readonly limit: number };
}

export interface SearchReply extends Omit<SearchAnswer, 'hits'> {
  /** `terms` are only those that are worth a mark. */
  readonly hits: SearchAnswer['hits'];
  /** The types of all documents in scope, in alphabetical order. */
  readonly types: readonly SearchDocument['type'][];
  /** True where an index file could not be loaded. */
  readonly incomplete: boolean;
}

/** From the page to its worker. A question with a higher number cancels those before it. */
export type WorkerMessage =
  | { readonly type: 'load'; readonly files: readonly string[] }
  | { readonly type: 'forget' }
  | { readonly type: 'ask'; readonly id: number; readonly question: SearchQuestion };

/** From the worker to its page: one for each question that was not cancelled. */
export interface WorkerReply {
  readonly id: number;
  readonly reply: SearchReply;
}
