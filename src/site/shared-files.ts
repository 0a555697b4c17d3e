import type { Locale } from '../shared/page.ts';
import { type OutputPath, toOutputPath } from '../shared/paths.ts';
import { isLast } from './editions.ts';
import { inLocale } from './locales.ts';
import type { Edition, PageNode, SiteGraph } from './site-graph.ts';

/** The file of what the pages of a locale share; those of a version that is not the last one have their own. */
export function siteFile(
  graph: SiteGraph,
  locale: Locale,
  edition: Edition | undefined,
): OutputPath {
  return toOutputPath(inLocale(graph.config, locale, `site${suffix(edition)}.json`));
}

/** The file of the whole long sidebars. */
export function wholeSidebarsFile(
  graph: SiteGraph,
  locale: Locale,
  edition: Edition | undefined,
): OutputPath {
  return toOutputPath(inLocale(graph.config, locale, `sidebars${suffix(edition)}.json`));
}

function suffix(edition: Edition | undefined): string {
  return edition === undefined ? '' : `-${edition.set.id}-${edition.version.name}`;
}

/** The file of what a page shares with others. */
export function sharedFileOf(graph: SiteGraph, node: PageNode): OutputPath {
  const edition = 'edition' in node ? node.edition : undefined;
  const own = edition === undefined || isLast(edition) ? undefined : edition;
  return siteFile(graph, node.locale, own);
}
