import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../../../src/publish/stage.ts';
import { build, codes, MANIFEST, readFiles, tempFolder, writeFiles } from './output-folder.ts';

async function refusal(outDir: string): Promise<readonly string[]> {
  const { stage, diagnostics } = await openStage(outDir);
  expect(stage).toBeUndefined();
  return codes(diagnostics);
}

describe('whose folder it is', () => {
  it('refuses a folder with files of others and does not touch it', async () => {
    const out = tempFolder();
    const files = { 'thesis.txt': 'ten years', '.git/config': 'x' };
    writeFiles(out, files);
    const { diagnostics } = await build(out, { 'index.html': 'x' });
    expect(diagnostics).toMatchObject([
      {
        code: 'output-not-ours',
        message: `the output folder ${out} holds "thesis.txt", which docwright did not write`,
        hint: 'choose another output folder, or empty this one',
      },
    ]);
    expect(readFiles(out)).toEqual(files);
  });

  it('accepts what Git and GitHub Pages put into a folder, and keeps it', async () => {
    const out = tempFolder();
    const files = { '.git/config': 'x', '.gitignore': 'y', CNAME: 'docs.example', '.nojekyll': '' };
    writeFiles(out, files);
    const { diagnostics } = await build(out, { 'index.html': 'x' });
    expect(diagnostics).toEqual([]);
    await build(out, {});
    expect(readFiles(out)).toEqual(files);
  });

  it.each([
    ['no JSON', '{'],
    ['another schema', '{"schemaVersion":3,"files":[]}'],
    ['no list', '{"schemaVersion":1,"files":"x"}'],
    ['paths in place of hashes', '{"schemaVersion":2,"files":["index.html"]}'],
    ['no list of lists', '{"schemaVersion":2,"files":[],"previous":["0123456789abcdef"]}'],
    ['a path that climbs out', '{"schemaVersion":1,"files":["../victim.txt"]}'],
    ['an absolute path', '{"schemaVersion":1,"files":["/etc/hostname"]}'],
  ])('refuses a manifest with %s', async (_title, text) => {
    const folder = tempFolder();
    const out = join(folder, 'build');
    writeFiles(folder, { 'victim.txt': 'alive', [`build/${MANIFEST}`]: text });
    expect((await openStage(out)).diagnostics).toMatchObject([
      {
        code: 'output-not-ours',
        message: `${join(out, MANIFEST)} is not a list of files that docwright wrote`,
        hint: 'choose another output folder, or empty this one',
      },
    ]);
    expect(readFiles(folder)).toMatchObject({ 'victim.txt': 'alive' });
  });

  it('finishes no publication in a folder with an invalid manifest', async () => {
    const out = tempFolder();
    const steps = [{ do: 'move', from: '0', to: 'a' }];
    const files = {
      '.docwright/journal.json': JSON.stringify({ schemaVersion: 1, steps }),
      '.docwright/staging/0': 'new',
    };
    writeFiles(out, { ...files, [MANIFEST]: '{' });
    expect(await refusal(out)).toEqual(['output-not-ours']);
    expect(readFiles(out)).toEqual(files);
  });

  it('refuses an invalid manifest that an unfinished publication brings', async () => {
    const out = tempFolder();
    const steps = [{ do: 'move', from: '0', to: MANIFEST }];
    writeFiles(out, {
      '.docwright/journal.json': JSON.stringify({ schemaVersion: 1, steps }),
      '.docwright/staging/0': '{',
    });
    expect(await refusal(out)).toEqual(['output-not-ours']);
    expect(readFiles(out)).toEqual({});
  });

  it('refuses a manifest that is a symbolic link', async () => {
    const folder = tempFolder();
    await build(join(folder, 'one'), { 'a.html': 'x' });
    mkdirSync(join(folder, 'two'));
    symlinkSync(join(folder, 'one', MANIFEST), join(folder, 'two', MANIFEST));
    expect(await refusal(join(folder, 'two'))).toEqual(['output-not-ours']);
  });

  it('reports a file in place of the output folder', async () => {
    const out = join(tempFolder(), 'build');
    writeFileSync(out, 'file');
    expect(await refusal(out)).toEqual(['output-write']);
    expect(await refusal(join(out, 'below'))).toEqual(['output-write']);
  });
});

