import type { Heading } from '../markdown/parsed-doc.ts';
import type { FilePath, Route } from '../shared/paths.ts';
import type { LinkUse } from '../site/graph-types.ts';
import type { StaticDocuments } from './static-documents.ts';

/** The ids in a rendered page's HTML, and its headings. */
export interface AnchorPage {
  readonly ids: ReadonlySet<string>;
  readonly file?: FilePath;
  readonly headings?: readonly Heading[];
}

/** The pages of a site, each looked at when a link names it. */
export interface AnchorPages {
  readonly get: (route: Route) => AnchorPage | undefined;
  /** All of them, in the order of their routes. */
  readonly all: () => Iterable<readonly [Route, AnchorPage]>;
}

export interface CheckInput {
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  readonly trailingSlash: 'always' | 'never' | 'any';
  readonly uses: readonly LinkUse[];
  readonly pages: AnchorPages;
  /** Source files of pages and of files beside the content: what relative destinations may name. */
  readonly files: readonly FilePath[];
  /** Routes and static paths: what site-absolute destinations may name. */
  readonly paths: readonly string[];
  /** The HTML files that the site publishes as they are. */
  readonly statics: Pick<StaticDocuments, 'idsOf' | 'leadsTo'>;
  /** Paths that people may take for a page's route: of its file, and the one that it had without its slug. */
  readonly aliases: () => readonly { readonly path: string; readonly route: Route }[];
  /** True for a file or route of another language or version than the page at `from`: nothing to suggest there. */
  readonly isForeign: (from: Route, path: string) => boolean;
}
