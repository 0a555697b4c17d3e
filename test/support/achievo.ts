import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from '../../src/index.ts';
import { type StaticServer, serve } from './serve.ts';
import { STRICT_POLICY } from './strict-policy.ts';

/** One page of each kind below `/docs/api`. */
export const API_PAGES = {
  /** Query parameters; the sidebar, but no body. */
  list: '/docs/api/get-tenants/',
  /** A body with alternatives that hold themselves. */
  circular: '/docs/api/post-contract-rule/',
  /** A callback, and a response of each class. */
  callback: '/docs/api/post-job-status/',
  /** A sample that the description brings, of a language that other pages do not have. */
  ownSample: '/docs/api/get-tenant/',
  /** An answer without a body. */
  empty: '/docs/api/delete-tenant/',
  webhook: '/docs/api/webhook-chain-request-finished/',
  info: '/docs/api/achievo-api/',
  schemas: '/docs/api/schemas/',
  schema: '/docs/api/schemas/RuleCondition/',
  allOfSchema: '/docs/api/schemas/ContractRule/',
} as const;

export interface BuiltSite {
  readonly server: StaticServer;
  /** Stops the server and deletes the files. */
  readonly dispose: () => Promise<void>;
}

/** Builds this repository's site into a temporary folder and serves it under the strict policy. */
export async function serveAchievo(): Promise<BuiltSite> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-achievo-'));
  const outDir = join(folder, 'site');
  const { diagnostics } = await build({ siteDir: resolve(import.meta.dirname, '../..'), outDir });
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const server = await serve(outDir, { headers: { 'Content-Security-Policy': STRICT_POLICY } });
  const dispose = async (): Promise<void> => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, dispose };
}
