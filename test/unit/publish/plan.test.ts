import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Disk, nodeDisk } from '../../../src/publish/disk.ts';
import { keyOf, type Manifest } from '../../../src/publish/manifest.ts';
import { createClaims } from '../../../src/publish/output-names.ts';
import { type Move, planPublication } from '../../../src/publish/plan.ts';
import { rollForward } from '../../../src/publish/recover.ts';
import { toOutputPath } from '../../../src/shared/paths.ts';
import { readFiles, tempFolder, writeFiles } from './output-folder.ts';

const file = (from: string, to: string): Move => ({ from, to, kind: 'file' });

const manifestOf = (owned: readonly string[]): Manifest => ({
  files: new Set(owned.map(keyOf)),
  previous: [],
  text: '',
});

function plan(root: string, moves: readonly Move[], owned: readonly string[]): readonly string[] {
  const claims = createClaims();
  for (const move of moves) claims.claim(toOutputPath(move.to));
  const { steps, diagnostics } = planPublication({
    disk: nodeDisk,
    root,
    moves,
    manifest: manifestOf(owned),
    claims,
    keepPrevious: 0,
  });
  expect(diagnostics).toEqual([]);
  return steps.map((step) => `${step.do} ${step.do === 'move' ? step.to : step.path}`);
}

describe('planPublication', () => {
  it('orders assets, pages, site-wide files, deletions, emptied folders', () => {
    const root = tempFolder();
    const owned = [
      'dw-assets/old.js',
      'gone/a/b.html',
      'gone/c.html',
      'kept.html',
      'never-written.html',
    ];
    writeFiles(root, {
      'dw-assets/old.js': '',
      'gone/a/b.html': '',
      'gone/c.html': '',
      'kept.html': '',
      'docs/x': '',
      'dw-files/y': '',
    });
    const names = [
      'sitemap.xml',
      '404.html',
      'docs/z.html',
      'search-index-all.json',
      'dw-assets/new.js',
      'index.html',
      'about.html',
      'dw-files/x.png',
    ];
    const moves = [...names, 'kept.html', 'site.json', 'robots.txt'].map((name, index) =>
      file(String(index), name),
    );
    expect(plan(root, moves, owned)).toEqual([
      'move dw-assets/new.js',
      'move dw-files/x.png',
      'move about.html',
      'move docs/z.html',
      'move index.html',
      'move kept.html',
      'move 404.html',
      'move robots.txt',
      'move search-index-all.json',
      'move site.json',
      'move sitemap.xml',
      'delete dw-assets/old.js',
      'delete gone/a/b.html',
      'delete gone/c.html',
      'prune gone/a',
      'prune gone',
      'prune dw-assets',
    ]);
  });

  it('clears the way of a file right before it', () => {
    const root = tempFolder();
    writeFiles(root, { 'tree/a': '', 'tree/b/c': '', 'index.html': '' });
    expect(
      plan(root, [file('0', 'tree'), file('1', 'index.html')], ['tree/a', 'tree/b/c']),
    ).toEqual([
      'move index.html',
      'delete tree/a',
      'delete tree/b/c',
      'prune tree/b',
      'prune tree',
      'move tree',
    ]);
  });
});

describe('a name that changed in case only', () => {
  it('is planned as a deletion that knows the new name', () => {
    const root = tempFolder();
    writeFiles(root, { 'Intro.html': '', 'old.html': '', 'folder.html/mine': '' });
    symlinkSync('mine', join(root, 'link.html'));
    const claims = createClaims();
    claims.claim(toOutputPath('intro.html'));
    const { steps, deleted } = planPublication({
      disk: nodeDisk,
      root,
      moves: [file('0', 'intro.html')],
      manifest: manifestOf(['Intro.html', 'folder.html', 'gone.html', 'link.html', 'old.html']),
      claims,
      keepPrevious: 0,
    });
    expect(steps).toEqual([
      { do: 'move', from: '0', to: 'intro.html' },
      { do: 'delete', path: 'Intro.html', alias: 'intro.html' },
      { do: 'delete', path: 'link.html' },
      { do: 'delete', path: 'old.html' },
    ]);
    expect(deleted).toBe(3);
  });

  // A disk on which upper and lower case are one: every path is looked up in the spelling that exists.
  function caseBlind(root: string): Disk {
    const actual = (path: string): string => {
      const name = nodeDisk
        .list(root)
        .find((entry) => join(root, entry).toLowerCase() === path.toLowerCase());
      return name === undefined ? path : join(root, name);
    };
    return {
      ...nodeDisk,
      entry: (path) => nodeDisk.entry(actual(path)),
      removeFile: (path) => nodeDisk.removeFile(actual(path)),
      rename: (from, to) => renameSync(actual(from), to),
    };
  }

  it('is respelled where upper and lower case are one', () => {
    const root = tempFolder();
    writeFiles(root, { 'Intro.html': 'text' });
    const problem = rollForward(caseBlind(root), root, [
      { do: 'delete', path: 'Intro.html', alias: 'intro.html' },
    ]);
    expect(problem).toBeUndefined();
    expect(readFiles(root)).toEqual({ 'intro.html': 'text' });
  });

  it('is two files where they are not', () => {
    const root = tempFolder();
    writeFiles(root, { 'Intro.html': 'old', 'intro.html': 'new' });
    rollForward(nodeDisk, root, [{ do: 'delete', path: 'Intro.html', alias: 'intro.html' }]);
    expect(readFiles(root)).toEqual({ 'intro.html': 'new' });
  });
});

describe('a deletion', () => {
  it('leaves a folder that took the place of the file, and accepts a missing file', () => {
    const root = tempFolder();
    writeFiles(root, { 'docs/mine.txt': 'mine' });
    const steps = ['docs', 'gone.html', 'gone/a.html'].map(
      (path) => ({ do: 'delete', path }) as const,
    );
    expect(rollForward(nodeDisk, root, steps)).toBeUndefined();
    expect(readFiles(root)).toEqual({ 'docs/mine.txt': 'mine' });
  });
});
