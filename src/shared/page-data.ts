import type { AppMessages } from './app-messages.ts';
import type { SearchData, SiteData } from './page.ts';
import type { Route, Url } from './paths.ts';
import type { SearchMessages } from './ui-messages.ts';

/** A script or style sheet with its Subresource Integrity value. */
export interface HeadAsset {
  readonly href: Url;
  readonly integrity: string;
}

/** Additions to the site's security policy that a plug-in or an island needs: origins, and Trusted Types policies. */
export interface PagePolicy
  extends Readonly<
    Record<'script' | 'style' | 'font' | 'img' | 'connect' | 'trustedTypes', readonly string[]>
  > {
  readonly inlineStyles: boolean;
}

/** The part of a site's data that navigation and search need, as JSON in `data-site` of the root. */
export interface ClientSite
  extends Pick<SiteData, 'title' | 'baseUrl' | 'trailingSlash' | 'searchHref'> {
  readonly homeHref: Url;
  /** The home pages of the other locales. */
  readonly otherHomes?: readonly Url[];
  readonly search: SearchData;
  /** The pages that the search offers first: the docs' start, pages of the navbar. */
  readonly entryPages: readonly EntryPage[];
  /** Messages that are not in English. */
  readonly messages?: Partial<AppMessages>;
  readonly searchMessages?: Partial<SearchMessages>;
}

/** A page with its label; without one, the docs' start. */
export type EntryPage = readonly [href: string, label?: string];

/**
 * The `data-` attributes of the root, in which a document describes itself to the scripts. A document is shown in place of
 * another one if both have the same client script, language, `apart` and `policies`.
 */
export interface RootData {
  /** The `ClientSite` as JSON. */
  readonly site: string;
  /** Undefined for the 404 page. */
  readonly route: Route | undefined;
  /** The search tag of the page. */
  readonly tag: string;
  /** Hash of the scripts and style sheets that plug-ins add to the head. */
  readonly apart: string | undefined;
  /** The `PagePolicy` of each module of the page's islands that has one, as JSON. */
  readonly policies: string | undefined;
}

/** Dispatched on `document` when another page, or the page again, has been shown, for the scripts of pages. */
export const PAGE_EVENT = 'docs-page';

/** The message of an error where no page is around a component that reads its data. */
export const NO_PAGE = 'This component must be a part of a page.';

/** Marks islands that read the page's data, which the document must have then. */
export const READS = ' data-reads=""';
