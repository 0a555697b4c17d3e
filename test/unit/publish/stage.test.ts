import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeDisk } from '../../../src/publish/disk.ts';
import { cleanUpOnSignal, openStage } from '../../../src/publish/stage.ts';
import { toOutputPath } from '../../../src/shared/paths.ts';
import {
  build,
  codes,
  identity,
  MANIFEST,
  open,
  readFiles,
  tempFolder,
  writeFiles,
} from './output-folder.ts';

const SITE = {
  'index.html': 'home',
  'docs/a/index.html': 'page a',
  'docs/b/index.html': 'page b',
  'dw-assets/client.js': 'script',
  'sitemap.xml': 'map',
};

describe('publishing', () => {
  it('writes a new site and leaves only the manifest beside it', async () => {
    const out = join(tempFolder(), 'nested', 'build');
    const { summary, diagnostics } = await build(out, SITE);
    expect(diagnostics).toEqual([]);
    expect(summary).toEqual({ written: 5, unchanged: 0, deleted: 0, kept: 0, bytesWritten: 25 });
    expect(readFiles(out)).toEqual(SITE);
    const files = Object.keys(SITE).map((path) =>
      createHash('sha256').update(path).digest('base64url').slice(0, 16),
    );
    expect(readFileSync(join(out, MANIFEST), 'utf8')).toBe(
      `${JSON.stringify({ schemaVersion: 2, files: files.toSorted() }, undefined, 1)}\n`,
    );
  });

  it('writes the changed file only: the others keep inode and times', async () => {
    const out = tempFolder();
    await build(out, SITE);
    const kept = ['index.html', 'docs/b/index.html', 'dw-assets/client.js', MANIFEST];
    const before = kept.map((path) => identity(join(out, path)));
    const renamed: string[] = [];
    const rename = (from: string, to: string): void => {
      renamed.push(relative(out, to));
      nodeDisk.rename(from, to);
    };
    const next = { ...SITE, 'docs/a/index.html': 'PAGE A' };
    const { summary } = await build(out, next, { ...nodeDisk, rename });
    expect(summary).toEqual({ written: 1, unchanged: 4, deleted: 0, kept: 0, bytesWritten: 6 });
    expect(renamed).toEqual([join('.docwright', 'journal.json'), join('docs', 'a', 'index.html')]);
    expect(readFiles(out)['docs/a/index.html']).toBe('PAGE A');
    expect(kept.map((path) => identity(join(out, path)))).toEqual(before);
  });

  it('changes nothing when nothing changed', async () => {
    const out = tempFolder();
    await build(out, SITE);
    const renamed: string[] = [];
    const rename = (from: string, to: string): void => {
      renamed.push(to);
      nodeDisk.rename(from, to);
    };
    const { summary } = await build(out, SITE, { ...nodeDisk, rename });
    expect(summary).toEqual({ written: 0, unchanged: 5, deleted: 0, kept: 0, bytesWritten: 0 });
    expect(readFiles(out)).toEqual(SITE);
    expect(renamed.filter((path) => path.includes('journal'))).toEqual([]);
  });

  it('deletes what it wrote and writes no more, with folders that become empty', async () => {
    const out = tempFolder();
    await build(out, { ...SITE, 'old/deep/page.html': 'old', 'docs/c/index.html': 'c' });
    const { summary } = await build(out, SITE);
    expect(summary?.deleted).toBe(2);
    expect(readFiles(out)).toEqual(SITE);
  });

  it('leaves files alone that others put into the folder', async () => {
    const out = tempFolder();
    await build(out, { ...SITE, 'old/page.html': 'old' });
    writeFiles(out, { 'note.txt': 'mine', 'old/mine.txt': 'mine' });
    await build(out, SITE);
    expect(readFiles(out)).toEqual({ ...SITE, 'note.txt': 'mine', 'old/mine.txt': 'mine' });
  });

  it('restores files that someone edited or removed, also when their size is the same', async () => {
    const out = tempFolder();
    await build(out, SITE);
    writeFileSync(join(out, 'index.html'), 'hack');
    rmSync(join(out, 'docs/b'), { recursive: true });
    const { summary } = await build(out, SITE);
    expect(summary?.written).toBe(2);
    expect(readFiles(out)).toEqual(SITE);
  });

  it('writes the same manifest for the same files in another order', async () => {
    const [one, other] = [tempFolder(), tempFolder()];
    await build(one, SITE);
    await build(other, Object.fromEntries(Object.entries(SITE).toReversed()));
    expect(readFileSync(join(one, MANIFEST))).toEqual(readFileSync(join(other, MANIFEST)));
  });

  it('turns a file into a folder and a folder into a file', async () => {
    const out = tempFolder();
    await build(out, {
      guide: 'file',
      'tree/x.html': 'x',
      'tree/y/z.html': 'z',
      'only/one': 'file',
    });
    const next = { 'guide/index.html': 'page', tree: 'file', 'only/one/index.html': 'page' };
    const { diagnostics } = await build(out, next);
    expect(diagnostics).toEqual([]);
    expect(readFiles(out)).toEqual(next);
  });

  it('removes everything when a build has no files', async () => {
    const out = tempFolder();
    await build(out, SITE);
    await build(out, {});
    expect(readFiles(out)).toEqual({});
  });
});

