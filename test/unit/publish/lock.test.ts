import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../../src/publish/disk.ts';
import { releaseLock, takeLock } from '../../../src/publish/lock.ts';
import { recover } from '../../../src/publish/recover.ts';
import { openStage } from '../../../src/publish/stage.ts';
import { build, codes, open, readFiles, tempFolder, writeFiles } from './output-folder.ts';
import { compileBuildProcess, staged, startBuild } from './processes.ts';

const FILES = { 'index.html': 'old' };
const module = compileBuildProcess();

describe('lock', () => {
  it('refuses a second build while the first process lives, and takes over when it was killed', async () => {
    const out = join(tempFolder(), 'build');
    const child = startBuild(module, out, { mode: 'wait', files: { 'index.html': 'never' } });
    await staged(child);
    const { diagnostics } = await build(out, FILES);
    expect(codes(diagnostics)).toEqual(['output-locked']);
    expect(diagnostics[0]?.message).toContain(`process ${child.pid}`);
    expect(await recover(out)).toEqual([]);
    const left = readFiles(out);
    expect(Object.values(left)).toContain('never');
    expect(Object.keys(left).filter((path) => path.includes('lock-'))).toHaveLength(1);

    child.kill('SIGKILL');
    await once(child, 'close');
    expect((await build(out, FILES)).diagnostics).toEqual([]);
    expect(readFiles(out)).toEqual(FILES);
  });

  it('refuses a second stage of the same process', async () => {
    const out = tempFolder();
    const stage = await open(out);
    expect(codes((await openStage(out)).diagnostics)).toEqual(['output-locked']);
    await stage.abort();
    expect((await build(out, FILES)).diagnostics).toEqual([]);
  });

  it('takes over from a process that had the id of a living one', async () => {
    const out = tempFolder();
    writeFiles(out, { [`.docwright/lock-${process.pid}-1`]: '' });
    expect((await build(out, FILES)).diagnostics).toEqual([]);
    expect(readFiles(out)).toEqual(FILES);
  });

  it('keeps files in the work folder that are not locks', () => {
    const folder = join(tempFolder(), 'work');
    writeFiles(folder, { 'lock-x': '', 'journal.json': '{}' });
    const lock = takeLock(nodeDisk, folder);
    if (lock.kind !== 'held') throw new Error('the lock is free');
    expect(takeLock(nodeDisk, folder)).toEqual({ kind: 'busy', pid: process.pid });
    releaseLock(nodeDisk, folder, lock.file);
    expect(readFiles(folder)).toEqual({ 'lock-x': '', 'journal.json': '{}' });
  });

  it('makes the work folder again that another process removes between two calls', () => {
    const folder = join(tempFolder(), 'work');
    let removals = 2;
    const disk = {
      ...nodeDisk,
      create: (file: string) => {
        if (removals-- > 0) nodeDisk.removeEmptyFolder(folder);
        nodeDisk.create(file);
      },
    };
    expect(takeLock(disk, folder).kind).toBe('held');
  });
});
