import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Format, formatDiagnostics } from '../diagnostics/format.ts';
import { countBySeverity } from '../diagnostics/formats/report-input.ts';
import { readText } from '../diagnostics/frame.ts';
import { printDiff, writeFixes } from '../links/fixes/apply-fixes.ts';
import { type FixPlan, planFixes, replacements } from '../links/fixes/fixes.ts';
import type { CheckLinksResult } from '../pipeline/check-links.ts';
import { printError } from './print.ts';
import type { LinkFlags, ReportTarget } from './link-flags.ts';
import { folderBelow, manyFindings, packageVersion, plural, suppressedLines } from './report.ts';

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

/** Writes all requested reports; without one for the terminal, prints findings as text. */
export function reportLinks(result: CheckLinksResult, options: LinkReportOptions): void {
  const { flags, reports } = options;
  const hasTerminal = reports.some(({ file }) => file === undefined);
  const forPeople: ReportTarget = { format: 'pretty', file: undefined };
  const all = hasTerminal ? reports : [...reports, forPeople];
  for (const { format, file } of all) {
    const text = print(result, format, flags);
    if (file !== undefined) writeFileSync(resolve(file), text);
    else if (format === 'pretty') printError(text);
    else process.stdout.write(text);
  }
  const isForPeople = all.some(({ format, file }) => format === 'pretty' && file === undefined);
  if (isForPeople && flags.quiet !== true) printError(summary(result, options));
}

function print(result: CheckLinksResult, format: Format, flags: LinkFlags): string {
  const { siteDir, diagnostics, known, suppressed, baseline, complete, coverage } = result;
  const hidden = flags.verbose && format === 'pretty' ? [...known, ...suppressed] : [];
  const read = (file: string): string | undefined => readText(join(siteDir, file));
  const fixes = format === 'sarif' ? replacements(planFixes(diagnostics, read)) : undefined;
  return formatDiagnostics(format, {
    diagnostics: [...diagnostics, ...hidden],
    complete,
    read,
    known: baseline === undefined ? undefined : known,
    suppressed: suppressed.length,
    lowered: result.lowered,
    isVerbose: flags.verbose,
    checked: { ...coverage },
    fails: (entry) => isFailing(entry, flags),
    siteFolder: folderBelow(process.cwd(), siteDir),
    replacement: fixes && ((entry) => fixes.get(entry)),
    version: packageVersion(),
  });
}

function summary(result: CheckLinksResult, { flags, milliseconds }: LinkReportOptions): string {
  const { diagnostics, coverage, complete, notes } = result;
  const counts = countBySeverity(diagnostics);
  const { pages, links, anchors, assets, external } = coverage;
  const asked =
    flags.external === undefined ? `${external} external not checked` : `${external} external`;
  const problems = `${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}`;
  const found = counts.info === 0 ? problems : `${problems}, ${counts.info} info`;
  const lines = [
    ...notes.map((note) => `note: ${note}`),
    ...suppressedLines(result),
    ...(flags.fix === undefined ? manyFindings(diagnostics) : []),
    ...(isOverWarnings(diagnostics, flags)
      ? [`more warnings than --max-warnings ${flags.maxWarnings} allows`]
      : []),
    ...(links > 0 || pages === 0 ? [] : [`note: no link in ${plural(pages, 'page')}`]),
    ...(complete ? [] : ['interrupted: not everything was checked']),
    `${found} in ${plural(links, 'link')} of ${plural(pages, 'page')} ` +
      `(${plural(anchors, 'anchor')}, ${plural(assets, 'asset')}, ${asked}), ${(milliseconds / 1000).toFixed(2)} s`,
  ];
  if (flags.stats === true) {
    const { user, system } = process.cpuUsage();
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    lines.push(`${((user + system) / 1e6).toFixed(2)} s of CPU, ${megabytes} MB of memory`);
  }
  return lines.join('\n');
}

/** Applies the fixes and returns the remaining findings; a dry run prints the fixes as a patch. */
export function fixLinks(result: CheckLinksResult, flags: LinkFlags): CheckLinksResult {
  const { siteDir, diagnostics } = result;
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(join(siteDir, file), 'utf8');
    } catch {
      return undefined;
    }
  };
  const plan = planFixes(diagnostics, read, { anchors: flags.fixAnchors });
  const refusals = plan.refused.map(({ diagnostic: { location, link }, reason }) => {
    const where =
      location === undefined ? '' : `${location.file}:${location.line}:${location.column} `;
    return `${where}${link?.href ?? ''} was not fixed: ${reason}`;
  });
  if (flags.fix === 'dry-run') {
    const folder = folderBelow(process.cwd(), siteDir) ?? '';
    const named = plan.files.map((file) => ({ ...file, file: posix.join(folder, file.file) }));
    process.stdout.write(printDiff(named));
    const possible = describeFixes(plan.files, 'can be fixed');
    return { ...result, notes: [...result.notes, possible, ...refusals] };
  }
  const { written, failed } = writeFixes(siteDir, plan.files);
  const done = plan.files.filter(({ file }) => written.includes(file));
  const fixed = new Set(
    done.flatMap(({ edits }) => edits.flatMap((edit) => [...edit.diagnostics])),
  );
  const notes = failed.map(({ file, reason }) => `${file} was not changed: ${reason}`);
  return {
    ...result,
    diagnostics: diagnostics.filter((entry) => !fixed.has(entry)),
    notes: [...result.notes, describeFixes(done, 'fixed'), ...notes, ...refusals],
  };
}

function describeFixes(files: FixPlan['files'], verb: string): string {
  const edits = files.flatMap((file) => file.edits);
  const links = edits.filter(({ before }) => before !== '').length;
  const headings = edits.length - links;
  if (edits.length === 0) return `no link ${verb}`;
  const parts = [links > 0 && plural(links, 'link'), headings > 0 && plural(headings, 'heading')];
  return `${parts.filter(Boolean).join(' and ')} ${verb} in ${plural(files.length, 'file')}`;
}
