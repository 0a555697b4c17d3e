import lunr from 'lunr';
import { tokenize } from '../../shared/search/tokenize.ts';
import type { SearchDocument, SearchIndexFile } from '../../shared/search/types.ts';

/** A section as the index reads it: the document and its whole text. */
export interface IndexedSection {
  readonly document: SearchDocument;
  readonly text: string;
}

/** Field boosts of the specification. lunr honours them when the index is built, not when it is queried. */
const BOOSTS = { title: 5, content: 1, tags: 3, sidebarParentCategories: 2 } as const;

/** Builds `search-index-<tag>.json`: the documents and lunr's serialised index over the full text. */
export function buildSearchIndex(sections: readonly IndexedSection[]): SearchIndexFile {
  const builder = new lunr.Builder();
  builder.ref('id');
  for (const [name, boost] of Object.entries(BOOSTS)) builder.field(name, { boost });
  // The index is not stemmed: a prefix of every word has to stay findable while it is typed.
  const toTokens = (text: unknown): lunr.Token[] =>
    tokenize(String(text)).map((word) => new lunr.Token(word, {}));
  builder.tokenizer = Object.assign(toTokens, { separator: /\s+/ });
  for (const { document, text } of sections) {
    builder.add(
      withoutEmpty({
        id: document.id,
        title: document.title,
        content: text,
        tags: document.tags.join(' '),
        sidebarParentCategories: document.sidebarParentCategories.join(' '),
      }),
    );
  }
  return { documents: sections.map(({ document }) => document), index: builder.build().toJSON() };
}

/** Empty values distort lunr's length normalisation. */
function withoutEmpty(fields: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
