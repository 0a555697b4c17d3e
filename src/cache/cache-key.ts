import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { readRegularFile } from './regular-file.ts';

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
    return makeSecret(file);
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

/** Links a complete file, so that of processes that start at once all read the secret of the first. */
function makeSecret(file: string): string {
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
}
