import { resolve } from 'node:path';
import type { Command } from 'commander';
import { printError } from './print.ts';
import { EXIT, reportDiagnostics, shortFolder, siteFolder } from './report.ts';
import { addSiteOptions } from './site-flags.ts';

interface ExportFlags {
  readonly config?: string;
  readonly outDir?: string;
  readonly to: string;
}

/** `docs export [dir]`. */
export function addExportCommand(program: Command): void {
  addSiteOptions(program.command('export'))
    .description('copy the built site for reading without a server')
    .requiredOption('--to <folder>', 'write the copy to this folder')
    .option('-o, --out-dir <dir>', 'copy this folder (default: outDir, else build)')
    .addHelpText('after', HELP)
    .action(async (dir: string | undefined, flags: ExportFlags) => {
      process.exitCode = await runExport(dir, flags);
    });
}

const HELP = `
Pages of the copy open by a double click on index.html (file://): their addresses are relative. Browsers load no
scripts from a folder, so there is no search; the list of all pages takes its place.

Examples:
  $ docs build && docs export --to handbook
`;

async function runExport(dir: string | undefined, flags: ExportFlags): Promise<number> {
  const siteDir = siteFolder(dir, flags.config);
  const to = resolve(flags.to);
  const { exportOffline } = await import('../pipeline/export-offline.ts');
  const { diagnostics, from, files } = await exportOffline({
    siteDir,
    to,
    ...(flags.config === undefined ? {} : { configFile: resolve(flags.config) }),
    ...(flags.outDir === undefined ? {} : { outDir: resolve(flags.outDir) }),
  });
  reportDiagnostics({ diagnostics, siteDir }, 'pretty');
  if (files !== undefined) {
    printError(`copied ${files} files to ${shortFolder(to)}: open its index.html\n`);
    return EXIT.fine;
  }
  const isBuilt = from === undefined || diagnostics.some(({ severity }) => severity === 'error');
  if (!isBuilt)
    printError(`error: there is no ${shortFolder(from)}\n  hint: run \`docs build\` first\n`);
  return EXIT.usage;
}
