import { join } from 'node:path';
import { MANIFEST } from '../config/folders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { ignoreSystemErrors, workPaths, writeProblem } from './disk.ts';
import { type Step, sealJournal } from './journal.ts';
import { releaseLock } from './lock.ts';
import { keyOf, printManifest } from './manifest.ts';
import type { Output } from './open-output.ts';
import type { Claims } from './output-names.ts';
import { type Move, type Plan, planPublication } from './plan.ts';
import { clearWork, rollForward } from './recover.ts';

/** The changes of a publication, without the manifest. */
export interface PublishSummary {
  readonly written: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Assets of earlier builds. */
  readonly kept: number;
  /** Total size of the written files. */
  readonly bytesWritten: number;
}

/** The input of a publication. Diagnostics that prevent it are added to the list. */
interface Publication {
  readonly output: Output;
  readonly claims: Claims;
  readonly moves: readonly Move[];
  readonly keepPrevious: number;
  readonly diagnostics: Diagnostic[];
  readonly written: number;
  readonly unchanged: number;
  readonly bytesWritten: number;
}

/** Publishes synchronously: plan, seal, roll forward, clean up. Undefined if a diagnostic prevents it. */
export function publish(publication: Publication): PublishSummary | undefined {
  const { output, diagnostics, written, unchanged, bytesWritten } = publication;
  const sealed = diagnostics.length === 0 ? seal(publication) : undefined;
  const problem = sealed && rollForward(output.disk, output.root, sealed.steps);
  if (problem !== undefined) {
    diagnostics.push(problem);
    releaseLock(output.disk, workPaths(output.root).folder, output.lock);
    return undefined;
  }
  abandon(output);
  return sealed && { ...sealed.counts, written, unchanged, bytesWritten };
}

/** Removes journal and staging folder and releases the lock. The next docs command removes what remains. */
export function abandon(output: Output): void {
  ignoreSystemErrors(() => clearWork(output.disk, output.root));
  releaseLock(output.disk, workPaths(output.root).folder, output.lock);
}

interface Sealed {
  readonly steps: readonly Step[];
  readonly counts: Pick<PublishSummary, 'deleted' | 'kept'>;
}

/** Seals the journal, if there is something to do; undefined with a diagnostic. */
function seal(publication: Publication): Sealed | undefined {
  const { output, diagnostics } = publication;
  try {
    const plan = planPublication({ ...publication, ...output });
    diagnostics.push(...plan.diagnostics);
    if (plan.diagnostics.length > 0) return undefined;
    const steps = withManifest(publication, plan);
    if (steps.length > 0) sealJournal(output.disk, workPaths(output.root), steps);
    return { steps, counts: { deleted: plan.deleted, kept: plan.previous.flat().length } };
  } catch (error) {
    diagnostics.push(writeProblem(workPaths(output.root).folder, error));
    return undefined;
  }
}

// The manifest lists new and old files before the first step, and only the new ones after the last, so that docwright
// still owns a folder whose journal was lost halfway, with all of its files and emptied folders.
function withManifest(publication: Publication, plan: Plan): readonly Step[] {
  const { output, moves } = publication;
  const { steps, claimed, previous } = plan;
  const { manifest } = output;
  const emptied = steps.flatMap((step) => (step.do === 'prune' ? [keyOf(`${step.path}/`)] : []));
  const final = printManifest(claimed, previous);
  const old = [...manifest.files, ...manifest.previous.flatMap((keys) => [...keys])];
  const during = steps.length === 0 ? final : printManifest([...old, ...claimed, ...emptied]);
  const stageText = (text: string, from: string): Step => {
    output.disk.write(join(workPaths(output.root).staging, from), text);
    return { do: 'move', from, to: MANIFEST };
  };
  const first = during === manifest.text ? [] : [stageText(during, String(moves.length))];
  const last = final === during ? [] : [stageText(final, String(moves.length + 1))];
  return [...first, ...steps, ...last];
}
