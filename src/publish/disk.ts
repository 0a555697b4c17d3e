import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { compareStrings, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

/** What stands at a path, without following a symbolic link. */
export interface DiskEntry {
  /** `other`: a symbolic link, device, pipe or socket. */
  readonly kind: 'file' | 'folder' | 'other';
  /** Size in bytes. */
  readonly size: number;
  readonly device: number;
  readonly inode: number;
  /** Number of hard links. */
  readonly links: number;
}

/**
 * All that publishing does to a disk; tests put failures and crashes here.
 * Synchronous: one call costs a tenth of its asynchronous twin, and a signal handler never runs between two
 * steps. Every function throws Node's system errors. Paths are absolute.
 */
export interface Disk {
  realPath(path: string): string;
  /** Undefined where nothing stands, or where a parent is not a folder. */
  entry(path: string): DiskEntry | undefined;
  /** Names in a folder, sorted. */
  list(folder: string): readonly string[];
  /** Whether entries may be added to and removed from a folder. */
  isWritable(folder: string): boolean;
  readText(file: string): string;
  /** Size in bytes of a source that can be opened; follows links. */
  sizeOf(file: string): number;
  /** Whether a file has exactly these bytes. */
  holds(file: string, bytes: Uint8Array): boolean;
  /** Whether two files of the same size have the same bytes; in constant memory. */
  areEqual(file: string, other: string): boolean;
  /** Makes a folder and its parents; nothing happens where it exists. */
  makeFolder(folder: string): void;
  /** Makes an empty file; EEXIST where the name is taken. */
  create(file: string): void;
  write(file: string, bytes: Uint8Array): void;
  /** Copies the bytes of a source, not its permissions; in constant memory. */
  copy(from: string, to: string): void;
  /** Atomic; replaces a file at `to`. */
  rename(from: string, to: string): void;
  removeFile(file: string): void;
  removeEmptyFolder(folder: string): void;
  /** Removes a folder and all below it; a link is removed, not followed. Nothing happens where it is absent. */
  removeTree(folder: string): void;
}

/** The real disk. */
export const nodeDisk: Disk = {
  realPath: (path) => realpathSync(path),
  entry: entryOf,
  list: (folder) => readdirSync(folder).toSorted(compareStrings),
  isWritable,
  readText: (file) => readFileSync(file, 'utf8'),
  sizeOf: (file) => withOpen(file, 'r', (fd) => fstatSync(fd).size),
  holds: (file, bytes) => readFileSync(file).equals(bytes),
  areEqual,
  makeFolder,
  create: (file) => writeFileSync(file, '', { flag: 'wx' }),
  write: (file, bytes) => writeFileSync(file, bytes),
  copy: copyBytes,
  rename: (from, to) => renameSync(from, to),
  removeFile: (file) => unlinkSync(file),
  removeEmptyFolder: (folder) => rmdirSync(folder),
  removeTree: (folder) => rmSync(folder, { recursive: true, force: true }),
};

// Not with Node's `recursive`, which never returns where the file system says ENOENT, as below /proc.
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (systemError(error)?.code !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function entryOf(path: string): DiskEntry | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? undefined : toEntry(stats);
  } catch (error) {
    if (systemError(error)?.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function toEntry(stats: Stats): DiskEntry {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
  return { kind, size: stats.size, device: stats.dev, inode: stats.ino, links: stats.nlink };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const CHUNK = 256 * 1024;

function areEqual(file: string, other: string): boolean {
  return withOpen(file, 'r', (left) => withOpen(other, 'r', (right) => sameBytes(left, right)));
}

function sameBytes(left: number, right: number): boolean {
  const a = Buffer.allocUnsafe(CHUNK);
  const b = Buffer.allocUnsafe(CHUNK);
  for (;;) {
    const count = readSync(left, a, 0, CHUNK, null);
    if (readSync(right, b, 0, CHUNK, null) !== count) return false;
    if (count === 0) return true;
    if (!a.subarray(0, count).equals(b.subarray(0, count))) return false;
  }
}

// copyFile would carry the source's permissions into the site: a private source became an unreadable page.
function copyBytes(from: string, to: string): void {
  withOpen(from, 'r', (source) => withOpen(to, 'w', (target) => pump(source, target)));
}

function pump(source: number, target: number): void {
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (;;) {
    const count = readSync(source, buffer, 0, CHUNK, null);
    if (count === 0) return;
    for (let done = 0; done < count; ) done += writeSync(target, buffer, done, count - done);
  }
}

function withOpen<Result>(file: string, flags: 'r' | 'w', use: (fd: number) => Result): Result {
  const fd = openSync(file, flags);
  try {
    return use(fd);
  } finally {
    closeSync(fd);
  }
}

/** What is read of an error that the operating system gave. */
interface SystemError {
  /** The errno name, such as ENOSPC. */
  readonly code: string;
  /** The file that the failing call named, where it named one. */
  readonly path: string | undefined;
}

/** Reads an error of the operating system; undefined for any other thrown value, which is a defect of ours. */
export function systemError(error: unknown): SystemError | undefined {
  if (!(error instanceof Error && 'errno' in error && 'code' in error)) return undefined;
  if (typeof error.code !== 'string') return undefined;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  return { code: error.code, path };
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'the operating system does not permit it'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space is left on the disk'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EMFILE', 'this process has too many open files'],
  ['ENFILE', 'the system has too many open files'],
  ['ENOTDIR', 'a file stands where a folder is needed'],
  ['EISDIR', 'a folder stands where a file is needed'],
  ['EEXIST', 'something else has that name'],
  ['ENOTEMPTY', 'a folder that is not empty stands there'],
  ['ENOENT', 'it does not exist'],
  ['ENAMETOOLONG', 'the path is too long for the file system'],
  ['ELOOP', 'too many symbolic links'],
  ['EXDEV', 'it is on another file system'],
  ['EBUSY', 'it is in use'],
  ['EIO', 'the disk reported an input or output error'],
  ['EFBIG', 'the file is too large for the file system'],
]);

/** An error of the operating system in words. */
export function reasonInWords(error: SystemError): string {
  return REASONS.get(error.code) ?? `the operating system reports ${error.code}`;
}

/** The diagnostic for a file or folder that cannot be written. Rethrows what is not a system error. */
export function writeProblem(path: string, error: unknown, hint?: string): Diagnostic {
  const found = systemError(error);
  if (found === undefined) throw error;
  return diagnostic('output-write', {
    message: `cannot write ${path}: ${reasonInWords(found)}`,
    hint,
  });
}

/** Runs an action whose failure changes nothing for the caller. Rethrows what is not a system error. */
export function ignoreSystemErrors(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (systemError(error) === undefined) throw error;
  }
}

/** The list of the files that docwright wrote; stays in the output folder. */
export const MANIFEST = '.docwright-manifest.json';
/** Folder inside the output folder, so that it is on the same file system; gone after publishing. */
export const WORK = '.docwright';

/** Absolute paths of what stands in the work folder. */
export interface WorkPaths {
  readonly folder: string;
  readonly staging: string;
  /** Its presence under this name is what seals a publication. */
  readonly journal: string;
  readonly unsealed: string;
}

/** The paths of the work folder below an output folder. */
export function workPaths(root: string): WorkPaths {
  const folder = join(root, WORK);
  return {
    folder,
    staging: join(folder, 'staging'),
    journal: join(folder, 'journal.json'),
    unsealed: join(folder, 'journal.unsealed'),
  };
}

/** Names at the root of the output folder that no site may publish: ours, and a Git repository. */
export function isReservedEntry(name: string): boolean {
  return name === WORK || name === MANIFEST || name === '.git';
}

/** Names that an output folder may hold before docwright wrote to it: what Git, GitHub Pages and Finder put there. */
export function isToleratedEntry(name: string): boolean {
  return (
    isReservedEntry(name) ||
    name.startsWith('.git') ||
    name === 'CNAME' ||
    name === '.nojekyll' ||
    name === '.DS_Store'
  );
}
