/** Makes feeds of changes (Atom, RFC 4287). */
import { utcTime } from '../config/formats/date.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { BlogPost } from '../content/source-file.ts';
import type { ArticleReader } from '../markdown/parsed-doc.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import type { Locale, PageInput } from '../shared/page.ts';
import { type OutputPath, printFile, printRoute, type Route, toRoute } from '../shared/paths.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import { changesFeedPath } from './api-pages.ts';
import { isLast, pageAt } from './editions.ts';
import type { DocNode, PageNode } from './graph-types.ts';
import { blogFeedPath, feedPath, inLocale, localeBase } from './locales.ts';
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

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly time: number;
  readonly summary?: string;
  /** HTML. */
  readonly content?: string;
  readonly post?: BlogPost;
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
      const head = {
        path: feedPath(config, locale),
        home,
        title: feed.title ?? config.title,
        lang: locale.htmlLang,
      };
      return printAtom(config, head, entries.slice(0, limit));
    },
  }));
}

/** The pages that changed last: by default those of default versions. */
function changedPages(input: FeedInput, locale: Locale): readonly Entry[] {
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

/** The feed of a blog, with the whole text of its last posts. */
export function blogFeedFiles({ graph, pageInput }: FeedInput): readonly FeedFile[] {
  const { config, pages } = graph;
  const { blog } = config;
  if (blog === undefined) return [];
  const path = blogFeedPath(blog);
  const make = (): string => {
    const posts = [...pages.values()].flatMap((node) => {
      const post = node.type === 'doc' ? node.source.made?.post : undefined;
      const time = utcTime(post?.date ?? '');
      const isOwn = node.locale.code === config.defaultLocale;
      const isUnlisted = node.type === 'doc' && node.doc.frontmatter.unlisted === true;
      return post === undefined || time === undefined || !isOwn || isUnlisted
        ? []
        : [{ node, time, post }];
    });
    const entries = posts
      .toSorted((a, b) => b.time - a.time)
      .slice(0, config.feed?.limit ?? 20)
      .map(({ node, time, post }): Entry => {
        const { page, html } = pageInput(node);
        const content = html
          .replace(/<h1\b[^]*?<\/h1>\s*/, '')
          .replace(ANCHORS, '')
          .trim();
        const url = config.url + page.href;
        return { id: url, title: page.title, url, time, summary: page.description, content, post };
      });
    const head = {
      path,
      home: toRoute(blog.routeBase),
      title: blog.title,
      lang: config.defaultLocale,
    };
    return printAtom(config, head, entries);
  };
  return [{ path, make }];
}

const ANCHORS = /<a class="heading-anchor"[^>]*><\/a>/g;

const HEADING = '<div class="heading heading-2"><h2 id="';

/** The sections of a page. One without a date in its heading has that of the section above, else that of the page. */
function sections(input: FeedInput, locale: Locale, path: string): readonly Entry[] {
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
      const content = part
        .slice(part.indexOf('</div>') + '</div>'.length)
        .replace(ANCHORS, '')
        .trim();
      const url = `${graph.config.url}${page.href}#${encodeURIComponent(heading?.id ?? '')}`;
      return time === undefined || heading === undefined
        ? []
        : [{ id: url, title, url, time, content }];
    });
}

interface FeedHead {
  readonly path: OutputPath;
  /** The page that the feed is about. */
  readonly home: Route;
  readonly title: string;
  readonly lang: string;
}

function printAtom(
  config: ResolvedConfig,
  { path, home, title, lang }: FeedHead,
  entries: readonly Entry[],
): string {
  const own = config.url + printFile(path, config);
  // A feed without entries has not changed yet.
  const last = Math.max(0, ...entries.map(({ time }) => time));
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${text(lang)}">
<id>${text(own)}</id>
<title>${text(title)}</title>
<updated>${isoTime(last)}</updated>
<author><name>${text(config.title)}</name></author>
<link rel="self" type="application/atom+xml" href="${text(own)}"/>
<link rel="alternate" type="text/html" href="${text(config.url + printRoute(home, config))}"/>
${entries.map(printEntry).join('')}</feed>
`;
}

function printEntry({ id, title, url, time, summary = '', content, post }: Entry): string {
  const parts = [
    `<id>${text(id)}</id>`,
    `<title>${text(title)}</title>`,
    `<updated>${isoTime(time)}</updated>`,
    `<link rel="alternate" type="text/html" href="${text(url)}"/>`,
    ...(post?.authors ?? []).map(({ name, url: uri }) => {
      const address = uri === undefined ? '' : `<uri>${text(uri)}</uri>`;
      return `<author><name>${text(name)}</name>${address}</author>`;
    }),
    ...(post?.tags ?? []).map(({ label }) => `<category term="${text(label)}"/>`),
    ...(summary === '' ? [] : [`<summary>${text(summary)}</summary>`]),
    // Its links lead from the page.
    ...(content === undefined
      ? []
      : [`<content type="html" xml:base="${text(url)}">${text(content)}</content>`]),
  ];
  return `<entry>\n${parts.join('\n')}\n</entry>\n`;
}

/** Text in XML, without the characters that it cannot contain. */
function text(value: string): string {
  return escapeHtml(value.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
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
    const entries = past.releases.map(({ id, name, date, changes }): Entry => {
      const time = utcTime(date) ?? 0;
      const list = changes.map(
        ({ level, text: words }) => `<li>${level}: ${escapeHtml(words)}</li>`,
      );
      const url = `${page}#${id}`;
      return { id: url, title: name, url, time, content: `<ul>${list.join('')}</ul>` };
    });
    const head = { path, home, title: `${model.info.title}: changes`, lang: 'en' };
    return [{ path, make: () => printAtom(config, head, entries) }];
  });
}
