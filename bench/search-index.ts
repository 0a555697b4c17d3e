import { createIndexBuilder, type IndexedSection } from '../src/search/index/build-index.ts';
import { createEngine } from '../src/search/query/engine.ts';
import type { SearchHit, SearchIndexFile } from '../src/search/query/search-index.ts';

// The one place that knows the form of the index: a single file, or a first file with slices.

/** The contents of the files of an index, by path. */
export type IndexFiles = ReadonlyMap<string, string>;

/** The file that readers load first. */
export const FIRST_FILE = 'search-index-docs.json';

/** Reads one file of an index, as often as it is asked. */
export type LoadFile = (path: string) => Promise<string>;

export interface OpenSearch {
  readonly search: (query: string) => Promise<readonly SearchHit[]>;
}

/** Consumes the sections one by one. */
export function buildFiles(sections: Iterable<IndexedSection>): IndexFiles {
  const builder = createIndexBuilder();
  for (const section of sections) builder.add(section);
  return new Map([[FIRST_FILE, builder.finish()]]);
}

/** Reads an index as a browser does that has nothing of it yet. */
export async function openSearch(load: LoadFile): Promise<OpenSearch> {
  const file: SearchIndexFile = JSON.parse(await load(FIRST_FILE));
  const engine = createEngine(file);
  return {
    async search(query) {
      const { hits, incomplete } = engine.search(query);
      if (incomplete) throw new Error(`a file for "${query}" is missing`);
      return hits;
    },
  };
}
