import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** What is read of an error that the operating system gave. */
export interface SystemError {
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
