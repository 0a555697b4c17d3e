import { join } from 'node:path';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { dirname } from '../shared/paths.ts';
import { type Disk, ignoreSystemErrors, nodeDisk, workPaths, writeProblem } from './disk.ts';
import { createFolderCheck, type IsRealFolder } from './folders.ts';
import { readJournal, type Step } from './journal.ts';
import { releaseLock, takeLock } from './lock.ts';

/** Finishes a sealed publication of a killed command and removes an unsealed one. Every docs command calls it first. */
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

/** Finishes what the journal holds; the caller has the lock. Throws system errors of the removal. */
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

interface Ground {
  readonly disk: Disk;
  readonly root: string;
  readonly isRealFolder: IsRealFolder;
}

type MoveStep = Extract<Step, { readonly do: 'move' }>;
type DeleteStep = Extract<Step, { readonly do: 'delete' }>;

/** Carries out the steps of a sealed journal, and stops at the first that fails: the journal stays for the next run. */
export function rollForward(
  disk: Disk,
  root: string,
  steps: readonly Step[],
): Diagnostic | undefined {
  const ground: Ground = { disk, root, isRealFolder: createFolderCheck(disk, root) };
  for (const step of steps) {
    const problem = perform(ground, step);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function perform(ground: Ground, step: Step): Diagnostic | undefined {
  const target = join(ground.root, step.do === 'move' ? step.to : step.path);
  try {
    switch (step.do) {
      case 'move':
        return moveIn(ground, step, target);
      case 'delete':
        deleteFile(ground, step, target);
        return undefined;
      case 'prune':
        if (ground.isRealFolder(dirname(step.path)))
          ignoreSystemErrors(() => ground.disk.removeEmptyFolder(target));
        return undefined;
    }
  } catch (error) {
    return writeProblem(target, error, unfinishedHint(ground.root));
  }
}

function moveIn(ground: Ground, step: MoveStep, target: string): Diagnostic | undefined {
  const staged = join(workPaths(ground.root).staging, step.from);
  if (ground.disk.entry(staged) === undefined) return undefined;
  const parent = dirname(step.to);
  if (!ground.isRealFolder(parent)) {
    return diagnostic('output-write', {
      message: `cannot write ${target}: ${join(ground.root, parent)} is not a folder`,
      hint: unfinishedHint(ground.root),
    });
  }
  ground.disk.rename(staged, target);
  return undefined;
}

// Where upper and lower case are one, the old name may be the new file's: then it gets the new spelling.
function deleteFile(ground: Ground, step: DeleteStep, target: string): void {
  if (!ground.isRealFolder(dirname(step.path))) return;
  const entry = ground.disk.entry(target);
  if (entry === undefined || entry.kind === 'folder') return;
  const twin = step.twin === undefined ? undefined : join(ground.root, step.twin);
  const other = twin === undefined ? undefined : ground.disk.entry(twin);
  const same = other?.inode === entry.inode && other.device === entry.device && entry.links === 1;
  if (twin !== undefined && same) ground.disk.rename(target, twin);
  else ground.disk.removeFile(target);
}

function unfinishedHint(root: string): string {
  const start = 'the new site is published in part; mend this and run any docs command to finish';
  return `${start}, or delete ${root} and build again`;
}
