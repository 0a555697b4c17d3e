/** The docs of a blog: its posts. */
import { resolve } from 'node:path';
import { siteRelative } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { SourceFile, Sources } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { toFilePath, toRoute } from '../shared/paths.ts';
import { isPostPath, type Post, readPosts, translatedPost } from './blog.ts';
import { printed } from './collections.ts';
import { frontmatterOf } from './made-doc.ts';

interface Site {
  readonly config: ResolvedConfig;
  /** The last date of posts that are built; undefined for all. */
  readonly until: string | undefined;
}

/** Puts the pages of a blog in place of its files. */
export function withBlog(
  sources: Sources,
  { config, until }: Site,
): { readonly sources: Sources; readonly entries: ReturnType<typeof printed> | undefined } {
  const { blog } = config;
  if (blog === undefined) return { sources, entries: undefined };
  const diagnostics: Diagnostic[] = [];
  const posts = readPosts(config, blog, diagnostics);
  const isFuture = ({ date }: Post): boolean => until !== undefined && date > until;
  const shown = posts.filter((post) => post.isListed && !isFuture(post));
  const own = posts.map((post, index) =>
    postDoc(config, post, { index, isFuture: isFuture(post) }),
  );
  const indexes = new Map(own.map(({ file }, index) => [file, index] as const));
  const docs = sources.docs
    .filter(({ absolute }) => !isPostPath(config, absolute))
    .map((source) => {
      const { file, originalFile } = source;
      const index = indexes.get(originalFile) ?? -1;
      const original = posts[index];
      const post = original && translatedPost(config, blog, { original, file, diagnostics });
      if (post === undefined) return source;
      return { ...source, made: postDoc(config, post, { index, isFuture: isFuture(post) }).made };
    });
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
      excerpt,
    },
  }));
  const all = [...docs, ...own].sort((a, b) => (a.file < b.file ? -1 : 1));
  return {
    sources: { ...sources, docs: all, diagnostics: [...sources.diagnostics, ...diagnostics] },
    entries: printed(entries),
  };
}

const KEPT_KEYS =
  'description keywords image unlisted hide_table_of_contents toc_min_heading_level toc_max_heading_level sidebar_label';

/** The doc of a post: its file, with frontmatter of ours. */
function postDoc(
  config: ResolvedConfig,
  post: Post,
  { index, isFuture }: { readonly index: number; readonly isFuture: boolean },
): SourceFile & Required<Pick<SourceFile, 'made'>> {
  const { siteDir, dialect, blog } = config;
  const { raw, path, route, title, date, authors, tags, reading, excerpt } = post;
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
    description: data['description'] ?? excerpt.slice(0, 300),
  });
  const start = `${head}\n`;
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
      post: { date, authors, tags, reading, excerpt },
      editFile: toFilePath(siteRelative(siteDir, absolute)),
    },
  };
}
