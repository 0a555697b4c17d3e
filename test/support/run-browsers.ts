import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { browserOptions } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket addresses of the run's browsers: one for each worker, because pages of a browser share its clipboard. */
    readonly browsers: readonly string[];
  }
}

/** Vitest's global setup of the browser tests: without a browser the run fails before the first test. */
export async function setup({ provide, config }: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: Number(config.maxWorkers) });
  const options = { ...browserOptions(), host: '127.0.0.1' };
  const servers = await Promise.all(workers.map(() => chromium.launchServer(options)));
  provide(
    'browsers',
    servers.map((server) => server.wsEndpoint()),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
}
