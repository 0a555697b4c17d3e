import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Format, formatDiagnostics } from '../diagnostics/format.ts';
import { countBySeverity } from '../diagnostics/formats/report-input.ts';
import { readText } from '../diagnostics/frame.ts';
import { printDiff, writeFixes } from '../links/fixes/apply-fixes.ts';
import { type FixPlan, planFixes, replacements } from '../links/fixes/fixes.ts';
import type { CheckLinksResult } from '../pipeline/check-links.ts';
import type { LinkFlags, ReportTarget } from './link-flags.ts';
import { folderBelow, packageVersion, plural } from './report.ts';

interface LinkReportOptions {
  readonly flags: LinkFlags;
  readonly reports: readonly ReportTarget[];
  readonly milliseconds: number;
}

export function isFailing({ severity }: Diagnostic, { failOn }: LinkFlags): boolean {
  if (failOn === 'never') return false;
  return severity === 'error' || (severity === 'warning' && failOn !== 'error');
}

export function isOverWarnings(
  diagnostics: readonly Diagnostic[],
  { maxWarnings }: LinkFlags,
): boolean {
  return maxWarnings !== undefined && countBySeverity(diagnostics).warning > maxWarnings;
}

/** Writes every report that is asked for; without one for the terminal, findings are printed for people. */
export function reportLinks(result: CheckLinksResult, options: LinkReportOptions): void {
  const { flags, reports } = options;
  const hasTerminal = reports.some(({ file }) => file === undefined);
  const forPeople: ReportTarget = { format: 'pretty', file: undefined };
  const all = hasTerminal ? reports : [...reports, forPeople];
  for (const { format, file } of all) {
    const text = print(result, format, flags);
    if (file !== undefined) writeFileSync(resolve(file), text);
    else if (format === 'pretty') process.stderr.write(text === '' ? '' : `${text}\n`);
    else process.stdout.write(text);
  }
  const isForPeople = all.some(({ format, file }) => format === 'pretty' && file === undefined);
  if (isForPeople && flags.quiet !== true) process.stderr.write(summary(result, options));
}

function print(result: CheckLinksResult, format: Format, flags: LinkFlags): string {
  const { siteDir, diagnostics, known, suppressed, baseline, complete, coverage } = result;
  const hidden = flags.verbose === true && format === 'pretty' ? [...known, ...suppressed] : [];
  const read = (file: string): string | undefined => readText(join(siteDir, file));
  const fixes = format === 'sarif' ? replacements(planFixes(diagnostics, read)) : undefined;
  return formatDiagnostics(format, {
    diagnostics: [...diagnostics, ...hidden],
    complete,
    read,
    known: baseline === undefined ? undefined : known,
    checked: { ...coverage },
    fails: (entry) => isFailing(entry, flags),
    siteFolder: folderBelow(process.cwd(), siteDir),
    replacement: fixes && ((entry) => fixes.get(entry)),
    version: packageVersion(),
  });
}

function summary(
  { diagnostics, known, suppressed, coverage, complete, notes }: CheckLinksResult,
  { flags, milliseconds }: LinkReportOptions,
): string {
  const counts = countBySeverity(diagnostics);
  const { pages, links, anchors, assets, external } = coverage;
  const asked =
    flags.external === undefined ? `${external} external not asked` : `${external} external`;
  const found = [
    plural(counts.error, 'error'),
    plural(counts.warning, 'warning'),
    ...(counts.info === 0 ? [] : [`${counts.info} of interest`]),
    ...(known.length === 0 ? [] : [`${known.length} known`]),
    ...(suppressed.length === 0 ? [] : [`${suppressed.length} silenced`]),
  ];
  const lines = [
    ...notes.map((note) => `note: ${note}`),
    ...(isOverWarnings(diagnostics, flags)
      ? [`there are more warnings than --max-warnings ${flags.maxWarnings} allows`]
      : []),
    ...(complete ? [] : ['the run was ended before everything was seen']),
    `${found.join(', ')} in ${plural(links, 'link')} of ${plural(pages, 'page')} ` +
      `(${plural(anchors, 'anchor')}, ${plural(assets, 'asset')}, ${asked}), ${(milliseconds / 1000).toFixed(2)} s`,
    ...(flags.stats === true ? [costs()] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function costs(): string {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  return `${((user + system) / 1e6).toFixed(2)} s of CPU, ${Math.round(maxRSS / 1024)} MB of memory at most`;
}

/** Writes the fixes, and leaves the rest in the result; a dry run prints them as a patch instead. */
export function fixLinks(result: CheckLinksResult, isDryRun: boolean): CheckLinksResult {
  const { siteDir, diagnostics } = result;
  const plan = planFixes(diagnostics, (file) => readIfPossible(join(siteDir, file)));
  if (isDryRun) {
    process.stdout.write(printDiff(plan.files));
    return {
      ...result,
      notes: [...result.notes, countFixes(plan, 'can be mended'), ...refusals(plan)],
    };
  }
  const { written, failed } = writeFixes(siteDir, plan.files);
  const edits = plan.files.flatMap((file) => (written.includes(file.file) ? file.edits : []));
  const fixed = new Set(edits.map(({ diagnostic }) => diagnostic));
  const notes = failed.map(({ file, reason }) => `${file} was not mended: ${reason}`);
  return {
    ...result,
    diagnostics: diagnostics.filter((entry) => !fixed.has(entry)),
    notes: [...result.notes, countFixes(plan, 'mended'), ...notes, ...refusals(plan)],
  };
}

function countFixes({ files }: FixPlan, verb: string): string {
  const count = files.reduce((sum, { edits }) => sum + edits.length, 0);
  return `${plural(count, 'link')} ${verb} in ${plural(files.length, 'file')}`;
}

function refusals({ refused }: FixPlan): readonly string[] {
  return refused.map(({ diagnostic: { location, link }, reason }) => {
    const place =
      location === undefined ? '' : `${location.file}:${location.line}:${location.column} `;
    return `${place}${link?.href ?? ''} was not mended: ${reason}`;
  });
}

function readIfPossible(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
