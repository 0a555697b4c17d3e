import { appendFileSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { watchSite } from '../../../../src/dev/watch/watch-site.ts';
import { absolute, watchedSite } from './driver.ts';

const files = { 'content/a.md': 'a', 'content/guide/b.md': 'b', 'content/guide/c.md': 'c' };

describe('files', () => {
  it('tells of an edited file, and of no other', async () => {
    const site = await watchedSite({ files });
    site.write('content/guide/b.md', 'other');
    await site.untilSame();
    await site.rest();
    expect(new Set(site.reported())).toEqual(new Set(['content/guide/b.md']));
    expect(site.structural()).toBe(false);
  });

  it('tells of a file that is written in two halves until it is whole', async () => {
    const site = await watchedSite({ files });
    for (const pause of [0, 1, 3, 6, 20]) {
      site.write('content/a.md', '');
      await sleep(pause);
      appendFileSync(site.at('content/a.md'), `half ${pause}`);
      await sleep(pause);
      appendFileSync(site.at('content/a.md'), ' whole');
      await site.untilSame();
    }
    expect(site.structural()).toBe(false);
  });

  it('tells of a change that leaves the size as it is', async () => {
    const site = await watchedSite({ files });
    for (const text of ['1', '2', '3', '4']) site.write('content/a.md', text);
    await site.untilSame();
  });

  it('takes a save by rename for a change', async () => {
    const site = await watchedSite({ files });
    site.write('content/.a.md.swp', 'swap');
    site.write('content/a.md.tmp', 'saved');
    renameSync(site.at('content/a.md.tmp'), site.at('content/a.md'));
    await site.untilSame();
    await site.rest();
    expect(new Set(site.reported())).toEqual(new Set(['content/a.md']));
    expect(site.structural()).toBe(false);
  });

  it('never reports a lost page while a file is renamed and written again', async () => {
    const site = await watchedSite({ files });
    renameSync(site.at('content/a.md'), site.at('content/a.md~'));
    await sleep(10);
    site.write('content/a.md', 'saved');
    unlinkSync(site.at('content/a.md~'));
    await site.untilSame();
    for (const { paths } of site.calls) expect(paths).toContain(site.at('content/a.md'));
  });

  it('tells of files that come, go and are renamed', async () => {
    const site = await watchedSite({ files });
    site.write('content/new.md', 'new');
    await site.untilSame();
    expect(site.structural()).toBe(true);
    site.forget();
    unlinkSync(site.at('content/guide/c.md'));
    await site.untilSame();
    expect(site.structural()).toBe(true);
    site.forget();
    renameSync(site.at('content/new.md'), site.at('content/guide/moved.md'));
    await site.untilSame();
    expect(site.reported()).toEqual(
      expect.arrayContaining(['content/new.md', 'content/guide/moved.md']),
    );
    expect(site.calls.at(-1)?.structural).toBe(true);
  });

  it('tells of a rename that changes the case only', async () => {
    const site = await watchedSite({ files });
    renameSync(site.at('content/a.md'), site.at('content/A.md'));
    await site.untilReported('content/a.md', 'content/A.md');
    expect(site.structural()).toBe(true);
  });

  it('tells of a file that is removed, and made again later', async () => {
    const site = await watchedSite({ files });
    unlinkSync(site.at('content/a.md'));
    await site.untilSame();
    site.write('content/a.md', 'again');
    await site.untilSame();
    site.write('content/a.md', 'and edited');
    await site.untilSame();
  });

  it('tells of a folder in place of a file, and the other way round', async () => {
    const site = await watchedSite({ files });
    unlinkSync(site.at('content/a.md'));
    site.write('content/a.md/in.md', 'inside');
    rmSync(site.at('content/guide'), { recursive: true });
    site.write('content/guide', 'a file');
    await site.untilSame();
    expect(site.structural()).toBe(true);
  });
});

describe('folders', () => {
  it('sees all files of a new folder, and later edits in it', async () => {
    const site = await watchedSite({ files });
    for (let index = 0; index < 20; index += 1) {
      site.write(`content/new/deep/p${index}.md`, `${index}`);
      if (index % 3 === 0) await sleep(1);
    }
    await site.untilSame();
    site.write('content/new/deep/p7.md', 'edited');
    await site.untilSame();
  });

  it('sees a tree that is moved in, moved on, and removed', async () => {
    const site = await watchedSite({ files: { ...files, 'elsewhere/tree/in/x.md': 'x' } });
    renameSync(site.at('elsewhere/tree'), site.at('content/tree'));
    await site.untilSame();
    renameSync(site.at('content/tree'), site.at('content/guide/tree'));
    site.write('content/guide/tree/in/x.md', 'edited');
    await site.untilSame();
    rmSync(site.at('content/guide'), { recursive: true });
    await site.untilSame();
    expect(site.reported()).toContain('content/guide/tree/in/x.md');
  });

  it('sees edits in a folder that is removed and made again at once', async () => {
    const site = await watchedSite({ files });
    for (let round = 0; round < 10; round += 1) {
      rmSync(site.at('content/guide'), { recursive: true });
      site.write('content/guide/b.md', `again ${round}`);
      await site.untilSame();
      site.write('content/guide/b.md', `edited ${round}`);
      site.write('content/guide/deep/new.md', `new ${round}`);
      await site.untilSame();
    }
  });

  it('tells of all in a folder that was away for a moment, and asks for a walk', async () => {
    const site = await watchedSite({ files });
    renameSync(site.at('content/guide'), site.at('away'));
    renameSync(site.at('away'), site.at('content/guide'));
    await site.untilReported('content/guide', 'content/guide/b.md', 'content/guide/c.md');
    expect(site.structural()).toBe(true);
  });

  it('sees targets that come later, go, and come again', async () => {
    const site = await watchedSite({ files: { 'readme.md': '' } });
    for (let round = 0; round < 3; round += 1) {
      site.write('content/deep/a.md', `${round}`);
      site.write('static/.well-known/x.txt', `${round}`);
      site.write('site.config.ts', `${round}`);
      await site.untilSame();
      rmSync(site.at('content'), { recursive: true });
      rmSync(site.at('static'), { recursive: true });
      unlinkSync(site.at('site.config.ts'));
      await site.untilSame();
    }
  });

  it('sees targets whose parent folders come later', async () => {
    const targets = { folders: ['x/y/content'], files: ['u/v/spec.yml'], ignored: [] };
    const site = await watchedSite({ files: { 'readme.md': '' }, targets });
    site.write('x/y/content/a.md', 'a');
    site.write('u/v/spec.yml', 'spec');
    await site.untilSame();
    rmSync(site.at('x'), { recursive: true });
    await site.untilSame();
    site.write('x/y/content/a.md', 'again');
    await site.untilSame();
    site.write('x/y/content/a.md', 'edited');
    await site.untilSame();
  });
});

describe('reported changes', () => {
  it('settles a storm, in few calls', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `content/d${index % 50}/f${index}.md`);
    const site = await watchedSite({ files: Object.fromEntries(names.map((name) => [name, '1'])) });
    for (const name of names) site.write(name, 'storm');
    await site.untilSame();
    expect(site.calls.length).toBeLessThan(20);
    expect(site.structural()).toBe(false);
  });

  it('gives one call at a time, and collects meanwhile', async () => {
    let running = 0;
    let most = 0;
    const site = await watchedSite({
      files,
      onChange: async () => {
        running += 1;
        most = Math.max(most, running);
        await sleep(60);
        running -= 1;
      },
    });
    for (let index = 0; index < 30; index += 1) {
      site.write('content/a.md', `${index}`);
      site.write(`content/n${index}.md`, 'new');
      await sleep(6);
    }
    await site.untilSame();
    expect(most).toBe(1);
  });

  it('goes on after a call that fails', async () => {
    const site = await watchedSite({
      files,
      onChange: () => Promise.reject(new Error('the reader broke')),
    });
    site.write('content/a.md', '1');
    await site.untilSame();
    site.write('content/a.md', '2');
    await site.untilSame();
    expect(site.messages).toContain('the reader broke');
  });

  it('tells of what is touched before it is ready', async () => {
    const site = await watchedSite({ files });
    const reported: string[] = [];
    const targets = absolute({ folders: ['content'], files: [], ignored: [] }, site.at);
    const watcher = watchSite({
      targets,
      since: Date.now(),
      onChange: ({ paths }) => void reported.push(...paths),
      onMessage: () => undefined,
    });
    writeFileSync(site.at('content/guide/b.md'), 'early');
    writeFileSync(site.at('content/early.md'), 'early');
    await watcher.ready;
    await site.until(() => reported.includes(site.at('content/guide/b.md')));
    await site.until(() => reported.includes(site.at('content/early.md')));
    expect(reported).not.toContain(site.at('content/guide/c.md'));
    watcher.close();
  });
});

