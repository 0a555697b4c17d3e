import type { Locale, PageData, PageVersion } from '../shared/page.ts';
import { printRoute, toRoute, type Url } from '../shared/paths.ts';
import { editionOf, pageAt } from './editions.ts';
import type { PageNode, SiteGraph } from './graph-types.ts';
import type { LayoutContext } from './layout-context.ts';
import { defaultLocale, inLocale, localeBase } from './locales.ts';
import { pageFinder, pageKeys } from './sidebar-entries.ts';

/** The addresses of a page in other versions and locales, for its version menu and language menu. */
export type PageAlternates = Pick<PageData, 'version' | 'localeHrefs' | 'untranslated'>;

/** Makes the function that finds the alternates of each page in other versions and locales. */
export function alternatesFinder({
  graph,
  style,
}: LayoutContext): (node: PageNode) => PageAlternates {
  const { config } = graph;
  const find = pageFinder(graph);
  const { htmlLang, dir } = defaultLocale(config);
  const hrefIn = (name: string, page: PageNode | undefined): readonly (readonly [string, Url])[] =>
    page === undefined ? [] : [[name, printRoute(page.route, style)]];
  const pageVersion = (node: PageNode): PageVersion | undefined => {
    const edition = editionOf(node);
    if (edition === undefined || edition.set.versions.length < 2) return undefined;
    const hrefs = graph.editions.flatMap((other) => {
      if (other.set !== edition.set || other.locale !== edition.locale) return [];
      const [same] = pageKeys(node).flatMap((key) => find(other, key) ?? []);
      return hrefIn(other.version.name, same);
    });
    const { name, banner } = edition.version;
    return {
      setId: edition.set.id,
      name,
      ...(banner === undefined ? {} : { banner }),
      hrefs: Object.fromEntries(hrefs),
    };
  };
  return (node) => {
    const version = pageVersion(node);
    const localeHrefs = config.locales.flatMap((locale) =>
      hrefIn(locale.code, alternateIn(graph, node, locale)),
    );
    return {
      ...(version === undefined ? {} : { version }),
      ...(config.locales.length < 2 ? {} : { localeHrefs: Object.fromEntries(localeHrefs) }),
      ...(isUntranslated(graph, node) ? { untranslated: { htmlLang, dir } } : {}),
    };
  };
}

/** The same page in a locale. */
export function alternateIn(
  graph: SiteGraph,
  node: PageNode,
  locale: Locale,
): PageNode | undefined {
  if ('source' in node) return graph.pageByFile.get(locale.code)?.get(node.source.originalFile);
  const base = localeBase(graph.config, node.locale);
  const path = base === '/' ? node.route : toRoute(node.route.slice(base.length));
  return pageAt(graph, inLocale(graph.config, locale, path));
}

/** True for a page whose content comes from the default locale. Generated lists have nothing to translate. */
export function isUntranslated({ config }: SiteGraph, node: PageNode): boolean {
  if (node.locale.code === config.defaultLocale || node.type === 'generated') return false;
  return node.type === 'api' || node.source.locale === undefined;
}
