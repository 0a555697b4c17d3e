/** The tags of docs and of the posts of a blog, and the pages that list what has them. */
import type { ResolvedConfig } from '../config/site-config.ts';
import type { BlogPost } from '../content/source-file.ts';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { lazy } from '../shared/lazy.ts';
import { getOrInsert } from '../shared/maps.ts';
import type { Locale, PageData } from '../shared/page.ts';
import { foldName, printRoute, type Route, toRoute } from '../shared/paths.ts';
import { slugify, uniqueSlug } from '../shared/slug.ts';
import { dateHtml } from './blog-lists.ts';
import type { DocNode, PageNode } from './graph-types.ts';
import type { LayoutContext } from './layout-context.ts';
import { inLocale } from './locales.ts';
import { docTitle } from './sidebar-tree.ts';

/** A tag of a locale. Spellings that differ in case only are one tag. */
export interface PageTag {
  /** As the first page spells it. */
  readonly label: string;
  readonly description: string;
  readonly route: Route;
  /** Posts by date, the last first; docs by title. */
  readonly pages: readonly DocNode[];
}

/** The tags of a list by name in lower case, in the order of names. */
type TagList = ReadonlyMap<string, PageTag>;

/**
 * The lists of tags of a locale by their routes: that of its docs, and that of its blog. Unlisted pages and pages of other
 * versions than the default one are in no list.
 */
export function tagLists(
  config: ResolvedConfig,
  locale: Locale,
  pages: Iterable<PageNode>,
): ReadonlyMap<Route, TagList> {
  const found = new Map<Route, Map<string, { readonly tag: Tag; readonly pages: DocNode[] }>>();
  for (const node of pages) {
    const base =
      node.type === 'doc' && node.locale === locale ? listRoute(config, node) : undefined;
    if (node.type !== 'doc' || base === undefined || !isListed(node)) continue;
    const list = getOrInsert(found, base, () => new Map());
    for (const [name, tag] of tagsOf(node))
      getOrInsert(list, name, () => ({ tag, pages: [] })).pages.push(node);
  }
  return new Map(
    [...found].flatMap(([base, list]) => {
      // `C`, `C++` and `C#` have the same slug.
      const taken = { has: (slug: string) => slugs.has(slug), next: new Map<string, number>() };
      const slugs = new Set<string>();
      const tags = [...list]
        .sort(([a], [b]) => compareStrings(a, b))
        .map(([name, { tag, pages: of }]) => {
          const { label, description = '' } = tag;
          const slug = uniqueSlug(tag.slug ?? (config.dialect.tagSlug ?? slugify)(label), taken);
          slugs.add(slug);
          const route = toRoute(`${base}/${slug}`);
          return [name, { label, description, route, pages: of.toSorted(byDateAndTitle) }] as const;
        });
      return tags.length === 0 ? [] : [[base, new Map(tags)] as const];
    }),
  );
}

type Tag = Pick<PageTag, 'label'> & Partial<BlogPost['tags'][number]>;

/** The list that has the tags of a doc. */
function listRoute({ blog, tags, ...config }: ResolvedConfig, node: DocNode): Route | undefined {
  const ofPosts = blog && `${blog.routeBase}/tags`;
  const route = node.source.made?.post === undefined ? tags : ofPosts;
  return route === undefined ? undefined : inLocale(config, node.locale, route);
}

/** The tags of a doc by name in lower case, in their order. */
function tagsOf({ doc, source }: DocNode): ReadonlyMap<string, Tag> {
  const labels = (doc.frontmatter.tags ?? []).map((label) => ({ label: label.trim() }));
  const tags: readonly Tag[] = source.made?.post?.tags ?? labels;
  return tagsByName(tags);
}

/** Tags by name in lower case, each as it is spelled first. */
export function tagsByName<Given extends Pick<PageTag, 'label'>>(
  tags: readonly Given[],
): ReadonlyMap<string, Given> {
  const named = new Map<string, Given>();
  for (const tag of tags) {
    const name = foldName(tag.label);
    if (name !== '' && !named.has(name)) named.set(name, tag);
  }
  return named;
}

function isListed({ doc, edition }: DocNode): boolean {
  if (doc.frontmatter.unlisted === true) return false;
  return edition === undefined || edition.version === edition.set.last;
}

function byDateAndTitle(a: DocNode, b: DocNode): number {
  return compareStrings(dateOf(b), dateOf(a)) || compareStrings(docTitle(a), docTitle(b));
}

function dateOf({ source }: DocNode): string {
  return source.made?.post?.date ?? '';
}

export interface TagPages {
  /** The links to the pages of a doc's tags. */
  readonly linksOf: (node: DocNode) => Pick<PageData, 'tags'>;
  /** A list of tags, or that of the pages with one. */
  readonly page: (route: Route) => Pick<PageData, 'title' | 'description'> & { html: string };
}

export function createTagPages({ graph, locale, messages, style }: LayoutContext): TagPages {
  const lists = lazy(() => tagLists(graph.config, locale, graph.pages.values()));
  const tagAt = lazy(
    () =>
      new Map(
        [...lists()].flatMap(([base, list]) =>
          Array.from(list.values(), (tag) => [tag.route, { base, tag }] as const),
        ),
      ),
  );
  const link = (to: Route, text: string): string =>
    `<a dir="auto" href="${escapeHtml(printRoute(to, style))}">${escapeHtml(text)}</a>`;
  const entry = (node: DocNode): string => {
    const { description = '' } = node.doc.frontmatter;
    const date = dateOf(node) === '' ? '' : `${dateHtml(dateOf(node), locale)} `;
    const more = description === '' ? '' : `<br>\n${escapeHtml(description)}`;
    return `${date}${link(node.route, docTitle(node))}${more}`;
  };
  const printed = (title: string, description: string, items: readonly string[]) => {
    const lead = description === '' ? '' : `<p>${escapeHtml(description)}</p>\n`;
    const list = items.map((item) => `<li>${item}</li>`).join('\n');
    const html = `<h1>${escapeHtml(title)}</h1>\n${lead}<ul>\n${list}\n</ul>`;
    return { title, description, html };
  };
  return {
    linksOf: (node) => {
      const list = lists().get(listRoute(graph.config, node) ?? toRoute('/'));
      const links = [...tagsOf(node).keys()].flatMap((name) => {
        const tag = list?.get(name);
        return tag === undefined ? [] : [{ label: tag.label, href: printRoute(tag.route, style) }];
      });
      return links.length === 0 ? {} : { tags: links };
    },
    page: (route) => {
      const found = tagAt().get(route);
      if (found === undefined) {
        const tags = [...(lists().get(route)?.values() ?? [])];
        const items = tags.map(
          ({ route: to, label, pages }) => `${link(to, label)} (${pages.length})`,
        );
        return printed(messages.tags, '', items);
      }
      const { tag, base } = found;
      const { html, ...data } = printed(tag.label, tag.description, tag.pages.map(entry));
      return { ...data, html: `${html}\n<p>${link(base, messages.tags)}</p>` };
    },
  };
}
