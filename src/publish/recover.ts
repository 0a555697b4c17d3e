import { join } from 'node:path';
import { outputFolder } from '../config/folders.ts';
import { type LoadedConfig, type LoadOptions, loadConfig } from '../config/load.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { dirname } from '../shared/paths.ts';
import {
  createFolderCheck,
  type Disk,
  ignoreSystemErrors,
  nodeDisk,
  workPaths,
  writeProblem,
} from './disk.ts';
import { readJournal, type Step } from './journal.ts';
import { findHolder, releaseLock, takeLock } from './lock.ts';

/**
 * Loads the configuration and settles an interrupted publication of its output folder, as every command does first;
 * `docs build` does the latter when it opens the folder.
 */
export async function loadSite(options: LoadOptions): Promise<LoadedConfig> {
  const loaded = await loadConfig(options);
  // A configuration with errors does not tell another folder.
  const { siteDir = '.', outDir: asked } = options;
  const outDir = loaded.config?.outDir ?? outputFolder(siteDir, undefined, asked);
  return { ...loaded, diagnostics: [...loaded.diagnostics, ...(await recover(outDir))] };
}

/** Finishes a sealed publication of a killed command, or removes an unsealed one; a warning if neither is possible. */
export async function recover(
  outDir: string,
  disk: Disk = nodeDisk,
): Promise<readonly Diagnostic[]> {
  const work = workPaths(outDir);
  try {
    if (disk.entry(work.folder)?.kind !== 'folder') return [];
    const names = disk.list(work.folder);
    if (!isWork(names)) return [];
    // A build that starts at this moment must not see a lock of this process.
    const holder = findHolder(disk, names);
    if (holder !== undefined) return beingPublished(outDir, holder, names);
    const lock = takeLock(disk, work.folder);
    if (lock.kind === 'busy') return beingPublished(outDir, lock.pid, disk.list(work.folder));
    try {
      const problem = settle(disk, disk.realPath(outDir));
      return problem === undefined ? [] : [unfinished(problem)];
    } finally {
      releaseLock(disk, work.folder, lock.file);
    }
  } catch (error) {
    const hint = disk.entry(work.journal) === undefined ? COMPLETE : unfinishedHint(outDir);
    return [unfinished(writeProblem(work.folder, error, hint))];
  }
}

// In a site folder, the bundle cache has the same name.
function isWork(names: readonly string[]): boolean {
  return names.length === 0 || names.some((name) => /^(?:staging|journal\.|lock-)/.test(name));
}

const COMPLETE =
  'the site is complete, but files of an interrupted build remain; allow this user to remove them';

function unfinished({ message, hint }: Diagnostic): Diagnostic {
  const problem = `an interrupted publication is not settled: ${message}`;
  return diagnostic('output-unfinished', { message: problem, hint });
}

/** A running build is no problem until it replaces files. */
function beingPublished(
  outDir: string,
  pid: number,
  names: readonly string[],
): readonly Diagnostic[] {
  if (!names.includes('journal.json')) return [];
  const problem = diagnostic('output-unfinished', {
    message: `another docs command (process ${pid}) is replacing the files of ${outDir}`,
    hint: 'wait until it has ended, and run this command again',
  });
  return [problem];
}

/** Finishes the steps of the journal; the caller has the lock. Throws system errors of the removal. */
export function settle(disk: Disk, root: string): Diagnostic | undefined {
  const steps = readJournal(disk, workPaths(root));
  const problem = steps === undefined ? undefined : rollForward(disk, root, steps);
  if (problem === undefined) clearWork(disk, root);
  return problem;
}

/** Removes journal and staging folder; the journal first, because it refers to staged files. */
export function clearWork(disk: Disk, root: string): void {
  const work = workPaths(root);
  disk.removeTree(work.journal);
  disk.removeTree(work.unsealed);
  disk.removeTree(work.staging);
}

interface Output {
  readonly disk: Disk;
  readonly root: string;
  readonly isRealFolder: (path: string) => boolean;
}

/** Runs the steps of a sealed journal until one fails; then the journal remains for the next run. */
export function rollForward(
  disk: Disk,
  root: string,
  steps: readonly Step[],
): Diagnostic | undefined {
  const output: Output = { disk, root, isRealFolder: createFolderCheck(disk, root) };
  for (const step of steps) {
    const problem = perform(output, step);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function perform({ disk, root, isRealFolder }: Output, step: Step): Diagnostic | undefined {
  const path = step.do === 'move' ? step.to : step.path;
  const target = join(root, path);
  const parent = dirname(path);
  try {
    if (step.do === 'move') {
      const staged = join(workPaths(root).staging, step.from);
      if (disk.entry(staged) === undefined) return undefined;
      if (!isRealFolder(parent))
        return diagnostic('output-write', {
          message: `cannot write ${target}: ${join(root, parent)} is not a folder`,
          hint: unfinishedHint(root),
        });
      disk.rename(staged, target);
    } else if (isRealFolder(parent)) {
      if (step.do === 'prune') ignoreSystemErrors(() => disk.removeEmptyFolder(target));
      else deleteFile(disk, target, step.alias === undefined ? undefined : join(root, step.alias));
    }
    return undefined;
  } catch (error) {
    return writeProblem(target, error, unfinishedHint(root));
  }
}

// On case-insensitive file systems, the old name may refer to the new file, which then gets the new spelling.
function deleteFile(disk: Disk, target: string, alias: string | undefined): void {
  const entry = disk.entry(target);
  if (entry === undefined || entry.kind === 'folder') return;
  const other = alias === undefined ? undefined : disk.entry(alias);
  const same = other?.inode === entry.inode && other.device === entry.device && entry.links === 1;
  if (alias !== undefined && same) disk.rename(target, alias);
  else disk.removeFile(target);
}

function unfinishedHint(root: string): string {
  const start = 'the new site is published in part; fix this and run any docs command to finish';
  return `${start}, or delete ${root} and build again`;
}
