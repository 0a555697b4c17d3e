import type { Locale, PageData, PageVersion } from '../shared/page.ts';
import { printRoute, toRoute, type Url } from '../shared/paths.ts';
import type { PageNode, SiteGraph } from './graph-types.ts';
import type { LayoutContext } from './layout-context.ts';
import { defaultLocale, inLocale, localeBase } from './locales.ts';
import { type DocFinder, docFinder } from './sidebar-entries.ts';

/** The addresses of a page in other versions and locales, for its version menu and language menu. */
export type PageAlternates = Pick<PageData, 'version' | 'localeHrefs' | 'untranslated'>;

/** Makes the function that finds the alternates of each page in other versions and locales. */
export function alternatesFinder(context: LayoutContext): (node: PageNode) => PageAlternates {
  const { graph } = context;
  const { config } = graph;
  const findDoc = docFinder(graph);
  const { htmlLang, dir } = defaultLocale(config);
  return (node) => {
    const version = pageVersion(context, findDoc, node);
    return {
      ...(version === undefined ? {} : { version }),
      ...(config.locales.length < 2 ? {} : { localeHrefs: localeHrefs(context, node) }),
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
  return graph.pages.get(inLocale(graph.config, locale, path));
}

/** True for a page whose content comes from the default locale. Generated lists have nothing to translate. */
export function isUntranslated({ config }: SiteGraph, node: PageNode): boolean {
  if (node.locale.code === config.defaultLocale || node.type === 'generated') return false;
  return node.type === 'api' || node.source.locale === undefined;
}

function pageVersion(
  { graph, style }: LayoutContext,
  findDoc: DocFinder,
  node: PageNode,
): PageVersion | undefined {
  const edition = 'edition' in node ? node.edition : undefined;
  if (edition === undefined || edition.set.versions.length < 2) return undefined;
  const others = graph.editions.filter(
    ({ set, locale }) => set === edition.set && locale === edition.locale,
  );
  const hrefs = others.flatMap((other): readonly (readonly [string, Url])[] => {
    const alternate = node.type === 'doc' ? findDoc(other, node.id) : undefined;
    return alternate === undefined
      ? []
      : [[other.version.name, printRoute(alternate.route, style)]];
  });
  const { name, banner } = edition.version;
  return {
    setId: edition.set.id,
    name,
    ...(banner === undefined ? {} : { banner }),
    hrefs: Object.fromEntries(hrefs),
  };
}

function localeHrefs({ graph, style }: LayoutContext, node: PageNode): Record<string, Url> {
  return Object.fromEntries(
    graph.config.locales.flatMap((locale) => {
      const alternate = alternateIn(graph, node, locale);
      return alternate === undefined ? [] : [[locale.code, printRoute(alternate.route, style)]];
    }),
  );
}
