import { basename, dirname, join } from 'node:path';
import { list, look, type Seen } from './look.ts';
import {
  type Folder,
  forgetFile,
  forgetFolder,
  type Memory,
  type News,
  rememberFile,
  tellBack,
} from './memory.ts';
import type { Scope } from './scope.ts';

/** Work in slices: the event loop is to turn at each `yield`. */
export type Job = Generator<undefined, void, undefined>;

/** A way through the folders of a scope, which compares what is there with what was seen before. */
export interface Tour {
  readonly scope: Scope;
  readonly memory: Memory;
  readonly news: News;
  /** Begins to watch a folder; undefined where that is not possible. */
  readonly watch: (folder: string) => (() => void) | undefined;
  readonly onMessage: (text: string) => void;
  /** Files that are known are looked at again, and the folders in folders. */
  readonly isThorough: boolean;
  /** What was not known is news only if touched since then (ns since the epoch); undefined: always. */
  readonly since?: bigint | undefined;
  readonly visited: Set<string>;
  /** For the slices. */
  readonly looks: { count: number };
}

/** Looks between two turns of the event loop: about a millisecond. */
const SLICE = 100;

/** Visits the folders that hold the targets, or where they are missing, the nearest ones above. */
export function* visitParents(tour: Tour): Job {
  for (const parent of tour.scope.parents) {
    let path = parent;
    let seen = look(path, { follow: true });
    while (seen?.type !== 'folder' && dirname(path) !== path) {
      forgetFolder(tour.memory, path, tour.news);
      path = dirname(path);
      seen = look(path, { follow: true });
    }
    if (seen?.type === 'folder') yield* meetFolder(path, seen, tour);
  }
}

/** Compares the names in a known folder with those on the disk. */
export function* visitFolder(path: string, folder: Folder, tour: Tour): Job {
  if (tour.visited.has(path)) return;
  tour.visited.add(path);
  // Watched before it is listed: what comes between the two is in the list or an event.
  folder.unwatch ??= tour.watch(path);
  const listed = namesIn(path, tour);
  if (listed === undefined) return;
  const names = new Set(listed);
  for (const name of [...folder.files.keys(), ...folder.folders]) {
    if (!names.has(name)) yield* meet(join(path, name), undefined, tour);
  }
  for (const name of names) {
    const isOld = !tour.isThorough && folder.files.has(name);
    if (!isOld) yield* lookAt(join(path, name), tour);
  }
}

/** Compares what is at a path with what was there before; nothing where its folder is not known. */
export function* lookAt(path: string, tour: Tour): Job {
  tour.looks.count += 1;
  if (tour.looks.count % SLICE === 0) yield;
  if (!tour.memory.folders.has(dirname(path))) return;
  yield* meet(path, look(path, { follow: tour.scope.follows(path) }), tour);
}

function namesIn(folder: string, { scope, onMessage }: Tour): Iterable<string> | undefined {
  const choice = scope.choiceIn(folder);
  if (choice.type === 'named') return choice.names;
  return list(folder, onMessage)?.filter(choice.accepts);
}

function* meet(path: string, seen: Seen | undefined, tour: Tour): Job {
  const { memory, news } = tour;
  const known = memory.folders.get(dirname(path));
  const isFolder = seen?.type === 'folder';
  const switched = isFolder ? known?.files.has(basename(path)) : known?.folders.has(basename(path));
  if (!isFolder && known?.folders.has(basename(path)) === true) forgetFolder(memory, path, news);
  if (isFolder || seen === undefined) forgetFile(memory, path, news);
  if (seen !== undefined && switched === true) news.push({ type: 'back', path });
  if (seen === undefined) return;
  if (seen.type === 'folder') {
    known?.folders.add(basename(path));
    yield* meetFolder(path, seen, tour);
    return;
  }
  const type = rememberFile(memory, path, seen);
  if (type !== undefined && (type === 'changed' || isNews(seen, tour))) news.push({ type, path });
}

function* meetFolder(path: string, seen: Seen & { type: 'folder' }, tour: Tour): Job {
  const known = tour.memory.folders.get(path);
  if (known === undefined) {
    if (isNews(seen, tour)) tour.news.push({ type: 'came', path });
    yield* visitFolder(path, newFolder(path, seen, tour), tour);
  } else if (known.isDoubtful || known.identity !== seen.identity) {
    known.unwatch?.();
    Object.assign(known, { unwatch: undefined, isDoubtful: false, identity: seen.identity });
    tellBack(tour.memory, path, tour.news);
    // As far as it was visited on this tour, it was the one of before.
    tour.visited.delete(path);
    yield* visitFolder(path, known, { ...tour, isThorough: true });
  } else if (tour.isThorough) {
    yield* visitFolder(path, known, tour);
  }
}

function newFolder(path: string, { identity }: Seen & { type: 'folder' }, tour: Tour): Folder {
  const folder: Folder = {
    identity,
    unwatch: undefined,
    isDoubtful: false,
    files: new Map(),
    folders: new Set(),
  };
  tour.memory.folders.set(path, folder);
  return folder;
}

function isNews(seen: Seen, { since }: Tour): boolean {
  return since === undefined || seen.touched >= since;
}
