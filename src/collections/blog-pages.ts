/** The pages of a blog: its posts with their facts above them, and those that list posts. */
import { resolve } from 'node:path';
import { siteRelative } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { SourceFile, Sources } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { groupBy } from '../shared/maps.ts';
import { toFilePath, toRoute } from '../shared/paths.ts';
import type { LocateConfig } from '../site/graph-types.ts';
import { isPostPath, plain, type Post, readPosts, type Tag } from './blog.ts';
import { printed } from './collections.ts';
import { frontmatterOf, madeDoc } from './made-doc.ts';

type Blog = NonNullable<ResolvedConfig['blog']>;

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
  const lists = listPages(blog, shown).map((page) => {
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
    postDoc(config, post, { index, isFuture: isFuture(post) }),
  );
  const entries = shown.map(({ raw, route, title, date, tags, authors, reading, excerpt }) => ({
    id: raw.id,
    file: raw.file,
    line: 1,
    data: { route, title, date, tags, authors, reading, excerpt: plain(excerpt) },
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
  { index, isFuture }: { readonly index: number; readonly isFuture: boolean },
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
    tags,
    draft: data['draft'] === true || isFuture ? true : undefined,
    sidebar_position: index + 1,
    description: data['description'] ?? plain(post.excerpt).slice(0, 300),
  });
  const start = `${head}\n${factsLine(base, post)}\n\n`;
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

/** Date, minutes of reading, authors and tags. */
function factsLine(base: string, { date, reading, authors, labels }: Post): string {
  const names = authors.map(({ name, url }) =>
    url === undefined ? escaped(name) : `[${escaped(name)}](<${url}>)`,
  );
  return [
    ...(date === '' ? [] : [date]),
    `${reading} min`,
    ...(names.length === 0 ? [] : [names.join(', ')]),
    ...labels.map((tag) => tagLink(base, tag)),
  ].join(' · ');
}

function tagLink(base: string, { label, slug }: Tag): string {
  return `[\\#${escaped(label)}](${tagRoute(base, slug)})`;
}

function tagRoute(base: string, slug: string): string {
  return toRoute(`${base}/tags/${slug}`);
}

/** Text as Markdown, also in MDX. */
function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

interface ListPage {
  readonly route: string;
  readonly title: string;
  readonly description?: string;
  readonly markdown: string;
}

/** The pages that list posts: all of them in parts, the archive, the tags. */
function listPages(blog: Blog, posts: readonly Post[]): readonly ListPage[] {
  if (posts.length === 0) return [];
  const base = toRoute(blog.routeBase);
  const { title, perPage, archiveTitle, tagsTitle } = blog;
  const entry = (post: Post): string =>
    `## [${escaped(post.title)}](${post.route})\n\n${factsLine(base, post)}\n\n${escaped(plain(post.excerpt))}\n`;
  const line = ({ date, title: of, route }: Post): string =>
    `- ${date} [${escaped(of)}](${route})\n`;
  const count = Math.max(1, Math.ceil(posts.length / perPage));
  const routeOf = (index: number): string => (index === 0 ? base : `${base}/page/${index + 1}`);
  const numbers = (current: number): string =>
    Array.from({ length: count }, (_, index) =>
      index === current ? `**${index + 1}**` : `[${index + 1}](${routeOf(index)})`,
    ).join(' ');
  const tags = new Map(
    posts.flatMap(({ labels }) => labels).map((tag) => [tag.slug, tag] as const),
  );
  const others = [
    `[${escaped(archiveTitle)}](${base}/archive)`,
    ...(tags.size === 0 ? [] : [`[${escaped(tagsTitle)}](${base}/tags)`]),
  ].join(' · ');
  const years = groupBy(posts, ({ date }) => date.slice(0, 4));
  const tagged = [...tags.values()]
    .sort((a, b) => (a.label.toLowerCase() < b.label.toLowerCase() ? -1 : 1))
    .map((tag) => ({
      tag,
      of: posts.filter(({ labels }) => labels.some(({ slug }) => slug === tag.slug)),
    }));
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
      title: archiveTitle,
      markdown: [...years]
        .map(([year, of]) => `## ${year || '–'}\n\n${of.map(line).join('')}`)
        .join('\n'),
    },
    ...(tagged.length === 0
      ? []
      : [
          {
            route: `${base}/tags`,
            title: tagsTitle,
            markdown: tagged
              .map(({ tag, of }) => `- ${tagLink(base, tag)} (${of.length})\n`)
              .join(''),
          },
        ]),
    ...tagged.map(({ tag, of }) => ({
      route: tagRoute(base, tag.slug),
      title: tag.label,
      ...(tag.description === '' ? {} : { description: tag.description }),
      markdown: `${escaped(tag.description)}\n\n${of.map(entry).join('\n')}`,
    })),
  ];
}
