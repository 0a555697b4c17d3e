/** Keeps on disk for the next run: the results of steps, and the files that were read and written. */
import { dirname, join } from 'node:path';
import { codeHash } from '../cache/code-hash.ts';
import { createFileHashes, type FileHashes, hashOf, type KnownFile } from '../cache/file-hashes.ts';
import { createMemory, type Memory } from '../cache/memory.ts';
import { openRecords, type RecordStore } from '../cache/record-store.ts';
import { siteCacheFolder } from '../cache/sealed-folder.ts';
import type { ResolvedConfig } from '../config/site-config.ts';

export interface SiteCache {
  /** The steps of the site. */
  readonly memory: Memory;
  readonly records: RecordStore;
  /** The contents of the site's sources. */
  readonly hashes: FileHashes;
  /** Hash of the lockfile, and of the code of the configuration and its plug-ins. */
  readonly code: string;
  /** A value of an earlier run; undefined if there is none. */
  readonly get: <Value>(name: CacheName<Value>) => Value | undefined;
  readonly set: <Value>(name: CacheName<Value>, value: Value) => void;
  /** Writes everything to disk. */
  readonly save: () => void;
}

/** A value of the cache, which must survive JSON. */
export interface CacheName<Value> {
  readonly name: string;
  /** Never set: carries the type. */
  readonly type?: Value;
}

const SOURCES: CacheName<readonly (readonly [string, ...KnownFile])[]> = { name: 'sources' };

/** The files that the last build published in an output folder. */
export function outputsIn(outDir: string): CacheName<readonly (readonly [string, ...KnownFile])[]> {
  return { name: `outputs ${outDir}` };
}

interface CacheInput {
  readonly config: ResolvedConfig;
  /** Hash of the compiled configuration with the modules of plug-ins. */
  readonly compiled: string;
  /** Whether nothing is saved. */
  readonly isReadOnly?: boolean;
}

/** Opens the cache of a site; undefined if it can have none (see `whyNoCache`). */
export function openSiteCache({
  config,
  compiled,
  isReadOnly = false,
}: CacheInput): SiteCache | undefined {
  const folder = siteCacheFolder(config.siteDir, 'pages');
  if (folder === undefined) return undefined;
  // Tables of characters differ between versions of Node.
  const version = `${codeHash()} ${process.version}`;
  const records = openRecords(folder, version);
  const get: SiteCache['get'] = <Value>({ name }: CacheName<Value>) => {
    const bytes = records.read(name);
    // The store returns only what `set` wrote.
    if (bytes === undefined) return undefined;
    const value: Value = JSON.parse(bytes.toString());
    return value;
  };
  const set: SiteCache['set'] = ({ name }, value) => records.write(name, JSON.stringify(value));
  const before = get(SOURCES) ?? [];
  const hashes = createFileHashes(before.map(([path, ...file]) => [path, file] as const));
  const memory = createMemory(records, { isShort: isReadOnly });
  return {
    memory,
    records,
    hashes,
    code: codeOf(config, compiled, hashes),
    get,
    set,
    save: () => {
      set(
        SOURCES,
        [...hashes.known()].map(([path, file]) => [path, ...file]),
      );
      memory.save();
      records.save();
    },
  };
}

/** Hash of the lockfile, and of the code of the configuration and its plug-ins. */
export function codeOf({ siteDir }: ResolvedConfig, compiled: string, hashes: FileHashes): string {
  return hashOf(`${compiled} ${lockfileHash(siteDir, hashes)}`);
}

const LOCKFILES = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'];

/** Hash of the nearest lockfile above a folder: plug-ins and components import packages. */
function lockfileHash(folder: string, hashes: FileHashes): string {
  for (const name of LOCKFILES) {
    const found = hashes.of(join(folder, name));
    if (found !== undefined) return found;
  }
  return dirname(folder) === folder ? '' : lockfileHash(dirname(folder), hashes);
}
