import { collapsedStart, cutText } from '../../shared/cut-text.ts';
import type { SectionKind, Synonym } from '../../shared/page.ts';
import type { LanguageRules } from './words.ts';

/** Synonyms as configured: one way, or words and phrases that are all searched for each other. */
export type SynonymEntry = Synonym | readonly string[];

/** A section of a page in `search-index-<tag>.json`. */
export interface SearchDocument {
  /** Unique within the file. */
  readonly id: string;
  /** The section's title, the field with the highest boost. */
  readonly title: string;
  /** The first 300 characters of the section's text, cut between words. */
  readonly content: string;
  readonly tags: readonly string[];
  /** Labels of the sidebar categories above the page, outermost first. */
  readonly sidebarParentCategories: readonly string[];
  readonly type: 'docs' | 'blog' | 'others';
  readonly sectionTitle: string;
  readonly pageTitle: string;
  /** Base path + route; `#anchor` except for the page's first section. */
  readonly sectionRoute: string;
  /** Set by readers of an index, which has the kinds beside its documents. */
  readonly kind?: SectionKind;
}

/** The content of `search-index-<tag>.json`. `index` is what `lunr.Index.load` takes. */
export interface SearchIndexFile {
  readonly documents: readonly SearchDocument[];
  readonly index: {
    readonly synonyms?: readonly SynonymEntry[];
    /** Missing for English, and for languages without rules. */
    readonly language?: LanguageRules;
  };
}

export interface SearchHit {
  readonly document: SearchDocument;
  /** Results are sorted by score, ties in the order of the documents. */
  readonly score: number;
  /** The words of the index that matched, in alphabetical order; pages highlight them. */
  readonly terms: readonly string[];
}

/** Words of a query with the words that were searched instead (corrections), or in addition (synonyms). */
export interface Substitution {
  /** As typed, folded by the tokenizer. */
  readonly typed: string;
  readonly used: readonly string[];
}

export interface SearchAnswer {
  readonly hits: readonly SearchHitDetails[];
  /** Empty if every word is known, and with `literal`. */
  readonly corrections: readonly Substitution[];
  /** Synonyms that led to matches. */
  readonly synonyms: readonly Substitution[];
  /** True if a part of the index could not be loaded: further results are possible. */
  readonly incomplete: boolean;
}

/** A result with the words of the query that it lacks, as typed. */
export interface SearchHitDetails extends SearchHit {
  readonly missing: readonly string[];
}

export interface SearchOptions {
  /** Default: 8. */
  readonly limit?: number;
  /** Searches the words as typed, without corrections. */
  readonly literal?: boolean;
  /** Only documents of these types. */
  readonly types?: readonly SearchDocument['type'][];
  /** Default: those of the index. */
  readonly synonyms?: readonly SynonymEntry[];
  /** Also searches other everyday English words for the same: `remove` finds `delete`. Default: `false`. */
  readonly commonSynonyms?: boolean;
}

/** The address of a section's page. */
export function pageRoute({ sectionRoute }: Pick<SearchDocument, 'sectionRoute'>): string {
  return sectionRoute.replace(/#.*/s, '');
}

/** Length of `content` in the index's documents, in UTF-16 code units. */
const CONTENT_LENGTH = 300;

/** Cuts a text between words at `length` UTF-16 code units; collapses white space. */
export function cutContent(text: string, length: number = CONTENT_LENGTH): string {
  return cutText(collapsedStart(text, length), length);
}
