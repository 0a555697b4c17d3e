import { relative } from 'node:path';
import { warmBundler } from '../bundle/warm-bundler.ts';
import { realFolder } from '../config/folders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Rules } from '../diagnostics/levels.ts';
import { configNotes } from '../pipeline/build.ts';
import { siteBundleCache } from '../pipeline/bundle.ts';
import type { ListenProblem } from '../server/listen.ts';
import { startDevServer } from './dev-server.ts';
import type { FileFollower } from './follow-files.ts';
import { createLiveChannel } from './live/channel.ts';
import { liveScript } from './live/live-script.ts';
import type { SiteProblems } from './warm/inspector.ts';
import type { DiskChanges } from './warm/load-site.ts';
import { createWarmSite, type LiveSite } from './warm/warm-site.ts';
import { lazy } from '../shared/lazy.ts';

export interface DevOptions {
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string | undefined;
  /** Default: 3000, or the next free port. 0: any. */
  readonly port?: number | undefined;
  /** Default: `localhost`, reachable from this machine only. */
  readonly host?: string | undefined;
  /** Allowed host names besides `localhost`, IP addresses and `host`; `.x` allows x and all names below it. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Whether pages can send requests to a mock of each API. */
  readonly mock?: boolean | undefined;
  /** Levels that win over those of the configuration, by code. */
  readonly rules?: Rules | undefined;
  readonly onEvent?: (event: DevEvent) => void;
}

/** An event while a site is served. */
export type DevEvent =
  /** The served site is up to date. `files` are relative to the site folder, `milliseconds` count from the first event. */
  | { readonly type: 'updated'; readonly files: readonly string[]; readonly milliseconds: number }
  /** `complete`: the whole site was checked; else only the files that were just saved. */
  | ({ readonly type: 'findings'; readonly complete: boolean } & SiteProblems)
  | { readonly type: 'message'; readonly text: string }
  /** A bug in docwright; the previous state is still served. */
  | { readonly type: 'error'; readonly error: unknown };

export interface DevServer {
  readonly kind: 'listening';
  /** Origin and base path. */
  readonly url: string;
  readonly port: number;
  /** Absolute folder that the diagnostics' files are relative to. */
  readonly siteDir: string;
  /** Number of pages; undefined until a configuration could be read. */
  readonly pages: () => number | undefined;
  /** Resolves when the whole site has been checked in its current state. */
  readonly settled: () => Promise<void>;
  /** Closes connections, watchers and esbuild's contexts. */
  readonly close: () => Promise<void>;
}

/**
 * Serves a site from memory and updates it when files change. Resolves when the first page can be served; a broken site
 * is served as soon as it is fixed.
 */
export async function dev(options: DevOptions): Promise<DevServer | ListenProblem> {
  const { onEvent = () => {}, configFile, rules } = options;
  const siteDir = realFolder(options.siteDir);
  const bundler = warmBundler(siteBundleCache(siteDir));
  const onError = (error: unknown): void => onEvent({ type: 'error', error });
  const since = Date.now();
  let updated = (): void => {};
  let isServing = false;
  let isClosed = false;
  let files: FileFollower | undefined;
  const site: LiveSite = createWarmSite({
    options: { siteDir, configFile },
    isMocked: options.mock === true,
    bundler,
    rules,
    onConfig: (config) => {
      files?.watch();
      for (const text of configNotes(config)) onEvent({ type: 'message', text: `note: ${text}` });
    },
    onChange: () => {
      channel.changed();
      updated();
    },
    onFindings: (complete) => {
      // Now all included files are known. Without any, the targets need no second look while files are saved.
      if (complete && site.inputs().hasIncludes) files?.watch();
      channel.found();
      const problems = site.problems();
      if (isServing || noConfiguration(problems.diagnostics) === undefined)
        onEvent({ type: 'findings', complete, ...problems });
    },
    onError,
  });
  const channel = createLiveChannel({ site });
  const update = async (changes: DiskChanges): Promise<void> => {
    const started = performance.now();
    const names = [...changes.paths].map((path) => relative(siteDir, path).replaceAll('\\', '/'));
    updated = () =>
      onEvent({ type: 'updated', files: names, milliseconds: performance.now() - started });
    await site.update(changes);
    files?.watch();
  };
  /** Starts the watcher without delaying the first page; changes made in the meantime are reported then. */
  const follow = async (): Promise<void> => {
    const { followFiles } = await import('./follow-files.ts');
    if (isClosed) return;
    const onMessage = (text: string): void => onEvent({ type: 'message', text });
    files = followFiles({ siteDir, configFile, site, since, update, onMessage, onError });
    files.watch();
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    site.close();
    channel.close();
    files?.close();
    await bundler.close();
  };
  await update({ paths: new Set(), structural: true });
  const missing = noConfiguration(site.diagnostics());
  if (missing !== undefined) {
    await close();
    return { kind: 'failed', message: missing.message, hint: missing.hint ?? '' };
  }
  isServing = true;
  const server = await startDevServer({
    ...options,
    site,
    channel: channel.handle,
    liveScript: lazy(liveScript),
  });
  if (server.kind === 'failed') {
    await close();
    return server;
  }
  follow().catch(onError);
  return {
    kind: 'listening',
    url: server.url,
    port: server.port,
    siteDir,
    pages: site.pages,
    settled: site.settled,
    close: async () => {
      await Promise.all([server.close(), close()]);
    },
  };
}

/** Without a configuration at the start, the command ends with this problem. */
function noConfiguration(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find(({ code }) => code === 'config-not-found');
}
