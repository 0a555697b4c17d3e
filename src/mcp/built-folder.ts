import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { siteRelative } from '../config/folders.ts';
import { isPublic } from '../server/find-file.ts';
import { type BuiltFolder, createReadFolder } from './read-folder.ts';

/** The folder itself is looked up with each read: another build may take its place. */
export function createBuiltFolder(folder: string): BuiltFolder {
  const find = async (path: string) => {
    if (/[\0\\]/.test(path) || !isPublic(path)) return undefined;
    try {
      const root = await realpath(folder);
      const real = await realpath(join(root, path));
      const stats = await stat(real);
      // Begins with `..` outside of the folder, and is absolute on another drive.
      const name = siteRelative(root, real);
      if (!stats.isFile() || isAbsolute(name) || !isPublic(name)) return undefined;
      return { real, stamp: [real, stats.mtimeMs, stats.size, stats.ino].join(' ') };
    } catch {
      return undefined;
    }
  };
  return createReadFolder(
    async (path) => {
      const found = await find(path);
      return found && readFile(found.real, 'utf8').catch(() => undefined);
    },
    async (path) => (await find(path))?.stamp ?? '',
  );
}
