import { createIndexBuilder, type IndexedSection } from '../src/search/index/build-index.ts';
import { openIndex } from '../src/search/query/open-index.ts';
import { pageRoute, type SearchHit } from '../src/search/query/search-index.ts';

// The one place that knows the form of an index: a single file, or a first file with slices.

/** The contents of the files of an index, by path. */
export type IndexFiles = ReadonlyMap<string, string>;

/** The file that readers load first. */
export const FIRST_FILE = 'search-index-docs.json';
const FOLDER = 'slices/';

/** In bytes with gzip: the default of `search.wholeLimit`. */
const WHOLE_LIMIT = 64_000;

/** Reads one file of an index, as often as it is asked. */
export type LoadFile = (path: string) => Promise<string>;

export interface OpenSearch {
  readonly search: (query: string) => Promise<readonly SearchHit[]>;
}

interface BuildSettings {
  /** Takes each file as soon as it is complete, except for those that the last build has already. */
  readonly put: (path: string, content: string) => void;
  /** An earlier build: the paths of its files, and its state. */
  readonly last?: { readonly paths: ReadonlySet<string>; readonly state: Uint8Array };
}

/** Consumes the pages one by one, with their keys; returns what the next build needs to know. */
export function buildIndex(
  pages: Iterable<readonly [key: string, sections: readonly IndexedSection[]]>,
  { put, last }: BuildSettings,
): () => Uint8Array {
  const builder = createIndexBuilder({
    wholeLimit: WHOLE_LIMIT,
    folder: FOLDER,
    put: ({ name, content }) => put(FOLDER + name, content),
    previous: last?.state,
    keep: (name) => last?.paths.has(FOLDER + name) === true,
  });
  for (const [key, sections] of pages) builder.addPage({ key, sections: () => sections });
  const { content, state } = builder.finish();
  put(FIRST_FILE, content);
  return state;
}

export function buildFiles(sections: Iterable<IndexedSection>): IndexFiles {
  const files = new Map<string, string>();
  buildIndex(withKeys(pagesOf(sections)), { put: (path, content) => files.set(path, content) });
  return files;
}

/** Numbers as keys. */
export function* withKeys<Page>(
  pages: Iterable<Page>,
): Generator<readonly [string, Page], void, undefined> {
  let number = 0;
  for (const page of pages) {
    yield [String(number), page];
    number += 1;
  }
}

/** Groups the sections of a page, which follow each other. */
export function* pagesOf(
  sections: Iterable<IndexedSection>,
): Generator<readonly IndexedSection[], void, undefined> {
  let page: IndexedSection[] = [];
  for (const section of sections) {
    const [first = section] = page;
    if (pageRoute(first.document) !== pageRoute(section.document)) {
      yield page;
      page = [];
    }
    page.push(section);
  }
  if (page.length > 0) yield page;
}

/** Reads an index as a browser does that has nothing of it yet. */
export async function openSearch(load: LoadFile): Promise<OpenSearch> {
  const { search } = openIndex(JSON.parse(await load(FIRST_FILE)), async (path) =>
    JSON.parse(await load(path)),
  );
  return {
    async search(query) {
      // As on a site in English with default settings.
      const { hits, incomplete } = await search(query, { commonSynonyms: true });
      if (incomplete) throw new Error(`a file for "${query}" is missing`);
      return hits;
    },
  };
}
