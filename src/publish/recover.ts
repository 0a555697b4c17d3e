import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Disk, nodeDisk } from './disk.ts';
import { writeProblem } from './disk-errors.ts';
import { readJournal } from './journal.ts';
import { releaseLock, takeLock } from './lock.ts';
import { rollForward } from './roll-forward.ts';
import { workPaths } from './staging-layout.ts';

/**
 * Tidies up after a docs command that was killed: finishes a sealed publication, removes an unsealed one. Every docs
 * command calls it first. Does nothing where nothing was left, and where another process is at work.
 */
export async function recover(
  outDir: string,
  disk: Disk = nodeDisk,
): Promise<readonly Diagnostic[]> {
  const work = workPaths(outDir);
  try {
    if (disk.entry(work.folder)?.kind !== 'folder') return [];
    const lock = takeLock(disk, work.folder);
    if (lock.kind === 'busy') return [];
    try {
      const problem = settle(disk, disk.realPath(outDir));
      return problem === undefined ? [] : [problem];
    } finally {
      releaseLock(disk, work.folder, lock.file);
    }
  } catch (error) {
    return [writeProblem(work.folder, error)];
  }
}

/**
 * Brings the work folder to rest; the caller has the lock. With a diagnostic, a sealed publication could not be
 * finished and stays. Throws system errors of the removal.
 */
export function settle(disk: Disk, root: string): Diagnostic | undefined {
  const work = workPaths(root);
  const steps = readJournal(disk, work);
  const problem = steps === undefined ? undefined : rollForward(disk, root, steps);
  if (problem === undefined) clearWork(disk, root);
  return problem;
}

/** Removes journal and staging; the journal first, so that none outlives what it moves. */
export function clearWork(disk: Disk, root: string): void {
  const work = workPaths(root);
  disk.removeTree(work.journal);
  disk.removeTree(work.unsealed);
  disk.removeTree(work.staging);
}
