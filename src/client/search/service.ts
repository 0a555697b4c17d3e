import type { openIndex, SearchIndex } from '../../search/query/open-index.ts';
import type {
  SearchAnswer,
  SearchIndexFile,
  Substitution,
} from '../../search/query/search-index.ts';
import { ENGLISH, isSpaceless, type Language } from '../../search/query/words.ts';
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
  readonly fetch: (url: string, cache: RequestCache) => Promise<Response>;
  /** Throws if the file is not an index. */
  readonly openIndex: typeof openIndex;
  readonly mergeAnswers: (answers: readonly SearchAnswer[], limit: number) => SearchAnswer;
  /** Yields, so that the worker can receive newer questions. */
  readonly pause: () => Promise<void>;
}

/** Searches the indexes of a site, in a worker or on the page. */
export function createSearchService(options: SearchServiceOptions): SearchService {
  const indexes = createIndexes(options);
  let latest: SearchQuestion | undefined;
  return {
    load: (urls) => urls.forEach((url) => void indexes.load(url)),
    forget: indexes.forget,
    ask: async (question) => {
      latest = question;
      const { query, options: settings } = question;
      const loaded = await Promise.all(question.files.map(indexes.load));
      await options.pause();
      if (latest !== question) return undefined;
      const found = loaded.filter((index) => index !== undefined);
      const answers = await Promise.all(found.map((index) => index.search(query, settings)));
      if (latest !== question) return undefined;
      const { hits, corrections, synonyms, incomplete } = options.mergeAnswers(
        answers,
        settings.limit,
      );
      const searched = [...corrections, ...synonyms];
      const sought = (terms: readonly string[]): readonly string[] =>
        soughtTerms(terms, { query, searched, language: found[0]?.language });
      return {
        corrections,
        synonyms,
        hits: hits.map((hit) => ({ ...hit, terms: sought(hit.terms) })),
        types: [...new Set(found.flatMap(({ types }) => types))].toSorted(),
        incomplete: incomplete || loaded.includes(undefined),
      };
    },
  };
}

interface Indexes {
  /** The index at a URL; undefined if it cannot be loaded now. Never rejects. */
  readonly load: (url: string) => Promise<SearchIndex | undefined>;
  readonly forget: () => void;
}

/** Caches indexes. Failures (network, status, not an index) are not cached: the next query tries again. */
function createIndexes({ fetch, openIndex }: SearchServiceOptions): Indexes {
  const indexes = new Map<string, Promise<SearchIndex | undefined>>();
  const fetchJson = async (url: string, cache: RequestCache = 'default') => {
    const response = await fetch(url, cache);
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json();
  };
  const open = async (url: string, cache?: RequestCache): Promise<SearchIndex> => {
    const file: SearchIndexFile = await fetchJson(url, cache);
    const folder = url.replace(/[^/]*$/, '');
    return openIndex(file, (path) => fetchJson(folder + path));
  };
  const read = async (url: string): Promise<SearchIndex | undefined> => {
    try {
      // The browser may have the old version in its cache.
      return renewable(await open(url), () => open(url, 'no-cache'));
    } catch {
      return undefined;
    }
  };
  return {
    async load(url) {
      const found = indexes.get(url) ?? read(url);
      indexes.set(url, found);
      const index = await found;
      if (index === undefined && indexes.get(url) === found) indexes.delete(url);
      return index;
    },
    forget: () => indexes.clear(),
  };
}

/** Opens an index again if slices are missing: a new version of the site may have replaced them. */
function renewable(first: SearchIndex, open: () => Promise<SearchIndex>): SearchIndex {
  let index = first;
  return {
    types: first.types,
    language: first.language,
    async search(query, options) {
      const answer = await index.search(query, options);
      if (!answer.incomplete) return answer;
      try {
        index = await open();
      } catch {
        return answer;
      }
      return index.search(query, options);
    },
  };
}

/** Maximum number of marked terms: a short prefix matches very many words. */
const MOST = 40;

interface Sought {
  readonly query: string;
  readonly searched?: readonly Substitution[];
  readonly language?: Language | undefined;
}

/** The matched terms worth marking: matches of the reader's words except stop words. */
export function soughtTerms(
  terms: readonly string[],
  { query, searched = [], language: { isStopWord, stem } = ENGLISH }: Sought,
): readonly string[] {
  const typed = foldedWords(query);
  const telling = typed.filter((word) => !isStopWord(word));
  const words = telling.length > 0 ? telling : typed;
  const used = searched
    .filter(({ typed: wrong }) => foldedWords(wrong).some((word) => words.includes(word)))
    .flatMap((substitution) => substitution.used.flatMap(foldedWords));
  const stems = new Set(words.map(stem));
  const isSought = (term: string): boolean =>
    stems.has(stem(term)) ||
    [...words, ...used].some(
      // Of scripts without spaces, the index contains pairs of letters.
      (word) => term.startsWith(word) || (isSpaceless(term) && word.includes(term)),
    );
  // The shortest first: they are closest to the typed words.
  return terms
    .filter(isSought)
    .toSorted((one, other) => one.length - other.length)
    .slice(0, MOST);
}
