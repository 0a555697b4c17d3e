import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readText } from '../../diagnostics/frame.ts';
import { findDialect, findToolSite, type ToolSite } from '../find-dialect.ts';
import {
  BUILD_FOLDERS,
  commonFolder,
  contains,
  repositoryFolder,
  siteRelative,
} from '../folders.ts';
import { parseJson, stringAt } from '../problem.ts';
import type { SiteConfig } from '../schema.ts';
import { isFolder } from './find-config.ts';

/** Origin of a site without an address: a name that is never looked up (RFC 6761), and in no link. */
const LOCAL_ORIGIN = 'http://docs.localhost';

/** The configuration of a folder of Markdown without one. */
export interface AssumedSite {
  /** Absolute: the folder, or one above it that contains all of the site of another tool. */
  readonly siteDir: string;
  readonly value: SiteConfig;
  readonly tool: ToolSite | undefined;
}

/** Assumes a configuration; undefined without Markdown. */
export function assumeConfig(folder: string): AssumedSite | undefined {
  const found = findToolSite(folder);
  const isPart = (part: string): boolean =>
    folder === found?.folder || contains(part, folder) || contains(folder, part);
  const content = found?.content;
  const folders = found?.sets.map(({ path }) => path) ?? [];
  const isOf = content !== undefined && [content, ...folders].some(isPart);
  const pages = isOf && hasMarkdown(content) ? content : undefined;
  const own = contentFolder(folder);
  if (found === undefined || pages === undefined) {
    if (own === undefined) return undefined;
    const staticDir = publicFolder(folder);
    const value = {
      title: siteTitle(folder),
      url: LOCAL_ORIGIN,
      contentDir: own,
      ...(staticDir === undefined ? {} : { staticDir }),
    };
    return { siteDir: folder, value, tool: found };
  }
  const siteDir = [pages, ...folders].reduce(commonFolder, found.folder);
  const { static: statics, staticInContent, blog } = found.dialect.layout;
  const staticDir = join(staticInContent === true ? pages : found.folder, statics);
  const posts = blog === undefined ? undefined : join(found.folder, blog);
  const { sets, plainMd, tocDepth } = found;
  const value = {
    title: found.title ?? siteTitle(found.folder),
    url: LOCAL_ORIGIN,
    ...(found.baseUrl === undefined ? {} : { baseUrl: found.baseUrl }),
    contentDir: siteRelative(siteDir, pages) || '.',
    // Nothing is written above the folder that was named.
    outDir: siteRelative(siteDir, join(folder, 'build')),
    ...(plainMd === undefined ? {} : { markdown: { components: { md: false } } }),
    ...(tocDepth === undefined ? {} : { toc: { max: Number(tocDepth) } }),
    ...(posts !== undefined && hasMarkdown(posts)
      ? { blog: { path: siteRelative(siteDir, posts) } }
      : {}),
    ...(isFolder(staticDir) ? { staticDir: siteRelative(siteDir, staticDir) } : {}),
    ...(sets.length === 0
      ? {}
      : { docs: sets.map((set) => ({ ...set, path: siteRelative(siteDir, set.path) || '.' })) }),
  };
  return { siteDir, value, tool: found };
}

/**
 * The content folder relative to the site folder: `content`, else that of the tool whose configuration is there, else
 * `docs`, else the site folder; the first that has Markdown.
 */
export function contentFolder(siteDir: string): string | undefined {
  const dialect = findDialect([siteDir])?.dialect;
  const folders = ['content', ...(dialect?.layout.content ?? []), 'docs'];
  return [...folders, '.'].find((folder) => hasMarkdown(join(siteDir, folder)));
}

/** The folder of static files in many tools, where there is no `static/`, unless it is the output of one. */
export function publicFolder(siteDir: string): string | undefined {
  const others = ['static', 'public/index.html'].map((name) => join(siteDir, name));
  return isFolder(join(siteDir, 'public')) && !others.some((path) => existsSync(path))
    ? 'public'
    : undefined;
}

/** The name in package.json, else the first heading of the README, else those of the repository, else the folder's name. */
export function siteTitle(siteDir: string): string {
  const root = repositoryFolder(siteDir);
  const titles = [siteDir, root].flatMap((folder) => {
    const manifest = parseJson(readText(join(folder, 'package.json')) ?? '');
    return [stringAt(manifest, 'name')?.replace(/^@[^/]+\//, ''), readmeHeading(folder)];
  });
  return [...titles, basename(root)].find((title) => /\S/.test(title ?? '')) ?? 'Docs';
}

function readmeHeading(siteDir: string): string | undefined {
  const text = readText(join(siteDir, 'README.md')) ?? '';
  const withoutCode = text.replace(/^(`{3,}|~{3,})[^]*?^\1/gm, '');
  const [, heading] = /^# +(.+?)(?: +#+)? *\r?$/m.exec(withoutCode) ?? [];
  return heading?.replace(/!?\[([^\]]*)\]\([^)]*\)|<[^>]*>|[*_`]/g, '$1').trim();
}

/** True if a folder holds a Markdown file, at any depth, outside of packages, build output and dot folders. */
export function hasMarkdown(folder: string, isPage = isMarkdown): boolean {
  if (!existsSync(folder)) return false;
  const waiting = [folder];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const entries = entriesOf(next);
    if (entries.some((entry) => entry.isFile() && isPage(entry.name))) return true;
    const isTop = next === folder;
    const inside = entries.filter(
      (entry) => entry.isDirectory() && !isSkipped(entry.name) && !(isTop && isBuilt(entry.name)),
    );
    for (const { name } of inside) waiting.push(join(next, name));
  }
  return false;
}

const isMarkdown = (name: string): boolean => /\.mdx?$/.test(name);
const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';
const isBuilt = (name: string): boolean => BUILD_FOLDERS.includes(name);

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
