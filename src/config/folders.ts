import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { withParents } from '../cache/fact-recorder.ts';
import type { Layout } from '../dialects/dialect.ts';
import type { FoundDialect } from '../dialects/dialects.ts';

/** Resolves symbolic links: tools name files by their real path. A missing path stays as it is. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** The names in a folder; none if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Output folders of usual tools; never content of a site without a configuration. */
export const BUILD_FOLDERS: readonly string[] = ['build', 'dist', 'out', '_site', 'target'];

/** A file in each output folder, which is never content: hashes of the paths that were written. */
export const MANIFEST = '.docwright-manifest.json';

/** Tells whether a folder exists; `path` is absolute. */
export type FolderExists = (path: string) => boolean;

/** Absolute paths of a site's folders. */
export interface SiteFolders {
  readonly contentDir: string;
  readonly staticDir: string;
  readonly templatesDir: string;
  readonly i18nDir: string;
  /** The folder of the configuration of the site's tool. */
  readonly toolDir: string;
  readonly layout: Layout | undefined;
}

/** The folders that a configuration names, relative to the site folder, and the layout of its first dialect. */
export interface NamedFolders {
  readonly contentDir?: string | undefined;
  readonly staticDir?: string | undefined;
  readonly toolDir?: string | undefined;
  readonly layout?: Layout | undefined;
  /** The tool whose configuration was found; it may be another one. */
  readonly found?: FoundDialect | undefined;
}

/** The nearest folder with `.git`, from the site folder up; the site folder if there is none. */
export function repositoryFolder(siteDir: string): string {
  return withParents(siteDir).find(isRepository) ?? siteDir;
}

/** Folders above one that are searched outside of a repository: as many as the longest content folder of a tool has. */
const LEVELS_ABOVE = 3;

/** A folder and those above it, up to that of its repository. */
export function foldersAbove(folder: string): readonly string[] {
  const all = withParents(folder);
  const top = all.findIndex(isRepository);
  return all.slice(0, 1 + (top < 0 ? LEVELS_ABOVE : top));
}

const isRepository = (folder: string): boolean => existsSync(join(folder, '.git'));

/** The nearest folder that contains both. */
export function commonFolder(a: string, b: string): string {
  return contains(a, b) ? a : commonFolder(dirname(a), b);
}

/**
 * The content folder is as configured, else `content/`, else that of the dialect, if it exists, else the site folder
 * itself: a small site needs no folders.
 */
export function siteFolders(
  siteDir: string,
  exists: FolderExists,
  { contentDir, staticDir, toolDir, layout, found }: NamedFolders = {},
): SiteFolders {
  const folders = ['content', ...(layout?.content ?? [])].map((path) => join(siteDir, path));
  const content =
    contentDir === undefined ? (folders.find(exists) ?? siteDir) : resolve(siteDir, contentDir);
  const base = layout?.staticInContent === true ? content : siteDir;
  const statics =
    staticDir === undefined ? join(base, layout?.static ?? 'static') : resolve(siteDir, staticDir);
  return {
    contentDir: content,
    staticDir: statics,
    toolDir: resolve(
      siteDir,
      toolDir ?? (found && found.dialect.layout === layout ? found.folder : '.'),
    ),
    layout,
    templatesDir: join(siteDir, 'templates'),
    i18nDir: join(siteDir, 'i18n'),
  };
}

/** The output folder: as given on the command line, else the configuration's `outDir`, else `build`. */
export function outputFolder(
  siteDir: string,
  configured: string | undefined,
  asked?: string,
): string {
  return asked ?? resolve(siteDir, configured ?? 'build');
}

/** The folder relative to the site folder with `/` separators; empty for the site folder itself. */
export function siteRelative(siteDir: string, path: string): string {
  return relative(siteDir, path).split(sep).join('/');
}

/** Returns true if `child` is `parent` or is inside it; both absolute. */
export function contains(parent: string, child: string): boolean {
  const path = relative(parent, child);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path));
}
