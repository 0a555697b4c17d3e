import { basename, dirname, sep } from 'node:path';

/** The parts of the disk that belong to a site. All paths are absolute and normalized. */
export interface WatchTargets {
  /** Watched recursively; they need not exist. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /**
   * Never entered. `node_modules` and names with a leading dot are ignored below `folders` too. Targets inside of an
   * ignored folder are watched nevertheless.
   */
  readonly ignored: readonly string[];
  /** Those of `folders` whose dot files and `node_modules` are published: static files. */
  readonly keepsDotFiles?: readonly string[];
}

export interface Scope {
  /** True for targets, paths inside of targets, and folders above targets. */
  readonly wants: (path: string) => boolean;
  /** True for paths where symbolic links are followed: targets and folders above them. */
  readonly follows: (path: string) => boolean;
  /** The parent folders of the targets. */
  readonly parents: readonly string[];
}

/** Files of version control and file managers, not published even from `keepsDotFiles`. */
const NEVER_PUBLISHED: ReadonlySet<string> = new Set(['.DS_Store', '.git']);

export function createScope(targets: WatchTargets): Scope {
  const all = [...targets.folders, ...targets.files];
  const way = new Set(all.flatMap(withFoldersAbove));
  const ignored = new Set(targets.ignored);
  const kept = new Set(targets.keepsDotFiles);
  const isIn = (path: string, folder: string): boolean =>
    isBelow(path, folder) && isPublished({ path, folder, ignored, isKept: kept.has(folder) });
  return {
    wants: (path) => way.has(path) || targets.folders.some((folder) => isIn(path, folder)),
    follows: (path) => way.has(path),
    parents: [...new Set(all.map((path) => dirname(path)))],
  };
}

/** True if `path` is inside of `folder`; a folder is not inside of itself. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function withFoldersAbove(path: string): readonly string[] {
  return dirname(path) === path ? [path] : [path, ...withFoldersAbove(dirname(path))];
}

interface Descendant {
  readonly path: string;
  readonly folder: string;
  readonly ignored: ReadonlySet<string>;
  readonly isKept: boolean;
}

function isPublished({ path, folder, ignored, isKept }: Descendant): boolean {
  for (let at = path; at !== folder; at = dirname(at)) {
    const name = basename(at);
    const isSkipped = isKept
      ? NEVER_PUBLISHED.has(name)
      : name.startsWith('.') || name === 'node_modules';
    if (isSkipped || ignored.has(at)) return false;
  }
  return true;
}
