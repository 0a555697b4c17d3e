import { join } from 'node:path';
import { isRunning } from '../cache/cache-folder.ts';
import { type Disk, ignoreSystemErrors, systemError } from './disk.ts';

/** `held`: this process has the lock, in the absolute path `file`. `busy`: the running process `pid` has it. */
type Lock =
  | { readonly kind: 'held'; readonly file: string }
  | { readonly kind: 'busy'; readonly pid: number };

const ATTEMPTS = 5;

/**
 * Acquires the lock on a work folder. Each process has its own file, named `lock-<pid>-<start>`, so that locks are never
 * half-written and several processes can remove a dead process's lock. A process that then sees another running
 * process's lock steps back: two that start at once may both step back, but never both continue. Locks of other
 * machines or containers count as dead.
 */
export function takeLock(disk: Disk, folder: string): Lock {
  const start = startOf(disk, process.pid) ?? '0';
  const file = join(folder, `lock-${process.pid}-${start}`);
  if (!createLock(disk, folder, file)) return { kind: 'busy', pid: process.pid };
  const others = disk.list(folder).filter((name) => join(folder, name) !== file);
  const pid = findHolder(disk, others);
  if (pid !== undefined) {
    releaseLock(disk, folder, file);
    return { kind: 'busy', pid };
  }
  for (const name of others.filter((other) => readLockName(other) !== undefined)) {
    ignoreSystemErrors(() => disk.removeFile(join(folder, name)));
  }
  return { kind: 'held', file };
}

/** The id of a running process among those that have a lock, by the names in a work folder. */
export function findHolder(disk: Disk, names: readonly string[]): number | undefined {
  const locks = names.map(readLockName);
  return locks.find((lock) => lock !== undefined && isAlive(disk, lock))?.pid;
}

/** Releases the lock, and removes the work folder if it is empty. Never fails. */
export function releaseLock(disk: Disk, folder: string, file: string): void {
  ignoreSystemErrors(() => disk.removeFile(file));
  ignoreSystemErrors(() => disk.removeEmptyFolder(folder));
}

// Another process that ends may remove the empty folder between the two calls: hence the attempts.
function createLock(disk: Disk, folder: string, file: string): boolean {
  for (let attempt = 1; ; attempt++) {
    try {
      disk.makeFolder(folder);
      disk.create(file);
      return true;
    } catch (error) {
      const code = systemError(error)?.code;
      if (code === 'EEXIST' && disk.entry(folder)?.kind === 'folder') return false;
      if (code !== 'ENOENT' || attempt === ATTEMPTS) {
        ignoreSystemErrors(() => disk.removeEmptyFolder(folder));
        throw error;
      }
    }
  }
}

interface LockName {
  readonly pid: number;
  readonly start: string;
}

function readLockName(name: string): LockName | undefined {
  const match = /^lock-([1-9][0-9]{0,9})-([0-9]+)$/.exec(name);
  return match === null ? undefined : { pid: Number(match[1]), start: String(match[2]) };
}

// Process ids are reused, in containers soon: the start time distinguishes processes.
function isAlive(disk: Disk, lock: LockName): boolean {
  if (!isRunning(lock.pid)) return false;
  const start = startOf(disk, lock.pid);
  return start === undefined || start === lock.start;
}

/**
 * Digits that differ between processes with the same id, from Linux's proc_pid_stat(5): the name in parentheses can
 * contain anything; the state (field 3) and the start time in clock ticks since boot (field 22) follow it. A zombie has
 * ended, so it gets a start that no lock has. Undefined if the system does not provide them.
 */
function startOf(disk: Disk, pid: number): string | undefined {
  try {
    const stat = disk.readText(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? fields[0] : fields[19];
  } catch {
    return pid === process.pid ? String(Math.round(performance.timeOrigin)) : undefined;
  }
}
