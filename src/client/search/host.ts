import type { ReactNode } from 'react';
import type { SearchDocument } from '../../search/query/search-index.ts';
import type { PageInput } from '../../shared/page.ts';
import type { SearchButtonStore } from './search-button.ts';

/** Words to mark on the page that a hit leads to, in the state of its history entry. */
export interface SoughtWords {
  readonly terms: readonly string[];
  /** The kind of the document: it says which part of the page is marked. */
  readonly type: SearchDocument['type'];
}

/** What the app gives to the search when the reader turns to it. */
export interface SearchHost {
  readonly page: Document;
  readonly input: () => PageInput;
  readonly button: SearchButtonStore;
  /** Renders the dialog, with the site's context around it. */
  readonly render: (dialog: ReactNode) => void;
  /** Throws where the browser has no workers or allows none. */
  readonly startWorker: () => Worker;
  readonly importWorker: () => Promise<typeof import('./worker.ts')>;
  readonly importAnalytics: () => Promise<typeof import('./analytics.ts')>;
  readonly hrefOf: (sectionRoute: string) => string;
  /** Loads the script of `search.analytics`. */
  readonly loadScript: (url: string) => Promise<void>;
  /** The HTML of the article at an address of the site; undefined where it cannot be loaded. */
  readonly loadHtml: (url: URL) => Promise<string | undefined>;
  /** False where the reader saves data or the connection is slow. */
  readonly mayLoadAhead: () => boolean;
  /** Shows a page of the site; the fields of `state` are in the state of its history entry. */
  readonly navigate: (url: URL, state: Readonly<Record<string, unknown>>) => void;
}

/** The search, once it is loaded. */
export interface Search {
  /** Starts the worker and loads the index: the reader will search soon. */
  readonly prepare: () => void;
  /** Opens the dialog, with a query where one is given. */
  readonly open: (query?: string) => void;
  /** Marks the words of the present history entry: another page or another part of it is shown. */
  readonly shown: () => void;
  /** Forgets the index files, and refreshes the answer that is shown: the site has changed. */
  readonly renew: () => void;
}

/** Key of the `SoughtWords` in the state of a history entry. */
export const SOUGHT_KEY = 'docwrightSought';
