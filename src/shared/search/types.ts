/** One section of a page, as `search-index-<tag>.json` describes it. */
export interface SearchDocument {
  /** Unique within the file. */
  readonly id: string;
  /** The section's title: what weighs most. */
  readonly title: string;
  /** The first 300 characters of the section's text, cut between words. */
  readonly content: string;
  readonly tags: readonly string[];
  /** Labels of the sidebar categories above the page, outermost first. */
  readonly sidebarParentCategories: readonly string[];
  readonly type: 'docs' | 'blog' | 'others';
  readonly sectionTitle: string;
  readonly pageTitle: string;
  /** Base path + route, and `#anchor` for all but the page's first section. */
  readonly sectionRoute: string;
}

/** The content of `search-index-<tag>.json`. `index` is what `lunr.Index.load` takes. */
export interface SearchIndexFile {
  readonly documents: readonly SearchDocument[];
  readonly index: object;
}
