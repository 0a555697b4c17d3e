import { replaceFile } from '../cache/cache-folder.ts';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { describeUpdate, updateBaseline } from '../links/baseline.ts';
import { createFilters, filterDiagnostics } from '../links/filters.ts';
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
  changedFiles,
  externalCheck,
  type LinkFlags,
  type ReportTarget,
} from './link-flags.ts';
import { fixLinks, isFailing, isOverWarnings, reportLinks } from './link-report.ts';
import { EXIT, usageError } from './report.ts';
import { runSiteCode } from './site-code.ts';
import { exitWith, FINDINGS_HELP, namedSite } from './site-flags.ts';

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
    .action(
      exitWith((dir: string | undefined, flags: LinkFlags) => runCheckLinks(dir, flags, reports)),
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

Exit codes: 0 no failing finding, 1 failing findings, 2 wrong usage or configuration, 3 no page read or
internal error, 130 interrupted.
`;

async function runCheckLinks(
  dir: string | undefined,
  given: LinkFlags,
  reports: readonly ReportTarget[],
): Promise<number> {
  const started = performance.now();
  // The first argument may be the folder or its configuration file.
  const isFile = dir !== undefined && statSync(dir, { throwIfNoEntry: false })?.isFile() === true;
  const site = isFile ? namedSite(undefined, { config: dir }) : namedSite(dir, given);
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
  // An address in the lock is lost by a change elsewhere.
  const isChanged = (file: string): boolean =>
    flags.since === undefined || changed?.files.has(file) !== false || file === LOCK_FILE;
  const isTalking = reports.every(({ format, file }) => format === 'pretty' || file !== undefined);
  const stop = new AbortController();
  const external = externalCheck(flags, { siteDir, changed, signal: stop.signal });
  if (external !== undefined) process.once('SIGINT', () => stop.abort());
  const { fromBuild, baseUrl, baseline, rule: rules } = flags;
  const result = await runSiteCode<CheckLinksResult>(
    async (onProgress) => {
      const options: CheckLinksOptions = {
        ...site,
        ...(rules === undefined ? {} : { rules }),
        ...(baseline === undefined ? {} : { baselineFile: resolve(baseline) }),
        ...(external === undefined ? {} : { external }),
        select: (all) =>
          filterDiagnostics(filters, all).filter(
            ({ location }) => location === undefined || isChanged(location.file),
          ),
        covers: ({ file, href }) =>
          filters.hasFile(file) && !filters.ignores(href, undefined) && isChanged(file),
        isWhole: flags.updateBaseline === true,
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
  reportLinks(rest, { flags, reports, milliseconds: performance.now() - started });
  const { diagnostics } = rest;
  if (stop.signal.aborted) return EXIT.interrupted;
  if (rest.badUsage) return EXIT.usage;
  if (diagnostics.some(({ code, severity }) => code === 'nothing-checked' && severity === 'error'))
    return EXIT.internal;
  const isFailed =
    isOverWarnings(diagnostics, flags) || diagnostics.some((entry) => isFailing(entry, flags));
  return isFailed ? EXIT.siteErrors : EXIT.fine;
}

/** Reports flags that contradict each other, and a missing site folder. */
function usageProblems(
  siteDir: string,
  flags: LinkFlags,
  reports: readonly ReportTarget[],
): readonly string[] {
  const { config, fromBuild, external, externalAnchors, fix, fixAnchors } = flags;
  const built = fromBuild && statSync(fromBuild, { throwIfNoEntry: false });
  const isPrinted = reports.some(({ format, file }) => format !== 'pretty' && file === undefined);
  const problems = [
    !existsSync(siteDir) && config === undefined && `the site folder "${siteDir}" does not exist`,
    fromBuild !== undefined &&
      !(built && built.isDirectory()) &&
      `there is no folder "${fromBuild}"; build the site first, or name the folder of its HTML`,
    externalAnchors === true && external === undefined && '--external-anchors needs --external',
    fixAnchors !== undefined && fix === undefined && '--fix-anchors needs --fix',
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
  const all = [...result.diagnostics, ...result.known];
  const update = updateBaseline(all, result.baseline, result.covers);
  const file = resolve(flags.baseline ?? join(result.siteDir, BASELINE_FILE));
  // Like output of a shell, a file that is named may be a link or a device.
  if (flags.baseline === undefined) replaceFile(file, update.text);
  else writeFileSync(file, update.text);
  printError(`${describeUpdate(update)} → ${file}`);
  return EXIT.fine;
}
