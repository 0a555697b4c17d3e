/** The facts above the posts of a blog, and the pages that list posts, in the language of the page. */
import { utcTime } from '../config/formats/date.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { BlogPost } from '../content/source-file.ts';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { lazy } from '../shared/lazy.ts';
import { groupBy } from '../shared/maps.ts';
import type { Locale, PageData } from '../shared/page.ts';
import { printRoute, type Route, toRoute } from '../shared/paths.ts';
import { fillCounted } from '../shared/plural-messages.ts';
import type { DocNode, PageNode } from './graph-types.ts';
import type { LayoutContext } from './layout-context.ts';
import { inLocale } from './locales.ts';
import { printDate } from './page-dates.ts';
import { docTitle } from './sidebar-tree.ts';

interface ListedPost extends BlogPost {
  readonly node: DocNode;
}

/** The posts of a locale that its lists have, the last first. */
function listedPosts(pages: Iterable<PageNode>, locale: Locale): readonly ListedPost[] {
  return [...pages]
    .flatMap((node) => {
      const post = node.type === 'doc' ? node.source.made?.post : undefined;
      return post === undefined || node.type !== 'doc' || node.locale !== locale
        ? []
        : [{ ...post, node }];
    })
    .filter(({ node }) => node.doc.frontmatter.unlisted !== true)
    .toSorted(
      (a, b) => compareStrings(b.date, a.date) || compareStrings(a.node.route, b.node.route),
    );
}

/** The routes of the lists of a locale: all posts in parts, then the archive; none without posts. */
export function blogLists(
  config: ResolvedConfig,
  locale: Locale,
  pages: Iterable<PageNode>,
): readonly Route[] {
  const { blog } = config;
  const count = blog === undefined ? 0 : listedPosts(pages, locale).length;
  if (blog === undefined || count === 0) return [];
  const base = inLocale(config, locale, blog.routeBase);
  return [
    ...Array.from({ length: Math.ceil(count / blog.perPage) }, (_, index) =>
      index === 0 ? base : toRoute(`${base}/page/${index + 1}`),
    ),
    toRoute(`${base}/archive`),
  ];
}

/** A date as readers of a locale write it, for scripts too. */
export function dateHtml(date: string, locale: Locale): string {
  const time = utcTime(date);
  return time === undefined ? '' : `<time datetime="${date}">${printDate(time, locale)}</time>`;
}

export interface BlogPages {
  /** Date, minutes of reading and authors of a post; empty for another doc. */
  readonly facts: (node: DocNode) => string;
  readonly page: (route: Route) => Pick<PageData, 'title'> & { readonly html: string };
}

export function createBlogPages(context: LayoutContext): BlogPages {
  const { graph, locale, messages, articleMessages, style, translate } = context;
  const { config, pages } = graph;
  const { blog } = config;
  const rules = new Intl.PluralRules(locale.htmlLang);
  const posts = lazy(() => listedPosts(pages.values(), locale));
  const routes = lazy(() => blogLists(config, locale, pages.values()));
  const link = (to: Route, text: string): string =>
    `<a dir="auto" href="${escapeHtml(printRoute(to, style))}">${escapeHtml(text)}</a>`;
  const factsOf = ({ date, reading, authors }: BlogPost): string => {
    const names = authors.map(({ name, url }) =>
      url === undefined ? escapeHtml(name) : `<a href="${escapeHtml(url)}">${escapeHtml(name)}</a>`,
    );
    const parts = [
      dateHtml(date, locale),
      escapeHtml(fillCounted(articleMessages.readingTime, { count: `${reading}` }, rules)),
      names.join(', '),
    ];
    const { htmlLang, dir } = locale;
    // An article that is not translated has another language.
    return `<p class="post-facts" lang="${htmlLang}" dir="${dir}">${parts.filter((part) => part !== '').join(' · ')}</p>\n`;
  };
  const entry = ({ node, ...post }: ListedPost): string =>
    `<h2>${link(node.route, docTitle(node))}</h2>\n${factsOf(post)}<p dir="auto">${escapeHtml(post.excerpt)}</p>`;
  const archive = (): string =>
    [...groupBy(posts(), ({ date }) => date.slice(0, 4))]
      .map(([year, of]) => {
        const items = of.map(
          ({ node, date }) =>
            `<li>${dateHtml(date, locale)} ${link(node.route, docTitle(node))}</li>`,
        );
        return `<h2>${year || '–'}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
      })
      .join('\n');
  const list = (index: number, archiveRoute: Route): string => {
    const { perPage = 1, routeBase = '/' } = blog ?? {};
    const tags = inLocale(config, locale, `${routeBase}/tags`);
    const numbers = routes().slice(0, -1);
    const others = [
      link(archiveRoute, articleMessages.archive),
      ...(pages.has(tags) ? [link(tags, messages.tags)] : []),
    ];
    const parts = numbers.map((to, at) =>
      at === index ? `<strong>${at + 1}</strong>` : link(to, `${at + 1}`),
    );
    return [
      `<p>${others.join(' · ')}</p>`,
      ...posts()
        .slice(index * perPage, (index + 1) * perPage)
        .map(entry),
      ...(parts.length === 1 ? [] : [`<p>${parts.join(' ')}</p>`]),
    ].join('\n');
  };
  return {
    facts: ({ source }) => (source.made?.post === undefined ? '' : factsOf(source.made.post)),
    page: (route) => {
      const index = routes().indexOf(route);
      const last = routes().length - 1;
      const whole = translate(blog?.title ?? '');
      const title =
        index === last ? articleMessages.archive : index === 0 ? whole : `${whole} (${index + 1})`;
      const html = index === last ? archive() : list(index, routes()[last] ?? route);
      return { title, html: `<h1>${escapeHtml(title)}</h1>\n${html}` };
    },
  };
}
