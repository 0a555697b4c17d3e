import lunr from 'lunr';
import MiniSearch from 'minisearch';
import type { IndexedSection } from '../src/search/index/build-index.ts';
import { FIELD_BOOSTS } from '../src/search/query/lunr-weights.ts';
import { buildFiles, FIRST_FILE, type IndexFiles, openSearch } from './search-index.ts';

/** An index as published. */
export interface BuiltIndex {
  readonly files: IndexFiles;
  /** The part without documents; undefined where they share files. */
  readonly index?: string;
}

/** Numbers of the found sections, best first. */
export type Search = (query: string) => Promise<readonly number[]>;

/** A way to build and search an index. */
export interface Contender {
  readonly name: string;
  readonly build: (sections: readonly IndexedSection[]) => BuiltIndex;
  /** Reads the output of `build`, as a browser does. */
  readonly open: (built: BuiltIndex, sections: readonly IndexedSection[]) => Promise<Search>;
}

const LIMIT = 8;
const FIELDS = Object.entries(FIELD_BOOSTS);

const docwright: Contender = {
  name: 'docwright',
  build(sections) {
    const files = buildFiles(sections);
    const first = files.get(FIRST_FILE) ?? '';
    if (files.size > 1) return { files };
    return { files, index: first.slice(first.indexOf('],"index":') + 1) };
  },
  async open({ files }, sections) {
    const numbers = new Map(
      sections.map(({ document }, number) => [document.sectionRoute, number]),
    );
    const { search } = await openSearch(async (path) => files.get(path) ?? '');
    return async (query) => {
      const hits = await search(query);
      return hits.map(({ document }) => numbers.get(document.sectionRoute) ?? -1);
    };
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
  async open({ index = '' }) {
    const loaded = lunr.Index.load(JSON.parse(index));
    return async (query) => {
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

export const miniSearch: Contender = {
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
    return { files: new Map([[FIRST_FILE, index]]), index };
  },
  async open({ index = '' }) {
    const loaded = MiniSearch.loadJSON(index, MINISEARCH);
    return async (query) =>
      loaded
        .search(query)
        .slice(0, LIMIT)
        .map(({ id }) => Number(id));
  },
};

function withDocuments(sections: readonly IndexedSection[], index: string): BuiltIndex {
  const documents = JSON.stringify(sections.map(({ document }) => document));
  const whole = `{"documents":${documents},"index":${index}}`;
  return { files: new Map([[FIRST_FILE, whole]]), index };
}

export const CONTENDERS: readonly Contender[] = [docwright, plainLunr, miniSearch];
