import { basename, dirname, sep } from 'node:path';

/** What of the disk belongs to a site. All paths are absolute and normalized. */
export interface WatchTargets {
  /** Watched with all that is in them; they need not exist yet. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /**
   * Never looked into. Below `folders`, `node_modules` and names that start with a dot are left out too;
   * a target inside of an ignored folder is watched nevertheless.
   */
  readonly ignored: readonly string[];
  /** Those of `folders` whose dot files and `node_modules` are published: static files. */
  readonly keepsDotFiles?: readonly string[];
}

export interface Scope {
  /** Whether a path is a target, inside of one, or a folder on the way to one. */
  readonly wants: (path: string) => boolean;
  /** Whether a symbolic link at this path is followed: only the targets, and folders on the way to them, are. */
  readonly follows: (path: string) => boolean;
  /** The folders that hold the targets. */
  readonly parents: readonly string[];
}

/** Version control and file managers; never published, not even from `keepsDotFiles`. */
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

/** Whether `path` lies inside of `folder`, which is not inside of itself. */
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
