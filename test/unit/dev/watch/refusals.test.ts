import { describe, expect, it } from 'vitest';
import { type WatchFolder, watchFolder } from '../../../../src/dev/watch/watch-folder.ts';
import { watchedSite } from './driver.ts';

const files = {
  'content/a.md': 'a',
  'content/b/b.md': 'b',
  'content/c/c.md': 'c',
  'content/d/e/f.md': 'f',
};

/** A system with so many watches to give. */
function limited(most: number, code: string): WatchFolder & { readonly open: () => number } {
  let open = 0;
  const watch: WatchFolder = (folder, events) => {
    if (open >= most) throw Object.assign(new Error('refused'), { code });
    open += 1;
    const close = watchFolder(folder, events);
    return () => {
      open -= 1;
      close();
    };
  };
  return Object.assign(watch, { open: () => open });
}

describe('a system without further watches', () => {
  it.each(['ENOSPC', 'EMFILE'])('is said once, and all is looked at in turn: %s', async (code) => {
    const systemWatch = limited(3, code);
    const site = await watchedSite({ files, systemWatch });
    expect(site.messages).toHaveLength(1);
    expect(site.messages[0]).toContain(code);
    expect(site.messages[0]).toContain('fs.inotify.max_user_');
    expect(systemWatch.open()).toBe(0);
    site.write('content/a.md', 'edited');
    site.write('content/d/e/f.md', 'edited');
    site.write('content/new/g.md', 'new');
    site.write('site.config.ts', 'new');
    await site.untilSame();
    site.write('content/new/g.md', 'edited');
    await site.untilSame();
    expect(site.messages).toHaveLength(1);
  });

  it('is met later, without losing the change that met it', async () => {
    const systemWatch = limited(6, 'ENOSPC');
    const site = await watchedSite({ files, systemWatch });
    expect(site.messages).toEqual([]);
    site.write('content/new/deep/deeper/g.md', 'new');
    site.write('content/a.md', 'edited');
    await site.untilSame();
    expect(site.messages).toHaveLength(1);
    expect(systemWatch.open()).toBe(0);
  });
});

describe('a folder that cannot be watched', () => {
  it('is said, and the others are watched', async () => {
    const systemWatch: WatchFolder = (folder, events) => {
      if (folder.endsWith('/b')) throw Object.assign(new Error('refused'), { code: 'EACCES' });
      return watchFolder(folder, events);
    };
    const site = await watchedSite({ files, systemWatch });
    expect(site.messages).toEqual([expect.stringMatching(/content\/b \(EACCES\)/)]);
    site.write('content/c/c.md', 'edited');
    await site.untilSame();
  });

  it('is watched anew when its watch ends', async () => {
    let fail = (_cause: Error): void => undefined;
    const systemWatch: WatchFolder = (folder, events) => {
      if (folder.endsWith('/b')) fail = events.onError;
      return watchFolder(folder, events);
    };
    const site = await watchedSite({ files, systemWatch });
    fail(Object.assign(new Error('ended'), { code: 'EPERM' }));
    await site.untilTold('content/b');
    site.write('content/b/b.md', 'edited');
    await site.untilSame();
    expect(site.messages).toEqual([]);
  });
});

it('looks at everything where the system does not say what happened', async () => {
  const systemWatch: WatchFolder = (folder, { onEvent, onError }) =>
    watchFolder(folder, { onEvent: (type) => onEvent(type, null), onError });
  const site = await watchedSite({ files, systemWatch });
  site.write('content/d/e/f.md', 'edited');
  site.write('content/d/new.md', 'new');
  await site.untilSame();
});

it('finds by a second look what the system is silent about', async () => {
  const systemWatch: WatchFolder = (folder, { onEvent, onError }) => {
    let isFirst = true;
    const once: typeof onEvent = (type, name) => {
      if (isFirst) onEvent(type, name);
      isFirst = false;
    };
    return watchFolder(folder, { onEvent: once, onError });
  };
  const site = await watchedSite({ files, systemWatch });
  site.write('content/b/b.md', '');
  await site.untilTold('content/b/b.md');
  site.write('content/b/b.md', 'whole');
  await site.untilSame();
});
