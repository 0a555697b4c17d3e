import { type Stats, statSync } from 'node:fs';

/** The stats of a path, behind symbolic links; undefined if nothing is there, or if the path leads below a file. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** False for folders, pipes and broken links. */
export function isFile(path: string): boolean {
  return statsOf(path)?.isFile() === true;
}

export function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() === true;
}
