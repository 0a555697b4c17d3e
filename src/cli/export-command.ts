import { resolve } from 'node:path';
import type { Command } from 'commander';
import { printError } from './print.ts';
import { EXIT, reportDiagnostics, shortFolder, usageError } from './report.ts';
import { addSiteOptions, exitWith, namedSite, type SiteFlags } from './site-flags.ts';

interface ExportFlags extends SiteFlags {
  readonly to: string;
}

/** `docs export [dir]`. */
export function addExportCommand(program: Command): void {
  addSiteOptions(program.command('export'))
    .description('copy the built site for reading without a server')
    .requiredOption('--to <folder>', 'write the copy to this folder')
    .option('-o, --out-dir <dir>', 'copy this folder (default: outDir, else build)')
    .addHelpText('after', HELP)
    .action(exitWith(runExport));
}

const HELP = `
Pages of the copy open by a double click on index.html (file://): their addresses are relative. Browsers load no
scripts from a folder, so there is no search; the list of all pages takes its place.

Examples:
  $ docs build && docs export --to handbook
`;

async function runExport(dir: string | undefined, flags: ExportFlags): Promise<number> {
  const site = namedSite(dir, flags);
  const to = resolve(flags.to);
  const { exportOffline } = await import('../pipeline/export-offline.ts');
  const { diagnostics, from, files } = await exportOffline({ ...site, to });
  reportDiagnostics({ ...site, diagnostics }, 'pretty');
  if (files !== undefined) {
    printError(`copied ${files} files to ${shortFolder(to)}: open its index.html`);
    return EXIT.fine;
  }
  if (from === undefined || diagnostics.some(({ severity }) => severity === 'error'))
    return EXIT.usage;
  return usageError(`there is no ${shortFolder(from)}`, 'run `docs build` first');
}
