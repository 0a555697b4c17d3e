import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Format, formatDiagnostics } from '../diagnostics/format.ts';
import { countBySeverity } from '../diagnostics/formats/report-input.ts';
import { readText } from '../diagnostics/frame.ts';
import { planFixes, replacements } from '../links/fixes/fixes.ts';
import type { CheckLinksResult } from '../pipeline/check-links.ts';
import type { LinkFlags, ReportTarget } from './link-flags.ts';
import { folderBelow, packageVersion, plural } from './report.ts';

export interface LinkReportOptions {
  readonly flags: LinkFlags;
  readonly reports: readonly ReportTarget[];
  readonly milliseconds: number;
}

/** Whether a finding fails the run. */
export function isFailing({ severity }: Diagnostic, { failOn }: LinkFlags): boolean {
  if (failOn === 'never') return false;
  return severity === 'error' || (severity === 'warning' && failOn !== 'error');
}

/** Whether there are more warnings than a run may have. */
export function isOverWarnings(
  diagnostics: readonly Diagnostic[],
  { maxWarnings }: LinkFlags,
): boolean {
  return maxWarnings !== undefined && countBySeverity(diagnostics).warning > maxWarnings;
}

/** Writes every report that is asked for; without one for the terminal, findings are printed for people. */
export function reportLinks(result: CheckLinksResult, options: LinkReportOptions): void {
  const { flags, reports } = options;
  for (const { format, file } of reports) {
    const text = print(result, format, flags);
    if (file !== undefined) writeFileSync(resolve(file), text);
    else if (format === 'pretty') process.stderr.write(text === '' ? '' : `${text}\n`);
    else process.stdout.write(text);
  }
  const hasTerminal = reports.some(({ file }) => file === undefined);
  if (!hasTerminal) {
    const text = print(result, 'pretty', flags);
    if (text !== '') process.stderr.write(`${text}\n`);
  }
  const isForPeople =
    !hasTerminal || reports.some(({ format, file }) => format === 'pretty' && file === undefined);
  if (isForPeople && flags.quiet !== true) process.stderr.write(summary(result, options));
}

function print(result: CheckLinksResult, format: Format, flags: LinkFlags): string {
  const { siteDir, diagnostics, known, suppressed, baseline, complete, coverage } = result;
  const hidden = flags.verbose === true && format === 'pretty' ? [...known, ...suppressed] : [];
  return formatDiagnostics(format, {
    diagnostics: [...diagnostics, ...hidden],
    complete,
    read: (file) => readText(join(siteDir, file)),
    known: baseline === undefined ? undefined : known,
    checked: { ...coverage },
    fails: (entry) => isFailing(entry, flags),
    siteFolder: folderBelow(process.cwd(), siteDir),
    replacement: format === 'sarif' ? replacementsOf(result) : undefined,
    version: packageVersion(),
  });
}

/** What a fix writes at the place of each finding. */
function replacementsOf({
  siteDir,
  diagnostics,
}: CheckLinksResult): (entry: Diagnostic) => string | undefined {
  const plan = planFixes(diagnostics, (file) => readText(join(siteDir, file)));
  const texts = replacements(plan);
  return (entry) => texts.get(entry);
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
