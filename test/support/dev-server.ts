import { setTimeout as wait } from 'node:timers/promises';
import { type DevEvent, type DevOptions, dev } from '../../src/dev/dev.ts';
import type { StaticServer } from './serve.ts';
import { formatDiagnostics, type SiteDriver, type SiteFiles, site } from './site.ts';

/** A site in a separate folder that `docs dev` serves while a test writes it. */
export interface DevSite {
  readonly driver: SiteDriver;
  /** For what reads a built site; it keeps no list of requests. */
  readonly server: StaticServer;
  /** Problems as `file:line:column code`, as they were printed last; undefined until the whole site was looked at once. */
  readonly diagnostics: () => readonly string[] | undefined;
  /** All printed lines. */
  readonly events: readonly DevEvent[];
  /** Resolves when the whole site has been looked at in its present state. */
  readonly settled: () => Promise<void>;
  /** Stops the server and starts another one at the same port; `meanwhile` runs in between. */
  readonly restart: (meanwhile?: () => Promise<void>) => Promise<void>;
  /** Stops the server and deletes the folder. */
  readonly dispose: () => Promise<void>;
}

/** Milliseconds after which the server does not report files as written while it started. */
const AGE = 40;

/** Serves a site with the server of `docs dev`, in this process. */
export async function devServer(files: SiteFiles): Promise<DevSite> {
  const driver = site(files).warm();
  await wait(AGE);
  const events: DevEvent[] = [];
  const options = { siteDir: driver.dir, onEvent: (event: DevEvent) => void events.push(event) };
  let running = await start({ ...options, port: 0 });
  return {
    driver,
    server: { url: running.url, requests: [], close: () => running.close() },
    diagnostics: () => lastFindings(events),
    events,
    settled: () => running.settled(),
    restart: async (meanwhile = async () => undefined) => {
      const { port } = running;
      await running.close();
      await meanwhile();
      running = await start({ ...options, port });
    },
    dispose: async () => {
      await running.close();
      driver.dispose();
    },
  };
}

async function start(options: DevOptions) {
  const server = await dev(options);
  if (server.kind === 'failed') throw new Error(`${server.message}\n${server.hint}`);
  return server;
}

function lastFindings(events: readonly DevEvent[]): readonly string[] | undefined {
  const isComplete = events.some((event) => event.type === 'findings' && event.complete);
  const last = events.findLast((event) => event.type === 'findings');
  return isComplete && last !== undefined ? formatDiagnostics(last.diagnostics) : undefined;
}
