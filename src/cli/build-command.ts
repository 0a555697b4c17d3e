import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { FORMATS, type Format } from '../diagnostics/format.ts';
import { type BuildResult, build } from '../pipeline/build.ts';
import { createProgress, EXIT, reportDiagnostics, siteFolder, summaryText } from './report.ts';
import { runSiteCode } from './site-code.ts';

interface BuildFlags {
  readonly config?: string;
  readonly outDir?: string;
  readonly format: Format;
  readonly quiet: boolean;
  readonly cache: boolean;
}

/** `docs build [dir]`. */
export function addBuildCommand(program: Command): void {
  program
    .command('build')
    .description('build the site as static files; with an error nothing is published')
    .argument('[dir]', 'folder of the site (default: the folder of --config, else this folder)')
    .option(
      '-c, --config <file>',
      'configuration file (default: site.config.ts in the site folder)',
    )
    .option(
      '-o, --out-dir <dir>',
      'output folder (default: outDir of the configuration, else build)',
    )
    .addOption(
      new Option('--format <format>', 'how problems are printed')
        .choices(FORMATS)
        .default('pretty'),
    )
    .option('-q, --quiet', 'print problems only', false)
    .option('--no-cache', 'compile templates and pages anew, whatever .docwright/bundles holds')
    .addHelpText(
      'after',
      `
Examples:
  $ docs build
  $ docs build docs --config docs/site.config.ts --out-dir dist
  $ docs build --format json > problems.json
`,
    )
    .action(async (dir: string | undefined, flags: BuildFlags) => {
      process.exitCode = await runBuild(dir, flags);
    });
}

async function runBuild(dir: string | undefined, flags: BuildFlags): Promise<number> {
  const started = performance.now();
  const progress = createProgress({ enabled: !flags.quiet && flags.format === 'pretty' });
  const siteDir = siteFolder(dir, flags.config);
  const run = await runSiteCode(() =>
    build({
      siteDir,
      ...(flags.config === undefined ? {} : { configFile: resolve(flags.config) }),
      ...(flags.outDir === undefined ? {} : { outDir: resolve(flags.outDir) }),
      cache: flags.cache,
      onProgress: progress.update,
    }),
  );
  const result = run.kind === 'done' ? run.result : faultResult(run.problem, siteDir);
  progress.end();
  reportDiagnostics(result, flags.format);
  if (!flags.quiet && flags.format === 'pretty') {
    process.stderr.write(summaryText(result, performance.now() - started));
  }
  return exitCode(result);
}

function faultResult(problem: Diagnostic, siteDir: string): BuildResult {
  const badConfig = problem.code === 'config-load';
  return { ok: false, diagnostics: [problem], siteDir, badConfig };
}

function exitCode(result: BuildResult): number {
  if (result.ok) return EXIT.fine;
  return result.badConfig ? EXIT.usage : EXIT.siteErrors;
}
