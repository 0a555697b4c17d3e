import {
  accessSync,
  chmodSync,
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
import { isFolder } from '../cache/stats.ts';
import { dirname, join } from 'node:path';
import { MANIFEST } from '../config/folders.ts';
import { compareStrings, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { dirname as parentOf } from '../shared/paths.ts';

/** A file system entry; symbolic links are not followed. */
export interface DiskEntry {
  /** `other`: a symbolic link, device, pipe or socket. */
  readonly kind: 'file' | 'folder' | 'other';
  /** In bytes. */
  readonly size: number;
  readonly device: number;
  readonly inode: number;
  /** Number of hard links. */
  readonly links: number;
  /** Times of the last change of content and of anything, in milliseconds. */
  readonly modified: number;
  readonly changed: number;
}

/** The disk operations of publishing; tests inject failures and crashes. */
export type Disk = typeof nodeDisk;

/**
 * The real disk. Synchronous: a call costs a tenth of its asynchronous counterpart, and no signal handler runs between
 * two steps. All functions throw Node's system errors. Paths are absolute.
 */
export const nodeDisk = {
  realPath: (path: string): string => realpathSync(path),
  entry: entryOf,
  /** Names in a folder, sorted. */
  list: (folder: string): readonly string[] => readdirSync(folder).toSorted(compareStrings),
  listKinds,
  isWritable,
  readText: (file: string): string => readFileSync(file, 'utf8'),
  /** Size in bytes of a source that can be opened; follows links. */
  sizeOf: (file: string): number => withOpen(file, 'r', (fd) => fstatSync(fd).size),
  readBytes: (file: string): Uint8Array => readFileSync(file),
  areEqual,
  makeFolder,
  /** Creates an empty file; EEXIST if the name is taken. */
  create: (file: string): void => writeFileSync(file, '', { flag: 'wx' }),
  /** Strings are written as UTF-8. */
  write: (file: string, content: string | Uint8Array): void => {
    writeFileSync(file, content);
    allow(file, READABLE);
  },
  copy: copyBytes,
  /** Atomic; replaces a file at `to`. */
  rename: (from: string, to: string): void => renameSync(from, to),
  removeFile: (file: string): void => unlinkSync(file),
  removeEmptyFolder: (folder: string): void => rmdirSync(folder),
  /** Removes a folder, if it exists, with all content; links are removed, not followed. */
  removeTree: (folder: string): void => rmSync(folder, { recursive: true, force: true }),
};

/** Creates a folder and its parents. Node's `recursive` never returns where the file system reports ENOENT (/proc). */
function makeFolder(folder: string): void {
  // In most cases only the folder itself is missing: one call.
  try {
    mkdirSync(folder);
    allow(folder, LISTABLE);
  } catch (error) {
    if (isFolder(folder)) return;
    const parent = dirname(folder);
    if (systemError(error)?.code !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent);
    createFolder(folder);
  }
}

/** Creates a folder unless another process has. */
function createFolder(folder: string): void {
  try {
    mkdirSync(folder);
    allow(folder, LISTABLE);
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

/** Permissions that a web server of another user needs at least, whatever the umask and the source have. */
const READABLE = 0o644;
const LISTABLE = 0o755;

function allow(path: string, mode: number): void {
  if ((process.umask() & mode) !== 0) chmodSync(path, statSync(path).mode | mode);
}

/** Undefined if there is no entry, or if a parent is not a folder. */
function entryOf(path: string): DiskEntry | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
    const { size, dev: device, ino: inode, nlink: links, mtimeMs: modified } = stats;
    return { kind, size, device, inode, links, modified, changed: stats.ctimeMs };
  } catch (error) {
    if (systemError(error)?.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Names in a folder, sorted, and which of them are folders; symbolic links are not followed. */
function listKinds(
  folder: string,
): readonly { readonly name: string; readonly isFolder: boolean }[] {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .toSorted((a, b) => compareStrings(a.name, b.name));
}

/** True if entries can be added to and removed from a folder. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const CHUNK = 256 * 1024;

/** Compares two files of the same size in constant memory. */
function areEqual(file: string, other: string): boolean {
  return withOpen(file, 'r', (left) => withOpen(other, 'r', (right) => sameBytes(left, right)));
}

function sameBytes(left: number, right: number): boolean {
  const a = Buffer.allocUnsafe(CHUNK);
  const b = Buffer.allocUnsafe(CHUNK);
  for (;;) {
    const count = readSync(left, a, 0, CHUNK, null);
    const other = readSync(right, b, 0, CHUNK, null);
    if (!a.subarray(0, count).equals(b.subarray(0, other))) return false;
    if (count === 0) return true;
  }
}

/** Copies in constant memory. Unlike `copyFile`, does not copy permissions: a private source must stay readable online. */
function copyBytes(from: string, to: string): void {
  const buffer = Buffer.allocUnsafe(CHUNK);
  withOpen(from, 'r', (source) =>
    withOpen(to, 'w', (target) => {
      for (let count = CHUNK; count > 0; ) {
        count = readSync(source, buffer, 0, CHUNK, null);
        for (let done = 0; done < count; ) done += writeSync(target, buffer, done, count - done);
      }
    }),
  );
  allow(to, READABLE);
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
}

/** Reads an error of the operating system; undefined for any other value, which is a bug in docwright. */
export function systemError(error: unknown): SystemError | undefined {
  if (!(error instanceof Error && 'errno' in error && 'code' in error)) return undefined;
  return typeof error.code === 'string' ? { code: error.code } : undefined;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'the operating system does not permit it'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space is left on the disk'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EMFILE', 'this process has too many open files'],
  ['ENFILE', 'the system has too many open files'],
  ['ENOTDIR', 'a file exists where a folder is needed'],
  ['EISDIR', 'a folder exists where a file is needed'],
  ['EEXIST', 'the name is taken'],
  ['ENOTEMPTY', 'the folder is not empty'],
  ['ENOENT', 'it does not exist'],
  ['ENAMETOOLONG', 'the path is too long for the file system'],
  ['ELOOP', 'too many symbolic links'],
  ['EXDEV', 'it is on another file system'],
  ['EBUSY', 'it is in use'],
  ['EIO', 'the disk reported an input or output error'],
  ['EFBIG', 'the file is too large for the file system'],
]);

const HINTS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'allow this user to write there, or choose another output folder'],
  ['EEXIST', 'move it away, or choose another output folder'],
  ['ENOTDIR', 'move the file away, or choose another output folder'],
  ['EROFS', 'choose an output folder on another file system'],
  ['ENOSPC', 'free some space on the disk'],
]);

