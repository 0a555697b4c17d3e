import { once } from 'node:events';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
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
    expect(diagnostics).toMatchObject([
      {
        code: 'output-locked',
        message: `another docs command (process ${child.pid}) is writing to ${out}`,
        hint: 'wait until it has ended, or build into another folder',
      },
    ]);
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

  it.each([
    [4, true],
    [5, false],
  ])('tries five times to make a work folder that was removed %i times', (times, isHeld) => {
    const folder = join(tempFolder(), 'work');
    let removals = times;
    const disk = {
      ...nodeDisk,
      create: (file: string) => {
        if (removals-- > 0) nodeDisk.removeEmptyFolder(folder);
        nodeDisk.create(file);
      },
    };
    if (isHeld) expect(takeLock(disk, folder).kind).toBe('held');
    else expect(() => takeLock(disk, folder)).toThrow('ENOENT');
  });
});

/** A line of /proc/<pid>/stat: the start is field 22. */
const stat = (state: string, start: string): string =>
  `7 (a) b) ${state} ${start} ${'0 '.repeat(17)}${start} 1 2`;

describe('the lock of a running process', () => {
  it.each([
    ['that started when the lock says', () => stat('S', '55'), 'busy'],
    ['that started later', () => stat('S', '66'), 'held'],
    ['that has ended but was not collected', () => stat('Z', '55'), 'held'],
    ['whose start is unknown', () => '', 'busy'],
    ['without /proc', () => void nodeDisk.readText('/nowhere/stat'), 'busy'],
  ])('%s', (_title, read, kind) => {
    const folder = tempFolder();
    writeFiles(folder, { [`lock-${process.ppid}-55`]: '' });
    const lock = takeLock({ ...nodeDisk, readText: () => read() ?? '' }, folder);
    expect(lock).toMatchObject(kind === 'busy' ? { kind, pid: process.ppid } : { kind });
  });

  it.each([
    ['EPERM', 'busy'],
    ['ESRCH', 'held'],
  ])('that cannot be signaled: %s', (code, kind) => {
    const folder = tempFolder();
    writeFiles(folder, { [`lock-${process.ppid}-55`]: '' });
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error(code), { code, syscall: 'kill', errno: -1 });
    });
    onTestFinished(() => kill.mockRestore());
    expect(takeLock({ ...nodeDisk, readText: () => stat('S', '55') }, folder).kind).toBe(kind);
  });

  it('is named after the process and its start, as far as known', () => {
    const nameOf = (readText: () => string): string => {
      const lock = takeLock({ ...nodeDisk, readText }, tempFolder());
      return lock.kind === 'held' ? basename(lock.file) : lock.kind;
    };
    expect(nameOf(() => stat('S', '55'))).toBe(`lock-${process.pid}-55`);
    expect(nameOf(() => '')).toBe(`lock-${process.pid}-0`);
    expect(nameOf(() => nodeDisk.readText('/nowhere/stat'))).toMatch(/^lock-\d+-\d{2,}$/);
  });
});
