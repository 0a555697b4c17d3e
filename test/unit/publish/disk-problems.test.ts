import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Disk, nodeDisk, writeProblem } from '../../../src/publish/disk.ts';
import { recover } from '../../../src/publish/recover.ts';
import { openStage } from '../../../src/publish/stage.ts';
import { toOutputPath } from '../../../src/shared/paths.ts';
import { build, codes, letLockDie, readFiles, tempFolder } from './output-folder.ts';
import { Crash, failingDisk } from './watched-disk.ts';

const OLD = { 'index.html': 'old', 'docs/a.html': 'a', 'docs/b.html': 'b' };
const NEW = { 'index.html': 'new', 'docs/a.html': 'A', 'more/c.html': 'c' };

interface Failure {
  readonly operation: keyof Disk;
  readonly path: RegExp;
  readonly code: string;
  readonly words: string;
}

const FAILURES: readonly Failure[] = [
  { operation: 'write', path: /staging.0$/, code: 'ENOSPC', words: 'no space is left on the disk' },
  { operation: 'write', path: /c\.html$/, code: 'EDQUOT', words: 'quota' },
  { operation: 'write', path: /staging.1$/, code: 'EMFILE', words: 'too many open files' },
  { operation: 'makeFolder', path: /staging.\d$/, code: 'ENOSPC', words: 'no space' },
  { operation: 'makeFolder', path: /\.docwright$/, code: 'EROFS', words: 'read-only' },
  { operation: 'create', path: /lock-/, code: 'EACCES', words: 'permission denied' },
  { operation: 'makeFolder', path: /staging$/, code: 'EACCES', words: 'permission denied' },
  { operation: 'readBytes', path: /a\.html$/, code: 'EACCES', words: 'permission denied' },
  { operation: 'makeFolder', path: /\.docwright$/, code: 'EEXIST', words: 'the name is taken' },
  { operation: 'write', path: /journal/, code: 'ENOSPC', words: 'no space' },
  { operation: 'rename', path: /journal/, code: 'EIO', words: 'input or output error' },
  { operation: 'entry', path: /docs.b\.html$/, code: 'EACCES', words: 'permission denied' },
];

const HINTS: Readonly<Record<string, string>> = {
  EACCES: 'allow this user to write there, or choose another output folder',
  EEXIST: 'move it away, or choose another output folder',
  ENOSPC: 'free some space on the disk',
  EROFS: 'choose an output folder on another file system',
};

describe('disk problems', () => {
  it.each(FAILURES)('$code in $operation of $path leaves the old site', async (failure) => {
    const out = tempFolder();
    await build(out, OLD);
    const disk = failingDisk(failure.operation, failure.path, failure.code);
    const { summary, diagnostics } = await build(out, NEW, disk);
    expect(summary).toBeUndefined();
    expect(codes(diagnostics)).toEqual(['output-write']);
    expect(diagnostics[0]?.message).toContain(out);
    expect(diagnostics[0]?.message).toContain(failure.words);
    expect(diagnostics[0]?.hint).toBe(HINTS[failure.code]);
    expect(readFiles(out)).toEqual(OLD);
    await build(out, NEW);
    expect(readFiles(out)).toEqual(NEW);
  });

  it('reports one disk problem, not one for each file', async () => {
    const out = tempFolder();
    const { diagnostics } = await build(
      out,
      { a: '', b: '', c: '' },
      failingDisk('write', /staging/, 'ENOSPC'),
    );
    expect(codes(diagnostics)).toEqual(['output-write']);
    expect(diagnostics[0]?.message).toContain(join(out, 'a'));
  });

  it('publishes nothing when a folder inside cannot be written to', async () => {
    const out = tempFolder();
    await build(out, OLD);
    const disk: Disk = { ...nodeDisk, isWritable: (folder) => folder !== join(out, 'docs') };
    const { diagnostics } = await build(out, NEW, disk);
    expect(diagnostics).toMatchObject([
      {
        code: 'output-write',
        message: `cannot write to the folder ${join(out, 'docs')}: permission denied`,
        hint: HINTS['EACCES'],
      },
    ]);
    expect(readFiles(out)).toEqual(OLD);
    expect((await build(out, { ...OLD, 'index.html': 'new' }, disk)).diagnostics).toEqual([]);
  });

  it.each(['docs', 'index.html'])(
    'publishes nothing when %s is on another file system',
    async (mount) => {
      const out = tempFolder();
      await build(out, OLD);
      const entry: Disk['entry'] = (path) => {
        const found = nodeDisk.entry(path);
        return found && path === join(out, mount) ? { ...found, device: found.device + 1 } : found;
      };
      const { diagnostics } = await build(out, NEW, { ...nodeDisk, entry });
      expect(diagnostics).toMatchObject([
        {
          code: 'output-write',
          message: `cannot write ${join(out, mount)}: it is on another file system than ${out}`,
          hint: 'mount the whole output folder, not a part of it',
        },
      ]);
      expect(readFiles(out)).toEqual(OLD);
    },
  );

  it('publishes nothing when someone makes a folder that was staged as a new one', async () => {
    const out = tempFolder();
    await build(out, OLD);
    const { stage } = await openStage(out);
    for (const [path, content] of Object.entries(NEW))
      stage?.put({ path: toOutputPath(path), content });
    mkdirSync(join(out, 'more'));
    expect(await stage?.commit()).toBeUndefined();
    expect(stage?.diagnostics).toMatchObject([
      {
        code: 'output-not-ours',
        message: `${join(out, 'more')} was created by another program during the build`,
        hint: 'move it away, or build into another folder',
      },
    ]);
    expect(readFiles(out)).toEqual({ ...OLD, 'more/': '' });
  });

  it('publishes nothing when a folder is removed during the build', async () => {
    const out = tempFolder();
    await build(out, OLD);
    const { stage } = await openStage(out);
    for (const [path, content] of Object.entries(NEW))
      stage?.put({ path: toOutputPath(path), content });
    rmSync(join(out, 'docs'), { recursive: true });
    expect(await stage?.commit()).toBeUndefined();
    expect(stage?.diagnostics).toMatchObject([
      {
        code: 'output-write',
        message: `cannot write below ${join(out, 'docs')}: it is no longer a folder`,
      },
    ]);
    expect(readFiles(out)).toEqual({ 'index.html': 'old' });
  });

  it('keeps the journal when a step fails after the seal, and finishes on the next command', async () => {
    const out = tempFolder();
    await build(out, OLD);
    const { summary, diagnostics } = await build(
      out,
      NEW,
      failingDisk('rename', /docs.a\.html$/, 'EBUSY'),
    );
    expect(summary).toBeUndefined();
    const hint =
      'the new site is published in part; fix this and run any docs command to finish, ' +
      `or delete ${out} and build again`;
    expect(diagnostics).toMatchObject([{ code: 'output-write', hint }]);
    const again = await recover(out, failingDisk('rename', /docs.a\.html$/, 'EBUSY'));
    expect(again).toMatchObject([{ code: 'output-unfinished', severity: 'warning', hint }]);
    expect(
      codes((await build(out, OLD, failingDisk('rename', /docs.a\.html$/, 'EBUSY'))).diagnostics),
    ).toEqual(['output-write']);
    expect(await recover(out)).toEqual([]);
    expect(readFiles(out)).toEqual(NEW);
  });

  it('has published when only the tidying up fails', async () => {
    const out = tempFolder();
    const failing = failingDisk('removeTree', /./, 'EBUSY');
    const removeTree: Disk['removeTree'] = (folder) => {
      const published = nodeDisk.entry(join(out, 'index.html')) !== undefined;
      (published ? failing : nodeDisk).removeTree(folder);
    };
    const { summary } = await build(out, NEW, { ...nodeDisk, removeTree });
    expect(summary).toMatchObject({ written: 3 });
    expect(readFiles(out)).toMatchObject({ '.docwright/staging/': '', ...NEW });
    expect(await recover(out)).toEqual([]);
    expect(readFiles(out)).toEqual(NEW);
  });

  it('does not take a defect for a disk problem', async () => {
    const out = tempFolder();
    const disk: Disk = {
      ...nodeDisk,
      write: () => {
        throw new Crash('defect');
      },
    };
    await expect(build(out, NEW, disk)).rejects.toThrow('defect');
    letLockDie(out);
    expect((await build(out, NEW)).diagnostics).toEqual([]);
  });
});

