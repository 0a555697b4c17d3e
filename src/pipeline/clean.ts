/** Deletes what commands can make again. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache/cache-folder.ts';
import { realFolder } from '../config/folders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { loadSite } from '../publish/recover.ts';
import { openStage } from '../publish/stage.ts';

export interface CleanOptions {
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string;
  /** Default: the configuration's `outDir`. */
  readonly outDir?: string;
  /** Whether to delete the files of the output folder, too, which builds have written. Default: false. */
  readonly output?: boolean;
}

export interface CleanResult {
  readonly diagnostics: readonly Diagnostic[];
  /** The deleted cache folder and its size in bytes; undefined if there was none. */
  readonly cache: { readonly folder: string; readonly bytes: number } | undefined;
  /** The output folder and the number of files deleted there; undefined if it is kept. */
  readonly output: { readonly folder: string; readonly files: number } | undefined;
}

/** Deletes the caches of a site and, if asked to, what builds have written to its output folder, but no other file. */
export async function clean(options: CleanOptions): Promise<CleanResult> {
  const siteDir = realFolder(options.siteDir);
  const folder = cacheFolder(siteDir);
  const cache = existsSync(folder) ? { folder, bytes: sizeOf(folder) } : undefined;
  rmSync(folder, { recursive: true, force: true });
  if (options.output !== true) return { diagnostics: [], cache, output: undefined };
  const { config, diagnostics } = await loadSite({ ...options, siteDir });
  // A configuration that cannot be read does not tell which folder it is.
  if (config === undefined || !existsSync(config.outDir)) {
    return { diagnostics, cache, output: undefined };
  }
  const { stage, diagnostics: problems } = await openStage(config.outDir);
  const summary = await stage?.commit();
  const found = [...problems, ...(stage?.diagnostics ?? [])];
  const output = summary && { folder: config.outDir, files: summary.deleted };
  return { diagnostics: found, cache, output };
}

/** The size of all files in a folder, in bytes. */
export function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
    .reduce((sum, size) => sum + size, 0);
}
