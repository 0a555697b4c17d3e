import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printDiff, writeFixes } from '../links/fixes/apply-fixes.ts';
import { type FixPlan, planFixes } from '../links/fixes/fixes.ts';
import type { CheckLinksResult } from '../pipeline/check-links.ts';

/** Mends what has a fix, and leaves the rest in the result; a dry run prints the patch and mends nothing. */
export function mendLinks(result: CheckLinksResult, isDryRun: boolean): CheckLinksResult {
  const { siteDir, diagnostics } = result;
  const plan = planFixes(diagnostics, (file) => readText(join(siteDir, file)));
  if (isDryRun) {
    process.stdout.write(printDiff(plan.files));
    return {
      ...result,
      notes: [...result.notes, countFixes(plan, 'can be mended'), ...refusals(plan)],
    };
  }
  const { written, failed } = writeFixes(siteDir, plan.files);
  const edits = plan.files
    .filter(({ file }) => written.includes(file))
    .flatMap((file) => file.edits);
  const mended = new Set(edits.map(({ diagnostic }) => diagnostic));
  const notes = failed.map(({ file, reason }) => `${file} was not mended: ${reason}`);
  return {
    ...result,
    diagnostics: diagnostics.filter((entry) => !mended.has(entry)),
    notes: [...result.notes, countFixes(plan, 'mended'), ...notes, ...refusals(plan)],
  };
}

function countFixes({ files }: FixPlan, verb: string): string {
  const count = files.reduce((sum, { edits }) => sum + edits.length, 0);
  return `${count} ${count === 1 ? 'link' : 'links'} ${verb} in ${files.length} ${files.length === 1 ? 'file' : 'files'}`;
}

function refusals({ refused }: FixPlan): readonly string[] {
  return refused.map(({ diagnostic: { location, link }, reason }) => {
    const place =
      location === undefined ? '' : `${location.file}:${location.line}:${location.column} `;
    return `${place}${link?.href ?? ''} was not mended: ${reason}`;
  });
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
