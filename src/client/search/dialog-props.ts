import type { FormEvent, KeyboardEvent, MouseEvent, RefCallback } from 'react';
import type { SearchDocument, SearchHitDetails } from '../../search/query/search-index.ts';
import type { SearchMessages } from '../../shared/ui-messages.ts';
import type { TextPart } from './matches.ts';

/** The effect of choosing a row. */
export type SearchChoice =
  /** `position` counts the results from 1. */
  | { readonly type: 'hit'; readonly hit: SearchHitDetails; readonly position: number }
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'literal' }
  /** Asks the question again, because the answer is incomplete. */
  | { readonly type: 'repeat' }
  | { readonly type: 'filter'; readonly only: SearchDocument['type'] | undefined }
  | { readonly type: 'clearRecent' }
  | { readonly type: 'switchHotkeys' }
  | { readonly type: 'go' };

/** A section among the results. */
export interface SearchHitRow {
  readonly type: 'hit';
  readonly id: string;
  readonly choice: SearchChoice;
  readonly href: string;
  readonly title: readonly TextPart[];
  /** The title of the page, for a parameter or property. */
  readonly owner: readonly TextPart[];
  readonly excerpt: readonly TextPart[];
  /** The HTTP method of an operation. */
  readonly badge: string | undefined;
  /** The path of an operation. */
  readonly path: readonly TextPart[];
  /** True for the start of a page, false for a part of it. */
  readonly isPage: boolean;
  /** From the outside in: categories, then the page, unless the row names it. */
  readonly crumbs: readonly string[];
  /** Words of the query that the section does not have. */
  readonly missing: readonly string[];
}

/** An alternative action. */
export interface SearchActionRow {
  readonly type: 'action';
  readonly id: string;
  readonly choice: SearchChoice;
  readonly icon: 'recent' | 'search' | 'filter' | 'clear' | 'keys' | 'page' | 'repeat';
  readonly label: string;
  /** The address for a modified click; undefined if the action has none. */
  readonly href: string | undefined;
}

export type SearchRow = SearchHitRow | SearchActionRow;

/** The results, or actions with a heading. */
export interface SearchGroup {
  readonly label: string;
  readonly kind: 'hits' | 'actions';
  /** Empty for results. */
  readonly heading: string;
  readonly rows: readonly SearchRow[];
}

/** The content below the input. */
export interface SearchPanel {
  /** The corrected query that was answered. */
  readonly correctedTo: string | undefined;
  /** Words that were searched in addition. */
  readonly alsoFor: readonly string[];
  /** The query that has no results. */
  readonly nothingFor: string | undefined;
  /** Shown if a part of the index is missing. */
  readonly warning: string | undefined;
  readonly count: number;
  readonly groups: readonly SearchGroup[];
}

/** Event handlers of the dialog. */
export interface SearchHandlers {
  readonly input: (event: FormEvent<HTMLInputElement>) => void;
  readonly key: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly click: (event: MouseEvent<HTMLElement>, row: SearchRow) => void;
  /** The pointer moves over a row. */
  readonly point: (row: SearchRow) => void;
  readonly close: () => void;
}

/** The properties of the template `SearchDialog`. */
export interface SearchDialogProps {
  readonly messages: SearchMessages;
  /** Label of the input. */
  readonly title: string;
  readonly query: string;
  readonly status: 'idle' | 'loading' | 'stalled';
  /** The answer in words, for screen readers. */
  readonly announcement: string;
  /** Undefined if there is nothing to show. */
  readonly panel: SearchPanel | undefined;
  /** Id of the row that Enter chooses. */
  readonly activeId: string | undefined;
  readonly attach: RefCallback<HTMLDialogElement>;
  readonly on: SearchHandlers;
}
