import { realFolder } from '../../config/folders.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { securityHeaders } from '../../publish/hosting-rules.ts';
import { loadSite } from '../../publish/recover.ts';
import type { Listening, ListenProblem } from '../listen.ts';
import { startSiteServer } from '../site-server.ts';
import { openBuiltFolder } from './built-folder.ts';

export interface PreviewOptions {
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string | undefined;
  /** Default: the configuration's `outDir`. */
  readonly outDir?: string | undefined;
  /** Default: 3000, or the next free port. 0: any. */
  readonly port?: number | undefined;
  /** Default: `localhost`, reachable from this machine only. */
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
}

interface PreviewServer extends Omit<Listening, 'origin'> {
  /** Origin and base path. */
  readonly url: string;
  /** Absolute folder that is served. */
  readonly outDir: string;
  /** Warnings of the configuration. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The server of a built site, or the reason why it did not start; `problem` complements the diagnostics. */
export type Preview =
  | PreviewServer
  | {
      readonly kind: 'failed';
      readonly diagnostics: readonly Diagnostic[];
      readonly problem?: Omit<ListenProblem, 'kind'>;
    };

/** Serves the output folder as a host does. The configuration is read once, the folder with each request. */
export async function preview(options: PreviewOptions): Promise<Preview> {
  const { port, host = 'localhost', allowedHosts = [] } = options;
  const { config, diagnostics } = await loadSite({
    ...options,
    siteDir: realFolder(options.siteDir),
  });
  if (config === undefined) return { kind: 'failed', diagnostics };
  const answer = await openBuiltFolder(config);
  if (answer === undefined) {
    const problem = {
      message: `there is no built site in ${config.outDir}`,
      hint: 'run `docs build` first, or name the built folder with --out-dir',
    };
    return { kind: 'failed', diagnostics, problem };
  }
  const headers = securityHeaders(config);
  const server = await startSiteServer({
    port,
    host,
    allowedHosts,
    headers: () => headers,
    answer,
  });
  if (server.kind === 'failed') return { kind: 'failed', diagnostics, problem: server };
  const { outDir, baseUrl } = config;
  return { ...server, url: server.origin + baseUrl, outDir, diagnostics };
}
