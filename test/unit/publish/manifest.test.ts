import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../../src/publish/disk.ts';
import { recover } from '../../../src/publish/recover.ts';
import {
  build,
  type Files,
  letLockDie,
  MANIFEST,
  readFiles,
  tempFolder,
  writeFiles,
} from './output-folder.ts';
import { Crash, crashingDisk } from './watched-disk.ts';

const manifestText = (out: string): string => readFileSync(join(out, MANIFEST), 'utf8');

describe('the manifest', () => {
  it('has no name of a file or folder', async () => {
    const out = tempFolder();
    await build(out, { 'secret-plans/index.html': 'x', 'index.html': 'y' });
    expect(manifestText(out)).not.toMatch(/secret|plans|index|html/);
    expect(JSON.parse(manifestText(out)).files).toHaveLength(2);
  });

  it('of the version with names is read, and replaced', async () => {
    const out = tempFolder();
    writeFiles(out, {
      'old/a.html': 'old',
      'index.html': 'same',
      'mine.txt': 'mine',
      [MANIFEST]: '{"schemaVersion":1,"files":["index.html","old/a.html"]}',
    });
    const { summary } = await build(out, { 'index.html': 'same' });
    expect(summary).toMatchObject({ deleted: 1, unchanged: 1, kept: 0 });
    expect(readFiles(out)).toEqual({ 'index.html': 'same', 'mine.txt': 'mine' });
    expect(manifestText(out)).not.toContain('index.html');
  });

  it('lets foreign files, links and empty folders be', async () => {
    const out = tempFolder();
    await build(out, { 'docs/a.html': 'a', 'gone/b.html': 'b' });
    writeFiles(out, { 'docs/mine.html': 'mine', 'mine/deep/x': 'x' });
    nodeDisk.makeFolder(join(out, 'empty'));
    await build(out, { 'docs/a.html': 'a' });
    expect(readFiles(out)).toEqual({
      'docs/a.html': 'a',
      'docs/mine.html': 'mine',
      'mine/deep/x': 'x',
      'empty/': '',
    });
  });

  it('is not needed to list the folder when every file is written again', async () => {
    const out = tempFolder();
    await build(out, { 'docs/a.html': 'a' });
    const listed: string[] = [];
    const listKinds = (folder: string) => {
      listed.push(folder);
      return nodeDisk.listKinds(folder);
    };
    await build(out, { 'docs/a.html': 'new', 'docs/b.html': 'b' }, { ...nodeDisk, listKinds });
    expect(listed).toEqual([]);
  });

  it('reports a folder that cannot be listed, and publishes nothing', async () => {
    const out = tempFolder();
    await build(out, { 'docs/a.html': 'a', 'b.html': 'b' });
    const listKinds = (folder: string) => {
      if (!folder.endsWith('docs')) return nodeDisk.listKinds(folder);
      throw Object.assign(new Error('no'), { errno: -1, code: 'EACCES' });
    };
    const { diagnostics } = await build(out, { 'docs/a.html': 'a' }, { ...nodeDisk, listKinds });
    expect(diagnostics).toMatchObject([
      { code: 'output-write', message: `cannot list ${join(out, 'docs')}: permission denied` },
    ]);
    expect(readFiles(out)).toMatchObject({ 'b.html': 'b' });
  });
});

/** A build number: one page that refers to its script, and a file that all builds have. */
const version = (number: number): Files => ({
  'index.html': `version ${number}`,
  'dw-assets/shared.js': 'shared',
  [`dw-assets/app.${number}.js`]: `app ${number}`,
  [`dw-files/image-${number}.png`]: `image ${number}`,
  [`page-${number}.html`]: 'page',
});
const assets = (...numbers: readonly number[]): Files =>
  Object.fromEntries(
    numbers.flatMap((number) =>
      Object.entries(version(number)).filter(([path]) => path.startsWith('dw-')),
    ),
  );

describe('assets of earlier builds', () => {
  it('are kept for as many builds as asked, pages are not', async () => {
    const out = tempFolder();
    const next = async (number: number) =>
      (await build(out, version(number), { keepPrevious: 2 })).summary;
    expect(await next(1)).toMatchObject({ kept: 0 });
    expect(await next(2)).toMatchObject({ kept: 2, deleted: 1 });
    expect(await next(3)).toMatchObject({ kept: 4, deleted: 1 });
    expect(await next(4)).toMatchObject({ kept: 4, deleted: 3 });
    expect(readFiles(out)).toEqual({ ...version(4), ...assets(2, 3) });
  });

  it('do not age by builds that change nothing', async () => {
    const out = tempFolder();
    for (const number of [1, 2, 2, 2, 2]) await build(out, version(number), { keepPrevious: 1 });
    expect(readFiles(out)).toEqual({ ...version(2), ...assets(1) });
    const before = manifestText(out);
    await build(out, version(2), { keepPrevious: 1 });
    expect(manifestText(out)).toBe(before);
  });

  it('age by builds that change a page only', async () => {
    const out = tempFolder();
    await build(out, version(1), { keepPrevious: 1 });
    await build(out, version(2), { keepPrevious: 1 });
    await build(out, { ...version(2), 'index.html': 'edited' }, { keepPrevious: 1 });
    expect(readFiles(out)).toEqual({ ...version(2), 'index.html': 'edited' });
  });

  it('belong to the site again when it is reverted, and are deleted without the flag', async () => {
    const out = tempFolder();
    await build(out, version(1), { keepPrevious: 3 });
    await build(out, version(2), { keepPrevious: 3 });
    await build(out, version(1), { keepPrevious: 3 });
    expect(readFiles(out)).toEqual({ ...version(1), ...assets(2) });
    expect((await build(out, version(1))).summary).toMatchObject({ kept: 0, deleted: 2 });
    expect(readFiles(out)).toEqual(version(1));
    const fresh = tempFolder();
    await build(fresh, version(1));
    expect(manifestText(out)).toBe(manifestText(fresh));
  });

  it('are kept or added by a build that is killed, wherever it is', async () => {
    for (let at = 1; ; at++) {
      const out = tempFolder();
      for (const number of [1, 2]) await build(out, version(number), { keepPrevious: 2 });
      const killed = { keepPrevious: 2, disk: crashingDisk(at) };
      const isWhole = await build(out, version(3), killed).then(
        () => true,
        (error: unknown) => !(error instanceof Crash),
      );
      letLockDie(out);
      expect(await recover(out)).toEqual([]);
      expect([
        { ...version(2), ...assets(1) },
        { ...version(3), ...assets(1, 2) },
      ]).toContainEqual(readFiles(out));
      await build(out, version(3), { keepPrevious: 2 });
      expect(readFiles(out)).toEqual({ ...version(3), ...assets(1, 2) });
      if (isWhole) break;
    }
  });
});
