import { type BigIntStats, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createScope, type Scope, type WatchTargets } from './scope.ts';

/** `fleeting`: an event for a name that existed neither before nor after. */
export type Event = 'came' | 'changed' | 'gone' | 'fleeting';

interface Seen {
  readonly type: 'folder' | 'file' | 'link';
  /** Distinguishes the entry from another one at the same path. */
  readonly signature: string;
  /** Time of the last change, in nanoseconds since the epoch. */
  readonly touched: bigint;
}

interface Folder {
  readonly signature: string;
  readonly entries: Map<string, Seen>;
  readonly unwatch: () => void;
  /** A new name counts as a change only if it was touched since then (ns since the epoch). */
  since: bigint;
  /** The scope of the last listing; names that it included and that are unknown are new. */
  listed: Scope | undefined;
}

/** The folders of a scope with their entries as last seen. */
export interface TreeSnapshot {
  /** Compares a folder with the disk. `named` entries count as changed even if they look the same. */
  readonly visit: (path: string, named: ReadonlySet<string>) => void;
  /** Changes the targets. Newly visible entries are reported only if touched since then (ms since the epoch). */
  readonly retarget: (targets: WatchTargets, since: number) => void;
  readonly knowsFolder: (path: string) => boolean;
  readonly folders: () => readonly string[];
  readonly links: () => readonly string[];
  readonly unwatch: () => void;
}

export interface SnapshotOptions {
  /** Starts to watch a new folder and schedules a visit; returns a function that stops watching. */
  readonly watch: (folder: string) => () => void;
  readonly report: (event: Event, path: string) => void;
  readonly onUnreadable: (folder: string, cause: unknown) => void;
}

export function createTreeSnapshot({ watch, report, onUnreadable }: SnapshotOptions): TreeSnapshot {
  const folders = new Map<string, Folder>();
  let scope = createScope({ folders: [], files: [], ignored: [] });

  /** Watches the parent folders of the targets; if one is missing, the nearest existing folder above. */
  function enterParents(since: bigint): void {
    for (const parent of scope.parents) {
      const path = nearestFolder(parent);
      const seen = look(path, true);
      if (seen?.type !== 'folder' || folders.has(path)) continue;
      if (seen.touched >= since) report('came', path);
      enter(path, seen, since);
    }
  }

  function enter(path: string, { signature }: Seen, since: bigint): void {
    const known = folders.get(path);
    if (known?.signature === signature) return;
    if (known !== undefined) remove(path);
    const unwatch = watch(path);
    folders.set(path, { signature, entries: new Map(), unwatch, since, listed: undefined });
  }

  function remove(path: string): void {
    const folder = folders.get(path);
    folders.delete(path);
    folder?.unwatch();
    for (const name of folder?.entries.keys() ?? []) remove(join(path, name));
    if (scope.wants(path)) report('gone', path);
  }

  function visit(path: string, named: ReadonlySet<string>): void {
    const folder = folders.get(path);
    if (folder === undefined) return;
    if (!scope.wants(path)) return remove(path);
    if (look(path, true)?.signature !== folder.signature) return replaced(path);
    const names = list(path, onUnreadable);
    if (names === undefined) return;
    for (const name of new Set([...folder.entries.keys(), ...names, ...named])) {
      const at = join(path, name);
      const isThere = names.has(name) && scope.wants(at);
      compareEntry(at, folder, {
        now: isThere ? look(at, scope.follows(at)) : undefined,
        isNamed: named.has(name) && scope.wants(at),
      });
    }
    folder.listed = scope;
  }

  /** Handles a folder that was replaced or removed: visits the folder above. */
  function replaced(path: string): void {
    if (folders.has(dirname(path))) return visit(dirname(path), new Set());
    remove(path);
    enterParents(0n);
  }

  function compareEntry(path: string, folder: Folder, { now, isNamed }: EntryChange): void {
    const before = folder.entries.get(basename(path));
    if (before?.signature === now?.signature && !isNamed) return;
    if (now === undefined) folder.entries.delete(basename(path));
    else folder.entries.set(basename(path), now);
    if (before === undefined && now === undefined) return report('fleeting', path);
    if (before?.type === 'file' && now?.type === 'file') return report('changed', path);
    // A link's target decides whether it belongs to the site; a folder that looks the same was removed and restored.
    if (before !== undefined) remove(path);
    if (now !== undefined) add(path, now, folder);
  }

  function add(path: string, now: Seen, { listed, since }: Folder): void {
    const isNew = listed?.wants(path) === true;
    if (isNew || now.touched >= since) report('came', path);
    if (now.type === 'folder') enter(path, now, isNew ? 0n : since);
  }

  return {
    visit,
    retarget(targets, since) {
      scope = createScope(targets);
      const nanoseconds = BigInt(since) * 1_000_000n;
      for (const folder of folders.values()) if (folder.listed) folder.since = nanoseconds;
      enterParents(nanoseconds);
    },
    knowsFolder: (path) => folders.has(path),
    folders: () => [...folders.keys()],
    links: () => [...folders].flatMap(([path, { entries }]) => linksIn(path, entries)),
    unwatch() {
      for (const { unwatch } of folders.values()) unwatch();
    },
  };
}

interface EntryChange {
  readonly now: Seen | undefined;
  readonly isNamed: boolean;
}

/** The folder at a path, else the nearest existing one above. */
function nearestFolder(path: string): string {
  const isFound = look(path, true)?.type === 'folder' || dirname(path) === path;
  return isFound ? path : nearestFolder(dirname(path));
}

function list(
  folder: string,
  onUnreadable: SnapshotOptions['onUnreadable'],
): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder));
  } catch (cause) {
    onUnreadable(folder, cause);
    return undefined;
  }
}

function linksIn(folder: string, entries: ReadonlyMap<string, Seen>): readonly string[] {
  const links = [...entries].filter(([, { type }]) => type === 'link');
  return links.map(([name]) => join(folder, name));
}

/** The entry at a path; undefined if there is none, or a socket or device. */
function look(path: string, follow: boolean): Seen | undefined {
  const stats = statsOf(path, follow);
  if (stats === undefined) return undefined;
  const { ino, birthtimeNs, size, mtimeNs, ctimeNs } = stats;
  // The inode number of a removed folder is reused at once; the birth time distinguishes the two.
  if (stats.isDirectory())
    return { type: 'folder', signature: `folder:${ino}:${birthtimeNs}`, touched: ctimeNs };
  if (!stats.isFile() && !stats.isSymbolicLink()) return undefined;
  const type = stats.isFile() ? 'file' : 'link';
  return { type, signature: `${type}:${ino}:${size}:${mtimeNs}:${ctimeNs}`, touched: ctimeNs };
}

function statsOf(path: string, follow: boolean): BigIntStats | undefined {
  const options = { bigint: true, throwIfNoEntry: false } as const;
  try {
    return follow ? statSync(path, options) : lstatSync(path, options);
  } catch {
    return undefined;
  }
}
