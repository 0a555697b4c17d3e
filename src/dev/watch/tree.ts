import { join } from 'node:path';
import { forgetFile, forgetFolder, knowsFile, type Memory, type News, tellBack } from './memory.ts';
import type { Scope } from './scope.ts';
import { type Job, lookAt, type Tour, visitFolder, visitParents } from './tour.ts';

/** Paths that the system, or a doubt, points at. */
export interface Hints {
  /** Known files in here count as changed whatever they look like. */
  readonly files: ReadonlySet<string>;
  /** Files that count as changed when they look different. */
  readonly doubts: ReadonlySet<string>;
  /** Folders with names that came or went. */
  readonly folders: ReadonlySet<string>;
}

/** The folders of a scope, each with its watch, and what was last seen in them. */
export interface Tree {
  /** Looks at everything. With `since`, what was not known is news only if touched since then (ns since the epoch). */
  readonly sweep: (news: News, since?: bigint) => Job;
  readonly check: (hints: Hints, news: News) => Job;
  /** Takes over another scope: what has left it is let go without news. */
  readonly retarget: (scope: Scope) => void;
  readonly wants: (path: string) => boolean;
  readonly knowsFile: (path: string) => boolean;
  /** Says that a folder may be another one than the one that is watched. */
  readonly doubtFolder: (folder: string) => void;
  /** The symbolic links of the scope. */
  readonly links: ReadonlySet<string>;
  /** Ends all watches; what was seen stays known. */
  readonly unwatch: () => void;
}

export interface TreeOptions extends Pick<Tour, 'watch' | 'onMessage'> {
  readonly scope: Scope;
}

export function createTree({ watch, onMessage, ...options }: TreeOptions): Tree {
  const memory: Memory = { folders: new Map(), links: new Set() };
  let { scope } = options;
  const tour = (news: News, way: Pick<Tour, 'isThorough' | 'since'>): Tour => ({
    ...way,
    scope,
    memory,
    news,
    watch,
    onMessage,
    visited: new Set(),
    looks: { count: 0 },
  });
  return {
    sweep: (news, since) => visitParents(tour(news, { isThorough: true, since })),
    check: (hints, news) => check(hints, tour(news, { isThorough: false })),
    retarget(next) {
      scope = next;
      forgetAllBut(scope, memory);
    },
    wants: (path) => scope.wants(path),
    knowsFile: (path) => knowsFile(memory, path),
    doubtFolder(path) {
      const folder = memory.folders.get(path);
      if (folder !== undefined) folder.isDoubtful = true;
    },
    links: memory.links,
    unwatch() {
      for (const folder of memory.folders.values()) {
        folder.unwatch?.();
        folder.unwatch = undefined;
      }
    },
  };
}

function* check(hints: Hints, tour: Tour): Job {
  const { memory, news, scope } = tour;
  for (const path of hints.folders) {
    const folder = memory.folders.get(path);
    if (folder === undefined) yield* visitParents(tour);
    else yield* visitFolder(path, folder, tour);
  }
  for (const path of hints.doubts) if (scope.wants(path)) yield* lookAt(path, tour);
  for (const path of hints.files) {
    if (!scope.wants(path)) continue;
    const before = kindOf(path, memory);
    yield* lookAt(path, tour);
    const now = kindOf(path, memory);
    if (before !== now) continue;
    if (now === 'folder') tellBack(memory, path, news);
    else news.push({ type: now === 'file' ? 'changed' : 'flash', path });
  }
}

function kindOf(path: string, memory: Memory): 'file' | 'folder' | undefined {
  if (memory.folders.has(path)) return 'folder';
  return knowsFile(memory, path) ? 'file' : undefined;
}

function forgetAllBut(scope: Scope, memory: Memory): void {
  const unheard: News = [];
  for (const [path, { files }] of memory.folders) {
    if (!scope.wants(path) && !scope.parents.includes(path)) forgetFolder(memory, path, unheard);
    for (const name of files.keys()) {
      const file = join(path, name);
      if (!scope.wants(file)) forgetFile(memory, file, unheard);
    }
  }
}
