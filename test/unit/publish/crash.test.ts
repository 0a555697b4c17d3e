import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../../src/publish/disk.ts';
import { recover } from '../../../src/publish/recover.ts';
import { build, type Files, letLockDie, MANIFEST, readFiles, tempFolder } from './output-folder.ts';
import { compileBuildProcess, ended, staged, startBuild } from './processes.ts';
import { Crash, crashingDisk, watchedDisk } from './watched-disk.ts';

// Every kind of step: changed, unchanged, new in an old folder, new folder, deleted, emptied folder, file to folder,
// folder to file, hashed assets, site-wide files.
const OLD: Files = {
  'index.html': 'old home',
  'docs/a/index.html': 'same',
  'docs/b/index.html': 'old b',
  'docs/b.md': 'old b in Markdown',
  guide: 'old file',
  'tree/x.html': 'old x',
  'tree/y/z.html': 'old z',
  'dw-assets/client.1.js': 'old script',
  'gone/deep/page.html': 'old gone',
  'search-index-all.json': 'old index',
  'robots.txt': 'same robots',
};
const NEW: Files = {
  'index.html': 'new home, longer',
  'docs/a/index.html': 'same',
  'docs/b/index.html': 'new b',
  'docs/b.md': 'new b in Markdown',
  'docs/b/more.html': 'new more',
  'guide/index.html': 'new guide',
  tree: 'new file',
  'dw-assets/client.2.js': 'new script',
  'added/deep/page.html': 'new page',
  'added/deep/other.html': 'new other',
  'search-index-all.json': 'new index',
  'robots.txt': 'same robots',
  '404.html': 'new not found',
};
const ADDRESSES = [...new Set([...Object.keys(OLD), ...Object.keys(NEW)])];

function contentAt(outDir: string, path: string): string | undefined {
  const file = join(outDir, path);
  return nodeDisk.entry(file)?.kind === 'file' ? readFileSync(file, 'utf8') : undefined;
}

/** Addresses that answer with neither the old nor the new file. */
function brokenAddresses(outDir: string, from: Files = OLD): readonly string[] {
  return ADDRESSES.filter((path) => {
    const content = contentAt(outDir, path);
    return content !== from[path] && content !== NEW[path];
  });
}

async function oldSite(): Promise<string> {
  const out = join(tempFolder(), 'build');
  await build(out, OLD);
  return out;
}

async function countChanges(outDir: string): Promise<number> {
  let changes = 0;
  await build(
    outDir,
    NEW,
    watchedDisk((count) => {
      changes = count;
    }),
  );
  return changes;
}

/** True when the action was stopped by the crash. */
async function crashes(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return false;
  } catch (error) {
    if (error instanceof Crash) return true;
    throw error;
  }
}

async function expectExactBuild(outDir: string): Promise<void> {
  expect((await build(outDir, NEW)).diagnostics).toEqual([]);
  expect(readFiles(outDir)).toEqual(NEW);
  const fresh = join(tempFolder(), 'fresh');
  await build(fresh, NEW);
  expect(readFileSync(join(outDir, MANIFEST))).toEqual(readFileSync(join(fresh, MANIFEST)));
}

describe('publishing, instant by instant', () => {
  it('answers each address with the old or the new file between any two changes', async () => {
    const out = await oldSite();
    const broken = new Set<string>();
    const disk = watchedDisk(() => {
      for (const path of brokenAddresses(out)) broken.add(path);
    });
    await build(out, NEW, disk);
    expect([...broken]).toEqual([]);
    expect(readFiles(out)).toEqual(NEW);
  });
});

describe('a killed build', () => {
  it('ends in the old or the new site whole, wherever it was killed', {
    timeout: 60_000,
  }, async () => {
    const changes = await countChanges(await oldSite());
    const outcomes = new Set<string>();
    for (let at = 1; at <= changes; at++) {
      const out = await oldSite();
      expect(await crashes(() => build(out, NEW, crashingDisk(at)))).toBe(true);
      expect(brokenAddresses(out), `killed before change ${at}`).toEqual([]);
      letLockDie(out);
      expect(await recover(out)).toEqual([]);
      const site = readFiles(out);
      expect([OLD, NEW], `killed before change ${at}`).toContainEqual(site);
      outcomes.add(site['index.html'] ?? '');
      await expectExactBuild(out);
    }
    expect(outcomes.size).toBe(2);
  });

  it('is recovered from even when each recovery is killed too', { timeout: 60_000 }, async () => {
    const changes = await countChanges(await oldSite());
    for (let at = 1; at <= changes; at += 3) {
      const out = await oldSite();
      await crashes(() => build(out, NEW, crashingDisk(at)));
      letLockDie(out);
      for (let next = 1; await crashes(() => recover(out, crashingDisk(next))); next++) {
        expect(brokenAddresses(out), `killed before ${at} and ${next}`).toEqual([]);
        letLockDie(out);
      }
      expect([OLD, NEW]).toContainEqual(readFiles(out));
      await expectExactBuild(out);
    }
  });

  it('is recovered from when the first build of a folder was killed', async () => {
    const changes = await countChanges(join(tempFolder(), 'build'));
    for (let at = 1; at <= changes; at++) {
      const out = join(tempFolder(), 'build');
      await crashes(() => build(out, NEW, crashingDisk(at)));
      expect(brokenAddresses(out, {})).toEqual([]);
      letLockDie(out);
      await expectExactBuild(out);
    }
  });

  it('is still owned when the work folder was deleted by hand half way', async () => {
    const changes = await countChanges(await oldSite());
    for (let at = 1; at <= changes; at++) {
      const out = await oldSite();
      await crashes(() => build(out, NEW, crashingDisk(at)));
      nodeDisk.removeTree(join(out, '.docwright'));
      await expectExactBuild(out);
    }
  });
});

describe('kill -9', () => {
  const module = compileBuildProcess();

  it('never breaks an address, and the next build is exact', { timeout: 120_000 }, async () => {
    const changes = await countChanges(await oldSite());
    const points = Array.from({ length: changes }, (_, index) => index + 1).filter(
      (at) => at % 2 === 1,
    );
    for (const at of points) {
      const out = await oldSite();
      const end = await ended(startBuild(module, out, { mode: 'kill', at, files: NEW }));
      expect(end.signal).toBe('SIGKILL');
      expect(brokenAddresses(out), `killed before change ${at}`).toEqual([]);
      expect(await recover(out)).toEqual([]);
      expect([OLD, NEW]).toContainEqual(readFiles(out));
      await expectExactBuild(out);
    }
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'removes the staging folder and exits with 130 on %s',
    async (signal) => {
      const out = await oldSite();
      const child = startBuild(module, out, { mode: 'wait', files: NEW });
      const end = ended(child);
      await staged(child);
      child.kill(signal);
      expect((await end).code).toBe(130);
      expect(readFiles(out)).toEqual(OLD);
    },
  );

  it('removes the staging folder when the process exits by itself', async () => {
    const out = await oldSite();
    const end = await ended(startBuild(module, out, { mode: 'exit', files: NEW }));
    expect(end.code).toBe(4);
    expect(readFiles(out)).toEqual(OLD);
  });

  it('finishes a sealed publication on SIGINT and exits with 130', async () => {
    const changes = await countChanges(await oldSite());
    const out = await oldSite();
    const end = await ended(
      startBuild(module, out, { mode: 'interrupt', at: changes - 12, files: NEW }),
    );
    expect(end.code).toBe(130);
    expect(end.output).not.toContain('published');
    expect(readFiles(out)).toEqual(NEW);
  });
});
