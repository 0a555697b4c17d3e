/** Files that count only if this site wrote them: compiled code in them runs, and pages of them are published. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readCacheKey } from './cache-key.ts';
import { cacheFolder, makeCacheFolder, replaceFile, workFolder } from './cache-folder.ts';
import { readRegularFile } from './regular-file.ts';

export interface SealedFolder {
  /** Absolute; it may not exist yet. */
  readonly path: string;
  /** The content of a file that was written under this name with the same key; undefined for anything else. */
  readonly read: (name: string) => Buffer | undefined;
  /** Creates or replaces a file at once. Throws Node's system errors. */
  readonly write: (name: string, content: string | Uint8Array) => void;
}

const SEAL_SIZE = 32;

/** Each file starts with an HMAC of its name and content. */
export function sealedFolder(path: string, key: Buffer): SealedFolder {
  const sealOf = (name: string, content: string | Uint8Array): Buffer =>
    createHmac('sha256', key).update(`${name}\n`).update(content).digest();
  return {
    path,
    read: (name) => {
      const bytes = readRegularFile(join(path, name));
      if (bytes === undefined || bytes.length < SEAL_SIZE) return undefined;
      const content = bytes.subarray(SEAL_SIZE);
      const isOurs = timingSafeEqual(bytes.subarray(0, SEAL_SIZE), sealOf(name, content));
      return isOurs ? content : undefined;
    },
    write: (name, content) => {
      makeCacheFolder(path);
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      replaceFile(join(path, name), Buffer.concat([sealOf(name, bytes), bytes]));
    },
  };
}

/** The folders in a site's cache. */
export const CACHE_PARTS = ['bundles', 'config', 'pages'] as const;

/** A folder in a site's cache, with a separate key; undefined if the site can have no cache. */
export function siteCacheFolder(
  siteDir: string,
  part: (typeof CACHE_PARTS)[number],
): SealedFolder | undefined {
  const found = readCacheKey(siteDir);
  const folder = join(cacheFolder(siteDir), part);
  if (found.kind === 'none' || foreignFolder(siteDir, folder) !== undefined) return undefined;
  return sealedFolder(folder, createHmac('sha256', found.key).update(part).digest());
}

/** Why a site has no cache; undefined if it can have one. */
export function whyNoCache(siteDir: string): string | undefined {
  const found = readCacheKey(siteDir);
  if (found.kind === 'none') return found.reason;
  const foreign = foreignFolder(siteDir, cacheFolder(siteDir));
  return foreign && `${foreign} is no folder, or a symbolic link: remove it`;
}

/** The first of docwright's own folders down to one that is something else, such as a link to a foreign folder. */
export function foreignFolder(siteDir: string, folder: string): string | undefined {
  const isOwn = folder.startsWith(workFolder(siteDir));
  const root = isOwn ? siteDir : dirname(cacheFolder(siteDir));
  if (folder === root || folder === dirname(folder)) return undefined;
  const above = foreignFolder(siteDir, dirname(folder));
  if (above !== undefined) return above;
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats === undefined || stats.isDirectory() ? undefined : folder;
}
