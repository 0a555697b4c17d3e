import type { Locale, PageData, PageVersion } from '../shared/page.ts';
import { printRoute, toRoute, type Url } from '../shared/paths.ts';
import type { ChromeContext } from './layout-context.ts';
import { defaultLocale, inLocale, localeBase } from './locales.ts';
import type { DocNode, Edition, PageNode, SiteGraph } from './site-graph.ts';

/** Where the same page is elsewhere, and what readers are told of this one. */
export type PageTwins = Pick<PageData, 'version' | 'localeHrefs' | 'untranslated'>;

/** Makes the function that finds the twins of each page in other versions and locales. */
export function twinFinder(context: ChromeContext): (node: PageNode) => PageTwins {
  const { graph } = context;
  const { config } = graph;
  const original = defaultLocale(config);
  const docs = docsByEdition(graph);
  return (node) => {
    const version = pageVersion(context, docs, node);
    const { htmlLang, dir } = original;
    return {
      ...(version === undefined ? {} : { version }),
      ...(config.locales.length < 2 ? {} : { localeHrefs: localeHrefs(context, node) }),
      ...(isUntranslated(graph, node) ? { untranslated: { htmlLang, dir } } : {}),
    };
  };
}

/** The same page in a locale. */
export function twinIn(graph: SiteGraph, node: PageNode, locale: Locale): PageNode | undefined {
  if ('source' in node) return graph.pageByFile.get(locale.code)?.get(node.source.place);
  const base = localeBase(graph.config, node.locale);
  const path = base === '/' ? node.route : toRoute(node.route.slice(base.length));
  return graph.pages.get(inLocale(graph.config, locale, path));
}

/** True for a page that shows what the default locale has. Lists and the like have no words of their own. */
export function isUntranslated({ config }: SiteGraph, node: PageNode): boolean {
  if (node.locale.code === config.defaultLocale || node.type === 'generated') return false;
  return node.type === 'api' || node.source.locale === undefined;
}

type DocsByEdition = ReadonlyMap<Edition, ReadonlyMap<string, DocNode>>;

function docsByEdition({ pages }: SiteGraph): DocsByEdition {
  const found = new Map<Edition, Map<string, DocNode>>();
  for (const node of pages.values()) {
    if (node.type !== 'doc' || node.edition === undefined) continue;
    const docs = found.get(node.edition) ?? new Map<string, DocNode>();
    found.set(node.edition, docs.set(node.id, node));
  }
  return found;
}

/** The version of a page, where its docs set has several. */
function pageVersion(
  { graph, style }: ChromeContext,
  docs: DocsByEdition,
  node: PageNode,
): PageVersion | undefined {
  const edition = 'edition' in node ? node.edition : undefined;
  if (edition === undefined || edition.set.versions.length < 2) return undefined;
  const others = graph.editions.filter(
    ({ set, locale }) => set === edition.set && locale === edition.locale,
  );
  const hrefs = others.flatMap((other): readonly (readonly [string, Url])[] => {
    const twin = node.type === 'doc' ? docs.get(other)?.get(node.id) : undefined;
    return twin === undefined ? [] : [[other.version.name, printRoute(twin.route, style)]];
  });
  const { name, banner } = edition.version;
  return {
    setId: edition.set.id,
    name,
    ...(banner === undefined ? {} : { banner }),
    hrefs: Object.fromEntries(hrefs),
  };
}

function localeHrefs({ graph, style }: ChromeContext, node: PageNode): Record<string, Url> {
  return Object.fromEntries(
    graph.config.locales.flatMap((locale) => {
      const twin = twinIn(graph, node, locale);
      return twin === undefined ? [] : [[locale.code, printRoute(twin.route, style)]];
    }),
  );
}
