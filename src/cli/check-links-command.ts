import { existsSync, writeFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import type { Command } from 'commander';
import type { ResolvedConfig } from '../config/site-config.ts';
import { isFile, isFolder } from '../cache/stats.ts';
import { replaceFile } from '../cache/cache-folder.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Format, formatDiagnostics } from '../diagnostics/format.ts';
import { countBySeverity } from '../diagnostics/formats/report-input.ts';
import { readText, textOfFile } from '../diagnostics/frame.ts';
import { describeUpdate, updateBaseline } from '../links/baseline.ts';
import { createFilters, filterDiagnostics } from '../links/filters.ts';
import { printDiff, writeFixes } from '../links/fixes/apply-fixes.ts';
import { type FixPlan, planFixes, replacements } from '../links/fixes/fixes.ts';
import { BASELINE_FILE } from '../links/select-findings.ts';
import { LOCK_FILE } from '../links/url-lock.ts';
import {
  checkLinks,
  type CheckLinksOptions,
  type CheckLinksResult,
  type CheckPart,
  NOTHING_CHECKED,
} from '../pipeline/check-links.ts';
import { isAbout } from '../diagnostics/codes.ts';
import type { SiteCache } from '../pipeline/cache.ts';
import {
  addCheckFlags,
  addLinkFlags,
  changedFiles,
  externalCheck,
  type LinkFlags,
  type ReportTarget,
} from './link-flags.ts';
import { printError } from './print.ts';
import {
  EXIT,
  folderBelow,
  manyFindings,
  packageVersion,
  plural,
  suppressedLines,
  usageError,
} from './report.ts';
import { runSiteCode } from './site-code.ts';
import { CHECK_EXIT_HELP, exitWith, FINDINGS_HELP, levelsOf, namedSite } from './site-flags.ts';

/** `docs check-links [dir]`. */
export function addCheckLinksCommand(program: Command): void {
  const reports: ReportTarget[] = [];
  const command = program
    .command('check-links')
    .description('check every link, file and anchor without building')
    .argument('[dir]', 'site folder or configuration file (default: this folder)')
    .option('-c, --config <file>', 'use this configuration file');
  addLinkFlags(addCheckFlags(command, reports))
    .addHelpText('after', HELP)
    .action(
      exitWith((dir: string | undefined, flags: LinkFlags) =>
        runCheck(dir, { flags, reports, checks: [LINKS], isOwn: LINKS.isOwn }),
      ),
    );
}

const HELP = `
Checks links as a build would publish them: in Markdown, frontmatter, the configuration, API descriptions,
React pages, templates and static HTML, each at its line and column. \`docs build\` fails on the same errors.

To accept existing findings, commit a baseline: \`docs check-links --update-baseline\` writes
links-baseline.json, and only new findings fail from then on, in builds too. To accept a single link, write
above it: <!-- check-links-disable-next-line page-not-found -- comes with version 2 -->

Examples:
  $ docs check-links
  $ docs check-links --fix=dry-run | git apply    apply unambiguous fixes as a patch
  $ docs check-links --fix --fix-anchors heading  give headings their lost ids back
  $ docs check-links --format sarif --output links.sarif --format github
  $ docs check-links --rule orphan-page=error --rule insecure-http=warning
  $ docs check-links --since origin/main          report what this branch changed
  $ docs check-links --ignore-link '/[.]pdf$/' --exclude 'content/docs/old/**'
  $ docs check-links --external                   also check external links
  $ docs check-links --from-build build           check built HTML

${FINDINGS_HELP}

No request is sent without --external, or with --offline. In globs, * stops at a slash and ** does not; a
pattern between slashes is a regular expression.

${CHECK_EXIT_HELP}, 130 interrupted.
`;

/** A check of a site, or a part of one. */
export interface Check {
  /** In the lines of a report with several checks. */
  readonly name: string;
  /** Whether it reports findings of a code. */
  readonly isOwn: (code: string) => boolean;
  /** Counts of checked things, after the numbers of problems; undefined if the site has none. */
  readonly counts: (result: CheckLinksResult, flags: LinkFlags) => string | undefined;
  /** The same for programs. */
  readonly checked: (result: CheckLinksResult) => Readonly<Record<string, number>>;
  readonly notes?: (result: CheckLinksResult, flags: LinkFlags) => readonly string[];
  /** Opens what it needs in addition to the findings of a build. */
  readonly open?: (
    config: ResolvedConfig,
    cache: SiteCache | undefined,
  ) => Promise<CheckPart | undefined>;
  /** Whether its findings are in a file whatever has changed. */
  readonly filesOf?: (file: string) => boolean;
  /** True if its warnings fail no run: it has limits. */
  readonly isGentle?: boolean;
}

export const LINKS: Check = {
  name: 'links',
  isOwn: (code) => !isAbout('samples', code),
  counts: linkCounts,
  checked: ({ coverage }) => ({ ...coverage }),
  notes: ({ coverage: { links, pages } }) =>
    links > 0 || pages === 0 ? [] : [`no link in ${plural(pages, 'page')}`],
};

/** Runs a check of a site, and reports its findings; returns the exit code. */
export async function runCheck(
  dir: string | undefined,
  { flags: given, reports, checks, isOwn }: CheckRun,
): Promise<number> {
  const started = performance.now();
  // The first argument may be the folder or its configuration file.
  const isConfig = dir !== undefined && isFile(dir);
  const site = isConfig ? namedSite(undefined, { config: dir }) : namedSite(dir, given);
  const { siteDir } = site;
  const problems = usageProblems(siteDir, given, reports);
  if (problems.length > 0) return wrongUsage(problems);
  const { external: requested, ...local } = given;
  const isOffline = given.offline === true && requested !== undefined;
  if (isOffline) printError('note: --offline wins over --external: no request is sent');
  const flags: LinkFlags = isOffline ? local : given;
  const compiled = createFilters(flags);
  const since = flags.since ?? (flags.external === 'changed' ? 'HEAD' : undefined);
  const changed = since === undefined ? undefined : changedFiles(siteDir, since);
  const gitProblems = changed?.problem === undefined ? [] : [changed.problem];
  if (!compiled.ok) return wrongUsage([...compiled.problems, ...gitProblems]);
  if (gitProblems.length > 0) return wrongUsage(gitProblems);
  const { filters } = compiled;
  // An address in the lock is lost by a change elsewhere, and so is what a query finds.
  const isChanged = (file: string): boolean =>
    flags.since === undefined ||
    changed?.files.has(file) !== false ||
    file === LOCK_FILE ||
    checks.some(({ filesOf }) => filesOf?.(file));
  const isTalking = reports.every(({ format, file }) => format === 'pretty' || file !== undefined);
  const stop = new AbortController();
  const external = externalCheck(flags, { siteDir, changed, signal: stop.signal });
  if (external !== undefined) process.once('SIGINT', () => stop.abort());
  const { fromBuild, baseUrl, baseline } = flags;
  const result = await runSiteCode<CheckLinksResult>(
    async (onProgress) => {
      const options: CheckLinksOptions = {
        ...site,
        rules: levelsOf(flags),
        ...(baseline === undefined ? {} : { baselineFile: resolve(baseline) }),
        ...(external === undefined ? {} : { external }),
        isOwn,
        parts: async (config, cache) => {
          const opened = await Promise.all(checks.map((check) => check.open?.(config, cache)));
          return opened.filter((part) => part !== undefined);
        },
        select: (all) =>
          filterDiagnostics(filters, all).filter(
            ({ code, location }) =>
              isOwn(code) && (location === undefined || isChanged(location.file)),
          ),
        covers: ({ file, href }) =>
          filters.hasFile(file) && !filters.ignores(href, undefined) && isChanged(file),
        isWhole: flags.updateBaseline === true,
        ...(flags.run === true
          ? { run: { server: flags.server, print: printError, isWanted: filters.hasFile } }
          : {}),
        onProgress,
      };
      if (fromBuild === undefined) return checkLinks(options);
      const { checkFolder } = await import('../pipeline/check-folder.ts');
      return checkFolder({ ...options, folder: resolve(fromBuild), baseUrl });
    },
    (fault) => ({ ...NOTHING_CHECKED, ...fault, siteDir, complete: false }),
    flags.quiet !== true && isTalking,
  );
  for (const pattern of result.badUsage ? [] : filters.unmatched(result.files))
    printError(`warning: --include "${pattern}" matches no file`);
  if (flags.updateBaseline === true && !result.badUsage) return writeBaseline(result, flags);
  const rest = flags.fix === undefined ? result : fixLinks(result, flags);
  const run = { flags, reports, checks, isOwn };
  reportLinks(rest, { ...run, milliseconds: performance.now() - started });
  const { diagnostics } = rest;
  if (stop.signal.aborted) return EXIT.interrupted;
  if (rest.badUsage) return EXIT.usage;
  if (diagnostics.some(({ code, severity }) => code === 'nothing-checked' && severity === 'error'))
    return EXIT.internal;
  const isFailed =
    isOverWarnings(diagnostics, run) || diagnostics.some((entry) => isFailing(entry, run));
  return isFailed ? EXIT.siteErrors : EXIT.fine;
}

/** Reports flags that contradict each other, and a missing site folder. */
function usageProblems(
  siteDir: string,
  flags: LinkFlags,
  reports: readonly ReportTarget[],
): readonly string[] {
  const { config, fromBuild, external, externalAnchors, fix, fixAnchors, server } = flags;
  const isPrinted = reports.some(({ format, file }) => format !== 'pretty' && file === undefined);
  const problems = [
    !existsSync(siteDir) && config === undefined && `the site folder "${siteDir}" does not exist`,
    fromBuild !== undefined &&
      !isFolder(fromBuild) &&
      `there is no folder "${fromBuild}"; build the site first, or name the folder of its HTML`,
    externalAnchors === true && external === undefined && '--external-anchors needs --external',
    fixAnchors !== undefined && fix === undefined && '--fix-anchors needs --fix',
    server !== undefined && flags.run !== true && '--server needs --run',
    server !== undefined &&
      !/^https?:\/\/[^/]+\/?$/.test(server) &&
      '--server is an address without a path, such as https://sandbox.example.com',
    fix === 'dry-run' &&
      isPrinted &&
      '--fix=dry-run prints a patch: give each --format an --output',
  ];
  return problems.filter((problem) => problem !== false);
}

function wrongUsage(problems: readonly string[]): number {
  for (const problem of problems) usageError(problem);
  return EXIT.usage;
}

/** Writes the findings to the baseline and prints the changes. */
function writeBaseline(result: CheckLinksResult, flags: LinkFlags): number {
  // Changes of an API have a separate lock.
  const all = [...result.diagnostics, ...result.known].filter(
    ({ code }) => !isAbout('API changes', code),
  );
  const update = updateBaseline(all, result.baseline, result.covers);
  const file = resolve(flags.baseline ?? join(result.siteDir, BASELINE_FILE));
  // Like output of a shell, a file that is named may be a link or a device.
  if (flags.baseline === undefined) replaceFile(file, update.text);
  else writeFileSync(file, update.text);
  printError(`${describeUpdate(update)} → ${file}`);
  return EXIT.fine;
}

interface CheckRun {
  readonly flags: LinkFlags;
  readonly reports: readonly ReportTarget[];
  readonly checks: readonly Check[];
  /** Whether a code is reported. */
  readonly isOwn: (code: string) => boolean;
}

interface LinkReportOptions extends CheckRun {
  readonly milliseconds: number;
}

/** The first check that reports a code. */
function ownerOf(code: string, checks: readonly Check[]): Check | undefined {
  return checks.find(({ isOwn }) => isOwn(code));
}

function isFailing(
  { severity, code }: Diagnostic,
  { flags: { failOn }, checks }: CheckRun,
): boolean {
  if (failOn === 'never') return false;
  const isGentle = failOn === 'error' || ownerOf(code, checks)?.isGentle === true;
  return severity === 'error' || (severity === 'warning' && !isGentle);
}

function isOverWarnings(
  diagnostics: readonly Diagnostic[],
  { flags: { maxWarnings }, checks }: CheckRun,
): boolean {
  const counted = diagnostics.filter(({ code }) => ownerOf(code, checks)?.isGentle !== true);
  return maxWarnings !== undefined && countBySeverity(counted).warning > maxWarnings;
}

/** Writes all requested reports; without one for the terminal, prints findings as text. */
function reportLinks(result: CheckLinksResult, options: LinkReportOptions): void {
  const { flags, reports } = options;
  const hasTerminal = reports.some(({ file }) => file === undefined);
  const forPeople: ReportTarget = { format: 'pretty', file: undefined };
  const all = hasTerminal ? reports : [...reports, forPeople];
  for (const { format, file } of all) {
    const text = print(result, format, options);
    if (file !== undefined) writeFileSync(resolve(file), text);
    else if (format === 'pretty') printError(text);
    else process.stdout.write(text);
  }
  const isForPeople = all.some(({ format, file }) => format === 'pretty' && file === undefined);
  if (isForPeople && flags.quiet !== true) printError(summary(result, options));
}

function print(result: CheckLinksResult, format: Format, run: CheckRun): string {
  const { flags, checks } = run;
  const { siteDir, diagnostics, known, suppressed, baseline, complete } = result;
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
    checked: Object.assign({}, ...checks.map(({ checked }) => checked(result))),
    fails: (entry) => isFailing(entry, run),
    siteFolder: folderBelow(process.cwd(), siteDir),
    replacement: fixes && ((entry) => fixes.get(entry)),
    version: packageVersion(),
  });
}

