import { type Stats, statSync } from 'node:fs';

/** What is at a path, behind symbolic links; undefined if there is nothing or if it is below a file. */
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