describe('writeProblem', () => {
  const error = (code: unknown) => Object.assign(new Error('failed'), { code, errno: -1 });

  it.each([
    ['EACCES', 'permission denied', HINTS['EACCES']],
    ['EPERM', 'the operating system does not permit it', undefined],
    ['EROFS', 'the file system is read-only', HINTS['EROFS']],
    ['ENOSPC', 'no space is left on the disk', HINTS['ENOSPC']],
    ['EDQUOT', 'the disk quota is used up', undefined],
    ['EMFILE', 'this process has too many open files', undefined],
    ['ENFILE', 'the system has too many open files', undefined],
    [
      'ENOTDIR',
      'a file exists where a folder is needed',
      'move the file away, or choose another output folder',
    ],
    ['EISDIR', 'a folder exists where a file is needed', undefined],
    ['EEXIST', 'the name is taken', HINTS['EEXIST']],
    ['ENOTEMPTY', 'the folder is not empty', undefined],
    ['ENOENT', 'it does not exist', undefined],
    ['ENAMETOOLONG', 'the path is too long for the file system', undefined],
    ['ELOOP', 'too many symbolic links', undefined],
    ['EXDEV', 'it is on another file system', undefined],
    ['EBUSY', 'it is in use', undefined],
    ['EIO', 'the disk reported an input or output error', undefined],
    ['EFBIG', 'the file is too large for the file system', undefined],
    ['EWHAT', 'the operating system reports EWHAT', undefined],
  ])('explains %s: %s', (code, reason, hint) => {
    expect(writeProblem('/out/a', error(code)).message).toBe(`cannot write /out/a: ${reason}`);
    expect(writeProblem('/out/a', error(code)).hint).toBe(hint);
    expect(writeProblem('/out/a', error(code), 'wait').hint).toBe('wait');
  });

  it.each([
    new Error('defect'),
    error(1),
    Object.assign(new Error('no number'), { code: 'EACCES' }),
    Object.assign(new Error('no code'), { errno: -1 }),
    'EACCES',
  ])('rethrows what is no system error: %s', (thrown) => {
    expect(() => writeProblem('/out/a', thrown)).toThrow();
  });
});

it('is told from a missing entry when a path cannot be looked up', () => {
  const long = join(tmpdir(), 'x'.repeat(300));
  expect(() => nodeDisk.entry(long)).toThrow('ENAMETOOLONG');
  expect(nodeDisk.entry(join(import.meta.filename, 'below-a-file'))).toBeUndefined();
});
