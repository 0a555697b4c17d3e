import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { printError } from './print.ts';
import { EXIT, reportDiagnostics, shortFolder, usageError } from './report.ts';
import { addSiteOptions, exitWith, namedSite, type SiteFlags } from './site-flags.ts';

interface ExportFlags extends SiteFlags {
  readonly to: string;
  readonly format: 'pages' | 'book' | 'pdf';
}

/** `docs export [dir]`. */
export function addExportCommand(program: Command): void {
  addSiteOptions(program.command('export'))
    .description('copy the built site for reading without a server')
    .requiredOption('--to <path>', 'write the copy to this folder; a PDF to this file')
    .addOption(
      new Option('--format <format>', 'write pages, one document, or a PDF of it')
        .choices(['pages', 'book', 'pdf'])
        .default('pages'),
    )
    .option('-o, --out-dir <dir>', 'copy this folder (default: outDir, else build)')
    .addHelpText('after', HELP)
    .action(exitWith(runExport));
}

const HELP = `
Pages of the copy open by a double click on index.html (file://): their addresses are relative. Browsers load no
scripts from a folder, so there is no search; the list of all pages takes its place.

book writes book.html: all pages of the sidebars in their order, in the default language and the latest versions,
with a table of contents and rules for paper. pdf prints it with an installed Chromium, Chrome or Edge; the
variable CHROMIUM names another one.

Examples:
  $ docs build && docs export --to handbook
  $ docs build && docs export --format pdf --to handbook.pdf
`;

async function runExport(dir: string | undefined, flags: ExportFlags): Promise<number> {
  const site = namedSite(dir, flags);
  const to = resolve(flags.to);
  const { exportOffline } = await import('../pipeline/export-offline.ts');
  const { exportBook, exportPdf } = await import('../pipeline/export-book.ts');
  const write = { pages: exportOffline, book: exportBook, pdf: exportPdf }[flags.format];
  const result = await write({ ...site, to });
  const { diagnostics, from, files } = result;
  reportDiagnostics({ ...site, diagnostics }, 'pretty');
  if ('problem' in result && typeof result.problem === 'string') return usageError(result.problem);
  if (files !== undefined) {
    const name = { pages: 'its index.html', book: 'its book.html', pdf: 'it' }[flags.format];
    const done = flags.format === 'pdf' ? 'printed' : `copied ${files} files to`;
    printError(`${done} ${shortFolder(to)}: open ${name}`);
    return EXIT.fine;
  }
  if (from === undefined || diagnostics.some(({ severity }) => severity === 'error'))
    return EXIT.usage;
  return usageError(`there is no ${shortFolder(from)}`, 'run `docs build` first');
}