export function reasonInWords(error: SystemError): string {
  return REASONS.get(error.code) ?? `the operating system reports ${error.code}`;
}

/** The diagnostic for a file or folder that cannot be written. Rethrows other errors. */
export function writeProblem(path: string, error: unknown, hint?: string): Diagnostic {
  const found = systemError(error);
  if (found === undefined) throw error;
  return diagnostic('output-write', {
    message: `cannot write ${path}: ${reasonInWords(found)}`,
    hint: hint ?? HINTS.get(found.code),
  });
}

/** Runs an action that may fail without consequences. Rethrows errors that are not the system's. */
export function ignoreSystemErrors(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (systemError(error) === undefined) throw error;
  }
}

/** Folder inside the output folder, to be on the same file system; removed after publishing. */
export const WORK = '.docwright';

export type WorkPaths = ReturnType<typeof workPaths>;

/** Absolute paths of the work folder below an output folder, and of its files. */
export function workPaths(root: string) {
  const folder = join(root, WORK);
  return {
    folder,
    staging: join(folder, 'staging'),
    /** The existence of this file seals a publication. */
    journal: join(folder, 'journal.json'),
    unsealed: join(folder, 'journal.unsealed'),
  };
}

/** Names at the root of the output folder that no site can publish: docwright's, and a Git repository. */
export function isReservedEntry(name: string): boolean {
  return name === WORK || name === MANIFEST || name === '.git';
}

/** Names that may exist before docwright first writes to an output folder: those of Git, GitHub Pages and Finder. */
export function isToleratedEntry(name: string): boolean {
  return isReservedEntry(name) || /^(?:\.git.*|CNAME|\.nojekyll|\.DS_Store)$/s.test(name);
}

/** Creates a check that no part of a folder's path is a symbolic link; positive results are cached. */
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
