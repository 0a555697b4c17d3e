import { MANIFEST } from '../config/folders.ts';
import type { Disk, WorkPaths } from './disk.ts';
import { isPath } from './manifest.ts';
import { parseJson } from '../config/problem.ts';

/** One idempotent step. Paths are relative to the output folder, `from` is a name in the staging folder. */
export type Step =
  /** Moves a staged file over the old one, or a staged folder to a free path. */
  | { readonly do: 'move'; readonly from: string; readonly to: string }
  /** Deletes a file. `alias`: a new file that a file system may consider to have the same name. */
  | { readonly do: 'delete'; readonly path: string; readonly alias?: string | undefined }
  /** Removes a folder if it is empty. */
  | { readonly do: 'prune'; readonly path: string };

/**
 * Writes and seals a journal: after the rename, the new site is published even if this process ends. Nothing is flushed
 * to the device: the next build detects files damaged by a power loss by their bytes, and writes them again.
 */
export function sealJournal(disk: Disk, work: WorkPaths, steps: readonly Step[]): void {
  disk.write(work.unsealed, JSON.stringify({ schemaVersion: 1, steps }));
  disk.rename(work.unsealed, work.journal);
}

/** Reads a sealed journal; undefined if there is none, or if it is invalid. */
export function readJournal(disk: Disk, work: WorkPaths): readonly Step[] | undefined {
  if (disk.entry(work.journal)?.kind !== 'file') return undefined;
  const value = parseJson(disk.readText(work.journal));
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('schemaVersion' in value && 'steps' in value && value.schemaVersion === 1))
    return undefined;
  const { steps } = value;
  return Array.isArray(steps) && steps.every(isStep) ? steps : undefined;
}

function isStep(value: unknown): value is Step {
  if (typeof value !== 'object' || value === null || !('do' in value)) return false;
  if (value.do === 'move')
    return 'from' in value && 'to' in value && isStagedName(value.from) && isTarget(value.to);
  if (!('path' in value && isPath(value.path))) return false;
  if (value.do === 'prune') return true;
  return value.do === 'delete' && (!('alias' in value) || isPath(value.alias));
}

function isStagedName(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9]+$/.test(value);
}

function isTarget(value: unknown): boolean {
  return value === MANIFEST || isPath(value);
}
