import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CacheKey, readCacheKey } from '../../../src/cache/sealed-folder.ts';
import { tempFolder } from '../publish/output-folder.ts';

let state: string;

beforeEach(() => {
  state = tempFolder();
  vi.stubEnv('CI', '');
  vi.stubEnv('DOCS_CACHE_KEY', '');
  vi.stubEnv('XDG_STATE_HOME', state);
});
afterEach(() => vi.unstubAllEnvs());

const file = (): string => join(state, 'docwright/cache-key');

function keyOf(siteDir = '/site'): string {
  const found: CacheKey = readCacheKey(siteDir);
  return found.kind === 'key' ? found.key.toString('hex') : found.reason;
}

describe('the key of caches', () => {
  it('is the same for each run of a user, and another one for each site', () => {
    const key = keyOf();
    expect(key).toMatch(/^[\da-f]{64}$/);
    expect(keyOf()).toBe(key);
    expect(keyOf('/other')).not.toBe(key);
    expect(key).not.toBe(readFileSync(file(), 'utf8'));
  });

  it.skipIf(process.platform === 'win32')('is readable for its user only', () => {
    keyOf();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(state, 'docwright')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(state, 'docwright'))).toEqual(['cache-key']);
  });

  it.each(['', 'short', 'g'.repeat(64)])('replaces a file with %j', (text) => {
    mkdirSync(join(state, 'docwright'));
    writeFileSync(file(), text);
    const key = keyOf();
    expect(key).toMatch(/^[\da-f]{64}$/);
    expect(keyOf()).toBe(key);
  });

  it('is never read through a link', () => {
    const elsewhere = join(tempFolder(), 'secret');
    writeFileSync(elsewhere, 'a'.repeat(64));
    mkdirSync(join(state, 'docwright'));
    symlinkSync(elsewhere, file());
    keyOf();
    expect(readFileSync(file(), 'utf8')).not.toBe('a'.repeat(64));
    expect(readFileSync(elsewhere, 'utf8')).toBe('a'.repeat(64));
  });

  it('comes from the environment, in CI only from there', () => {
    vi.stubEnv('DOCS_CACHE_KEY', 'x'.repeat(32));
    const key = keyOf();
    vi.stubEnv('CI', 'true');
    expect(keyOf()).toBe(key);
    vi.stubEnv('DOCS_CACHE_KEY', 'y'.repeat(32));
    expect(keyOf()).not.toBe(key);
    vi.stubEnv('DOCS_CACHE_KEY', 'x'.repeat(31));
    expect(keyOf()).toContain('fewer than 32 characters');
    vi.stubEnv('DOCS_CACHE_KEY', '');
    expect(keyOf()).toContain('DOCS_CACHE_KEY is not set');
    for (const value of ['false', '0']) {
      vi.stubEnv('CI', value);
      expect(keyOf()).toMatch(/^[\da-f]{64}$/);
    }
    expect(readdirSync(join(state, 'docwright'))).toEqual(['cache-key']);
  });

  it('is none where no file can be kept, or where it would be a file of the site', () => {
    expect(keyOf(state)).toContain('is a file of the site: set DOCS_CACHE_KEY');
    writeFileSync(join(state, 'docwright'), '');
    expect(keyOf()).toMatch(/cannot be kept \(.*\): set DOCS_CACHE_KEY/);
  });
});
