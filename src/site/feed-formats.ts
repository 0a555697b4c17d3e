/** Prints feeds: Atom (RFC 4287), RSS 2.0 and JSON Feed 1.1. */
import type { ResolvedConfig } from '../config/site-config.ts';
import type { BlogPost } from '../content/source-file.ts';
import { scanHtml } from '../html/scan-html.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { type OutputPath, toOutputPath, toRoute } from '../shared/paths.ts';
import { applyEdits } from '../html/text-edits.ts';
import { isoTime } from './page-dates.ts';

export interface FeedEntry {
  /** Stays the same until the entry is another one. */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly time: number;
  readonly summary?: string;
  /** HTML. */
  readonly content?: string;
  readonly post?: BlogPost;
}

export interface Feed {
  /** Its address. */
  readonly url: string;
  /** The address of the page that it is about. */
  readonly home: string;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly lang: string;
  readonly entries: readonly FeedEntry[];
}

type Format = NonNullable<ResolvedConfig['blog']>['feeds'][number];

interface FeedFormat {
  /** Name of the file in the folder of a blog, that of Docusaurus. */
  readonly file: string;
  readonly type: string;
  readonly print: (feed: Feed) => string;
}

/** The formats of feeds by name. */
export const FEED_FORMATS: Readonly<Record<Format, FeedFormat>> = {
  atom: { file: 'atom.xml', type: 'application/atom+xml', print: printAtom },
  rss: { file: 'rss.xml', type: 'application/rss+xml', print: printRss },
  json: { file: 'feed.json', type: 'application/feed+json', print: printJson },
};

/** The feeds of a blog: their files, each with its format. */
export function blogFeeds(
  blog: ResolvedConfig['blog'],
): readonly (FeedFormat & { readonly path: OutputPath })[] {
  return [...new Set(blog?.feeds)].map((name) => {
    const format = FEED_FORMATS[name];
    const path = toRoute(`${blog?.routeBase ?? ''}/${format.file}`);
    return { ...format, path: toOutputPath(path) };
  });
}

/** HTML as readers get it elsewhere than in its page. */
export function feedHtml(html: string, url: string): string {
  const links = scanHtml(html).links.flatMap(({ href, start, end }) =>
    URL.canParse(href, url) ? [{ start, end, after: escapeHtml(new URL(href, url).href) }] : [],
  );
  return applyEdits(html, links)
    .replace(/<a class="heading-anchor"[^>]*><\/a>/g, '')
    .trim();
}

/** The time of the last entry; a feed without entries has not changed yet. */
function lastTime({ entries }: Feed): number {
  return entries.reduce((last, { time }) => Math.max(last, time), entries[0]?.time ?? 0);
}

function printAtom(feed: Feed): string {
  const { url, home, title, lang, author, entries } = feed;
  const printEntry = ({ post, ...entry }: FeedEntry): string =>
    lines('entry', [
      element('id', entry.id),
      element('title', entry.title),
      element('updated', isoTime(entry.time)),
      `<link rel="alternate" type="text/html" href="${text(entry.url)}"/>`,
      ...(post?.authors ?? []).map((of) => {
        const uri = of.url === undefined ? '' : element('uri', of.url);
        return `<author>${element('name', of.name)}${uri}</author>`;
      }),
      ...(post?.tags ?? []).map(({ label }) => `<category term="${text(label)}"/>`),
      optional('summary', entry.summary),
      entry.content === undefined ? '' : `<content type="html">${text(entry.content)}</content>`,
    ]);
  return `${XML}${lines(`feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${text(lang)}"`, [
    element('id', url),
    element('title', title),
    element('updated', isoTime(lastTime(feed))),
    `<author>${element('name', author)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${text(url)}"/>`,
    `<link rel="alternate" type="text/html" href="${text(home)}"/>`,
    ...entries.map(printEntry),
  ])}\n`;
}

/** With the authors of Dublin Core, as RSS has their mail addresses only, and with whole texts (RSS 1.0 content module). */
function printRss(feed: Feed): string {
  const { url, home, title, description, lang, entries } = feed;
  const date = (time: number): string => new Date(time).toUTCString();
  const printItem = ({ post, ...entry }: FeedEntry): string =>
    lines('item', [
      element('title', entry.title),
      element('link', entry.url),
      `<guid isPermaLink="${entry.id === entry.url}">${text(entry.id)}</guid>`,
      element('pubDate', date(entry.time)),
      ...(post?.authors ?? []).map(({ name }) => element('dc:creator', name)),
      ...(post?.tags ?? []).map(({ label }) => element('category', label)),
      optional('description', entry.summary),
      optional('content:encoded', entry.content),
    ]);
  const channel = lines('channel', [
    element('title', title),
    element('link', home),
    element('description', description),
    element('language', lang),
    entries.length === 0 ? '' : element('lastBuildDate', date(lastTime(feed))),
    `<atom:link rel="self" type="application/rss+xml" href="${text(url)}"/>`,
    ...entries.map(printItem),
  ]);
  return `${XML}${lines(
    'rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    [channel],
  )}\n`;
}

function printJson({ url, home, title, author, lang, entries }: Feed): string {
  const items = entries.map(({ id, url: page, title: of, time, summary, content, post }) => ({
    id,
    url: page,
    title: of,
    // One of both is required.
    ...(content === undefined ? { content_text: summary ?? '' } : { content_html: content }),
    summary: summary || undefined,
    date_published: isoTime(time),
    authors: post === undefined || post.authors.length === 0 ? undefined : post.authors,
    tags: post?.tags.map(({ label }) => label),
  }));
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: url,
    authors: [{ name: author }],
    language: lang,
    items,
  };
  return `${JSON.stringify(feed, undefined, 2)}\n`;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** An element with others; `tag` may have attributes. */
function lines(tag: string, parts: readonly string[]): string {
  const [name = ''] = tag.split(' ');
  return [`<${tag}>`, ...parts.filter((part) => part !== ''), `</${name}>`].join('\n');
}

function element(name: string, content: string): string {
  return `<${name}>${text(content)}</${name}>`;
}

function optional(name: string, content = ''): string {
  return content === '' ? '' : element(name, content);
}

/** Text in XML, without the characters that it cannot contain. */
function text(value: string): string {
  return escapeHtml(value.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
}
