import lunr from 'lunr';
import MiniSearch from 'minisearch';
import {
  buildSearchIndex,
  FIELD_BOOSTS,
  type IndexedSection,
} from '../src/search/index/build-index.ts';
import { createEngine } from '../src/search/query/engine.ts';
import type { SearchIndexFile } from '../src/search/query/search-index.ts';

/** An index file as published, and its size without documents. */
export interface BuiltIndex {
  readonly whole: string;
  readonly index: string;
}

/** Numbers of the found sections, best first. */
export type Search = (query: string) => readonly number[];

/** A way to build and search an index. */
export interface Contender {
  readonly name: string;
  readonly build: (sections: readonly IndexedSection[]) => BuiltIndex;
  /** Reads the output of `build`, as a browser does. */
  readonly open: (built: BuiltIndex) => Search;
}

const LIMIT = 8;
const FIELDS = Object.entries(FIELD_BOOSTS);

const docwright: Contender = {
  name: 'docwright',
  build(sections) {
    const whole = buildSearchIndex(sections);
    return { whole, index: whole.slice(whole.indexOf('],"index":') + 1) };
  },
  open({ whole }) {
    const file: SearchIndexFile = JSON.parse(whole);
    const engine = createEngine(file);
    return (query) => engine.search(query).hits.map(({ document }) => Number(document.id));
  },
};

/** Default pipeline (trimmer, stop words, stemmer), boosts in the query, each field exact and with a wildcard. */
const plainLunr: Contender = {
  name: 'lunr, plain',
  build(sections) {
    const built = lunr((builder) => {
      builder.ref('id');
      for (const [name] of FIELDS) builder.field(name);
      for (const [number, { document, text }] of sections.entries()) {
        builder.add({ ...document, id: String(number), content: text });
      }
    });
    return withDocuments(sections, JSON.stringify(built));
  },
  open({ index }) {
    const loaded = lunr.Index.load(JSON.parse(index));
    return (query) => {
      const tokens = lunr.tokenizer(query).map(String);
      const results = loaded.query((clauses) => {
        for (const term of tokens) {
          for (const [field, boost] of FIELDS) {
            clauses.term(term, { fields: [field], boost });
            clauses.term(term, {
              fields: [field],
              boost,
              usePipeline: false,
              wildcard: lunr.Query.wildcard.TRAILING,
            });
          }
        }
      });
      return results.slice(0, LIMIT).map(({ ref }) => Number(ref));
    };
  },
};

/** Configured like VitePress: title, titles above and text, fuzzy, prefix, boosts. */
const MINISEARCH = {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
};

const miniSearch: Contender = {
  name: 'MiniSearch',
  build(sections) {
    const built = new MiniSearch(MINISEARCH);
    built.addAll(
      sections.map(({ document, text }, id) => {
        const { title, pageTitle, sidebarParentCategories } = document;
        const above = title === pageTitle ? [] : [pageTitle];
        return { id, title, titles: [...sidebarParentCategories, ...above], text };
      }),
    );
    const index = JSON.stringify(built);
    return { whole: index, index };
  },
  open({ index }) {
    const loaded = MiniSearch.loadJSON(index, MINISEARCH);
    return (query) =>
      loaded
        .search(query)
        .slice(0, LIMIT)
        .map(({ id }) => Number(id));
  },
};

function withDocuments(sections: readonly IndexedSection[], index: string): BuiltIndex {
  const documents = JSON.stringify(sections.map(({ document }) => document));
  return { whole: `{"documents":${documents},"index":${index}}`, index };
}

export const CONTENDERS: readonly Contender[] = [docwright, plainLunr, miniSearch];