describe('bytes and copies', () => {
  it('writes bytes as they are and text as UTF-8', async () => {
    const out = tempFolder();
    const stage = await open(out);
    stage.put({ path: toOutputPath('a.bin'), content: Uint8Array.of(0, 255, 128) });
    stage.put({ path: toOutputPath('b.txt'), content: 'é' });
    await stage.commit();
    expect([...readFileSync(join(out, 'a.bin'))]).toEqual([0, 255, 128]);
    expect([...readFileSync(join(out, 'b.txt'))]).toEqual([0xc3, 0xa9]);
  });

  it('copies sources larger than a chunk, and not again when they are unchanged', async () => {
    const folder = tempFolder();
    const out = join(folder, 'build');
    const from = join(folder, 'video.bin');
    const bytes = Buffer.alloc(600_000, 'abc');
    writeFileSync(from, bytes);
    const publish = async (): Promise<unknown> => {
      const stage = await open(out);
      stage.copy({ path: toOutputPath('media/video.bin'), from });
      return stage.commit();
    };
    expect(await publish()).toMatchObject({ written: 1, bytesWritten: 600_000 });
    const before = identity(join(out, 'media/video.bin'));
    expect(await publish()).toMatchObject({ written: 0, unchanged: 1 });
    expect(identity(join(out, 'media/video.bin'))).toEqual(before);
    bytes[599_999] = 0;
    writeFileSync(from, bytes);
    expect(await publish()).toMatchObject({ written: 1 });
    expect(readFileSync(join(out, 'media/video.bin')).equals(bytes)).toBe(true);
  });

  it('does not take a defect for a source that cannot be read', async () => {
    const sizeOf = (): number => {
      throw new Error('defect');
    };
    const stage = await open(tempFolder(), { ...nodeDisk, sizeOf });
    expect(() => stage.copy({ path: toOutputPath('x.png'), from: 'x.png' })).toThrow('defect');
    await stage.abort();
  });

  it('knows which folders can be written to, and lists names in the order of code units', () => {
    const folder = tempFolder();
    expect(nodeDisk.isWritable(folder)).toBe(true);
    expect(nodeDisk.isWritable(join(folder, 'none'))).toBe(false);
    writeFiles(folder, { 'b/c': '', '\ufb00': '', '\u{1f600}': '', a: '' });
    expect(nodeDisk.list(folder)).toEqual(['a', 'b', '\u{1f600}', '\ufb00']);
  });

  it('reports a source that is gone and publishes nothing', async () => {
    const out = tempFolder();
    await build(out, SITE);
    const stage = await open(out);
    stage.put({ path: toOutputPath('index.html'), content: 'new' });
    stage.copy({ path: toOutputPath('x.png'), from: join(out, 'missing.png') });
    expect(await stage.commit()).toBeUndefined();
    expect(stage.diagnostics).toMatchObject([
      {
        code: 'file-unreadable',
        message: `cannot read ${join(out, 'missing.png')}: it does not exist`,
      },
    ]);
    expect(readFiles(out)).toEqual(SITE);
  });
});

