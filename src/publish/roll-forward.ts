import { join } from 'node:path';
import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { dirname } from '../shared/paths.ts';
import type { Disk } from './disk.ts';
import { ignoreSystemErrors, writeProblem } from './disk-errors.ts';
import { createFolderCheck, type IsRealFolder } from './folders.ts';
import type { Step } from './journal.ts';
import { workPaths } from './staging-layout.ts';

interface Ground {
  readonly disk: Disk;
  readonly root: string;
  readonly isRealFolder: IsRealFolder;
}

type MoveStep = Extract<Step, { readonly do: 'move' }>;
type DeleteStep = Extract<Step, { readonly do: 'delete' }>;

/**
 * Carries out the steps of a sealed journal, those that an earlier run did included. Stops at the first step that
 * fails, with its diagnostic; the journal then stays for the next run.
 */
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
