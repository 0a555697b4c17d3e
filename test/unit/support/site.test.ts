import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

describe('site', () => {
  const open: SiteDriver[] = [];
  const make = (files: SiteFiles): SiteDriver => {
    const driver = site(files);
    open.push(driver);
    return driver;
  };

  afterEach(() => {
    for (const driver of open.splice(0)) driver.dispose();
  });

  it('builds a site of Markdown alone and reads its pages', async () => {
    const driver = await make({ 'content/index.md': '# Hello\n' }).build();
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.result().ok).toBe(true);
    expect(driver.page('/')).toContain('Hello');
    expect(driver.files()).toContain('index.html');
  });

  it('builds again after a change', async () => {
    const driver = await make({ 'content/index.md': '# Hello\n', 'content/a/b.md': '# B\n' })
      .remove('content/index.md')
      .write('content/index.md', '# Bye\n')
      .build();
    expect(driver.page('/')).toContain('Bye');
    await driver.write('content/a/b.md', '# Changed\n').rebuild();
    expect(driver.page('/a/b')).toContain('Changed');
  });

  it('formats diagnostics as place and code', async () => {
    const driver = await make({ 'content/index.md': '# Hello\n\n[x](./nowhere.md)\n' }).build();
    expect(driver.result().ok).toBe(false);
    expect(driver.diagnostics()).toEqual(['content/index.md:3:5 page-not-found']);
  });

  it('gives the bundles of a site to the next one in its folder, but none of its files', async () => {
    const first = await site({ 'content/old.md': '# Old\n' }).build();
    const bundles = join(first.dir, '.docwright/cache/bundles');
    const names = readdirSync(bundles);
    first.dispose();
    const second = make({ 'content/new.md': '# New\n' });
    expect(second.dir).toBe(first.dir);
    expect(existsSync(bundles)).toBe(false);
    expect((await second.build()).files()).toContain('new/index.html');
    expect(second.files()).not.toContain('old/index.html');
    expect(readdirSync(bundles)).toEqual(names);
    expect(make({}).dir).not.toBe(second.dir);
  });
});
