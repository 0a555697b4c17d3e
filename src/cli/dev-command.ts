import type { Command } from 'commander';
import { stop as stopEsbuild } from 'esbuild';
import { dev } from '../dev/dev.ts';
import { openBrowser } from '../server/open-browser.ts';
import { createDevLog } from './dev-log.ts';
import { EXIT } from './exit-codes.ts';
import { addServerOptions, REACH_HELP, type ServerFlags, serverOptions } from './server-flags.ts';
import { onFault } from './site-code.ts';
import { siteFolder } from './site-folder.ts';
import { redirectOutput } from './streams.ts';

/** `docs dev [dir]`. */
export function addDevCommand(program: Command): void {
  addServerOptions(program.command('dev'))
    .description('serve the site while it is written: what is saved is on the screen')
    .addHelpText('after', HELP)
    .action(async (dir: string | undefined, flags: ServerFlags) => {
      process.exitCode = await runDev(dir, flags);
    });
}

const HELP = `
Pages are made when they are asked for; the rest of the site is looked at in the background. Problems are
printed here and shown in the browser, and go away when they are mended. Nothing is written to the output
folder, and the last good state stays on the screen while the configuration or a template is broken.

${REACH_HELP}

Examples:
  $ docs dev
  $ docs dev docs --port 4000 --open
  $ docs dev --host 0.0.0.0 --allowed-host docs.test

Ctrl-C ends it.
`;

/** Ends when the process is interrupted, or with the reason why nothing can be served. */
async function runDev(dir: string | undefined, flags: ServerFlags): Promise<number> {
  const siteDir = siteFolder(dir, flags.config);
  const log = createDevLog(siteDir);
  // What code of the site throws is told, and the server lives on.
  const failed = new Promise<never>((_, reject) => onFault(log.fault, reject));
  // The service of esbuild complains when the process goes away before it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void stopEsbuild());
  const restoreOutput = redirectOutput();
  const starting = dev({ ...serverOptions(flags), siteDir, onEvent: log.event });
  const server = await Promise.race([starting, failed]);
  if (server.kind === 'failed') {
    const hint = server.hint === '' ? '' : `  hint: ${server.hint}\n`;
    process.stderr.write(`error: ${server.message}\n${hint}`);
    await stopEsbuild();
    return EXIT.usage;
  }
  restoreOutput();
  process.stdout.write(`${server.url}\n`);
  redirectOutput();
  log.ready(server.pages(), performance.now());
  if (flags.open) openBrowser(server.url);
  return failed;
}