describe('symbolic links', () => {
  it('builds into a folder that is reached by a link', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'build'));
    await build(join(folder, 'build'), { 'docs/a.html': 'x' });
    expect(readFiles(folder)).toMatchObject({ build: '(link)', 'real/docs/a.html': 'x' });
  });

  it('refuses to write below a link in the folder', async () => {
    const folder = tempFolder();
    const out = join(folder, 'build');
    await build(out, { 'index.html': 'x' });
    mkdirSync(join(folder, 'victim'));
    symlinkSync('../victim', join(out, 'docs'));
    const { summary, diagnostics } = await build(out, { 'index.html': 'y', 'docs/a/b.html': 'x' });
    expect(summary).toBeUndefined();
    expect(diagnostics[0]?.message).toBe(
      `${join(out, 'docs')} is a symbolic link or device that docwright did not write`,
    );
    expect(codes(diagnostics)).toEqual(['output-not-ours']);
    expect(readFiles(folder)).toMatchObject({ 'victim/': '', 'build/index.html': 'x' });
  });

  it('replaces a link in place of a file and leaves its target', async () => {
    const folder = tempFolder();
    const out = join(folder, 'build');
    const target = '../victim.txt';
    // As long as the link itself, whose size is the length of its target.
    const text = 'x'.repeat(target.length);
    await build(out, { 'index.html': 'old' });
    writeFiles(folder, { 'victim.txt': text });
    symlinkSync(target, join(out, 'a.html'));
    await build(out, { 'index.html': 'old', 'a.html': text });
    expect(readFiles(folder)).toMatchObject({ 'victim.txt': text, 'build/a.html': text });
  });

  it('deletes nothing behind a link that took the place of a folder', async () => {
    const folder = tempFolder();
    const out = join(folder, 'build');
    writeFiles(folder, { 'victim/a.html': 'alive' });
    writeFiles(out, { [MANIFEST]: '{"schemaVersion":1,"files":["docs/a.html"]}' });
    symlinkSync('../victim', join(out, 'docs'));
    const { diagnostics } = await build(out, { 'index.html': 'x' });
    expect(diagnostics).toEqual([]);
    expect(readFiles(folder)).toMatchObject({ 'victim/a.html': 'alive', 'build/docs': '(link)' });
  });

  it('refuses a work folder that is a link', async () => {
    const folder = tempFolder();
    writeFiles(folder, { 'victim/staging/a': 'alive', 'victim/journal.json': 'alive' });
    mkdirSync(join(folder, 'build'));
    symlinkSync('../victim', join(folder, 'build/.docwright'));
    expect(await refusal(join(folder, 'build'))).toEqual(['output-not-ours']);
    expect(readFiles(folder)).toMatchObject({ 'victim/staging/a': 'alive' });
  });

  it('does not follow a staging folder that is a link', async () => {
    const folder = tempFolder();
    writeFiles(folder, { 'victim/a': 'alive' });
    mkdirSync(join(folder, 'build/.docwright'), { recursive: true });
    symlinkSync('../../victim', join(folder, 'build/.docwright/staging'));
    await build(join(folder, 'build'), { 'index.html': 'x' });
    expect(readFiles(folder)).toEqual({
      'victim/a': 'alive',
      'build/index.html': 'x',
      [`build/${MANIFEST}`]: expect.any(String),
    });
  });
});

describe('entries in the way', () => {
  it.each([
    ['is a file that', { docs: 'mine' }, { 'docs/a.html': 'x' }],
    ['is a folder with files that', { 'docs/mine.txt': 'mine' }, { docs: 'x' }],
    ['is a folder with files that', { 'docs/a/b/mine.txt': 'mine' }, { docs: 'x' }],
  ])('refuses what %s others wrote', async (what, foreign, files) => {
    const out = tempFolder();
    await build(out, { 'index.html': 'old' });
    writeFiles(out, foreign);
    const { summary, diagnostics } = await build(out, { 'index.html': 'new', ...files });
    expect(summary).toBeUndefined();
    expect(codes(diagnostics)).toEqual(['output-not-ours']);
    expect(diagnostics[0]?.message).toBe(`${join(out, 'docs')} ${what} docwright did not write`);
    expect(readFiles(out)).toEqual({ 'index.html': 'old', ...foreign });
  });
});