describe('cleanUpOnSignal', () => {
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'];
  const emitter: NodeJS.EventEmitter = process;
  const listeners = () => events.map((event) => emitter.listeners(event));

  it('discards the stage on each signal and at the end of the process', () => {
    const { exit } = process;
    const ended = vi.fn();
    onTestFinished(() => void Reflect.set(process, 'exit', exit));
    Reflect.set(process, 'exit', ended);
    const others = listeners();
    onTestFinished(() => {
      for (const [at, list] of others.entries())
        for (const listener of list) Reflect.apply(emitter.on, emitter, [events[at], listener]);
    });
    for (const event of events) emitter.removeAllListeners(event);
    const before = listeners();
    const abort = vi.fn(() => Promise.resolve());
    const forget = cleanUpOnSignal({ abort });
    const added = listeners().map((list, at) => list.slice(before[at]?.length));
    expect(added.map((list) => list.length)).toEqual([1, 1, 1, 1]);
    for (const [at, list] of added.entries())
      for (const listener of list) Reflect.apply(listener, process, [events[at]]);
    expect(abort).toHaveBeenCalledTimes(4);
    expect(ended.mock.calls).toEqual([[130], [130], [130]]);
    // Another handler ends the process.
    emitter.on('SIGINT', () => undefined);
    for (const listener of added[0] ?? []) Reflect.apply(listener, process, ['SIGINT']);
    expect(abort).toHaveBeenCalledTimes(5);
    expect(ended).toHaveBeenCalledTimes(3);
    emitter.removeAllListeners('SIGINT');
    Reflect.apply(emitter.on, emitter, ['SIGINT', added[0]?.[0]]);
    forget();
    expect(listeners()).toEqual(before);
  });
});

describe('stage', () => {
  it('knows what was added', async () => {
    const stage = await open(tempFolder());
    stage.put({ path: toOutputPath('a.html'), content: '' });
    expect(stage.has(toOutputPath('a.html'))).toBe(true);
    expect(stage.has(toOutputPath('A.html'))).toBe(false);
    expect(stage.has(toOutputPath('b.html'))).toBe(false);
    await stage.abort();
  });

  it('leaves the old site and nothing else after abort', async () => {
    const out = tempFolder();
    await build(out, SITE);
    const stage = await open(out);
    stage.put({ path: toOutputPath('index.html'), content: 'new' });
    stage.put({ path: toOutputPath('new/page.html'), content: 'new' });
    await stage.abort();
    expect(await stage.commit()).toBeUndefined();
    expect(stage.diagnostics).toEqual([]);
    expect(readFiles(out)).toEqual(SITE);
  });

  it('publishes once', async () => {
    const out = tempFolder();
    const stage = await open(out);
    stage.put({ path: toOutputPath('a.html'), content: 'a' });
    expect(await stage.commit()).toMatchObject({ written: 1 });
    expect(await stage.commit()).toBeUndefined();
    const next = await open(out);
    await stage.abort();
    expect(codes((await openStage(out)).diagnostics)).toEqual(['output-locked']);
    await next.abort();
    expect(stage.diagnostics).toEqual([]);
    expect(readFiles(out)).toEqual({ 'a.html': 'a' });
  });

  it('publishes nothing when outputs collide, and reports each collision', async () => {
    const out = tempFolder();
    await build(out, SITE);
    const { summary, diagnostics } = await build(out, {
      'index.html': 'new',
      'Index.html': 'other',
      'a/b': '',
      a: '',
    });
    expect(summary).toBeUndefined();
    expect(codes(diagnostics)).toEqual(['output-collision', 'output-collision']);
    expect(readFiles(out)).toEqual(SITE);
  });

  it('publishes nothing when a path leads out of the folder', async () => {
    const folder = tempFolder();
    const out = join(folder, 'build');
    const { diagnostics } = await build(out, { 'a/../../escaped.html': 'x', 'fine.html': 'x' });
    expect(codes(diagnostics)).toEqual(['path-outside-root']);
    expect(readFiles(folder)).toEqual({ 'build/': '' });
  });
});