function summary(result: CheckLinksResult, { milliseconds, ...run }: LinkReportOptions): string {
  const { flags, checks } = run;
  const { diagnostics, complete, notes } = result;
  const more = checks.flatMap((check) => check.notes?.(result, flags) ?? []);
  const [first] = checks;
  const one = checks.length === 1 ? ` in ${first?.counts(result, flags)}` : '';
  const lines = [
    ...[...notes, ...more].map((note) => `note: ${note}`),
    ...suppressedLines(result),
    ...(flags.fix === undefined
      ? manyFindings(result, checks.length === 1 ? undefined : 'docs check')
      : []),
    ...(isOverWarnings(diagnostics, run)
      ? [`more warnings than --max-warnings ${flags.maxWarnings} allows`]
      : []),
    ...(complete ? [] : ['interrupted: not everything was checked']),
    ...(checks.length === 1 ? [] : partLines(result, run)),
    `${describeCounts(diagnostics)}${one}, ${(milliseconds / 1000).toFixed(2)} s`,
  ];
  if (flags.stats === true) {
    const { user, system } = process.cpuUsage();
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    lines.push(`${((user + system) / 1e6).toFixed(2)} s of CPU, ${megabytes} MB of memory`);
  }
  return lines.join('\n');
}

/** `1 error, 2 warnings` */
function describeCounts(diagnostics: readonly Diagnostic[]): string {
  const { error, warning, info } = countBySeverity(diagnostics);
  const problems = `${plural(error, 'error')}, ${plural(warning, 'warning')}`;
  return info === 0 ? problems : `${problems}, ${info} info`;
}

