import type { SearchDocument } from '../../search/query/search-index.ts';

/** Name of the event of every query that was answered. Its `detail` is a `SearchQueryDetail`. */
export const QUERY_EVENT = 'docwright:search';
/** Name of the event of every hit that was chosen. Its `detail` is a `SearchChoiceDetail`. */
export const CHOICE_EVENT = 'docwright:search-choice';

export interface SearchQueryDetail {
  /** As typed. */
  readonly query: string;
  /** The number of hits that are shown. */
  readonly count: number;
  /** Words that were looked for in the place of others. */
  readonly corrections: readonly { readonly typed: string; readonly used: readonly string[] }[];
  /** The kind that the reader narrowed the search to. */
  readonly only?: SearchDocument['type'];
}

export interface SearchChoiceDetail {
  readonly query: string;
  /** Place among the hits, from 1. */
  readonly position: number;
  /** Where the hit leads: base path, route and anchor. */
  readonly sectionRoute: string;
}

/**
 * Dispatches an event on `document`. One that is cancelled is not sent by the analytics of the
 * configuration.
 */
export function dispatchSearchEvent(page: Document, event: SearchEvent): boolean {
  const { type, detail } = event;
  return page.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
}

export type SearchEvent =
  | { readonly type: typeof QUERY_EVENT; readonly detail: SearchQueryDetail }
  | { readonly type: typeof CHOICE_EVENT; readonly detail: SearchChoiceDetail };
