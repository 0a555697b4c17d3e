import { join } from 'node:path';
import { dirname } from '../shared/paths.ts';
import type { Disk } from './disk.ts';

/** Tells whether a path relative to the output folder is a folder without a symbolic link on the way. */
export type IsRealFolder = (path: string) => boolean;

/** Makes the question for one run; a yes is remembered, a no is asked again. */
export function createFolderCheck(disk: Disk, root: string): IsRealFolder {
  const known = new Set(['']);
  const isReal: IsRealFolder = (path) => {
    if (known.has(path)) return true;
    if (!isReal(dirname(path)) || disk.entry(join(root, path))?.kind !== 'folder') return false;
    known.add(path);
    return true;
  };
  return isReal;
}
