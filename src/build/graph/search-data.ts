import type { SearchData, SearchSet } from '../../shared/page.ts';
import { printFile } from '../../shared/paths.ts';
import type { PageNode, SiteGraph } from '../site-graph.ts';

/** The version of a docs set that has no others. */
const CURRENT = 'current';

/** The search tag of pages that belong to no docs set. */
const DEFAULT_TAG = 'default';

/** The search tag of a page: the index file that it is found in (rule 38). */
export function searchTagOf(node: PageNode): string {
  const set = 'set' in node ? node.set : undefined;
  return set === undefined ? DEFAULT_TAG : setTag(set.id, CURRENT);
}

function setTag(id: string, version: string): string {
  return `docs-${id}-${version}`;
}

/** What the browser's search needs to know of the site: the index files that there are, and the settings. */
export function searchData({ config, pages }: SiteGraph): SearchData {
  const tags = new Set([DEFAULT_TAG, ...[...pages.values()].map(searchTagOf)]);
  const { maxSearchResults, hotkeys, analytics } = config.search;
  return {
    limit: maxSearchResults,
    hotkeys,
    indexes: Object.fromEntries(
      [...tags].map((tag) => [tag, printFile(`search-index-${tag}.json`, config)]),
    ),
    sets: config.docs.flatMap(({ id }): readonly SearchSet[] => {
      const tag = setTag(id, CURRENT);
      return tags.has(tag) ? [{ id, versions: { [CURRENT]: tag }, last: CURRENT }] : [];
    }),
    ...(analytics === undefined ? {} : { analytics }),
  };
}
