/**
 * Messages from `docs dev` to open pages, as JSON over a stream of server-sent events (HTML standard, section 9.2).
 * Only the live script reads them; built sites contain none.
 */

/** Folder of dev's own addresses below the site's base path; no file of a site can have this name. */
export const LIVE_FOLDER = '__docwright';

/** Start of the addresses of mocks, which the id of an API follows. */
export const MOCK_FOLDER = `${LIVE_FOLDER}/mock/`;

/** The state of the site that a document shows. */
export interface LiveState {
  /** Number of changes; a page with a lower number is outdated. */
  readonly version: number;
  /** Hash of the parts that need a new document: scripts, the document head, the address style. */
  readonly shell: string;
  /** The style sheet of all pages, which is replaced in open pages. */
  readonly styles: { readonly href: string; readonly integrity: string };
}

/** The events of the stream with their data. */
export interface LiveEvents {
  readonly state: LiveState;
  readonly findings: LiveFindings;
}

/** The problems of the site, printed as in the terminal. */
export interface LiveFindings {
  /** True while parts of the site have not been checked since the last change. */
  readonly checking: boolean;
  readonly errors: number;
  readonly warnings: number;
  /** The first ones: errors before warnings, each sorted by location. */
  readonly shown: readonly LiveFinding[];
}

export interface LiveFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** `file:line:column`. */
  readonly location?: string;
  /** The code frame: lines of the source with the location marked. */
  readonly frame?: string;
  readonly hint?: string;
}

/** Dispatched on `document` when the page has been shown again, because the site has changed. */
export const REFRESH_EVENT = 'docs-refresh';
