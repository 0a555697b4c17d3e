import type { ApiPageOutline } from '../openapi/outline.ts';
import type { Heading } from '../markdown/parsed-doc.ts';
import type { FilePath, Route } from '../shared/paths.ts';
import type { LinkUse } from '../site/graph-types.ts';
import type { StaticDocuments } from './static-documents.ts';

/** The ids and headings of a rendered page. */
export interface AnchorPage {
  readonly ids: ReadonlySet<string>;
  readonly file?: FilePath;
  readonly headings?: readonly Heading[];
}

/** An element of a page, as the fragment of a link names it. */
export interface NamedAnchor {
  readonly route: Route;
  readonly fragment: string;
}

/** The pages of a site, each examined when a link first targets it. */
export interface AnchorPages {
  readonly get: (route: Route) => AnchorPage | undefined;
  /** True if a fragment leads to an element of a page, or the page does not exist. */
  readonly has: (anchor: NamedAnchor) => boolean;
  /** The routes of all pages, in their order. */
  readonly routes: () => Iterable<Route>;
}

export interface CheckInput {
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  readonly trailingSlash: 'always' | 'never' | 'any';
  readonly uses: readonly LinkUse[];
  /** Anchors of pages that links name. */
  readonly anchors: readonly NamedAnchor[];
  readonly pages: AnchorPages;
  /** Source files of pages and files next to the content: the possible targets of relative destinations. */
  readonly files: readonly FilePath[];
  /** Routes and static paths: the possible targets of site-absolute destinations. */
  readonly paths: readonly string[];
  /** Those of `paths` that are lists made of other pages, such as those of tags. */
  readonly lists: ReadonlySet<string>;
  /** Those of `paths` that are pages of API references. */
  readonly apiPaths: readonly string[];
  /** Pages of operations that are deprecated, or that the API no longer has. */
  readonly oldOperations: ReadonlyMap<Route, ApiPageOutline>;
  /** True for a file of the site folder, given relative to it, that is not in the content folder. */
  readonly existsOutside: (file: string) => boolean;
  /** HTML files that the site publishes unchanged. */
  readonly statics: Pick<StaticDocuments, 'idsOf' | 'leadsTo'>;
  /** Paths that authors may mistake for a page's route: its file's, and its route without the slug. */
  readonly aliases: () => readonly { readonly path: string; readonly route: Route }[];
  /** True for a file or route of another language or version than the page at `from`; these are never suggested. */
  readonly isForeign: (from: Route, path: string) => boolean;
}
