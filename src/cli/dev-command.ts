import type { Command } from 'commander';
import { stopEsbuild } from '../config/loading/esbuild.ts';
import type { DevEvent } from '../dev/dev.ts';
import { compareDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { printError, printOutput } from './print.ts';
import {
  failureText,
  plural,
  problemCounts,
  redirectOutput,
  reportDiagnostics,
  shortFolder,
  suppressedLines,
  usageError,
} from './report.ts';
import { onFault } from './site-code.ts';
import {
  addFindingOptions,
  addServerOptions,
  exitWith,
  FINDINGS_HELP,
  type FindingFlags,
  levelsOf,
  REACH_HELP,
  type ServerFlags,
  serverOptions,
} from './site-flags.ts';

type DevFlags = ServerFlags & FindingFlags & { readonly mock: boolean };

/** `docs dev [dir]`. */
export function addDevCommand(program: Command): void {
  addFindingOptions(addServerOptions(program.command('dev')))
    .description('serve the site and show changes as files are saved')
    .option('--mock', 'let pages of APIs send requests to a mock', false)
    .addHelpText('after', HELP)
    .action(exitWith(runDev));
}

const HELP = `
Pages are rendered on request, and the whole site is checked in the background. Problems are printed here and
shown in the browser until they are fixed. The output folder is not touched, except to finish an interrupted
build. While the configuration or a template is broken, the browser keeps the last good version.

${REACH_HELP}

${FINDINGS_HELP}

Examples:
  $ docs dev
  $ docs dev docs --port 4000 --open
  $ docs dev --host 0.0.0.0 --allowed-host docs.test
  $ docs dev --mock

Press Ctrl-C to stop.
`;

/** Runs until the process is interrupted or nothing can be served. */
async function runDev(dir: string | undefined, flags: DevFlags): Promise<number> {
  const options = serverOptions(dir, flags);
  const { siteDir } = options;
  const { dev } = await import('../dev/dev.ts');
  const log = createDevLog(siteDir, flags.verbose);
  // The server survives errors of the site's code, which are reported.
  const failed = new Promise<never>((_, reject) => onFault(log.fault, reject));
  // esbuild's service complains if the process ends before it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void stopEsbuild());
  const restoreOutput = redirectOutput();
  const starting = dev({
    ...options,
    mock: flags.mock,
    rules: levelsOf(flags),
    onEvent: log.event,
  });
  const server = await Promise.race([starting, failed]);
  if (server.kind === 'failed') {
    await stopEsbuild();
    return usageError(server.message, server.hint === '' ? undefined : server.hint);
  }
  restoreOutput();
  printOutput(server.url);
  redirectOutput();
  const pages = server.pages();
  const state = pages === undefined ? 'waiting for the configuration' : plural(pages, 'page');
  const seconds = (performance.now() / 1000).toFixed(2);
  printError(`${state} in ${shortFolder(siteDir)}, ready in ${seconds} s; press Ctrl-C to stop`);
  if (flags.open) (await import('../server/listen.ts')).openBrowser(server.url);
  return failed;
}

/** Prints problems if they have changed, and saved files. */
function createDevLog(siteDir: string, isVerbose: boolean) {
  const faults = new Set<string>();
  let printed: ReadonlySet<string> = new Set();
  let isReady = false;
  let lastLines = '';
  const findings = (event: Extract<DevEvent, { type: 'findings' }>): void => {
    const { diagnostics, complete } = event;
    const sorted = diagnostics.toSorted(compareDiagnostics);
    const before = printed;
    printed = new Set(sorted.map((entry) => JSON.stringify(entry)));
    const fresh = sorted.filter((entry) => !before.has(JSON.stringify(entry)));
    const isGone = [...before].some((key) => !printed.has(key));
    // The first complete check prints the state of the site; later ones print changes.
    const isFirst = complete && !isReady;
    isReady ||= complete;
    if (fresh.length > 0) reportDiagnostics({ diagnostics: fresh, siteDir }, 'pretty', isVerbose);
    if (fresh.length > 0 || isGone || isFirst) printError(problemCounts(sorted) || 'no problems');
    const lines = suppressedLines(event).join('\n');
    // Counts are final after the whole site is checked.
    if (!complete || lines === lastLines) return;
    lastLines = lines;
    printError(lines);
  };
  return {
    event: (event: DevEvent): void => {
      switch (event.type) {
        case 'updated': {
          const { files, milliseconds } = event;
          const rest = files.length > NAMED ? ` and ${files.length - NAMED} more` : '';
          if (files.length > 0)
            printError(
              `${files.slice(0, NAMED).join(', ')}${rest}: ${Math.round(milliseconds)} ms`,
            );
          break;
        }
        case 'findings':
          findings(event);
          break;
        case 'message':
          printError(event.text);
          break;
        case 'error':
          printError(failureText(event.error));
          break;
      }
    },
    /** Reports a problem of the site's code that has no known file. */
    fault: (problem: Diagnostic): void => {
      // A timer may throw the same error repeatedly.
      if (faults.has(problem.message)) return;
      faults.add(problem.message);
      reportDiagnostics({ diagnostics: [problem], siteDir }, 'pretty');
    },
  };
}

/** Number of names printed for files saved together. */
const NAMED = 3;
