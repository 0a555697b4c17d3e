import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A site reached through a symbolic link is the site itself: tools name its files by their real place. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // A folder that does not exist is reported with the configuration.
    return folder;
  }
}

/** Tells whether a folder exists; `path` is absolute. */
export type FolderExists = (path: string) => boolean;

/** Absolute paths of the folders that a site is made of. */
export interface SiteFolders {
  readonly contentDir: string;
  readonly staticDir: string;
  readonly templatesDir: string;
  readonly i18nDir: string;
}

/** The content folder is `content/` where it exists, else the site folder itself: a small site needs no folders. */
export function siteFolders(siteDir: string, exists: FolderExists): SiteFolders {
  const content = join(siteDir, 'content');
  return {
    contentDir: exists(content) ? content : siteDir,
    staticDir: join(siteDir, 'static'),
    templatesDir: join(siteDir, 'templates'),
    i18nDir: join(siteDir, 'i18n'),
  };
}

/** The output folder: what the command line asks for, else the configuration's `outDir`, else `build`. */
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

/** True when `child` is `parent` or lies below it; both absolute. */
export function contains(parent: string, child: string): boolean {
  const path = relative(parent, child);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path));
}
