import type {
  SearchAnswer,
  SearchDocument,
  SearchOptions,
} from '../../search/query/search-index.ts';

export interface SearchQuestion {
  readonly query: string;
  /** URLs of the index files in scope. */
  readonly files: readonly string[];
  readonly options: SearchOptions & { readonly limit: number };
}

/** The `terms` of the results are only those worth marking. */
export interface SearchReply extends SearchAnswer {
  /** The types of all documents in scope, in alphabetical order. */
  readonly types: readonly SearchDocument['type'][];
}

/** From the page to its worker. A question with a higher number cancels earlier ones. */
export type WorkerMessage =
  | { readonly type: 'load'; readonly files: readonly string[] }
  | { readonly type: 'forget' }
  | { readonly type: 'ask'; readonly id: number; readonly question: SearchQuestion };

/** From the worker to its page: one for each question that was not canceled. */
export type WorkerReply = Readonly<{ id: number; reply: SearchReply }>;
