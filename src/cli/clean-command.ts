import type { Command } from 'commander';
import { printError } from './print.ts';
import { exitCode, reportDiagnostics, shortFolder } from './report.ts';
import { addSiteOptions, exitWith, namedSite, type SiteFlags } from './site-flags.ts';

interface CleanFlags extends SiteFlags {
  readonly output: boolean;
}

/** `docs clean [dir]`. */
export function addCleanCommand(program: Command): void {
  addSiteOptions(program.command('clean'))
    .description('delete the cache of a site')
    .option('--output', 'also delete what builds wrote to the output folder', false)
    .option('-o, --out-dir <dir>', 'with --output: this folder (default: outDir, else build)')
    .addHelpText('after', HELP)
    .action(exitWith(runClean));
}

const HELP = `
Deletes .docwright/cache in the site folder, or the site's folder in DOCS_CACHE_DIR. Nothing is lost: the next
command makes it again, and takes longer. --output deletes only files that builds wrote.

Examples:
  $ docs clean
  $ docs clean --output
`;

async function runClean(dir: string | undefined, flags: CleanFlags): Promise<number> {
  const site = namedSite(dir, flags);
  const { clean } = await import('../pipeline/clean.ts');
  const { diagnostics, cache, output } = await clean({ ...site, output: flags.output });
  reportDiagnostics({ ...site, diagnostics }, 'pretty');
  if (cache === undefined) printError('there is no cache');
  else printError(`deleted ${shortFolder(cache.folder)} (${Math.ceil(cache.bytes / 1000)} kB)`);
  if (output !== undefined)
    printError(`deleted ${output.files} files in ${shortFolder(output.folder)}`);
  return exitCode(diagnostics);
}
