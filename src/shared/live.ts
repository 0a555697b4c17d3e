/**
 * Messages of `docs dev` to open pages, as JSON over one stream of server-sent events (HTML
 * standard, section 9.2). Only the live script reads them; a build writes nothing of them.
 */

/** Folder of dev's own addresses below the site's base path; no file of a site has this name. */
export const LIVE_FOLDER = '__docwright';

/** What a document has to agree with to show what the author has saved. */
export interface LiveState {
  /** Counts the changes; a page that knows a lower number is behind. */
  readonly version: number;
  /** Hash of what only a new document can take over: scripts, the document's head, the shape of addresses. */
  readonly shell: string;
  /** The style sheet of every page: it is exchanged in place. */
  readonly styles: { readonly href: string; readonly integrity: string };
}

/** Events of the stream with their data. */
export interface LiveEvents {
  readonly state: LiveState;
  readonly findings: LiveFindings;
}

/** The problems of the site, as the terminal prints them. */
export interface LiveFindings {
  /** True while a part of the site has not been looked at since the last change. */
  readonly checking: boolean;
  readonly errors: number;
  readonly warnings: number;
  /** The first ones, errors first, each group sorted by place. */
  readonly shown: readonly LiveFinding[];
}

export interface LiveFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** `file:line:column`. */
  readonly location?: string;
  /** Lines of the source with a mark below the place. */
  readonly frame?: string;
  readonly hint?: string;
}

/**
 * Dispatched on `document` when the site has changed. An app calls `preventDefault` and renders its
 * page again; without an answer the document has to be loaded.
 */
export const REFRESH_EVENT = 'docs-refresh';
