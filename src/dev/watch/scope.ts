import { basename, dirname, join, sep } from 'node:path';

/** What of the disk belongs to a site. All paths are absolute and normalised. */
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
  /** What counts in a folder. */
  readonly choiceIn: (folder: string) => Choice;
  /** Whether a symbolic link at this path is followed: only the targets themselves are. */
  readonly follows: (path: string) => boolean;
  /** The folders that hold the targets. */
  readonly parents: readonly string[];
}

/** On the way to targets only some names count; in a target most do. */
export type Choice =
  | { readonly type: 'named'; readonly names: ReadonlySet<string> }
  | { readonly type: 'listed'; readonly accepts: (name: string) => boolean };

/** Version control and file managers; never published, not even from `keepsDotFiles`. */
const NEVER_PUBLISHED: ReadonlySet<string> = new Set(['.DS_Store', '.git']);

export function createScope(targets: WatchTargets): Scope {
  const way = namesOnTheWay([...targets.folders, ...targets.files]);
  const ignored = new Set(targets.ignored);
  const kept = new Set(targets.keepsDotFiles ?? []);
  const isIn = (path: string, folder: string): boolean =>
    path === folder ||
    (isBelow(path, folder) && isPublished({ path, folder, ignored, isKept: kept.has(folder) }));
  const isOnTheWay = (path: string): boolean =>
    way.get(dirname(path))?.has(basename(path)) ?? false;
  return {
    wants: (path) => isOnTheWay(path) || targets.folders.some((folder) => isIn(path, folder)),
    choiceIn(folder) {
      const names = way.get(folder) ?? new Set<string>();
      const holders = targets.folders.filter((target) => isIn(folder, target));
      if (holders.length === 0) return { type: 'named', names };
      const isOut = holders.some((holder) => kept.has(holder)) ? isNeverPublished : isSkipped;
      const accepts = (name: string): boolean =>
        names.has(name) || (!isOut(name) && !ignored.has(join(folder, name)));
      return { type: 'listed', accepts };
    },
    follows: isOnTheWay,
    parents: [...new Set([...targets.folders, ...targets.files].map((path) => dirname(path)))],
  };
}

/** Whether `path` lies inside of `folder`, which is not inside of itself. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function namesOnTheWay(targets: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const target of targets) {
    for (let path = target; dirname(path) !== path; path = dirname(path)) {
      const known = names.get(dirname(path));
      if (known === undefined) names.set(dirname(path), new Set([basename(path)]));
      else known.add(basename(path));
    }
  }
  return names;
}

interface Descendant {
  readonly path: string;
  readonly folder: string;
  readonly ignored: ReadonlySet<string>;
  readonly isKept: boolean;
}

function isPublished({ path, folder, ignored, isKept }: Descendant): boolean {
  const isOut = isKept ? isNeverPublished : isSkipped;
  for (let at = path; at !== folder; at = dirname(at)) {
    if (ignored.has(at) || isOut(basename(at))) return false;
  }
  return true;
}

function isNeverPublished(name: string): boolean {
  return NEVER_PUBLISHED.has(name);
}

function isSkipped(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
