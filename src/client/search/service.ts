import type {
  Substitution,
  SearchAnswer,
  SearchDocument,
  SearchIndexFile,
  SearchOptions,
} from '../../search/query/search-index.ts';
import { isStopWord, stem } from '../../search/query/words.ts';
import { foldedWords } from './matches.ts';
import type { SearchQuestion, SearchReply } from './messages.ts';

export interface SearchService {
  /** Loads index files in advance. */
  readonly load: (files: readonly string[]) => void;
  /** Clears the cached index files, because they have changed. */
  readonly forget: () => void;
  /** Answers a question; undefined if a newer one has come. Never rejects. */
  readonly ask: (question: SearchQuestion) => Promise<SearchReply | undefined>;
}

interface SearchServiceOptions {
  readonly fetch: (url: string) => Promise<Response>;
  /** Throws if the file is not an index. */
  readonly createEngine: (file: SearchIndexFile) => Pick<LoadedIndex, 'search'>;
  readonly mergeAnswers: (answers: readonly SearchAnswer[], limit: number) => SearchAnswer;
  /** Yields, so that the worker can receive newer questions. */
  readonly pause: () => Promise<void>;
}

/** Searches the index files of a site, in a worker or on the page. */
export function createSearchService(options: SearchServiceOptions): SearchService {
  const files = createIndexFiles(options);
  let latest: SearchQuestion | undefined;
  return {
    load: (urls) => urls.forEach((url) => void files.load(url)),
    forget: files.forget,
    ask: async (question) => {
      latest = question;
      const loaded = await Promise.all(question.files.map(files.load));
      await options.pause();
      if (latest !== question) return undefined;
      const indexes = loaded.filter((index) => index !== undefined);
      const answers = indexes.map((index) => index.search(question.query, question.options));
      const { hits, corrections } = options.mergeAnswers(answers, question.options.limit);
      const sought = (terms: readonly string[]): readonly string[] =>
        soughtTerms(question.query, corrections, terms);
      return {
        corrections,
        synonyms: [],
        hits: hits.map((hit) => ({ ...hit, terms: sought(hit.terms) })),
        types: [...new Set(indexes.flatMap(({ types }) => [...types]))].toSorted(),
        incomplete: indexes.length < loaded.length,
      };
    },
  };
}

interface LoadedIndex {
  readonly search: (query: string, options?: SearchOptions) => SearchAnswer;
  readonly types: ReadonlySet<SearchDocument['type']>;
}

interface IndexFiles {
  /** The index at a URL; undefined if it cannot be loaded now. Never rejects. */
  readonly load: (url: string) => Promise<LoadedIndex | undefined>;
  readonly forget: () => void;
}

/** Caches index files. Failures (network, status, not an index) are not cached: the next query tries again. */
function createIndexFiles({ fetch, createEngine }: SearchServiceOptions): IndexFiles {
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

/** Maximum number of marked terms: a short prefix matches very many words. */
const MOST = 40;

/** The matched terms worth marking: matches of the reader's words except stop words. */
export function soughtTerms(
  query: string,
  corrections: readonly Substitution[],
  terms: readonly string[],
): readonly string[] {
  const typed = foldedWords(query);
  const telling = typed.filter((word) => !isStopWord(word));
  const words = telling.length > 0 ? telling : typed;
  const used = corrections
    .filter(({ typed: wrong }) => foldedWords(wrong).some((word) => words.includes(word)))
    .flatMap((correction) => correction.used);
  const stems = new Set(words.map(stem));
  const isSought = (term: string): boolean =>
    stems.has(stem(term)) || [...words, ...used].some((word) => term.startsWith(word));
  // The shortest first: they are closest to the typed words.
  return terms
    .filter(isSought)
    .toSorted((one, other) => one.length - other.length)
    .slice(0, MOST);
}
