import type { DocsSet, ResolvedConfig } from '../config/site-config.ts';
import type { Locale, SearchData, SearchSet } from '../shared/page.ts';
import { type OutputPath, printFile, toOutputPath } from '../shared/paths.ts';
import { editionOf } from './editions.ts';
import type { Edition, PageNode, SiteGraph } from './graph-types.ts';
import { inLocale } from './locales.ts';

/** The search tag of pages outside of docs sets. */
const DEFAULT_TAG = 'default';

/** The search tag of a page, which selects its index file. */
export function searchTagOf(node: PageNode): string {
  const edition = editionOf(node);
  return edition === undefined ? DEFAULT_TAG : editionTag(edition);
}

function editionTag({ set, version }: Edition): string {
  return `docs-${set.id}-${version.name}`;
}

/** The index file of a tag, below the locale's base. */
export function searchIndexFile(config: ResolvedConfig, locale: Locale, tag: string): OutputPath {
  return toOutputPath(inLocale(config, locale, `search-index-${tag}.json`));
}

/** The search tags of the pages of a locale. */
export function searchTags(pages: SiteGraph['pages'], locale: Locale): readonly string[] {
  const own = [...pages.values()].filter((node) => node.locale === locale);
  return [...new Set([DEFAULT_TAG, ...own.map(searchTagOf)])];
}

/** The search settings of one locale, with its index files. */
export function searchData({ config, pages, editions }: SiteGraph, locale: Locale): SearchData {
  const tags = searchTags(pages, locale);
  const { maxSearchResults, hotkeys, analytics } = config.search;
  return {
    limit: maxSearchResults,
    hotkeys,
    indexes: Object.fromEntries(
      tags.map((tag) => [tag, printFile(searchIndexFile(config, locale, tag), config)]),
    ),
    sets: config.sets.flatMap((set) => {
      const versions = editions.filter(
        (edition) =>
          edition.set === set && edition.locale === locale && tags.includes(editionTag(edition)),
      );
      return searchSet(set, versions);
    }),
    ...(searchesCommonSynonyms(config, locale.htmlLang) ? { commonSynonyms: true } : {}),
    ...(analytics === undefined ? {} : { analytics }),
    ...(config.searchReport === undefined ? {} : { report: config.searchReport }),
  };
}

/** Whether the synonyms of everyday English are searched in a language. */
export function searchesCommonSynonyms(
  { search }: Pick<ResolvedConfig, 'search'>,
  language: string,
): boolean {
  return search.commonSynonyms && /^en\b/i.test(language);
}

/** Leaves out sets without pages; if the last version has none, the newest version with pages is the default. */
function searchSet({ id, last }: DocsSet, editions: readonly Edition[]): readonly SearchSet[] {
  const names = editions.map(({ version }) => version.name);
  const [newest] = names;
  if (newest === undefined) return [];
  const versions = Object.fromEntries(
    editions.map((edition) => [edition.version.name, editionTag(edition)]),
  );
  return [{ id, versions, last: names.includes(last.name) ? last.name : newest }];
}
