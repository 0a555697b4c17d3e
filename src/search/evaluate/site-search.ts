import { createEngine } from '../query/engine.ts';
import { mergeAnswers } from '../query/merge.ts';
import type { SearchHit, SearchIndexFile } from '../query/search-index.ts';

/** The best sections of the whole site for a query, at most `limit`. */
export type SiteSearch = (query: string, limit: number) => readonly SearchHit[];

/** The search that readers have, over all index files of a site: the dialog merges answers in the same way. */
export function createSiteSearch(files: readonly SearchIndexFile[]): SiteSearch {
  const engines = files.map(createEngine);
  return (query, limit) => {
    const answers = engines.map((engine) => engine.search(query, { limit }));
    return mergeAnswers(answers, limit).hits;
  };
}
