/** Deletes what commands can make again. */
import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache/cache-folder.ts';
import { CACHE_PARTS, foreignFolder } from '../cache/sealed-folder.ts';
import { realFolder } from '../config/folders.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { ignoreSystemErrors } from '../publish/disk.ts';
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
  const foreign = foreignFolder(siteDir, folder);
  if (foreign !== undefined) return { diagnostics: [notOurs(foreign)], ...NOTHING };
  const cache = existsSync(folder) ? { folder, bytes: sizeOf(folder) } : undefined;
  if (cache !== undefined) deleteCache(folder);
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

const NOTHING = { cache: undefined, output: undefined } as const;

function notOurs(folder: string): Diagnostic {
  return diagnostic('output-not-ours', {
    message: `${folder} is a symbolic link or no folder, and nothing in it is deleted`,
    hint: 'remove it yourself; commands make the folder again',
  });
}

/** Versions before 0.1.0 kept each compiled configuration beside the folders. */
const OLD = /^config-[\da-f]{24}$/;

/** Deletes what commands keep there. Links are removed, not followed. */
function deleteCache(folder: string): void {
  const names = [...CACHE_PARTS, 'diff', ...readdirSync(folder).filter((name) => OLD.test(name))];
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
  // Files of others stay.
  ignoreSystemErrors(() => rmdirSync(folder));
}

/** The size of all files in a folder, in bytes. */
export function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
    .reduce((sum, size) => sum + size, 0);
}
