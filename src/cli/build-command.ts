import { type Command, Option } from 'commander';
import { HOSTS } from '../config/hosts.ts';
import { type Format, FORMATS } from '../diagnostics/format.ts';
import { NOTHING_SUPPRESSED } from '../links/select-findings.ts';
import type { BuildResult } from '../pipeline/build.ts';
import type { ProgressEvent } from '../pipeline/produce.ts';
import { printError } from './print.ts';
import { EXIT, reportDiagnostics, summaryText } from './report.ts';
import { runSiteCode } from './site-code.ts';
import {
  addFindingOptions,
  addSiteOptions,
  exitWith,
  type FindingFlags,
  FINDINGS_HELP,
  levelsOf,
  namedSite,
  wholeNumber,
} from './site-flags.ts';

interface BuildFlags extends FindingFlags {
  readonly format: Format;
  readonly quiet: boolean;
  readonly cache: boolean;
  readonly keepPrevious: number;
  readonly hosting?: (typeof HOSTS)[number];
  readonly verify: boolean;
  readonly failOn: 'error' | 'warning';
  readonly profile: boolean;
  readonly why?: string;
}

/** `docs build [dir]`. */
export function addBuildCommand(program: Command): void {
  addFindingOptions(addSiteOptions(program.command('build')))
    .description('build the site as static files')
    .option('-o, --out-dir <dir>', 'write to this folder (default: outDir, else build)')
    .addOption(
      new Option('--format <format>', 'print problems in this format')
        .choices(FORMATS)
        .default('pretty'),
    )
    .addOption(
      new Option('--fail-on <severity>', 'lowest severity that publishes nothing')
        .choices(['error', 'warning'])
        .default('error'),
    )
    .addOption(new Option('--hosting <host>', 'write the rules of this host').choices(HOSTS))
    .option('-q, --quiet', 'print problems only', false)
    .option('--no-cache', 'neither read nor write the cache')
    .option('--profile', 'print the time of each step and of the slowest pages', false)
    .option('--why <address>', 'say why the page with this address was made again')
    .option('--verify', 'build twice, fail if a file differs', false)
    .option(
      '--keep-previous <n>',
      'keep scripts and files of the last <n> builds',
      wholeNumber([0, 99]),
      0,
    )
    .addHelpText(
      'after',
      `
Errors leave the output folder as it is: the last good build stays published. So do warnings with
--fail-on warning. A build checks all links within the site, so it needs no docs check-links before it.

--verify builds without the cache, then a second time in another process with another output folder, time zone
and locale. If a file differs, it is named with its first differing line, and nothing is published.

The cache for the next build is .docwright/cache in the site folder, or the site's folder in DOCS_CACHE_DIR. The
site is the same with and without it. In CI, there is none without the secret DOCS_CACHE_KEY. docs clean deletes
it.

${FINDINGS_HELP}

Examples:
  $ docs build
  $ docs build docs --config docs/site.config.ts --out-dir dist
  $ docs build --format json > problems.json
  $ docs build --hosting nginx
  $ docs build --fail-on warning --format github
  $ docs build --no-cache --profile
  $ docs build --why /docs/start/
`,
    )
    .action(exitWith(runBuild));
}

async function runBuild(dir: string | undefined, flags: BuildFlags): Promise<number> {
  const started = performance.now();
  const isTalking = !flags.quiet && flags.format === 'pretty';
  const profile = createBuildProfile();
  const { cache, keepPrevious, hosting, verify, why, failOn } = flags;
  const site = { ...namedSite(dir, flags), cache, keepPrevious, verify, why, failOn };
  const { build } = await import('../pipeline/build.ts');
  const result = await runSiteCode<BuildResult>(
    (showProgress) =>
      build({
        ...site,
        ...(hosting === undefined ? {} : { hosting }),
        rules: levelsOf(flags),
        onProgress: (event) => {
          profile.onProgress(event);
          showProgress(event);
        },
        onPage: profile.onPage,
      }),
    ({ badUsage: badConfig, ...fault }) => {
      return { ...NOTHING_SUPPRESSED, ...fault, ok: false, siteDir: site.siteDir, badConfig };
    },
    isTalking,
  );
  reportDiagnostics(result, flags.format, flags.verbose);
  if (isTalking)
    printError(summaryText(result, performance.now() - started, profile.slowest(3, SLOW)));
  if (flags.profile) printError(profile.text());
  if (result.why !== undefined) printError(result.why.join('\n'));
  if (result.ok) return EXIT.fine;
  return result.badConfig ? EXIT.usage : EXIT.siteErrors;
}

/** Time of a step in milliseconds: of all threads of the process, and on the clock. */
interface Time {
  cpu: number;
  wall: number;
}

/** Milliseconds from which a summary names a page. */
const SLOW = 200;

/** Measures the steps and pages of a build, for its summary and `--profile`. */
export function createBuildProfile() {
  const steps = new Map<string, Time>();
  const pages: { readonly route: string; readonly milliseconds: number }[] = [];
  /** The pages that took longest, and at least some milliseconds. */
  const slowest = (count: number, least = 0): typeof pages =>
    pages
      .filter(({ milliseconds }) => milliseconds >= least)
      .toSorted((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, count);
  let step = 'start';
  let last = { cpu: 0, wall: 0 };
  const enter = (next: string): void => {
    const { user, system } = process.cpuUsage();
    // Both since the start of the process.
    const now = { cpu: (user + system) / 1000, wall: performance.now() };
    const time = steps.get(step) ?? { cpu: 0, wall: 0 };
    time.cpu += now.cpu - last.cpu;
    time.wall += now.wall - last.wall;
    steps.set(step, time);
    last = now;
    step = next;
  };
  return {
    onProgress: (event: ProgressEvent): void => {
      if (event.step !== step) enter(event.step);
    },
    onPage: (route: string, milliseconds: number): void => {
      pages.push({ route, milliseconds });
    },
    slowest,
    /** Ends the last step; returns the report. */
    text: (): string => {
      enter('');
      const total = last;
      const inColumn = (time: number): string => time.toFixed(0).padStart(10);
      const rows = [...steps, ['total', total] as const].map(
        ([name, { cpu, wall }]) =>
          `  ${name.padEnd(10)}${inColumn(wall)}${inColumn(cpu)}${`${((wall / total.wall) * 100).toFixed(0)} %`.padStart(7)}`,
      );
      const slow = slowest(10);
      return [
        '  step         time ms    CPU ms   time',
        ...rows,
        ...(slow.length === 0 ? [] : ['', `  slowest pages, in ms`]),
        ...slow.map(
          ({ route, milliseconds }) => `  ${milliseconds.toFixed(1).padStart(8)}  ${route}`,
        ),
      ].join('\n');
    },
  };
}
