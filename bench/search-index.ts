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
const WHOLE_LIMIT = 256_000;

/** Reads one file of an index, as often as it is asked. */
export type LoadFile = (path: string) => Promise<string>;

export interface OpenSearch {
  readonly search: (query: string) => Promise<readonly SearchHit[]>;
}

/** Consumes the sections one by one; the sections of a page follow each other. */
export function buildFiles(sections: Iterable<IndexedSection>): IndexFiles {
  const files = new Map<string, string>();
  const builder = createIndexBuilder({
    wholeLimit: WHOLE_LIMIT,
    folder: FOLDER,
    put: ({ name, content }) => files.set(FOLDER + name, content),
  });
  for (const page of pagesOf(sections)) builder.addPage({ key: '', sections: () => page });
  return files.set(FIRST_FILE, builder.finish().content);
}

/** Groups the sections of a page. */
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
      const { hits, incomplete } = await search(query);
      if (incomplete) throw new Error(`a file for "${query}" is missing`);
      return hits;
    },
  };
}
