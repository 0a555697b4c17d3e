/** The tags of docs, and the pages that list what has them. */
import type { ResolvedConfig } from '../config/site-config.ts';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { lazy } from '../shared/lazy.ts';
import type { Locale, PageData } from '../shared/page.ts';
import { printRoute, type Route, toRoute } from '../shared/paths.ts';
import { getOrInsert } from '../shared/maps.ts';
import { slugify, uniqueSlug } from '../shared/slug.ts';
import type { DocNode, PageNode } from './graph-types.ts';
import type { LayoutContext } from './layout-context.ts';
import { inLocale } from './locales.ts';
import { docTitle } from './sidebar-tree.ts';

/** A tag of a locale. Spellings that differ in case only are one tag. */
export interface PageTag {
  /** As the first page spells it. */
  readonly label: string;
  readonly route: Route;
  /** By title. */
  readonly pages: readonly DocNode[];
}

/** The route of the list of tags; undefined if the site has none. */
export function tagsRoute(config: ResolvedConfig, locale: Locale): Route | undefined {
  return config.tags === undefined ? undefined : inLocale(config, locale, config.tags);
}

/**
 * The tags of the pages of a locale by name in lower case, in the order of names. Unlisted pages, posts of a blog, whose tags
 * have other pages, and pages of other versions than the default one are in no list.
 */
export function pageTags(
  config: ResolvedConfig,
  locale: Locale,
  pages: Iterable<PageNode>,
): ReadonlyMap<string, PageTag> {
  const base = tagsRoute(config, locale);
  if (base === undefined) return new Map();
  const found = new Map<string, { readonly label: string; readonly pages: DocNode[] }>();
  for (const node of pages) {
    if (node.type !== 'doc' || node.locale !== locale || !isListed(node)) continue;
    for (const [name, label] of tagsOf(node))
      getOrInsert(found, name, () => ({ label, pages: [] })).pages.push(node);
  }
  // `C`, `C++` and `C#` have the same slug.
  const taken = { has: (slug: string) => slugs.has(slug), next: new Map<string, number>() };
  const slugs = new Set<string>();
  return new Map(
    [...found]
      .sort(([a], [b]) => compareStrings(a, b))
      .map(([name, tag]) => {
        const slug = uniqueSlug(slugify(tag.label), taken);
        slugs.add(slug);
        const sorted = tag.pages.toSorted((a, b) => compareStrings(docTitle(a), docTitle(b)));
        return [name, { label: tag.label, route: toRoute(`${base}/${slug}`), pages: sorted }];
      }),
  );
}

/** The tags of a doc by name in lower case, in their order. */
function tagsOf({ doc }: DocNode): ReadonlyMap<string, string> {
  const labels = (doc.frontmatter.tags ?? []).map((label) => label.trim());
  return new Map(labels.flatMap((label) => (label === '' ? [] : [[label.toLowerCase(), label]])));
}

function isListed({ doc, edition, source }: DocNode): boolean {
  const isShown = doc.frontmatter.unlisted !== true && source.made?.post === undefined;
  return isShown && (edition === undefined || edition.version === edition.set.last);
}

export interface TagPages {
  /** The links to the pages of a doc's tags. */
  readonly linksOf: (node: DocNode) => Pick<PageData, 'tags'>;
  /** The list of all tags, or that of the pages with one. */
  readonly page: (route: Route) => { readonly title: string; readonly html: string };
}

export function createTagPages({ graph, locale, messages, style }: LayoutContext): TagPages {
  const tags = lazy(() => pageTags(graph.config, locale, graph.pages.values()));
  const tagAt = lazy(() => new Map(Array.from(tags().values(), (tag) => [tag.route, tag])));
  const link = (to: Route, text: string): string =>
    `<a href="${escapeHtml(printRoute(to, style))}">${escapeHtml(text)}</a>`;
  const list = (items: readonly string[]): string =>
    `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
  return {
    linksOf: (node) => {
      const links = [...tagsOf(node).keys()].flatMap((name) => {
        const tag = tags().get(name);
        return tag === undefined ? [] : [{ label: tag.label, href: printRoute(tag.route, style) }];
      });
      return links.length === 0 ? {} : { tags: links };
    },
    page: (route) => {
      const tag = tagAt().get(route);
      const title = tag?.label ?? messages.tags;
      const back = tagsRoute(graph.config, locale);
      const parts = [
        `<h1>${escapeHtml(title)}</h1>`,
        tag === undefined
          ? list(
              Array.from(
                tags().values(),
                ({ route: to, label, pages }) => `${link(to, label)} (${pages.length})`,
              ),
            )
          : list(tag.pages.map((node) => link(node.route, docTitle(node)))),
        ...(tag === undefined || back === undefined ? [] : [`<p>${link(back, messages.tags)}</p>`]),
      ];
      return { title, html: parts.join('\n') };
    },
  };
}
