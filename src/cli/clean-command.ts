import { resolve } from 'node:path';
import type { Command } from 'commander';
import { printError } from './print.ts';
import { EXIT, reportDiagnostics, shortFolder, siteFolder } from './report.ts';
import { addSiteOptions } from './site-flags.ts';

interface CleanFlags {
  readonly config?: string;
  readonly outDir?: string;
  readonly output: boolean;
}

/** `docs clean [dir]`. */
export function addCleanCommand(program: Command): void {
  addSiteOptions(program.command('clean'))
    .description('delete the cache of a site')
    .option('--output', 'also delete what builds wrote to the output folder', false)
    .option('-o, --out-dir <dir>', 'with --output: this folder (default: outDir, else build)')
    .addHelpText('after', HELP)
    .action(async (dir: string | undefined, flags: CleanFlags) => {
      process.exitCode = await runClean(dir, flags);
    });
}

const HELP = `
Deletes .docwright/cache in the site folder, or the site's folder in DOCS_CACHE_DIR. Nothing is lost: the next
command makes it again, and takes longer. --output deletes only files that builds wrote.

Examples:
  $ docs clean
  $ docs clean --output
`;

async function runClean(dir: string | undefined, flags: CleanFlags): Promise<number> {
  const siteDir = siteFolder(dir, flags.config);
  const { clean } = await import('../pipeline/clean.ts');
  const { diagnostics, cache, output } = await clean({
    siteDir,
    ...(flags.config === undefined ? {} : { configFile: resolve(flags.config) }),
    ...(flags.outDir === undefined ? {} : { outDir: resolve(flags.outDir) }),
    output: flags.output,
  });
  reportDiagnostics({ diagnostics, siteDir }, 'pretty');
  const kilobytes = Math.ceil((cache?.bytes ?? 0) / 1000);
  const lines = [
    cache === undefined
      ? 'there is no cache'
      : `deleted ${shortFolder(cache.folder)} (${kilobytes} kB)`,
    ...(output === undefined
      ? []
      : [`deleted ${output.files} files in ${shortFolder(output.folder)}`]),
  ];
  printError(`${lines.join('\n')}\n`);
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  return failed ? EXIT.siteErrors : EXIT.fine;
}
