import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { realFolder } from '../build/build.ts';
import { siteBundleCache } from '../build/bundle-site.ts';
import { warmBundler } from '../build/bundle/warm-bundler.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { createLiveChannel } from './live/channel.ts';
import { bundleLiveScript } from './live/live-script.ts';
import { startDevServer } from './server/dev-server.ts';
import type { ListenProblem } from './server/listen.ts';
import type { DiskChanges } from './site/load-site.ts';
import { createWarmSite, type LiveSite } from './site/warm-site.ts';
import { watchTargets } from './watch-targets.ts';
import { type SiteWatcher, watchSite } from './watch/watch-site.ts';

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
  let watcher: SiteWatcher | undefined;
  let watched = '';
  const site: LiveSite = createWarmSite({
    options: { siteDir, configFile },
    bundler,
    onConfig: () => watch(),
    onChange: () => {
      channel.changed();
      updated();
    },
    onFindings: (complete) => {
      channel.found();
      const diagnostics = site.diagnostics();
      // Without a configuration there is nothing to serve, which is told in another way.
      if (!diagnostics.some(({ code }) => code === 'config-not-found'))
        onEvent({ type: 'findings', diagnostics, complete });
    },
    onError: (error) => onEvent({ type: 'error', error }),
  });
  const channel = createLiveChannel({ site });
  let updated = (): void => {};
  const update = async (changes: DiskChanges): Promise<void> => {
    const started = performance.now();
    const files = [...changes.paths].map((path) => relative(siteDir, path).replaceAll('\\', '/'));
    updated = () => onEvent({ type: 'updated', files, milliseconds: performance.now() - started });
    await site.update(changes);
    watch();
  };
  let missed: readonly string[] = [];
  const take = async ({ paths, structural }: DiskChanges): Promise<void> => {
    // The site folder itself is touched when docwright keeps something beside the site. A file that is away
    // while nothing is said to have gone is in the middle of a save.
    const isNews = (path: string): boolean => path !== siteDir && (structural || existsSync(path));
    const news = new Set([...missed, ...[...paths].filter(isNews)]);
    if (news.size === 0) return;
    try {
      await update({ paths: news, structural: structural || missed.length > 0 });
      missed = [];
    } catch (error) {
      // Taken in with the next change.
      missed = [...news];
      onEvent({ type: 'error', error });
    }
  };
  const watch = (): void => {
    const targets = watchTargets({ siteDir, configFile }, site.config(), site.inputs());
    const key = JSON.stringify(targets);
    if (key === watched) return;
    watched = key;
    if (watcher !== undefined) return void watcher.setTargets(targets);
    const onMessage = (text: string): void => onEvent({ type: 'message', text });
    watcher = watchSite({ ...targets, onChange: take, onMessage });
  };
  const close = async (): Promise<void> => {
    site.close();
    channel.close();
    await Promise.all([watcher?.close(), bundler.close()]);
  };
  await update({ paths: new Set(), structural: true });
  const missing = site.diagnostics().find(({ code }) => code === 'config-not-found');
  if (missing !== undefined) {
    await close();
    return { kind: 'failed', message: missing.message, hint: missing.hint ?? '' };
  }
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

/** Makes a value when it is first asked for. */
function remembered<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}
