import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** Shows, without reading a file, that it has not changed: size in bytes, times in milliseconds, and inode. */
export type FileStat = readonly [size: number, mtime: number, ctime: number, inode: number];

/** A file with its content's hash; without a stat if the file could have changed since within the precision of its times. */
export type KnownFile = readonly [hash: string, ...stat: FileStat] | readonly [hash: string];

/** Coarsest step (ms) of the times of usual file systems, doubled. A change within it may not be visible. */
const TIME_STEP = 20;

/** Hash of a content: 120 bits of SHA-256. */
export function hashOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 20);
}

/** Reads the stat of a regular file; undefined if there is none. Follows symbolic links. */
function statOf(absolute: string): FileStat | undefined {
  try {
    const stats = statSync(absolute, { throwIfNoEntry: false });
    if (stats === undefined || !stats.isFile()) return undefined;
    return [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];
  } catch {
    return undefined;
  }
}

/** A file whose content was read, or written, at `time` (ms) or later. */
export function knownFile(content: string, stat: FileStat, time: number): KnownFile {
  return stat[2] < time - TIME_STEP ? [content, ...stat] : [content];
}

export function hasStat([, ...before]: KnownFile, stat: FileStat): boolean {
  return before.length === stat.length && before.every((value, index) => value === stat[index]);
}

/** The contents of files as hashes. A file whose stat is that of an earlier run is not read. */
export interface FileHashes {
  /** The hash of a file's content; undefined if it cannot be read. Read at most once in a run. */
  readonly of: (absolute: string) => string | undefined;
  /** The hash of a file that has the stat of an earlier run; undefined if it must be read. */
  readonly unchanged: (absolute: string) => string | undefined;
  /** Notes the content of a file that was read after `unchanged` was called; returns its hash. */
  readonly note: (absolute: string, content: string | Uint8Array) => string;
  /** Makes the next call read the file. */
  readonly forget: (absolute: string) => void;
  /** All files of this run. */
  readonly known: () => ReadonlyMap<string, KnownFile>;
}

export function createFileHashes(earlier: Iterable<readonly [string, KnownFile]> = []): FileHashes {
  const before = new Map(earlier);
  const now = new Map<string, KnownFile>();
  const stats = new Map<string, { readonly stat: FileStat; readonly time: number }>();
  const unchanged = (absolute: string): string | undefined => {
    const noted = now.get(absolute);
    if (noted !== undefined) return noted[0];
    const time = Date.now();
    const stat = statOf(absolute);
    if (stat === undefined) return undefined;
    const known = before.get(absolute);
    if (known !== undefined && hasStat(known, stat)) {
      now.set(absolute, known);
      return known[0];
    }
    stats.set(absolute, { stat, time });
    return undefined;
  };
  const note = (absolute: string, content: string | Uint8Array): string => {
    const found = stats.get(absolute);
    const known = hashOf(content);
    if (found !== undefined) now.set(absolute, knownFile(known, found.stat, found.time));
    stats.delete(absolute);
    return known;
  };
  return {
    unchanged,
    note,
    of: (absolute) => {
      const known = unchanged(absolute);
      // A read of a pipe or a device could wait forever.
      if (known !== undefined || !stats.has(absolute)) return known;
      try {
        return note(absolute, readFileSync(absolute));
      } catch {
        return undefined;
      }
    },
    forget: (absolute) => {
      for (const files of [now, before, stats]) files.delete(absolute);
    },
    known: () => now,
  };
}
