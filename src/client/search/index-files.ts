import type {
  SearchAnswer,
  SearchDocument,
  SearchIndexFile,
  SearchOptions,
} from '../../search/query/search-index.ts';

/** What answers queries over one index file. */
export interface LoadedIndex {
  readonly search: (query: string, options?: SearchOptions) => SearchAnswer;
  readonly types: ReadonlySet<SearchDocument['type']>;
}

export interface IndexFiles {
  /** The index at a URL; undefined where it cannot be loaded now. Never rejects. */
  readonly load: (url: string) => Promise<LoadedIndex | undefined>;
  /** The files have changed: the next query loads them again. */
  readonly forget: () => void;
}

interface IndexFilesOptions {
  readonly fetch: (url: string) => Promise<Response>;
  /** Throws for what is no index. */
  readonly createEngine: (file: SearchIndexFile) => Pick<LoadedIndex, 'search'>;
}

/**
 * Loads each index file once, whoever asks for it and however often. A failure (network, status, not
 * JSON, not an index) is not kept: the next query tries again (rule 39).
 */
export function createIndexFiles({ fetch, createEngine }: IndexFilesOptions): IndexFiles {
  const files = new Map<string, Promise<LoadedIndex | undefined>>();
  const read = async (url: string): Promise<LoadedIndex | undefined> => {
    try {
      const response = await fetch(url);
      if (!response.ok) return undefined;
      const file: SearchIndexFile = await response.json();
      const { search } = createEngine(file);
      return { search, types: new Set(file.documents.map(({ type }) => type)) };
    } catch {
      return undefined;
    }
  };
  return {
    load: async (url) => {
      const found = files.get(url) ?? read(url);
      files.set(url, found);
      const index = await found;
      if (index === undefined && files.get(url) === found) files.delete(url);
      return index;
    },
    forget: () => files.clear(),
  };
}
