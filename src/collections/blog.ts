/** The posts of a blog: files of Markdown with dates, authors and tags, as Docusaurus has them. */
import { basename, dirname, join } from 'node:path';
import { utcTime } from '../config/formats/date.ts';
import { siteRelative } from '../config/folders.ts';
import { didYouMean, isRecord } from '../config/problem.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { BlogPost } from '../content/source-file.ts';
import { tagsByName } from '../site/tags.ts';
import { compareStrings, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { locate } from '../content/source-text.ts';
import { type FilePath, type Route, toRoute } from '../shared/paths.ts';
import { filesBelow, type RawEntry, readEntries } from './collections.ts';

export interface Post extends BlogPost {
  readonly raw: RawEntry;
  /** Path of the file below the folder of the blog. */
  readonly path: string;
  readonly route: Route;
  readonly title: string;
  /** The text of the file without its frontmatter and its first heading, and its line in the file. */
  readonly text: string;
  readonly line: number;
  readonly isListed: boolean;
}

type Blog = NonNullable<ResolvedConfig['blog']>;

/** A date in the name of a file or of its folders, and the rest of the name. */
const NAME = /^(.*?)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]?(.*?)(?:\/index)?$/;
/** A date in frontmatter, which may have a time after it. */
const DATE = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const TRUNCATE = /<!--\s*truncate\s*-->|\{\/\*\s*truncate\s*\*\/\}/;

/** Reads all posts, the last first. */
export function readPosts(
  { siteDir }: ResolvedConfig,
  blog: Blog,
  diagnostics: Diagnostic[],
): readonly Post[] {
  const files = filesBelow(join(siteDir, blog.path)) ?? [];
  const read = (path: string): readonly RawEntry[] =>
    readEntries({ siteDir, dir: blog.path, path }, diagnostics);
  const table = (name: string): Record<string, unknown> => {
    const path = files.find((file) => file === `${name}.yml` || file === `${name}.yaml`);
    const data: unknown = path === undefined ? undefined : read(path)[0]?.data;
    return isRecord(data) ? data : {};
  };
  const known = { authors: table('authors'), tags: table('tags') };
  const posts = files
    .filter((path) => /\.mdx?$/.test(path))
    .flatMap((path) => read(path).map((raw) => readPost({ blog, path, raw, known, diagnostics })));
  return posts.toSorted(
    (a, b) => compareStrings(b.date, a.date) || compareStrings(a.route, b.route),
  );
}

/** The translation of a post: its text, with the date, the authors, the tags and the address of the original. */
export function translatedPost(
  { siteDir }: ResolvedConfig,
  blog: Blog,
  {
    original,
    file,
    diagnostics,
  }: {
    readonly original: Post;
    readonly file: FilePath;
    readonly diagnostics: Diagnostic[];
  },
): Post | undefined {
  const [entry] = readEntries({ siteDir, dir: dirname(file), path: basename(file) }, diagnostics);
  if (entry === undefined) return undefined;
  const { path, route, date, authors, tags } = original;
  const raw = { ...entry, id: original.raw.id };
  const known = { authors: {}, tags: {} };
  const own = readPost({ blog, path, raw, known, diagnostics: [] });
  return { ...own, route, date, authors, tags };
}

interface PostInput {
  readonly blog: Blog;
  readonly path: string;
  readonly raw: RawEntry;
  readonly known: Readonly<Record<'authors' | 'tags', Record<string, unknown>>>;
  readonly diagnostics: Diagnostic[];
}

