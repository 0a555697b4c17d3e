/** The pages of a blog: its posts with their facts above them, and those that list posts. */
import { resolve } from 'node:path';
import { siteRelative } from '../config/folders.ts';
import type { AddedPage } from '../config/plugins.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { readMessages } from '../content/category-file.ts';
import { readSource } from '../content/read-source.ts';
import type { SourceFile, Sources } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { groupBy } from '../shared/maps.ts';
import { fillCounted } from '../shared/plural-messages.ts';
import { toFilePath, toRoute } from '../shared/paths.ts';
import type { LocateConfig } from '../site/graph-types.ts';
import { articleMessagesOf, defaultLocale, messagesOf } from '../site/locales.ts';
import { isPostPath, plain, type Post, readPosts } from './blog.ts';
import { printed } from './collections.ts';
import { frontmatterOf, madeDoc } from './made-doc.ts';

type Blog = NonNullable<ResolvedConfig['blog']>;

/** The words of the pages of a blog, in the language of its posts. */
interface Words {
  readonly tags: string;
  readonly archive: string;
  readonly readingTime: string;
  readonly rules: Intl.PluralRules;
}

function wordsOf(config: ResolvedConfig, files: Sources['messages']): Words {
  const locale = defaultLocale(config);
  const own = files.filter((file) => file.locale === locale.code);
  const { messages } = readMessages(own, [locale], readSource);
  const { archive, readingTime } = articleMessagesOf(messages, locale);
  const { tags } = messagesOf(messages, locale);
  return { tags, archive, readingTime, rules: new Intl.PluralRules(locale.htmlLang) };
}

interface Site {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  /** The last date of posts that are built; undefined for all. */
  readonly until: string | undefined;
}

/** Puts the pages of a blog in place of its files. */
export function withBlog(
  sources: Sources,
  { config, locate, until }: Site,
): { readonly sources: Sources; readonly entries: ReturnType<typeof printed> | undefined } {
  const { blog } = config;
  if (blog === undefined) return { sources, entries: undefined };
  const diagnostics: Diagnostic[] = [];
  const posts = readPosts(config, blog, diagnostics);
  const isFuture = ({ date }: Post): boolean => until !== undefined && date > until;
  const shown = posts.filter((post) => post.isListed && !isFuture(post));
  const location = locate(['blog']);
  const words = wordsOf(config, sources.messages);
  const lists = listPages(blog, shown, words).map((page) => {
    const route = toRoute(page.route);
    // The search and search engines find the posts.
    const frontmatter = { unlisted: route === toRoute(blog.routeBase) ? undefined : true };
    return madeDoc(
      config,
      { ...page, sidebar: false, frontmatter },
      { route, isFolder: false, location },
    );
  });
  const docs = sources.docs.filter(({ absolute }) => !isPostPath(config, absolute));
  const own = posts.map((post, index) =>
    postDoc(config, post, { index, words, isFuture: isFuture(post) }),
  );
  const entries = shown.map(({ raw, route, title, date, tags, authors, reading, excerpt }) => ({
    id: raw.id,
    file: raw.file,
    line: 1,
    data: {
      route,
      title,
      date,
      tags: tags.map(({ label }) => label),
      authors,
      reading,
      excerpt: plain(excerpt),
    },
  }));
  const all = [...docs, ...own, ...lists].sort((a, b) => (a.file < b.file ? -1 : 1));
  return {
    sources: { ...sources, docs: all, diagnostics: [...sources.diagnostics, ...diagnostics] },
    entries: printed(entries),
  };
}

const KEPT_KEYS =
  'description keywords image unlisted hide_table_of_contents toc_min_heading_level toc_max_heading_level sidebar_label';

/** The doc of a post: its file, with frontmatter of ours, and a line with its facts. */
function postDoc(
  config: ResolvedConfig,
  post: Post,
  {
    index,
    words,
    isFuture,
  }: { readonly index: number; readonly words: Words; readonly isFuture: boolean },
): SourceFile {
  const { siteDir, dialect, blog } = config;
  const { raw, path, route, title, date, authors, tags } = post;
  const base = toRoute(blog?.routeBase ?? '/');
  const slug = dialect.slugsBelowDocs === true ? route.slice(base.length) : route;
  const data: Readonly<Record<string, unknown>> = Object(raw.data);
  const kept = KEPT_KEYS.split(' ').map((key) => [key, data[key] ?? undefined] as const);
  const head = frontmatterOf({
    ...Object.fromEntries(kept),
    title,
    slug,
    tags: tags.map(({ label }) => label),
    draft: data['draft'] === true || isFuture ? true : undefined,
    sidebar_position: index + 1,
    description: data['description'] ?? plain(post.excerpt).slice(0, 300),
  });
  const start = `${head}\n${factsLine(post, words)}\n\n`;
  const file = toFilePath(raw.file);
  const absolute = resolve(siteDir, file);
  return {
    file,
    path: toFilePath(path),
    originalFile: file,
    locale: undefined,
    absolute,
    made: {
      text: start + post.text,
      origin: { file, line: 1, column: 1 },
      own: { at: start.length, line: post.line },
      post: { date, authors, tags },
      editFile: toFilePath(siteRelative(siteDir, absolute)),
    },
  };
}

/** Date, minutes of reading and authors. */
function factsLine({ date, reading, authors }: Post, { readingTime, rules }: Words): string {
  const names = authors.map(({ name, url }) =>
    url === undefined ? escaped(name) : `[${escaped(name)}](<${url}>)`,
  );
  return [
    ...(date === '' ? [] : [date]),
    fillCounted(readingTime, { count: `${reading}` }, rules),
    ...(names.length === 0 ? [] : [names.join(', ')]),
  ].join(' · ');
}

/** Text as Markdown, also in MDX. */
function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** The pages that list posts: all of them in parts, and the archive. */
function listPages(blog: Blog, posts: readonly Post[], words: Words): readonly AddedPage[] {
  if (posts.length === 0) return [];
  const base = toRoute(blog.routeBase);
  const { title, perPage } = blog;
  const entry = (post: Post): string =>
    `## [${escaped(post.title)}](${post.route})\n\n${factsLine(post, words)}\n\n${escaped(plain(post.excerpt))}\n`;
  const line = ({ date, title: of, route }: Post): string =>
    `- ${date} [${escaped(of)}](${route})\n`;
  const count = Math.max(1, Math.ceil(posts.length / perPage));
  const routeOf = (index: number): string => (index === 0 ? base : `${base}/page/${index + 1}`);
  const numbers = (current: number): string =>
    Array.from({ length: count }, (_, index) =>
      index === current ? `**${index + 1}**` : `[${index + 1}](${routeOf(index)})`,
    ).join(' ');
  const others = [
    `[${escaped(words.archive)}](${base}/archive)`,
    ...(posts.every(({ tags }) => tags.length === 0)
      ? []
      : [`[${escaped(words.tags)}](${base}/tags)`]),
  ].join(' · ');
  const years = groupBy(posts, ({ date }) => date.slice(0, 4));
  return [
    ...Array.from({ length: count }, (_, index) => ({
      route: routeOf(index),
      title: index === 0 ? title : `${title} (${index + 1})`,
      markdown: [
        others,
        ...posts.slice(index * perPage, (index + 1) * perPage).map(entry),
        ...(count === 1 ? [] : [numbers(index)]),
      ].join('\n\n'),
    })),
    {
      route: `${base}/archive`,
      title: words.archive,
      markdown: [...years]
        .map(([year, of]) => `## ${year || '–'}\n\n${of.map(line).join('')}`)
        .join('\n'),
    },
  ];
}
