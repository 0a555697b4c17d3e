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
  if (lock.kind === 'busy')
    return diagnostic('output-locked', {
      message: `another docs command (process ${lock.pid}) is writing to ${root}`,
      hint: 'wait until it has ended, or build into another folder',
    });
  let output: Output | undefined;
  try {
    const problem = settle(disk, root);
    if (problem !== undefined) return problem;
    const manifest = readManifest(disk, root);
    if (manifest === 'invalid') return invalidManifest(root);
    disk.makeFolder(work.staging);
    output = { disk, root, lock: lock.file, manifest };
    return output;
  } finally {
    if (output === undefined) releaseLock(disk, work.folder, lock.file);
  }
}

function foreignProblem(disk: Disk, root: string): Diagnostic | undefined {
  const holds = (name: string): Diagnostic =>
    notOurs(
      `the output folder ${root} holds ${JSON.stringify(name)}, which docwright did not write`,
    );
  const work = disk.entry(join(root, WORK));
  if (work !== undefined && work.kind !== 'folder') return holds(WORK);
  const manifest = readManifest(disk, root);
  if (manifest === 'invalid') return invalidManifest(root);
  if (manifest.text !== '') return undefined;
  const foreign = disk.list(root).find((name) => !isToleratedEntry(name));
  return foreign === undefined ? undefined : holds(foreign);
}

function invalidManifest(root: string): Diagnostic {
  return notOurs(`${join(root, MANIFEST)} is not a list of files that docwright wrote`);
}

function notOurs(message: string): Diagnostic {
  const hint = 'choose another output folder, or empty this one';
  return diagnostic('output-not-ours', { message, hint });
}
