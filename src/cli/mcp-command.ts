import { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { BuiltFolder } from '../mcp/read-folder.ts';
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
import { loadNamedSite } from './site-code.ts';
import { addSiteOptions, exitWith, namedSite, type SiteFlags, readPort } from './site-flags.ts';

/** `docs mcp [dir]`. */
export function addMcpCommand(program: Command): void {
  addSiteOptions(program.command('mcp'))
    .description('answer agents about the built site (MCP over stdio)')
    .option('-o, --out-dir <dir>', 'read this built folder (default: outDir, else build)')
    .option('--http [port]', 'answer over HTTP instead (default port: 3000)', readPort)
    .addHelpText('after', HELP)
    .action(exitWith(runMcp));
}

interface McpFlags extends SiteFlags {
  /** True without a port. */
  readonly http?: number | true;
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
  $ docs mcp --http 4000              at http://localhost:4000/mcp
`;

async function runMcp(dir: string | undefined, flags: McpFlags): Promise<number> {
  const connection = flags.http === undefined ? connectStreams() : undefined;
  const { openServer } = await import('../mcp/open-server.ts');
  const { outDir, ...site } = namedSite(dir, flags);
  const version = packageVersion();
  let folder = outDir ?? site.siteDir;
  let server = await openServer(folder, version);
  if (server === undefined && outDir === undefined) {
    // The configuration only names the folder.
    const { config, diagnostics } = await loadNamedSite(site);
    reportDiagnostics({ ...site, diagnostics }, 'pretty');
    if (config === undefined) return EXIT.usage;
    folder = config.outDir;
    server = await openServer(folder, version);
  }
  if (server === undefined)
    return usageError(
      `there is no built site in ${shortFolder(folder)}`,
      'run `docs build` first, or name the built folder with --out-dir',
    );
  if (connection === undefined)
    return serveHttp(server.files, flags.http === true ? undefined : flags.http, version);
  printError(`answering from ${shortFolder(folder)}; the client ends the server`);
  await server.serve(connection);
  return EXIT.fine;
}

/** Serves MCP over HTTP on this machine, until it is interrupted. */
async function serveHttp(
  { read }: BuiltFolder,
  port: number | undefined,
  version: string,
): Promise<number> {
  const { createMcpHandler } = await import('../mcp/http.ts');
  const { startSiteServer } = await import('../server/site-server.ts');
  const { NOT_FOUND, sendText } = await import('../server/send.ts');
  const handle = createMcpHandler({ read, version });
  const server = await startSiteServer({
    host: 'localhost',
    port,
    allowedHosts: [],
    takes: ({ method }) => method === 'POST',
    headers: () => [],
    answer: async (exchange) => {
      const { request, response, target } = exchange;
      if (target.pathname !== '/mcp') return sendText(exchange, NOT_FOUND);
      const { method = 'GET', headers } = request;
      // Types of streams differ between Node and browsers.
      const body: object = { body: Readable.toWeb(request), duplex: 'half' };
      const answer = await handle(
        new Request(`http://${headers.host}/mcp`, {
          method,
          headers: ['content-type', 'content-length', 'mcp-protocol-version', 'origin'].flatMap(
            (name): [string, string][] => {
              const value = headers[name];
              return value === undefined ? [] : [[name, String(value)]];
            },
          ),
          ...(method === 'POST' ? body : {}),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    },
  });
  if (server.kind === 'failed') return usageError(server.message, server.hint);
  printError(`answering at ${server.origin}/mcp; Ctrl+C ends the server`);
  return new Promise(() => undefined);
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
