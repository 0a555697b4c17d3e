import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Preview } from '../server/preview/preview.ts';
import { printError, printOutput } from './print.ts';
import { EXIT, reportDiagnostics, shortFolder, siteFolder } from './report.ts';
import { runSiteCode } from './site-code.ts';
import { addServerOptions, REACH_HELP, type ServerFlags, serverOptions } from './site-flags.ts';

interface PreviewFlags extends ServerFlags {
  readonly outDir?: string;
}

/** `docs preview [dir]`. */
export function addPreviewCommand(program: Command): void {
  addServerOptions(program.command('preview'))
    .description('serve the built site as a host would')
    .option('-o, --out-dir <dir>', 'serve this folder (default: outDir, else build)')
    .addHelpText('after', HELP)
    .action(async (dir: string | undefined, flags: PreviewFlags) => {
      process.exitCode = await runPreview(dir, flags);
    });
}

const HELP = `
Serves the output folder at its base path, with the 404 page, the security policy and the cache rules that
the site's host should use. A new build is served with the next request. After a change of baseUrl, restart
the preview.

${REACH_HELP}

Examples:
  $ docs build && docs preview
  $ docs preview docs --port 8080 --open
  $ docs preview --out-dir dist               after \`docs build --out-dir dist\`
  $ docs preview --host 0.0.0.0               for other machines in the network
  $ docs preview --allowed-host .example.com  behind a proxy or tunnel

Press Ctrl-C to stop.
`;

async function runPreview(dir: string | undefined, flags: PreviewFlags): Promise<number> {
  const siteDir = siteFolder(dir, flags.config);
  const outDir = flags.outDir === undefined ? undefined : resolve(flags.outDir);
  const { preview } = await import('../server/preview/preview.ts');
  const result = await runSiteCode<Preview>(
    () => preview({ ...serverOptions(flags), siteDir, outDir }),
    (problem) => ({ kind: 'failed', diagnostics: [problem] }),
  );
  reportDiagnostics({ diagnostics: result.diagnostics, siteDir }, 'pretty');
  if (result.kind === 'failed') {
    const { problem } = result;
    if (problem !== undefined) {
      printError(`error: ${problem.message}\n  hint: ${problem.hint}\n`);
    }
    return EXIT.usage;
  }
  printOutput(`${result.url}\n`);
  printError(`serving ${shortFolder(result.outDir)}; press Ctrl-C to stop\n`);
  if (flags.open) (await import('../server/listen.ts')).openBrowser(result.url);
  // The interrupt handler ends the process.
  return new Promise<never>(() => undefined);
}
