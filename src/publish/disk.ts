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
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { compareStrings, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { dirname as parentOf } from '../shared/paths.ts';

/** What is at a path, without following a symbolic link. */
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

/** All that publishing does to a disk; tests put failures and crashes here. */
export type Disk = typeof nodeDisk;

/**
 * The real disk. Synchronous: one call costs a tenth of its asynchronous twin, and a signal handler never runs between
 * two steps. Every function throws Node's system errors. Paths are absolute.
 */
export const nodeDisk = {
  realPath: (path: string): string => realpathSync(path),
  entry: entryOf,
  /** Names in a folder, sorted. */
  list: (folder: string): readonly string[] => readdirSync(folder).toSorted(compareStrings),
  isWritable,
  readText: (file: string): string => readFileSync(file, 'utf8'),
  /** Size in bytes of a source that can be opened; follows links. */
  sizeOf: (file: string): number => withOpen(file, 'r', (fd) => fstatSync(fd).size),
  /** Whether a file has exactly these bytes. */
  holds: (file: string, bytes: Uint8Array): boolean => readFileSync(file).equals(bytes),
  areEqual,
  makeFolder,
  /** Makes an empty file; EEXIST where the name is taken. */
  create: (file: string): void => writeFileSync(file, '', { flag: 'wx' }),
  write: (file: string, bytes: Uint8Array): void => writeFileSync(file, bytes),
  copy: copyBytes,
  /** Atomic; replaces a file at `to`. */
  rename: (from: string, to: string): void => renameSync(from, to),
  removeFile: (file: string): void => unlinkSync(file),
  removeEmptyFolder: (folder: string): void => rmdirSync(folder),
  /** Removes a folder, if it is there, and all below it; a link is removed, not followed. */
  removeTree: (folder: string): void => rmSync(folder, { recursive: true, force: true }),
};

/** Makes a folder and its parents. Not with Node's `recursive`, which never returns where the file system says ENOENT, as below /proc. */
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

/** Undefined where there is nothing, or where a parent is not a folder. */
function entryOf(path: string): DiskEntry | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
    return { kind, size: stats.size, device: stats.dev, inode: stats.ino, links: stats.nlink };
  } catch (error) {
    if (systemError(error)?.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Whether entries may be added to and removed from a folder. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const CHUNK = 256 * 1024;

/** Whether two files of the same size have the same bytes; in constant memory. */
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

/** Copies in constant memory. `copyFile` would carry the source's permissions into the site: a private source became an unreadable page. */
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

export type WorkPaths = ReturnType<typeof workPaths>;

/** Absolute paths of the work folder below an output folder, and of what it holds. */
export function workPaths(root: string) {
  const folder = join(root, WORK);
  return {
    folder,
    staging: join(folder, 'staging'),
    /** Its presence under this name is what seals a publication. */
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
  const others = ['CNAME', '.nojekyll', '.DS_Store'];
  return isReservedEntry(name) || name.startsWith('.git') || others.includes(name);
}

/** Makes the check that a path is a folder without a symbolic link on the way; a yes is kept, a no is asked again. */
export function createFolderCheck(disk: Disk, root: string): (path: string) => boolean {
  const known = new Set(['']);
  const isReal = (path: string): boolean => {
    if (known.has(path)) return true;
    if (!isReal(parentOf(path)) || disk.entry(join(root, path))?.kind !== 'folder') return false;
    known.add(path);
    return true;
  };
  return isReal;
}
