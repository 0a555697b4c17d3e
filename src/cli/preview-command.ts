import type { Command } from 'commander';
import type { Preview } from '../server/preview/preview.ts';
import { printError, printOutput } from './print.ts';
import { EXIT, reportDiagnostics, shortFolder, usageError } from './report.ts';
import { runSiteCode } from './site-code.ts';
import {
  addServerOptions,
  exitWith,
  REACH_HELP,
  type ServerFlags,
  serverOptions,
} from './site-flags.ts';

/** `docs preview [dir]`. */
export function addPreviewCommand(program: Command): void {
  addServerOptions(program.command('preview'))
    .description('serve the built site as a host would')
    .option('-o, --out-dir <dir>', 'serve this folder (default: outDir, else build)')
    .addHelpText('after', HELP)
    .action(exitWith(runPreview));
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

async function runPreview(dir: string | undefined, flags: ServerFlags): Promise<number> {
  const options = serverOptions(dir, flags);
  const { preview } = await import('../server/preview/preview.ts');
  const result = await runSiteCode<Preview>(
    () => preview(options),
    ({ diagnostics }) => ({ kind: 'failed', diagnostics }),
  );
  reportDiagnostics({ ...options, diagnostics: result.diagnostics }, 'pretty');
  if (result.kind === 'failed') {
    const { problem } = result;
    return problem === undefined ? EXIT.usage : usageError(problem.message, problem.hint);
  }
  printOutput(result.url);
  printError(`serving ${shortFolder(result.outDir)}; press Ctrl-C to stop`);
  if (flags.open) (await import('../server/listen.ts')).openBrowser(result.url);
  // The interrupt handler ends the process.
  return new Promise<never>(() => undefined);
}
