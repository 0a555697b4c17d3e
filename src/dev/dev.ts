import { relative } from 'node:path';
import { warmBundler } from '../bundle/warm-bundler.ts';
import { realFolder } from '../config/folders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { siteBundleCache } from '../pipeline/bundle.ts';
import type { ListenProblem } from '../server/listen.ts';
import { startDevServer } from './dev-server.ts';
import type { FileFollower } from './follow-files.ts';
import { createLiveChannel } from './live/channel.ts';
import { bundleLiveScript } from './live/live-script.ts';
import type { DiskChanges } from './warm/load-site.ts';
import { createWarmSite, type LiveSite } from './warm/warm-site.ts';

export interface DevOptions {
  /** The site folder. */
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string | undefined;
  /** Default: 3000, or the next one that is free. 0: any. */
  readonly port?: number | undefined;
  /** Default `localhost`: this machine alone. */
  readonly host?: string | undefined;
  /** Names beside `localhost`, IP addresses and `host` that the server may be asked by; `.x` is x and all below it. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly onEvent?: (event: DevEvent) => void;
}

/** What happens while a site is served. */
export type DevEvent =
  /** What is served agrees with the files again; relative to the site folder, `milliseconds` from hearing of it. */
  | { readonly type: 'updated'; readonly files: readonly string[]; readonly milliseconds: number }
  /** `complete`: the whole site has been looked at; else what was just saved. */
  | {
      readonly type: 'findings';
      readonly diagnostics: readonly Diagnostic[];
      readonly complete: boolean;
    }
  | { readonly type: 'message'; readonly text: string }
  /** Something failed that is docwright's own fault; what was served before is still served. */
  | { readonly type: 'error'; readonly error: unknown };

export interface DevServer {
  readonly kind: 'listening';
  /** Origin and base path. */
  readonly url: string;
  readonly port: number;
  /** Absolute folder that the diagnostics' files are relative to. */
  readonly siteDir: string;
  /** Pages of the site; undefined while no configuration can be read. */
  readonly pages: () => number | undefined;
  /** Resolves when the whole site has been looked at in its present state. */
  readonly settled: () => Promise<void>;
  /** Ends everything: connections, watches, what esbuild keeps open. */
  readonly close: () => Promise<void>;
}

/**
 * Serves a site from memory and keeps it up to date with its files. Resolves when the first page can be served; a site
 * that cannot be shown is served as soon as it can be.
 */
export async function dev(options: DevOptions): Promise<DevServer | ListenProblem> {
  const { onEvent = () => {}, configFile } = options;
  const siteDir = realFolder(options.siteDir);
  const bundler = warmBundler({ cache: siteBundleCache(siteDir) });
  const onError = (error: unknown): void => onEvent({ type: 'error', error });
  const since = Date.now();
  let updated = (): void => {};
  let isServing = false;
  let isClosed = false;
  let files: FileFollower | undefined;
  const site: LiveSite = createWarmSite({
    options: { siteDir, configFile },
    bundler,
    onConfig: () => files?.watch(),
    onChange: () => {
      channel.changed();
      updated();
    },
    onFindings: (complete) => {
      channel.found();
      const diagnostics = site.diagnostics();
      if (isServing || noConfiguration(diagnostics) === undefined)
        onEvent({ type: 'findings', diagnostics, complete });
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
  /** Loads the watcher, for which the first page does not wait: what is saved meanwhile is told then. */
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
    liveScript: remembered(bundleLiveScript),
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

/** Where there is no configuration at the start, there is nothing to wait for: the command ends. */
function noConfiguration(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find(({ code }) => code === 'config-not-found');
}

/** Makes a value when it is first asked for. */
function remembered<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}
