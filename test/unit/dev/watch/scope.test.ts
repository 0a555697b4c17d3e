import { readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createScope } from '../../../../src/dev/watch/scope.ts';
import { systemWatch, watchedSite } from './driver.ts';

describe('the scope', () => {
  const scope = createScope({
    folders: ['/site/content', '/site/static', '/site/node_modules/theme/templates'],
    files: ['/site/site.config.ts'],
    ignored: ['/site/build', '/site/content/drafts'],
    keepsDotFiles: ['/site/static'],
  });

  it.each([
    ['/site/site.config.ts', true],
    ['/site/content', true],
    ['/site/content/deep/a.md', true],
    ['/site/contents/a.md', false],
    ['/site/content/drafts', false],
    ['/site/content/drafts/a.md', false],
    ['/site/content/.a.md.swp', false],
    ['/site/content/x/.obsidian/a.md', false],
    ['/site/content/node_modules/x/readme.md', false],
    ['/site/static/.well-known/security.txt', true],
    ['/site/static/.git/HEAD', false],
    ['/site/node_modules', true],
    ['/site/node_modules/theme', true],
    ['/site/node_modules/react', false],
    ['/site/node_modules/theme/templates/Layout.tsx', true],
    ['/site/node_modules/theme/package.json', false],
    ['/site/src/a.ts', false],
    ['/site/build/index.html', false],
    ['/site', true],
  ])('%s: %s', (path, wanted) => {
    expect(scope.wants(path)).toBe(wanted);
  });

  it('takes a whole site as a target', () => {
    const whole = createScope({ folders: ['/site'], files: [], ignored: ['/site/build'] });
    expect(whole.wants('/site/a.md')).toBe(true);
    expect(whole.wants('/site/build/a.md')).toBe(false);
    expect(whole.wants('/site/.git/HEAD')).toBe(false);
  });
});

describe('watches', () => {
  it('are made for folders of the scope only', async () => {
    const folders: string[] = [];
    systemWatch((folder, watch) => {
      folders.push(folder);
      return watch();
    });
    const site = await watchedSite({
      files: {
        'content/a.md': '',
        'content/deep/b.md': '',
        'content/.obsidian/c.md': '',
        'node_modules/x/y/z.js': '',
        'src/a.ts': '',
        '.git/HEAD': '',
        'build/x/index.html': '',
        'static/.well-known/t.txt': '',
      },
    });
    const expected = ['', 'content', 'content/deep', 'static', 'static/.well-known'];
    expect(folders.toSorted()).toEqual(
      expected.map(site.at).map((path) => path.replace(/\/$/, '')),
    );
    for (const path of ['build/x/y.html', 'src/b.ts', 'node_modules/x/y/new.js', 'other.md'])
      site.write(path, 'noise');
    await site.rest();
    expect(site.calls).toEqual([]);
  });
});

describe('symbolic links', () => {
  it('are not followed out, nor in circles, and lead nowhere without harm', async () => {
    const site = await watchedSite({ files: { 'content/a.md': 'a', 'outside/deep/x.md': 'x' } });
    symlinkSync(site.at('content'), site.at('content/loop'));
    symlinkSync(site.at('nowhere'), site.at('content/dangling.md'));
    symlinkSync(site.at('outside'), site.at('content/outside'));
    await site.untilReported('content/loop', 'content/dangling.md', 'content/outside');
    site.forget();
    site.write('outside/deep/x.md', 'other');
    site.write('content/a.md', 'other');
    await site.untilReported('content/a.md');
    await site.rest();
    expect(site.reported()).not.toContain('content/outside/deep/x.md');
    expect(site.messages).toEqual([]);
  });

  it('are reported with their target', async () => {
    const site = await watchedSite({ files: { 'content/a.md': 'a', 'content/deep/b.md': 'b' } });
    symlinkSync('a.md', site.at('content/link.md'));
    symlinkSync('deep', site.at('content/short'));
    await site.untilReported('content/link.md', 'content/short');
    site.forget();
    site.write('content/a.md', 'other');
    writeFileSync(site.at('content/deep/b.md'), 'other');
    await site.untilReported('content/link.md', 'content/short/b.md', 'content/deep/b.md');
    expect(readlinkSync(site.at('content/link.md'))).toBe('a.md');
  });

  it('are followed where they are the target', async () => {
    const site = await watchedSite({ files: { 'real/deep/a.md': 'a' } });
    symlinkSync(site.at('real'), site.at('content'));
    await site.untilReported('content/deep/a.md');
    site.forget();
    site.write('real/deep/a.md', 'edited');
    await site.untilReported('content/deep/a.md');
  });
});
