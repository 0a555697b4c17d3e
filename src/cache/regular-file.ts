import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** A named pipe would block, and a link could lead to any file. Windows has neither flag. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Opens a regular file; undefined for anything else at the path, such as a pipe or a symbolic link. */
export function openRegularFile(
  path: string,
): { readonly fd: number; readonly size: number } | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(fd);
    if (stats.isFile()) return { fd, size: stats.size };
  } catch {
    // There is none, or it cannot be read.
  }
  if (fd !== undefined) closeSync(fd);
  return undefined;
}

/** The bytes of a regular file; undefined for anything else. */
export function readRegularFile(path: string): Buffer | undefined {
  const file = openRegularFile(path);
  if (file === undefined) return undefined;
  try {
    return readFileSync(file.fd);
  } catch {
    return undefined;
  } finally {
    closeSync(file.fd);
  }
}
