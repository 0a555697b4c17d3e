import type { SearchAnswer, SearchIndexFile } from '../../search/query/search-index.ts';
import { createIndexFiles, type LoadedIndex } from './index-files.ts';
import type { SearchQuestion, SearchReply } from './messages.ts';
import { soughtTerms } from './sought.ts';

export interface SearchService {
  /** Loads index files in advance. */
  readonly load: (files: readonly string[]) => void;
  /** Index files have changed: the next question is answered by new ones. */
  readonly forget: () => void;
  /** Answers a question; undefined for one that a newer one has cancelled. Never rejects. */
  readonly ask: (question: SearchQuestion) => Promise<SearchReply | undefined>;
}

export interface SearchServiceOptions {
  readonly fetch: (url: string) => Promise<Response>;
  /** Throws for what is no index. */
  readonly createEngine: (file: SearchIndexFile) => Pick<LoadedIndex, 'search'>;
  readonly mergeAnswers: (answers: readonly SearchAnswer[], limit: number) => SearchAnswer;
  /** Lets questions that have come meanwhile be heard. */
  readonly pause: () => Promise<void>;
}

/** The search over the index files of a site, in a worker or on the page. */
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
      const { query } = question;
      return {
        corrections,
        hits: hits.map((hit) => ({
          ...hit,
          terms: soughtTerms({ query, corrections, terms: hit.terms }),
        })),
        types: [...new Set(indexes.flatMap(({ types }) => [...types]))].toSorted(),
        incomplete: indexes.length < loaded.length,
      };
    },
  };
}
