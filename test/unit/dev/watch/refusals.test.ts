import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemWatch, watchedSite } from './driver.ts';

const files = {
  'content/a.md': 'a',
  'content/b/b.md': 'b',
  'content/c/c.md': 'c',
  'content/d/e/f.md': 'f',
};

function refusal(code: string): Error {
  return Object.assign(new Error('refused'), { code });
}

/** A system with so many watches to give. */
function limited(most: number, code: string): { readonly open: () => number } {
  let open = 0;
  systemWatch((_folder, watch) => {
    if (open >= most) throw refusal(code);
    open += 1;
    return watch().on('close', () => {
      open -= 1;
    });
  });
  return { open: () => open };
}

describe('a system without further watches', () => {
  it.each(['ENOSPC', 'EMFILE'])('is said once, and files are polled: %s', async (code) => {
    const system = limited(3, code);
    const site = await watchedSite({ files });
    expect(site.messages).toHaveLength(1);
    expect(site.messages[0]).toContain(code);
    expect(site.messages[0]).toContain('fs.inotify.max_user_');
    await site.until(() => system.open() === 0);
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
    const system = limited(6, 'ENOSPC');
    const site = await watchedSite({ files });
    expect(site.messages).toEqual([]);
    site.write('content/new/deep/deeper/g.md', 'new');
    site.write('content/a.md', 'edited');
    await site.untilSame();
    await site.until(() => site.messages.length === 1 && system.open() === 0);
  });
});

it('polls without a word where CHOKIDAR_USEPOLLING asks for it', async () => {
  vi.stubEnv('CHOKIDAR_USEPOLLING', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const system = limited(0, 'ENOSPC');
  const site = await watchedSite({ files });
  site.write('content/d/e/f.md', 'edited');
  site.write('content/new/g.md', 'new');
  await site.untilSame();
  expect(system.open()).toBe(0);
  expect(site.messages).toEqual([]);
});

it('says which folder cannot be watched, and watches the others', async () => {
  systemWatch((folder, watch) => {
    if (folder.endsWith('/b')) throw refusal('EACCES');
    return watch();
  });
  const site = await watchedSite({ files });
  expect(site.messages).toEqual([expect.stringMatching(/content\/b \(EACCES\)/)]);
  site.write('content/c/c.md', 'edited');
  await site.untilSame();
});

it('visits a folder of which the system does not say what happened in it', async () => {
  systemWatch((_folder, watch, listener) => watch((type) => listener(type, null)));
  const site = await watchedSite({ files });
  site.write('content/d/e/f.md', 'edited');
  site.write('content/d/new.md', 'new');
  await site.untilSame();
});

it('finds by a second visit what the system is silent about', async () => {
  systemWatch((_folder, watch, listener) => {
    let isFirst = true;
    return watch((type, name) => {
      if (isFirst) listener(type, name);
      isFirst = false;
    });
  });
  const site = await watchedSite({ files });
  site.write('content/b/b.md', '');
  await site.untilReported('content/b/b.md');
  site.write('content/b/b.md', 'whole');
  await site.untilSame();
});
