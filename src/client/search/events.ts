import type { SearchDocument } from '../../search/query/search-index.ts';

/** Event for each answered query. Its `detail` is a `SearchQueryDetail`. */
export const QUERY_EVENT = 'docwright:search';
/** Event for each chosen result. Its `detail` is a `SearchChoiceDetail`. */
export const CHOICE_EVENT = 'docwright:search-choice';

export interface SearchQueryDetail {
  /** As typed. */
  readonly query: string;
  /** Number of shown results. */
  readonly count: number;
  /** Words that were searched instead of typed ones. */
  readonly corrections: readonly { readonly typed: string; readonly used: readonly string[] }[];
  /** The type to which the reader has limited the search. */
  readonly only?: SearchDocument['type'];
}

export interface SearchChoiceDetail {
  readonly query: string;
  /** Position among the results, from 1. */
  readonly position: number;
  /** Address of the result: base path, route and anchor. */
  readonly sectionRoute: string;
}

/** Dispatches an event on `document`. If it is canceled, the configured analytics do not send it. */
export function dispatchSearchEvent(page: Document, event: SearchEvent): boolean {
  const { type, detail } = event;
  return page.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
}

export type SearchEvent =
  | { readonly type: typeof QUERY_EVENT; readonly detail: SearchQueryDetail }
  | { readonly type: typeof CHOICE_EVENT; readonly detail: SearchChoiceDetail };
