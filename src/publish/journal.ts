import * as v from 'valibot';
import { MANIFEST } from '../config/folders.ts';
import type { Disk, WorkPaths } from './disk.ts';
import { PATH } from './manifest.ts';
import { parseJson } from '../config/problem.ts';

const STEP = v.variant('do', [
  /** Moves a staged file over the old one, or a staged folder to a free path. */
  v.object({
    do: v.literal('move'),
    from: v.pipe(v.string(), v.regex(/^[0-9]+$/)),
    to: v.union([v.literal(MANIFEST), PATH]),
  }),
  /** Deletes a file. `alias`: a new file that a file system may consider to have the same name. */
  v.object({ do: v.literal('delete'), path: PATH, alias: v.optional(PATH) }),
  /** Removes a folder if it is empty. */
  v.object({ do: v.literal('prune'), path: PATH }),
]);

const JOURNAL = v.object({ schemaVersion: v.literal(1), steps: v.array(STEP) });

/** One idempotent step. Paths are relative to the output folder, `from` is a name in the staging folder. */
export type Step = Readonly<v.InferOutput<typeof STEP>>;

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
  const { success, output } = v.safeParse(JOURNAL, parseJson(disk.readText(work.journal)));
  return success ? output.steps : undefined;
}
