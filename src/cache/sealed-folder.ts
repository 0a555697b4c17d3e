/** Files that count only if this site wrote them: compiled code in them runs, and pages of them are published. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';
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

/** A key that signs the caches of one site, or the reason why there is none. */
export type CacheKey =
  | { readonly kind: 'key'; readonly key: Buffer }
  | { readonly kind: 'none'; readonly reason: string };

/** The fewest characters of a secret in the environment: a reader of the cache must not be able to guess it. */
const LEAST = 32;

/**
 * The key is made of the secret in `DOCS_CACHE_KEY`, else of one in the user's state folder, and of the site's folder: the
 * cache of another site is worth nothing.
 */
export function readCacheKey(siteDir: string): CacheKey {
  const given = process.env['DOCS_CACHE_KEY'] ?? '';
  if (given !== '' && given.length < LEAST)
    return none(`DOCS_CACHE_KEY has fewer than ${LEAST} characters: openssl rand -hex 32`);
  if (given === '' && isService()) return none(NO_SECRET);
  const secret = given === '' ? userSecret(siteDir) : given;
  if (typeof secret !== 'string') return secret;
  const key = createHmac('sha256', secret).update(`docwright cache\n${siteDir}`).digest();
  return { kind: 'key', key };
}

function none(reason: string): CacheKey & { readonly kind: 'none' } {
  return { kind: 'none', reason };
}

const NO_SECRET = `DOCS_CACHE_KEY is not set, so nothing proves who wrote the cache. Make a secret and pass it to the build:
  gh secret set DOCS_CACHE_KEY --body "$(openssl rand -hex 32)"
  env: { DOCS_CACHE_KEY: '\${{ secrets.DOCS_CACHE_KEY }}' }`;

/** True in CI, whose home folder is not kept, or is shared by the runs of all who may start one. */
function isService(): boolean {
  return !['', '0', 'false'].includes(process.env['CI'] ?? '');
}

const SECRET = /^[\da-f]{64}$/;

/** The secret of the user, made at first use. */
function userSecret(siteDir: string): string | CacheKey {
  try {
    const file = join(stateFolder(), 'docwright', 'cache-key');
    // A site could bring its own.
    if (file.startsWith(siteDir + sep)) return none(`${file} is a file of the site: ${REMEDY}`);
    const known = readRegularFile(file)?.toString();
    if (known !== undefined && SECRET.test(known)) return known;
    // Links a complete file, so that of processes that start at once all read the secret of the first.
    const partial = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(partial, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
      // Without a secret in it, it is of no use to anyone.
      if (!SECRET.test(readRegularFile(file)?.toString() ?? '')) rmSync(file, { force: true });
      try {
        linkSync(partial, file);
      } catch (error) {
        const isMade = error instanceof Error && 'code' in error && error.code === 'EEXIST';
        // Some file systems have no links.
        if (!isMade) renameSync(partial, file);
      }
    } finally {
      rmSync(partial, { force: true });
    }
    const made = readRegularFile(file)?.toString() ?? '';
    if (!SECRET.test(made)) throw new Error(`${file} cannot be read`);
    return made;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return none(`the key of caches cannot be kept (${reason}): ${REMEDY}`);
  }
}

const REMEDY = 'set DOCS_CACHE_KEY, or XDG_STATE_HOME to a folder of yours';

function stateFolder(): string {
  const { XDG_STATE_HOME: state = '', LOCALAPPDATA: local = '' } = process.env;
  if (isAbsolute(state)) return state;
  if (process.platform === 'win32' && isAbsolute(local)) return local;
  const path = process.platform === 'darwin' ? 'Library/Application Support' : '.local/state';
  return join(homedir(), path);
}
