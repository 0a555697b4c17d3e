import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clean } from '../../../src/pipeline/clean.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const drivers: SiteDriver[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const driver of drivers.splice(0)) driver.dispose();
});

function siteOf(files: SiteFiles): SiteDriver {
  const driver = site(files);
  drivers.push(driver);
  return driver;
}

describe('docs clean', () => {
  it('deletes what commands keep, and no other file', async () => {
    const driver = await siteOf({ 'content/docs/one.md': '# One\n' }).build();
    const folder = join(driver.dir, '.docwright/cache');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const found = await clean({ siteDir: driver.dir });
    expect(found).toMatchObject({ diagnostics: [], cache: { folder } });
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    rmSync(join(folder, 'notes.txt'));
    await clean({ siteDir: driver.dir });
    expect(existsSync(folder)).toBe(false);
    expect((await clean({ siteDir: driver.dir })).cache).toBeUndefined();
  });

  it.each(['.docwright', '.docwright/cache'])('refuses a link in place of %s', async (path) => {
    const driver = siteOf({ 'content/docs/one.md': '# One\n' });
    const precious = siteOf({ 'cache/pages/a.md': '# A\n', 'pages/a.md': '# A\n' });
    const link = join(driver.dir, path);
    rmSync(link, { recursive: true, force: true });
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(precious.dir, link);
    const before = readdirSync(precious.dir, { recursive: true });
    const { diagnostics, cache } = await clean({ siteDir: driver.dir });
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['output-not-ours', `${link} is a symbolic link or no folder, and nothing in it is deleted`],
    ]);
    expect(cache).toBeUndefined();
    expect(readdirSync(precious.dir, { recursive: true })).toEqual(before);
  });

  it('removes a link in the cache, not what it leads to', async () => {
    const driver = siteOf({ 'content/docs/one.md': '# One\n' });
    const precious = siteOf({ 'a.md': '# A\n' });
    const folder = join(driver.dir, '.docwright/cache');
    mkdirSync(folder, { recursive: true });
    symlinkSync(precious.dir, join(folder, 'pages'));
    await clean({ siteDir: driver.dir });
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(join(precious.dir, 'a.md'))).toBe(true);
  });

  it('deletes only the folder of the site in DOCS_CACHE_DIR', async () => {
    const shared = siteOf({ 'mine.txt': '' });
    vi.stubEnv('DOCS_CACHE_DIR', shared.dir);
    const driver = await siteOf({ 'content/docs/one.md': '# One\n' }).build();
    expect((await clean({ siteDir: driver.dir })).cache).toBeDefined();
    expect(readdirSync(shared.dir).toSorted()).toEqual(['mine.txt', 'site.config.ts']);
  });
});
