import { replaceFile } from '../cache/cache-folder.ts';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import {
  type BaselineEntry,
  type Covers,
  describeUpdate,
  updateBaseline,
} from '../links/baseline.ts';
import { createFilters, type Filters, filterDiagnostics } from '../links/filters.ts';
import { BASELINE_FILE } from '../links/select-findings.ts';
import { LOCK_FILE } from '../links/url-lock.ts';
import {
  type CheckLinksOptions,
  type CheckLinksResult,
  checkLinks,
  NOTHING_CHECKED,
} from '../pipeline/check-links.ts';
import { printError } from './print.ts';
import {
  addLinkFlags,
  type ChangedFiles,
  changedFiles,
  externalCheck,
  type LinkFlags,
  type ReportTarget,
} from './link-flags.ts';
import { fixLinks, isFailing, isOverWarnings, reportLinks } from './link-report.ts';
import { createProgress, EXIT, siteFolder } from './report.ts';
import { runSiteCode } from './site-code.ts';
import { FINDINGS_HELP } from './site-flags.ts';

/** `docs check-links [dir]`. */
export function addCheckLinksCommand(program: Command): void {
  const reports: ReportTarget[] = [];
  const command = program
    .command('check-links')
    .description('check every link, file and anchor without building')
    .argument('[dir]', 'site folder or configuration file (default: this folder)')
    .option('-c, --config <file>', 'use this configuration file');
  command.showHelpAfterError('(see `docs check-links --help`)');
  addLinkFlags(command, reports)
    .addHelpText('after', HELP)
    .action(async (dir: string | undefined, flags: LinkFlags) => {
      process.exitCode = await runCheckLinks(namedSite(dir, flags), flags, reports);
    });
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

Exit codes: 0 no failing finding, 1 failing findings, 2 wrong usage or configuration, 3 no page read or
internal error, 130 interrupted.
`;

interface NamedSite {
  readonly siteDir: string;
  readonly config: string | undefined;
}

/** The first argument may be the folder or its configuration file. */
function namedSite(dir: string | undefined, { config }: LinkFlags): NamedSite {
  const isFile = dir !== undefined && existsSync(dir) && statSync(dir).isFile();
  if (isFile) return { siteDir: dirname(resolve(dir)), config: dir };
  return { siteDir: siteFolder(dir, config), config };
}

async function runCheckLinks(
  { siteDir, config }: NamedSite,
  given: LinkFlags,
  reports: readonly ReportTarget[],
): Promise<number> {
  const started = performance.now();
  const problems = usageProblems(siteDir, given, reports);
  if (problems.length > 0) return wrongUsage(problems);
  const flags = offlineFlags(given);
  const selection = select(siteDir, flags);
  if (!selection.ok) return wrongUsage(selection.problems);
  const isTalking = reports.every(({ format, file }) => format === 'pretty' || file !== undefined);
  const progress = createProgress({ enabled: flags.quiet !== true && isTalking });
  const stop = new AbortController();
  const { changed } = selection;
  const external = externalCheck(flags, { siteDir, changed, signal: stop.signal });
  if (external !== undefined) process.once('SIGINT', () => stop.abort());
  const options: CheckLinksOptions = {
    siteDir,
    ...(flags.rule === undefined ? {} : { rules: flags.rule }),
    select: (found) => selection.keep(found),
    covers: selection.covers,
    isWhole: flags.updateBaseline === true,
    onProgress: progress.update,
    ...(config === undefined ? {} : { configFile: resolve(config) }),
    ...(flags.baseline === undefined ? {} : { baselineFile: resolve(flags.baseline) }),
    ...(external === undefined ? {} : { external }),
  };
  const { fromBuild, baseUrl } = flags;
  const result = await runSiteCode<CheckLinksResult>(
    async () => {
      if (fromBuild === undefined) return checkLinks(options);
      const { checkFolder } = await import('../pipeline/check-folder.ts');
      return checkFolder({ ...options, folder: resolve(fromBuild), baseUrl });
    },
    (problem) => faultResult(problem, siteDir),
  );
  progress.end();
  warnOfPatterns(result, selection);
  if (flags.updateBaseline === true && !result.badUsage) return writeBaseline(result, flags);
  const rest = flags.fix === undefined ? result : fixLinks(result, flags);
  reportLinks(rest, { flags, reports, milliseconds: performance.now() - started });
  if (stop.signal.aborted) return EXIT.interrupted;
  return exitCode(rest, flags);
}

/** Reports flags that contradict each other, and a missing site folder. */
function usageProblems(
  siteDir: string,
  flags: LinkFlags,
  reports: readonly ReportTarget[],
): readonly string[] {
  const isPrinted = reports.some(({ format, file }) => format !== 'pretty' && file === undefined);
  return [
    ...(existsSync(siteDir) || flags.config !== undefined
      ? []
      : [`the site folder "${siteDir}" does not exist`]),
    ...(flags.fromBuild === undefined || isFolder(flags.fromBuild)
      ? []
      : [
          `there is no folder "${flags.fromBuild}"; build the site first, or name the folder of its HTML`,
        ]),
    ...(flags.externalAnchors === true && flags.external === undefined
      ? ['--external-anchors needs --external']
      : []),
    ...(flags.fixAnchors !== undefined && flags.fix === undefined
      ? ['--fix-anchors needs --fix']
      : []),
    ...(flags.fix === 'dry-run' && isPrinted
      ? ['--fix=dry-run prints a patch: give each --format an --output']
      : []),
  ];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** `--offline` wins over `--external`. */
function offlineFlags({ external, externalAnchors, ...flags }: LinkFlags): LinkFlags {
  if (external === undefined) return flags;
  if (flags.offline !== true)
    return { ...flags, external, ...(externalAnchors === undefined ? {} : { externalAnchors }) };
  printError('note: --offline wins over --external: no request is sent\n');
  return flags;
}

function warnOfPatterns({ files, badUsage }: CheckLinksResult, { unmatched }: Selection): void {
  if (badUsage) return;
  for (const pattern of unmatched(files))
    printError(`warning: --include "${pattern}" matches no file\n`);
}

function faultResult(problem: Diagnostic, siteDir: string): CheckLinksResult {
  const badUsage = problem.code === 'config-load';
  return { ...NOTHING_CHECKED, diagnostics: [problem], siteDir, badUsage, complete: false };
}

interface Selection {
  readonly ok: true;
  readonly changed: ChangedFiles | undefined;
  readonly keep: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
  readonly covers: Covers;
  readonly unmatched: Filters['unmatched'];
}

/** Compiles the flags that choose findings. */
function select(
  siteDir: string,
  flags: LinkFlags,
): Selection | { readonly ok: false; readonly problems: readonly string[] } {
  const compiled = createFilters(flags);
  const since = flags.since ?? (flags.external === 'changed' ? 'HEAD' : undefined);
  const changed = since === undefined ? undefined : changedFiles(siteDir, since);
  const problems = [
    ...(compiled.ok ? [] : compiled.problems),
    ...(changed?.problem === undefined ? [] : [changed.problem]),
  ];
  if (!compiled.ok || problems.length > 0) return { ok: false, problems };
  const { filters } = compiled;
  // An address in the lock is lost by a change elsewhere.
  const isChanged = (file: string): boolean =>
    flags.since === undefined || changed?.files.has(file) !== false || file === LOCK_FILE;
  return {
    ok: true,
    changed,
    keep: (found) =>
      filterDiagnostics(filters, found).filter(
        ({ location }) => location === undefined || isChanged(location.file),
      ),
    unmatched: filters.unmatched,
    covers: (entry) => isCovered(entry, filters) && isChanged(entry.file),
  };
}

/** True if a run with these flags would report an entry of the baseline. */
function isCovered({ file, href }: BaselineEntry, filters: Filters): boolean {
  return filters.hasFile(file) && !filters.ignores(href, undefined);
}

function wrongUsage(problems: readonly string[]): number {
  for (const problem of problems) printError(`error: ${problem}\n`);
  return EXIT.usage;
}

/** Writes the findings to the baseline and prints the changes. */
function writeBaseline(result: CheckLinksResult, flags: LinkFlags): number {
  const all = [...result.diagnostics, ...result.known];
  const update = updateBaseline(all, result.baseline, result.covers);
  const file = resolve(flags.baseline ?? join(result.siteDir, BASELINE_FILE));
  // Like output of a shell, a file that is named may be a link or a device.
  if (flags.baseline === undefined) replaceFile(file, update.text);
  else writeFileSync(file, update.text);
  printError(`${describeUpdate(update)} → ${file}\n`);
  return EXIT.fine;
}

function isNothingChecked({ code, severity }: Diagnostic): boolean {
  return code === 'nothing-checked' && severity === 'error';
}

function exitCode(result: CheckLinksResult, flags: LinkFlags): number {
  const { diagnostics, badUsage } = result;
  if (badUsage) return EXIT.usage;
  if (diagnostics.some(isNothingChecked)) return EXIT.internal;
  return isOverWarnings(diagnostics, flags) || diagnostics.some((entry) => isFailing(entry, flags))
    ? EXIT.siteErrors
    : EXIT.fine;
}
