import { join } from 'node:path';

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
