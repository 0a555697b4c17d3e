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

/** One found section. */
export interface SearchHit {
  readonly document: SearchDocument;
  /** Hits come best first; ties in the order of the documents. */
  readonly score: number;
  /** The words of the index that matched, in alphabetical order: what a page marks. */
  readonly terms: readonly string[];
}

/** A word of the query that the index does not have, and the words that were looked for in its place. */
export interface Correction {
  /** As typed, folded as the tokenizer folds. */
  readonly typed: string;
  readonly used: readonly string[];
}

export interface SearchAnswer {
  readonly hits: readonly SearchHitDetails[];
  /** Empty where every word is known, and with `literal`. */
  readonly corrections: readonly Correction[];
}

/** A hit with the words of the query that it does not have, as typed. */
export interface SearchHitDetails extends SearchHit {
  readonly missing: readonly string[];
}

export interface SearchOptions {
  /** Default 8. */
  readonly limit?: number;
  /** Look for the words as they are typed, without corrections. */
  readonly literal?: boolean;
  /** Only documents of these types. */
  readonly types?: readonly SearchDocument['type'][];
}

/** Length of `content` in the index's documents, in UTF-16 code units. */
const CONTENT_LENGTH = 300;

/** The beginning of a text, at most `length` UTF-16 code units, cut between words; white space folded. */
export function cutContent(text: string, length: number = CONTENT_LENGTH): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  if (folded.length <= length) return folded;
  const space = folded.lastIndexOf(' ', length);
  return folded.slice(0, space > 0 ? space : length);
}
