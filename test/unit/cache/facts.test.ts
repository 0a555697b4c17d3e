import { renameSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createFactRecorder,
  createProbe,
  type Fact,
  holds,
} from '../../../src/cache/fact-recorder.ts';

import { type SiteFolder, siteFolder } from '../bundle/site-folder.ts';

let site: SiteFolder;
beforeEach(() => {
  site = siteFolder({ 'a/part.ts': 'one', 'a/b/index.ts': 'two', 'c/part.ts': 'three' });
});
afterEach(() => site.dispose());

/** What an import in the folder `a` makes known. */
function imported(path: string): readonly Fact[] {
  const recorder = createFactRecorder();
  recorder.start();
  recorder.imported({ path, resolveDir: site.path('a'), kind: 'import-statement' });
  return recorder.facts();
}

const hold = (facts: readonly Fact[]): boolean =>
  facts.length > 0 && facts.every((fact) => holds(fact, createProbe()));

describe('what was found where an import leads', () => {
  it('holds while only other names come and go', () => {
    const facts = imported('./part');
    site.write('a/party.ts', '');
    site.write('a/b/part.ts', '');
    expect(hold(facts)).toBe(true);
  });

  it('holds no longer when a file of another ending, or a folder, comes or goes', () => {
    for (const file of ['a/part.tsx', 'a/part.mts', 'a/part.d/x', 'a/part/index.ts']) {
      const facts = imported('./part');
      site.write(file, '');
      expect(hold(facts)).toBe(false);
    }
    const facts = imported('./part.js');
    site.remove('a/part.ts');
    expect(hold(facts)).toBe(false);
  });

  it('looks into a folder', () => {
    for (const file of ['a/b/index.tsx', 'a/b/package.json']) {
      const facts = imported('./b');
      expect(hold(facts)).toBe(true);
      site.write(file, '{}');
      expect(hold(facts)).toBe(false);
    }
  });

  it('looks for a package in all folders above', () => {
    for (const file of ['a/node_modules/@x/y/index.js', 'node_modules/@x/y/index.js']) {
      const facts = imported('@x/y/part');
      site.write('node_modules/@x/other/index.js', '');
      expect(hold(facts)).toBe(true);
      site.write(file, '');
      expect(hold(facts)).toBe(false);
    }
  });

  it('is nothing for addresses', () => {
    for (const path of ['https://example.com/x.js', 'data:text/css,', 'node:fs']) {
      expect(imported(path)).toEqual([]);
    }
  });

  it('sees where links lead', () => {
    symlinkSync(site.path('a'), site.path('link'));
    symlinkSync(site.path('a/part.ts'), site.path('a/linked.ts'));
    const folder = imported('../link/part');
    const file = imported('./linked');
    expect([hold(folder), hold(file)]).toEqual([true, true]);
    renameSync(site.path('a'), site.path('d'));
    renameSync(site.path('c'), site.path('a'));
    expect([hold(folder), hold(file)]).toEqual([true, false]);
  });
});

describe('what was read', () => {
  it('holds for the bytes that were read, whatever the disk says meanwhile', () => {
    const recorder = createFactRecorder();
    recorder.start();
    recorder.loaded(site.path('a/part.ts'), Buffer.from('before'));
    expect(hold(recorder.facts())).toBe(false);
    site.write('a/part.ts', 'before');
    expect(hold(recorder.facts())).toBe(true);
  });

  it('does not hold where it was written while esbuild read it', () => {
    const recorder = createFactRecorder();
    recorder.start();
    site.write('a/part.ts', 'meanwhile');
    recorder.read([site.path('a/part.ts')]);
    expect(hold(recorder.facts())).toBe(false);
  });

  it('counts the manifests of the folders above', () => {
    const recorder = createFactRecorder();
    recorder.start();
    recorder.loaded(site.path('a/part.ts'), Buffer.from('one'));
    expect(hold(recorder.facts())).toBe(true);
    site.write('package.json', '{}');
    expect(hold(recorder.facts())).toBe(false);
  });
});
