import { join } from 'node:path';
import { MANIFEST } from '../config/folders.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { type Disk, isToleratedEntry, WORK, workPaths, writeProblem } from './disk.ts';
import { releaseLock, takeLock } from './lock.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { settle } from './recover.ts';

/** An output folder that docwright may write to: locked, without an unfinished publication, with an empty staging folder. */
export interface Output {
  readonly disk: Disk;
  /** Absolute, real path. */
  readonly root: string;
  /** Absolute path of the lock file. */
  readonly lock: string;
  readonly manifest: Manifest;
}

/** Creates the output folder or checks that docwright wrote it, locks it, and finishes the publication of a killed build. */
export function openOutput(disk: Disk, outDir: string): Output | Diagnostic {
  try {
    disk.makeFolder(outDir);
    const root = disk.realPath(outDir);
    return foreignProblem(disk, root) ?? lockOutput(disk, root);
  } catch (error) {
    return writeProblem(outDir, error);
  }
}

function lockOutput(disk: Disk, root: string): Output | Diagnostic {
  const work = workPaths(root);
  const lock = takeLock(disk, work.folder);
  if (lock.kind === 'busy') return lockedProblem(root, lock.pid);
  try {
    const output = prepare(disk, root, lock.file);
    if ('code' in output) releaseLock(disk, work.folder, lock.file);
    return output;
  } catch (error) {
    releaseLock(disk, work.folder, lock.file);
    throw error;
  }
}

function prepare(disk: Disk, root: string, lock: string): Output | Diagnostic {
  const problem = settle(disk, root);
  if (problem !== undefined) return problem;
  const manifest = readManifest(disk, root);
  if (manifest === 'invalid') return invalidManifest(root);
  disk.makeFolder(workPaths(root).staging);
  return { disk, root, lock, manifest };
}

function foreignProblem(disk: Disk, root: string): Diagnostic | undefined {
  const work = disk.entry(join(root, WORK));
  if (work !== undefined && work.kind !== 'folder') return notOurs(root, WORK);
  const manifest = readManifest(disk, root);
  if (manifest === 'invalid') return invalidManifest(root);
  if (manifest.text !== '') return undefined;
  const foreign = disk.list(root).find((name) => !isToleratedEntry(name));
  return foreign === undefined ? undefined : notOurs(root, foreign);
}

function notOurs(root: string, name: string): Diagnostic {
  return diagnostic('output-not-ours', {
    message: `the output folder ${root} holds ${JSON.stringify(name)}, which docwright did not write`,
    hint: 'choose another output folder, or empty this one',
  });
}

function invalidManifest(root: string): Diagnostic {
  return diagnostic('output-not-ours', {
    message: `${join(root, MANIFEST)} is not a list of files that docwright wrote`,
    hint: 'choose another output folder, or empty this one',
  });
}

function lockedProblem(root: string, pid: number): Diagnostic {
  return diagnostic('output-locked', {
    message: `another docs command (process ${pid}) is writing to ${root}`,
    hint: 'wait until it has ended, or build into another folder',
  });
}
