import type { Command } from 'commander';
import type { LoadedConfig } from '../config/load.ts';
import { printError } from './print.ts';
import {
  EXIT,
  failureText,
  packageVersion,
  redirectOutput,
  reportDiagnostics,
  shortFolder,
  usageError,
} from './report.ts';
import { runSiteCode } from './site-code.ts';
import { addSiteOptions, exitWith, namedSite, type SiteFlags } from './site-flags.ts';

/** `docs mcp [dir]`. */
export function addMcpCommand(program: Command): void {
  addSiteOptions(program.command('mcp'))
    .description('answer agents about the built site (MCP over stdio)')
    .option('-o, --out-dir <dir>', 'read this built folder (default: outDir, else build)')
    .addHelpText('after', HELP)
    .action(exitWith(runMcp));
}

const HELP = `
A server of the Model Context Protocol for agents: search with the site's ranking, pages as Markdown, API
operations and schemas. It reads the built folder and nothing else, and needs no network. A new build is
read with the next request. Clients start it themselves; add it to their configuration, often in this form:

  {
    "mcpServers": {
      "docs": { "command": "npx", "args": ["docs", "mcp", "/path/to/site"] }
    }
  }

[dir] can also be a built folder, such as a download of the site. With such a folder or --out-dir, no
configuration is loaded.

Examples:
  $ docs build && docs mcp
  $ docs mcp --out-dir build
  $ docs mcp ~/Downloads/site
`;

async function runMcp(dir: string | undefined, flags: SiteFlags): Promise<number> {
  const connection = connectStreams();
  const { openServer } = await import('../mcp/session.ts');
  const { outDir, ...site } = namedSite(dir, flags);
  const version = packageVersion();
  let folder = outDir ?? site.siteDir;
  let serve = await openServer(folder, version);
  if (serve === undefined && outDir === undefined) {
    // The configuration only names the folder.
    const { loadSite } = await import('../publish/recover.ts');
    const { config, diagnostics } = await runSiteCode<Pick<LoadedConfig, 'config' | 'diagnostics'>>(
      () => loadSite(site),
      (fault) => ({ ...fault, config: undefined }),
    );
    reportDiagnostics({ ...site, diagnostics }, 'pretty');
    if (config === undefined) return EXIT.usage;
    folder = config.outDir;
    serve = await openServer(folder, version);
  }
  if (serve === undefined)
    return usageError(
      `there is no built site in ${shortFolder(folder)}`,
      'run `docs build` first, or name the built folder with --out-dir',
    );
  printError(`answering from ${shortFolder(folder)}; the client ends the server`);
  await serve(connection);
  return EXIT.fine;
}

/** Keeps standard output for the protocol: whatever else prints there goes to standard error. */
function connectStreams() {
  const { stdin, stdout } = process;
  const write = stdout.write.bind(stdout);
  redirectOutput();
  // A client that does not read any more will not write either.
  stdout.once('close', () => stdin.destroy());
  return {
    input: readUntilClosed(stdin),
    write: (text: string) => new Promise<void>((done) => write(text, () => done())),
    report: (error: unknown) => printError(failureText(error)),
  };
}

async function* readUntilClosed(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* input;
  } catch {
    // The client is gone.
  }
}
