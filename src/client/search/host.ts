import type { SearchDocument } from '../../search/query/search-index.ts';
import type { ClientSite } from '../../shared/page-data.ts';
import type { Trust } from '../app/trusted-html.ts';
import type { TypedAhead } from './early-field.ts';
import type { GuessedPage, SearchButtonStore } from './search-button.ts';

/** Words to mark on the page of a result, in the state of its history entry. */
export interface SoughtWords {
  readonly terms: readonly string[];
  /** The type of the document, which determines the part of the page to mark. */
  readonly type: SearchDocument['type'];
}

/** The app's interface for the search, which is loaded on demand. */
export interface SearchHost {
  readonly page: Document;
  readonly site: () => ClientSite;
  /** The search tag of the page on the screen. */
  readonly tag: () => string;
  readonly button: SearchButtonStore;
  readonly trust: Trust;
  /** Throws if the browser does not support or allow workers. */
  readonly startWorker: () => Worker;
  readonly importWorker: () => Promise<typeof import('./worker.ts')>;
  readonly importAnalytics: () => Promise<typeof import('./analytics.ts')>;
  readonly hrefOf: (sectionRoute: string) => string;
  /** The HTML of the article at an address of the site; undefined if it cannot be loaded. */
  readonly loadHtml: (url: URL) => Promise<string | undefined>;
  /** False if the reader saves data or the connection is slow. */
  readonly mayLoadAhead: () => boolean;
  /** Shows a page of the site; the fields of `state` are added to the state of its history entry. */
  readonly navigate: (url: URL, state: Readonly<Record<string, unknown>>) => void;
}

/** The loaded search. */
export interface Search {
  /** Starts the worker and loads the index, because the reader will search soon. */
  readonly prepare: () => void;
  /** Opens the dialog; by default with the query that was left. */
  readonly open: (opener: Element | undefined, typed?: TypedAhead) => void;
  /** Pages that fit the words of an unknown address, best first. */
  readonly guess: (words: string) => Promise<readonly GuessedPage[]>;
  /** Marks the words of the current history entry after another page or part of it was shown. */
  readonly shown: () => void;
  /** Clears the cached index files and refreshes the current answer, because the site has changed. */
  readonly renew: () => void;
}

/** Key of the `SoughtWords` in the state of a history entry. */
export const SOUGHT_KEY = 'docwrightSought';