/** A line for each check: its findings, and what it has looked at. */
function partLines(result: CheckLinksResult, { flags, checks }: CheckRun): readonly string[] {
  const shown = checks.flatMap((check) => {
    const counts = check.counts(result, flags);
    return counts === undefined ? [] : [{ check, counts }];
  });
  const width = Math.max(...shown.map(({ check }) => check.name.length));
  return shown.map(({ check, counts }) => {
    const own = result.diagnostics.filter(({ code }) => ownerOf(code, checks) === check);
    return `${check.name.padEnd(width)}  ${describeCounts(own)} in ${counts}`;
  });
}

function linkCounts({ coverage }: CheckLinksResult, flags: LinkFlags): string {
  const { pages, links, anchors, assets, external } = coverage;
  const asked = `${external} external${flags.external === undefined ? ' not checked' : ''}`;
  const parts = `${plural(anchors, 'anchor')}, ${plural(assets, 'asset')}, ${asked}`;
  return `${plural(links, 'link')} of ${plural(pages, 'page')} (${parts})`;
}

/** Applies the fixes and returns the remaining findings; a dry run prints the fixes as a patch. */
function fixLinks(result: CheckLinksResult, flags: LinkFlags): CheckLinksResult {
  const { siteDir, diagnostics } = result;
  const read = (file: string): string | undefined => textOfFile(join(siteDir, file));
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
  if (edits.length === 0) return `nothing ${verb}`;
  const kinds = edits.map(({ before, diagnostics: [first] }) =>
    isAbout('samples', first?.code ?? '') ? 'sample' : before === '' ? 'heading' : 'link',
  );
  const parts = ['link', 'sample', 'heading'].flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    return count === 0 ? [] : [plural(count, kind)];
  });
  return `${parts.join(' and ')} ${verb} in ${plural(files.length, 'file')}`;
}
