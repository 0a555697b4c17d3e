import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folder for docwright's own files in a site; it contains a .gitignore for itself. */
export function workFolder(siteDir: string): string {
  return join(siteDir, '.docwright');
}

/**
 * The folder of a site's caches: `.docwright/cache`, or a folder of the site's own in `DOCS_CACHE_DIR`, which several
 * sites can share. It may not exist yet.
 */
export function cacheFolder(siteDir: string): string {
  const shared = process.env['DOCS_CACHE_DIR'] ?? '';
  if (shared === '') return join(workFolder(siteDir), 'cache');
  return join(resolve(shared), createHash('sha256').update(siteDir).digest('hex').slice(0, 16));
}

/**
 * Creates a folder with its parents, and a `.gitignore` in the work folder of the site. Throws Node's system errors.
 * Without Node's `recursive`, which never returns if the file system reports ENOENT, as below /proc.
 */
export function makeCacheFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' && dirname(folder) !== folder) {
      makeCacheFolder(dirname(folder));
      mkdirSync(folder);
    } else if (code !== 'EEXIST') throw error;
  }
  const ignored = join(folder, '.gitignore');
  // Not through a link.
  const isOwn = folder.endsWith('.docwright') && lstatSync(folder).isDirectory();
  if (isOwn && !existsSync(ignored)) writeFileSync(ignored, '*\n', { flag: 'wx' });
}

/** True if there is a process of this number. */
export function isRunning(pid: number): boolean {
  if (Number.isNaN(pid)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Writes a file at once, so that no process reads a part of it. A file of authors is given its mode, whatever the umask is, and
 * is on the disk before it takes the place of the old one. Throws Node's system errors.
 */
export function replaceFile(file: string, content: string | Uint8Array, mode?: number): void {
  const partial = `${file}.${process.pid}.new`;
  // Whatever is there, such as a link, must not be written to.
  rmSync(partial, { force: true });
  try {
    writeFileSync(partial, content, { flag: 'wx', mode: mode ?? 0o666, flush: mode !== undefined });
    if (mode !== undefined) chmodSync(partial, mode);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
