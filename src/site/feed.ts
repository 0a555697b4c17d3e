/** Makes feeds: of changed pages, of the posts of a blog, and of the changes of APIs. */
import { utcTime } from '../config/formats/date.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { ArticleReader } from '../markdown/parsed-doc.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { lazy } from '../shared/lazy.ts';
import type { Locale, PageInput } from '../shared/page.ts';
import { type OutputPath, printFile, printRoute, type Route, toRoute } from '../shared/paths.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import { changesFeedPath } from './api-pages.ts';
import { isLast, pageAt } from './editions.ts';
import type { DocNode, PageNode } from './graph-types.ts';
import { blogFeeds, type Feed, FEED_FORMATS, type FeedEntry, feedHtml } from './feed-formats.ts';
import { defaultLocale, feedPath, inLocale, localeBase } from './locales.ts';
import { isoTime } from './page-dates.ts';
import { pathMatcher, publicPages, type SitemapInput } from './sitemap.ts';

interface FeedInput extends SitemapInput {
  readonly pageInput: (node: PageNode) => PageInput;
  readonly readArticle: ArticleReader;
}

interface FeedFile {
  readonly path: OutputPath;
  readonly make: () => string;
}

/** The feed of each locale; none if the site has no feeds. */
export function feedFiles(input: FeedInput): readonly FeedFile[] {
  const { config } = input.graph;
  const { feed } = config;
  if (feed === undefined) return [];
  return config.locales.map((locale) => ({
    path: feedPath(config, locale),
    make: () => {
      const { page, limit } = feed;
      const entries =
        page === undefined ? changedPages(input, locale) : sections(input, locale, page);
      const base = localeBase(config, locale);
      const home = pageAt(input.graph, base)?.route ?? base;
      return printed(config, FEED_FORMATS.atom.print, {
        path: feedPath(config, locale),
        home,
        title: feed.title,
        lang: locale.htmlLang,
        entries: entries.slice(0, limit),
      });
    },
  }));
}

/** The pages that changed last: by default those of default versions. */
function changedPages(input: FeedInput, locale: Locale): readonly FeedEntry[] {
  const { graph, dates, pageInput } = input;
  const { config } = graph;
  const { include = [], limit = 0 } = config.feed ?? {};
  const isIncluded = pathMatcher(include);
  const isWanted = (node: DocNode): boolean =>
    include.length > 0 ? isIncluded(node) : node.edition === undefined || isLast(node.edition);
  const changed = publicPages(input).flatMap((node) => {
    const time = dates.timeOf(node);
    const isOwn = node.type === 'doc' && node.locale === locale && isWanted(node);
    return isOwn && time !== undefined ? [{ node, time }] : [];
  });
  return changed
    .toSorted((a, b) => b.time - a.time)
    .slice(0, limit)
    .map(({ node, time }) => {
      const { page } = pageInput(node);
      const url = config.url + page.href;
      const { hostname, pathname } = new URL(url);
      // A name that stays the same until the page changes again (RFC 4151).
      const id = `tag:${hostname},${isoTime(time).slice(0, 10)}:${pathname}`;
      return { id, title: page.title, url, time, summary: page.description };
    });
}

/** The feeds of a blog, with the whole text of its last posts. */
export function blogFeedFiles({ graph, pageInput }: FeedInput): readonly FeedFile[] {
  const { config, pages } = graph;
  const { blog } = config;
  if (blog === undefined) return [];
  const entries = lazy(() => {
    const posts = [...pages.values()].flatMap((node) => {
      const post = node.type === 'doc' ? node.source.made?.post : undefined;
      const time = utcTime(post?.date ?? '');
      const isOwn = node.locale.code === config.defaultLocale;
      const isUnlisted = node.type === 'doc' && node.doc.frontmatter.unlisted === true;
      return post === undefined || time === undefined || !isOwn || isUnlisted
        ? []
        : [{ node, time, post }];
    });
    return posts
      .toSorted((a, b) => b.time - a.time)
      .slice(0, config.feed?.limit ?? 20)
      .map(({ node, time, post }): FeedEntry => {
        const { page, html } = pageInput(node);
        const url = config.url + page.href;
        const text = html
          .replace(/<h1\b[^]*?<\/h1>\s*/, '')
          .replace(/<p class="post-facts".*\n/, '');
        const content = feedHtml(text, url);
        return { id: url, title: page.title, url, time, summary: page.description, content, post };
      });
  });
  const { title, routeBase } = blog;
  const { htmlLang: lang } = defaultLocale(config);
  return blogFeeds(blog).map(({ path, print }) => ({
    path,
    make: () =>
      printed(config, print, { path, home: toRoute(routeBase), title, lang, entries: entries() }),
  }));
}

const HEADING = '<div class="heading heading-2"><h2 id="';

/** The sections of a page. One without a date in its heading has that of the section above, else that of the page. */
function sections(input: FeedInput, locale: Locale, path: string): readonly FeedEntry[] {
  const { graph, dates, pageInput, readArticle } = input;
  const node = graph.pages.get(inLocale(graph.config, locale, toRoute(path)));
  if (node?.type !== 'doc') return [];
  const { html, page } = pageInput(node);
  const { headings } = readArticle(node.source.file);
  let time = dates.timeOf(node);
  return html
    .split(HEADING)
    .slice(1)
    .flatMap((part) => {
      const id = part.slice(0, part.indexOf('"'));
      const heading = headings.find((one) => escapeHtml(one.id) === id);
      const title = heading?.text ?? '';
      const [, day = ''] = /\b(\d{4}-\d\d-\d\d)\b/.exec(title) ?? [];
      time = utcTime(day) ?? time;
      const url = `${graph.config.url}${page.href}#${encodeURIComponent(heading?.id ?? '')}`;
      const content = feedHtml(part.slice(part.indexOf('</div>') + '</div>'.length), url);
      return time === undefined || heading === undefined
        ? []
        : [{ id: url, title, url, time, content }];
    });
}

/** Prints a feed whose addresses are paths of the site. */
function printed(
  config: ResolvedConfig,
  print: (feed: Feed) => string,
  {
    path,
    home,
    ...feed
  }: Pick<Feed, 'title' | 'lang' | 'entries'> & {
    readonly path: OutputPath;
    readonly home: Route;
  },
): string {
  return print({
    ...feed,
    url: config.url + printFile(path, config),
    home: config.url + printRoute(home, config),
    description: config.tagline || feed.title,
    author: config.title,
  });
}

/** The feeds of changes of APIs whose pages show their history. */
export function apiFeedFiles(
  apis: readonly LoadedApi[],
  { graph }: Pick<FeedInput, 'graph'>,
): readonly FeedFile[] {
  const { config } = graph;
  return apis.flatMap(({ source, model, past }): FeedFile[] => {
    if (past === undefined) return [];
    const path = changesFeedPath(source.routeBase);
    const home = toRoute(`${source.routeBase}/changes`);
    const page = config.url + printRoute(home, config);
    const entries = past.releases.map(({ id, name, date, changes }): FeedEntry => {
      const time = utcTime(date) ?? 0;
      const list = changes.map(
        ({ level, text: words }) => `<li>${level}: ${escapeHtml(words)}</li>`,
      );
      const url = `${page}#${id}`;
      return { id: url, title: name, url, time, content: `<ul>${list.join('')}</ul>` };
    });
    const feed = { path, home, title: `${model.info.title}: changes`, lang: 'en', entries };
    return [{ path, make: () => printed(config, FEED_FORMATS.atom.print, feed) }];
  });
}