function readPost({ blog, path, raw, known, diagnostics }: PostInput): Post {
  const data: Record<string, unknown> = isRecord(raw.data) ? raw.data : {};
  const { body = '', source, id } = raw;
  const report = (key: string, message: string, hint: string): void => {
    const location = locate(source, raw.spanOf([key]));
    diagnostics.push(diagnostic('blog-post', { message, hint, location }));
  };
  const [, folder = '', year, month = '', day = '', name = ''] = NAME.exec(id) ?? [];
  const inName = year && `${year}-${month}-${day}`;
  const written = text(data['date']);
  const [, ...parts] = DATE.exec(written ?? inName ?? '') ?? [];
  const date = parts.map((part) => part.padStart(2, '0')).join('-');
  if (utcTime(date) === undefined)
    report(
      'date',
      written === undefined ? 'the post has no date' : `"${written}" is no date`,
      'write date: 2026-01-31, or begin the name of the file with 2026-01-31-',
    );
  const isDated = utcTime(date) !== undefined;
  const byName =
    year === undefined
      ? id.replace(/(?:^|\/)index$/, '')
      : `${folder}${year}/${month.padStart(2, '0')}/${day.padStart(2, '0')}/${name}`;
  const slug = text(data['slug']) ?? byName;
  const [heading = '', ofHeading = ''] = /^\s*# +(.+?)[ \t]*#*[ \t]*(?:\n|$)/.exec(body) ?? [];
  const content = body.slice(heading.length);
  const at = TRUNCATE.exec(content)?.index;
  const authors = listOf(data['authors'] ?? legacyAuthor(data)).flatMap((author) => {
    const key = text(author) ?? (isRecord(author) ? text(author['key']) : undefined);
    const found = key === undefined ? undefined : known.authors[key];
    if (key !== undefined && found === undefined && !isRecord(author)) {
      const add = `add ${key} to ${blog.path}/authors.yml`;
      const hint = didYouMean(key, Object.keys(known.authors)) ?? add;
      report('authors', `there is no author "${key}"`, hint);
    }
    const all = { ...(isRecord(found) ? found : {}), ...(isRecord(author) ? author : {}) };
    const shown = text(all['name']) ?? key;
    const url = text(all['url']);
    return shown === undefined
      ? []
      : [{ name: shown, url: url?.startsWith('http') ? url : undefined }];
  });
  const tags = listOf(data['tags']).map((tag) => tagOf(tag, known.tags));
  if (tags.some(({ label }) => label === ''))
    report('tags', 'a tag is no text', 'write words, or entries such as { label: Releases }');
  const before = source.text.slice(0, source.text.length - content.length);
  return {
    raw,
    path,
    date: isDated ? date : '',
    authors,
    tags: [...tagsByName(tags).values()],
    route: toRoute(`${blog.routeBase}/${slug}`.replace(/\/{2,}/g, '/')),
    title: text(data['title']) ?? (plain(ofHeading) || name || id),
    reading: Math.max(1, Math.ceil(wordsIn(content) / WORDS_PER_MINUTE)),
    // Before the mark, or the first paragraph.
    excerpt: plain(at === undefined ? firstParagraph(content) : content.slice(0, at)),
    text: content,
    line: before.split('\n').length,
    isListed: data['unlisted'] !== true && data['draft'] !== true,
  };
}

const WORDS_PER_MINUTE = 200;

/** A character of a language without spaces counts as half a word. */
function wordsIn(content: string): number {
  const signs = content.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu) ?? [];
  return (content.match(/[\p{L}\p{N}'’]+/gu) ?? []).length + signs.length / 2;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

function legacyAuthor({ author, author_url: url }: Record<string, unknown>): unknown {
  return author === undefined ? undefined : { name: author, url };
}

function tagOf(tag: unknown, known: Readonly<Record<string, unknown>>): BlogPost['tags'][number] {
  const key = text(tag);
  const entry: unknown = key === undefined ? tag : known[key];
  const found = isRecord(entry) ? entry : {};
  return {
    label: (text(found['label']) ?? key ?? '').trim(),
    description: text(found['description']) ?? '',
    slug: text(found['permalink'])?.replace(/^\/+|\/+$/g, ''),
  };
}

/** The first lines that are no import, heading, image, code or comment. */
function firstParagraph(content: string): string {
  const blocks = content.split(/\n[ \t]*\n/);
  return (
    blocks.find(
      (block) =>
        /^[ \t]*[^\s#!<`:{|>~-]/.test(block.trimStart()) &&
        !/^(?:im|ex)port\s/.test(block.trimStart()),
    ) ?? ''
  );
}

/** Text without the marks of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replace(
      /^(?:import|export)\s.*$|^\s*(?:```|~~~)[^]*?^\s*(?:```|~~~)|<!--[^]*?-->|\{\/\*[^]*?\*\/\}/gm,
      '',
    )
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, '')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<\/?[a-zA-Z][^>]*>/g, '')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+\.)[ \t]+/gm, '')
    .replace(/[*_~`]+(?=\S)|(?<=\S)[*_~`]+/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The path of the folder of posts below the site folder. */
export function isPostPath(config: ResolvedConfig, absolute: string): boolean {
  const { blog, siteDir } = config;
  return blog !== undefined && `${siteRelative(siteDir, absolute)}/`.startsWith(`${blog.path}/`);
}