describe('other targets', () => {
  const other = absolute(
    { folders: ['docs'], files: ['other.config.ts'], ignored: [] },
    (path) => path,
  );

  it('are watched from then on, and the former ones no more', async () => {
    const site = await watchedSite({ files: { ...files, 'docs/x/d.md': 'd', 'docs/e.md': 'e' } });
    await site.watcher.setTargets(absolute(other, site.at));
    expect(site.reported()).toEqual([]);
    site.write('docs/x/d.md', 'edited');
    site.write('other.config.ts', 'new');
    site.write('content/a.md', 'unseen');
    await site.untilReported('docs/x/d.md', 'other.config.ts');
    await site.rest();
    expect(site.reported()).not.toContain('content/a.md');
  });

  it('do not lose what is changed while they are taken over', async () => {
    const site = await watchedSite({ files: { ...files, 'docs/x/d.md': 'd' } });
    const taken = site.watcher.setTargets(absolute(other, site.at));
    site.write('docs/x/d.md', 'edited');
    await taken;
    await site.untilReported('docs/x/d.md');
  });
});

it('frees everything when it is closed, also before it is ready', async () => {
  const resources = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'FSEvent').length;
  const site = await watchedSite({ files });
  const before = resources();
  for (let index = 0; index < 300; index += 1) {
    site.write('content/a.md', `${index}`);
    if (index % 30 === 0) {
      site.write(`content/t${index}/x.md`, 'x');
      await site.untilSame();
      rmSync(site.at(`content/t${index}`), { recursive: true });
      await site.untilSame();
    }
  }
  await site.untilSame();
  expect(resources()).toBe(before);
  site.write('content/a.md', 'the last one');
  const count = site.calls.length;
  site.watcher.close();
  await site.rest();
  expect(site.calls.length).toBe(count);
  mkdirSync(site.at('content/later'));
  const early = watchSite({
    targets: absolute({ folders: ['content'], files: [], ignored: [] }, site.at),
    since: Date.now(),
    onChange: () => undefined,
    onMessage: () => undefined,
  });
  early.close();
  await early.ready;
});
